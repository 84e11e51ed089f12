"""Words and numbers of the record notation, read strictly."""

DIGITS = "0123456789"
_SHOWN = 60  # characters of a word that a message repeats
LONGEST = 6  # digits; no count on a table needs more, and the compact form holds no more


def quoted(word):
    """`word` in quotes, the same on every Python (`repr` is not); cut where it is very long.

    Control characters show as `?`.
    """
    if len(word) > _SHOWN:
        word = word[:_SHOWN] + "…"
    return "'" + "".join(["?" if _hidden(ord(letter)) else letter for letter in word]) + "'"


def _hidden(code):
    """Whether a terminal would obey or hide the character: controls, and turns of direction."""
    return code < 32 or 127 <= code < 160 or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


def whole_number(word):
    """The number written as ASCII digits with an optional sign; None if it is none.

    Stricter than `int`, which takes blanks, underscores and other scripts' digits, and not the
    same ones on each Python.
    """
    digits = word[1:] if word[:1] in ("-", "+") else word
    if not digits or len(digits) > LONGEST:
        return None
    for letter in digits:
        if letter not in DIGITS:
            return None
    return int(word)


def count_of(word):
    """The number written as digits without a sign; None if it is none."""
    return whole_number(word) if word[:1] in DIGITS and word else None


def span(low, high):
    """A number with several values as `--legal` writes it: `1..3`, or `2` when there is one."""
    return str(low) if low == high else str(low) + ".." + str(high)
