"""The one typed error of rules and records."""


class IllegalAction(Exception):
    """What was asked for is not legal here; nothing has been changed.

    reason: what is wrong, one sentence without a full stop.
    legal: what would be legal instead, texts; or a function without arguments that finds them,
    for where that takes long and a screen shows the reason alone.
    """

    def __init__(self, reason, legal=()):
        super().__init__(reason)
        self.reason = reason
        self._legal = legal

    @property
    def legal(self):
        """What would be legal instead, a list of texts (may be empty)."""
        return list(self._legal() if callable(self._legal) else self._legal)

    def __str__(self):
        legal = self.legal
        return self.reason + "; legal: " + ", ".join(legal) if legal else self.reason


class RecordError(Exception):
    """A record that cannot be read further.

    reason: what is wrong and what would be right.
    place: a line number (text, from 1) or a byte offset (compact form, from 0).
    """

    def __init__(self, reason, place):
        super().__init__(reason)
        self.reason = reason
        self.place = place

    def __str__(self):
        return str(self.place) + ": " + self.reason
