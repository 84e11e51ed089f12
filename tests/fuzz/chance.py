"""Chance that is the same on every Python."""


class Chance:
    """A linear congruential generator with 31 bits of state; its upper bits are used."""

    def __init__(self, seed):
        self._state = (seed * 2654435761 + 1) & 0x7FFFFFFF

    def below(self, limit):
        """A whole number from 0 to `limit` - 1; limit is at most 32768."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 15) % limit

    def one_of(self, things):
        return things[self.below(len(things))]
