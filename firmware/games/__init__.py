"""The screens of the games, one file each under the game's name; each ends with `SCREEN`."""
