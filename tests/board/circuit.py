"""The inside of a made-up board, in one thread: power, USB, REPL, MicroPython, watchdog."""

import contextlib
import json
import queue
import selectors
import socket
import time
import traceback

from host_tools.program import LIST, read_list
from tests.board import host_line
from tests.board.flash_image import FlashImage
from tests.board.guest import Guest
from tests.board.repl import CTRL_C, INTERRUPTED, Repl
from tests.board.usb_port import UsbPort
from tests.power.flash import SECTOR

SAFE_MODE = "safe mode"  # boot.py raised, or there is no main.py
BOOT_LOOP = "boot loop"  # SystemExit in boot.py: it starts over and over again
UNLISTED = "a program without a list"  # there is a main.py, and no program.txt of ours
NO_POWER = "no power"
BOOTSEL = "waits for a UF2 file"  # machine.bootloader(): a drive in place of a serial port

_STUBBORN_S = 0.3  # code that takes no notice of Ctrl-C for so long is cut off
POWER_ON, WATCHDOG = 1, 3  # as in machine.reset_cause()


class BoardBroke(Exception):
    """The made-up board itself failed, or was asked for what it cannot do; the text says how."""


class Circuit:
    """The board on the flash in the file `image`, set up as `settings` say, without power.

    Only `call` and `finish` may be used from another thread than the one that runs `serve`.
    state: what the last start led to. errors: the file that takes MicroPython's own complaints.
    """

    def __init__(self, image, errors, settings):
        self.settings = settings
        self.state = NO_POWER
        self._image = image
        self._errors = errors
        self._selector = selectors.DefaultSelector()
        self.port = UsbPort(self._selector)
        self._bell, self._rung = socket.socketpair()
        self._selector.register(self._rung, selectors.EVENT_READ, "bell")
        self._calls = queue.SimpleQueue()
        self._patient = []  # calls that wait until no code runs
        self._finished = False
        self._guest = None
        self._repl = None
        self._then = None  # what the report DONE is given to; None: MicroPython has nothing to do
        self._ordered = None  # the Future of an order from outside
        self._come_in = bytearray()
        self._received = 0
        self._interrupt = CTRL_C
        self._code_runs = False
        self._cut_off_at = None
        self._is_deaf = False
        self._wanted = 0  # bytes that the code waits for
        self._bites_at = None
        self._back_at = None
        self._cause = POWER_ON
        self._has_watchdog = False

    def call(self, result, function, at_once=False):
        """Have the thread put what `function()` returns into `result`, a Future.

        At once, or else when no code runs and the board is not about to come back.
        """
        self._calls.put((result, function, at_once))
        self._bell.send(b"!")

    def finish(self):
        """Let `serve` end, with the power off."""
        self._finished = True
        # A board that has just broken has no bell any more.
        with contextlib.suppress(OSError):
            self._bell.send(b"!")

    def serve(self):
        """Be a board until `finish`; the text of what went wrong, or ""."""
        broke = ""
        try:
            while not self._finished:
                self._turn()
        except Exception:
            broke = traceback.format_exc()
        finally:
            self.lose_power(NO_POWER)
            self._selector.close()
            self._bell.close()
            self._rung.close()
        while not self._calls.empty():
            self._patient.append(self._calls.get())
        for result, _, _ in self._patient:
            result.set_exception(BoardBroke(broke or "it is there no more"))
        return broke

    # What follows runs in the thread of `serve`.

    @property
    def has_power(self):
        return self._guest is not None

    def start(self):
        """Plug it in."""
        if self.has_power:
            raise BoardBroke("it has power already")
        self._cause = POWER_ON
        self._start()

    def lose_power(self, state):
        """Take the power away; `state` says why there is none."""
        self.port.close()
        self.state = state
        self._back_at = self._bites_at = None
        if not self.has_power:
            return
        self._end_guest()
        self._then = None
        if self._ordered:
            self._ordered.set_exception(BoardBroke("the power went"))
            self._ordered = None

    def change(self, settings):
        """Take other Settings over, as far as they do not wait for the next start."""
        if settings.gone_after != self.settings.gone_after:
            self._received = 0
        self.settings = settings
        if self.has_power:
            self._tell(lambda: None)

    def order(self, result, kind, payload):
        """Have MicroPython do something; the Future `result` is set when it is done."""
        self._order(kind, payload, self._ordered_is_done)
        self._ordered = result

    # What the Repl asks for.

    def send(self, data):
        if not self.settings.silent:
            self.port.send(data)

    def run(self, source, as_line):
        self._code_runs = True
        self._order(host_line.LINE if as_line else host_line.CODE, source, self._repl.ended)

    def soft_reset(self):
        self._boot()

    def main_stopped(self):
        if self._has_watchdog:
            # There is nobody any more who feeds it.
            self._wind_watchdog(self.settings.watchdog_ms)

    # Power and starting.

    def _start(self):
        self._back_at = None
        self._received = 0
        self._come_in.clear()
        self._is_deaf = False
        self._has_watchdog = False
        self._start_guest()
        self._repl = Repl(self, self.settings.banner)
        self.port.open()
        self._tell(self._boot)

    def _reset(self):
        """Be away for a moment; `cause` is what machine.reset_cause() will be then."""
        # A Pico resets itself by its watchdog, also when it is asked to.
        self._cause = WATCHDOG
        self.lose_power(NO_POWER)
        self._back_at = time.monotonic() + self.settings.absence_ms / 1000

    def _boot(self):
        self._code_runs = True
        self._order(host_line.BOOT, str(self._cause).encode(), self._booted)

    def _booted(self, trace, leaving):
        self.send(trace)
        image = FlashImage(self._image.read_bytes()[: self.settings.blocks * SECTOR])
        if leaving:
            self.state = BOOT_LOOP
            self._is_deaf = True
            return
        if trace or image.read("main.py") is None:
            self.state = SAFE_MODE
        else:
            listed = (image.read(LIST) or b"").decode("utf-8", "replace")
            self.state = read_list(listed)[0] or UNLISTED
        runs = self.state != SAFE_MODE and not self._repl.is_raw
        if runs:
            self._has_watchdog = image.read("release") is not None
            if self._has_watchdog:
                self._bites_at = None
        self._repl.booted(runs)

    # MicroPython.

    def _start_guest(self):
        self._guest = Guest(self._image, self.settings.blocks, self._errors)
        self._selector.register(self._guest.output, selectors.EVENT_READ, "output")
        self._selector.register(self._guest.reports, selectors.EVENT_READ, "reports")

    def _end_guest(self):
        self._code_has_ended()
        self._selector.unregister(self._guest.output)
        self._selector.unregister(self._guest.reports)
        self._guest.kill()
        self._guest = None

    def _cut_off(self):
        """Put another MicroPython in the place of one that takes no notice of Ctrl-C."""
        self._send_output()
        then, self._then = self._then, None
        self._end_guest()
        self._start_guest()
        self._tell(lambda: self._order(host_line.FRESH, b"", lambda *_: then(INTERRUPTED, False)))

    def _tell(self, then):
        self._repl.no_raw = self.settings.no_raw_repl
        self._repl.noise = self.settings.noise
        told = json.dumps(self.settings.inside()).encode()
        self._order(host_line.TELL, told, lambda trace, leaving: then())

    def _order(self, kind, payload, then):
        if self._then or not self.has_power:
            raise BoardBroke("it cannot be given an order now")
        self._then = then
        self._guest.order(kind, payload)

    def _ordered_is_done(self, trace, _):
        result, self._ordered = self._ordered, None
        if trace:
            result.set_exception(BoardBroke(trace.decode("utf-8", "replace")))
        else:
            result.set_result(None)

    def _read_reports(self):
        reports = self._guest.read_reports()
        # What was printed before comes before.
        self._send_output()
        if reports is None:
            self._errors.seek(0)
            raise BoardBroke("its MicroPython has ended: " + self._errors.read().decode())
        for kind, payload in reports:
            self._take_report(kind, payload)

    def _take_report(self, kind, payload):
        if kind == host_line.DONE:
            self._code_has_ended()
            then, self._then = self._then, None
            trace = payload[1:].replace(b"\n", b"\r\n")
            then(trace, payload[:1] == host_line.LEAVING)
        elif kind == host_line.HEEDED:
            self._cut_off_at = None
        elif kind == host_line.CUT:
            self.lose_power(NO_POWER)
        elif kind == host_line.RESET:
            self._reset()
        elif kind == host_line.LOADER:
            self.lose_power(BOOTSEL)
        elif kind == host_line.INTERRUPT:
            self._interrupt = int(payload)
        elif kind == host_line.INPUT:
            self._wanted = int(payload)
        elif kind == host_line.WATCHDOG:
            self._wind_watchdog(int(payload))

    def _code_has_ended(self):
        self._code_runs = False
        self._cut_off_at = None
        self._interrupt = CTRL_C
        self._wanted = 0

    def _send_output(self):
        printed = self._guest.read_output()
        if printed:
            self.send(printed)

    # The port.

    def _receive(self):
        data = self.port.receive()
        limit = self.settings.gone_after
        self._received += len(data)
        if limit and self._received >= limit:
            self.lose_power(NO_POWER)
        elif not self.settings.silent and not self._is_deaf:
            self._come_in += data

    def _give_input(self):
        """Pass on what has come in: to the code that runs, else to the REPL."""
        come_in = self._come_in
        while come_in and self.has_power and not self._then:
            self._repl.take(come_in)
        if not self._code_runs:
            return
        if self._interrupt >= 0 and self._interrupt in come_in:
            come_in[:] = come_in.replace(bytes([self._interrupt]), b"")
            self._guest.interrupt()
            # It may be waiting for input, and takes notice after it.
            self._guest.feed(bytes(self._wanted))
            self._wanted = 0
            self._cut_off_at = self._cut_off_at or time.monotonic() + _STUBBORN_S
        elif self._wanted and len(come_in) >= self._wanted:
            self._guest.feed(bytes(come_in[: self._wanted]))
            del come_in[: self._wanted]
            self._wanted = 0

    # The loop.

    def _turn(self):
        for key, events in self._selector.select(self._time_left()):
            if key.data == "bell":
                self._rung.recv(1024)
            elif not self._is_registered(key):
                continue  # what came before has closed it
            elif key.data == "knock":
                self.port.accept()
            elif key.data == "output":
                self._send_output()
            elif key.data == "reports":
                self._read_reports()
            else:
                if events & selectors.EVENT_WRITE:
                    self.port.flush()
                if events & selectors.EVENT_READ:
                    self._receive()
        self._look_at_clock()
        self._give_input()
        self._answer_calls()

    def _is_registered(self, key):
        now = self._selector.get_map().get(key.fd)
        return now is not None and now.fileobj == key.fileobj

    def _time_left(self):
        """Seconds until the clock has to be looked at, None for ever."""
        clocks = (self._bites_at, self._back_at, self._cut_off_at)
        times = [at for at in clocks if at is not None]
        return max(0, min(times) - time.monotonic()) if times else None

    def _look_at_clock(self):
        now = time.monotonic()
        if self._bites_at is not None and now >= self._bites_at:
            self._reset()
        elif self._back_at is not None and now >= self._back_at:
            self._start()
        elif self._cut_off_at is not None and now >= self._cut_off_at:
            self._cut_off()

    def _wind_watchdog(self, ms):
        if ms:
            self._bites_at = time.monotonic() + ms / 1000

    def _answer_calls(self):
        while not self._calls.empty():
            self._patient.append(self._calls.get())
        for call in list(self._patient):
            result, function, at_once = call
            if at_once or (not self._then and self._back_at is None):
                self._patient.remove(call)
                try:
                    result.set_result(function())
                except Exception as error:
                    result.set_exception(error)
