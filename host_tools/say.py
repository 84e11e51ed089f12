"""Printing that bears a reader who leaves early, a full disk, a terminal without our letters."""

import os
import sys


def say(lines):
    """Print `lines` (any iterable of texts) as UTF-8; the exit status, 1 when they do not arrive.

    A reader who goes away early, as with `| head`, is no error.
    """
    if sys.stdout is None:
        print("standard output is closed", file=sys.stderr)
        return 1
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        for line in lines:
            print(line)
        sys.stdout.flush()
    except OSError as error:
        # What is still buffered must not come up again at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"standard output: {error.strerror}", file=sys.stderr)
        return 1
    return 0
