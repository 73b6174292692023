"""Counts the entrants that can stay within their margins, over all endings of the remaining battles.

Points are integers here, in units of the smallest fraction that occurs.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

#: The cost of an ending to the first and second entrant.
Costs = tuple[int, int]
Pair = tuple[str, str]

#: The remaining room of each contested entrant.
_State = tuple[int, ...]
_BEYOND = -1


class TooMany(Exception):
    """The search has more states than allowed."""


def most_reaching(
    room: Mapping[str, int], battles: Sequence[Pair], costs: Sequence[Costs], most_states: int
) -> int:
    """Return the largest number of entrants that can stay within their `room` at the same time; exact.

    `costs` are those of a decisive ending (its mirror image is possible too) and of a draw. An entrant
    already beyond their room can bear any cost. So can an entrant with room for the worst ending of every
    battle. The battles of both are settled in the opponent's favour. The rest is searched in parts that share
    no battle. Raise TooMany if there are more states than `most_states`.
    """
    endings = sorted({*costs, *(cost[::-1] for cost in costs)})
    dearest = max(max(cost) for cost in endings)
    fights = Counter(key for pair in battles for key in pair)
    left = {key: each for key, each in room.items() if 0 <= each < dearest * fights[key]}
    settled = sum(each >= 0 for key, each in room.items() if key not in left)
    open_battles = _settle(left, battles, kindest=endings[0][0])
    in_battle = {key for pair in open_battles for key in pair}
    settled += sum(each >= 0 for key, each in left.items() if key not in in_battle)
    looked_at = 0
    for part in _parts(open_battles):
        found, states = _most_within(left, part, endings, most_states - looked_at)
        settled, looked_at = settled + found, looked_at + states
    return settled


def _parts(battles: Sequence[Pair]) -> list[list[Pair]]:
    """Split the battles into parts without common entrants, keeping the order within each."""
    part_of: dict[str, list[Pair]] = {}
    parts: list[list[Pair]] = []
    for pair in battles:
        one, other = (part_of.get(key, []) for key in pair)
        joined = [*one, *other, pair] if one is not other else [*one, pair]
        parts = [part for part in parts if part is not one and part is not other] + [joined]
        part_of |= dict.fromkeys((key for each in joined for key in each), joined)
    return parts


def _most_within(
    left: Mapping[str, int], battles: Sequence[Pair], endings: Sequence[Costs], most_states: int
) -> tuple[int, int]:
    """Return how many entrants of these battles can stay within their room, and the number of states
    searched.
    """
    contested = sorted({key for pair in battles for key in pair})
    places_of = {key: place for place, key in enumerate(contested)}
    to_come = Counter(key for pair in battles for key in pair)
    dearest = max(max(cost) for cost in endings)
    states, looked_at = {tuple(left[key] for key in contested)}, 0
    for pair in battles:
        to_come.subtract(pair)
        enough = [dearest * to_come[key] for key in pair]
        states = _after(states, [places_of[key] for key in pair], endings, enough)
        looked_at += len(states)
        if looked_at > most_states:
            raise TooMany
    return max(sum(each >= 0 for each in state) for state in states), looked_at


def _settle(left: dict[str, int], battles: Iterable[Pair], kindest: int) -> list[Pair]:
    """Settle battles in which one entrant is indifferent in the other's favour; return the contested ones."""
    open_battles: list[Pair] = []
    for pair in battles:
        minding = [key for key in pair if key in left]
        if len(minding) == len(pair):
            open_battles.append(pair)
        elif minding:
            left[minding[0]] -= kindest
    return open_battles


def _after(
    states: set[_State],
    places: Sequence[int],
    endings: Sequence[tuple[int, int]],
    enough: Sequence[int],
) -> set[_State]:
    """Return the states after each ending of one battle.

    States are merged: only whether an entrant is beyond their room matters, not how far, and room above
    `enough` for all their remaining battles makes no difference.
    """
    found: set[_State] = set()
    for state in states:
        for ending in endings:
            after = list(state)
            for place, cost, most in zip(places, ending, enough, strict=True):
                after[place] = min(max(after[place] - cost, _BEYOND), most)
            found.add(tuple(after))
    return found
