"""The hand that keeps the companion in step with a game of Flee the Scene."""

from tests.table.flee_table import KINDS
from tests.table.hand import Hand, Misread

_KEY = {"train": "left", "truck": "up", "ship": "right"}
_POINTS = 9  # an antiquity is worth 1 to 9 points, and the arrows go round
# The shortest way from one value to another, by how much larger it is (going round at 9).
_WAYS = {
    0: (), 1: ("up",), 2: ("up", "up"), 3: ("right",), 4: ("right", "up"),
    5: ("left", "down"), 6: ("left",), 7: ("down", "down"), 8: ("down",),
}
_LONGEST_SETUP = 200  # presses


class FleeHand(Hand):
    """Presses acts of the notation (tuples of words), reading the display on the way."""

    # --- set-up ---

    def set_up(self, players, pairs, purpose="set-up"):
        """From the first screen to a game of `players` with the starting `pairs`."""
        self.choose("Flee the Scene", purpose)
        self.expect("Flee the Scene")
        wanted = {"Players": str(players)}
        for number, pair in enumerate(pairs, 1):
            wanted[f"P{number} Supply"] = " ".join(sorted(pair, key=KINDS.index))
        known = {}
        for _ in range(_LONGEST_SETUP):
            rows = [_setting(row) for row in self.rows()]
            known.update(rows)
            label, value = rows[self.bright()]
            if value != wanted[label]:
                far = label == "Players" and (int(wanted[label]) - int(value)) % 4 > 2
                self.tap("left" if far else "right", purpose)
                # Fewer players: the rows of those who are gone are no longer true.
                known = {}
            elif all(known.get(label) == wanted[label] for label in wanted):
                self.tap("ok", purpose)
                return
            else:
                self.tap("down", purpose)
        raise Misread(f"set-up gets nowhere: {self.device.text()}")

    # --- acts ---

    def _place(self, kind, purpose):
        self.tap(_KEY[kind], purpose)

    def _move(self, kind, _with=None, pair=None, purpose=None):
        self.tap(_KEY[kind], purpose)
        if pair and self.title == f"No {kind} ready: use":
            one, other = pair.split("+")
            answers = self.answers()
            self.answer(pair if pair in answers else f"{other}+{one}", purpose)

    def _end(self, kind, purpose):
        self.tap("down", purpose)
        self.expect("End: take which?")
        self.answer(kind, purpose)

    def _mission(self, which, purpose):
        self.tap("ok", purpose)
        self.answer(which, purpose)

    def _reshuffle(self, purpose):
        placing = self._placing()
        self.tap("ok", purpose)
        if not placing:
            self.answer("reshuffle", purpose)
        elif "▼ reshuffle" in self.bottom:
            self.tap("down", purpose)
        else:
            raise Misread(f"no way to reshuffle: {self.device.text()}")

    def _rob(self, count, purpose):
        self.tap("ok", purpose)
        self.answer("rob", purpose)
        if self.title == "Rob how many?":
            self.answer(count, purpose)

    def _deliver(self, *points, purpose):
        self.tap("ok", purpose)
        self.answer("deliver", purpose)
        if self.title == "Deliver how many?":
            self.answer(str(len(points)), purpose)
        for value in points:
            self.expect("Points delivered")
            for key in _WAYS[(int(value) - self._number()) % _POINTS]:
                self.tap(key, purpose)
            self.tap("ok", purpose)

    def _number(self):
        """The last of the large numbers on the display: the one the arrows change."""
        for line in self.device.text()[1:-1]:
            if line.replace(" ", "").isdigit():
                return int(line.split()[-1])
        raise Misread(f"no number to change: {self.device.text()}")

    # --- second thoughts ---

    def slip(self, rng, purpose="slip"):
        """Press what was not meant, or just look around; in the end nothing has happened."""
        slips = (self._wrong_vehicle, self._end_not_meant, self._ok_not_meant, self._look_around)
        rng.choice(slips)(rng, purpose)

    def _placing(self):
        while "held: menu" in self.bottom:
            self.device.wait(500)  # until the line says again what the keys do
        return "OK counts" in self.bottom

    def _wrong_vehicle(self, rng, purpose):
        kind = rng.choice(KINDS)
        self.tap(_KEY[kind], purpose)
        refused = any(line.startswith(f"No {kind} is") for line in self.device.text())
        if not refused:
            self.tap("back", purpose)

    def _end_not_meant(self, rng, purpose):
        placing = self._placing()
        self.tap("down", purpose)
        if placing:
            self.expect_notice("Place a vehicle first")
        else:
            self.expect("End: take which?")
            self.tap("back", purpose)

    def _ok_not_meant(self, rng, purpose):
        placing = self._placing()
        self.tap("ok", purpose)
        if placing or self.title.endswith("in the city"):
            self.tap("back", purpose)
        else:
            self.expect_notice(("Move first", "Nothing to do"))


def _setting(row):
    """A row of set-up as (label, value)."""
    row = row.replace("◄ ", "").replace(" ►", "")
    if row.startswith("Players"):
        return "Players", row.split()[-1]
    words = row.split()
    return " ".join(words[:2]), " ".join(words[2:])
