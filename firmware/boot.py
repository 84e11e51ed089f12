"""Safe mode: with BACK held at power-on nothing is run, and the REPL is free.

Deployed as /boot.py, which MicroPython runs before main.py. An ordinary exception in it keeps
main.py from being run; a SystemExit would start the board over and over again. The button is read
at the pin of the reference kit, so that a bad settings file cannot lock anybody out.
"""

import machine

from firmware import kit


def check():
    """Raise RuntimeError if BACK is down."""
    back = machine.Pin(kit.BUTTON_PINS[-1], machine.Pin.IN, machine.Pin.PULL_UP)
    if not back.value():
        raise RuntimeError("safe mode: BACK was held at power-on, so main.py is not run")


if __name__ == "__main__":
    check()
