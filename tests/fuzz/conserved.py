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


def fugitive(state):
    """The cards of the three piles, wherever they are, and that no more are laid than are held."""
    role, step, number = state["turn"]
    turns = (number - 1) // 2  # of the Marshal, finished; the first has two draws
    drawn = turns + (1 if turns else 0)
    if role == "marshal" and step != "manhunt":
        drawn += (2 if number == 2 else 1) - state["draws_due"]
    taken = sum(state["taken"])
    left = sum(state["piles"])
    laid = sum([1 + sprints for sprints, _, _ in state["hideouts"]])
    # With nothing left to draw the turns no longer say how many cards were drawn.
    return (left + taken + drawn if left else 38, laid <= taken + 4)


def monster(state):
    """The cards outside the hands, who started, and that no two aliens share a later planet."""
    player, number = state["turn"]
    # Every turn but the last lays one card down and takes one from the deck, then the galaxy.
    cards = state["deck"] - state["eaten"] + number
    later = [planet for planet in state["positions"] if planet > 1]
    fits = len(set(later)) == len(later) and not (state["deck"] and state["eaten"])
    fits = fits and max([len(mine) for mine in state["favourites"]]) <= 2
    return (cards, (player - number) % state["players"], fits)


OF = {"flee_the_scene": flee_the_scene, "fugitive": fugitive, "monster": monster}
