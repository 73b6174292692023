"""A season's table: points for places in tournaments and for free battles, by the club's rule."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .numbers_in_words import places_text
from .outcomes import PointsRule, Showing
from .ranking import Row

FREE_BATTLES = "free battles"


@dataclass(frozen=True)
class Finish:
    """Where somebody came in; shared places have a first and a last."""

    who: str
    first_place: int
    last_place: int


@dataclass(frozen=True)
class FinishedTournament:
    """A tournament that is over: its title, and where everybody came in."""

    title: str
    finishes: tuple[Finish, ...]


@dataclass(frozen=True)
class SeasonRule:
    """The club's points: for each place from the first, for having taken part, and for free battles.

    Who shares places gets the mean of their points. Of tournaments only the best `best_of` count, all where
    it is none; free battles always do. Who took part less than ``fewest`` times, tournaments and free battles
    together, is not in the table.
    """

    for_places: tuple[Fraction, ...] = tuple(Fraction(each) for each in (10, 7, 5, 3, 2, 1))
    for_taking_part: Fraction = Fraction(1)
    free_battles: PointsRule = field(default_factory=PointsRule)
    best_of: int | None = None
    fewest: int = 0


@dataclass(frozen=True)
class SeasonPart:
    """What one tournament, or all free battles, brought; `counts` unless better ones stand before it."""

    title: str
    points: Fraction
    counts: bool = True


@dataclass(frozen=True)
class SeasonRow:
    """One person's season: place, shared where first and last differ, points, and what they are made of."""

    who: str
    first_place: int
    last_place: int
    points: Fraction
    parts: tuple[SeasonPart, ...]

    @property
    def place_text(self) -> str:
        """The place, as people write it."""
        return places_text(self.first_place, self.last_place)


def finished(title: str, rows: Iterable[Row]) -> FinishedTournament:
    """Return a tournament as a season counts it, from its standings."""
    return FinishedTournament(
        title, tuple(Finish(row.entrant, row.first_place, row.last_place) for row in rows)
    )


def season_table(
    tournaments: Sequence[FinishedTournament], free_battles: Iterable[Showing], rule: SeasonRule
) -> tuple[SeasonRow, ...]:
    """Return the season's table, from the most points down; of equals, by key.

    Tournaments stand in the order in which they are given; free battles come last, as each one's half of
    those that are ratified: a side may have had several people.
    """
    parts: dict[str, list[SeasonPart]] = {}
    for tournament in tournaments:
        for finish in sorted(tournament.finishes, key=lambda each: each.who):
            part = SeasonPart(tournament.title, place_points(finish, rule))
            parts.setdefault(finish.who, []).append(part)
    counted = {who: _best(found, rule.best_of) for who, found in parts.items()}
    times = Counter({who: len(found) for who, found in parts.items()})
    free = tuple(free_battles)
    times.update(showing.entrant for showing in free)
    for who, points in _free_points(free, rule).items():
        counted[who] = (*counted.get(who, ()), SeasonPart(FREE_BATTLES, points))
    return _ranked({who: found for who, found in counted.items() if times[who] >= rule.fewest})


def place_points(finish: Finish, rule: SeasonRule) -> Fraction:
    """Return what a finish is worth: the mean of the points of all places that are shared in it."""
    places = range(finish.first_place, finish.last_place + 1)
    known = [rule.for_places[place - 1] for place in places if place <= len(rule.for_places)]
    return sum(known, Fraction(0)) / len(places) + rule.for_taking_part


def _best(parts: Sequence[SeasonPart], best_of: int | None) -> tuple[SeasonPart, ...]:
    """Mark those that count: the best ones, of equals the earlier."""
    order = sorted(range(len(parts)), key=lambda place: (-parts[place].points, place))
    counting = set(order if best_of is None else order[:best_of])
    return tuple(
        SeasonPart(part.title, part.points, counts=place in counting) for place, part in enumerate(parts)
    )


def _free_points(showings: Iterable[Showing], rule: SeasonRule) -> Mapping[str, Fraction]:
    points: dict[str, Fraction] = {}
    for showing in showings:
        worth = rule.free_battles.of(showing.ending)
        points[showing.entrant] = points.get(showing.entrant, Fraction(0)) + worth
    return points


def _ranked(counted: Mapping[str, tuple[SeasonPart, ...]]) -> tuple[SeasonRow, ...]:
    totals = {
        who: sum((part.points for part in parts if part.counts), Fraction(0))
        for who, parts in counted.items()
    }
    rows: list[SeasonRow] = []
    for total in sorted(set(totals.values()), reverse=True):
        group = sorted(who for who in totals if totals[who] == total)
        first, last = len(rows) + 1, len(rows) + len(group)
        rows += [SeasonRow(who, first, last, total, counted[who]) for who in group]
    return tuple(rows)
