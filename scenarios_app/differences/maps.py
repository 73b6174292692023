"""Differences between hex maps as sentences: hexes counted and listed, areas and places by name."""

from collections.abc import Iterable, Iterator, Sequence

from darkseas.engine.scenario.spec import MapSpec, PlaceSpec

#: Maximum number of hexes that are listed; beyond that they are only counted.
MOST_LISTED = 40

_HEXES = (
    ("land", "land hex", "land hexes"),
    ("excluded", "hex left out", "hexes left out"),
    ("shallows", "shallow hex", "shallow hexes"),
    ("ports", "port", "ports"),
    ("edges", "edge of coast", "edges of coast"),
)
_NUMBERS = (
    ("title", "Title"),
    ("cols", "Columns"),
    ("rows", "Rows"),
    ("hex_yards", "Yards a hex"),
    ("numbering", "Numbering"),
    ("coast", "Coastline"),
    ("coast_col", "Column of the coastline"),
    ("coast_row", "Row of the coastline"),
    ("source", "Source"),
)


def map_sentences(before: MapSpec | None, after: MapSpec | None) -> Iterator[str]:
    """Yield the changes of the map; a different map is one sentence."""
    if before == after:
        return
    if before is None or after is None or before.key != after.key:
        yield _other_map(before, after)
        return
    for name, title in _NUMBERS:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield f"{title}: {now or 'none'} instead of {was or 'none'}."
    for name, one, many in _HEXES:
        yield from hexes_sentences(getattr(before, name), getattr(after, name), one, many)
    yield from _areas(before, after)
    yield from _places(before.places, after.places)


def hexes_sentences(before: Iterable[str], after: Iterable[str], single: str, plural: str) -> Iterator[str]:
    """Yield added and removed hexes; ``one`` and ``many`` are the nouns for them."""
    was, now = set(before), set(after)
    for changed, word in ((now - was, "more"), (was - now, "fewer")):
        if changed:
            noun = single if len(changed) == 1 else plural
            yield f"{len(changed)} {noun} {word}: {_listed(sorted(changed))}."


def _other_map(before: MapSpec | None, after: MapSpec | None) -> str:
    if after is None:
        return f"There is no map any more; it was {before.title if before else 'none'}."
    size = f"{after.title}, {after.cols} by {after.rows} hexes"
    if before is None:
        return f"There is a map now: {size}."
    return f"Another map: {size}, instead of {before.title}, {before.cols} by {before.rows}."


def _areas(before: MapSpec, after: MapSpec) -> Iterator[str]:
    for name in dict.fromkeys((*after.areas, *before.areas)):
        if name not in before.areas:
            yield f"Area {name} is new: {_listed(after.areas[name])}."
        elif name not in after.areas:
            yield f"Area {name} is gone."
        else:
            hexes = hexes_sentences(before.areas[name], after.areas[name], "hex", "hexes")
            yield from (f"Area {name}: {sentence}" for sentence in hexes)


def _places(before: Sequence[PlaceSpec], after: Sequence[PlaceSpec]) -> Iterator[str]:
    was, now = ({place.name: place for place in places} for places in (before, after))
    yield from (f"{name} is on the map now, in {now[name].hex}." for name in now if name not in was)
    yield from (f"{name} is no longer on the map." for name in was if name not in now)
    for name, place in now.items():
        if name in was and was[name] != place:
            former = was[name]
            yield f"{name}: {place.kind} in {place.hex} instead of {former.kind} in {former.hex}."


def _listed(hexes: Sequence[str]) -> str:
    if len(hexes) <= MOST_LISTED:
        return ", ".join(hexes) or "no hexes"
    return f"{', '.join(hexes[:MOST_LISTED])} and {len(hexes) - MOST_LISTED} others"
