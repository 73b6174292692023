"""Umpire's rulings: ships damaged, sunk or restored, blocks moved, a turn ended.

Blocks and ship losses are public, so rulings are too. As usual, a damaged ship's block is not revealed, and a
sunk ship's hex is.
"""

from collections.abc import Callable, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import DiceNeeded, RecordedDice
from darkseas.engine.events import EVERYONE, Fact
from darkseas.engine.hexes.board import Hex, label, parse_label
from darkseas.engine.orders import Choice, IllegalOrder, OrderForm
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Rulings

from ..combat.attack_markers import marks_again, marks_left
from ..model.apply_events import SETTERS
from ..model.blocks import next_keys
from ..model.events import (
    BlockFace,
    BlockLost,
    BlockMoved,
    BlocksMarked,
    BlocksMoved,
    BlocksRegrouped,
    DetachmentsLapsed,
    FacesSet,
    PlacedBlock,
    ShipDamaged,
    ShipRestored,
    ShipSunk,
)
from ..model.queries import ships_in
from ..model.state import SET_UP, SINGLE, State
from ..movement import detachments
from . import sequence

_DAMAGED, _SUNK = "dark_seas.ship_damaged", "dark_seas.ship_sunk"
_RESTORED = "dark_seas.ship_restored"
_MOVED, _TURN = "dark_seas.blocks_moved", "turn_began"
#: Conditions of a ship afloat.
UNDAMAGED, DAMAGED = "undamaged", "damaged"


def forms(view: State) -> tuple[OrderForm, ...]:
    """The rulings possible now; none before set-up is open or while a plot is sealed."""
    if view.ended is not None or view.stage == SET_UP or view.sealed:
        return ()
    afloat = tuple([key for key, status in view.ship_status.items() if status.afloat])
    unhurt = tuple([key for key in afloat if not view.ship_status[key].damaged])
    blocks = tuple(view.blocks)
    board = view.scenario.board
    hexes = tuple([label(at) for at in board.hexes if board.is_sea(at)])
    made = [OrderForm(_TURN, "The turn is over", RULING, because="The rest of its orders are skipped.")]
    if blocks:
        block, to = (
            Choice("block", "Block", blocks, subject="piece"),
            Choice("hex", "To", hexes, subject="place"),
        )
        made.insert(0, OrderForm(_MOVED, "A block is in another hex", RULING, (block, to)))
    for name, title, ships in ((_SUNK, "A ship is sunk", afloat), (_DAMAGED, "A ship is damaged", unhurt)):
        if ships:
            made.insert(0, OrderForm(name, title, RULING, (Choice("ship", "Ship", ships, subject="crew"),)))
    hurt = tuple([key for key, one in view.ship_status.items() if one.sunk or (one.afloat and one.damaged)])
    if hurt:
        ship = Choice("ship", "Ship", hurt, subject="crew")
        fate = Choice("fate", "She is", (UNDAMAGED, DAMAGED))
        why = "A die was entered wrongly, or her damage or loss was a mistake."
        made.append(OrderForm(_RESTORED, "A ship is afloat, or undamaged", RULING, (ship, fate), because=why))
    return tuple(made)


def facts(state: State, name: str, blanks: Mapping[str, Json]) -> tuple[Fact, ...]:
    """The facts of a filled form. IllegalOrder for a ship off the map, or for ending a turn that needs
    dice.
    """
    return _FACTS[name](state, {blank: str(value) for blank, value in blanks.items()})


def _damaged(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship = blanks["ship"]
    _block_of(state, ship)
    # Her block may be hidden, and damaging her does not reveal it.
    return (Fact(ShipDamaged(ship, "", RULING)),)


def _sunk(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    """Sink a ship: remove her block if she was its last, and cancel detachments that needed her."""
    ship = blanks["ship"]
    block, at = _block_of(state, ship)
    lapsed = _lapsed(state, block, ship)
    sunk = Fact(ShipSunk(ship, block, at, state.turn, RULING))
    if len(ships_in(state, block)) > 1:
        marks = marks_left(state, (block,), ship)
        return (sunk, Fact(BlocksMarked(marks)), *lapsed) if marks else (sunk, *lapsed)
    return sunk, Fact(BlockLost(block, state.blocks[block].side)), *lapsed


def _lapsed(state: State, block: str, ship: str) -> tuple[Fact, ...]:
    """Return the event that cancels detachments impossible without her; only her side sees it."""
    side = state.blocks[block].side
    left = detachments.without(state, side, block, ship)
    if left == state.detaching.get(side, ()):
        return ()
    return (Fact(DetachmentsLapsed(side, left, RULING), (side,)),)


def _restored(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    """Restore a ship in her block, or in a new one where she went down if that block is lost."""
    ship, is_damaged = blanks["ship"], blanks["fate"] == DAMAGED
    status = state.ship_status[ship]
    if is_damaged and not status.sunk:
        raise IllegalOrder("This ship is already damaged.", rule=RULING, field="blanks.fate")
    restored = Fact(ShipRestored(ship, is_damaged, RULING))
    at = status.last_hex
    if not status.sunk or at is None:
        return (restored,)
    holders = [key for key in state.blocks if ship in state.contents[key].ships]
    if holders:
        marks = marks_again(state, holders, ship)
        return (restored, Fact(BlocksMarked(marks))) if marks else (restored,)
    side = state.scenario.ships[ship].side
    [block] = next_keys(state, side, 1)
    face = BlockFace(block, SINGLE, state.scenario.ships[ship].name, (ship,))
    marked = PlacedBlock(block, at, attacked=status.attacked, was_attacked=status.was_attacked)
    placed = BlocksRegrouped(side, at, (), (marked,), RULING)
    faces = Fact(FacesSet(side, (face,), state.dummies_left[side]), (side,))
    return restored, faces, Fact(placed, EVERYONE)


def _block_of(state: State, ship: str) -> tuple[str, Hex]:
    for key, contents in state.contents.items():
        block = state.blocks.get(key)
        if ship in contents.ships and block is not None and block.hex is not None:
            return key, block.hex
    raise IllegalOrder("This ship is not on the map.", rule=RULING, field="blanks.ship")


def _moved(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    block = state.blocks[blanks["block"]]
    move = BlockMoved(block.key, (parse_label(blanks["hex"]),), block.moved)
    return (Fact(BlocksMoved(block.side, (move,))),)


def _turn_over(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    adjudication = Adjudication(SETTERS, state, RecordedDice(()))
    try:
        sequence.end_turn(adjudication)
    except DiceNeeded:
        reason = "Dice must be rolled before the next order: give the orders of this turn first."
        raise IllegalOrder(reason, rule=RULING, field="order") from None
    return tuple(adjudication.facts)


_FACTS: Mapping[str, Callable[[State, Mapping[str, str]], tuple[Fact, ...]]] = {
    _DAMAGED: _damaged,
    _SUNK: _sunk,
    _RESTORED: _restored,
    _MOVED: _moved,
    _TURN: _turn_over,
}
RULINGS = Rulings(forms, facts)
