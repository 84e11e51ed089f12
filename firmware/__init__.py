"""The companion's firmware: runs unchanged under MicroPython and CPython."""
