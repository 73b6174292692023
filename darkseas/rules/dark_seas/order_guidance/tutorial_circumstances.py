"""Conditions on which a tutorial shows its advice, tested on the view of the side to move.

A condition applies to the ships whose keys follow its name (any of them, unless it says otherwise), or to
everything the form offers if no key follows.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Cell, Course, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.scenario.tutorial import offered_by
from darkseas.engine.system import Circumstance

from ..combat import declaration
from ..model.queries import is_dummy, ships_in
from ..model.state import UNSPOTTED, Block, State

_TORPEDO = "T"
_Kind = TypeVar("_Kind", bound=Cell)
#: The distance at which a block sees and is seen best without being among the enemy.
_NEAR = 1


# --- offered ships -------------------------------------------------------------------------------


def _blocks(view: State, form: OrderForm) -> list[str]:
    """The own blocks that appear in a form."""
    return [text for text in dict.fromkeys(offered_by(form.blanks)) if text in view.contents]


def _ships(view: State, form: OrderForm) -> set[str]:
    """The own ships that appear in a form, by themselves, by their batteries or in a block."""
    inside = {ship.key for block in _blocks(view, form) for ship in ships_in(view, block)}
    return inside | (view.scenario.ships.keys() & set(offered_by(form.blanks)))


def _among(found: Iterable[str], keys: tuple[str, ...]) -> bool:
    return bool(set(found).intersection(keys)) if keys else any(True for _ in found)


def _offers(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """The form offers one of the ships, or her block."""
    return _among(_ships(view, form), keys)


def _dummy(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """The form offers a dummy."""
    return any(is_dummy(view, block) for block in _blocks(view, form))


def _sound(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """The form offers one of the ships, and she is undamaged."""
    return _among([ship for ship in _ships(view, form) if not view.ship_status[ship].damaged], keys)


# --- fire ----------------------------------------------------------------------------------------


def _salvoes(view: State, side: str) -> Iterator[tuple[Block, set[str], set[str]]]:
    """Each possible attack line now: its block, ships with guns, ships with torpedoes."""
    blank = declaration.form(view, side).blanks[0]
    for row in blank.rows if isinstance(blank, Rows) else ():
        guns: set[str] = set()
        torpedoes: set[str] = set()
        for mount in _cell(row, "mounts", Several).values:
            if isinstance(mount, Mapping):
                ship, battery = str(mount["ship"]), int(str(mount["battery"]))
                weapon = view.scenario.ships[ship].ratings.batteries[battery].weapon
                (torpedoes if weapon == _TORPEDO else guns).add(ship)
        yield view.blocks[str(_cell(row, "block", Fixed).value)], guns, torpedoes


def _cell(row: Row, name: str, kind: type[_Kind]) -> _Kind:
    return next(cell for cell in row if cell.name == name and isinstance(cell, kind))


def _fires(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """One of the ships may fire, even if this form is about something else; without keys, a ship it
    offers.
    """
    firing = {ship for _, guns, torpedoes in _salvoes(view, side) for ship in guns | torpedoes}
    return _among(firing if keys else firing & _ships(view, form), keys)


def _silent(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """A block in the form holds ships, and none of them may fire."""
    firing = {block.key for block, _, _ in _salvoes(view, side)}
    return any(ships_in(view, block) and block not in firing for block in _blocks(view, form))


def _guns(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """All of the ships may fire their guns in one attack."""
    return any(guns.issuperset(keys) for _, guns, _ in _salvoes(view, side))


def _torpedoes(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """One of the ships may fire torpedoes."""
    return any(_among(torpedoes, keys) for _, _, torpedoes in _salvoes(view, side))


def _hidden_salvo(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """All of the ships may fire their guns in one attack, with torpedoes, and are unspotted."""
    return any(
        guns.issuperset(keys) and _among(torpedoes, keys) and block.spotted == UNSPOTTED
        for block, guns, torpedoes in _salvoes(view, side)
    )


# --- movement ------------------------------------------------------------------------------------


def _courses(view: State, form: OrderForm, keys: tuple[str, ...]) -> Iterator[tuple[Hex, list[Hex]]]:
    """The start and the possible ends for blocks with a sound ship, one of those named."""
    for row in (row for blank in form.blanks if isinstance(blank, Rows) for row in blank.rows):
        for course in (cell for cell in row if isinstance(cell, Course) and cell.start):
            ships = ships_in(view, str(_cell(row, "block", Fixed).value))
            if _among([ship.key for ship in ships if not view.ship_status[ship.key].damaged], keys):
                # Skip map edges: nothing is near them.
                ends = [reached.place for reached in course.reach if reached.place[:1].isdigit()]
                yield parse_label(course.start), [parse_label(end) for end in ends]


def _enemies(view: State, side: str, *, only_fired_at: bool = False) -> list[Hex]:
    return [
        block.hex
        for block in view.blocks.values()
        if block.side != side and block.hex is not None and (block.was_attacked or not only_fired_at)
    ]


def _away(at: Hex, enemies: Iterable[Hex]) -> int:
    return min((distance(at, enemy) for enemy in enemies), default=99)


def _comes_nearer(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """A block with one of the ships, undamaged, can move closer to an enemy block."""
    enemies = _enemies(view, side)
    return any(
        _away(end, enemies) < _away(start, enemies)
        for start, ends in _courses(view, form, keys)
        for end in ends
    )


def _comes_near(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Such a block can move to within one hex of an enemy block, but not closer."""
    enemies = _enemies(view, side)
    return any(
        _away(start, enemies) > _NEAR and any(_away(end, enemies) == _NEAR for end in ends)
        for start, ends in _courses(view, form, keys)
    )


def _is_near(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Such a block is already within one hex of an enemy block."""
    enemies = _enemies(view, side)
    return any(_away(start, enemies) <= _NEAR for start, _ in _courses(view, form, keys))


def _comes_to_hit(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Such a block can move to within one hex of a block under fire, and an enemy ship is damaged."""
    ships = view.scenario.ships
    hurt = [key for key, status in view.ship_status.items() if status.damaged and status.afloat]
    if all(ships[key].side == side for key in hurt):
        return False
    enemies = _enemies(view, side, only_fired_at=True)
    return any(_away(end, enemies) <= _NEAR for _, ends in _courses(view, form, keys) for end in ends)


def _comes_to_post(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Such a block can reach, or is in, an area where its side scores by presence at the end."""
    areas = view.scenario.areas
    post = {at for aim in view.scenario.aims.presence if aim.side == side for at in areas[aim.area]}
    return any(not post.isdisjoint((start, *ends)) for start, ends in _courses(view, form, keys))


CIRCUMSTANCES: Mapping[str, Circumstance] = {
    "offers": _offers,
    "dummy": _dummy,
    "sound": _sound,
    "fires": _fires,
    "silent": _silent,
    "guns": _guns,
    "torpedoes": _torpedoes,
    "hidden-salvo": _hidden_salvo,
    "comes-nearer": _comes_nearer,
    "comes-near": _comes_near,
    "is-near": _is_near,
    "comes-to-hit": _comes_to_hit,
    "comes-to-post": _comes_to_post,
}
