"""settings.txt: what may stand in it, and how it is read.

UTF-8 lines `KEY VALUE`; `#` starts a comment, blank lines are skipped. Lines `group GAME …` hold
the last set-up of each game (see `firmware.storage.last_group`). In memory only while it is needed.
`firmware.storage.settings_writer` writes it.
"""

from firmware import kit
from firmware.buttons import KEYS as BUTTONS
from firmware.picture import palette
from shared_engine import catalogue
from shared_engine.words import count_of, quoted

PATH = "settings.txt"
MOST_BYTES = 4096
GROUP = "group"

_HEX = "0123456789abcdef"
_GPIO = "0..22|26..28"  # what a Pico brings out
_SWITCH = "off|on"
_ALIENS = 5
_LONGEST_NAME = 8  # characters, as the names of players
_NAMES = "five names"  # with commas between
_LETTERS = "five letters"
_COLOURS = "five colours"  # RRGGBB, with commas between

# (key, default, what it may be, what it means). Alternatives stand between bars, `A..B` is any
# number between the two. `off` and `on` become False and True, numbers become numbers. Five of
# something are five different ones in a single word.
KEYS = (
    ("brightness", kit.MATRIX_BRIGHTNESS, "0..255", "of the matrix, 0 is dark"),
    ("contrast", kit.DISPLAY_CONTRAST, "0..255", "of the display"),
    ("palette", kit.PALETTE, "|".join(palette.NAMES), "colours, safe for all eyes or vivid"),
    ("turn_clock", kit.TURN_CLOCK, "off|1..120", "minutes for each player"),
    ("notebook", kit.NOTEBOOK, "held|quiet|free", "shown with OK held, lights left alone, freely"),
    ("alien_names", kit.ALIEN_NAMES, _NAMES, "of the aliens in Monster"),
    ("alien_letters", kit.ALIEN_LETTERS, _LETTERS, "that stand for them"),
    ("alien_colours", kit.ALIEN_COLOURS, "palette|" + _COLOURS, "on the matrix"),
    ("buzzer", kit.BUZZER_ON, _SWITCH, "whether there is one"),
    ("display", kit.DISPLAY_KIND, "ssd1306|sh1106", "its controller"),
    ("display_address", kit.DISPLAY_ADDRESS, "0x08..0x77", "on I2C"),
    ("i2c", kit.I2C_ID, "0|1", "block that sda and scl belong to"),
    ("sda", kit.I2C_SDA_PIN, _GPIO, "display data, GP"),
    ("scl", kit.I2C_SCL_PIN, _GPIO, "display clock, GP"),
    ("matrix_pin", kit.MATRIX_PIN, _GPIO, "matrix data, GP"),
    ("matrix_order", kit.MATRIX_ORDER, "GRB|RGB|RBG|GBR|BRG|BGR", "bytes of a pixel"),
    ("matrix_serpentine", kit.MATRIX_SERPENTINE, _SWITCH, "whether odd rows run backwards"),
    ("matrix_rotation", kit.MATRIX_ROTATION, "0|90|180|270", "degrees clockwise"),
    ("matrix_limit_ma", kit.MATRIX_LIMIT_MA, "64..4000", "mA for all pixels, USB gives 500"),
    ("up", kit.BUTTON_PINS[0], _GPIO, "button, GP"),
    ("down", kit.BUTTON_PINS[1], _GPIO, "button, GP"),
    ("left", kit.BUTTON_PINS[2], _GPIO, "button, GP"),
    ("right", kit.BUTTON_PINS[3], _GPIO, "button, GP"),
    ("ok", kit.BUTTON_PINS[4], _GPIO, "button, GP"),
    ("back", kit.BUTTON_PINS[5], _GPIO, "button, GP"),
    ("buzzer_pin", kit.BUZZER_PIN, _GPIO, "buzzer, GP"),
)
_BUS = ("i2c", "sda", "scl")
_WIRES = ("sda", "scl", "matrix_pin") + BUTTONS


# --- values ---


def parse(allowed, word):
    """The value that `word` means where `allowed` may stand (see KEYS), or None."""
    for choice in allowed.split("|"):
        low, dots, high = choice.partition("..")
        if dots:
            number = _number(word, low)
            if number is not None and _number(low, low) <= number <= _number(high, low):
                return number
        elif word == choice:
            if word in ("off", "on"):
                return word == "on"
            number = count_of(word)
            return word if number is None else number
        elif choice in (_NAMES, _LETTERS, _COLOURS):
            if choice == _COLOURS:
                word = word.lower()
            if _are_five(word, choice):
                return word
    return None


def _are_five(word, kind):
    """Whether the word is five different names, letters or colours."""
    parts = list(word) if kind == _LETTERS else word.split(",")
    if len(parts) != _ALIENS or len(set(parts)) != _ALIENS:
        return False
    for part in parts:
        if kind == _COLOURS:
            if len(part) != 6 or [digit for digit in part if digit not in _HEX]:
                return False
        elif not 1 <= len(part) <= _LONGEST_NAME:
            return False
    return True


def _number(word, like):
    """A number written in the same way as `like`: decimal, or hexadecimal after `0x`."""
    if not like.startswith("0x"):
        return count_of(word)
    word = word.lower()
    digits = word[2:]
    if not word.startswith("0x") or not 1 <= len(digits) <= 2:
        return None
    for digit in digits:
        if digit not in _HEX:
            return None
    return int(digits, 16)


def text_of(allowed, value):
    """The word for a value, the one `parse` understands."""
    if value is True or value is False:
        return "on" if value else "off"
    return f"0x{value:02x}" if allowed.startswith("0x") else str(value)


def allowed_for(key):
    """What the value of `key` may be; ValueError for an unknown key."""
    for name, _, allowed, _ in KEYS:
        if name == key:
            return allowed
    raise ValueError(f"no setting is called {key}")


def check(values, key, value):
    """Raise ValueError unless `value` may stand for `key` beside all the other values."""
    allowed = allowed_for(key)
    if value is None or parse(allowed, text_of(allowed, value)) != value:
        raise ValueError(f"{key} must be {alternatives(allowed)}, not {value}")
    changed = dict(values)
    changed[key] = value
    fault = _fault(changed)
    if fault:
        raise ValueError(fault[1])


def alternatives(allowed):
    """What may stand somewhere, in words."""
    return allowed.replace("|", " or ")


# --- reading ---


def start(files):
    """(values, groups, problems): what `files` hold, as `read` returns it.

    A file that is missing is no problem; one that the storage does not give is.
    """
    try:
        raw = files.read(PATH)
    except OSError:
        values, groups, _ = read(b"")
        return values, groups, [(0, "cannot be read")]
    except MemoryError:
        raw = bytes(MOST_BYTES + 1)
    return read(raw or b"")


def read(raw):
    """The bytes of a file: (values, groups, problems).

    values: {key: value}, whole, with the default for what is missing or bad. groups: {game:
    (line, the words after the game)}, not looked into. problems: [(line from 1, reason)] in the
    order of lines; line 0 means the whole file.
    """
    values = {key: default for key, default, _, _ in KEYS}
    groups: dict = {}
    if len(raw) > MOST_BYTES:
        return values, groups, [(0, f"longer than {MOST_BYTES} bytes")]
    problems = []
    given: dict = {}  # key: its line
    number = 0
    for line in raw.split(b"\n"):
        number += 1
        try:
            words = words_of(line, number)
        except UnicodeError:
            problems.append((number, "not UTF-8"))
            continue
        reason = _take(words, number, values, groups, given) if words else ""
        if reason:
            problems.append((number, reason))
    problems += _clashes(values, given)
    return values, groups, sorted(problems)


def words_of(line, number):
    """The words of a line (bytes, its number from 1) without its comment; UnicodeError."""
    if number == 1 and line.startswith(b"\xef\xbb\xbf"):
        line = line[3:]  # what some editors put before UTF-8
    text = str(line, "utf-8").split("#")[0].replace("\t", " ").replace("\r", " ")
    return [word for word in text.split(" ") if word]


def _take(words, number, values, groups, given):
    """Take one line; what is wrong with it, or ""."""
    key = words[0]
    said = _shown(words[1:])
    if key == GROUP:
        if len(words) < 2 or words[1] not in catalogue.NAMES:
            return f"group of an unknown game: {said}"
        key = GROUP + " " + words[1]
    else:
        try:
            allowed = allowed_for(key)
        except ValueError:
            return "unknown key " + quoted(key)
        value = parse(allowed, words[1]) if len(words) == 2 else None
        if value is None:
            return f"{key} {said} is not {alternatives(allowed)}"
    if key in given:
        return f"{key} is repeated, line {given[key]} stands"
    given[key] = number
    if words[0] == GROUP:
        groups[words[1]] = (number, " ".join(words[2:]))
    else:
        values[key] = value
    return ""


def _shown(words):
    return quoted(" ".join(words))[1:-1] if words else "(nothing)"


def _clashes(values, given):
    """Put keys that exclude each other back to their defaults: [(line, reason)].

    The defaults go together, so there is always one to put back, and it has a line in `given`.
    """
    defaults = {key: default for key, default, _, _ in KEYS}
    found = []
    fault = _fault(values)
    while fault:
        keys = [key for key in fault[0] if values[key] != defaults[key]]
        if fault[0] != _BUS:
            # Of two on one pin the one that was named first stands.
            keys = [max(keys, key=lambda key: given[key])]
        for key in keys:
            found.append((given[key], fault[1]))
            values[key] = defaults[key]
        fault = _fault(values)
    return found


def _fault(values):
    """The first values that exclude each other: (their keys, the reason), or None."""
    bus, sda, scl = [values[key] for key in _BUS]
    if sda % 4 != 2 * bus or scl % 4 != 2 * bus + 1:
        return _BUS, f"sda {sda} and scl {scl} are no pins of i2c {bus}"
    wires = _WIRES + ("buzzer_pin",) if values["buzzer"] else _WIRES
    for at in range(len(wires)):
        for before in range(at):
            pin = values[wires[at]]
            if pin == values[wires[before]]:
                return (wires[at], wires[before]), f"{wires[before]} and {wires[at]} are on {pin}"
    return None
