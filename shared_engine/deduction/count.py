"""How likely each number is for each hidden hideout: worlds counted by their weights.

One walk from the end of the row to its start gives every station the weight of what lies behind it,
one walk back from the start the weight of what lies before it; their product is the weight of all
worlds with that station. All of it is integers, scaled anew at every entry.
"""

from shared_engine.deduction.layer import Layer
from shared_engine.deduction.worlds import NUMBER

_SCALE = 1 << 90  # about the largest weight in a layer


class Count:
    """Counts the worlds of `worlds` (Worlds), with `most` stations an entry (None: all of them).

    `work()` is a generator that does a small piece between any two of its yields. When it has ended
    `weights` holds per entry a dict {number: weight}, empty dicts without any world. `blurred` is
    True where stations have been taken together: then the weights are about right, and a number
    may have one without a world or none with one.
    """

    def __init__(self, worlds, most=None):
        self.weights = [{} for _ in range(worlds.length)]
        self._worlds = worlds
        self._most = most or 1 << 30
        self.blurred = not worlds.is_exact

    def work(self):
        worlds = self._worlds
        layer = Layer(worlds, worlds.length, self._most)
        for station in worlds.ends():
            layer.add(station, _SCALE)
        layers = [layer]
        for at in range(worlds.length - 1, -1, -1):
            before = Layer(worlds, at, self._most)
            weights = layer.weights
            _scale(weights)
            for station in sorted(weights):
                weight = weights[station]
                for behind, numbers, top, bottom in worlds.back(at, station):
                    share = weight * top // bottom
                    for number in numbers:
                        before.add(behind + number, share)
                yield
            layer = before
            self.blurred = self.blurred or layer.level > 0
            layers.append(layer)
        # From the start on: what lies before each station.
        fronts = {station: _SCALE for station in layer.weights}
        layers.pop()
        for at in range(worlds.length):
            before = layer
            layer = layers.pop()
            onward = {}
            found = self.weights[at]
            for station in sorted(layer.weights):
                weight = 0
                there = False
                for behind, numbers, top, bottom in worlds.back(at, station):
                    front = 0
                    for number in numbers:
                        earlier, more, of = before.standing_for(behind + number)
                        if earlier in fronts:
                            there = True
                            front += fronts[earlier] * more // of
                    weight += front * top // bottom
                if there:
                    onward[station] = weight
                    number = station & NUMBER
                    found[number] = found.get(number, 0) + weight * layer.weights[station]
                yield
            _scale(onward)
            fronts = onward


def _scale(weights):
    """Scale the weights of {station: weight} in place so that the largest is about _SCALE.

    None of them becomes 0: what is possible stays possible.
    """
    largest = max([abs(weight) for weight in weights.values()] + [1])
    shift = 0
    while largest << shift < _SCALE:
        shift += 1
    while shift <= 0 and largest >> -shift > _SCALE:
        shift -= 1
    for station in weights:
        weight = weights[station]
        weights[station] = (weight << shift if shift > 0 else weight >> -shift) or 1
