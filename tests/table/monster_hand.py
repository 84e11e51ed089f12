"""The hand that keeps the companion in step with a game of Monster auf der Flucht."""

import re

from firmware.screens.game import BLINK_MS
from tests.table.hand import Hand, Misread
from tests.table.monster_table import COLOURS

_KEYS = {"◄": "left", "▲": "up", "►": "right", "▼": "down", "OK": "ok"}
_ALIEN = re.compile("(◄|▲|►|▼|OK) ?([A-Z])(?![A-Za-z])")
_VALUE = re.compile("(.*?) ◄? ?([a-z0-9-]+)(?: ►)?$")
_PATIENCE = 8  # looks at the bottom line
_LONGEST_ROW = 8  # presses for one value of the set-up


class MonsterHand(Hand):
    """Presses acts of the notation (tuples of words), reading the display on the way."""

    # --- set-up ---

    def set_up(self, players, first, favourites, tokens, ties, purpose="set-up"):
        """From the first screen to a new game.

        favourites: a colour per player. tokens: {player: colour} of those that are entered.
        """
        self.choose("Monster", purpose)
        self.expect("Monster auf der Flucht")
        self._set("Players", str(players), purpose)
        self.tap("up", purpose)
        self._set("Shared places", ties, purpose)
        self.tap("down", purpose)
        if self._value("First player") != str(first):
            self.tap("down", purpose)
            self._set("First player", str(first), purpose)
        for number, colour in enumerate(favourites, 1):
            # Start, and be asked for what is missing.
            self.tap("ok", purpose)
            self.expect_notice(f"Player {number} has no")
            self._set(f"P{number} Favourite", colour, purpose)
        for number in range(1, max(tokens, default=0) + 1):
            self.tap("down", purpose)
            self._enter_token(f"P{number} Token", tokens.get(number, "-"), purpose)
        self.tap("ok", purpose)

    def _row(self):
        """(label, value) of the bright row."""
        return _VALUE.match(self.rows()[self.bright()]).groups()

    def _value(self, label):
        """The value of a row in sight, or None."""
        for row in self.rows():
            if row.startswith(label):
                return _VALUE.match(row).group(2)
        return None

    def _set(self, label, value, purpose):
        here, now = self._row()
        if here != label:
            raise Misread(f"{label} is not the chosen row: {self.device.text()}")
        key = "right"
        if value in COLOURS[3:] or (label == "Players" and int(value) - int(now) in (-1, -2, 3)):
            key = "left"
        for _ in range(_LONGEST_ROW):
            if self._row()[1] == value:
                return
            self.tap(key, purpose)
        raise Misread(f"no {value} to be had for {label}: {self.device.text()}")

    def _enter_token(self, label, value, purpose):
        if self._row()[1] != "-":
            raise Misread(f"{label} has a value nobody gave: {self.device.text()}")
        if value == "-":
            return
        self.down("ok", purpose)
        self._set(label, value, purpose)
        self.up("ok")
        if value in " ".join(self.rows()[self.bright()]) or self._row()[1] != "given":
            raise Misread(f"{label} is not hidden: {self.device.text()}")

    # --- acts ---

    def alien_keys(self):
        """{letter: key} as the bottom line has it, once it says no longer what BACK does."""
        for _ in range(_PATIENCE):
            if not self.bottom.startswith("BACK"):
                break
            self.device.wait(BLINK_MS)
        return {letter: _KEYS[sign] for sign, letter in _ALIEN.findall(self.bottom)}

    def key_of(self, colour):
        keys = self.alien_keys()
        letter = colour[0].upper()
        if letter not in keys:
            raise Misread(f"no key for {colour}: {self.device.text()}")
        return keys[letter]

    def _alien(self, colour, purpose):
        """Answer with an alien: by its name, which has to be where its key says."""
        key = self.key_of(colour)
        names = {name: key for name, key in self.answers().items()}
        for line in self.device.text()[1:-1]:
            if line.startswith("OK "):
                names[line[3:]] = "ok"
        if names.get(colour) != key:
            raise Misread(f"{colour} has the key {key}, but {names}: {self.device.text()}")
        self.tap(key, purpose)

    def _advance(self, colour, purpose):
        self.tap(self.key_of(colour), purpose)

    def _open(self, colour, purpose):
        self.hold(self.key_of(colour), purpose)
        self.expect(f"{colour.capitalize()} on planet")

    def _favour(self, colour, _drop=None, dropped=None, purpose=None):
        self._open(colour, purpose)
        self.answer("favourite", purpose)
        if self.title == "Drop which favourite?":
            self._alien(dropped, purpose)

    def _exchange(self, mine, player, theirs, purpose):
        self._open(mine, purpose)
        self.answer("exchange", purpose)
        if self.title == f"Give {mine.capitalize()} to":
            self.answer(f"P{player} ", purpose)
        if self.title == f"P{player} gives":
            self._alien(theirs, purpose)

    def _swap(self, one, other=None, purpose=None):
        if other is None:
            self._open(COLOURS[2], purpose)
            self.answer("swap nobody", purpose)
            return
        self._open(one, purpose)
        self.answer("swap with", purpose)
        if self.title == f"Swap {one.capitalize()} with":
            self._alien(other, purpose)

    def _reveal(self, player, colour, purpose):
        self.expect(f"P{player}: which token?")
        self.tap(self.key_of(colour), purpose)

    # --- second thoughts ---

    def slip(self, rng, purpose="slip"):
        """Press what was not meant, or just look around; in the end nothing has happened."""
        if "which token?" in self.title:
            rng.choice((self._look_around, self._slip_in_tokens))(rng, purpose)
        else:
            rng.choice((self._look_around, self._slip_in_cards))(rng, purpose)

    def _slip_in_tokens(self, rng, purpose):
        """Press the token that somebody else has."""
        missing = [colour for colour in COLOURS if colour[0].upper() not in self.alien_keys()]
        if not missing:
            return
        known = dict(zip(COLOURS, _KEYS.values(), strict=True))
        self.tap(known[rng.choice(missing)], purpose)
        self.expect_notice("P")

    def _slip_in_cards(self, rng, purpose):
        """Open an alien's cards, look at one of them, and go back key by key."""
        title = self.title
        self._open(rng.choice(COLOURS), purpose)
        answers = self.answers()
        asking = [label for label in answers if label.endswith("…")]
        if asking:
            self.tap(answers[asking[0]], purpose)
            self.expect("Swap ")
            self.tap("back", purpose)
        self.tap("back", purpose)
        if self.title != title:
            raise Misread(f"{title} was on the display: {self.device.text()}")
