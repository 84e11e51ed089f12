"""What the marks of `host_tools.bench.stand` say about presses, blinks and turns."""

from collections import namedtuple

PressCost = namedtuple("PressCost", "step react lights picture send loop")
PressCost.__doc__ = """The instructions one press caused, up to the last byte on the display.

step: its number in the script. react: polling, the event, the rules, what the screen does.
lights: painting the matrix and sending it. picture: painting the display's frame. send: comparing
it and sending what differs. loop: the rest of the turns in which pages were sent, mostly polling.
"""


def total(press):
    """All instructions of a PressCost."""
    return press.react + press.lights + press.picture + press.send + press.loop


def part(marks, begin, end):
    """The marks from the first one labelled `begin` to the next labelled `end`, both included."""
    labels = [label for label, _ in marks]
    first = labels.index(begin)
    return marks[first : labels.index(end, first) + 1]


def turns(marks):
    """Every turn of the loop, a list of (step or None, [(label, instructions), …])."""
    found = []
    step = None
    for label, at in marks:
        if label.startswith("step "):
            step = int(label[5:])
        elif label == ">":
            found.append((step, []))
        if found and label in (">", "lights", "picture", "send", "sent", "<"):
            found[-1][1].append((label, at))
    return found


def sort_turns(marks):
    """Sort the turns: (presses, blinks, quiet).

    presses: a list of PressCost, one for every time the display was painted. blinks: instructions
    of every turn that painted the matrix alone. quiet: those of turns that painted nothing.
    """
    presses = []
    blinks = []
    quiet = []
    for step, turn in turns(marks):
        at = dict(turn)
        whole = at["<"] - at[">"]
        send = at["sent"] - at["send"] if "send" in at else 0
        if "picture" in at:
            lights = at.get("lights", at["picture"])
            known = at["send"] - at[">"] + send
            presses.append(
                PressCost(
                    step,
                    lights - at[">"],
                    at["picture"] - lights,
                    at["send"] - at["picture"],
                    send,
                    whole - known,
                )
            )
        elif "lights" in at:
            blinks.append(whole - send)
        elif send and presses:
            last = presses[-1]
            presses[-1] = last._replace(send=last.send + send, loop=last.loop + whole - send)
        else:
            quiet.append(whole)
    return presses, blinks, quiet
