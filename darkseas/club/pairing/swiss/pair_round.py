"""A Swiss round, paired: the least cost, with look-ahead, reasons, and proofs where something gives way.

plan = pair_round(Situation(entrants, past, Rules(rounds=5), seed=seed))
for pairing in plan.pairings:
    print(pairing_text(pairing))
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..barred_pairs import there
from ..positions import Position, positions
from ..reasons import OddGroups, Reason
from ..round_records import GivenUp, Plan, PlannedBye, PlannedPairing, Situation
from .barriers import barrier_of, graph_of
from .choice import Choice, RoundChoice
from .costs import Candidates, Row, candidates, summed
from .least_cost import Edge
from .maximum import MaximumMatching
from .pairing_reasons import Whys, given_up_by
from .rounds_to_come import RoundToCome


class _Weighing(NamedTuple):
    """What the round is chosen from, and why not all constraints can be kept, where they cannot."""

    given: Candidates
    rows: Mapping[Edge, Row]
    proof: OddGroups | None


def pair_round(situation: Situation) -> Plan:
    """Pair the round that comes next.

    The plan keeps every constraint of the rules where that is possible, and then costs the least
    (`costs.py`) of all plans from which a completion of the tournament was found. Where it is not possible
    it breaks as few as can be, those that are given up first (`Rules.give_up`), and has the proof. A
    forbidden pair never meets. Raises UnfitSituation where keys or rounds do not fit together.
    """
    situation.check()
    ranked = list(positions(situation).values())
    to_come = RoundToCome(ranked, situation.rules, situation.round_number)
    weighing = _weigh(situation, [ranked[place] for place in to_come.free])
    choosing = RoundChoice(situation, ranked, weighing.given, weighing.rows)
    choice = choosing.choose(keeps_all=weighing.proof is None)
    return _Planner(situation, ranked, to_come).plan(weighing, choice)


def _weigh(situation: Situation, free: list[Position]) -> _Weighing:
    """Weigh what breaks nothing; where that does not pair everybody, all that is not forbidden."""
    given = candidates(situation, free, len(free) % 2)
    unbarred = given.unbarred()
    if not MaximumMatching(graph_of(given.size, unbarred)).free:
        return _Weighing(given, unbarred, None)
    among = [edge for edge in given.rows if edge[1] < len(free)]
    left_over = len(MaximumMatching(graph_of(len(free), among)).free)
    if left_over <= given.byes:
        return _Weighing(given, given.rows, barrier_of(given, unbarred))
    wider = candidates(situation, free, left_over)
    return _Weighing(wider, wider.rows, barrier_of(given, given.rows))


class _Planner:
    """Writes down what was chosen, with its reasons."""

    def __init__(self, situation: Situation, ranked: Sequence[Position], to_come: RoundToCome) -> None:
        self.situation, self.ranked, self.to_come = situation, ranked, to_come
        self.present = there(situation, {one.key: one for one in ranked})
        self.whys = Whys(situation, self.present)
        self.forced = frozenset(place for pair in to_come.forced[0] for place in pair) | {*to_come.forced[1]}

    def plan(self, weighing: _Weighing, choice: Choice) -> Plan:
        """Return the plan."""
        pairs, byes = choice.meetings
        by_rank = sorted(pairs, key=min)
        given_up = [one for pair in by_rank for one in self._given_up(*pair)]
        unpaired = self._unpaired(byes)
        given_up += [GivenUp("unpaired", (self.ranked[place].key,)) for place in unpaired]
        given_up += [
            GivenUp("bye", (self.ranked[place].key,), place in self.forced)
            for place in byes
            if place not in unpaired and self.ranked[place].has_had_bye
        ]
        return Plan(
            self.situation.round_number,
            tuple(self._pairing(*pair) for pair in by_rank),
            tuple(self._bye(place, unpaired) for place in sorted(byes)),
            tuple(given_up),
            weighing.proof or choice.proof,
            self._cost(weighing, choice),
            tuple(self._notes(choice)),
        )

    def _pairing(self, first: int, second: int) -> PlannedPairing:
        is_forced = first in self.forced
        return self.whys.of_pairing(self.ranked[first], self.ranked[second], is_forced=is_forced)

    def _bye(self, place: int, unpaired: Sequence[int]) -> PlannedBye:
        is_forced, is_unpaired = place in self.forced, place in unpaired
        return self.whys.of_bye(self.ranked[place], is_forced=is_forced, is_unpaired=is_unpaired)

    def _unpaired(self, byes: Sequence[int]) -> list[int]:
        """Of those without an opponent all who neither were to have a bye nor are the odd one."""
        left = sorted(place for place in byes if place not in self.forced)
        if len(self.to_come.free) % 2:
            due = [place for place in left if not self.ranked[place].has_had_bye] or left
            left.remove(due[-1])
        return left

    def _given_up(self, first: int, second: int) -> list[GivenUp]:
        one, other = self.ranked[first], self.ranked[second]
        return given_up_by(one, other, self.situation, by_director=first in self.forced)

    def _cost(self, weighing: _Weighing, choice: Choice) -> tuple[int, ...]:
        free = {one.key: place for place, one in enumerate(weighing.given.free)}
        pairs = [
            tuple(sorted((free[self.ranked[first].key], free[self.ranked[second].key])))
            for first, second in choice.meetings[0]
            if first not in self.forced
        ]
        left = sorted(
            free[self.ranked[place].key] for place in choice.meetings[1] if place not in self.forced
        )
        byes = [(place, len(free) + bye) for bye, place in enumerate(left)]
        return summed(weighing.given.rows[one, other] for one, other in (*pairs, *byes))

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
