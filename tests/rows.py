"""Scripts of keys that find a row of a list by its words; runs on both Pythons."""


def follow(device, script):
    """Do what a script of keys says (see `host_tools.device.read_keys`) on a Device.

    A word in square brackets takes a row of the list that is shown: `[Kept]` presses DOWN until the
    bright one starts with Kept, then OK. AssertionError where no row does.
    """
    for word in script.split(" "):
        if word[:1] == "[":
            take(device, word[1:-1])
        else:
            device.follow(word)


def take(device, start):
    """Take the row that starts with `start`, by the keys."""
    screen = device.app.screen
    for _ in range(screen.count()):
        if screen.row(screen.chosen)[0].startswith(start):
            device.tap("ok")
            return
        device.tap("down")
    raise AssertionError(f"no row {start} on {type(screen).__name__}")
