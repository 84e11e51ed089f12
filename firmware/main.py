"""Power-on: build the parts, show the first screen, run for ever."""

from firmware.app import App
from firmware.drivers import pico
from firmware.screens.home import HomeScreen


def main():
    """Run the companion on a Pico; never returns."""
    board = pico.build()
    board.display.start()
    board.matrix.start()
    app = App(board)
    app.start(HomeScreen(app))
    app.run()


if __name__ == "__main__":
    main()
