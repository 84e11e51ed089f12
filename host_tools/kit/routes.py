"""Finds ways for wires on a grid: level and upright, around all blocks, with few crossings.

Two wires never run on top of each other: they share a point only where they cross straight.
Points are (column, row) of the grid. Directions are 0 right, 1 down, 2 left, 3 up.
"""

import heapq

RIGHT, DOWN, LEFT, UP = range(4)
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))

_STEP = 10
_BEND = 35
_CROSS = 400
_CROSS_RAIL = 120
_BESIDE_BLOCK = 12  # a track next to a block is the exit of its pins
_BESIDE_WIRE = 4  # for each neighbour track in use: wires apart are easier to follow
_OVER = 1000  # for each point of a way that another wire has
_FOUGHT = 300  # more for a point each time that a wire had to leave it
_MOST_LAID = 500
_SWEEPS = 6

# What a point is taken by, for wires that pass it level (0) or upright (1).
_LEVEL, _UPRIGHT = 0, 1


class NoWay(ValueError):
    """There is no way left for the wire `name`."""

    def __init__(self, name):
        super().__init__(f"no way is left for the wire of {name}")
        self.name = name


class Routes:
    """The grid of `columns` x `rows` points and the wires on it."""

    def __init__(self, columns, rows):
        self._columns = columns
        self._rows = rows
        self._blocked = set()
        self._near = set()  # points next to a block
        self._rails = set()
        self._through = ({}, {})  # for _LEVEL and _UPRIGHT: {point: how many wires pass straight}
        self._corners = set()  # points where a wire ends or bends: for nobody else
        self._taken = set()  # points that no wire may use at all
        self._fought = {}  # {point: what it costs more since wires had to leave it}
        self._exits = set()  # points in front of pins: no wire bends there

    def block(self, left, top, right, bottom):
        """Keep wires out of the points from (left, top) to (right, bottom), both included."""
        for x in range(left - 1, right + 2):
            for y in range(top - 1, bottom + 2):
                inside = left <= x <= right and top <= y <= bottom
                (self._blocked if inside else self._near).add((x, y))

    def rail(self, column, top, bottom):
        """Lay an upright rail; wires may cross it, and end at any of its points, returned."""
        points = [(column, row) for row in range(top, bottom + 1)]
        self._rails.update(points)
        for point in points:
            self._through[_UPRIGHT][point] = 1
        return points

    def take(self, point):
        """Let no wire use this point."""
        self._taken.add(point)

    def exit(self, point, direction):
        """Keep the way out of a pin at `point` free of other wires' bends."""
        across, down = _STEPS[direction]
        self._exits.add((point[0] + across, point[1] + down))

    def lay(self, wanted):
        """Ways for all wires: {name: [corner points, both ends included]}.

        wanted: {name: (start, goals)}; start is (point, direction in which a wire leaves it), goals
        a list of such ends. They are laid in this order. A wire that finds no way left takes the
        cheapest one over others, which are then laid anew; at last each is laid anew with the
        others in place, as long as that makes anything better. Raises NoWay.
        """
        ways = {}
        waiting = list(wanted)
        for _ in range(_MOST_LAID):
            if not waiting:
                return {name: _corners(way) for name, way in self._improved(ways, wanted).items()}
            name = waiting.pop(0)
            way, _ = self._search(*wanted[name])
            if way is None:
                way, _ = self._search(*wanted[name], over_others=True)
                if way is None:
                    break
                for other in list(ways):
                    points = _clashes(way, ways[other])
                    if points:
                        self._mark(ways.pop(other), -1)
                        waiting.append(other)
                    for point in points:
                        # Whoever has another way shall take it the sooner.
                        self._fought[point] = self._fought.get(point, 0) + _FOUGHT
            ways[name] = way
            self._mark(way, 1)
        raise NoWay(name)

    def _improved(self, ways, wanted):
        before = None
        for _ in range(_SWEEPS):
            total = 0
            for name, ends in wanted.items():
                self._mark(ways[name], -1)
                ways[name], cost = self._search(*ends)
                self._mark(ways[name], 1)
                total += cost
            if total == before:
                break
            before = total
        return ways

    def _mark(self, way, change):
        """Note a way, a list of neighbouring points, as used (1) or no longer so (-1)."""
        for at, point in enumerate(way):
            ends = at in (0, len(way) - 1)
            axis = None if ends else _axis_at(way, at)
            if axis is None:
                (self._corners.add if change > 0 else self._corners.discard)(point)
            else:
                passing = self._through[axis]
                passing[point] = passing.get(point, 0) + change
                if not passing[point]:
                    del passing[point]

    def _search(self, start, goals, over_others=False):
        """(the cheapest way from start to one of the goals as a list of points, its cost).

        over_others: it may lie on other wires, if need be. (None, 0) where there is no way.
        """
        # A wire enters a goal against the direction in which one would leave it.
        entries = {(point, (direction + 2) % 4) for point, direction in goals}
        entries = {entry for entry in entries if entry[0] not in self._corners | self._taken}
        ends = {point for point, _ in entries}
        if not ends:
            return None, 0
        columns = [point[0] for point in ends]
        rows = [point[1] for point in ends]
        box = min(columns), min(rows), max(columns), max(rows)

        came = {start: None}
        costs = {start: 0}
        waiting = [(_least(start[0], box), 0, start)]
        done = set()
        pushed = 0
        while waiting:
            _, _, state = heapq.heappop(waiting)
            if state in done:
                continue
            done.add(state)
            if state in entries:
                return _way_back(state, came), costs[state]
            for after, cost in self._moves(state, start, ends, over_others):
                total = costs[state] + cost
                if after not in costs or total < costs[after]:
                    costs[after] = total
                    came[after] = state
                    pushed += 1
                    heapq.heappush(waiting, (total + _least(after[0], box), pushed, after))
        return None, 0

    def _moves(self, state, start, ends, over_others):
        """[(next state, cost)] from a state (point, direction)."""
        point, direction = state
        crossing = point in self._through[_LEVEL] or point in self._through[_UPRIGHT]
        if state == start:
            turns = (direction,)
        elif point in ends:
            return []
        elif point in self._exits or point in self._rails or (crossing and not over_others):
            turns = (direction,)  # no corner on somebody else's wire
        else:
            turns = (direction, (direction + 1) % 4, (direction + 3) % 4)
        found = []
        for turn in turns:
            x = point[0] + _STEPS[turn][0]
            y = point[1] + _STEPS[turn][1]
            after = (x, y)
            axis = turn & 1
            if after in ends and after not in self._through[axis]:
                found.append(((after, turn), _STEP + (_BEND if turn != direction else 0)))
                continue
            if not (0 <= x < self._columns and 0 <= y < self._rows):
                continue
            if after in self._blocked or after in self._taken:
                continue
            if axis == _UPRIGHT and after in self._rails:
                continue
            over = after in self._corners or after in self._through[axis]
            over = over or (crossing and turn != direction)
            if over and not over_others:
                continue
            cost = self._fought.get(after, 0) + (_OVER if over else 0)
            cost += _STEP + (_BEND if turn != direction else 0)
            if after in self._through[1 - axis]:
                cost += _CROSS_RAIL if after in self._rails else _CROSS
            if after in self._near:
                cost += _BESIDE_BLOCK
            found.append(((after, turn), cost + self._crowd(x, y, axis)))
        return found

    def _crowd(self, x, y, axis):
        """What the wires on the two neighbour tracks cost."""
        passing = self._through[axis]
        if axis == _LEVEL:
            beside = ((x, y - 1) in passing) + ((x, y + 1) in passing)
        else:
            beside = ((x - 1, y) in passing) + ((x + 1, y) in passing)
        return beside * _BESIDE_WIRE


def _least(point, box):
    """A cost that no way from the point into the box can stay below."""
    left, top, right, bottom = box
    across = max(left - point[0], 0, point[0] - right)
    down = max(top - point[1], 0, point[1] - bottom)
    return _STEP * (across + down)


def _clashes(way, other):
    """The points at which two ways meet otherwise than crossing straight."""
    found = []
    places = {point: at for at, point in enumerate(other)}
    for at, point in enumerate(way):
        if point in places:
            place = places[point]
            ends = at in (0, len(way) - 1) or place in (0, len(other) - 1)
            if ends or {_axis_at(way, at), _axis_at(other, place)} != {_LEVEL, _UPRIGHT}:
                found.append(point)
    return found


def _way_back(state, came):
    way = []
    while state:
        way.append(state[0])
        state = came[state]
    return way[::-1]


def _axis_at(way, at):
    """How a way passes its point number `at`: _LEVEL, _UPRIGHT, or None for a corner."""
    before, point, after = way[at - 1 : at + 2]
    if before[1] == point[1] == after[1]:
        return _LEVEL
    if before[0] == point[0] == after[0]:
        return _UPRIGHT
    return None


def _corners(way):
    """The points of a way at which it begins, bends and ends."""
    inner = [way[at] for at in range(1, len(way) - 1) if _axis_at(way, at) is None]
    return [way[0], *inner, way[-1]]
