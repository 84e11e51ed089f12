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
        return '"' + "".join([_escaped(letter) for letter in value]) + '"'
    return str(value)


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
