"""A scripted game on the emulated Pico and on its twin under CPython, compared press by press."""

from host_tools.bench.pico.games import GAMES, actions, begun
from host_tools.bench.pico.latency import answers
from host_tools.bench.pico.measure import Wear
from host_tools.bench.pico.player import Player
from host_tools.bench.report import spread
from host_tools.pico.twins import Twins

SLACK = 1.25  # times grow by less than that before somebody hears of it
LOOSE = 2


class Playthrough:
    """The scripted game called `name`, played from its first press to its last.

    name      as it was given
    differs   [(number of the press, key, what is another picture)], empty where all were the same
    answers   what was seen of each press and when, a list of `host_tools.bench.pico.latency.Answer`
    wear      a Wear
    twins     the Twins, the game at rest
    """

    def __init__(self, firmware, program, name):
        self.name = name
        self.twins = Twins.switched_on(firmware, program.files, begun(name), kept=None)
        pico, twin = self.twins.pico, self.twins.twin
        player = Player(pico)
        self.differs = []
        erases = pico.erases
        keys = GAMES[name][1]
        for number, word in enumerate(keys.split(), 1):
            player.follow(word)
            twin.follow(word)
            moment = self.twins.moment()
            if moment.differs:
                self.differs.append((number, word, moment.differs))
        self.wear = Wear(pico.erases - erases, actions(name, keys))
        self.answers = answers(player.presses, pico.transfers, pico.writes)

    def times(self):
        """[(median, 95th percentile)] in ms of: first visible change, lights, everything."""
        fields = ("first", "lights", "everything")
        values = [[getattr(answer, field) for answer in self.answers] for field in fields]
        return [spread([each for each in found if each is not None])[:2] for found in values]

    def check_times(self, measured, figure):
        """No median is a quarter above what was `measured`, a tuple like `times` returns.

        The 95th percentile of so few presses jumps with a single collection of garbage: it may be
        twice what it was. Every byte sent is one that is needed. figure: the fixture.
        """
        found = self.times()
        texts = [f"{median:.1f} / {most:.1f}" for median, most in found]
        figure(
            f"{self.name}, {len(self.answers)} presses, median / 95 %, ms: "
            f"first change {texts[0]}, lights {texts[1]}, everything {texts[2]}"
        )
        for now, before in zip(found, measured, strict=True):
            assert 1 < now[0] < SLACK * before[0], (found, measured)
            assert now[1] < LOOSE * before[1], (found, measured)
        sent = sum(answer.sent for answer in self.answers)
        assert 0 < sent == sum(answer.fewest for answer in self.answers)

    def check(self):
        """Every picture was the twin's, and so is the game that is stored; nothing went wrong."""
        assert self.differs == []
        state, failed, faults = self.twins.outcome()
        assert (failed, faults) == ([], [])
        assert state == self.twins.twin.state() and state is not None
        assert not [path for path in self.twins.pico.files() if path.startswith("crash.log")]
