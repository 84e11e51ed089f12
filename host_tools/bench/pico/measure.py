"""Measures on the emulated Pico; each function switches a device on, or goes on with one."""

from collections import namedtuple

from host_tools.bench.pico.games import GAMES, actions, begun
from host_tools.bench.pico.latency import NS_PER_MS, answers
from host_tools.bench.pico.player import Player, press_quickly
from host_tools.bench.pico.probe import MAIN, Probe
from host_tools.pico.board import PICTURE_MS, WINDOW_MS, EmulatedPico
from host_tools.pico.stored import at_first, play_in
from host_tools.pico.trouble import NoPico, NoPicture
from shared_engine.record import Reader

PRESSES_A_SECOND = 20
_IDLE_MS = 4000  # of several blinks
_HZ = 125_000_000
_ON = b"\x00\xaf"  # what switches the display on
_UPDATE_MS = 120_000  # the notebook is ready by then, or it never is
_GIVEN_MS = 1000  # OK is held, and its screen is loaded

PowerOn = namedtuple("PowerOn", "first usable")
PowerOn.__doc__ = "From power-on, in ms: to the first picture seen, and to the loop being at rest."

Quick = namedtuple("Quick", "pressed counted")
Quick.__doc__ = "Quick presses: how many there were, and how many had an effect."

Wear = namedtuple("Wear", "erases actions")
Wear.__doc__ = "Erased parts of the flash, and the actions done and taken back meanwhile."

Game = namedtuple("Game", "power_on answers idle wear")
Game.__doc__ = "A scripted game: PowerOn, a list of Answer, share of the CPU while idle, Wear."

Watched = namedtuple("Watched", "used least")
Watched.__doc__ = "A game: bytes of heap in use at its end, the least that were ever free in it."

Notebook = namedtuple("Notebook", "ms longest")
Notebook.__doc__ = "An update: ms from its beginning to its end; the longest piece of it, in us."


class Bench:
    """Measures one program on one MicroPython.

    firmware: a `host_tools.pico.uf2.Firmware`. files: {path: bytes} of the program. The methods
    raise NoPico where the emulator or the program does not run.
    """

    def __init__(self, firmware, files):
        self._firmware = firmware
        self._files = files

    def switched_on(self, play=None, probed=False):
        """(an EmulatedPico at rest, its PowerOn, a Probe or None); play: the game it wakes in."""
        files = {**self._files, **at_first(play)}
        if probed:
            files["main.py"] = MAIN.encode()
        pico = EmulatedPico(self._firmware, files)
        probe = Probe(pico) if probed else None
        return pico, power_on(pico), probe

    def home(self):
        """(PowerOn, share of the CPU while idle) on the first screen."""
        pico, at, _ = self.switched_on()
        return at, idle(pico)

    def game(self, name, keys):
        """The Game of a new game called `name` in which `keys` are pressed."""
        pico, at, _ = self.switched_on(begun(name))
        share = idle(pico)
        before = pico.erases
        player = Player(pico)
        player.follow(keys)
        wear = Wear(pico.erases - before, actions(name, keys))
        return Game(at, answers(player.presses, pico.transfers, pico.writes), share, wear)

    def quick(self, name):
        """The Quick of as many undos as there are actions in the scripted game called `name`."""
        pico, _, _ = self.switched_on(begun(name, GAMES[name][1]))
        return quick_presses(pico)

    def heap(self, play, keys):
        """The Watched of the game `play`, in which `keys` are pressed."""
        pico, _, probe = self.switched_on(play, probed=True)
        probe.heap(watch=True)
        Player(pico).follow(keys)
        heap = probe.heap()
        return Watched(heap.used, heap.least)

    def notebook(self, actions):
        """The Notebook of a position of Fugitive, `actions` in the notation."""
        reader = Reader()
        for line in ("game fugitive", *actions):
            reader.line(line)
        pico, _, probe = self.switched_on(reader.finish(), probed=True)
        probe.heap()
        pico.key("ok", True)
        pico.run(_GIVEN_MS)
        if not pico.run_until_resting(_UPDATE_MS):
            raise NoPico(f"the notebook was not ready within {_UPDATE_MS // 1000} seconds")
        heap = probe.heap()
        return Notebook(heap.worked / 1000, heap.longest)


def power_on(pico):
    """Run an EmulatedPico just switched on until it rests: its PowerOn. Raises NoPicture."""
    if not pico.run_until(lambda: pico.panel.lit, PICTURE_MS):
        raise NoPicture(f"no picture within {PICTURE_MS // 1000} seconds")
    lit = [each.last for each in pico.transfers if each.data == _ON]
    pico.run_until_resting()
    return PowerOn(lit[0] / NS_PER_MS, pico.ms - WINDOW_MS)


def idle(pico):
    """The share of the processor that an EmulatedPico uses while nobody does anything."""
    cycles = pico.cycles
    pico.run(_IDLE_MS)
    return (pico.cycles - cycles) / (_IDLE_MS * _HZ / 1000)


def quick_presses(pico):
    """The Quick of undoing everything in the game at hand, whose screen is shown."""
    done = play_in(pico.files()).done
    press_quickly(pico, "back", done, 1000 // PRESSES_A_SECOND)
    return Quick(done, done - play_in(pico.files()).done)
