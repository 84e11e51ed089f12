"""A device in trouble, told line by line; both Pythons must tell the same."""

import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

import binascii

from firmware.app import App
from firmware.restart import Restart
from firmware.watchdog import Watchdog
from host_tools.device import Board, Device
from host_tools.memory_files import MemoryFiles
from host_tools.readable_frame import ReadableFrame


class Machine:
    WDT_RESET = 3

    def __init__(self):
        self.fed = 0

    def reset_cause(self):
        return self.WDT_RESET

    def WDT(self, timeout):
        print("watchdog", timeout)
        return self

    def feed(self):
        self.fed += 1

    def reset(self):
        print("reset")
        raise KeyboardInterrupt


def failing(board, times):
    """A function that builds Apps: `times` of them fail after 100 ms, the next is left alone."""
    built = []

    def build():
        app = App(board, ReadableFrame())
        built.append(app)
        number = len(built)
        begun = board.clock.ms
        turn = app.turn

        def next_turn():
            passed = board.clock.ms - begun
            if passed > 100 and number <= times:
                raise ValueError("on purpose")
            if passed > 2000:
                raise KeyboardInterrupt
            # The third answer of the menu leaves to the REPL.
            board.down = 0b10 if number > times and passed > 1000 else 0
            return turn()

        app.turn = next_turn
        return app

    return build, built


def switch_on(files, times):
    board = Board(True, files)
    machine = Machine()
    build, built = failing(board, times)
    restart = Restart(board, build, Watchdog(files, machine), machine.reset)
    try:
        restart.run()
        print("left")
    except KeyboardInterrupt:
        print("power off")
    told = [where + " " + type(error).__name__ for where, error in board.logged]
    print(len(built), type(built[-1].screen).__name__, told, files.read("crashes"), machine.fed > 0)
    print("|".join(built[-1].frame.lines()))


def main():
    files = MemoryFiles()
    switch_on(files, 1)
    switch_on(files, 2)
    switch_on(files, 0)
    released = MemoryFiles({"release": b""})
    switch_on(released, 3)
    switch_on(released, 0)

    device = Device()
    device.follow("ok ok left")
    board = device.board
    board.display.answers = False
    device.follow("up")
    board.down = 0b010111
    device.wait(1000)
    board.down = 0
    device.wait(250)
    for _ in range(4):
        print(device.app.parts.dark, binascii.hexlify(device.colours[168:]))
        device.wait(250)
    board.display.answers = True
    device.wait(3500)
    board.matrix.answers = False
    device.wait(700)
    print("|".join(device.text()), device.shown == device.app.frame.buffer)
    board.matrix.answers = True
    device.down("left")
    device.wait(30_500)
    print("|".join(device.text()), device.app.play.done)
    print(board.matrix.wire == device.app.pixels.wire)
    print(board.logged)


main()
