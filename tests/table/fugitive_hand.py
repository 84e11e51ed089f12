"""The hand that keeps the companion in step with a game of Fugitive."""

import re

from firmware import kit
from tests.table.hand import Hand, Misread

_KEYS = ("left", "up", "right")  # piles 1 to 3; none, one or two sprint cards
_PILES = ((4, 14), (15, 28), (29, 41))
_NUMBERS = 41  # the arrows go round
_STRIDE = 5
_FEW = 2  # taps; for a longer way the hand keeps an arrow down
_NEAR = 12  # numbers that single steps run through soon enough
_PATIENCE = 400  # looks at the display while an arrow is down
_LONGEST = 60  # presses for one number
_CHOSEN = re.compile("([0-9]+)(?: with| missed)?$")


class FugitiveHand(Hand):
    """Presses acts of the notation (tuples of words), reading the display on the way.

    patient: far numbers are reached by tapping alone, no arrow is ever kept down.
    """

    patient = False

    # --- set-up ---

    def set_up(self, edition, purpose="set-up"):
        """From the first screen to a game of this edition (1 or 2)."""
        self.choose("Fugitive", purpose)
        self.expect("Fugitive")
        self.expect("Players", 1)
        if not self.rows()[1].replace("◄ ", "").startswith(f"Edition {edition}"):
            self.tap("down", purpose)
            self.tap("right", purpose)
        self.tap("ok", purpose)

    def leave_unfinished(self):
        """From a game that broke off to the first screen."""
        self._menu("leave")
        self.choose("Leave", "leave")
        self.expect("Which game?")

    # --- acts ---

    def _draw(self, pile, _card=None, card=None, purpose=None):
        if card is None:
            self.tap(_KEYS[int(pile) - 1], purpose)
        else:
            self._note(int(pile), int(card), purpose)

    def _note(self, pile, card, purpose):
        """OK down, the pile, the card, OK up."""
        self.down("ok", purpose)
        self.expect("Your card")
        self.tap(_KEYS[pile - 1], purpose)
        self._go_to(card, purpose)
        self.up("ok")
        self.expect_notice(("A card noted", "No route fits"))

    def _hideout(self, count, purpose):
        self._sprints(int(count), "more sprints", purpose)

    def _pass(self, purpose):
        self.tap("down", purpose)
        self.answer("pass", purpose)

    def _escape(self, count, purpose):
        self.tap("down", purpose)
        self.answer("escape", purpose)
        self._choose_count(int(count), purpose)

    def _sprints(self, count, more, purpose):
        if count < len(_KEYS):
            self.tap(_KEYS[count], purpose)
            return
        self.tap("down", purpose)
        if self.title == "Fugitive":
            self.answer(more, purpose)
        self._choose_count(count, purpose)

    def _choose_count(self, count, purpose):
        while str(count) not in self.answers():
            self.answer("more", purpose)
        self.answer(str(count), purpose)

    def _skip(self, purpose):
        self.tap("ok", purpose)
        self.answer("no guess", purpose)

    def _guess(self, *words, purpose):
        hit = "hit" in words
        numbers = words[: words.index("hit" if hit else "miss")]
        for at, number in enumerate(numbers):
            if at:
                self.answer("one number more", purpose)
            self._go_to(int(number), purpose)
            self.tap("ok", purpose)
            self.expect("Guess " + " ".join(numbers[: at + 1]))
        if not hit:
            self.answer("missed", purpose)
            return
        self.answer("hit", purpose)
        for found in words[len(numbers) + 1 :]:
            place, _, rest = found.partition("=")
            number, _, cards = rest.partition("/")
            if self.title.startswith(f"Where is {number}?"):
                self._go_to_place(int(place), purpose)
                self.tap("ok", purpose)
            for card in cards.split(",") if cards else ():
                self.expect(f"Sprint cards of {number}")
                self._go_to(int(card), purpose)
                self.tap("ok", purpose)

    def _go_to_place(self, place, purpose):
        for _ in range(_LONGEST):
            here = int(self.title.split()[-1])
            if here == place:
                return
            self.tap("right" if here < place else "left", purpose)
        raise Misread(f"no way to position {place}: {self.device.text()}")

    # --- numbers ---

    def number(self):
        """The large number on the display: the one the arrows change."""
        found = _CHOSEN.search(self.device.text()[1])
        if not found:
            raise Misread(f"no number to change: {self.device.text()}")
        return int(found.group(1))

    def _go_to(self, number, purpose):
        """Change the number on the display to this one; some steps may pass over numbers."""
        here = self.number()
        strides = True
        for _ in range(_LONGEST):
            if here == number:
                return
            steps, ones = _way(here, number, strides)
            before = here
            if self.patient or abs(steps) + abs(ones) <= _FEW:
                self.tap(_key(steps, ones), purpose)
            elif abs(_distance(here, number)) <= _NEAR:
                self._run(_key(0, _distance(here, number)), number, 0, purpose)
            else:
                self._run(_key(steps, 0), number, _STRIDE // 2, purpose)
            here = self.number()
            # A long step can pass over more numbers than it seems, or go round the end too soon.
            nearer = abs(_distance(here, number)) < abs(_distance(before, number))
            strides = strides and (nearer or not steps)
        raise Misread(f"no way to {number}: {self.device.text()}")

    def _run(self, key, number, near, purpose):
        """Keep an arrow down until the number is there (or so near), or has been passed."""
        self.down(key, purpose)
        before = self.number()
        for _ in range(_PATIENCE):
            here = self.number()
            if abs(here - number) <= near or _passed(before, here, number, key):
                break
            before = here
            self.wait(kit.REPEAT_MS // 4)
        self.up(key)

    # --- second thoughts ---

    def slip(self, rng, purpose="slip"):
        """Press what was not meant, or just look around; in the end nothing has happened."""
        step = self.title.split(":")[1].split()[0]
        slips = [self._look_around, self._look_into_the_notebook]
        slips.append(getattr(self, f"_slip_in_{step}"))
        rng.choice(slips)(rng, purpose)

    def _slip_in_draw(self, rng, purpose):
        self.tap(rng.choice(("down", "ok")), purpose)
        self.expect_notice(("Draw a card", "Hold OK"))

    def _slip_in_play(self, rng, purpose):
        self.tap("down", purpose)
        if self.title.startswith("Fugitive:"):
            self.expect_notice("The Fugitive has only")  # so there is nothing to choose from
        else:
            self.tap("back", purpose)

    def _slip_in_guess(self, rng, purpose):
        before = self.number()
        self.tap("ok", purpose)
        if rng.random() < 0.5 and "one number more" in self.answers():
            self.answer("one number more", purpose)
            self.tap("up", purpose)
        self.tap("back", purpose)
        if self.number() != before:
            raise Misread(f"the number was {before}: {self.device.text()}")

    _slip_in_manhunt = _slip_in_guess

    def _look_into_the_notebook(self, rng, purpose):
        before = self.title
        self.down("ok", purpose)
        if self.title.startswith("Your card"):
            self.tap("down", purpose)
        for _ in range(rng.randrange(4)):
            self.tap(rng.choice(("left", "right", "up", "down")), purpose)
        self.up("ok")
        if self.title != before:
            raise Misread(f"{before} was on the display: {self.device.text()}")


def _distance(here, number):
    """How far it is, the arrows going round: negative to the left."""
    return (number - here + _NUMBERS // 2) % _NUMBERS - _NUMBERS // 2


def _way(here, number, strides=True):
    """(long steps, single steps) with the fewest taps, negative to the left or down."""
    ways = []
    for steps in range(-4, 5) if strides else (0,):
        ones = _distance(here + _STRIDE * steps, number)
        ways.append((abs(steps) + abs(ones), abs(steps), steps, ones))
    return min(ways)[2:]


def _key(steps, ones):
    if steps:
        return "up" if steps > 0 else "down"
    return "right" if ones > 0 else "left"


def _passed(before, here, number, key):
    """Whether the way from `before` to `here` has led past `number`, without going round."""
    if key in ("right", "up"):
        return before < number < here
    return here < number < before
