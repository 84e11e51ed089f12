"""Power-on: build the parts and run the app on them, whatever happens."""

from firmware import loading
from firmware.app import App
from firmware.drivers.files import Files
from firmware.restart import Restart
from firmware.screens.home import TESTED
from firmware.storage.settings import Settings
from firmware.watchdog import Watchdog

_SETTINGS = "settings.txt"


def offer_self_test(app):
    """On a device that nobody has used yet, offer to test it."""
    files = app.board.files
    try:
        used = files.read(TESTED) is not None or files.read(_SETTINGS) is not None
        used = used or app.keeper.shelf.numbers()
    except (OSError, MemoryError):
        return  # something is there, though it cannot be read
    if not used:
        app.visit("first_start", "FirstStartScreen")


def started_board(settings):
    """The PicoBoard that is wired as `settings` say, its display and matrix started."""
    board = loading.load("firmware.drivers.pico", "build")(settings)
    # The parts are built; how is not needed any more.
    loading.unload("firmware.drivers.pico")
    board.display.start()
    board.matrix.start()
    return board


def main():
    """Run the companion on a Pico; returns when somebody asks for the REPL after failures."""
    import machine

    settings = Settings(Files())
    board = started_board(settings)
    watchdog = Watchdog(board.files, machine)
    Restart(
        board, lambda: App(board, settings=settings), watchdog, machine.reset, offer_self_test
    ).run()


if __name__ == "__main__":
    main()
