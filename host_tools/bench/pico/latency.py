"""From the edge of a key to what can be seen: arithmetic on time stamps, nothing is run."""

from collections import namedtuple

from host_tools.pico.oled import COLUMNS, PAGES, Panel

NS_PER_MS = 1_000_000
_DATA = 0x40  # the control byte of transfers to the display's memory

Press = namedtuple("Press", "key held down up end")
Press.__doc__ = """A press of a key: its name, whether it was kept down for a hold, and three times.

down, up: ns of the edges. end: ns at which the device rested again after the second one.
"""

Answer = namedtuple("Answer", "key first lights everything sent fewest")
Answer.__doc__ = """What a press brought about, times in ms from the edge that did it.

first: until the first change was complete, the lights or a page of the picture. lights: until the
last bit for the matrix, None if it stayed as it was. everything: until the last bit of all. sent:
bytes for the picture. fewest: of them those between the outermost changed columns of each page.
"""


def answers(presses, transfers, writes):
    """The Answer to each of `presses` that changed the picture, in their order.

    transfers: to the display since power-on, all of them. writes: to the matrix. Some keys act
    when they are let go; their times count from that edge. Lights alone are no answer, they blink.
    A hold tells nothing and is left out.
    """
    panel = Panel()
    waiting = list(transfers)

    def shown_before(ns):
        while waiting and waiting[0].start < ns:
            _show(panel, waiting.pop(0).data)
        return bytes(panel.memory)

    found = []
    for press in presses:
        if press.held:
            continue
        for begin, end in ((press.down, press.up), (press.up, press.end)):
            pages = [
                each for each in transfers if begin <= each.start < end and each.data[0] == _DATA
            ]
            if pages:
                lights = _lights(begin, pages[0].start, writes)
                before = shown_before(begin)
                after = shown_before(end)
                found.append(_answer(press.key, begin, pages, lights, fewest(before, after)))
                break
    return found


def _lights(begin, end, writes):
    """The Write that answers a press, or None: the last before its picture, which comes later."""
    inside = [each for each in writes if begin <= each.start < end]
    return inside[-1] if inside else None


def _answer(key, begin, pages, lights, least):
    firsts = [pages[0].last]
    lasts = [pages[-1].last]
    if lights:
        firsts.append(lights.end)
        lasts.append(lights.end)
    return Answer(
        key,
        (min(firsts) - begin) / NS_PER_MS,
        (lights.end - begin) / NS_PER_MS if lights else None,
        (max(lasts) - begin) / NS_PER_MS,
        sum(len(page.data) - 1 for page in pages),
        least,
    )


def fewest(before, after):
    """Bytes between the outermost changed columns, over the pages of two pictures of 1,024."""
    count = 0
    for page in range(PAGES):
        rows = [picture[page * COLUMNS : (page + 1) * COLUMNS] for picture in (before, after)]
        changed = [at for at in range(COLUMNS) if rows[0][at] != rows[1][at]]
        if changed:
            count += changed[-1] - changed[0] + 1
    return count


def _show(panel, data):
    panel.begin()
    for byte in data:
        panel.take(byte)
    panel.end()
