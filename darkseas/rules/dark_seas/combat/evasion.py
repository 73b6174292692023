"""Evading: which blocks may, the declaration, and the smoke it leaves at night (§17, §18l)."""

from collections.abc import Iterable

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, Audience
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import IllegalOrder, OrderForm, Several

from ..model.events import EvasionDeclared, SmokeMade
from ..model.orders import ORDER_NAMES, DeclareEvasion
from ..model.queries import blocks_of, ships_in
from ..model.state import State
from ..spotting.phase import may_evade
from ..tables.rules_tables import DefenceClass

#: Classes whose ships lay smoke when they evade at night (§18l).
SMOKE_MAKERS: tuple[DefenceClass, ...] = ("C", "D")


def form(view: State, side: str) -> OrderForm:
    """The blocks of a side that may evade now; evading is always optional (§17)."""
    able = tuple(block.key for block in blocks_of(view, side) if may_evade(view, block.key))
    blocks = Several("blocks", "Blocks that evade", able, subject="piece")
    return OrderForm(
        ORDER_NAMES[DeclareEvasion],
        "Declare evasion",
        "§14c.i",
        (blocks,),
        because="Combat begins: blocks that spotted an enemy this turn may evade before anybody fires.",
    )


def check(view: State, side: str, order: DeclareEvasion) -> None:
    """Raise IllegalOrder unless every block belongs to the side, is named once, and may evade."""
    for place, key in enumerate(order.blocks):
        field = f"blanks.blocks.{place}"
        block = view.blocks.get(key)
        if block is None or block.side != side:
            raise IllegalOrder("Choose only blocks of your own side.", rule="§17", field=field)
        if key in order.blocks[:place]:
            raise IllegalOrder("Choose each block only once.", rule="§17", field=field)
        if not may_evade(view, key):
            raise IllegalOrder(
                "Choose blocks that spotted an enemy themselves this turn; what others see does not count.",
                rule="§17f",
                field=field,
            )


def declare(
    adjudication: Adjudication[State], side: str, order: DeclareEvasion, audience: Audience = EVERYONE
) -> None:
    """Record a side's evasions, even if there are none; raise IllegalOrder if one is not allowed.

    With another audience than EVERYONE the declaration is sealed: `reveal` must follow (DS-R29).
    """
    check(adjudication.state, side, order)
    if audience == EVERYONE:
        _announce(adjudication, side, order.blocks)
    else:
        adjudication.record(EvasionDeclared(side, order.blocks, "DS-R29"), audience)


def reveal(adjudication: Adjudication[State], side: str) -> None:
    """Publish the evasions of a side that declared them sealed, and place their smoke."""
    _announce(adjudication, side, adjudication.state.evaders.get(side, ()))


def _announce(adjudication: Adjudication[State], side: str, blocks: tuple[str, ...]) -> None:
    adjudication.record(EvasionDeclared(side, blocks, "§14c.i"))
    hexes = _smoke_of(adjudication.state, blocks)
    if hexes:
        adjudication.record(SmokeMade(side, hexes, "§18l"))


def _smoke_of(state: State, blocks: Iterable[str]) -> tuple[Hex, ...]:
    """The hexes where these blocks lay smoke, each once, in the order of the blocks (DS-R28)."""
    laid: dict[Hex, None] = {}
    for key in blocks:
        at = state.blocks[key].hex
        if at is not None and _lays_smoke(state, key):
            laid[at] = None
    return tuple(laid)


def _lays_smoke(state: State, block: str) -> bool:
    return any(ship.ratings.defence_class in SMOKE_MAKERS for ship in ships_in(state, block))
