"""The figures of many games of Monster auf der Flucht at the table."""

from tests.table.figures import TableFigures, presses_of, rate

CARDS = ("advance", "favour", "exchange", "swap")
BRANCHES = (
    "favour drop", "exchange of several players'", "exchange of unlike cards",
    "swap with one of several", "swap none", "supernova", "escaped", "planets taken",
    "warned one turn before", "ends by any card", "ends unless an alien moves",
    "ends if one of several moves", "tokens told", "tokens revealed", "ties high",
    "first player not player 1", "token decided", "shared win", "mistakes", "undone",
)  # fmt: skip


class Figures(TableFigures):
    """Sums over games of Monster; `people` is what the company is called."""

    def counted(self, game):
        table, acts = game.table, game.acts
        found = {word: sum(act[0] == word for act in acts) for word in CARDS + ("reveal",)}
        found["players"] = len(table.seats)
        found["people"] = game.company
        found[table.over] = 1
        found["favour drop"] = sum("drop" in act for act in acts)
        found["swap none"] = acts.count(("swap", "none"))
        found["planets taken"] = int(None in table.galaxy)
        found["tokens told"] = sum(seat.told for seat in table.seats)
        found["tokens revealed"] = found["reveal"]
        found["ties high"] = int(table.ties == "high")
        found["first player not player 1"] = int(table.first != 1)
        found["token decided"] = int(len(table.winners()) < len(table.best()))
        found["shared win"] = int(len(table.winners()) > 1)
        return found

    def per_turn(self):
        """(average over all games, the worst game's) presses per turn."""
        each = [presses_of(game, *CARDS) / game["turns"] for game in self.games]
        return self.presses(*CARDS) / self.total("turns"), max(each)

    def lines(self):
        """The report, a list of texts."""
        average, worst = self.per_turn()
        lines = [
            f"{self.heading()}, the longest game {self.most('turns')}",
            f"presses per turn: {average:.3f} on average, {worst:.3f} in the worst game",
        ]
        for people in sorted({game["people"] for game in self.games}):
            games = [game for game in self.games if game["people"] == people]
            pressed = sum(presses_of(game, *CARDS) for game in games)
            average = pressed / sum(game["turns"] for game in games)
            lines.append(f"presses per turn, {people}: {average:.3f} in {len(games)} games")
        each = [
            f"{word} {rate(self.presses(word), self.total(word))} (of {self.total(word)})"
            for word in CARDS + ("reveal",)
        ]
        lines.append("presses per act: " + ", ".join(each))
        played = rate(self.presses_in_play(), self.total("turns"))
        lines.append(f"presses in all, slips and tokens included: {played} a turn")
        lines.append(self.set_up_line())
        lines.append(self.seen_line(BRANCHES))
        return lines
