"""Ship data: classes, their ships, merchantmen, and the battles that they fought in.

The facts are in `data_files/*.json`, one line per class, and read once. Units are those of
`darkseas.engine.scenario.ship_facts`. A name may belong to several ships, so a ship is known by class
and slug.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from darkseas.engine.scenario.ship_facts import Absence, ClassFacts, absence_at
from darkseas.engine.serialization.codec import read
from darkseas.engine.serialization.records import record
from darkseas.web.texts.slugs import slug_of

FOLDER = Path(__file__).resolve().parent / "data_files"
#: The navies that have a file of classes, in the order in which they are listed.
NAVIES_WITH_CLASSES = ("usn", "rn", "rnn", "mn", "pol", "ijn", "km", "rm", "rtn", "ign", "irn")

#: Names of ship types.
KINDS: Mapping[str, str] = {
    "BB": "battleship",
    "BC": "battle cruiser",
    "PDN": "pre-dreadnought",
    "BM": "coast defence ship",
    "CV": "aircraft carrier",
    "CVE": "escort carrier",
    "AV": "seaplane carrier",
    "AC": "armoured cruiser",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "CLAA": "anti-aircraft cruiser",
    "DD": "destroyer",
    "DE": "escort destroyer",
    "TB": "torpedo boat",
    "APD": "fast transport",
    "CM": "minelayer",
    "MS": "minesweeper",
    "PG": "corvette or patrol vessel",
    "PB": "patrol boat",
    "SC": "submarine chaser",
    "PT": "motor torpedo boat",
    "SS": "submarine",
    "AMC": "auxiliary cruiser",
    "AP": "transport or merchantman",
    "LST": "landing ship",
    "LC": "landing craft",
}

T = TypeVar("T")


@record
class Navy:
    """A navy: its key, its name, and other search terms for it."""

    key: str
    name: str
    words: str


@record
class Merchantman:
    """A merchant ship by name, measured in gross register tons (0: not known); `role` is what she carried."""

    name: str
    navy: str
    class_key: str
    speed_tenths: int
    role: str
    gross_tons: int = 0


@record
class ShipThere:
    """A ship in a past battle: her radar on that day, and her fate."""

    name: str
    class_key: str
    radar: str = ""
    fate: str = ""


@record
class PastBattle:
    """A historical battle and its ships. `unconfirmed` means that some names are from memory."""

    key: str
    name: str
    date: str
    place: str
    ships: tuple[ShipThere, ...]
    unconfirmed: bool = False


@record
class Ship:
    """A ship, or a class without named ships (then the slug is empty).

    `facts` are those of her class, or a merchantman's own; only merchantmen have a `role`.
    """

    name: str
    slug: str
    navy: str
    facts: ClassFacts
    role: str = ""

    @property
    def class_key(self) -> str:
        """Return the key of her class."""
        return self.facts.key


# --- looking up ----------------------------------------------------------------------------------


@cache
def classes() -> tuple[ClassFacts, ...]:
    """Return all classes, navy by navy."""
    return tuple(line for navy in NAVIES_WITH_CLASSES for line in _lines(navy, "classes", ClassFacts))


@cache
def navies() -> Mapping[str, Navy]:
    """Return all navies by their key."""
    return {navy.key: navy for navy in _lines("navies", "navies", Navy)}


@cache
def past_battles() -> tuple[PastBattle, ...]:
    """Return the battles of the ship data, by date."""
    return tuple(_lines("battles", "battles", PastBattle))


def class_of(key: str) -> ClassFacts | None:
    """Return the class with this key, or None."""
    return _classes_by_key().get(key)


def class_name(key: str) -> str:
    """Return the name of the class with this key; empty if there is none."""
    facts = class_of(key)
    return facts.name if facts else ""


def ships_of(key: str) -> tuple[Ship, ...]:
    """Return the named ships of a class, merchantmen last; empty for an unknown class."""
    return _ships_by_class().get(key, ())


def ship_of(key: str, slug: str) -> Ship | None:
    """Return the ship with this slug in a class, or None."""
    return next((ship for ship in ships_of(key) if ship.slug == slug), None)


def battles_of(ship: Ship) -> tuple[tuple[PastBattle, ShipThere], ...]:
    """Return the battles of a ship by date, each with her entry there."""
    return tuple(
        (battle, there)
        for battle in past_battles()
        for there in battle.ships
        if (there.class_key, there.name) == (ship.class_key, ship.name)
    )


def absence_of(ship: Ship, when: str) -> Absence | None:
    """Return why a ship was not in service in her class on a date; None if she was, or if it is unknown."""
    named = next((one for one in ship.facts.ships if one.name == ship.name), None)
    return None if named is None else absence_at(named, when)


# --- reading -------------------------------------------------------------------------------------


def _lines(file: str, name: str, kind: type[T]) -> list[T]:
    data = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    return [read(kind, line) for line in data[name]]


@cache
def _classes_by_key() -> Mapping[str, ClassFacts]:
    return {facts.key: facts for facts in classes()}


@cache
def _ships_by_class() -> Mapping[str, tuple[Ship, ...]]:
    by_class = {
        facts.key: [
            Ship(ship.name, slug_of(ship.name), ship.navy or facts.navy, facts) for ship in facts.ships
        ]
        for facts in classes()
    }
    for merchantman in _lines("merchants", "merchants", Merchantman):
        by_class[merchantman.class_key].append(_merchant_ship(merchantman))
    return {key: tuple(ships) for key, ships in by_class.items()}


def _merchant_ship(merchantman: Merchantman) -> Ship:
    """Return a merchantman with her own facts, or the tonnage of her type if hers is unknown."""
    facts = replace(
        _classes_by_key()[merchantman.class_key],
        navy=merchantman.navy,
        speed_tenths=merchantman.speed_tenths,
        main=(),
        secondary=(),
        ships=(),
        sources=(),
        confirmed=(),
    )
    if merchantman.gross_tons:
        facts = replace(facts, tons=merchantman.gross_tons, is_gross=True)
    return Ship(
        merchantman.name,
        slug_of(merchantman.name),
        merchantman.navy,
        facts,
        role=merchantman.role,
    )
