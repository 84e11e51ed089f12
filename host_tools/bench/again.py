"""A game that was played elsewhere, done again; runs on both Pythons."""

from binascii import unhexlify


def set_up(game, players=None):
    """Options for `game`, with something for all that must be chosen before the first action.

    players: how many, its usual number by default.
    """
    options = {"players": players or game.usual}
    for option in game.options(options["players"]):
        if option.default is None and not option.secret:
            options[option.name] = option.choices[(option.player or 1) - 1]
    return options


def again(play, texts):
    """Do the actions of `host_tools.bench.walk.walked` on a new Play, one with each `next`.

    They are taken as accepted, as those of a stored game are.
    """
    from shared_engine.packed import unpack_action  # where bytes are counted, they count from here

    for text in texts:
        for word in text.split(","):
            play.do(unpack_action(play.game, play.state, unhexlify(word)), True)
            yield
