"""The figures of many games of Flee the Scene at the table."""

HANDS = ("place", "move", "end")  # the presses that place, move or take
ASIDE = ("mission", "rob", "deliver", "reshuffle")
AROUND = ("set-up", "leave")


class Figures:
    """Sums over games. `games` is a list of one dict a game, see `add`."""

    def __init__(self):
        self.games = []

    def add(self, number, table, acts, pressed, counts):
        """Count a finished game.

        table: the Table at its end. acts: every act in order. pressed: {purpose: presses}.
        counts: {"mistakes": …, "noticed late": … of them, "undone": acts taken back,
        "undone at once": the most in one go, "set-ups changed": 0 or 1}.
        """
        game = dict(counts)
        game["number"] = number
        game["players"] = len(table.seats)
        game["turns"] = table.turns
        game["pressed"] = pressed
        for word in HANDS + ASIDE:
            game[word] = sum(act[0] == word for act in acts)
        game["substitutions"] = sum("with" in act for act in acts)
        game["ties"] = int(len(table.best()) > 1)
        game["ties by time"] = int(table.tied_in_number())
        self.games.append(game)

    def total(self, key):
        return sum(game.get(key, 0) for game in self.games)

    def presses(self, *purposes):
        return sum(_presses(game, *purposes) for game in self.games)

    def vehicles(self):
        """Vehicles touched: one a placing, move or taking, two a substitution."""
        return sum(map(_vehicles, self.games))

    def per_vehicle(self):
        """(average over all games, the worst game's) presses per vehicle touched."""
        each = [_presses(game, *HANDS) / _vehicles(game) for game in self.games]
        return self.presses(*HANDS) / self.vehicles(), max(each)

    def moves_per_turn(self):
        return self.total("move") / self.total("turns")

    def lines(self):
        """The report, a list of texts."""
        turns = self.total("turns")
        average, worst = self.per_vehicle()
        played = sum(sum(game["pressed"].values()) for game in self.games)
        played -= self.presses(*AROUND)
        by_players = ", ".join(
            f"{sum(game['players'] == players for game in self.games)} of {players}"
            for players in range(2, 6)
        )
        lines = [
            f"games {len(self.games)} (players: {by_players}), turns {turns}, "
            f"moves a turn {self.moves_per_turn():.2f}",
            f"presses per vehicle touched: {average:.3f} on average, {worst:.3f} in the worst game",
        ]
        each = [
            f"{word} {_rate(self.presses(word), self.total(word))}" for word in HANDS + ASIDE
        ]
        lines.append("presses per act: " + ", ".join(each))
        lines.append(
            f"presses in all, slips included: {_rate(played, turns)} a turn, "
            f"{_rate(played, self.vehicles())} per vehicle touched"
        )
        lines.append(
            "presses to set up: "
            f"{_rate(self.presses('set-up'), len(self.games))} on average, "
            f"{max(_presses(game, 'set-up') for game in self.games)} at most"
        )
        seen = ["substitutions", "mission", "rob", "deliver", "reshuffle", "ties", "ties by time"]
        seen += ["set-ups changed", "mistakes", "noticed late", "undone"]
        deepest = max(game["undone at once"] for game in self.games)
        longest = max(game["turns"] for game in self.games)
        lines.append(
            "seen: " + ", ".join(f"{key} {self.total(key)}" for key in seen)
            + f"; {deepest} acts undone in one go; the longest game had {longest} turns"
        )
        return lines


def _presses(game, *purposes):
    return sum(game["pressed"].get(purpose, 0) for purpose in purposes)


def _vehicles(game):
    return game["place"] + game["move"] + game["substitutions"] + game["end"]


def _rate(count, of):
    return f"{count / of:.2f}" if of else "-"
