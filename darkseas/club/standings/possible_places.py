"""The best and worst places by points that each entrant can still reach."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from .outcomes import Competition, Ending
from .outcomes_by_entrant import field_of
from .possible_place_search import TooMany, most_reaching

#: How many states a search may look at before a bound has to do; and all searches for one table together.
MOST_STATES, MOST_OF_ALL = 20_000, 200_000


@dataclass(frozen=True)
class Prospect:
    """The best and the worst place of an entrant, by points; whether each is exact, or else a bound."""

    entrant: str
    best_place: int
    worst_place: int
    is_best_exact: bool
    is_worst_exact: bool

    @property
    def text(self) -> str:
        """What it says, in a sentence."""
        if self.best_place == self.worst_place:
            return f"Comes in at place {self.best_place}, by points."
        best = f"{self.best_place}{'' if self.is_best_exact else ' (a bound)'}"
        worst = f"{self.worst_place}{'' if self.is_worst_exact else ' (a bound)'}"
        return f"Place {best} at best, {worst} at worst, by points."


@dataclass(frozen=True)
class _Race:
    """Everybody's points, what is still to be fought, and what its endings are worth, in whole numbers.

    They count the smallest part of a point that occurs. `battles` is how many each has before them, and a
    search looks at `most` states.
    """

    points: Mapping[str, int]
    remaining: tuple[tuple[str, str], ...]
    battles: Mapping[str, int]
    win: int
    draw: int
    loss: int
    most: int


def prospects(competition: Competition, remaining: Sequence[tuple[str, str]]) -> tuple[Prospect, ...]:
    """Return everybody's prospects where all battles still to be fought are known, by their entrants.

    An outcome that is not ratified is still to be fought: name it in `remaining`.
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
    """Let the entrant win everything, and ask how many of the others can be held at or below them."""
    own, room, others = _others_after(race, entrant, own=race.win, other=race.loss, all_left=race.loss)
    # What each may still gain without passing: from losing all that is left, each better ending costs some.
    room = {key: own - least for key, least in room.items()}
    drawn = race.draw - race.loss
    costs = ((race.win - race.loss, 0), (drawn, drawn))
    try:
        held = most_reaching(room, others, costs, race.most)
    except TooMany:
        return 1 + sum(each < 0 for each in room.values()), False
    return len(room) - held + 1, True


def _worst_place(race: _Race, entrant: str) -> tuple[int, bool]:
    """Let the entrant lose everything, and ask how many of the others can come up to them."""
    own, room, others = _others_after(race, entrant, own=race.loss, other=race.win, all_left=race.win)
    # Seen from winning everything, each ending costs something; who can afford it still reaches them.
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
    """What an entrant has after all their battles ended in one way; and the others, with the battles left.

    The others have what they got of that, and `all_left` for each battle among themselves.
    """
    met = Counter(pair[pair[0] == entrant] for pair in race.remaining if entrant in pair)
    after = {
        key: points + met[key] * other + (race.battles[key] - met[key]) * all_left
        for key, points in race.points.items()
        if key != entrant
    }
    others = [pair for pair in race.remaining if entrant not in pair]
    return race.points[entrant] + race.battles[entrant] * own, after, others
