"""Facts of ships: what a class was, and the ratings that a rules system derives from it.

Whole numbers only, so that nothing depends on rounding in a machine: speed in tenths of a knot, gun
calibres in hundredths of an inch, tube diameters and armour in tenths of an inch, displacement in long
tons standard. A date is a month ("1942-08") or a day ("1942-08-09"); only its month counts, since the
sets of a ship are known to the month at best.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from ..serialization.canonical_json import Json
from ..serialization.records import record

_DATE = re.compile(r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?", re.ASCII)
_YEAR = re.compile(r"[0-9]{4}", re.ASCII)

#: Facts of a class that a source may confirm, each for itself.
FactName = Literal["tons", "speed", "main", "secondary", "tubes", "belt", "deck", "radar", "commissioned"]
#: A year and a month from 1; compares as time goes.
Month = tuple[int, int]


class NoRatings(ValueError):
    """A rules system has no ratings for such a ship; the text is a sentence for people."""


@record
class Mount:
    """So many mounts with so many barrels, or tubes, each."""

    mounts: int
    barrels: int


@record
class Guns:
    """The guns of one calibre, in hundredths of an inch; `broadside` of them bear on a side (0: all)."""

    count: int
    calibre_hundredths: int
    mounts: tuple[Mount, ...] = ()
    broadside: int = 0

    @property
    def bearing(self) -> int:
        """How many guns bear on a broadside."""
        return self.broadside or self.count


@record
class Tubes:
    """Torpedo tubes, their diameter in tenths of an inch; `broadside` of them bear on a side.

    `reloads` are the torpedoes carried beside those in the tubes.
    """

    count: int
    diameter_tenths: int
    broadside: int
    mounts: tuple[Mount, ...] = ()
    reloads: int = 0
    note: str = ""


@record
class RadarFit:
    """Sets that were carried from a month or a year on ("1942-08", "1942").

    `ships` names the ships that this holds for; without any it holds for all. With `some` it holds for
    ships that nobody has named yet, so for none that can be asked about.
    """

    since: str
    sets: str
    ships: tuple[str, ...] = ()
    some: bool = False


@record
class ShipName:
    """A ship of a class; `navy` where it is not the navy of the class."""

    name: str
    navy: str = ""


@record
class ClassFacts:
    """What is known of a class of ships.

    `kind` is the usual type letter code (BB, CA, DD, AP ...). `tons` are long tons standard, or gross
    register tons with `is_gross`, as merchantmen are measured. `belt_tenths` and `deck_tenths` are armour
    in tenths of an inch: the belt at its thickest, the main deck where it is typical. `service_from` is the
    year from which the class was as described here, 0 where that cannot be said. `sources` (addresses)
    confirm the facts that `confirmed` names; all others are from memory.
    """

    key: str
    navy: str
    name: str
    kind: str
    tons: int
    speed_tenths: int
    main: tuple[Guns, ...] = ()
    secondary: tuple[Guns, ...] = ()
    tubes: Tubes | None = None
    belt_tenths: int = 0
    deck_tenths: int = 0
    radar: tuple[RadarFit, ...] = ()
    commissioned: str = ""
    service_from: int = 0
    ships: tuple[ShipName, ...] = ()
    sources: tuple[str, ...] = ()
    confirmed: tuple[FactName, ...] = ()
    note: str = ""
    is_gross: bool = False

    @property
    def is_unconfirmed(self) -> bool:
        """Whether all figures rest on memory alone."""
        return not self.sources

    def origin_of(self, fact: FactName) -> str:
        """Where a fact comes from: published, or unconfirmed where it rests on memory alone."""
        return "published" if fact in self.confirmed else "unconfirmed"


@record
class Input:
    """A number that a step of the workings began with, as it is written, and where it comes from.

    `origin` is one of the usual ones, or unconfirmed for a fact that rests on memory alone; what is no
    number, such as a type, has none.
    """

    name: str
    value: str
    origin: str


@record
class Step:
    """How one rating came about.

    `path` is its place in the ratings ("batteries.0.factors.2", "defence"), `title` what people call it;
    `formula` says in words, with the numbers in it, what was done; `result` is the rating as it is written.
    """

    path: str
    title: str
    formula: str
    inputs: tuple[Input, ...]
    result: str
    origin: str


@record
class Derivation:
    """The ratings of a ship on a date, in the form of `ShipSpec.ratings`, and how each came about."""

    ratings: Mapping[str, Json]
    kind: str
    workings: tuple[Step, ...]


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def month_of(when: str) -> Month:
    """Year and month of an ISO date or month; ValueError for anything else."""
    match = _DATE.fullmatch(when)
    if match is None:
        raise ValueError("must be a date such as 1942-08-09, or a month such as 1942-08")
    return int(match["year"]), int(match["month"])


def fits_at(facts: ClassFacts, when: str, ship: str = "") -> tuple[RadarFit, ...]:
    """The radar that a ship of the class carried on a date, in the order of the facts.

    Without a ship: what all of the class carried. ValueError for a date that is none.
    """
    month = month_of(when)
    return tuple(fit for fit in facts.radar if _since(fit) <= month and _is_hers(fit, ship))


def sets_at(facts: ClassFacts, when: str, ship: str = "") -> str:
    """The sets of `fits_at` in one line, each once; nothing where there was none."""
    named = [name for fit in fits_at(facts, when, ship) for name in fit.sets.split(", ")]
    return ", ".join(dict.fromkeys(named))


def _is_hers(fit: RadarFit, ship: str) -> bool:
    return not fit.some and (not fit.ships or ship in fit.ships)


def _since(fit: RadarFit) -> Month:
    """A year alone means its first month."""
    return (int(fit.since), 1) if _YEAR.fullmatch(fit.since) else month_of(fit.since)
