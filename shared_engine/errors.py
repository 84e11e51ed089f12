"""The one typed error of rules and records."""


class IllegalAction(Exception):
    """What was asked for is not legal here; nothing has been changed.

    reason: what is wrong, one sentence without a full stop.
    legal: what would be legal instead, a list of texts (may be empty).
    """

    def __init__(self, reason, legal=()):
        super().__init__(reason)
        self.reason = reason
        self.legal = list(legal)

    def __str__(self):
        if not self.legal:
            return self.reason
        return self.reason + "; legal: " + ", ".join(self.legal)


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
