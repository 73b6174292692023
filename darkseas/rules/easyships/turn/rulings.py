"""Umpire rulings: sunk or restored ships, positions, damage, and the end of a turn.

A turn begins with initiative dice (ES-2), so a ruling that ends a turn also names Player 1 of the next.
"""

from collections.abc import Callable, Iterator, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import Fact
from darkseas.engine.hexes.board import FACINGS, Hex, label, parse_label
from darkseas.engine.orders import Choice, IllegalOrder, OrderForm
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Rulings

from ..damage.flooding import flooded
from ..model import audiences
from ..model.apply_events import SETTERS
from ..model.events import FiresSet, HullDamaged, ShipRestored, ShipsPlaced, ShipSunk
from ..model.orders import Placement
from ..model.ship_hexes import hull
from ..model.state import SET_UP, State
from ..tables.rules_tables import FIRES, FLOODING
from . import sequence
from .phases import DEPLOY

_SUNK, _RESTORED = "easyships.ship_sunk", "easyships.ship_restored"
_BURNS, _FLOODED, _LIES = "easyships.fires_set", "easyships.hull_damaged", "easyships.ships_placed"
_TURN = "turn_began"
#: Conditions of a restored ship.
SOUND, HURT = "sound", "hurt"


def forms(view: State) -> tuple[OrderForm, ...]:
    """Return the rulings available now: none during deployment or while a plot is sealed."""
    if view.ended is not None or view.stage == SET_UP or view.stage.kind == DEPLOY or view.sealed:
        return ()
    return tuple(_forms(view))


def _forms(view: State) -> Iterator[OrderForm]:
    afloat = tuple([key for key, status in view.ship_status.items() if status.afloat])
    on_map = tuple([key for key in afloat if view.ship_status[key].bow is not None])
    if afloat:
        yield OrderForm(_SUNK, "A ship is sunk", RULING, (_ship(afloat),))
        yield OrderForm(_BURNS, "Fires burn on a ship", RULING, (_ship(afloat), _levels("fires", len(FIRES))))
        level = _levels("flooding", len(FLOODING))
        yield OrderForm(_FLOODED, "A ship is flooded", RULING, (_ship(afloat), level))
    if on_map:
        board = view.scenario.board
        hexes = tuple([label(at) for at in board.hexes if board.is_sea(at)])
        to = Choice("hex", "Her bow in", hexes, subject="place")
        yield OrderForm(
            _LIES, "A ship lies elsewhere", RULING, (_ship(on_map), to, Choice("facing", "Facing", FACINGS))
        )
    lost = tuple([key for key, status in view.ship_status.items() if status.sunk])
    if lost:
        why = "A die was typed in wrong, or her loss was a mistake."
        fate = Choice("fate", "She is", (SOUND, HURT))
        yield OrderForm(_RESTORED, "A ship is afloat", RULING, (_ship(lost), fate), because=why)
    first = Choice("first", "First in the next turn", tuple(view.scenario.sides))
    why = "Nothing more is ordered in it; hits take effect, and nobody rolls for repairs."
    yield OrderForm(_TURN, "The turn is over", RULING, (first,), because=why)


def _ship(keys: tuple[str, ...]) -> Choice:
    return Choice("ship", "Ship", keys, subject="piece")


def _levels(name: str, most: int) -> Choice:
    title = "Fires" if name == "fires" else "Level of flooding"
    return Choice(name, title, tuple([str(level) for level in range(most)]))


def facts(state: State, name: str, blanks: Mapping[str, Json]) -> tuple[Fact, ...]:
    """Return the facts of a ruling. IllegalOrder for an impossible position, or while planes are in the
    air.
    """
    return _FACTS[name](state, {blank: str(value) for blank, value in blanks.items()})


def _sunk(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship = state.scenario.ships[blanks["ship"]]
    return (Fact(ShipSunk(ship.key, ship.side, state.turn, "ruling", RULING)),)


def _restored(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    """Restore a ship to the hexes where she sank, if they are free."""
    key, status = blanks["ship"], state.ship_status[blanks["ship"]]
    if status.bow is not None and not status.submerged:
        lies = hull(status.bow, status.facing, state.scenario.ships[key].hexes)
        _check_free(state, key, lies, "blanks.ship")
    return (Fact(ShipRestored(key, blanks["fate"] == SOUND, RULING)),)


def _burns(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    return (Fact(FiresSet(blanks["ship"], int(blanks["fires"]), RULING)),)


def _flooding(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    """Set a flooding level with its loss of moves (ES-32); a lower level restores none."""
    ship, status = state.scenario.ships[blanks["ship"]], state.ship_status[blanks["ship"]]
    change = int(blanks["flooding"]) - status.flooding
    wet = flooded(ship, status, change)
    event = HullDamaged(
        ship.key, wet.flooding, wet.applied, wet.moves_lost, status.guns_lost, status.no_repairs, rule=RULING
    )
    return (Fact(event, audiences.of_damage(state, ship)),)


def _lies(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    ship, status = state.scenario.ships[blanks["ship"]], state.ship_status[blanks["ship"]]
    bow, facing = parse_label(blanks["hex"]), FACINGS.index(blanks["facing"])
    lies = hull(bow, facing, ship.hexes)
    if any(not state.scenario.board.is_sea(at) for at in lies):
        reason = f"{ship.name} cannot lie there: part of her would be on land or off the map."
        raise IllegalOrder(reason, rule=RULING, field="blanks.hex")
    if not status.submerged:
        _check_free(state, ship.key, lies, "blanks.hex")
    placed = Placement(ship.key, bow, facing, status.depth)
    edge = state.edges.get(ship.side, "")
    return (Fact(ShipsPlaced(ship.side, (placed,), edge, RULING), audiences.of_place(state, ship)),)


def _check_free(state: State, key: str, lies: tuple[Hex, ...], field: str) -> None:
    for at in lies:
        other = state.ship_at(at)
        if other is not None and other != key:
            reason = f"{state.scenario.ships[other].name} lies there: rule first that she lies elsewhere."
            raise IllegalOrder(reason, rule=RULING, field=field)


def _turn_over(state: State, blanks: Mapping[str, str]) -> tuple[Fact, ...]:
    if state.strikes:
        reason = "Planes are in the air: give the orders of this phase, so that they land."
        raise IllegalOrder(reason, rule=RULING, field="order")
    adjudication = Adjudication(SETTERS, state, RecordedDice(()))
    sequence.rule_turn_over(adjudication, blanks["first"])
    return tuple(adjudication.facts)


_FACTS: Mapping[str, Callable[[State, Mapping[str, str]], tuple[Fact, ...]]] = {
    _SUNK: _sunk,
    _RESTORED: _restored,
    _BURNS: _burns,
    _FLOODED: _flooding,
    _LIES: _lies,
    _TURN: _turn_over,
}
RULINGS = Rulings(forms, facts)
