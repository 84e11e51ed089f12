"""The self-test of a device that has just been built: what is tried, and what a fault is called.

In memory only while it runs; `firmware.screens.self_test` shows it.
"""
