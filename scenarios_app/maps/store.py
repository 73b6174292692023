"""Load and publish maps; the only code that converts between MapSpec and database rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import QuerySet

from darkseas.engine.hexes.board import parse_label
from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read, write
from darkseas.members.models import Member
from darkseas.web.invisible_characters import REFUSED, has_unseen
from scenarios_app.models import HexMap, MapRevision, Scenario
from scenarios_app.revisions import free_keys
from scenarios_app.revisions.store import digest_of
from scenarios_app.visibility import show_to

#: Maximum columns and maximum rows.
MOST = 100
WIDEST_HEX_YARDS = 1_000_000
EDGE_SIDES = ("e", "se", "sw", "w", "nw", "ne")
LONGEST_TITLE, LONGEST_NOTE = 200, 2000
#: Maximum number of labels and similar items, since each printed sheet checks all; no real map has as many.
MOST_OF = {"places": 400, "areas": 100, "ports": 400}
#: Maximum number of maps per member.
MOST_MAPS = 300


class MapRefused(ValueError):
    """The action is not possible; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class MapPublishing:
    """An author's choices when publishing a map: change note and visibility.

    Without ``visibility`` it stays unchanged; a first revision is public.
    """

    note: str = ""
    visibility: str = ""


# --- between JSON and a map --------------------------------------------------------------------------


def map_from(value: Json) -> MapSpec:
    """Parse a map from untrusted JSON. Raises BadScenario with every error and its place."""
    try:
        spec: MapSpec = read(MapSpec, value)
    except BadShape as fault:
        raise BadScenario((Finding(fault.where or "map", fault.reason),)) from None
    faults = tuple(faults_of(spec))
    if faults:
        raise BadScenario(faults)
    return spec


def faults_of(spec: MapSpec) -> Iterator[Finding]:
    """Yield errors that prevent publishing: size, title, hexes outside the map."""
    if not spec.title.strip():
        yield Finding("title", "Give the map a title.")
    if has_unseen(spec.title):
        yield Finding("title", REFUSED)
    for name, count in (("cols", spec.cols), ("rows", spec.rows)):
        if not 1 <= count <= MOST:
            yield Finding(name, f"A map has 1 to {MOST} columns and rows.")
            return
    if not 1 <= spec.hex_yards <= WIDEST_HEX_YARDS:
        yield Finding("hex_yards", f"A hex is 1 to {WIDEST_HEX_YARDS} yards wide.")
    if spec.coast_row % 2:
        yield Finding("coast_row", "must be even, or the rows would be shifted against the coast")
    too_many = list(_too_many(spec))
    yield from too_many or _faults_of_hexes(spec)


def _too_many(spec: MapSpec) -> Iterator[Finding]:
    for field, most in MOST_OF.items():
        if (count := len(getattr(spec, field))) > most:
            text = f"A map has at most {most} {field}; this one has {count}."
            yield Finding(field, text, remedy="Take some off the map.")


def _faults_of_hexes(spec: MapSpec) -> Iterator[Finding]:
    for name in ("land", "excluded", "shallows", "ports"):
        yield from _strays(spec, name, getattr(spec, name))
    for name, hexes in spec.areas.items():
        yield from _strays(spec, f"areas.{name}", hexes)
    yield from _strays(spec, "edges", (edge.partition("/")[0] for edge in spec.edges))
    for number, edge in enumerate(spec.edges):
        if edge.partition("/")[2] not in EDGE_SIDES:
            yield Finding(f"edges.{number}", "must be a hex and a side such as 0806/ne")
    for number, place in enumerate(spec.places):
        if not is_on(spec, place.hex):
            yield Finding(f"places.{number}.hex", f"“{place.name}” does not lie on the map.")
        if has_unseen(place.name):
            yield Finding(f"places.{number}.name", REFUSED)


def _strays(spec: MapSpec, where: str, hexes: Iterable[str]) -> Iterator[Finding]:
    """Yield an error for the first hex of a list that is not on the map, with the number of others."""
    strays = [(number, at) for number, at in enumerate(hexes) if not is_on(spec, at)]
    if strays:
        number, at = strays[0]
        more = f", and {len(strays) - 1} more" if len(strays) > 1 else ""
        yield Finding(f"{where}.{number}", f"“{at[:20]}” does not lie on the map{more}.")


def is_on(spec: MapSpec, text: str) -> bool:
    """Return whether a label names a hex on the map."""
    try:
        col, row = parse_label(text)
    except ValueError:
        return False
    return col < spec.cols and row < spec.rows


def canonical_map(spec: MapSpec) -> bytes:
    """Return the canonical bytes of a map. Raises BadScenario if JSON cannot represent it."""
    try:
        return canonical_json.encode(write(spec))
    except canonical_json.BadJson as fault:
        raise BadScenario((Finding("map", f"This map cannot be stored: {fault}."),)) from None


def map_of(revision: MapRevision) -> MapSpec:
    """Return the map that a revision holds."""
    spec: MapSpec = read(MapSpec, canonical_json.decode(bytes(revision.spec)))
    return spec


# --- publishing --------------------------------------------------------------------------------------


def publish_new(spec: MapSpec, author: Member, publishing: MapPublishing) -> MapRevision:
    """Publish a member's new map under a key derived from its title.

    Raises MapRefused if the member has too many maps or is leaving the site, BadScenario if the map cannot be
    stored.
    """
    _check(spec)
    with transaction.atomic():
        if not Member.objects.keep_here(author):
            raise MapRefused("This account is closed. Log in with another account.")
        if HexMap.objects.filter(owner=author).count() >= MOST_MAPS:
            raise MapRefused(f"You have {MOST_MAPS} maps already; change one of them instead.")
        return publish_revision(_new_map(spec, author), spec, author, publishing)


def publish_revision(
    hex_map: HexMap, spec: MapSpec, author: Member | None, publishing: MapPublishing
) -> MapRevision:
    """Return the map's revision with this spec and make it current, creating it if needed.

    The map keeps its key, whatever the spec says. Raises BadScenario if the map cannot be stored.
    """
    _check(spec)
    data = canonical_map(replace(spec, key=hex_map.key))
    with transaction.atomic():
        held = HexMap.objects.select_for_update().get(pk=hex_map.pk)
        revision = held.revisions.filter(digest=digest_of(data)).first() or MapRevision.objects.create(
            hex_map=held,
            number=held.revisions.count() + 1,
            digest=digest_of(data),
            spec=data,
            author=author,
            note=publishing.note[:LONGEST_NOTE],
        )
        held.current, held.title = revision, spec.title[:LONGEST_TITLE]
        held.save(update_fields=["current", "title"])
        if publishing.visibility and author is not None:
            show_to(held, author, publishing.visibility)
    return revision


def publish_of_library(spec: MapSpec) -> MapRevision:
    """Publish a library map under its own key. Raises BadScenario if a member's map has that key."""
    hex_map, _ = HexMap.objects.get_or_create(key=spec.key, defaults={"title": spec.title[:LONGEST_TITLE]})
    if hex_map.owner_id is not None:
        raise BadScenario((Finding("key", f"A member's map goes by the key “{spec.key}”."),))
    return publish_revision(hex_map, spec, None, MapPublishing())


def _check(spec: MapSpec) -> None:
    faults = tuple(faults_of(spec))
    if faults:
        raise BadScenario(faults)


def _new_map(spec: MapSpec, author: Member) -> HexMap:
    title = spec.title[:LONGEST_TITLE]
    try:
        return free_keys.create(HexMap, spec.title, "map", title=title, owner=author)
    except free_keys.NoneFree:
        raise MapRefused("No free URL was found for this map. Try again.") from None


# --- who uses a map ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MapUse:
    """A scenario that uses a map: the number of its map revision, or 0 for a changed copy."""

    scenario: Scenario
    number: int


def uses_of(hex_map: HexMap, among: QuerySet[Scenario]) -> list[MapUse]:
    """Return the scenarios whose current revision uses this map, sorted by date and title."""
    numbers = {bytes(revision.spec): revision.number for revision in hex_map.revisions.all()}
    scenarios = among.filter(card__ground__map__key=hex_map.key).order_by("date", "title")
    return [
        MapUse(scenario, numbers.get(_bytes_of(scenario.card["ground"]["map"]), 0)) for scenario in scenarios
    ]


def _bytes_of(value: Json) -> bytes:
    try:
        return canonical_json.encode(value)
    except canonical_json.BadJson:
        return b""
