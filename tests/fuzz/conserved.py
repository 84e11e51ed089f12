"""What no action of a game changes, only a correction: a function of the state for every game."""


def flee_the_scene(state):
    """The vehicles of each kind, and the mission cards, wherever they lie."""
    ready, used = state["board"]
    supplies = state["supplies"]
    vehicles = [ready[v] + used[v] + sum([supply[v] for supply in supplies]) for v in range(3)]
    cards = state["draw_pile"] + state["open_missions"] + state["discards"]
    cards += sum(state["hands"]) + sum(state["carried"])
    cards += sum([len(points) for points in state["delivered"]])
    return (tuple(vehicles), cards)


OF = {"flee_the_scene": flee_the_scene}
