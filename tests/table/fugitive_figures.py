"""The figures of many games of Fugitive at the table."""

FUGITIVE = "Fugitive's turn"
MARSHAL_DRAW = "Marshal draws"
NOTE = "card noted"
SKIP = "skip"
MISS = "single number missed"
MISSES = "several numbers missed"
HIT = "single number hit"
HITS = "several numbers hit"
ACTS = (MARSHAL_DRAW, NOTE, SKIP, MISS, MISSES, HIT, HITS)
AROUND = ("set-up", "leave")


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


class Figures:
    """Sums over games. `games` is a list of one dict a game, see `add`."""

    def __init__(self):
        self.games = []

    def add(self, table, acts, pressed, counts):
        """Count a finished game.

        table: the Table at its end. acts: [(act, purpose)] in order. pressed: {purpose: presses}.
        counts: {what: how often}, among them "undone at once", the most acts in one go.
        """
        game = dict(counts)
        game["turns"] = table.turns
        game["pressed"] = pressed
        game["row"] = len(table.row)
        game["over"] = table.over or "broken off"
        for purpose in ACTS:
            game[purpose] = sum(of == purpose for _, of in acts)
        # A turn of the Fugitive is every act of it: a draw and what is played, two hideouts first.
        game[FUGITIVE] = (table.turns + (table.role == "fugitive")) // 2
        for word in ("pass", "escape"):
            game[word] = sum(act[0] == word for act, _ in acts)
        game["hideouts with three sprint cards or more"] = sum(
            act[0] == "hideout" and int(act[1]) > 2 for act, _ in acts
        )
        self.games.append(game)

    def total(self, key):
        return sum(game.get(key, 0) for game in self.games)

    def presses(self, purpose):
        return sum(game["pressed"].get(purpose, 0) for game in self.games)

    def rate(self, purpose):
        """Presses per act of a purpose (per turn of the Fugitive), on average over all games."""
        return self.presses(purpose) / self.total(purpose)

    def worst(self, purpose):
        """The same in the worst game."""
        return max(
            game["pressed"].get(purpose, 0) / game[purpose] for game in self.games if game[purpose]
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
            + f"the longest game {max(game['turns'] for game in self.games)}, "
            + f"the longest row {max(game['row'] for game in self.games)}"
        ]
        for purpose in (FUGITIVE,) + ACTS:
            if self.total(purpose):
                lines.append(
                    f"presses per {purpose}: {self.rate(purpose):.3f} on average of "
                    + f"{self.total(purpose)}, {self.worst(purpose):.2f} in the worst game"
                )
        played = sum(sum(game["pressed"].values()) for game in self.games)
        played -= sum(self.presses(purpose) for purpose in AROUND)
        lines.append(f"presses in all, slips included: {played / self.total('turns'):.2f} a turn")
        seen = ("pass", "escape", "hideouts with three sprint cards or more", "mistakes", "undone")
        lines.append(
            "seen: " + ", ".join(f"{key} {self.total(key)}" for key in seen)
            + f"; {max(game['undone at once'] for game in self.games)} acts undone in one go"
        )
        return lines
