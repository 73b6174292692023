"""Pairs a Swiss round at least cost, checking that the remaining rounds can be paired.

plan = pair_round(Situation(entrants, past, Rules(rounds=5), seed=seed))
"""

from collections.abc import Iterable, Mapping, Sequence

from ..barred_pairs import there
from ..positions import Position, positions
from ..reasons import Reason
from ..round_records import Plan, PlannedBye, PlannedPairing, Situation
from .choice import Choice, RoundChoice
from .costs import Candidates, Row, candidates
from .least_cost import Edge
from .maximum import MaximumMatching
from .pairing_reasons import Whys
from .rounds_to_come import RoundToCome


def pair_round(situation: Situation) -> Plan:
    """Pair the next round.

    If possible, keep every constraint. Among those pairings choose the cheapest (`costs.py`) from which a way
    to pair the remaining rounds is found. Otherwise break as few constraints as possible, in the order of
    `Rules.give_up`. Forbidden pairs never meet. Raise UnfitSituation if keys or rounds are inconsistent.
    """
    situation.check()
    ranked = list(positions(situation).values())
    to_come = RoundToCome(ranked, situation.rules, situation.round_number)
    given, rows, keeps_all = _weigh(situation, [ranked[place] for place in to_come.free])
    choice = RoundChoice(situation, ranked, given, rows).choose(keeps_all=keeps_all)
    return _Planner(situation, ranked, to_come).plan(choice)


def _weigh(situation: Situation, free: list[Position]) -> tuple[Candidates, Mapping[Edge, Row], bool]:
    """Return the candidates, the rows to choose from, and whether these keep every constraint.

    If no complete pairing keeps every constraint, the rows contain all pairs that are not forbidden.
    """
    given = candidates(situation, free, len(free) % 2)
    unbarred = given.unbarred()
    if not _left_over(given.size, unbarred):
        return given, unbarred, True
    left_over = _left_over(len(free), [edge for edge in given.rows if edge[1] < len(free)])
    if left_over > given.byes:
        given = candidates(situation, free, left_over)
    return given, given.rows, False


def _left_over(count: int, edges: Iterable[Edge]) -> int:
    """Return how many of `count` vertices stay unmatched in every matching."""
    graph: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        graph[one].append(other)
        graph[other].append(one)
    return len(MaximumMatching(graph).free)


class _Planner:
    """Turns a choice into pairings with reasons."""

    def __init__(self, situation: Situation, ranked: Sequence[Position], to_come: RoundToCome) -> None:
        self.situation, self.ranked, self.to_come = situation, ranked, to_come
        self.present = there(situation, {one.key: one for one in ranked})
        self.whys = Whys(situation, self.present)
        self.forced = frozenset(place for pair in to_come.forced[0] for place in pair) | {*to_come.forced[1]}

    def plan(self, choice: Choice) -> Plan:
        pairs, byes = choice.meetings
        by_rank = sorted(pairs, key=min)
        unpaired = self._unpaired(byes)
        return Plan(
            self.situation.round_number,
            tuple(self._pairing(*pair) for pair in by_rank),
            tuple(self._bye(place, unpaired) for place in sorted(byes)),
            tuple(self._notes(choice)),
        )

    def _pairing(self, first: int, second: int) -> PlannedPairing:
        is_forced = first in self.forced
        return self.whys.of_pairing(self.ranked[first], self.ranked[second], is_forced=is_forced)

    def _bye(self, place: int, unpaired: Sequence[int]) -> PlannedBye:
        is_forced, is_unpaired = place in self.forced, place in unpaired
        return self.whys.of_bye(self.ranked[place], is_forced=is_forced, is_unpaired=is_unpaired)

    def _unpaired(self, byes: Sequence[int]) -> list[int]:
        """Return the entrants for whom no opponent was found, apart from a forced bye and the odd one out."""
        left = sorted(place for place in byes if place not in self.forced)
        if len(self.to_come.free) % 2:
            due = [place for place in left if not self.ranked[place].has_had_bye] or left
            left.remove(due[-1])
        return left

    def _notes(self, choice: Choice) -> list[Reason]:
        rules, number = self.situation.rules, self.situation.round_number
        notes = [
            Reason("forced_not_there", tuple(key for key in (one.first, one.second) if key is not None))
            for one in rules.forced
            if one.round_number == number and not self._is_kept(one.first, one.second, choice)
        ]
        if choice.skipped:
            notes.append(Reason("rounds_to_come", (), (choice.skipped,)))
        if choice.later:
            notes.append(Reason("later_rounds_break", tuple(choice.later)))
        return notes

    def _is_kept(self, first: str, second: str | None, choice: Choice) -> bool:
        met = {frozenset(self.ranked[place].key for place in pair) for pair in choice.meetings[0]}
        byes = {self.ranked[place].key for place in choice.meetings[1]}
        return first in byes if second is None else frozenset((first, second)) in met
