"""How ratings went over time: the list recomputed whole as it was after each month or season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .battles import RatedBattle, RatingTerms
from .fit import PLAIN, How
from .observations import MOST_SIDES, MOST_UNKNOWNS
from .rating_lists import Interval, RatingList, rating_list

#: What the fits of one curve may take, in the units of `work_of`: some 20 seconds of a processor.
MOST_WORK = 450_000_000
#: Points of one curve: old books reach back for decades.
MOST_POINTS = 120
_WORK_OF_A_BATTLE = 4_000


@dataclass(frozen=True)
class CurvePoint:
    """A player's rating as it was when a moment had passed."""

    moment: str
    rating: Interval


def lists_at(
    system: str,
    battles: Iterable[RatedBattle],
    moments: Iterable[str],
    terms: RatingTerms,
    how: How = PLAIN,
) -> Iterator[tuple[str, RatingList]]:
    """Yield the list as it was after each moment: a day, month or year, as ISO text begins with it.

    Each is made of all battles up to the end of its moment and no others. Raises `fit.NoEnd`.
    """
    known = list(battles)
    for moment in moments:
        until = [battle for battle in known if battle.day[: len(moment)] <= moment]
        yield moment, rating_list(system, until, terms, how)


def rating_curves(lists: Iterable[tuple[str, RatingList]]) -> Mapping[str, tuple[CurvePoint, ...]]:
    """Return each player's curve over lists with their moments.

    Where there was no rating to show there is no point. Who never had one is not named.
    """
    curves: dict[str, list[CurvePoint]] = {}
    for moment, rated in lists:
        for each in rated.ratings:
            if each.rating is not None:
                curves.setdefault(each.player, []).append(CurvePoint(moment, each.rating))
    return {player: tuple(curves[player]) for player in sorted(curves)}


def months_of(battles: Iterable[RatedBattle]) -> tuple[str, ...]:
    """Return the months in which battles were fought, as `2026-03`: in others no rating changes."""
    return tuple(sorted({battle.day[: len("2026-03")] for battle in battles}))


def months_within(battles: Iterable[RatedBattle], most: int = MOST_WORK) -> tuple[str, ...]:
    """Return the months of a curve: all with battles, or every second, third … of them back from the last.

    They are as many as can be fitted for this much work. The last is always one of them, so that a curve
    ends where the list stands.
    """
    known = list(battles)
    work = work_of(known)
    months = tuple(work)[::-1]
    steps = range(1 + len(months) // MOST_POINTS, len(months))
    every = next((step for step in steps if _total(work, months[::step]) <= most), max(len(months), 1))
    return months[::every][::-1]


def work_of(battles: Sequence[RatedBattle]) -> Mapping[str, int]:
    """Return how much work the fit after each month is: the cube of its unknowns, and its battles.

    A matter of sizes alone, so that every machine chooses the same months.
    """
    by_month: dict[str, list[RatedBattle]] = {month: [] for month in months_of(battles)}
    for battle in battles:
        by_month[battle.day[: len("2026-03")]].append(battle)
    sides: set[tuple[str, ...]] = set()
    players: set[str] = set()
    work, number = {}, 0
    for month, fought in by_month.items():
        number += len(fought)
        sides.update((battle.scenario, *sorted((battle.first_side, battle.second_side))) for battle in fought)
        players.update(key for battle in fought for key in (*battle.first, *battle.second))
        size = min(min(len(sides), MOST_SIDES) + len(players), MOST_UNKNOWNS)
        work[month] = size * size * size + _WORK_OF_A_BATTLE * number
    return work


def _total(work: Mapping[str, int], months: Iterable[str]) -> int:
    total = 0
    for month in months:
        total += work[month]
    return total
