"""Ships that leave their task groups at the end of the movement phase (§10, DS-R5, DS-R6).

They are plotted with the side's movement order, and all leave together after every block has moved (our
ruling DS-H1). The last ship of a task group cannot leave it (our ruling DS-H10). Leaving would not help her,
because a task group of one ship stays a task group (DS-R5).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, Row, Several

from ..model import blocks
from ..model.events import BlockFace, DetachmentsLapsed, DetachmentsPlotted, PlacedBlock, PlottedDetachment
from ..model.orders import Detachment
from ..model.queries import ships_in
from ..model.state import GROUP, SINGLE, State
from .deployment import LONGEST_NAME

RULE = "§10"
Pieces = list[tuple[BlockFace, PlacedBlock]]


def plot(adjudication: Adjudication[State], side: str, plotted: tuple[PlottedDetachment, ...]) -> None:
    """Store detachments until the movement phase ends; only their side knows them."""
    adjudication.record(DetachmentsPlotted(side, plotted), (side,))


def check(
    state: State,
    side: str,
    detachments: tuple[Detachment, ...],
    may: Iterable[str],
    leaving_map: Collection[str] = (),
) -> tuple[PlottedDetachment, ...]:
    """The checked detachments of an order; `may` are the blocks that this order moves.

    Blocks that leave the map by the same order no longer count against the limit (DS-R38).
    """
    allowed = set(may)
    leaving: dict[str, set[str]] = defaultdict(set)
    for place, detachment in enumerate(detachments):
        field = f"blanks.detachments.{place}"
        if detachment.block not in allowed or not can_be_left(state, detachment.block):
            raise _refuse(f"No ship can leave “{detachment.block[:60]}” now.", RULE, field)
        inside = {ship.key for ship in ships_in(state, detachment.block)}
        ships = set(detachment.ships)
        if not ships or len(ships) != len(detachment.ships) or not ships <= inside:
            raise _refuse("Choose ships of the task group, each once.", RULE, f"{field}.ships")
        if leaving[detachment.block] & ships:
            raise _refuse("Let a ship leave its task group only once.", RULE, f"{field}.ships")
        leaving[detachment.block] |= ships
        if leaving[detachment.block] == inside:
            raise _refuse("Leave at least one ship in the task group.", RULE, f"{field}.ships")
        if (detachment.name and not detachment.name.strip()) or len(detachment.name) > LONGEST_NAME:
            raise _refuse(f"Give a name of 1 to {LONGEST_NAME} letters.", "§4b", f"{field}.name")
    _check_limit(state, side, detachments, leaving_map)
    return tuple(PlottedDetachment(each.block, each.ships, each.name) for each in detachments)


def _refuse(reason: str, rule: str, field: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=field)


def can_be_left(state: State, key: str) -> bool:
    """Whether ships may leave a block: a task group that can move, with at least two ships.

    It may still be off the map: if it stays there, so do its ships.
    """
    contents = state.contents.get(key)
    return (
        contents is not None and _is_loose(contents.kind, contents.immobile) and len(ships_in(state, key)) > 1
    )


def _is_loose(kind: str, immobile: bool) -> bool:
    return kind == GROUP and not immobile


def groups_in_play(state: State, side: str, leaving_map: Collection[str] = ()) -> int:
    """The task groups of a side that count against its limit (DS-R6); immobile ones do not (DS-H2).

    Counted after a stage's movement, so without groups that leave the map in it (DS-R38).
    """
    return sum(
        _is_loose(state.contents[key].kind, state.contents[key].immobile)
        for key, block in state.blocks.items()
        if block.side == side and key not in leaving_map
    )


def _groups_left(state: State, side: str, leaving_map: Collection[str] = ()) -> int:
    """How many more task groups a side may plan to form this turn."""
    plotted = sum(bool(kept.name) for kept in state.detaching.get(side, ()))
    return state.scenario.sides[side].rules.group_limit - groups_in_play(state, side, leaving_map) - plotted


def _check_limit(
    state: State, side: str, detachments: tuple[Detachment, ...], leaving_map: Collection[str]
) -> None:
    new = sum(bool(detachment.name) for detachment in detachments)
    if new and new > max(0, _groups_left(state, side, leaving_map)):
        limit = state.scenario.sides[side].rules.group_limit
        reason = f"Form fewer task groups: at most {limit} may be in play."
        raise _refuse(reason, "DS-R6", "blanks.detachments")


# --- after a ruling -------------------------------------------------------------------------------


def without(state: State, side: str, block: str, ship: str) -> tuple[PlottedDetachment, ...]:
    """The plotted detachments of a side that remain after the loss of a ship of this block."""
    afloat = {one.key for one in ships_in(state, block)} - {ship}
    return _possible(state.detaching.get(side, ()), block, afloat)


def _possible(
    plotted: Sequence[PlottedDetachment], block: str, afloat: Collection[str]
) -> tuple[PlottedDetachment, ...]:
    """Return the detachments that are possible with these ships afloat in a block, without its lost ships.

    If no ship would stay in the block (DS-H10), its last detachments are cancelled until one stays.
    """
    still = [
        PlottedDetachment(each.block, tuple(ship for ship in each.ships if ship in afloat), each.name)
        if each.block == block
        else each
        for each in plotted
    ]
    still = [each for each in still if each.ships]
    while from_here := [each for each in still if each.block == block]:
        if set(afloat) - {ship for each in from_here for ship in each.ships}:
            break
        still.remove(from_here[-1])
    return tuple(still)


def lapse(adjudication: Adjudication[State], rule: str) -> None:
    """Record that no remaining detachment takes place, for each side alone."""
    for side in adjudication.state.scenario.sides:
        if adjudication.state.detaching.get(side):
            adjudication.record(DetachmentsLapsed(side, (), rule), (side,))


# --- at the end of the movement phase ------------------------------------------------------------


def take_place(adjudication: Adjudication[State]) -> None:
    """Carry out all plotted detachments, hex by hex; a side's blocks in such a hex are mixed again."""
    for side in adjudication.state.scenario.sides:
        by_hex: dict[Hex, list[PlottedDetachment]] = defaultdict(list)
        for plotted in adjudication.state.detaching.get(side, ()):
            block = adjudication.state.blocks.get(plotted.block)
            if block is not None and block.hex is not None:
                by_hex[block.hex].append(plotted)
        for at, here in by_hex.items():
            _part(adjudication, side, at, here)


def _part(adjudication: Adjudication[State], side: str, at: Hex, here: list[PlottedDetachment]) -> None:
    state = adjudication.state
    gone = tuple(key for key, block in state.blocks.items() if block.side == side and block.hex == at)
    new: Pieces = []
    for key in gone:
        leaving = [detachment for detachment in here if detachment.block == key]
        if leaving:
            new.extend(_parted(state, key, leaving))
        else:
            new.append((blocks.as_face(state, key), blocks.as_placed(state, key)))
    blocks.regroup(adjudication, side, at, gone, new, state.dummies_left[side], RULE)


def _parted(state: State, key: str, leaving: Sequence[PlottedDetachment]) -> Pieces:
    left = [ship.key for ship in ships_in(state, key)]
    if not set(left) - {ship for detachment in leaving for ship in detachment.ships}:
        # An older ruling cancelled detachments: the ship that would be the last to leave stays.
        leaving = _possible(leaving, key, left)
    if not leaving:
        return [(blocks.as_face(state, key), blocks.as_placed(state, key))]
    pieces: Pieces = []
    for detachment in leaving:
        left = [ship for ship in left if ship not in detachment.ships]
        if detachment.name:
            pieces.append(_piece(state, key, GROUP, detachment.name, detachment.ships))
        else:
            pieces.extend(_piece(state, key, SINGLE, "", (ship,)) for ship in detachment.ships)
    return [_piece(state, key, GROUP, state.contents[key].name, tuple(left)), *pieces]


def _piece(
    state: State, key: str, kind: str, name: str, ships: tuple[str, ...]
) -> tuple[BlockFace, PlacedBlock]:
    """A new block with its own ships' record of last turn; they keep the hexes moved (DS-R8)."""
    block = state.blocks[key]
    attacked = max(state.ship_status[ship].attacked for ship in ships)
    was_attacked = max(state.ship_status[ship].was_attacked for ship in ships)
    face = BlockFace("", kind, name, ships, was=key)
    return face, PlacedBlock("", block.hex, block.moved, block.evaded, attacked, was_attacked, block.evading)


# --- the form ------------------------------------------------------------------------------------


def rows(view: State, side: str, may: Iterable[str]) -> tuple[Row, ...]:
    """One line per task group that ships may leave: as single ships or, within the limit, as a new group.

    The form does not count on groups that may leave the map in the same stage (DS-R38). A hand-written order
    may.
    """
    lines: list[Row] = []
    for key in may:
        if can_be_left(view, key):
            ships = tuple(ship.key for ship in ships_in(view, key))
            line: Row = (
                Fixed("block", key, "piece"),
                Several("ships", "Ships", ships, 1, len(ships) - 1, "crew"),
            )
            if len(lines) < _groups_left(view, side):
                line += (Choice("name", "Leaving as", ("", f"Detachment {key.rpartition('-')[2]}")),)
            lines.append(line)
    return tuple(lines)
