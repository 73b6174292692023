"""Differences between two states of a scenario, as sentences under headings.

Sides, ships, groups, areas and places are matched by key, so a ship that moves in its list stays the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from darkseas.engine.scenario.spec import (
    BadScenario,
    GroupSpec,
    GuideEntry,
    Position,
    ScenarioSpec,
    ShipSpec,
    SideSpec,
)
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.registry import system
from scenarios_app.revisions.dates_and_system_titles import in_words, system_title
from scenarios_app.ships.data import KINDS, class_name, navies
from scenarios_app.ships.order_of_battle import words

from .field_titles import PlaceWords, Wording, wording_of
from .maps import map_sentences
from .texts import list_sentences, text_sentences

Named = SideSpec | ShipSpec | GroupSpec
N = TypeVar("N", SideSpec, ShipSpec, GroupSpec)

#: Maximum number of sentences in a chapter; the rest are only counted.
MOST_TOLD = 200
ELSEWHERE = "Only the order of some items changed."

#: Compared fields of a ship, with their names in sentences.
_OF_SHIP = {
    "class_name": "class",
    "class_key": "class in the ship data",
    "navy": "navy",
    "kind": "type",
    "count": "number of ships",
    "origin": "origin",
    "radar_sets": "radar sets",
    "note": "note",
}
#: Texts of a few words, and those that fill paragraphs.
_SHORT = ("date", "start", "historical_battle", "place", "theatre", "length", "winner", "author", "licence")
_LONG = ("summary", "history", "outcome")


@dataclass(frozen=True, slots=True)
class Chapter:
    """The changes in one part of a scenario, one sentence each."""

    title: str
    sentences: tuple[str, ...]


def differences(before: ScenarioSpec, after: ScenarioSpec) -> tuple[Chapter, ...]:
    """Return the changes from `before` to `after`, part by part; nothing if only the keys differ."""
    if replace(before, key=after.key) == after:
        return ()
    chapters = [Chapter(title, _bounded(sentences)) for title, sentences in _parts(before, after)]
    changed = tuple(chapter for chapter in chapters if chapter.sentences)
    return changed or (Chapter("Order", (ELSEWHERE,)),)


def _bounded(changes: Iterable[str]) -> tuple[str, ...]:
    """Return the sentences of a chapter, at most MOST_TOLD, and the number of further ones."""
    sentences = tuple(changes)
    if len(sentences) <= MOST_TOLD:
        return sentences
    more = len(sentences) - MOST_TOLD
    return (*sentences[:MOST_TOLD], f"And {more} other change{'' if more == 1 else 's'}.")


def _parts(before: ScenarioSpec, after: ScenarioSpec) -> Iterator[tuple[str, Iterable[str]]]:
    wording = wording_of(before, after)
    yield "Scenario", _frame(before, after)
    yield "Sides", _sides(before, after)
    for was, now in _both(before.sides, after.sides):
        yield f"{now.name}: ships", _ships(was, now, wording)
        yield f"{now.name}: task groups", _groups(was, now, wording)
        yield f"{now.name}: rules", _mapping(was.rules, now.rules, wording, "sides.rules")
    yield "Map", map_sentences(before.map, after.map)
    yield "Sea", _mapping(before.sea, after.sea, wording, "sea")
    yield "Aims", _aims(before, after, wording)
    yield "Options", _mapping(before.options, after.options, wording, "options")
    yield "Texts", _texts(before, after, wording)
    yield "Guide", list_sentences("Entry", *(_guide_texts(one, wording) for one in (before, after)))
    yield "Origins", _origins(before, after, wording)


# --- frame and texts ---------------------------------------------------------------------------------


def _frame(before: ScenarioSpec, after: ScenarioSpec) -> Iterator[str]:
    yield from changed("Title", _quoted(before.title), _quoted(after.title))
    yield from changed("Rules system", *(system_title(one.system) for one in (before, after)))
    for name in _SHORT:
        was, now = (_quoted(_short(one, name)) for one in (before, after))
        yield from changed(name.capitalize().replace("_", " "), was, now)
    was, now = ("hypothetical" if one.about.hypothetical else "fought" for one in (before, after))
    yield from changed("Battle", was, now)
    yield from changed("Position", *(_position(one.about.position) for one in (before, after)))


def _short(spec: ScenarioSpec, name: str) -> str:
    """Return a short field for display: dates in words, the winning side by name."""
    text: str = getattr(spec.about, name)
    if name == "winner":
        return next((side.name for side in spec.sides if side.key == text), text)
    return in_words(text) if name == "date" else text


def _position(place: Position | None) -> str:
    """Return a position in degrees and minutes: “9°10′ S, 159°40′ E”."""
    if place is None:
        return ""
    north, east = place.north, place.east
    latitude = f"{abs(north) // 60}°{abs(north) % 60:02}′ {'N' if north >= 0 else 'S'}"
    return f"{latitude}, {abs(east) // 60}°{abs(east) % 60:02}′ {'E' if east >= 0 else 'W'}"


def _quoted(text: str) -> str:
    return f"“{text}”" if text else ""


def _texts(before: ScenarioSpec, after: ScenarioSpec, wording: Wording) -> Iterator[str]:
    was, now = before.about, after.about
    for name in _LONG:
        yield from text_sentences(name.capitalize(), getattr(was, name), getattr(now, name))
    yield from list_sentences("Note", was.notes, now.notes)
    yield from list_sentences("To be confirmed", was.unconfirmed, now.unconfirmed)
    yield from list_sentences("Source", *(_record_texts(one.sources) for one in (was, now)))
    yield from list_sentences("Timeline", *(_record_texts(one.timeline) for one in (was, now)))
    yield from list_sentences("Loss", *(_record_texts(one.losses, wording.names) for one in (was, now)))


def _record_texts(records: Iterable[object], names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return each record as the text of its fields."""
    return tuple(", ".join(words(value, names) for value in write(record).values()) for record in records)


def _guide_texts(spec: ScenarioSpec, wording: Wording) -> tuple[str, ...]:
    """Return each entry of a guide as one text."""
    return tuple(_guide_text(entry, wording.names) for entry in spec.guide)


def _guide_text(entry: GuideEntry, names: Mapping[str, str]) -> str:
    rest = [
        f"{key} {words(value, names)}"
        for key, value in write(entry).items()
        if key not in ("order", "text", "why") and value not in ("", None, [])
    ]
    order = entry.order.rpartition(".")[2].replace("_", " ")
    said = f"{entry.text} {entry.why}".strip()
    return f"{said} ({', '.join([f'order {order}', *rest])})"


def _aims(before: ScenarioSpec, after: ScenarioSpec, wording: Wording) -> Iterator[str]:
    """Yield changed victory conditions, in the rules system's sentences if these differ."""
    if before.aims == after.aims:
        return
    was, now = _aims_of(before), _aims_of(after)
    if was and now and was != now:
        former, present = set(was), set(now)
        yield from (f"New: {one}" for one in now if one not in former)
        yield from (f"No longer: {one}" for one in was if one not in present)
        return
    yield from _mapping(before.aims, after.aims, wording, "aims")


def _aims_of(spec: ScenarioSpec) -> tuple[str, ...]:
    try:
        return system(spec.system).aims_in_words(spec)
    except (LookupError, BadScenario):
        return ()


# --- sides ---------------------------------------------------------------------------------------------


def _sides(before: ScenarioSpec, after: ScenarioSpec) -> Iterator[str]:
    yield from _come_and_gone(before.sides, after.sides)
    for was, now in _both(before.sides, after.sides):
        yield from _renamed(was, now)
        yield from changed("navies", *(_navies(side) for side in (was, now)), under=now.name)
        for name in ("force", "commander", "mission"):
            yield from changed(name, getattr(was, name), getattr(now, name), under=now.name)


def _navies(side: SideSpec) -> str:
    known = navies()
    return ", ".join(known[key].name if key in known else key for key in side.navies)


def _ships(before: SideSpec, after: SideSpec, wording: Wording) -> Iterator[str]:
    yield from _come_and_gone(before.ships, after.ships)
    for was, now in _both(before.ships, after.ships):
        yield from _renamed(was, now)
        yield from _of_ship(was, now, wording)


def _of_ship(before: ShipSpec, after: ShipSpec, wording: Wording) -> Iterator[str]:
    for name, title in _OF_SHIP.items():
        said = (_ship_text(one, name) for one in (before, after))
        yield from changed(title, *said, under=after.name)
    yield from _mapping(before.ratings, after.ratings, wording, "ratings", under=after.name)


def _ship_text(ship: ShipSpec, name: str) -> str:
    value = str(getattr(ship, name))
    if name == "class_key":
        return class_name(value) or value
    if name == "kind" and value in KINDS:
        return f"{KINDS[value]} ({value})"
    return navies()[value].name if name == "navy" and value in navies() else value


def _groups(before: SideSpec, after: SideSpec, wording: Wording) -> Iterator[str]:
    names = {ship.key: ship.name for side in (before, after) for ship in side.ships}
    yield from _come_and_gone(before.groups, after.groups)
    for was, now in _both(before.groups, after.groups):
        yield from _renamed(was, now)
        yield from _of_group(was, now, names, wording)


def _of_group(
    before: GroupSpec, after: GroupSpec, names: Mapping[str, str], wording: Wording
) -> Iterator[str]:
    former, present = set(before.ships), set(after.ships)
    yield from (f"{names.get(key, key)} joins {after.name}." for key in after.ships if key not in former)
    yield from (f"{names.get(key, key)} leaves {after.name}." for key in before.ships if key not in present)
    if sorted(before.ships) == sorted(after.ships) and before.ships != after.ships:
        yield f"{after.name} sails in another order: {', '.join(names.get(key, key) for key in after.ships)}."
    yield from _mapping(before.rules, after.rules, wording, "groups.rules", under=after.name)


# --- things with keys, and mappings ------------------------------------------------------------------------


def _both(before: Sequence[N], after: Sequence[N]) -> list[tuple[N, N]]:
    known = {one.key: one for one in before}
    return [(known[one.key], one) for one in after if one.key in known]


def _come_and_gone(before: Sequence[Named], after: Sequence[Named]) -> Iterator[str]:
    keys, later = {one.key for one in before}, {one.key for one in after}
    yield from (f"{one.name} is new." for one in after if one.key not in keys)
    yield from (f"{one.name} is gone." for one in before if one.key not in later)


def _renamed(before: Named, after: Named) -> Iterator[str]:
    if before.name != after.name:
        yield f"{before.name} is called {after.name} now."


def _mapping(
    before: Mapping[str, Json], after: Mapping[str, Json], wording: Wording, part: str, *, under: str = ""
) -> Iterator[str]:
    """Yield the changes of a mapping that only the system reads, field by field."""
    for key in _other_keys(before, after):
        said = (wording.value_in_words(part, key, one[key]) if key in one else "" for one in (before, after))
        title = wording.title(part, key)
        yield from changed(title[:1].lower() + title[1:] if under else title, *said, under=under)


def _origins(before: ScenarioSpec, after: ScenarioSpec, wording: Wording) -> Iterator[str]:
    """Yield the parts whose origins changed. Parts that are only counted appear with their path."""
    was, now = before.origins, after.origins
    former, present = (PlaceWords(wording, spec) for spec in (before, after))
    for number, place in enumerate(_other_keys(was, now)):
        places = present if place in now else former
        title = places.of(place) if number < MOST_TOLD else place
        yield from changed(title, was.get(place, ""), now.get(place, ""))


def _other_keys(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[str]:
    """Return the keys whose values differ, so that only these are formatted."""
    keys = dict.fromkeys((*after, *before))
    return [key for key in keys if (key in before, before.get(key)) != (key in after, after.get(key))]


def changed(title: str, before: object, after: object, *, under: str = "") -> Iterator[str]:
    """Yield a sentence if a value changed; an empty string means no value."""
    was, now = str(before), str(after)
    head = f"{under}: {title}" if under else f"{title}:"
    if was == now:
        return
    if not now:
        yield f"{head} no longer given, {was} before."
    elif not was:
        yield f"{head} {now}, not given before."
    else:
        yield f"{head} {now} instead of {was}."
