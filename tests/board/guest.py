"""The process with the MicroPython of a made-up board, and the pipes to it."""

import os
import subprocess

from host_tools.vm import ROOT, find_micropython
from tests.board import host_line

_SCRIPT = "tests/board/board_script.py"
_HEAP = "12m"
_CHUNK = 65536


class Guest:
    """Runs board_script.py on the flash in the file `image`; one order at a time.

    Raises VmMissing without a MicroPython. `output` and `reports` are the file descriptors at which
    there is something to `read_output` and `read_reports`. `errors` is the open file that gets
    what MicroPython itself complains about.
    """

    def __init__(self, image, blocks, errors):
        orders, self._orders = os.pipe()
        self.reports, reports = os.pipe()
        interrupts, self._interrupts = os.pipe()
        inside = (orders, reports, interrupts)
        self._count = 0
        command = [find_micropython(), "-X", "heapsize=" + _HEAP, _SCRIPT]
        command += [str(part) for part in (image, blocks, *inside)]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                pass_fds=inside,
                cwd=ROOT,
                env={**os.environ, "MICROPYPATH": f"{ROOT}:.frozen"},
                start_new_session=True,  # a Ctrl-C in the terminal of the tests is not meant for it
            )
        finally:
            for end in inside:
                os.close(end)
        self.output = self._process.stdout.fileno()
        os.set_blocking(self.output, False)
        os.set_blocking(self.reports, False)
        self._rest = b""

    def order(self, kind, payload=b""):
        """Give an order. Only once the one before is DONE."""
        self._count += 1
        self._write(self._orders, host_line.frame(kind, payload))

    def feed(self, data):
        """Bytes for the code that reads from stdin."""
        self._write(self._process.stdin.fileno(), data)

    def interrupt(self):
        """Raise KeyboardInterrupt in the order's code when it prints, sleeps, reads or opens."""
        self._write(self._interrupts, bytes([self._count & 0xFF]))

    def read_output(self):
        """What has been printed, as far as it is there."""
        return self._read(self.output)

    def read_reports(self):
        """The reports that have come: a list of (letter, payload); None without a process."""
        data = self._read(self.reports)
        if data is None:
            return None
        self._rest += data
        found = []
        while len(self._rest) >= host_line.HEAD:
            end = host_line.HEAD + int.from_bytes(self._rest[1 : host_line.HEAD], "little")
            if len(self._rest) < end:
                break
            found.append((self._rest[:1], self._rest[host_line.HEAD : end]))
            self._rest = self._rest[end:]
        return found

    def kill(self):
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.wait()
        for end in (self._orders, self.reports, self._interrupts):
            os.close(end)
        self._process.stdin.close()
        self._process.stdout.close()

    @staticmethod
    def _read(end):
        """All that is there; None at the end of file with nothing before it."""
        found = b""
        while True:
            try:
                data = os.read(end, _CHUNK)
            except BlockingIOError:
                return found
            if not data:
                return found or None
            found += data

    @staticmethod
    def _write(end, data):
        while data:
            data = data[os.write(end, data) :]
