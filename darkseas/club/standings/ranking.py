"""Standings: ordered entrants with all the numbers that decide the order."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .numbers_in_words import places_text
from .outcomes import Competition, Ending
from .outcomes_by_entrant import Field, field_of
from .tie_breaks.catalogue import tie_breaks_of
from .tie_breaks.own_results import ships_lost, victory_points
from .tie_breaks.tie_break import TieBreak


@dataclass(frozen=True)
class TieBreakNumber:
    """A tie-break's value for one entrant; None if it only compares tied entrants and they are not tied."""

    tie_break: str
    value: Fraction | None
    text: str


@dataclass(frozen=True)
class Row:
    """One entrant in the standings with places `first_place` to `last_place`, shared if they differ.

    `decided_by` is the tie-break that separated them from the entrant above. It is None for the first row,
    and for all but the first entrant of a shared place.
    """

    entrant: str
    first_place: int
    last_place: int
    numbers: tuple[TieBreakNumber, ...]
    decided_by: str | None
    battles: int
    endings: Mapping[Ending, int]
    points: Fraction
    victory_points: Fraction
    victory_points_against: Fraction
    losses: int

    @property
    def place_text(self) -> str:
        return places_text(self.first_place, self.last_place)


@dataclass
class _Groups:
    """Groups of tied entrants, the tie-break that separated each from the previous one, and all values."""

    groups: list[tuple[str, ...]]
    decided_by: list[str | None]
    numbers: dict[str, list[TieBreakNumber]]


def standings(competition: Competition) -> tuple[Row, ...]:
    """Return the standings by the competition's tie-breaks in order; entrants tied in all share a place.

    Entrants who share a place are sorted by number, then by key, so the input order does not matter.
    """
    field = field_of(competition)
    entrants = tuple(
        each.key for each in sorted(competition.entrants, key=lambda each: (each.number, each.key))
    )
    if not entrants:
        return ()
    found = _Groups([entrants], [None], {entrant: [] for entrant in entrants})
    for tie_break in tie_breaks_of(competition.tie_breaks):
        _refine(field, tie_break, found)
    rows: list[Row] = []
    for group, decided_by in zip(found.groups, found.decided_by, strict=True):
        first = len(rows) + 1
        last = len(rows) + len(group)
        rows += [
            _row(field, each, first, last, found.numbers[each], decided_by if each == group[0] else None)
            for each in group
        ]
    return tuple(rows)


def _refine(field: Field, tie_break: TieBreak, found: _Groups) -> None:
    """Split each group by one tie-break, and record its values."""
    groups: list[tuple[str, ...]] = []
    decided_by: list[str | None] = []
    for group, before in zip(found.groups, found.decided_by, strict=True):
        values = tie_break.measure(field, group)
        is_silent = tie_break.is_among_tied and len(group) == 1
        for entrant in group:
            found.numbers[entrant].append(_number(field, tie_break, entrant, values[entrant], is_silent))
        parts = tie_break.split(field, group, values)
        groups += parts
        decided_by += [before, *[tie_break.key] * (len(parts) - 1)]
    found.groups, found.decided_by = groups, decided_by


def _number(
    field: Field, tie_break: TieBreak, entrant: str, value: Fraction, is_silent: bool
) -> TieBreakNumber:
    if is_silent:
        return TieBreakNumber(tie_break.key, None, "–")
    return TieBreakNumber(tie_break.key, value, tie_break.text(field, entrant, value))


def _row(
    field: Field,
    entrant: str,
    first_place: int,
    last_place: int,
    numbers: list[TieBreakNumber],
    decided_by: str | None,
) -> Row:
    seen = field.appearances[entrant]
    own, against = victory_points(field, (entrant,))
    return Row(
        entrant,
        first_place,
        last_place,
        tuple(numbers),
        decided_by,
        sum(each.is_fought for each in seen),
        {ending: sum(each.ending is ending for each in seen) for ending in Ending},
        field.points[entrant],
        own[entrant],
        against[entrant],
        int(ships_lost(field, (entrant,))[entrant]),
    )
