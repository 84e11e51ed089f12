"""Where a made-up board is plugged in: a TCP port in place of a serial one."""

import random
import selectors
import socket
import time

_HOST = "127.0.0.1"
# Below the numbers that systems give out by themselves, so that nobody else takes the port while
# the board is away.
_LOWEST, _HIGHEST = 20000, 31999
_REBIND_S = 5
_CHUNK = 65536
_QUICKACK = getattr(socket, "TCP_QUICKACK", None)  # Linux has it


class UsbPort:
    """One client at a time; the next is taken when it has left. Does not block.

    selector: tells when there is something to do, with "knock" or "client" as the data. url: what
    pyserial opens; refused while the port is closed.
    """

    def __init__(self, selector):
        self._selector = selector
        self._listener = None
        self._client = None
        self._going_out = b""
        self._number = 0

    @property
    def url(self):
        return f"socket://{_HOST}:{self._number}"

    @property
    def is_open(self):
        return self._listener is not None

    def open(self):
        """Be there, from the first time on at the same address."""
        until = time.monotonic() + _REBIND_S
        while not self._listener:
            number = self._number or random.SystemRandom().randint(_LOWEST, _HIGHEST)
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((_HOST, number))
                listener.listen()
            except OSError:
                listener.close()
                if time.monotonic() > until:
                    raise
                continue
            listener.setblocking(False)
            self._number = number
            self._listener = listener
            self._wait_for_client()

    def close(self):
        """Be unplugged: the client is cut off, the next one refused."""
        if self._client:
            self._drop_client()
        elif self._listener:
            self._selector.unregister(self._listener)
        if self._listener:
            self._listener.close()
            self._listener = None

    def accept(self):
        """Take the client that knocked."""
        try:
            client, _ = self._listener.accept()
        except BlockingIOError:
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self._selector.unregister(self._listener)
        self._selector.register(client, selectors.EVENT_READ, "client")

    def receive(self):
        """What the client has sent; it may have left instead."""
        if not self._client:
            return b""
        if _QUICKACK is not None:
            # The client sends piece by piece, and TCP holds every next one back until this.
            self._client.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)
        try:
            data = self._client.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._let_go()
        return data

    def send(self, data):
        """Send to the client; without one it is lost, as on USB."""
        if self._client:
            self._going_out += data
            self.flush()

    def flush(self):
        """Send what still waits, as far as the client takes it."""
        try:
            while self._going_out:
                self._going_out = self._going_out[self._client.send(self._going_out) :]
        except BlockingIOError:
            pass
        except OSError:
            self._let_go()
            return
        waits = selectors.EVENT_WRITE if self._going_out else 0
        self._selector.modify(self._client, selectors.EVENT_READ | waits, "client")

    def _drop_client(self):
        self._selector.unregister(self._client)
        self._client.close()
        self._client = None
        self._going_out = b""

    def _let_go(self):
        self._drop_client()
        self._wait_for_client()

    def _wait_for_client(self):
        self._selector.register(self._listener, selectors.EVENT_READ, "knock")
