"""Facts of ships: what a class was, and the ratings that a rules system derives from it.

Whole numbers only, so that nothing depends on rounding in a machine: speed in tenths of a knot, gun
calibres in hundredths of an inch, tube diameters and armour in tenths of an inch, displacement in long
tons standard. A date is a month ("1942-08") or a day ("1942-08-09"); only its month counts for what a ship
carried, since that is known to the month at best.
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

#: Facts of a class that a source may confirm, each for itself.
FactName = Literal[
    "tons", "speed", "main", "shell", "secondary", "tubes", "belt", "deck", "planes", "radar", "commissioned"
]
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
    """The guns of one calibre, in hundredths of an inch; `broadside` of them bear on a side (0: all).

    `shell_pounds` is what one of their shells weighed, 0 where that is not known.
    """

    count: int
    calibre_hundredths: int
    shell_pounds: int = 0
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
class Refit:
    """What was changed in ships of a class from a month or a year on ("1942-04", "1942").

    `ships` names those that it holds for; without any it holds for all. A part left out stayed as it was.
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


#: How a ship's time in a class came to its end.
End = Literal["", "lost", "rebuilt", "handed over", "laid up", "renamed"]


@record
class ShipName:
    """A ship of a class; `navy` where it is not the navy of the class.

    `navy_since` is the day from which she belonged to it, nothing where she always did; before it she was of
    the navy of the class. `since` is the month or day from which she was in service so, `until` the one to
    which, both nothing where nobody has said; `end` is what came then. All of it rests on memory. A ship that
    was renamed stands in her class under each of her names, and `renamed` is the next one.
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
    """Why a ship was not in service so on a day, and the date on which she came or it ended.

    `renamed` is what she was called after that, where she was renamed.
    """

    reason: Literal["not yet"] | End
    date: str
    renamed: str = ""


@record
class ClassFacts:
    """What is known of a class of ships.

    `kind` is the usual type letter code (BB, CA, DD, AP ...). `tons` are long tons standard, or gross
    register tons with `is_gross`, as merchantmen are measured. `belt_tenths` and `deck_tenths` are armour
    in tenths of an inch: the belt at its thickest, the main deck where it is typical. `planes` are those of a
    carrier's air group, 0 for all other ships and where nobody has said. `service_from` is the year from
    which the class was as described here, 0 where that cannot be said; `refits` are what was changed later.
    With `is_selection` the class had more ships than are named. `sources` (addresses)
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


def is_before(one: str, other: str) -> bool:
    """Whether a date lies before another, each a day, a month or a year; what may be the same time is not."""
    shortest = min(len(one), len(other))
    return one[:shortest] < other[:shortest]


def absence_at(ship: ShipName, when: str) -> Absence | None:
    """Why a ship was not in service so on a date; None where she was, as far as anybody has said."""
    if ship.since and is_before(when, ship.since):
        return Absence("not yet", ship.since)
    if ship.until and is_before(ship.until, when):
        return Absence(ship.end, ship.until, ship.renamed)
    return None


def navy_at(facts: ClassFacts, name: str, when: str) -> str:
    """The navy that a ship of the class belonged to on a date; that of the class without a ship."""
    ship = next((one for one in facts.ships if one.name == name), None)
    if ship is None or (ship.navy_since and is_before(when, ship.navy_since)):
        return facts.navy
    return ship.navy or facts.navy


def other_names_of(facts: ClassFacts, name: str) -> tuple[str, ...]:
    """The names under which the same ship of the class stands before or after this one."""
    later = next((one.renamed for one in facts.ships if one.name == name), "")
    return tuple(one.name for one in facts.ships if one.name == later or one.renamed == name)


def fits_at(facts: ClassFacts, when: str, ship: str = "") -> tuple[RadarFit, ...]:
    """The radar that a ship of the class carried on a date, in the order of the facts.

    Without a ship: what all of the class carried. ValueError for a date that is none.
    """
    month = month_of(when)
    return tuple(fit for fit in facts.radar if _since(fit) <= month and _is_hers(fit, ship))


def refits_at(facts: ClassFacts, when: str, ship: str = "") -> tuple[Refit, ...]:
    """What a ship of the class had been changed to by a date, in order of time.

    Without a ship: what was changed in all of the class. ValueError for a date that is none.
    """
    month = month_of(when)
    done = (one for one in facts.refits if _since(one) <= month and (not one.ships or ship in one.ships))
    return tuple(sorted(done, key=_since))


def facts_at(facts: ClassFacts, when: str, ship: str = "") -> ClassFacts:
    """The facts of a ship of the class as they were on a date; of the class without a ship."""
    for refit in refits_at(facts, when, ship):
        changed = {name: value for name in _REFITTED if (value := getattr(refit, name))}
        facts = replace(facts, **changed)
    return facts


def sets_at(facts: ClassFacts, when: str, ship: str = "") -> str:
    """The sets of `fits_at` in one line, each once; nothing where there was none."""
    named = [name for fit in fits_at(facts, when, ship) for name in fit.sets.split(", ")]
    return ", ".join(dict.fromkeys(named))


def _is_hers(fit: RadarFit, ship: str) -> bool:
    return not fit.some and (not fit.ships or ship in fit.ships)


def _since(fit: RadarFit | Refit) -> Month:
    """A year alone means its first month."""
    return (int(fit.since), 1) if _YEAR.fullmatch(fit.since) else month_of(fit.since)
