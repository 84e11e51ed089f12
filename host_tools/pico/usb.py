"""The USB port of the emulated Pico, as a TCP port of this PC that mpremote and pyserial open."""

import select
import socket
import time

from rp2040py.usb.cdc import USBCDC

_SLICE_MS = 1  # of the Pico's time between two looks at the connection
_PACKET = 64  # bytes that go over USB at once
_CHUNK = 4096


class HeldCdc(USBCDC):
    """The PC's end of the cable, which asks for nothing while it has nothing to send.

    The emulator's own answers every request for data at once with none, and so keeps interrupting
    the guest.
    """

    def __init__(self, usb):
        super().__init__(usb)
        self._wanted = 0  # bytes that the guest has room for
        answer = usb.on_endpoint_read

        def on_read(endpoint, size):
            if endpoint == self._out_endpoint and not self.tx_fifo.item_count:
                self._wanted = size
            else:
                answer(endpoint, size)

        self._answer = answer
        usb.on_endpoint_read = on_read

    def send(self, data):
        """Take as many of these bytes as there is room for: how many."""
        room = min(self.tx_fifo.size - self.tx_fifo.item_count, len(data))
        for byte in data[:room]:
            self.send_serial_byte(byte)
        if room and self._wanted:
            wanted, self._wanted = self._wanted, 0
            self._answer(self._out_endpoint, wanted)
        return room

    def _on_controller_reset(self):
        self._wanted = 0
        super()._on_controller_reset()


class UsbPort:
    """Joins a TCP port to an EmulatedPico that has not run yet, one client at a time.

    url: for mpremote and pyserial. What the Pico says while nobody listens is lost, as it is at a
    terminal that is closed. It runs no faster than the clock on the wall, so that nobody at the
    other end seems slow.
    """

    def __init__(self, pico):
        self._pico = pico
        self._cdc = HeldCdc(pico.chip.rp2040.usb_ctrl)
        self._cdc.on_serial_data = self._say
        self._server = socket.create_server(("127.0.0.1", 0))
        self._client = None
        self._unsent = bytearray()  # to the Pico
        self._due = time.monotonic()
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def step(self):
        """Let a moment pass, on the Pico and on the cable."""
        waiting = [self._server] + ([self._client] if self._client else [])
        early = max(self._due - time.monotonic(), 0)
        for ready in select.select(waiting, (), (), early)[0]:
            if ready is self._server:
                self._greet()
            else:
                self._listen()
        if self._unsent:
            del self._unsent[: self._cdc.send(bytes(self._unsent[:_PACKET]))]
        self._pico.run(_SLICE_MS)
        self._due = max(self._due + _SLICE_MS / 1000, time.monotonic() - _SLICE_MS / 1000)

    def close(self):
        """Unplug it."""
        self._hang_up()
        self._server.close()

    def _greet(self):
        client, _ = self._server.accept()
        self._hang_up()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client

    def _listen(self):
        try:
            data = self._client.recv(_CHUNK)
        except OSError:
            data = b""
        if data:
            self._unsent += data
        else:
            self._hang_up()

    def _say(self, data):
        try:
            if self._client:
                self._client.sendall(bytes(data))
        except OSError:
            self._hang_up()

    def _hang_up(self):
        if self._client:
            self._client.close()
            self._client = None
