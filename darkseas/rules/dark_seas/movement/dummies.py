"""Dummies that return to the map or are removed (§22d–g).

A dummy that was not set up, or that left the map over an edge, never returns. If it did, everybody would know
that the block had been a dummy (our rulings DS-H4, DS-H5).
"""

from collections import defaultdict

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import Choice, IllegalOrder, OrderForm, Rows, Several

from ..model import blocks
from ..model.events import BlockFace, DummyRemoved
from ..model.orders import NewDummy, PlaceDummies, RemoveDummies
from ..model.queries import is_dummy
from ..model.state import DUMMY, State

RULE = "§22d"


def hosts(state: State, side: str) -> tuple[str, ...]:
    """Blocks beside which a dummy may return: own, on the map, unspotted (§22d)."""
    return tuple(
        key
        for key, block in state.blocks.items()
        if block.side == side and block.hex is not None and not block.spotted
    )


def ready(state: State, side: str) -> int:
    """The number of dummies that may return now: those removed in an earlier turn (§22d, §22g)."""
    return state.dummies_left[side] - state.dummies_gone[side]


def place(adjudication: Adjudication[State], side: str, order: PlaceDummies) -> None:
    """Return removed dummies to the map, each with the markers of the block beside it (§22e)."""
    state = adjudication.state
    if len(order.dummies) > ready(state, side):
        raise _refuse(f"Only {ready(state, side)} dummies can return now.", "§22g", "dummies")
    by_hex: dict[Hex, list[NewDummy]] = defaultdict(list)
    for number, dummy in enumerate(order.dummies):
        at = state.blocks[dummy.beside].hex if dummy.beside in hosts(state, side) else None
        if at is None:
            raise _refuse(
                "Return a dummy beside an unspotted block of its own side.", RULE, f"dummies.{number}.beside"
            )
        by_hex[at].append(dummy)
    for at, new in by_hex.items():
        _put_down(adjudication, side, at, new)


def _put_down(adjudication: Adjudication[State], side: str, at: Hex, new: list[NewDummy]) -> None:
    state = adjudication.state
    gone = tuple(key for key in hosts(state, side) if state.blocks[key].hex == at)
    pieces = [(blocks.as_face(state, key), blocks.as_placed(state, key)) for key in gone]
    pieces += [(BlockFace("", DUMMY, "Dummy"), blocks.as_placed(state, dummy.beside)) for dummy in new]
    blocks.regroup(adjudication, side, at, gone, pieces, state.dummies_left[side] - len(new), RULE)


def remove(adjudication: Adjudication[State], side: str, order: RemoveDummies) -> None:
    """Remove own dummies from the map (§22f)."""
    if not order.blocks:
        raise _refuse("Choose at least one dummy.", "§22f", "blocks")
    state = adjudication.state
    for number, key in enumerate(order.blocks):
        block = state.blocks.get(key)
        twice = key in order.blocks[:number]
        if block is None or block.side != side or not is_dummy(state, key) or twice:
            raise _refuse(f"“{key[:60]}” is not a dummy of this side in play.", "§22f", f"blocks.{number}")
    for key in order.blocks:
        adjudication.record(DummyRemoved(key, side, "§22f"))


def _refuse(reason: str, rule: str, field: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=rule, field=f"blanks.{field}")


def place_form(view: State, side: str) -> OrderForm:
    """The form of blocks beside which removed dummies may return."""
    beside = hosts(view, side)
    row = (Choice("beside", "Beside", beside, subject="piece"),)
    lines = (row,) * ready(view, side) if beside else ()
    return OrderForm(
        "dark_seas.place_dummies",
        "Return dummies",
        RULE,
        (Rows("dummies", "Dummies", lines),),
        because="A turn begins: dummies removed in an earlier turn may return.",
    )


def remove_form(view: State, side: str) -> OrderForm | None:
    """The form of dummies that may be removed; None if there is none."""
    own = tuple(key for key, b in view.blocks.items() if b.side == side and is_dummy(view, key))
    if not own:
        return None
    blank = Several("blocks", "Dummies", own, least=1, subject="piece")
    return OrderForm(
        "dark_seas.remove_dummies",
        "Remove dummies",
        "§22f",
        (blank,),
        pressing=False,
        because="You may remove dummies from the map whenever your orders are due.",
    )
