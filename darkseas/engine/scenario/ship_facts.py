"""Ship data: the facts of a class, and the ratings that a rules system derives from them.

Whole numbers only, so nothing depends on rounding: speed in tenths of a knot, calibres in hundredths of an
inch, tube diameters and armour in tenths of an inch, displacement in long tons standard. A date is a month
("1942-08") or a day ("1942-08-09"); equipment depends on the month only, because sources rarely know more.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from ..serialization.canonical_json import Json
from ..serialization.records import record

_DATE = re.compile(r"(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?", re.ASCII)
_REFITTED = ("main", "secondary", "tubes", "belt_tenths", "deck_tenths", "tons", "speed_tenths")
_YEAR = re.compile(r"[0-9]{4}", re.ASCII)

#: Facts that a source can confirm individually.
FactName = Literal[
    "tons", "speed", "main", "shell", "secondary", "tubes", "belt", "deck", "planes", "radar", "commissioned"
]
#: Year and month (from 1), compared in time order.
Month = tuple[int, int]


class NoRatings(ValueError):
    """A rules system has no ratings for such a ship. The message is a sentence for people."""


@record
class Mount:
    """A number of mounts with the same number of barrels or tubes."""

    mounts: int
    barrels: int


@record
class Guns:
    """The guns of one calibre (hundredths of an inch), of which `broadside` bear on one side (0: all).

    `shell_pounds` is the weight of a shell, 0 if unknown.
    """

    count: int
    calibre_hundredths: int
    shell_pounds: int = 0
    mounts: tuple[Mount, ...] = ()
    broadside: int = 0

    @property
    def bearing(self) -> int:
        """Return how many guns bear on a broadside."""
        return self.broadside or self.count


@record
class Tubes:
    """Torpedo tubes (diameter in tenths of an inch), of which `broadside` bear on one side.

    `reloads` is the number of torpedoes carried in addition to those in the tubes.
    """

    count: int
    diameter_tenths: int
    broadside: int
    mounts: tuple[Mount, ...] = ()
    reloads: int = 0
    note: str = ""


@record
class RadarFit:
    """Radar sets carried from a month or year on ("1942-08", "1942").

    `ships` names the ships; empty means all. With `some`, only some ships carried the radar and we do not
    know which, so no ship is given it.
    """

    since: str
    sets: str
    ships: tuple[str, ...] = ()
    some: bool = False


@record
class Refit:
    """A change to ships of a class from a month or year on ("1942-04", "1942").

    `ships` names the ships; empty means all. Fields left out did not change.
    """

    since: str
    ships: tuple[str, ...] = ()
    main: tuple[Guns, ...] = ()
    secondary: tuple[Guns, ...] = ()
    tubes: Tubes | None = None
    belt_tenths: int = 0
    deck_tenths: int = 0
    tons: int = 0
    speed_tenths: int = 0
    note: str = ""


#: How a ship's time in a class ended.
End = Literal["", "lost", "rebuilt", "handed over", "laid up", "renamed"]


@record
class ShipName:
    """A ship of a class; `navy` is set if it differs from the class's.

    `navy_since` is the day she joined that navy, empty if she always belonged to it. `since` and `until`
    bound her service in this class (month or day, empty if unknown); `end` says how it ended. All of this is
    unconfirmed. A renamed ship is listed under each of her names, and `renamed` is the next one.
    """

    name: str
    navy: str = ""
    navy_since: str = ""
    since: str = ""
    until: str = ""
    end: End = ""
    renamed: str = ""


@record
class Absence:
    """Why a ship was not in service on a day, and the date on which her service began or ended.

    `renamed` is her later name, if she was renamed.
    """

    reason: Literal["not yet"] | End
    date: str
    renamed: str = ""


@record
class ClassFacts:
    """The known facts about a class of ships.

    `kind` is the type code (BB, CA, DD, AP ...). `tons` are long tons standard, or gross register tons for
    merchantmen (`is_gross`). `belt_tenths` (thickest belt) and `deck_tenths` (typical main deck) are in
    tenths of an inch. `planes` is a carrier's air group, otherwise 0. `service_from` is the first year of
    this description, 0 if unknown; `refits` are later changes. `is_selection` means the class had more ships
    than listed. `sources` (addresses) confirm the facts that `confirmed` names; all others are unconfirmed.
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
    planes: int = 0
    radar: tuple[RadarFit, ...] = ()
    refits: tuple[Refit, ...] = ()
    commissioned: str = ""
    service_from: int = 0
    ships: tuple[ShipName, ...] = ()
    sources: tuple[str, ...] = ()
    confirmed: tuple[FactName, ...] = ()
    note: str = ""
    is_gross: bool = False
    is_selection: bool = False

    @property
    def is_unconfirmed(self) -> bool:
        """Whether no source confirms any figure."""
        return not self.sources

    def origin_of(self, fact: FactName) -> str:
        """Return the origin of a fact: published or unconfirmed."""
        return "published" if fact in self.confirmed else "unconfirmed"


@record
class Input:
    """A value that a step of the workings started with, and its origin.

    `origin` is a usual origin or unconfirmed; values that are not numbers, such as a type, have none.
    """

    name: str
    value: str
    origin: str


@record
class Step:
    """How one rating was derived.

    `path` is its place in the ratings ("batteries.0.factors.2", "defence"), `title` its name, `formula` the
    calculation in words and numbers, `result` the rating as written.
    """

    path: str
    title: str
    formula: str
    inputs: tuple[Input, ...]
    result: str
    origin: str


@record
class Derivation:
    """A ship's ratings on a date, in the form of `ShipSpec.ratings`, with the workings of each."""

    ratings: Mapping[str, Json]
    kind: str
    workings: tuple[Step, ...]


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def month_of(when: str) -> Month:
    """Return the year and month of an ISO date or month. Raise ValueError for anything else."""
    match = _DATE.fullmatch(when)
    if match is None:
        raise ValueError("must be a date such as 1942-08-09, or a month such as 1942-08")
    return int(match["year"]), int(match["month"])


def is_before(one: str, other: str) -> bool:
    """Whether a date is certainly earlier than another; each is a day, month or year."""
    shortest = min(len(one), len(other))
    return one[:shortest] < other[:shortest]


def absence_at(ship: ShipName, when: str) -> Absence | None:
    """Return why a ship was not in service on a date; None if she was in service, as far as we know."""
    if ship.since and is_before(when, ship.since):
        return Absence("not yet", ship.since)
    if ship.until and is_before(ship.until, when):
        return Absence(ship.end, ship.until, ship.renamed)
    return None


def navy_at(facts: ClassFacts, name: str, when: str) -> str:
    """Return the navy of a ship on a date, or of the class if no ship is named."""
    ship = next((one for one in facts.ships if one.name == name), None)
    if ship is None or (ship.navy_since and is_before(when, ship.navy_since)):
        return facts.navy
    return ship.navy or facts.navy


def other_names_of(facts: ClassFacts, name: str) -> tuple[str, ...]:
    """Return the earlier and later names of the same ship within the class."""
    later = next((one.renamed for one in facts.ships if one.name == name), "")
    return tuple(one.name for one in facts.ships if one.name == later or one.renamed == name)


def fits_at(facts: ClassFacts, when: str, ship: str = "") -> tuple[RadarFit, ...]:
    """Return the radar of a ship on a date, in the order of the data.

    Without a ship, return what the whole class carried. Raises ValueError for an invalid date.
    """
    month = month_of(when)
    return tuple(fit for fit in facts.radar if _since(fit) <= month and _is_hers(fit, ship))


def refits_at(facts: ClassFacts, when: str, ship: str = "") -> tuple[Refit, ...]:
    """Return the refits that a ship had received by a date, oldest first.

    Without a ship, return those of the whole class. Raises ValueError for an invalid date.
    """
    month = month_of(when)
    done = (one for one in facts.refits if _since(one) <= month and (not one.ships or ship in one.ships))
    return tuple(sorted(done, key=_since))


def facts_at(facts: ClassFacts, when: str, ship: str = "") -> ClassFacts:
    """Return the facts of a ship on a date, or of the class if no ship is named."""
    for refit in refits_at(facts, when, ship):
        changed = {name: value for name in _REFITTED if (value := getattr(refit, name))}
        facts = replace(facts, **changed)
    return facts


def sets_at(facts: ClassFacts, when: str, ship: str = "") -> str:
    """Return the radar sets of `fits_at` in one line, each once; empty if there were none."""
    named = [name for fit in fits_at(facts, when, ship) for name in fit.sets.split(", ")]
    return ", ".join(dict.fromkeys(named))


def _is_hers(fit: RadarFit, ship: str) -> bool:
    return not fit.some and (not fit.ships or ship in fit.ships)


def _since(fit: RadarFit | Refit) -> Month:
    """Return when a fit or refit began; a year alone means January."""
    return (int(fit.since), 1) if _YEAR.fullmatch(fit.since) else month_of(fit.since)
