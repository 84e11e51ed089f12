"""A made-up board for Flee the Scene: cities, and the one-vehicle ways between them.

The printed board is its publisher's. This one is of the same kind: a score of cities around a sea,
each with two or more kinds of ways, six of them giving missions.
"""

_WAYS = {
    "train": (
        "Paris-La Rochelle", "La Rochelle-Madrid", "Madrid-Lisboa", "Madrid-Barcelona",
        "Barcelona-Marseille", "Paris-Torino", "Torino-Wien", "Torino-Roma", "Roma-Napoli",
        "Wien-Beograd", "Beograd-Istanbul", "Beograd-Athinai", "Alger-Tunis", "Tripoli-Cairo",
        "Sevilla-Madrid",
    ),
    "truck": (
        "Paris-Marseille", "Paris-Wien", "La Rochelle-Barcelona", "Madrid-Sevilla",
        "Sevilla-Lisboa", "Marseille-Torino", "Torino-Beograd", "Napoli-Roma", "Tunis-Alger",
        "Tunis-Sfax", "Sfax-Tripoli", "Istanbul-Izmir", "Athinai-Istanbul", "Cairo-Tripoli",
        "Wien-Istanbul",
    ),
    "ship": (
        "La Rochelle-Lisboa", "Sevilla-Alger", "Barcelona-Cagliari", "Marseille-Cagliari",
        "Marseille-Alger", "Cagliari-Tunis", "Cagliari-Roma", "Tunis-Tripoli", "Napoli-Valletta",
        "Valletta-Sfax", "Valletta-Tripoli", "Athinai-Valletta", "Athinai-Izmir", "Cairo-Izmir",
        "Cairo-Athinai",
    ),
}
MISSION_CITIES = ("Paris", "Madrid", "Roma", "Tunis", "Athinai", "Cairo")


def _read():
    ways = {}
    for kind, pairs in _WAYS.items():
        for pair in pairs:
            one, other = pair.split("-")
            ways.setdefault(one, []).append((kind, other))
            ways.setdefault(other, []).append((kind, one))
    return {city: tuple(sorted(ways[city])) for city in sorted(ways)}


def _count_hops():
    """{city: {city: fewest moves}}, whatever vehicles they take."""
    hops = {}
    for start in WAYS_FROM:
        found = {start: 0}
        waiting = [start]
        for city in waiting:
            for _, onward in WAYS_FROM[city]:
                if onward not in found:
                    found[onward] = found[city] + 1
                    waiting.append(onward)
        hops[start] = found
    return hops


WAYS_FROM = _read()  # {city: ((kind of vehicle, next city), …)}
CITIES = tuple(WAYS_FROM)
HOPS = _count_hops()
