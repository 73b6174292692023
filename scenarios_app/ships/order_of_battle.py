"""Tables of a scenario's ships and numbers, with the origin of each number.

This module knows no rules system; it shows ratings and rules under their field names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from darkseas.engine.scenario.spec import ScenarioSpec, ShipSpec, SideSpec
from darkseas.engine.scenario.stickers import ship_keys
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write

from .data import class_of
from .data import ships_of as ships_of_class

#: Fields that identify a small record. They are shown first.
NAMING = ("winner", "side", "from_turn", "weapon", "kind", "name")

#: One part of a path into a scenario, and whether it names a member of a list by its key.
Part = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class Cell:
    """A displayed value. In a table, `origin` is set only if it differs from the column's."""

    text: str
    origin: str = ""
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A rating that at least one ship of the side has. `origin` is the most common origin of its numbers."""

    title: str
    origin: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class ShipLine:
    """A table row: a ship, or `count` ships under one sticker. `slug` is empty if she has no page."""

    name: str
    class_name: str
    class_key: str
    kind: str
    navy: str
    count: int
    group: str
    cells: tuple[Cell, ...]
    note: str
    radar: str
    slug: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class SideTable:
    """A side with its task groups. `notch` is its block shape, `briefing` the information for its player.

    `has_radar` means that some ship has known radar. `counts` is the origin of ship counts on stickers.
    `worth` is the total victory points for its ships.
    """

    name: str
    key: str
    navy: str
    notch: int
    total: int
    columns: tuple[Column, ...]
    ships: tuple[ShipLine, ...]
    facts: tuple[tuple[str, Cell], ...]
    briefing: tuple[tuple[str, str], ...]
    has_radar: bool
    counts: str
    worth: str = ""

    @property
    def has_worths(self) -> bool:
        """Return whether the table has a column of victory points."""
        return any(ship.worth for ship in self.ships)

    @property
    def width(self) -> int:
        """Return the number of columns: name, class, type, number and the optional ones."""
        return 4 + len(self.columns) + self.has_worths + self.has_radar


@dataclass(frozen=True, slots=True)
class Grounds:
    """Basis of derived ratings: the number of classes in the ship data, and of those without a source."""

    classes: int
    unconfirmed: int


def grounds_of(spec: ScenarioSpec) -> Grounds:
    """Return the number of classes in a scenario, and the number of those without a source."""
    keys = dict.fromkeys(ship.class_key for side in spec.sides for ship in side.ships)
    known = [facts for key in keys if key and (facts := class_of(key))]
    return Grounds(len(known), sum(facts.is_unconfirmed for facts in known))


def side_tables(spec: ScenarioSpec, worths: Mapping[str, str] | None = None) -> tuple[SideTable, ...]:
    """Return a table for each side. `worths` holds the victory points of ships and sides, as text by key."""
    return tuple(_side_table(spec, side, number, worths or {}) for number, side in enumerate(spec.sides))


def facts_of(spec: ScenarioSpec, field: str) -> tuple[tuple[str, Cell], ...]:
    """Return a mapping of the scenario (`sea`, `aims`, `options`) as lines of text."""
    mapping = write(spec).get(field, {})
    return _facts(spec, mapping, ((field, False),)) if isinstance(mapping, Mapping) else ()


def ships_of(side: SideSpec) -> int:
    """Return the number of ships of a side. A sticker can represent several ships."""
    return sum(ship.count for ship in side.ships)


def origin_of(origins: Mapping[str, str], path: Sequence[Part]) -> str:
    """Return the origin of the longest path in `origins` that covers this one, or an empty text.

    Paths may omit list members: "sides.ships.ratings" covers all ships of all sides.
    """
    best = ""
    for pattern in origins:
        if _covers(pattern.split("."), path) and _weight(pattern) > _weight(best):
            best = pattern
    return origins.get(best, "")


def words(value: Json, names: Mapping[str, str] | None = None) -> str:
    """Format JSON for readers: factors with hyphens, lists with commas, sides by name."""
    names = names or {}
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(_pair(key, one, names) for key, one in _in_order(value))
    if isinstance(value, list):
        if value and all(type(one) is int for one in value):
            return "-".join(map(str, value))
        separator = "; " if any(isinstance(one, Mapping) for one in value) else ", "
        return separator.join(_member(one, names) for one in value)
    text = "none" if value is None else str(value)
    return names.get(text, text)


def title_of(key: str) -> str:
    """Return a field's name as a heading: "group_limit" is "Group limit"."""
    return key.replace("_", " ").replace("-", " ").capitalize()


def _pair(key: str, value: Json, names: Mapping[str, str]) -> str:
    return f"{key.replace('_', ' ')} {words(value, names)}"


def _member(value: Json, names: Mapping[str, str]) -> str:
    """Format a list member. A small record, such as a battery, shows only its values."""
    if isinstance(value, Mapping) and any(isinstance(one, list) for one in value.values()):
        return " ".join(words(one, names) for _, one in _in_order(value) if one not in ("", None))
    return words(value, names)


def _in_order(record: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """Return the fields that identify a record first, then the others in their original order."""
    last = len(NAMING)
    return sorted(record.items(), key=lambda item: NAMING.index(item[0]) if item[0] in NAMING else last)


def _weight(pattern: str) -> int:
    return len(pattern.split(".")) if pattern else 0


def _covers(pattern: list[str], path: Sequence[Part]) -> bool:
    """Return whether a pattern is a prefix of the path. The pattern may omit list members."""
    if not pattern:
        return True
    if not path:
        return False
    (name, is_member), rest = path[0], path[1:]
    if name == pattern[0] and _covers(pattern[1:], rest):
        return True
    return is_member and _covers(pattern, rest)


def _side_table(spec: ScenarioSpec, side: SideSpec, number: int, worths: Mapping[str, str]) -> SideTable:
    at: tuple[Part, ...] = (("sides", False), (side.key, True))
    keys = list(dict.fromkeys(key for ship in side.ships for key in ship.ratings))
    if all(ship.ratings.get("type", ship.kind) == ship.kind for ship in side.ships):
        keys = [key for key in keys if key != "type"]  # shown next to her class already
    columns = tuple(_column(spec, side, key, at) for key in keys)
    return SideTable(
        name=side.name,
        key=side.key,
        navy=side.navies[0] if side.navies else "",
        notch=number,
        total=ships_of(side),
        columns=columns,
        ships=tuple(
            replace(line, worth=worths.get(key, ""))
            for key, line in _ship_lines(spec, side, keys, columns, at)
        ),
        facts=_facts(spec, write(side).get("rules", {}), (*at, ("rules", False))),
        briefing=_briefing(side),
        has_radar=any(ship.radar_sets for ship in side.ships),
        counts=_origin_of_counts(spec, side, at),
        worth=worths.get(f"sides.{side.key}", ""),
    )


def _briefing(side: SideSpec) -> tuple[tuple[str, str], ...]:
    """Return the briefing of a side before the battle, line by line."""
    lines = (("Force", side.force), ("Commander", side.commander), ("Mission", side.mission))
    return tuple((title, text) for title, text in lines if text)


def _origin_of_counts(spec: ScenarioSpec, side: SideSpec, at: tuple[Part, ...]) -> str:
    """Return the origin of ship counts on stickers; empty if each sticker is one ship."""
    for ship in side.ships:
        if ship.count > 1:
            return origin_of(spec.origins, (*at, ("ships", False), (ship.key, True), ("count", False)))
    return ""


def _rating_path(at: tuple[Part, ...], ship: ShipSpec, key: str) -> tuple[Part, ...]:
    return (*at, ("ships", False), (ship.key, True), ("ratings", False), (key, False))


def _column(spec: ScenarioSpec, side: SideSpec, key: str, at: tuple[Part, ...]) -> Column:
    values = [ship.ratings[key] for ship in side.ships if key in ship.ratings]
    origins = [origin_of(spec.origins, _rating_path(at, ship, key)) or ship.origin for ship in side.ships]
    commonest = max(dict.fromkeys(origins), key=origins.count)
    title = "Counts as" if key == "type" else title_of(key)
    return Column(title, commonest, all(_is_number(value) for value in values))


def _is_number(value: Json) -> bool:
    return type(value) is int or (isinstance(value, str) and value.replace("/", "").isdigit())


def _ship_lines(
    spec: ScenarioSpec, side: SideSpec, keys: list[str], columns: tuple[Column, ...], at: tuple[Part, ...]
) -> Iterator[tuple[str, ShipLine]]:
    """Yield each ship's line under her key."""
    group_of = {key: group.name for group in side.groups for key in group.ships}
    order = {key: number for number, key in enumerate(group_of)}
    for ship in sorted(side.ships, key=lambda ship: order.get(ship.key, len(order))):
        cells = []
        for key, column in zip(keys, columns, strict=True):
            origin = origin_of(spec.origins, _rating_path(at, ship, key)) or ship.origin
            text = words(ship.ratings[key]) if key in ship.ratings else "–"
            cells.append(
                Cell(text, origin if origin != column.origin and text != "–" else "", column.is_number)
            )
        yield ship.key, ShipLine(
            ship.name, ship.class_name, _known_class(ship), ship.kind, ship.navy, ship.count,
            group_of.get(ship.key, ""), tuple(cells), ship.note, ship.radar_sets,
            _known_ship(ship),
        )  # fmt: skip


def _known_ship(ship: ShipSpec) -> str:
    """Return the slug of the ship's page; empty if she has none."""
    sisters = ships_of_class(ship.class_key) if ship.class_key and ship.count == 1 else ()
    return next((one.slug for one in sisters if one.name == ship.name), "")


def ship_pages(spec: ScenarioSpec) -> dict[str, str]:
    """Return the URL of each ship's page, or else of her class's page, by ship key."""
    found: dict[str, str] = {}
    for ship in (ship for side in spec.sides for ship in side.ships):
        slug, class_key = _known_ship(ship), _known_class(ship)
        if slug:
            found[ship.key] = reverse("ship", args=[class_key, slug])
        elif class_key:
            found |= dict.fromkeys(ship_keys(ship), reverse("ship-class", args=[class_key]))
    return found


def _known_class(ship: ShipSpec) -> str:
    """Return the key of her class if it is in the ship data."""
    return ship.class_key if ship.class_key and class_of(ship.class_key) else ""


def _facts(spec: ScenarioSpec, mapping: Json, at: tuple[Part, ...]) -> tuple[tuple[str, Cell], ...]:
    if not isinstance(mapping, Mapping):
        return ()
    areas = spec.map.areas if spec.map is not None else {}
    names = {key: title_of(key) for key in areas} | {side.key: side.name for side in spec.sides}
    return tuple(
        (title_of(key), Cell(words(value, names), origin_of(spec.origins, (*at, (key, False)))))
        for key, value in mapping.items()
    )
