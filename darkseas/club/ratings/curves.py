"""Rating history: the whole list recomputed as of the end of each month or season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .battles import RatedBattle, RatingTerms
from .fit import PLAIN, How
from .observations import MOST_SIDES, MOST_UNKNOWNS
from .rating_lists import Interval, RatingList, rating_list

#: The most work for the fits of one curve, in units of `work_of`: about 20 CPU seconds.
MOST_WORK = 450_000_000
#: The most points of one curve; imported results can go back decades.
MOST_POINTS = 120
_WORK_OF_A_BATTLE = 4_000


@dataclass(frozen=True)
class CurvePoint:
    """A player's rating at the end of a period."""

    moment: str
    rating: Interval


def lists_at(
    system: str,
    battles: Iterable[RatedBattle],
    moments: Iterable[str],
    terms: RatingTerms,
    how: How = PLAIN,
) -> Iterator[tuple[str, RatingList]]:
    """Yield the rating list at the end of each moment: a day, month or year as the start of an ISO date.

    Each uses all battles up to the end of that moment and no others. Raise `battles.NoEnd` if a fit does not
    converge.
    """
    known = list(battles)
    for moment in moments:
        until = [battle for battle in known if battle.day[: len(moment)] <= moment]
        yield moment, rating_list(system, until, terms, how)


def rating_curves(lists: Iterable[tuple[str, RatingList]]) -> Mapping[str, tuple[CurvePoint, ...]]:
    """Return each player's curve from rating lists and their moments.

    There is no point if the player had no rating then. Players who never had one are left out.
    """
    curves: dict[str, list[CurvePoint]] = {}
    for moment, rated in lists:
        for each in rated.ratings:
            if each.rating is not None:
                curves.setdefault(each.player, []).append(CurvePoint(moment, each.rating))
    return {player: tuple(curves[player]) for player in sorted(curves)}


def months_of(battles: Iterable[RatedBattle]) -> tuple[str, ...]:
    """Return the months with battles, such as `2026-03`; ratings do not change in others."""
    return tuple(sorted({battle.day[: len("2026-03")] for battle in battles}))


def months_within(battles: Iterable[RatedBattle], most: int = MOST_WORK) -> tuple[str, ...]:
    """Return the months of a curve: all with battles, or every second, third … counted back from the last.

    As many are chosen as can be fitted within this much work. The last month is always included, so that the
    curve ends at the current rating.
    """
    known = list(battles)
    work = work_of(known)
    months = tuple(work)[::-1]
    steps = range(1 + len(months) // MOST_POINTS, len(months))
    every = next((step for step in steps if _total(work, months[::step]) <= most), max(len(months), 1))
    return months[::every][::-1]


def work_of(battles: Sequence[RatedBattle]) -> Mapping[str, int]:
    """Return the work for the fit after each month: the cube of its unknowns, plus its battles.

    It depends only on these counts, so every machine chooses the same months.
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
