"""What happens at power-on before main.py: safe mode, and taking over a new version.

The board's own /boot.py calls `check`. An ordinary exception in it keeps main.py from being run and
leaves the REPL free; a SystemExit would start the board over and over again. Nothing here depends
on the rest of the firmware but for the pin of BACK, so old and new files may lie side by side
while a new version is being taken over.
"""

import os

QUIET = "quiet"  # a file: start once without main.py, for a PC that wants to work on the board


def check():
    """Get the files ready for main.py; raise RuntimeError for safe mode.

    What cannot be made ready raises as well (OSError, ValueError), and nothing is run either.
    """
    import machine

    from firmware import kit

    # At the pin of the reference kit, so that a bad settings file cannot lock anybody out.
    back = machine.Pin(kit.BUTTON_PINS[-1], machine.Pin.IN, machine.Pin.PULL_UP)
    if not back.value():
        raise RuntimeError("safe mode: BACK was held at power-on, so main.py is not run")
    names = os.listdir()
    if QUIET in names:
        os.remove(QUIET)
        raise RuntimeError("started once without main.py, as the PC asked")
    if "update" in names:
        _take_over_update()


def _take_over_update():
    from firmware import update

    if update.is_ready():
        update.finish()
