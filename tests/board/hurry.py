"""Short naps for mpremote and pyserial, which sleep while they wait for slower boards."""

import time
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import mpremote.transport_serial
import serial.urlhandler.protocol_socket

_NAP_S = 0.0003


class _ShortNaps:
    """The module `time`, but that it sleeps for a moment at most."""

    @staticmethod
    def sleep(seconds):
        time.sleep(min(seconds, _NAP_S))

    def __getattr__(self, name):
        return getattr(time, name)


@contextmanager
def hurry(*modules):
    """In the `with` block mpremote, pyserial and `modules` (which have imported `time`) hurry."""
    with ExitStack() as stack:
        for module in (mpremote.transport_serial, serial.urlhandler.protocol_socket, *modules):
            stack.enter_context(patch.object(module, "time", _ShortNaps()))
        yield
