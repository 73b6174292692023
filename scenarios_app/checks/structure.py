"""Checks for every scenario regardless of rules: keys, names, sides, ships, groups, map."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from darkseas.engine.scenario.spec import Finding, MapSpec, ScenarioSpec, SideSpec
from darkseas.web.texts.name_keys import name_key
from scenarios_app.maps.store import faults_of, is_on

_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_KEY = 80
LONGEST_TITLE = 200
#: Maximum letters in the name of a side, ship, task group or map label.
LONGEST_NAME = 80
LONGEST_LINE = 500
PLACE_KINDS = ("island", "strait", "cape", "port", "sea", "mark")


class Keyed(Protocol):
    """A side, a ship or a group."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...


def advice(where: str, text: str, remedy: str) -> Finding:
    """Return a warning, which does not prevent publishing."""
    return Finding(where, text, remedy=remedy, is_advice=True)


def too_long(where: str, text: str, most: int) -> Iterator[Finding]:
    """Yield an error if a text exceeds its maximum length."""
    if len(text) > most:
        yield Finding(
            where, f"This is {len(text)} letters long, {most} have room.", remedy=f"Shorten it to {most}."
        )


def frame_findings(spec: ScenarioSpec) -> Iterator[Finding]:
    """Yield the errors of the frame, from the title to the map."""
    yield from _title(spec)
    if not spec.sides:
        yield Finding("sides", "The scenario has no sides.", remedy="Add two sides.")
    yield from _same(spec.sides, "sides", "side")
    all_ships = Counter(ship.key for side in spec.sides for ship in side.ships)
    for side, at in zip(spec.sides, places(spec.sides), strict=True):
        yield from _side(side, f"sides.{at}", all_ships)
    if spec.map is not None:
        yield from _map(spec.map)


def places(members: Sequence[Keyed]) -> list[str]:
    """Return the path segment of each member: its key if unique, otherwise its number."""
    times = Counter(member.key for member in members)
    return [
        member.key if times[member.key] == 1 and _KEY.fullmatch(member.key) else str(number)
        for number, member in enumerate(members)
    ]


def _title(spec: ScenarioSpec) -> Iterator[Finding]:
    if not spec.title.strip():
        yield Finding("title", "The scenario has no title.", remedy="Give it the name of the battle.")
    yield from too_long("title", spec.title, LONGEST_TITLE)
    yield from _key(spec.key, "key", "scenario")


def _key(key: str, where: str, noun: str) -> Iterator[Finding]:
    if not _KEY.fullmatch(key) or len(key) > LONGEST_KEY:
        text = f"The key of a {noun} must be 1 to {LONGEST_KEY} lower-case letters, digits and hyphens."
        yield Finding(where, text, remedy="Change it, for example to “savo-island”.")


def _same(members: Sequence[Keyed], where: str, noun: str) -> Iterator[Finding]:
    """Yield an error for duplicate keys and a warning for duplicate names."""
    by_key = Counter(member.key for member in members)
    by_name = Counter(name_key(member.name) for member in members)
    met: set[str] = set()
    for member, at in zip(members, places(members), strict=True):
        if by_key[member.key] > 1:
            text = f"Another {noun} has the key “{member.key[:LONGEST_KEY]}” too."
            yield Finding(f"{where}.{at}.key", text, remedy="Give one of them another key.")
        name = name_key(member.name)
        if name and by_name[name] > 1 and name in met:
            text = f"Another {noun} is called “{member.name[:LONGEST_NAME]}” too."
            yield advice(f"{where}.{at}.name", text, "Give one of them another name.")
        met.add(name)


# --- sides -------------------------------------------------------------------------------------------


def _side(side: SideSpec, where: str, all_ships: Counter[str]) -> Iterator[Finding]:
    yield from _name(side, where, "side")
    for field in ("force", "commander", "mission"):
        yield from too_long(f"{where}.{field}", getattr(side, field), LONGEST_LINE)
    if not side.ships:
        text = f"{side.name.strip() or 'This side'} has no ships."
        yield Finding(f"{where}.ships", text, remedy="Add a ship from the ship data, or write one.")
    yield from _ships(side, where, all_ships)
    yield from _groups(side, where)


def _name(member: Keyed, where: str, noun: str) -> Iterator[Finding]:
    if not member.name.strip():
        yield Finding(f"{where}.name", f"This {noun} has no name.", remedy="Give it a name.")
    yield from too_long(f"{where}.name", member.name, LONGEST_NAME)


def _ships(side: SideSpec, where: str, all_ships: Counter[str]) -> Iterator[Finding]:
    yield from _same(side.ships, f"{where}.ships", "ship")
    own = Counter(ship.key for ship in side.ships)
    for ship, at in zip(side.ships, places(side.ships), strict=True):
        here = f"{where}.ships.{at}"
        yield from _name(ship, here, "ship")
        yield from _key(ship.key, f"{here}.key", "ship")
        yield from too_long(f"{here}.class_name", ship.class_name, LONGEST_NAME)
        if all_ships[ship.key] > own[ship.key]:
            text = f"A ship of another side has the key “{ship.key[:LONGEST_KEY]}” too."
            yield Finding(f"{here}.key", text, remedy="Give one of them another key.")


def _groups(side: SideSpec, where: str) -> Iterator[Finding]:
    yield from _same(side.groups, f"{where}.groups", "task group")
    names = {ship.key: ship.name for ship in side.ships}
    first: dict[str, str] = {}
    for group, at in zip(side.groups, places(side.groups), strict=True):
        here = f"{where}.groups.{at}"
        yield from _name(group, here, "task group")
        yield from _key(group.key, f"{here}.key", "task group")
        if not group.ships:
            text = f"{group.name.strip() or 'This task group'} has no ships."
            yield Finding(f"{here}.ships", text, remedy="Put ships into it, or delete it.")
        yield from _members(group.ships, names, first, here, group.name)


def _members(
    ships: Sequence[str], names: dict[str, str], first: dict[str, str], here: str, group: str
) -> Iterator[Finding]:
    """Yield errors for unknown ships of a group and for ships in two groups; `first` maps ships to groups."""
    for number, key in enumerate(ships):
        if key not in names:
            text = f"There is no ship “{key[:LONGEST_KEY]}” on this side."
            yield Finding(f"{here}.ships.{number}", text, remedy="Take it out, or add the ship.")
        elif key in first:
            text = f"{names[key]} is already in {first[key]}."
            yield Finding(f"{here}.ships.{number}", text, remedy="Leave her in one group only.")
        else:
            first[key] = group.strip() or "another group"


# --- the map -----------------------------------------------------------------------------------------


def _map(spec: MapSpec) -> Iterator[Finding]:
    """Yield the map's errors and contradictions."""
    for fault in faults_of(replace(spec, title=spec.title.strip() or "map")):
        where = "map" if fault.where in ("cols", "rows") else f"map.{fault.where}"
        yield replace(fault, where=where, remedy=fault.remedy or _map_remedy(fault.where))
    land = set(spec.land)
    for number, port in enumerate(spec.ports):
        if port in land:
            text = f"The port in {port} is on land, where no ship can be."
            yield advice(f"map.ports.{number}", text, "Make the hex sea, or move the port.")
    for name, hexes in spec.areas.items():
        yield from too_long(f"map.areas.{name[:LONGEST_NAME]}", name, LONGEST_NAME)
        if not hexes:
            text = "This area has no hexes."
            yield advice(f"map.areas.{name[:LONGEST_NAME]}", text, "Paint its hexes, or delete it.")
    yield from _named_places(spec)


def _named_places(spec: MapSpec) -> Iterator[Finding]:
    for number, place in enumerate(spec.places):
        where = f"map.places.{number}"
        yield from too_long(f"{where}.name", place.name, LONGEST_NAME)
        if not place.name.strip() and is_on(spec, place.hex):
            yield advice(f"{where}.name", "This place has no name.", "Name it, or delete it.")
        if place.kind not in PLACE_KINDS:
            text = f"“{place.kind[:40]}” is not a kind of place."
            yield advice(f"{where}.kind", text, f"Choose one of {', '.join(PLACE_KINDS)}.")


def _map_remedy(where: str) -> str:
    """Return the remedy for an error of the map, by its field."""
    for field, remedy in _MAP_REMEDIES.items():
        if where.startswith(field):
            return remedy
    return "Take it off the map, or make the map larger."


_MAP_REMEDIES = {
    "cols": "Make the map smaller.",
    "rows": "Make the map smaller.",
    "hex_yards": "Give the width of a hex in yards, such as 12000.",
    "coast_row": "Move the coast up or down by one row.",
    "places": "Move the place onto the map, or delete it.",
}
