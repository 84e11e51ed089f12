"""Screens: what the display shows and what the keys do, one file each."""
