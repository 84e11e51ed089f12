"""The line between a made-up board's MicroPython and the process around it; runs on MicroPython.

Orders come in, reports go out; both are a letter, the length of what follows (4 bytes,
little-endian) and that many bytes. Orders come one at a time; each is answered by DONE. An
interrupt is a single byte on a third pipe: which order it is meant for, counted from 1, the lowest
eight bits of that.
"""

import select

# Orders.
FRESH = b"a"  # nothing: be as after power-on
BOOT = b"b"  # what reset_cause() shall be, in decimal: be as after power-on, then run boot.py
CODE = b"x"  # source text, as given to the raw REPL
LINE = b"l"  # a line typed into the friendly one
TELL = b"t"  # JSON: the Settings that concern the inside
PUT = b"p"  # path, zero byte, content: write a file
FILL = b"f"  # a number in decimal: leave only so many blocks free
# Reports.
HEEDED = b"h"  # an interrupt has struck
DONE = b"d"  # LEAVING or STAYING, then a traceback or nothing
CUT = b"c"  # the power went
RESET = b"r"  # machine.reset() was called
LOADER = b"o"  # machine.bootloader() was called
INTERRUPT = b"i"  # a number in decimal: the character that interrupts from now on, -1 for none
INPUT = b"n"  # a number in decimal: so many bytes are wanted on stdin
WATCHDOG = b"w"  # a number in decimal: the watchdog bites in so many ms

LEAVING = b"!"  # the code wants a soft reset
STAYING = b"."
HEAD = 5  # bytes: letter and length


def frame(kind, payload=b""):
    """The bytes of an order or a report."""
    return kind + len(payload).to_bytes(4, "little") + payload


class HostLine:
    """The board's end of the line, on three open files."""

    def __init__(self, orders, reports, interrupts):
        self._orders = orders
        self._reports = reports
        self._interrupts = interrupts
        self._interrupted = select.poll()
        self._interrupted.register(interrupts, select.POLLIN)
        self._count = 0

    def next_order(self):
        """(letter, payload); a letter b"" when there is nobody any more."""
        head = self._orders.read(HEAD)
        if len(head) < HEAD:
            return b"", b""
        self._count += 1
        size = int.from_bytes(head[1:], "little")
        return head[:1], self._orders.read(size) if size else b""

    def report(self, kind, payload=b""):
        self._reports.write(frame(kind, payload))

    def last_report(self, kind):
        """Report what ends this process, and do nothing more."""
        self.report(kind)
        while self._orders.read(1):
            pass

    def heed(self, ms=0):
        """Wait so long; raise KeyboardInterrupt as soon as there is one for the order at hand.

        MicroPython on a PC interrupts by a signal wherever it is, even in the middle of its
        memory management, and may hang then. So whatever waits or prints calls this instead.
        """
        while self._interrupted.poll(max(0, ms)):
            meant_for = self._interrupts.read(1)
            if not meant_for:
                raise SystemExit  # there is nobody any more
            if meant_for[0] == self._count & 0xFF:
                self.report(HEEDED)
                raise KeyboardInterrupt
