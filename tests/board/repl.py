"""What MicroPython makes of the bytes that come in over USB while no code runs."""

import re

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
_BACKSPACE = (8, 127)
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_FRIENDLY_PROMPT = b">>> "
_SOFT_REBOOT = b"MPY: soft reboot\r\n"
_END = b"\x04"
_WINDOW = 128  # bytes that may come in raw paste mode before the board says that there is room
_ROOM = b"\x01"
_PLAIN = re.compile(rb"[^\x01-\x04]+")
INTERRUPTED = b"Traceback (most recent call last):\r\nKeyboardInterrupt: \r\n"


class Repl:
    """The friendly, the raw and the raw paste mode, and a main.py that runs until Ctrl-C.

    board: sends bytes with `send`, starts code with `run(source, as_line)` and a soft reset with
    `soft_reset(main_too)`. Afterwards the board calls `ended` or `booted`. Nothing may be given to
    `take` meanwhile. banner: what the friendly mode greets with. When no_raw is set Ctrl-A only
    brings a new prompt; `noise` are bytes before the answer to it.
    """

    def __init__(self, board, banner):
        self._board = board
        self._banner = banner
        self.no_raw = False
        self.noise = b""
        self._line = b""
        self._window = 0
        self._mode = self._friendly

    @property
    def runs_main(self):
        return self._mode == self._main

    def booted(self, runs_main):
        """boot.py is over; whether main.py runs now (never in raw mode)."""
        self._line = b""
        if self._mode == self._raw:
            self._board.send(_RAW_PROMPT)
        elif runs_main:
            self._mode = self._main
        else:
            self._greet()

    def ended(self, trace, leaving):
        """The code is over. trace: its traceback, bytes; leaving: whether it wants a reset."""
        if self._mode == self._friendly:
            self._board.send(trace)
            if not leaving:
                self._board.send(_FRIENDLY_PROMPT)
        else:
            self._board.send(_END + trace + _END)
            self._mode = self._raw
            if not leaving:
                self._board.send(b">")
        if leaving:
            self._reboot()

    def take(self, waiting):
        """Take the next bytes from the front of `waiting`, a bytearray that is not empty."""
        self._mode(waiting)

    def _main(self, waiting):
        byte = waiting.pop(0)
        if byte == CTRL_C:
            self._board.main_stopped()
            self._board.send(INTERRUPTED)
            self._greet()

    def _greet(self):
        self._mode = self._friendly
        self._line = b""
        self._board.send(self._banner + _FRIENDLY_PROMPT)

    def _friendly(self, waiting):
        byte = waiting.pop(0)
        send = self._board.send
        if byte == CTRL_A and not self.no_raw:
            self._mode = self._raw
            self._line = b""
            send(b"\r\n" + self.noise + _RAW_PROMPT)
        elif byte == CTRL_B:
            send(b"\r\n")
            self._greet()
        elif byte == CTRL_D and not self._line:
            send(b"\r\n")
            self._reboot()
        elif byte in b"\r\n" or byte in (CTRL_A, CTRL_C):
            line, self._line = self._line, b""
            send(b"\r\n")
            if line.strip() and byte in b"\r\n":
                self._board.run(line, as_line=True)
            else:
                send(_FRIENDLY_PROMPT)
        elif byte in _BACKSPACE:
            if self._line:
                self._line = self._line[:-1]
                send(b"\b \b")
        elif byte >= 32:
            self._line += bytes([byte])
            send(bytes([byte]))

    def _raw(self, waiting):
        plain = _PLAIN.match(waiting)
        if plain:
            self._line += plain.group()
            del waiting[: plain.end()]
            return
        byte = waiting.pop(0)
        line, self._line = self._line, b""
        send = self._board.send
        if byte == CTRL_A and len(line) == 2 and line[0] == CTRL_E:
            if line[1:] == b"A":
                send(b"R\x01" + _WINDOW.to_bytes(2, "little") + _ROOM)
                self._mode = self._paste
                self._window = _WINDOW
            else:
                send(b"R\x00>")
        elif byte == CTRL_A:
            send(self.noise + _RAW_PROMPT)
        elif byte == CTRL_B:
            send(b"\r\n")
            self._greet()
        elif byte == CTRL_D:
            send(b"OK")
            if line:
                self._board.run(line, as_line=False)
            else:
                send(b"\r\n")
                self._reboot()

    def _paste(self, waiting):
        ends = [at for at in (waiting.find(CTRL_C), waiting.find(CTRL_D)) if at >= 0]
        count = min([len(waiting), self._window, *ends])
        if count:
            self._line += waiting[:count]
            del waiting[:count]
            self._window -= count
            if not self._window:
                self._window = _WINDOW
                self._board.send(_ROOM)
            return
        byte = waiting.pop(0)
        source, self._line = self._line, b""
        self._board.send(_END)
        if byte == CTRL_C:
            self.ended(INTERRUPTED, False)
        else:
            self._board.run(bytes(source), as_line=False)

    def _reboot(self):
        self._board.send(_SOFT_REBOOT)
        self._board.soft_reset()

    @property
    def is_raw(self):
        return self._mode == self._raw
