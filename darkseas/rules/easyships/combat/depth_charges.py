"""Depth charges (ES-30, ES-A33)."""

from collections.abc import Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import IllegalOrder

from ..model.events import DepthChargeDropped, DepthChargeMissedNearly, ShipSunk
from ..model.orders import DepthCharge
from ..model.state import State
from ..tables.rules_tables import DEEP, DEPTHS, FIXED, PERISCOPE

HIT, NEAR, MISS = "hit", "near", "miss"


def check(state: State, side: str, orders: Sequence[DepthCharge]) -> None:
    """Raise IllegalOrder if a ship may not drop depth charges as ordered."""
    seen: set[str] = set()
    for place, order in enumerate(orders):
        field = f"blanks.depth_charges.{place}"
        if order.ship in seen:
            raise IllegalOrder("A ship attacks once a turn.", rule="ES-30", field=f"{field}.ship")
        seen.add(order.ship)
        check_one(state, side, order, field)


def check_one(state: State, side: str, order: DepthCharge, field: str) -> None:
    """Raise IllegalOrder if a ship may not drop depth charges in that hex at that depth."""
    ship = state.scenario.ships.get(order.ship)
    if ship is None or ship.side != side or not ship.type.hunts or state.ship_status[order.ship].sunk:
        reason = "Destroyers and escorts of yours drop depth charges."
        raise IllegalOrder(reason, rule="ES-30", field=f"{field}.ship")
    if state.scenario.sea.year < FIXED["depth_charge_since"]:
        reason = f"There are no depth charges before {FIXED['depth_charge_since']}."
        raise IllegalOrder(reason, rule="ES-30", field=f"{field}.ship")
    if order.hex not in hexes_crossed(state, order.ship):
        reason = f"{ship.name} has not passed there this turn."
        raise IllegalOrder(reason, rule="ES-30", field=f"{field}.hex")
    if not PERISCOPE <= order.depth <= DEEP:
        reason = "Set them to periscope depth, shallow or deep."
        raise IllegalOrder(reason, rule="ES-30", field=f"{field}.depth")


def hexes_crossed(state: State, key: str) -> tuple[Hex, ...]:
    """Return the hexes that a ship passed through or lies in this turn; just her bow's hex if she has not
    moved.
    """
    bow = state.ship_status[key].bow
    return state.crossed.get(key) or ((bow,) if bow is not None else ())


def resolve(adjudication: Adjudication[State], side: str, orders: Sequence[DepthCharge]) -> None:
    """Resolve a side's depth charges, ship by ship; the submarine's owner rolls in secret."""
    state = adjudication.state
    ships = state.scenario.ships
    enemy = state.scenario.enemy_of(side)
    for order in sorted(orders, key=lambda order: ships[order.ship].place):
        adjudication.record(DepthChargeDropped(order.ship, order.hex, order.depth))
        for boat in list(state.afloat(enemy)):
            status = state.ship_status[boat.key]
            if status.submerged and status.bow == order.hex:
                _attack(adjudication, order, boat.key)


def outcome(faces: Sequence[int]) -> str:
    """Return the result of the dice: all 1s hit, any other mix of 1s and 2s is a near miss (ES-30)."""
    if max(faces) <= FIXED["depth_charge_hit"]:
        return HIT
    return NEAR if max(faces) <= FIXED["depth_charge_near"] else MISS


def _attack(adjudication: Adjudication[State], order: DepthCharge, boat: str) -> None:
    state = adjudication.state
    ship, status = state.scenario.ships[boat], state.ship_status[boat]
    purpose = f"depth-charges/{order.ship}/{boat}"
    faces = adjudication.roll(DEPTHS[status.depth].dice, FIXED["die"], purpose, (ship.side,))
    result = outcome(faces) if order.depth == status.depth else MISS
    if result == HIT:
        adjudication.record(ShipSunk(boat, ship.side, state.turn, "depth charge", "ES-30"))
    elif result == NEAR:
        adjudication.record(DepthChargeMissedNearly(boat), (ship.side,))
