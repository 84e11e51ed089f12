"""The figures of many games of Fugitive at the table."""

from tests.table.figures import TableFigures, presses_of

FUGITIVE = "Fugitive's turn"
MARSHAL_DRAW = "Marshal draws"
NOTE = "card noted"
SKIP = "skip"
MISS = "single number missed"
MISSES = "several numbers missed"
HIT = "single number hit"
HITS = "several numbers hit"
ACTS = (MARSHAL_DRAW, NOTE, SKIP, MISS, MISSES, HIT, HITS)


def purpose_of(act, role):
    """What the presses of an act (a tuple of words) count as, `role` being to move."""
    if act[0] == "draw":
        if role == "fugitive":
            return FUGITIVE
        return NOTE if len(act) > 2 else MARSHAL_DRAW
    if act[0] == "skip":
        return SKIP
    if act[0] != "guess":
        return FUGITIVE
    several = act.index("hit" if "hit" in act else "miss") > 2
    if "hit" in act:
        return HITS if several else HIT
    return MISSES if several else MISS


class Figures(TableFigures):
    """Sums over games of Fugitive."""

    def counted(self, game):
        table, acts = game.table, game.acts
        found = {purpose: game.purposes.count(purpose) for purpose in ACTS}
        found["row"] = len(table.row)
        found["over"] = table.over or "broken off"
        # A turn of the Fugitive is every act of it: a draw and what is played, two hideouts first.
        found[FUGITIVE] = (table.turns + (table.role == "fugitive")) // 2
        for word in ("pass", "escape"):
            found[word] = sum(act[0] == word for act in acts)
        found["hideouts with three sprint cards or more"] = sum(
            act[0] == "hideout" and int(act[1]) > 2 for act in acts
        )
        return found

    def rate(self, purpose):
        """Presses per act of a purpose (per turn of the Fugitive), on average over all games."""
        return self.presses(purpose) / self.total(purpose)

    def worst(self, purpose):
        """The same in the worst game."""
        return max(
            presses_of(game, purpose) / game[purpose] for game in self.games if game[purpose]
        )

    def lines(self):
        """The report, a list of texts."""
        endings = {}
        for game in self.games:
            endings[game["over"]] = endings.get(game["over"], 0) + 1
        lines = [
            f"games {len(self.games)} ("
            + ", ".join(f"{count} {word}" for word, count in sorted(endings.items()))
            + f"), turns {self.total('turns')}, "
            + f"the longest game {self.most('turns')}, "
            + f"the longest row {self.most('row')}"
        ]
        for purpose in (FUGITIVE,) + ACTS:
            if self.total(purpose):
                lines.append(
                    f"presses per {purpose}: {self.rate(purpose):.3f} on average of "
                    + f"{self.total(purpose)}, {self.worst(purpose):.2f} in the worst game"
                )
        played = self.presses_in_play() / self.total("turns")
        lines.append(f"presses in all, slips included: {played:.2f} a turn")
        seen = ("pass", "escape", "hideouts with three sprint cards or more", "mistakes", "undone")
        lines.append(self.seen_line(seen))
        return lines
