"""Ships listed under another name: several ships under one sticker, and task groups."""

from collections.abc import Iterable, Iterator

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.texts.search_words import finds

LONGEST_SHIP_NAME = 30
#: Maximum number of groups and stickers listed for one scenario.
MOST_SHOWN = 3


def named_in(note: str, count: int) -> tuple[str, ...]:
    """Return the ships named in the note of a shared sticker, such as “P-36, P-37, P-38”, or none."""
    names = tuple(name.strip() for name in note.split(","))
    if not 1 < len(names) <= count or any(not _may_be_name(name) for name in names):
        return ()
    return names


def _may_be_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_SHIP_NAME and not text.endswith(".")


def holders_of(spec: ScenarioSpec) -> list[Json]:
    """Return each shared sticker and task group with its ships, for list cards."""
    return [[holder, list(ships)] for side in spec.sides for holder, ships in _holders(side)]


def _holders(side: SideSpec) -> Iterator[tuple[str, tuple[str, ...]]]:
    for ship in side.ships:
        if ships := named_in(ship.note, ship.count):
            yield f"{ship.name}, one sticker", ships
    names = {ship.key: ship.name for ship in side.ships}
    for group in side.groups:
        if len(group.ships) > 1:
            yield group.name, tuple(names[key] for key in group.ships if key in names)


def found_under(holders: Iterable[tuple[str, list[str]]], question: str) -> list[str]:
    """Return the stickers or groups that contain the ships searched for: “W-15: Minesweeper, one sticker”."""
    found = (f"{ship}: {holder}" for holder, ships in holders for ship in ships if finds(question, ship))
    return list(dict.fromkeys(found))[:MOST_SHOWN]
