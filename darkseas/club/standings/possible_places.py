"""The best and worst places by points that each entrant can still reach."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from .outcomes import Competition, Ending
from .outcomes_by_entrant import field_of
from .possible_place_search import TooMany, most_reaching

#: The most states for one search, and for all searches of a table; beyond that a bound is used.
MOST_STATES, MOST_OF_ALL = 20_000, 200_000


@dataclass(frozen=True)
class Prospect:
    """An entrant's best and worst possible place by points, and whether each is exact or a bound."""

    entrant: str
    best_place: int
    worst_place: int
    is_best_exact: bool
    is_worst_exact: bool

    @property
    def text(self) -> str:
        """The possible places as a sentence."""
        if self.best_place == self.worst_place:
            return f"Final place by points: {self.best_place}."
        best = f"{self.best_place}{'' if self.is_best_exact else ' (a bound)'}"
        worst = f"{self.worst_place}{'' if self.is_worst_exact else ' (a bound)'}"
        return f"Place {best} at best, {worst} at worst, by points."


@dataclass(frozen=True)
class _Race:
    """The current points, the remaining battles and the values of their endings, as integers.

    The unit is the smallest fraction of a point that occurs. `battles` is each entrant's number of remaining
    battles; a search may visit `most` states.
    """

    points: Mapping[str, int]
    remaining: tuple[tuple[str, str], ...]
    battles: Mapping[str, int]
    win: int
    draw: int
    loss: int
    most: int


def prospects(competition: Competition, remaining: Sequence[tuple[str, str]]) -> tuple[Prospect, ...]:
    """Return everybody's possible places, if all remaining battles are known.

    An unconfirmed outcome is a remaining battle: include it in `remaining`.
    """
    rule, points = competition.points, field_of(competition).points
    worth = [rule.of(ending) for ending in (Ending.WON, Ending.DRAWN, Ending.LOST)]
    part = lcm(*(each.denominator for each in (*points.values(), *worth)))
    win, draw, loss = (int(each * part) for each in worth)
    race = _Race(
        {key: int(each * part) for key, each in points.items()},
        tuple(sorted((min(pair), max(pair)) for pair in remaining)),
        Counter(key for pair in remaining for key in pair),
        win,
        draw,
        loss,
        min(MOST_STATES, MOST_OF_ALL // max(1, 2 * len(points))),
    )
    return tuple(_prospect(race, entrant.key) for entrant in competition.entrants)


def _prospect(race: _Race, entrant: str) -> Prospect:
    best, is_best_exact = _best_place(race, entrant)
    worst, is_worst_exact = _worst_place(race, entrant)
    return Prospect(entrant, best, worst, is_best_exact, is_worst_exact)


def _best_place(race: _Race, entrant: str) -> tuple[int, bool]:
    """Assume the entrant wins everything; count how many others can stay at or below them."""
    own, room, others = _others_after(race, entrant, own=race.win, other=race.loss, all_left=race.loss)
    # How much each may gain without overtaking. Start from losing every battle; each better ending costs
    # something.
    room = {key: own - least for key, least in room.items()}
    drawn = race.draw - race.loss
    costs = ((race.win - race.loss, 0), (drawn, drawn))
    try:
        held = most_reaching(room, others, costs, race.most)
    except TooMany:
        return 1 + sum(each < 0 for each in room.values()), False
    return len(room) - held + 1, True


def _worst_place(race: _Race, entrant: str) -> tuple[int, bool]:
    """Assume the entrant loses everything; count how many others can reach them."""
    own, room, others = _others_after(race, entrant, own=race.loss, other=race.win, all_left=race.win)
    # Start from winning every battle; each worse ending costs something. Entrants within their room still
    # catch up.
    room = {key: most - own for key, most in room.items()}
    drawn = race.win - race.draw
    costs = ((0, race.win - race.loss), (drawn, drawn))
    try:
        reaching = most_reaching(room, others, costs, race.most)
    except TooMany:
        return 1 + sum(each >= 0 for each in room.values()), False
    return reaching + 1, True


def _others_after(
    race: _Race, entrant: str, own: int, other: int, all_left: int
) -> tuple[int, dict[str, int], list[tuple[str, str]]]:
    """Return an entrant's points if all their battles end alike, the others' points, and the battles left.

    The others get their points from those battles, plus `all_left` for each battle among themselves.
    """
    met = Counter(pair[pair[0] == entrant] for pair in race.remaining if entrant in pair)
    after = {
        key: points + met[key] * other + (race.battles[key] - met[key]) * all_left
        for key, points in race.points.items()
        if key != entrant
    }
    others = [pair for pair in race.remaining if entrant not in pair]
    return race.points[entrant] + race.battles[entrant] * own, after, others
