"""Umpire's rulings in Fleet Battle: ships sunk or not sunk, ships that change groups, the end of a turn."""

from collections.abc import Callable, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import Fact
from darkseas.engine.orders import Choice, IllegalOrder, OrderForm
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.stages.stage import StageOpened
from darkseas.engine.system import Rulings

from ..combat.targets import tier_of
from ..model.apply_events import SETTERS
from ..model.events import ShipRestored, ShipSunk, TransfersMade
from ..model.orders import Transfer
from ..model.state import BATTLE, CARRIER, SET_UP, TIER, State
from . import sequence

_SUNK, _RESTORED = "fleet_battle.ship_sunk", "fleet_battle.ship_restored"
_TRANSFERRED, _TURN = "fleet_battle.transfers_made", "turn_began"
#: The rule by which a battle group is lost with its last ship.
_LAST_SHIP = "FB-9"


def forms(view: State) -> tuple[OrderForm, ...]:
    """Return the rulings possible now. There are none before set-up is revealed or while a plot is sealed."""
    if view.ended is not None or view.stage == SET_UP or view.sealed:
        return ()
    afloat = tuple([ship.key for side in view.scenario.sides for ship in view.afloat(side)])
    movable = tuple([key for key in afloat if view.scenario.ships[key].type.movable])
    made = []
    if afloat:
        made.append(
            OrderForm(_SUNK, "A ship is sunk", RULING, (Choice("ship", "Ship", afloat, subject="card"),))
        )
    lost = tuple([key for key, status in view.ship_status.items() if status.sunk])
    if lost:
        ship = Choice("ship", "Ship", lost, subject="card")
        why = "A die was entered wrongly, or her loss was a mistake."
        made.append(OrderForm(_RESTORED, "A ship is afloat", RULING, (ship,), because=why))
    if movable:
        ship = Choice("ship", "Ship", movable, subject="card")
        group = Choice("to", "To", (BATTLE, CARRIER))
        made.append(OrderForm(_TRANSFERRED, "A ship is in the other group", RULING, (ship, group)))
    made.append(OrderForm(_TURN, "End the turn", RULING, because="This turn has no further orders."))
    return tuple(made)


def facts(state: State, name: str, blanks: Mapping[str, Json]) -> tuple[Fact, ...]:
    return _FACTS[name](state, {blank: str(value) for blank, value in blanks.items()})


def _sunk(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship = state.scenario.ships[blanks["ship"]]
    tier = tier_of(state.stage) if state.stage.kind == TIER else 0
    return (Fact(ShipSunk(ship.key, ship.side, (), state.turn, tier, RULING)),)


def _restored(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship = state.scenario.ships[blanks["ship"]]
    regained = state.group_of(ship.key) == BATTLE and state.lost_groups.get(ship.side) == _LAST_SHIP
    return (Fact(ShipRestored(ship.key, ship.side, regained, RULING)),)


def _transferred(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship = state.scenario.ships[blanks["ship"]]
    group = Transfer(ship.key, BATTLE) if blanks["to"] == BATTLE else Transfer(ship.key, CARRIER)
    return (Fact(TransfersMade(ship.side, (group,), RULING)),)


def _turn_over(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    adjudication = Adjudication(SETTERS, state, RecordedDice(()))
    sequence.end_turn(adjudication)
    if adjudication.state.ended is None and type(adjudication.facts[-1].event) is not StageOpened:
        reason = "No side could give an order next turn. Rule that the battle ends instead."
        raise IllegalOrder(reason, rule=RULING, field="order")
    return tuple(adjudication.facts)


_FACTS: Mapping[str, Callable[[State, Mapping[str, str]], tuple[Fact, ...]]] = {
    _SUNK: _sunk,
    _RESTORED: _restored,
    _TRANSFERRED: _transferred,
    _TURN: _turn_over,
}
RULINGS = Rulings(forms, facts)
