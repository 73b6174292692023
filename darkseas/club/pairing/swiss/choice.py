"""Chooses the pairing of a round: the cheapest one from which the remaining rounds can be paired."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from .. import random_lots
from ..positions import Position
from ..round_records import Constraint, Situation
from ..sides import give_sides
from .costs import Candidates, Row, weighed
from .least_cost import Edge, Matching, by_cost
from .look_ahead import Keep, LookAhead
from .rounds_to_come import Meetings, RoundToCome, State, possible_sides

#: Sizes of fields, and how many pairings are tried, cheapest first, in fields up to that size.
PLANS = ((12, 120), (24, 24), (48, 6))
#: How many ways to assign sides are tried for one pairing.
SIDE_WAYS, FEWEST_SIDE_WAYS = 16, 2
#: The largest field in which that many ways are tried.
MEDIUM = 24


class Choice(NamedTuple):
    """The chosen meetings with sides, and the result of the look-ahead.

    `skipped` counts cheaper pairings without a known continuation; `later` lists the constraints that some
    later round will have to relax.
    """

    meetings: Meetings
    skipped: int = 0
    later: tuple[Constraint, ...] = ()


class RoundChoice:
    """Chooses between the pairings of one round."""

    def __init__(
        self, situation: Situation, ranked: Sequence[Position], given: Candidates, rows: Mapping[Edge, Row]
    ) -> None:
        self.situation, self.ranked, self.given = situation, ranked, given
        self.numbers = {one.key: number for number, one in enumerate(ranked)}
        self.costs = weighed(rows, given.size, len(given.free))
        self.state = State.of(ranked, situation.rules)
        self.forced = RoundToCome(ranked, situation.rules, situation.round_number).with_forced(self.state)
        self.ahead = LookAhead(situation, ranked)

    def choose(self, *, keeps_all: bool) -> Choice:
        """Choose a pairing. With `keeps_all`, the rows contain only pairs that break no constraint."""
        best = next(by_cost(self.given.size, self.costs))
        rules = self.situation.rules
        if not rules.looks_ahead or self.situation.round_number >= rules.rounds:
            return Choice(next(self._sided(best)))
        constraints = self._that_may_bind()
        for dropped in range(len(constraints)):
            found = self._completed(best, frozenset(constraints[dropped:]), keeps_all=keeps_all)
            if found is not None:
                return found._replace(later=constraints[:dropped])
        return Choice(next(self._sided(best)), later=constraints)

    def _that_may_bind(self) -> tuple[Constraint, ...]:
        """Return the constraints that matter in the remaining rounds, in the order in which they are
        relaxed.
        """
        rules, number = self.situation.rules, self.situation.round_number
        idle: dict[Constraint, bool] = {
            "groups": rules.groups_apart_through <= number,
            "kept": not any(one.round_number > number + 1 for one in rules.forced),
            "sides": rules.asks_no_sides,
        }
        return tuple(one for one in rules.give_up if not idle.get(one, False))

    def _completed(self, best: Matching, keep: Keep, *, keeps_all: bool) -> Choice | None:
        """Return the cheapest pairing with a known continuation; None if there is none."""
        first = next(self._sided(best))
        number, after = self.situation.round_number, self.state.after(first, self.situation.rules)
        if self.ahead.completion(after, number + 1, keep, by_lots_alone=True) is not None:
            return Choice(first)
        anyhow: Meetings | None = None
        if keeps_all:
            anyhow = self.ahead.completion(self.state, number, keep)
            if anyhow is None:
                return None
        plans = islice(by_cost(self.given.size, self.costs), self._most_plans())
        for skipped, matching in enumerate(plans):
            meetings = self._with_completion(matching, keep)
            if meetings is not None:
                return Choice(meetings, skipped)
        return None if anyhow is None else Choice(anyhow, self._most_plans())

    def _most_plans(self) -> int:
        return next((plans for size, plans in PLANS if self.given.size <= size), 1)

    def _with_completion(self, matching: Matching, keep: Keep) -> Meetings | None:
        most = SIDE_WAYS if self.given.size <= MEDIUM else FEWEST_SIDE_WAYS
        for meetings in islice(self._sided(matching), most):
            after = self.state.after(meetings, self.situation.rules)
            if self.ahead.completion(after, self.situation.round_number + 1, keep) is not None:
                return meetings
        return None

    def _sided(self, matching: Matching) -> Iterator[Meetings]:
        """Yield the ways to assign sides, our rule's choice first."""
        free = self.given.free
        pairs = [self._by_rule(one, other) for one, other in matching if other < len(free)]
        byes = tuple(self.numbers[free[one].key] for one, other in matching if other >= len(free))
        rules = self.situation.rules
        either = [
            place for place, pair in enumerate(pairs) if len(possible_sides(self.state, *pair, rules)) > 1
        ]
        for turned in self._turnings(either):
            ways = [pair[::-1] if place in turned else pair for place, pair in enumerate(pairs)]
            yield (*self.forced[0], *ways), (*self.forced[1], *byes)

    def _turnings(self, places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield sets of pairs to swap: none, then all combinations, or random ones if there are many."""
        if 1 << len(places) <= SIDE_WAYS:
            for size in range(len(places) + 1):
                yield from combinations(places, size)
            return
        chance = random_lots.chooser(self.situation.seed, f"turnings/{self.situation.round_number}")
        yield ()
        while True:
            yield tuple(place for place in places if chance.below(2))

    def _by_rule(self, one: int, other: int) -> tuple[int, int]:
        free, situation = self.given.free, self.situation
        sided = give_sides(free[one], free[other], situation.rules, situation.seed, situation.round_number)
        return self.numbers[sided.first.key], self.numbers[sided.second.key]
