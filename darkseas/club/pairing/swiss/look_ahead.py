"""Tests whether the remaining rounds can still be paired.

The test draws one random round after another under the constraints. If no random attempt reaches the last
round and the field is small, the test searches all possibilities. Points do not matter here. Any continuation
will do: each later round repeats the test, which will find that continuation again unless entrants leave.
"""

from collections.abc import Iterator, Sequence

from darkseas.engine.dice.chooser import Chooser

from ..positions import Position
from ..random_lots import chooser, shuffled
from ..round_records import GIVE_UP, Constraint, Rules, Situation
from .maximum import FREE, MaximumMatching
from .rounds_to_come import Meetings, RoundToCome, State, members, possible_sides

#: The most and fewest random attempts. Larger fields get fewer: DRAWN divided by the number of entrants.
TRIES, FEWEST_TRIES, DRAWN = 24, 2, 480
#: The most rounds drawn in all searches for one round.
STEPS = 20_000
#: The largest field in which all possibilities are searched.
SMALL = 12

Keep = frozenset[Constraint]
ALL: Keep = frozenset(GIVE_UP)


class LookAhead:
    """Searches for continuations of one situation; `keep` lists the constraints to keep."""

    def __init__(self, situation: Situation, all_positions: Sequence[Position]) -> None:
        self.rules: Rules = situation.rules
        self._seed = situation.seed
        self._rounds = {
            number: RoundToCome(all_positions, situation.rules, number)
            for number in range(situation.round_number, situation.rules.rounds + 1)
        }
        self._number = situation.round_number
        self._most_free = max((len(one.free) for one in self._rounds.values()), default=0)
        self._tries = min(TRIES, max(FEWEST_TRIES, DRAWN // max(1, self._most_free)))
        self._steps = 0
        self._dead: set[tuple[int, State, Keep]] = set()

    def completion(
        self, state: State, number: int, keep: Keep, *, by_lots_alone: bool = False
    ) -> Meetings | None:
        """Return the first round of a way through all rounds from `number` on, or None if none is found.

        The round to be paired keeps every constraint.
        """
        if number > self.rules.rounds:
            return (), ()
        chance = chooser(self._seed, f"look-ahead/{number}")
        for _ in range(self._tries):
            way = self._by_lots(state, number, keep, chance)
            if way is not None:
                return way
        if by_lots_alone or self._most_free > SMALL:
            return None
        return self._by_search(state, number, keep, chance)

    def _by_lots(self, state: State, number: int, keep: Keep, chance: Chooser) -> Meetings | None:
        first: Meetings | None = None
        for later in range(number, self.rules.rounds + 1):
            meetings = self._draw(self._rounds[later], state, self._kept(later, keep), chance)
            if meetings is None:
                return None
            first = first or meetings
            state = state.after(meetings, self.rules)
        return first

    def _kept(self, number: int, keep: Keep) -> Keep:
        return ALL if number == self._number else keep

    def _draw(self, to_come: RoundToCome, state: State, keep: Keep, chance: Chooser) -> Meetings | None:
        forced = to_come.with_forced(state)
        graph = to_come.graph(state, keep)
        order = sorted(shuffled(to_come.free, chance), key=lambda place: graph[place].bit_count())
        places = {vertex: place for place, vertex in enumerate(order)}
        edges = [shuffled([places[other] for other in members(graph[one])], chance) for one in order]
        if len(order) % 2:
            takers = [places[one] for one in order if to_come.may_have_bye(state, keep, one)]
            for place in takers:
                edges[place].append(len(order))
            edges.append(shuffled(takers, chance))
        mates = MaximumMatching(edges).mates
        if FREE in mates:
            return None
        pairs = [(order[one], order[mate]) for one, mate in enumerate(mates) if one < mate < len(order)]
        byes = tuple(order[mate] for mate in mates[len(order) :])
        sided = (chance.one_of(possible_sides(state, *pair, self.rules)) for pair in pairs)
        return (*forced[0], *sided), (*forced[1], *byes)

    def _by_search(self, state: State, number: int, keep: Keep, chance: Chooser) -> Meetings | None:
        """Search all possibilities, remembering dead ends."""
        if number > self.rules.rounds:
            return (), ()
        if (number, state, keep) in self._dead:
            return None
        to_come = self._rounds[number]
        keep_now = self._kept(number, keep)
        forced = to_come.with_forced(state)
        graph = to_come.graph(state, keep_now)
        all_free = sum(1 << place for place in to_come.free)
        for pairs, byes in self._meetings(to_come, state, keep_now, graph, all_free, chance):
            self._steps += 1
            if self._steps > STEPS:
                return None
            meetings = (*forced[0], *pairs), (*forced[1], *byes)
            if self._by_search(state.after(meetings, self.rules), number + 1, keep, chance) is not None:
                return meetings
        if self._steps <= STEPS:
            self._dead.add((number, state, keep))
        return None

    def _meetings(
        self,
        to_come: RoundToCome,
        state: State,
        keep: Keep,
        graph: dict[int, int],
        free: int,
        chance: Chooser,
    ) -> Iterator[Meetings]:
        """Yield every way to pair the free entrants, including sides."""
        if not free:
            yield (), ()
            return
        one = min(members(free), key=lambda place: (graph[place] & free).bit_count())
        rest = free & ~(1 << one)
        for other in shuffled(list(members(graph[one] & rest)), chance):
            for pairs, byes in self._meetings(to_come, state, keep, graph, rest & ~(1 << other), chance):
                for pair in possible_sides(state, one, other, self.rules):
                    yield (pair, *pairs), byes
        if free.bit_count() % 2 and to_come.may_have_bye(state, keep, one):
            for pairs, byes in self._meetings(to_come, state, keep, graph, rest, chance):
                yield pairs, (one, *byes)
