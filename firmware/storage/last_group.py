"""The set-up of the last group as words: `players 3 supply 1 train ship … names Ann Bo Cy`.

The words are those of a record's header. In memory only while a set-up is read or kept.
"""

from shared_engine.record import check_names, read_option


def words_of(play):
    """The set-up of a Play, names included, as one text.

    Secrets are left out, and what is dealt anew for every game.
    """
    options = play.options
    words = ["players", str(options["players"])]
    for option in play.game.options(options["players"]):
        value = options.get(option.name)
        if value is not None and not option.secret and not option.dealt:
            words += option.words(value)
    if play.names:
        words.append("names")
        words += play.names
    return " ".join(words)


def read(game, text):
    """(options, names) of such a text; IllegalAction says what is wrong with it."""
    words = text.split(" ")
    names = ()
    if "names" in words:
        at = words.index("names")
        names = tuple(words[at + 1 :])
        words = words[:at]
    options: dict = {}
    read_option(game, options, words[:2])
    keys = [option.key for option in game.options(options["players"])]
    at = 2
    while at < len(words):
        # An option ends where the next one begins.
        end = at + 1
        while end < len(words) and words[end] not in keys:
            end += 1
        read_option(game, options, words[at:end])
        at = end
    if names:
        check_names(names, options["players"])
    game.new(game.complete(options))
    return options, names
