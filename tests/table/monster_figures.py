"""The figures of many games of Monster auf der Flucht at the table."""

CARDS = ("advance", "favour", "exchange", "swap")
AROUND = ("set-up", "leave")
BRANCHES = (
    "favour drop", "exchange of several players'", "exchange of unlike cards",
    "swap with one of several", "swap none", "supernova", "escaped", "planets taken",
    "warned one turn before", "ends by any card", "ends unless an alien moves",
    "ends if one of several moves", "tokens told", "tokens revealed", "ties high",
    "first player not player 1", "token decided", "shared win", "mistakes", "undone",
)  # fmt: skip


class Figures:
    """Sums over games. `games` is a list of one dict a game, see `add`."""

    def __init__(self):
        self.games = []

    def add(self, table, people, acts, pressed, counts):
        """Count a finished game.

        table: the Table at its end. people: what they are called. acts: every act in order.
        pressed: {purpose: presses}. counts: {what: how often}, among them "undone at once".
        """
        game = dict(counts)
        game["players"] = len(table.seats)
        game["people"] = people
        game["turns"] = table.turns
        game["pressed"] = pressed
        game[table.over] = 1
        for word in CARDS + ("reveal",):
            game[word] = sum(act[0] == word for act in acts)
        game["favour drop"] = sum("drop" in act for act in acts)
        game["swap none"] = acts.count(("swap", "none"))
        game["planets taken"] = int(None in table.galaxy)
        game["tokens told"] = sum(seat.told for seat in table.seats)
        game["tokens revealed"] = game["reveal"]
        game["ties high"] = int(table.ties == "high")
        game["first player not player 1"] = int(table.first != 1)
        game["token decided"] = int(len(table.winners()) < len(table.best()))
        game["shared win"] = int(len(table.winners()) > 1)
        self.games.append(game)

    def total(self, key):
        return sum(game.get(key, 0) for game in self.games)

    def presses(self, *purposes):
        return sum(_presses(game, *purposes) for game in self.games)

    def per_turn(self):
        """(average over all games, the worst game's) presses per turn."""
        each = [_presses(game, *CARDS) / game["turns"] for game in self.games]
        return self.presses(*CARDS) / self.total("turns"), max(each)

    def lines(self):
        """The report, a list of texts."""
        average, worst = self.per_turn()
        turns = self.total("turns")
        by_players = ", ".join(
            f"{sum(game['players'] == players for game in self.games)} of {players}"
            for players in range(2, 6)
        )
        lines = [
            f"games {len(self.games)} (players: {by_players}), turns {turns}, "
            + f"the longest game {max(game['turns'] for game in self.games)}",
            f"presses per turn: {average:.3f} on average, {worst:.3f} in the worst game",
        ]
        for people in sorted({game["people"] for game in self.games}):
            games = [game for game in self.games if game["people"] == people]
            pressed = sum(_presses(game, *CARDS) for game in games)
            rate = pressed / sum(game["turns"] for game in games)
            lines.append(f"presses per turn, {people}: {rate:.3f} in {len(games)} games")
        each = [
            f"{word} {_rate(self.presses(word), self.total(word))} (of {self.total(word)})"
            for word in CARDS + ("reveal",)
        ]
        lines.append("presses per act: " + ", ".join(each))
        played = sum(sum(game["pressed"].values()) for game in self.games)
        played -= self.presses(*AROUND)
        lines.append(f"presses in all, slips and tokens included: {_rate(played, turns)} a turn")
        lines.append(
            f"presses to set up: {_rate(self.presses('set-up'), len(self.games))} on average, "
            + f"{max(_presses(game, 'set-up') for game in self.games)} at most"
        )
        deepest = max(game["undone at once"] for game in self.games)
        lines.append(
            "seen: " + ", ".join(f"{key} {self.total(key)}" for key in BRANCHES)
            + f"; {deepest} acts undone in one go"
        )
        return lines


def _presses(game, *purposes):
    return sum(game["pressed"].get(purpose, 0) for purpose in purposes)


def _rate(count, of):
    return f"{count / of:.2f}" if of else "-"
