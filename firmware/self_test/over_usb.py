"""The self-test with its lines on USB: `import firmware.self_test.over_usb as t; t.run()`."""

from firmware.app import App
from firmware.drivers.files import Files
from firmware.main import started_board
from firmware.screens.home import HomeScreen
from firmware.storage.settings import Settings

_PAINT_MS = 500  # until the report is on the display


def run():
    """Test the device this runs on; returns when the report is shown or the test was left."""
    settings = Settings(Files())
    try_out(App(started_board(settings), settings=settings), print)


def try_out(app, say):
    """Run the self-test on `app` and say its lines. Ctrl-C ends it; the lights are dark then."""
    clock = app.clock
    app.start(HomeScreen(app))
    app.visit("self_test", "SelfTestScreen", say)
    test = app.screen
    try:
        while test in app.stack:
            clock.sleep_ms(app.turn())
        if not test.over:
            say("self-test: it broke; crash.log on the device says where")
        since = clock.ticks_ms()
        while clock.ticks_diff(clock.ticks_ms(), since) < _PAINT_MS:
            clock.sleep_ms(app.turn())
    except KeyboardInterrupt:
        if not test.over:
            test.leave()
    app.board.matrix.show(bytes(len(app.pixels.wire)))
