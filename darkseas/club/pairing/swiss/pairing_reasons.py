"""Derives the reasons for pairings and byes from the positions of all entrants."""

from collections.abc import Sequence

from ..barred_pairs import Bars, bars_between
from ..positions import Position
from ..reasons import Bar, Reason, ReasonKind
from ..round_records import PlannedBye, PlannedPairing, Situation
from ..sides import MOST_APART, excess, give_sides

#: The reason shown if a bar prevented a closer opponent.
BARRED: dict[Bar, ReasonKind] = {
    "forbidden": "forbidden",
    "repeat": "met_already",
    "groups": "group_apart",
    "kept": "kept_for_later",
    "sides": "sides_apart",
}
#: The reason shown for a broken constraint. A broken side balance has a separate reason.
BROKEN: dict[Bar, ReasonKind] = {
    "repeat": "given_up_repeat",
    "groups": "given_up_groups",
    "kept": "given_up_kept",
    "forbidden": "given_up_forbidden",
}
#: How many closer entrants are named.
MOST_NAMED = 3


class Whys:
    """The reasons of one round; `present` are the entrants to be paired, best ranked first."""

    def __init__(self, situation: Situation, present: Sequence[Position]) -> None:
        self.situation, self.present = situation, present
        self.bars = Bars.of(situation.rules, situation.round_number)

    def of_pairing(self, first: Position, second: Position, *, is_forced: bool) -> PlannedPairing:
        """Return a pairing with its reasons, first side first."""
        keys = (first.key, second.key)
        reasons = [Reason("forced", keys)] if is_forced else self._of_points(first, second)
        for bar in bars_between(first, second, self.bars, self.situation.rules):
            if bar in BROKEN:
                reasons.append(Reason(BROKEN[bar], keys))
        return PlannedPairing(*keys, (*reasons, *self._of_sides(first, second, is_forced=is_forced)))

    def _of_points(self, first: Position, second: Position) -> list[Reason]:
        upper, lower = sorted((first, second), key=lambda position: position.rank)
        if upper.points != lower.points:
            reason = Reason("floated", (upper.key, lower.key), (upper.points, lower.points))
            near = [
                one for one in self.present if lower.points < one.points <= upper.points and one is not upper
            ]
            return [reason, *self._barred(upper, near)]
        same = [one for one in self.present if one.points == upper.points]
        place, half = same.index(upper), len(same) // 2
        reasons = [Reason("same_points", (upper.key, lower.key), (upper.points,))]
        if self.situation.rules.within != "halves" or len(same) < 4:
            return reasons
        if same.index(lower) == place + half:
            return [*reasons, Reason("halves", (upper.key, lower.key), (place + 1, place + 1))]
        return [*reasons, *self._barred(upper, same[place + half : place + half + 1])]

    def _barred(self, one: Position, near: Sequence[Position]) -> list[Reason]:
        """Return the reasons that name entrants with closer points whom this one could not meet."""
        barred: dict[ReasonKind, list[str]] = {}
        for other in near:
            bars = bars_between(one, other, self.bars, self.situation.rules)
            if bars:
                # A past battle is the more convincing reason, so it comes before the rules.
                bar = "repeat" if "repeat" in bars else bars[0]
                barred.setdefault(BARRED[bar], []).append(other.key)
        return [Reason(kind, (one.key, *others[:MOST_NAMED])) for kind, others in barred.items()]

    def _of_sides(self, first: Position, second: Position, *, is_forced: bool) -> tuple[Reason, ...]:
        situation = self.situation
        sided = give_sides(first, second, situation.rules, situation.seed, situation.round_number)
        if sided.first is first:
            return sided.reasons
        kind: ReasonKind = "sides_fixed" if is_forced else "sides_for_later"
        return (Reason(kind, (first.key, second.key)), *uneven(first, second, situation))

    def of_bye(self, one: Position, *, is_forced: bool, is_unpaired: bool) -> PlannedBye:
        """Return a bye with its reasons."""
        if is_unpaired:
            return PlannedBye(one.key, (Reason("unpaired", (one.key,)),))
        again = (Reason("given_up_bye", (one.key,)),) if one.has_had_bye else ()
        if is_forced:
            return PlannedBye(one.key, (Reason("forced", (one.key,)), *again))
        below = [other for other in self.present if other.rank > one.rank and other.points < one.points]
        lower = [other.key for other in below if not other.has_had_bye][:MOST_NAMED]
        if again:
            return PlannedBye(one.key, again)
        if lower:
            return PlannedBye(one.key, (Reason("not_lowest", (one.key, *lower), (one.points,)),))
        return PlannedBye(one.key, (Reason("lowest_without_bye", (one.key,), (one.points,)),))


def uneven(first: Position, second: Position, situation: Situation) -> tuple[Reason, ...]:
    """Return a reason for each of the two whose side counts will differ by more than MOST_APART."""
    a, b = first.balance(situation.rules), second.balance(situation.rules)
    if situation.rules.asks_no_sides or not excess(a, b):
        return ()
    after = ((first, a + 1), (second, b - 1))
    return tuple(
        Reason("sides_uneven", (position.key,), (abs(balance),))
        for position, balance in after
        if abs(balance) > MOST_APART
    )
