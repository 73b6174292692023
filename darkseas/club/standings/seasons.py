"""Season tables: points for tournament places and free battles, by the club's rule."""

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
    """A person's final place; a shared one has different first and last places."""

    who: str
    first_place: int
    last_place: int


@dataclass(frozen=True)
class FinishedTournament:
    """A finished tournament: its title and everybody's place."""

    title: str
    finishes: tuple[Finish, ...]


@dataclass(frozen=True)
class SeasonRule:
    """A club's season points: for each place from the first, for participation, and for free battles.

    Entrants who share places get the mean of their points. Only the best `best_of` tournaments count, all if
    it is None; free battles always count. People with fewer than ``fewest`` tournaments and free battles
    together are left out of the table.
    """

    for_places: tuple[Fraction, ...] = tuple(Fraction(each) for each in (10, 7, 5, 3, 2, 1))
    for_taking_part: Fraction = Fraction(1)
    free_battles: PointsRule = field(default_factory=PointsRule)
    best_of: int | None = None
    fewest: int = 0


@dataclass(frozen=True)
class SeasonPart:
    """The points from one tournament or from all free battles; `counts` unless better ones use up the
    limit.
    """

    title: str
    points: Fraction
    counts: bool = True


@dataclass(frozen=True)
class SeasonRow:
    """One person's season: place (shared if first and last differ), points, and their parts."""

    who: str
    first_place: int
    last_place: int
    points: Fraction
    parts: tuple[SeasonPart, ...]

    @property
    def place_text(self) -> str:
        return places_text(self.first_place, self.last_place)


def finished(title: str, rows: Iterable[Row]) -> FinishedTournament:
    """Return a finished tournament for a season, from its standings."""
    return FinishedTournament(
        title, tuple(Finish(row.entrant, row.first_place, row.last_place) for row in rows)
    )


def season_table(
    tournaments: Sequence[FinishedTournament], free_battles: Iterable[Showing], rule: SeasonRule
) -> tuple[SeasonRow, ...]:
    """Return the season table, most points first; ties are sorted by key.

    Tournaments keep their order and free battles come last. Free battles are passed as confirmed halves, one
    per person, since a side may have several people.
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
    """Return the points for a finish: the mean over all the places it shares."""
    places = range(finish.first_place, finish.last_place + 1)
    known = [rule.for_places[place - 1] for place in places if place <= len(rule.for_places)]
    return sum(known, Fraction(0)) / len(places) + rule.for_taking_part


def _best(parts: Sequence[SeasonPart], best_of: int | None) -> tuple[SeasonPart, ...]:
    """Mark the parts that count: the best ones; of equal ones the earlier."""
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
