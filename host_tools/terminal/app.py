"""The terminal simulator's Textual app."""

import time
from collections import namedtuple

from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from host_tools.terminal.device import TerminalDevice
from host_tools.terminal.display import DisplayView
from host_tools.terminal.keys import HELP, HOLDS, TAPS, KeysView
from host_tools.terminal.matrix import MatrixView

_TURN_S = 0.01

Layout = namedtuple("Layout", "width height large_display large_matrix")
Layout.__doc__ = "How the parts are shown in a window of at least width × height characters."

LAYOUTS = (
    Layout(166, 38, True, True),
    Layout(150, 38, True, False),
    Layout(102, 28, False, True),
    Layout(80, 20, False, False),
)


def layout_for(width, height):
    """The largest Layout that fits, or None when the window is too small for any."""
    for layout in LAYOUTS:
        if width >= layout.width and height >= layout.height:
            return layout
    return None


def too_small(width, height):
    """What to say in a window that is too small."""
    least = LAYOUTS[-1]
    return (
        f"This window has {width} x {height} characters. The companion needs "
        f"{least.width} x {least.height}: make it larger, or its letters smaller. Q quits."
    )


class TerminalApp(App):
    """The face of the device, its keys on the keyboard, and help lines.

    companion: the device, a TerminalDevice or a `host_tools.pico.companion.EmulatedCompanion`.
    """

    TITLE = "tabletop companion"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = [
        Binding(name, "quit", show=False, priority=True) for name in ("q", "Q", "shift+q", "ctrl+c")
    ]
    CSS = """
    Screen { background: rgb(22,23,26); color: rgb(180,184,192); overflow: hidden; }
    #name { dock: top; width: 100%; height: 1; text-align: center; color: rgb(120,124,132); }
    #help { dock: bottom; width: 100%; height: auto; text-align: center; }
    #middle { width: 100%; height: 1fr; align: center middle; }
    #face { width: auto; height: auto; background: rgb(34,36,40); }
    #side { width: auto; height: auto; }
    #glass, #board { width: auto; height: auto; }
    #glass { background: rgb(4,5,8); }
    #board { background: rgb(16,17,19); }
    KeysView { margin: 1 0 0 0; }
    .spacious #glass, .spacious #board { padding: 1 1; }
    .spacious #side { margin: 0 0 0 2; }
    .spacious KeysView { margin: 1 0 0 1; }
    .broad KeysView { margin: 1 0 0 9; }
    #small { width: 100%; height: 100%; display: none; content-align: center middle;
             text-align: center; }
    .cramped #small { display: block; }
    .cramped #name, .cramped #help, .cramped #middle { display: none; }
    """

    def __init__(self, companion=None):
        super().__init__()
        self.companion = companion or TerminalDevice()
        self.display_view = DisplayView()
        self.matrix_view = MatrixView()
        self.keys_view = KeysView()
        self._last = time.monotonic()

    def compose(self):
        yield Static(self.TITLE, id="name")
        yield Static(self._help(), id="help")
        with Vertical(id="middle"):
            with Horizontal(id="face"):
                with Vertical(id="glass"):
                    yield self.display_view
                with Vertical(id="side"):
                    with Vertical(id="board"):
                        yield self.matrix_view
                    yield self.keys_view
        yield Static(id="small")

    def on_mount(self):
        self._last = time.monotonic()
        self.set_interval(_TURN_S, self._turn)

    def on_resize(self, event):
        width, height = event.size
        layout = layout_for(width, height)
        self.screen.set_class(layout is None, "cramped")
        if layout is None:
            self.query_one("#small", Static).update(too_small(width, height))
            return
        self.screen.set_class(layout.large_matrix or layout.large_display, "spacious")
        self.screen.set_class(layout.large_matrix, "broad")
        self.display_view.enlarge(layout.large_display)
        self.matrix_view.enlarge(layout.large_matrix)

    def on_key(self, event):
        if event.key not in TAPS and event.key not in HOLDS:
            return
        # Up to date first: how close keys follow each other tells a finger from auto-repeat.
        self._turn()
        if event.key in TAPS:
            self.companion.tap(TAPS[event.key])
        else:
            self.companion.toggle(HOLDS[event.key])
        event.stop()
        event.prevent_default()

    def _turn(self):
        now = time.monotonic()
        self.companion.advance((now - self._last) * 1000)
        self._last = now
        self.display_view.show(self.companion.frame)
        self.matrix_view.show(self.companion.colours, self.companion.brightness)
        self.keys_view.show(self.companion.down, self.companion.wanted)
        if self.companion.note != self._note:
            self.query_one("#help", Static).update(self._help())
        if self.companion.trouble:
            self.exit(return_code=1)

    def _help(self):
        self._note = self.companion.note
        return "\n".join(HELP + ((self._note,) if self._note else ()))
