"""Modules that are in memory only while their screens are in use: the Pico has little of it."""

import gc
import sys


def load(path, name):
    """What is called `name` in the module at `path`, which is imported if it is not there."""
    return getattr(__import__(path, None, None, (name,)), name)


def unload(path):
    """Let go of the module at `path`; the next `load` reads it again."""
    if path in sys.modules:
        del sys.modules[path]
    parent, _, child = path.rpartition(".")
    if hasattr(sys.modules.get(parent), child):
        delattr(sys.modules[parent], child)
    gc.collect()
