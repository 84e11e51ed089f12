"""settings.txt written again: only the lines concerned, all others as they are.

In memory only while something is saved.
"""

from firmware.storage.settings_file import (
    GROUP,
    KEYS,
    MOST_BYTES,
    PATH,
    allowed_for,
    alternatives,
    read,
    text_of,
    words_of,
)

KEPT = "settings.bad"  # a file with problems, kept before the first change; then settings.bad1 …
_HEAD = """\
# Settings of the tabletop companion: a key and its value on each line.
# What is missing or wrong counts as the default. Changes take effect at power-on.
"""


def save(files, values, groups, changed, refused):
    """Bring the file up to date; a power cut leaves the old one or the new one.

    changed: what differs from the file, a list of keys and of `group GAME`. refused: the groups
    that turned out bad. Only the lines concerned are written anew. A file with problems is kept
    under another name first; its bad lines become comments. Raises OSError.
    """
    try:
        raw = files.read(PATH)
    except MemoryError:
        files.rename(PATH, _free_name(files, None))
        raw = None
    if not raw:
        new = fresh(values, groups)
    else:
        problems = read(raw)[2]
        bad = [line for line, _ in problems]
        if 0 in bad:
            new = fresh(values, groups)
        else:
            new = _rewritten(raw, values, groups, changed, refused, bad)
        if len(new) > MOST_BYTES:
            bad.append(0)
            new = fresh(values, groups)
        if bad or refused:
            _keep(files, raw)
    files.write(PATH, new)


def fresh(values, groups):
    """A whole file with a comment on every line (bytes)."""
    lines = [_HEAD]
    for key, _, allowed, comment in KEYS:
        line = key + " " + text_of(allowed, values[key])
        lines.append(f"{line}  # {comment}: {alternatives(allowed)}")
    lines.append("\n# the last group of each game")
    for game in sorted(groups):
        lines.append(_line(GROUP + " " + game, values, groups))
    return ("\n".join(lines) + "\n").encode()


def _line(key, values, groups):
    name, _, game = key.partition(" ")
    if name == GROUP:
        return key + " " + groups[game][1]
    return key + " " + text_of(allowed_for(key), values[key])


def _rewritten(raw, values, groups, changed, refused, bad):
    lines = []
    missing = list(changed)
    number = 0
    for line in raw.split(b"\n"):
        number += 1
        body = line.split(b"#")[0]
        words = [] if number in bad else words_of(line, number)
        key = " ".join(words[: 2 if words[:1] == [GROUP] else 1])
        if key in missing:
            missing.remove(key)
            # What stands behind the value stays as it is: blanks, a comment, the line's end.
            line = _line(key, values, groups).encode() + line[len(body.rstrip()) :]
        elif number in bad or key in refused:
            line = b"# not used: " + bytes([byte if byte < 127 else 63 for byte in line])
        lines.append(line)
    if lines and not lines[-1]:
        lines.pop()
    for key in missing:
        lines.append(_line(key, values, groups).encode())
    return b"\n".join(lines) + b"\n"


def _keep(files, raw):
    name = _free_name(files, raw)
    if files.read(name) is None:
        files.write(name, raw)


def _free_name(files, raw):
    """A name for what is kept aside under which nothing else is kept."""
    number = 0
    name = KEPT
    while True:
        try:
            if files.read(name) in (None, raw):
                return name
        except MemoryError:
            pass  # taken, by a file too long to look at
        number += 1
        name = KEPT + str(number)
