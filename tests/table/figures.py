"""What the figures of many games at the table have in common, whatever is played."""

AROUND = ("set-up", "leave")


class TableFigures:
    """Sums over games. `games` is a list of one dict a game, see `add`.

    A game writes `counted` and `lines` of its own.
    """

    def __init__(self):
        self.games = []

    def add(self, game):
        """Count a finished TableGame: its own counts, its turns, presses, and what is `counted`."""
        found = dict(game.counts)
        found["turns"] = game.table.turns
        found["pressed"] = game.hand.pressed  # {purpose: presses}
        found.update(self.counted(game))
        self.games.append(found)

    def counted(self, game):
        """{what: how often} of a finished game."""
        raise NotImplementedError

    def lines(self):
        """The report, a list of texts."""
        raise NotImplementedError

    def total(self, key):
        return sum(game.get(key, 0) for game in self.games)

    def presses(self, *purposes):
        return sum(presses_of(game, *purposes) for game in self.games)

    def presses_in_play(self):
        """All of them, slips included, but for those before and after the game."""
        return sum(sum(game["pressed"].values()) for game in self.games) - self.presses(*AROUND)

    def most(self, key):
        """The most of it in one game."""
        return max(game[key] for game in self.games)

    # --- lines of the report ---

    def heading(self):
        """How many games of how many players, and the turns."""
        by_players = ", ".join(
            f"{sum(game['players'] == players for game in self.games)} of {players}"
            for players in range(2, 6)
        )
        return f"games {len(self.games)} (players: {by_players}), turns {self.total('turns')}"

    def set_up_line(self):
        average = rate(self.presses("set-up"), len(self.games))
        most = max(presses_of(game, "set-up") for game in self.games)
        return f"presses to set up: {average} on average, {most} at most"

    def seen_line(self, keys):
        seen = ", ".join(f"{key} {self.total(key)}" for key in keys)
        return f"seen: {seen}; {self.most('undone at once')} acts undone in one go"


def presses_of(game, *purposes):
    return sum(game["pressed"].get(purpose, 0) for purpose in purposes)


def rate(count, of):
    return f"{count / of:.2f}" if of else "-"
