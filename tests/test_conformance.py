"""What every game of the catalogue must hold to, whatever its rules are.

A new game is covered by standing in the catalogue. It adds one line to CONSERVED and its golden
records: tests/records/GAME/NAME.txt with the last state JSON in NAME.json. A comment `= PATH VALUE;
...` in a golden record says what the state JSON holds after its line (VALUE as JSON).
"""

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_engine import catalogue, packed, packed_file
from shared_engine import shape as shapes
from shared_engine.errors import IllegalAction, RecordError
from shared_engine.play import Play
from shared_engine.record import Reader, entry_text, header_lines

RECORDS = Path(__file__).resolve().parent / "records"
GOLDEN = sorted(RECORDS.glob("*/*.txt"))
COMMON = {"game", "players", "turn", "corrections", "over", "winner"}
NEVER_SET = ("game", "players", "corrections", "over", "winner")


# --- conserved quantities: {game: function of a state JSON} -------------------------------------


def flee_conserved(state):
    rows = [state["board"]["ready"], state["board"]["used"]] + state["supplies"]
    vehicles = [sum(row[kind] for row in rows) for kind in ("train", "truck", "ship")]
    cards = state["draw_pile"] + state["open_missions"] + state["discards"]
    cards += sum(state["hands"]) + sum(state["carried"]) + sum(map(len, state["delivered"]))
    assert cards == 45
    assert sum(vehicles) == 3 + 2 * state["players"]
    return vehicles


def fugitive_conserved(state):
    number, step = state["turn"]["number"], state["turn"]["step"]
    row = state["hideouts"]
    # Turn 1 has no draw, turn 2 has two, every later one has one; a manhunt has none.
    draws = max(number - 1, 0) if number > 2 else 0
    if step in ("play", "guess") and number > 1:
        draws += 2 if number == 2 else 1
    over = state["over"] is not None and step == "play"
    passes = (number - 2) // 2 + over - (len(row) - 2) if number > 2 else 0
    assert passes >= 0
    # The second edition draws once more for every pass; with the piles empty nobody draws.
    drawn = 33 - sum(state["piles"])
    second = {1} if (number, step) == (2, "draw") else set()
    assert drawn in {min(33, draws), min(33, draws + passes)} | second
    own = max(number - 1, 0) // 2 if state["turn"]["role"] == "fugitive" else (number - 2) // 2
    assert sum(1 + entry["sprints"] for entry in row) <= 9 + own + passes
    seen = [entry["number"] for entry in row if entry["number"]]
    seen += [card for entry in row for card in entry["cards"] or []]
    assert len(set(seen)) == len(seen)
    assert len(set(state["marshal_cards"])) == len(state["marshal_cards"]) <= drawn
    return 33


def monster_conserved(state):
    players, turn, over = state["players"], state["turn"], state["over"]
    deck, eaten = state["deck"], state["eaten"]
    played = turn["number"] - 1 + (over is not None)
    # At the end a card has been played, and none was drawn for it.
    hands = 3 * players - (over is not None)
    assert deck + (18 - eaten) + hands + played == 55
    assert not eaten or not deck
    assert state["turns_to_supernova"] == deck
    planets = [planet for planet in state["positions"].values() if planet > 1]
    assert len(set(planets)) == len(planets)
    assert min(state["positions"].values()) > eaten
    assert (18 in planets) == (over == "escaped")
    laid = [len(cards) for cards in state["favourites"]]
    assert set(laid) <= {1, 2}
    assert sum(laid) <= players + played
    known = [colour for colour in state["tokens"] if colour]
    assert len(set(known)) == len(known)
    assert over or not known
    # Who started, going back from whose turn it is.
    return (turn["player"] - turn["number"]) % players


CONSERVED = {
    "flee_the_scene": flee_conserved,
    "fugitive": fugitive_conserved,
    "monster": monster_conserved,
}


# --- the games and their set-ups ----------------------------------------------------------------


def set_ups():
    """Every game with every number of players: (name, players)."""
    found = []
    for name in catalogue.NAMES:
        game = catalogue.load(name)
        found += [(name, players) for players in range(game.fewest, game.most + 1)]
    return found


every_game = pytest.mark.parametrize("name", catalogue.NAMES)
every_set_up = pytest.mark.parametrize("name, players", set_ups())


def new_play(name, players, random=None):
    """A Play with default options, or with random ones that fit together.

    Either has all that must be chosen before the first action.
    """
    game = catalogue.load(name)
    options = {"players": players}
    if random is not None:
        for option in game.options(players):
            options = with_one(game, options, option, [random.choice(option.choices)])
    for option in game.options(players):
        if option.name not in options and game.lacking(game.complete(options)):
            options = with_one(game, options, option, option.choices)
    assert game.lacking(game.complete(options)) is None
    return Play(game, options)


def with_one(game, options, option, choices):
    """`options` and the first of `choices` for `option` that fits the others, if one does."""
    for choice in choices:
        chosen = {**options, option.name: choice}
        try:
            game.new(game.complete(chosen))
        except IllegalAction:
            continue  # does not fit; the default stays
        return chosen
    return options


# --- forms of `legal` ---------------------------------------------------------------------------

TAIL = "[…]"
RANGE = re.compile(r"(\+?)(-?\d+)\.\.\+?(-?\d+)")


def some_of(token, random):
    """Values of one word of a form: both ends of a range and one between, in random order."""
    match = RANGE.fullmatch(token)
    if not match:
        return [token]
    low, high = int(match[2]), int(match[3])
    values = sorted({low, high, random.randint(low, high)})
    random.shuffle(values)
    return [match[1] + str(value) for value in values]


def expanded(form, random):
    """Lines that the form stands for, each a list of words; every range with both its ends.

    Empty where a tail repeats what only the game's own page explains (`hit […]`).
    """
    lines = [[]]
    tokens = form.split(" ")
    for at, token in enumerate(tokens):
        if token == TAIL:
            if not RANGE.fullmatch(tokens[at - 1]):
                return []
            # One more of what stands before it, another value where there is one.
            values = some_of(tokens[at - 1], random)
            lines += [
                line + [random.choice([value for value in values if value != line[-1]] or values)]
                for line in lines
            ]
            continue
        lines = [line + [value] for line in lines for value in some_of(token, random)]
    swapped = [
        [re.sub(r"^([a-z_]+)\+([a-z_]+)$", r"\2+\1", word) for word in line] for line in lines
    ]
    return lines + [line for line in swapped if line not in lines]


def pattern(form):
    """A regular expression for the shape of a form, and the range of each of its groups."""
    parts, ranges = [], []
    tokens = form.split(" ")
    for at, token in enumerate(tokens):
        match = RANGE.fullmatch(tokens[at - 1] if token == TAIL else token)
        if token == TAIL and not match:
            parts.append("(?: .*)?")
        elif match:
            one = " " + re.escape(match[1]) + r"-?\d+"
            parts.append("((?:" + one + ")*)" if token == TAIL else "(" + one + ")")
            ranges.append((int(match[2]), int(match[3])))
        else:
            parts.append(" " + re.escape(token))
    return re.compile("".join(parts)), ranges


def covers(form, text):
    """Whether the canonical text of an action is one of those the form stands for."""
    expression, ranges = pattern(form)
    match = expression.fullmatch(" " + text)
    if not match:
        return False
    for group, (low, high) in zip(match.groups(), ranges, strict=True):
        if any(not low <= int(number) <= high for number in re.findall(r"-?\d+", group)):
            return False
    return True


def test_forms_are_read_as_the_notation_means_them():
    assert covers("deliver 1..9 […]", "deliver 9 1 5")
    assert not covers("deliver 1..9 […]", "deliver 9 0")
    assert not covers("deliver 1..9", "deliver 9 9")
    assert covers("hideout +0..7", "hideout +7")
    assert covers("guess 1..41 […] miss", "guess 4 miss")
    assert covers("guess 1..41 […] miss", "guess 4 41 miss")
    assert covers("produce money -5..5", "produce money -3")
    assert not covers("rob 1..2", "rob 3")
    assert not covers("rob 1", "rob 10")
    assert covers("guess 1..41 […] hit […]", "guess 7 12 hit 2=7/4,6 5=12")
    assert expanded("guess 1..41 […] hit […]", Random(1)) == []
    lines = expanded("guess 1..41 […] miss", Random(1))
    assert ["guess", "1", "miss"] in lines
    assert ["guess", "41", "miss"] in lines
    assert any(len(line) == 4 for line in lines)
    assert ["move", "x", "with", "b+a"] in expanded("move x with a+b", Random(1))


# --- walking ------------------------------------------------------------------------------------


def snapshot(state):
    """All of a state as a text that no later change can reach."""
    return repr(sorted(state.items()))


def random_action(play, random):
    """A random legal action as words; None when there is none."""
    forms = [form for form in sorted(play.game.legal(play.state)) if expanded(form, random)]
    if not forms:
        return None
    # First the kind, then the form: a kind with many forms does not crowd out the others.
    kinds = sorted({form.split(" ")[0] for form in forms})
    kind = random.choice(kinds)
    form = random.choice([form for form in forms if form.split(" ")[0] == kind])
    return random.choice(expanded(form, random))


def boundary_words(leaf):
    """The notation of the values at the ends of what a leaf allows."""
    if isinstance(leaf, shapes.Int):
        values = [leaf.low, leaf.high] + ([None] if leaf.null else [])
    else:
        values = list(leaf.choices())
    return [leaf.text(value) for value in values]


def random_set(play, random):
    """A random correction as words: one to three values, ends and middles, appends too."""
    shape = play.game.shape(play.state)
    words = ["set"]
    for _ in range(random.choice((1, 1, 2, 3))):
        leaves = shapes.leaves(shape, play.state)
        path, leaf, _ = random.choice(leaves)
        rows = growing_rows(shape, play.state)
        if rows and random.random() < 0.2:
            row_path, row, value = random.choice(rows)
            path, leaf = row_path + (row.size(value),), row.child
            while not isinstance(leaf, shapes.Leaf):
                at = random.randrange(leaf.room(leaf.first))
                path, leaf = path + (at,), leaf.child_at(at)
        text = random.choice(boundary_words(leaf))
        if isinstance(leaf, shapes.Int) and random.random() < 0.5:
            text = str(random.randint(leaf.low, leaf.high))
        words += [shapes.path_text(shape, path), text]
    return words


def growing_rows(shape, value):
    """(path, shape, value) of every list that has room for one more."""
    found, waiting = [], [((), shape, value)]
    while waiting:
        path, below, inside = waiting.pop()
        if isinstance(below, shapes.Leaf):
            continue
        if isinstance(below, shapes.Row) and below.room(inside) > below.size(inside):
            found.append((path, below, inside))
        for at in range(below.size(inside)):
            child = below.child_value(inside, at)
            waiting.append((path + (at,), below.child_at(at), child))
    return found


def do(play, words):
    play.do(play.read(words))


def walk(play, random, most=400):
    """Play random legal actions to the end; the snapshots from set-up on."""
    seen = [snapshot(play.state)]
    for _ in range(most):
        words = random_action(play, random)
        if words is None:
            break
        do(play, words)
        seen.append(snapshot(play.state))
    return seen


# --- the contract -------------------------------------------------------------------------------


@every_game
def test_the_game_says_who_it_is(name):
    game = catalogue.load(name)
    assert game.name == name
    assert dict(catalogue.GAMES)[name] == game.title
    assert 1 <= game.fewest <= game.usual <= game.most
    assert len(set(game.vocabulary)) == len(game.vocabulary) <= packed.MOST_WORDS
    assert "set" not in game.vocabulary and "undo" not in game.vocabulary
    assert name in CONSERVED, "say in CONSERVED what the new game keeps"


@every_set_up
def test_every_value_of_every_option_can_be_written_and_read(name, players):
    game = catalogue.load(name)
    for option in game.options(players):
        assert option.default is None or option.default in option.choices
        for choice in option.choices:
            head = option.words(choice)
            assert option.read(head[len(head) - len(choice):]) == choice


@every_game
def test_numbers_of_players_out_of_range_are_refused(name):
    game = catalogue.load(name)
    for players in (game.fewest - 1, game.most + 1):
        reader = Reader()
        reader.line("game " + name)
        with pytest.raises(RecordError):
            reader.line(f"option players {players}")


@every_set_up
def test_the_state_json_has_the_common_keys_and_is_json(name, players):
    play = new_play(name, players)
    random = Random(players)
    for _ in range(60):
        found = play.to_json()
        assert COMMON <= set(found)
        assert json.loads(json.dumps(found)) == found
        assert (found["game"], found["players"]) == (name, players)
        assert isinstance(found["turn"], dict)
        assert found["turn"]["number"] >= 1
        assert found["over"] is not None or found["winner"] is None
        words = random_action(play, random)
        if words is None:
            break
        do(play, words)


def only_immutable(value):
    if isinstance(value, tuple):
        return all(only_immutable(item) for item in value)
    return value is None or isinstance(value, int | str)


@every_set_up
def test_states_hold_only_what_cannot_be_changed_in_place(name, players):
    play = new_play(name, players)
    random = Random(players)
    for _ in range(80):
        for key, value in play.state.items():
            assert only_immutable(value), f"{key}: {value!r}"
        words = random_action(play, random)
        if words is None:
            break
        do(play, words)


@every_set_up
def test_every_form_of_legal_is_accepted_and_leaves_the_old_state_alone(name, players):
    random = Random(100 + players)
    tried = 0
    for seed in range(4):
        play = new_play(name, players, Random(seed))
        for _ in range(120):
            before = snapshot(play.state)
            forms = play.game.legal(play.state)
            assert len(set(forms)) == len(forms)
            for form in forms:
                for words in expanded(form, random):
                    action = play.game.read(words)
                    after = play.game.apply(play.state, action)
                    assert play.game.shape(after).holds(after), words
                    assert snapshot(play.state) == before, words
                    assert covers(form, play.game.text(play.state, action)), words
                    tried += 1
            words = random_action(play, random)
            if words is None:
                break
            do(play, words)
    assert tried > 100


def random_words(game, seen, random):
    """Words as a hand might mistype them: a legal line with one word changed, or any words."""
    numbers = [str(random.randint(-1, 12)), str(random.choice((13, 42, 99, 999)))]
    if seen and random.random() < 0.6:
        words = list(random.choice(seen))
        at = random.randrange(len(words))
        change = random.choice(("swap", "drop", "add", "keep", "number"))
        if change == "swap":
            words[at] = random.choice(game.vocabulary)
        elif change == "number":
            words[at] = random.choice(numbers)
        elif change == "drop":
            del words[at]
        elif change == "add":
            words.insert(at + 1, random.choice(numbers + list(game.vocabulary)))
    else:
        pool = list(game.vocabulary) + numbers
        words = [random.choice(pool) for _ in range(random.randint(1, 6))]
        if random.random() < 0.3:
            words.append("+".join(random.choice(pool) for _ in range(2)))
    return [word for word in words if word]


@every_set_up
def test_what_no_form_covers_is_refused_and_changes_nothing(name, players):
    random = Random(200 + players)
    refusals = 0
    seen = []
    for seed in range(3):
        play = new_play(name, players, Random(seed))
        for _ in range(120):
            forms = play.game.legal(play.state)
            before = snapshot(play.state)
            for _ in range(25):
                words = random_words(play.game, seen, random)
                if not words:
                    continue
                try:
                    action = play.game.read(words)
                    play.game.apply(play.state, action)
                except IllegalAction as refusal:
                    assert refusal.reason
                    refusals += 1
                else:
                    text = play.game.text(play.state, action)
                    assert any(covers(form, text) for form in forms), f"{text} of {forms}"
                assert snapshot(play.state) == before, words
            words = random_action(play, random)
            if words is None:
                break
            seen.append(words)
            do(play, words)
    assert refusals > 500


@every_set_up
def test_a_refusal_names_exactly_what_is_legal(name, players):
    random = Random(players)
    play = new_play(name, players)
    for _ in range(60):
        with pytest.raises(IllegalAction) as refusal:
            play.read(["no_such_action"])
        after_the_end = ["undo", "set PATH VALUE"]
        assert refusal.value.legal == (sorted(play.game.legal(play.state)) or after_the_end)
        words = random_action(play, random)
        if words is None:
            break
        do(play, words)


# --- actions as text and bytes ------------------------------------------------------------------


def there_and_back(play, action):
    """Check one action against its text and its compact form."""
    game = play.game
    words = game.text(play.state, action).split()
    again = game.read_set(play.state, words[1:]) if words[0] == "set" else game.read(words)
    assert again == action
    body = packed.pack_action(game, play.state, action)
    assert 1 <= len(body) <= 254
    assert packed.unpack_action(game, play.state, bytes(body)) == action


@every_set_up
def test_every_action_survives_as_text_and_as_bytes(name, players):
    random = Random(300 + players)
    play = new_play(name, players, random)
    for _ in range(200):
        for form in play.game.legal(play.state):
            for words in expanded(form, random)[:4]:
                there_and_back(play, play.game.read(words))
        for _ in range(3):
            there_and_back(play, play.read(random_set(play, random)))
        words = random_action(play, random)
        if words is None:
            break
        do(play, words)


@every_set_up
def test_a_whole_game_survives_as_text_and_as_bytes(name, players):
    random = Random(400 + players)
    reader = Reader()
    set_up = new_play(name, players)
    for line in header_lines(set_up.game, set_up.options, ()):
        reader.line(line)
    play = reader.finish()
    for _ in range(150):
        choice = random.random()
        words = random_action(play, random)
        if choice < 0.15 and play.done:
            words = ["undo"]
        elif choice < 0.25 and play.undone:
            words = ["redo"]
        elif choice < 0.35 or words is None:
            words = random_set(play, random)
        reader.line(" ".join(words))
    header = header_lines(play.game, play.options, play.names)
    texts = header + [entry_text(play.game, play.state, entry) for entry in reader.entries]
    data = packed_file.pack(play.game, header, reader.entries, play.state)
    from_text = Reader()
    for line in texts:
        from_text.line(line)
    from_bytes = Reader()
    for _ in packed_file.unpack(data, from_bytes):
        pass
    for other in (from_text, from_bytes):
        assert other.entries == reader.entries
        assert snapshot(other.play.state) == snapshot(play.state)
        assert (other.play.done, other.play.undone) == (play.done, play.undone)
    assert [play.text(at) for at in range(play.done)] == [
        from_bytes.play.text(at) for at in range(play.done)
    ]


# --- walks, undo and redo -----------------------------------------------------------------------


@every_set_up
def test_random_walks_keep_what_is_conserved_and_come_back_by_undo(name, players):
    kept = CONSERVED[name]
    for seed in range(6):
        random = Random(1000 * players + seed)
        play = new_play(name, players, random)
        at_start = kept(play.to_json())
        seen = [snapshot(play.state)]
        for _ in range(250):
            words = random_action(play, random)
            if words is None:
                break
            do(play, words)
            assert kept(play.to_json()) == at_start, words
            seen.append(snapshot(play.state))
        for at in range(len(seen) - 1, -1, -1):
            assert snapshot(play.state) == seen[at], f"undone to {at}"
            assert (play.done, play.undone) == (at, len(seen) - 1 - at)
            if at:
                play.undo()
        with pytest.raises(IllegalAction):
            play.undo()
        for at in range(1, len(seen)):
            play.redo()
            assert snapshot(play.state) == seen[at], f"redone to {at}"
        with pytest.raises(IllegalAction):
            play.redo()
        assert [snapshot(play.state_before(at)) for at in range(play.done)] == seen[:-1]


@every_game
def test_a_random_game_can_come_to_its_end(name):
    game = catalogue.load(name)
    ended = 0
    for seed in range(10):
        play = new_play(name, game.fewest)
        walk(play, Random(seed), most=1500)
        if play.to_json()["over"] is not None:
            ended += 1
            assert play.game.legal(play.state) == []
            assert play.to_json()["winner"] is not None
    assert ended


def mixed(play, random, steps, sets):
    """Actions, undo, redo and (with `sets`) corrections, against a plain list of all states."""
    history, at = [snapshot(play.state)], 0
    for _ in range(steps):
        choice = random.random()
        words = random_action(play, random)
        if choice < 0.25 and at:
            for _ in range(min(at, random.choice((1, 1, 2, 40)))):
                play.undo()
                at -= 1
        elif choice < 0.40 and at < len(history) - 1:
            for _ in range(min(len(history) - 1 - at, random.choice((1, 1, 2, 40)))):
                play.redo()
                at += 1
        elif (choice < 0.55 and sets) or (words is None and sets):
            do(play, random_set(play, random))
            at += 1
            del history[at:]
            history.append(snapshot(play.state))
        elif words is not None:
            do(play, words)
            at += 1
            del history[at:]
            history.append(snapshot(play.state))
        elif at:
            play.undo()
            at -= 1
        assert snapshot(play.state) == history[at]
        assert (play.done, play.undone) == (at, len(history) - 1 - at)


@every_set_up
@pytest.mark.parametrize("sets", [False, True])
def test_undo_and_redo_mixed_with_new_actions(name, players, sets):
    for seed in range(3):
        mixed(new_play(name, players), Random(2000 + 10 * players + seed), 300, sets)


@every_set_up
def test_a_long_game_taken_up_again_in_its_middle_forgets_the_old_end(name, players):
    random = Random(2500 + players)
    play = new_play(name, players)
    history = [snapshot(play.state)]

    def play_on(steps):
        for _ in range(steps):
            words = random_action(play, random)
            do(play, random_set(play, random) if words is None else words)
            history.append(snapshot(play.state))

    play_on(150)
    for back, forth in ((70, 50), (33, 64), (100, 90)):
        for _ in range(back):
            play.undo()
        del history[play.done + 1 :]
        play_on(forth)
    for at in range(play.done, 0, -1):
        assert snapshot(play.state) == history[at], f"undone to {at}"
        play.undo()
    assert snapshot(play.state) == history[0]


@settings(max_examples=40)
@given(st.data())
def test_any_walk_comes_back_by_undo(data):
    name, players = data.draw(st.sampled_from(set_ups()))
    play = new_play(name, players)
    seen = [snapshot(play.state)]
    for _ in range(data.draw(st.integers(0, 30))):
        forms = [form for form in sorted(play.game.legal(play.state)) if expanded(form, Random(1))]
        if not forms:
            break
        form = data.draw(st.sampled_from(forms))
        do(play, data.draw(st.sampled_from(expanded(form, Random(1)))))
        seen.append(snapshot(play.state))
    while play.done:
        assert snapshot(play.state) == seen[play.done]
        play.undo()
    assert snapshot(play.state) == seen[0]


# --- corrections --------------------------------------------------------------------------------


@every_set_up
def test_every_value_can_be_set_to_the_ends_of_its_range(name, players):
    random = Random(500 + players)
    play = new_play(name, players)
    for length in (0, 7, 40):
        for _ in range(length):
            words = random_action(play, random)
            if words is None:
                break
            do(play, words)
        shape = play.game.shape(play.state)
        before, json_before = snapshot(play.state), play.to_json()
        for path, leaf, _ in shapes.leaves(shape, play.state):
            for word in boundary_words(leaf):
                words = ["set", shapes.path_text(shape, path), word]
                do(play, words)
                after = play.state
                assert play.game.shape(after).holds(after), words
                set_to = shapes.value_at(play.game.shape(after), after, path)
                assert leaf.text(set_to) == word, words
                assert play.to_json()["corrections"] == json_before["corrections"] + 1
                play.game.legal(after)
                json.dumps(play.to_json())
                play.undo()
                assert snapshot(play.state) == before, words


@every_set_up
def test_values_beyond_the_range_are_refused(name, players):
    play = new_play(name, players)
    shape = play.game.shape(play.state)
    before = snapshot(play.state)
    for path, leaf, _ in shapes.leaves(shape, play.state):
        words = ["", "no_such_word", "[1]", "1.5", "9" * 20, "{}", "None", "True"]
        if isinstance(leaf, shapes.Int):
            words += [str(leaf.low - 1), str(leaf.high + 1), "true"]
        else:
            words += ["0", "-1"]
        if not leaf.null:
            words.append("null")
        for word in words:
            with pytest.raises(IllegalAction):
                do(play, ["set", shapes.path_text(shape, path), word])
            assert snapshot(play.state) == before
        with pytest.raises(IllegalAction):
            do(play, ["set", shapes.path_text(shape, path) + ".0", "0"])


@every_set_up
def test_what_follows_from_other_values_cannot_be_set(name, players):
    play = new_play(name, players)
    derived = [key for key, _ in play.game.derived(play.state)]
    primary = [key for key, _ in play.game.shape(play.state).pairs]
    assert not set(derived) & set(primary)
    assert set(play.to_json()) == set(derived) | set(primary) | set(NEVER_SET)
    before = snapshot(play.state)
    for key in derived + list(NEVER_SET):
        for path in (key, key + ".0"):
            for word in ("0", "1", "null", "true", "[]", "[1,1]", "finished"):
                with pytest.raises(IllegalAction):
                    do(play, ["set", path, word])
    assert snapshot(play.state) == before


@every_set_up
def test_lists_can_be_set_whole_and_grow_by_one(name, players):
    play = new_play(name, players)
    shape = play.game.shape(play.state)
    for path, row, value in growing_rows(shape, play.state):
        text = shapes.path_text(shape, path)
        size = row.size(value)
        with pytest.raises(IllegalAction):
            do(play, ["set", f"{text}.{size + 1}", "1"])
        if isinstance(row.child, shapes.Leaf):
            word = boundary_words(row.child)[0]
            do(play, ["set", f"{text}.{size}", word])
            now = shapes.value_at(play.game.shape(play.state), play.state, path)
            assert len(now) == size + 1
            full = "[" + ",".join([word] * row.most) + "]"
            do(play, ["set", text, full])
            assert shapes.value_at(play.game.shape(play.state), play.state, path) == (
                row.child.read(word),
            ) * row.most
            do(play, ["set", text, "[]"])
            with pytest.raises(IllegalAction):
                do(play, ["set", text, full[:-1] + "," + word + "]"])
            for _ in range(3):
                play.undo()


@every_set_up
def test_after_any_corrections_the_game_plays_on(name, players):
    """Thousands of steps with odd values: only IllegalAction, and the shape always holds."""
    for seed in range(4):
        random = Random(3000 + 10 * players + seed)
        play = new_play(name, players)
        for step in range(500):
            words = random_action(play, random)
            if words is None or random.random() < 0.15:
                words = random_set(play, random)
            do(play, words)
            where = f"seed {seed} step {step}: {' '.join(words)}"
            assert play.game.shape(play.state).holds(play.state), where
            found = play.to_json()
            assert found["over"] is not None or found["winner"] is None, where
            if found["winner"] is not None:
                assert play.game.legal(play.state) == [], where
            for form in play.game.legal(play.state):
                for line in expanded(form, random)[:3]:
                    after = play.game.apply(play.state, play.game.read(line))
                    assert play.game.shape(after).holds(after), f"{where}; {' '.join(line)}"
            for _ in range(3):
                guess = random_words(play.game, [words], random)
                if guess and guess[0] != "set":
                    try:
                        play.game.apply(play.state, play.game.read(guess))
                    except IllegalAction:
                        continue


@every_set_up
def test_a_correction_holds_what_it_says(name, players):
    """Of several values in one line each stands afterwards, however the rules settle the rest."""
    for seed in range(8):
        random = Random(4000 + 10 * players + seed)
        play = new_play(name, players)
        for step in range(250):
            words = random_action(play, random)
            if words is None or random.random() < 0.3:
                words = random_set(play, random)
            do(play, words)
            if words[0] != "set":
                continue
            action = play.action(play.done - 1)
            shape = play.game.shape(play.state)
            expected = {action[at]: action[at + 1] for at in range(1, len(action), 2)}
            for path, value in expected.items():
                found = shapes.value_at(shape, play.state, path)
                assert found == value, f"seed {seed} step {step}: {' '.join(words)}"


# --- golden records -----------------------------------------------------------------------------


@every_game
def test_the_game_has_golden_records(name):
    assert [path for path in GOLDEN if path.parent.name == name]


def test_every_golden_record_has_its_states_and_its_game():
    assert {path.parent.name for path in GOLDEN} <= set(catalogue.NAMES)
    texts = {path.with_suffix("") for path in GOLDEN}
    assert {path.with_suffix("") for path in RECORDS.glob("*/*.json")} == texts


def expectations(line):
    """[(path, value)] of a golden record's line, from its comment `= PATH VALUE; ...`."""
    comment = line.partition("#")[2].strip()
    if not comment.startswith("= "):
        return []
    pairs = [part.strip().split(" ", 1) for part in comment[2:].split(";")]
    return [(path, json.loads(value)) for path, value in pairs]


def json_at(state, path):
    """The value of a state JSON at a path of keys and 0-based indices."""
    for part in path.split("."):
        state = state[int(part)] if isinstance(state, list) else state[part]
    return state


golden = pytest.mark.parametrize(
    "path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


@golden
def test_golden_records_replay_line_by_line(path):
    reader = Reader()
    checked = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        reader.line(line)
        for where, value in expectations(line):
            found = json_at(reader.play.to_json(), where)
            assert found == value, f"{path.name}:{number}: {where}"
            checked += 1
    assert checked >= 3
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert reader.finish().to_json() == expected


@golden
def test_golden_records_come_back_by_undo(path):
    reader = Reader()
    for line in path.read_text(encoding="utf-8").splitlines():
        reader.line(line)
    play = reader.finish()
    last = snapshot(play.state)
    start = Play(play.game, play.options, play.names)
    count = play.done
    for _ in range(count):
        play.undo()
    assert snapshot(play.state) == snapshot(start.state)
    for _ in range(count):
        play.redo()
    assert snapshot(play.state) == last
