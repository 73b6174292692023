"""Order forms of movement, and its end (ES-5 to ES-13)."""

from collections.abc import Iterator

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import Blank, Choice, Fixed, IllegalOrder, OrderForm

from ..model.orders import ORDER_NAMES, EndMoves, ShipMove
from ..model.state import CHEMICAL, FUNNEL, State
from ..movement import move, smoke, sonar, submarines
from ..narration.names import ship_names
from ..tables.rules_tables import SONAR
from .movement_ranges import course, is_legal

_MOVE = ORDER_NAMES[ShipMove]
_ORDER = "One ship after the other, in any order."
_FIRST = f"You are first this turn: you move before the enemy, and your attacks are thrown first. {_ORDER}"
_SECOND = f"You are second this turn: the enemy has moved, and you answer. {_ORDER}"


def unmoved(state: State, side: str) -> tuple[str, ...]:
    """Return the ships of a side that can still move this turn."""
    return tuple([ship.key for ship in state.afloat(side) if not state.ship_status[ship.key].done])


def end(adjudication: Adjudication[State], side: str) -> None:
    """End a side's movement: unmoved ships stay, smoke ends, and damaged boats rise."""
    for key in unmoved(adjudication.state, side):
        if adjudication.state.ship_status[key].forced_up:
            submarines.rise(adjudication, key)
        else:
            move.move(adjudication, side, ShipMove(key))


def why_now(view: State, side: str) -> str:
    """Explain why a side is to move now, and the effect of moving first or second (ES-2)."""
    return _FIRST if side == view.initiative else _SECOND


def forms(view: State, side: str) -> Iterator[OrderForm]:
    """Yield forms for each ship that can still move, and the one that ends movement."""
    left = unmoved(view, side)
    for key in left:
        yield from _forms_of(view, side, key)
    have, stay = ("has", "stays where she is") if len(left) == 1 else ("have", "stay where they are")
    why = f"{ship_names(view, left)} {have} not moved, and {stay}." if left else "All your ships have moved."
    yield OrderForm(ORDER_NAMES[EndMoves], "End the movement", "ES-5", because=why)


def _forms_of(view: State, side: str, key: str) -> Iterator[OrderForm]:
    status = view.ship_status[key]
    if status.submerged:
        yield from _forms_below(view, side, key)
        return
    for at_sea in (_plain(view, side, key), _evading(view, side, key), _in_smoke(view, side, key)):
        yield from at_sea
    yield from _pinging(view, side, key)
    if view.scenario.ships[key].dives:
        yield from _depths(view, side, key)


def _plain(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """Yield forms to move or stay, with chemical smoke as an option."""
    way = course(view, side, key, move.allowance(view, key, evade=False))
    blanks: list[Blank] = [Fixed("ship", key, "piece")]
    if smoke.hexes_left(view, key, CHEMICAL):
        blanks.append(Choice("smoke", "Smoke", (CHEMICAL,), optional=True))
    name = view.scenario.ships[key].name
    if way is not None:
        yield OrderForm(_MOVE, f"Move {name}", "ES-5", (*blanks, way), because=why_now(view, side))
    stay = Fixed("ship", key, "piece")
    yield OrderForm(_MOVE, f"{name} stays", "ES-5", (stay,), because=why_now(view, side))


def _evading(view: State, side: str, key: str) -> Iterator[OrderForm]:
    if not move.may_evade(view, key):
        return
    way = course(view, side, key, move.allowance(view, key, evade=True))
    name = view.scenario.ships[key].name
    if way is not None:
        blanks = (Fixed("ship", key, "piece"), Fixed("evade", value=True), way)
        yield OrderForm(_MOVE, f"{name} evades", "ES-11", blanks, because=why_now(view, side))


def _in_smoke(view: State, side: str, key: str) -> Iterator[OrderForm]:
    left = smoke.hexes_left(view, key, FUNNEL)
    if not left:
        return
    way = course(view, side, key, min(left, move.allowance(view, key, evade=False)))
    name = view.scenario.ships[key].name
    if way is not None:
        blanks = (Fixed("ship", key, "piece"), Fixed("smoke", FUNNEL), way)
        yield OrderForm(_MOVE, f"{name} moves in funnel smoke", "ES-9", blanks, because=why_now(view, side))


def _pinging(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """Yield forms to ping after staying or after a short move."""
    order = ShipMove(key, ping=True)
    try:
        sonar.check(view, order)
    except IllegalOrder:
        return
    name = view.scenario.ships[key].name
    fixed = (Fixed("ship", key, "piece"), Fixed("ping", value=True))
    yield OrderForm(_MOVE, f"{name} stays and pings", "ES-13", fixed, because=why_now(view, side))
    way = course(view, side, key, min(max(SONAR), move.allowance(view, key, evade=False)))
    if way is not None:
        yield OrderForm(_MOVE, f"{name} moves and pings", "ES-13", (*fixed, way), because=why_now(view, side))


def _forms_below(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """Yield forms for a submerged boat: move one hex or stay; a rising boat can only rise."""
    name = view.scenario.ships[key].name
    if not view.ship_status[key].forced_up:
        stay = (Fixed("ship", key, "piece"),)
        yield OrderForm(_MOVE, f"{name} stays", "ES-12", stay, because=why_now(view, side))
        way = course(view, side, key, 1)
        if way is not None:
            yield OrderForm(_MOVE, f"Move {name}", "ES-12", (*stay, way), because=why_now(view, side))
    yield from _depths(view, side, key)


def _depths(view: State, side: str, key: str) -> Iterator[OrderForm]:
    steps = tuple(step for step in (1, -1) if is_legal(view, side, ShipMove(key, depth=step)))
    if steps:
        name = view.scenario.ships[key].name
        blanks = (Fixed("ship", key, "piece"), Choice("depth", "Depth", steps))
        yield OrderForm(_MOVE, f"{name} changes her depth", "ES-12", blanks, because=why_now(view, side))
