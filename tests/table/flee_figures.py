"""The figures of many games of Flee the Scene at the table."""

from tests.table.figures import TableFigures, presses_of, rate

HANDS = ("place", "move", "end")  # the presses that place, move or take
ASIDE = ("mission", "rob", "deliver", "reshuffle")


class Figures(TableFigures):
    """Sums over games of Flee the Scene."""

    def counted(self, game):
        table, acts = game.table, game.acts
        found = {word: sum(act[0] == word for act in acts) for word in HANDS + ASIDE}
        found["number"] = game.number
        found["players"] = len(table.seats)
        found["substitutions"] = sum("with" in act for act in acts)
        found["ties"] = int(len(table.best()) > 1)
        found["ties by time"] = int(table.tied_in_number())
        return found

    def vehicles(self):
        """Vehicles touched: one a placing, move or taking, two a substitution."""
        return sum(map(_vehicles, self.games))

    def per_vehicle(self):
        """(average over all games, the worst game's) presses per vehicle touched."""
        each = [presses_of(game, *HANDS) / _vehicles(game) for game in self.games]
        return self.presses(*HANDS) / self.vehicles(), max(each)

    def moves_per_turn(self):
        return self.total("move") / self.total("turns")

    def lines(self):
        """The report, a list of texts."""
        turns = self.total("turns")
        average, worst = self.per_vehicle()
        played = self.presses_in_play()
        lines = [
            f"{self.heading()}, moves a turn {self.moves_per_turn():.2f}",
            f"presses per vehicle touched: {average:.3f} on average, {worst:.3f} in the worst game",
        ]
        each = [f"{word} {rate(self.presses(word), self.total(word))}" for word in HANDS + ASIDE]
        lines.append("presses per act: " + ", ".join(each))
        lines.append(
            f"presses in all, slips included: {rate(played, turns)} a turn, "
            f"{rate(played, self.vehicles())} per vehicle touched"
        )
        lines.append(self.set_up_line())
        seen = ["substitutions", "mission", "rob", "deliver", "reshuffle", "ties", "ties by time"]
        seen += ["set-ups changed", "mistakes", "noticed late", "undone"]
        longest = f"; the longest game had {self.most('turns')} turns"
        lines.append(self.seen_line(seen) + longest)
        return lines


def _vehicles(game):
    return game["place"] + game["move"] + game["substitutions"] + game["end"]
