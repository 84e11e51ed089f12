"""JSON written the same on every Python: keys sorted, ASCII only.

MicroPython's dicts have no order and its `json` takes no options; states and tests need one text.
"""

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def json_text(value):
    """`value` (None, bool, int, str, lists and dicts of these) as one line of JSON."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, dict):
        pairs = [json_text(key) + ": " + json_text(value[key]) for key in sorted(value)]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([json_text(item) for item in value]) + "]"
    if isinstance(value, str):
        return '"' + (value if _is_plain(value) else _escape(value)) + '"'
    return str(value)


def _is_plain(text):
    # Byte by byte: a list of the letters of a long text would not fit a small heap in one piece.
    for byte in text.encode():
        if byte < 32 or byte > 126 or byte == 34 or byte == 92:
            return False
    return True


def _escape(text):
    return "".join([_escaped(letter) for letter in text])


def _escaped(letter):
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    code = ord(letter)
    if 32 <= code < 127:
        return letter
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
