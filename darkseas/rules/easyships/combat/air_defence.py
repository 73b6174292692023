"""Fighters and anti-aircraft fire against air strikes (ES-15, ES-16)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import distance
from darkseas.engine.orders import IllegalOrder

from ..model.events import AntiAircraftFired, FightersMet, TargetsShown
from ..model.orders import AntiAircraft, AttackGroup
from ..model.scenario import Ship
from ..model.ships import may_fly
from ..model.state import State
from ..tables.rules_tables import FIXED, HOUSE, aircraft_of, shot_down
from . import line_of_sight
from .air_strikes import clusters


class Cover(NamedTuple):
    """Fighters that fly together, and the numbers of the strike's groups that they can attack."""

    fighters: int
    groups: tuple[int, ...]


# --- fighters ------------------------------------------------------------------------------------------


def covers(state: State, key: str) -> tuple[Cover, ...]:
    """Return the fighters that oppose a strike (ES-14, ES-15, ES-A34, ES-A36)."""
    strike = state.strikes[key]
    enemy = state.scenario.enemy_of(strike.side)
    flying = [ship.key for ship in state.afloat(enemy) if _may_defend(state, ship.key)]
    made = []
    for carriers in clusters(state, flying):
        met = [
            number
            for number, group in enumerate(strike.groups)
            if any(_is_covered(state, carrier, group.target) for carrier in carriers)
        ]
        if met:
            made.append(Cover(sum(state.ship_status[carrier].air for carrier in carriers), tuple(met)))
    return tuple(made)


def _may_defend(state: State, key: str) -> bool:
    status = state.ship_status[key]
    return bool(status.air) and may_fly(status)


def _is_covered(state: State, carrier: str, target: str) -> bool:
    start, end = state.ship_status[carrier].bow, state.ship_status[target].bow
    return start is not None and end is not None and distance(start, end) <= HOUSE["fighter_cover"]


def meet(adjudication: Adjudication[State], key: str) -> None:
    """Resolve fighter attacks on a strike, then reveal the targets of the groups that are left (ES-15)."""
    state = adjudication.state
    strike = state.strikes[key]
    enemy = state.scenario.enemy_of(strike.side)
    planes = [group.planes for group in strike.groups]
    for number, cover in enumerate(covers(state, key)):
        outnumbered = strike.planes >= FIXED["fighter_odds"] * cover.fighters
        losses = _fight(adjudication, cover, planes, f"fighters/{key}/{number}", outnumbered=outnumbered)
        adjudication.record(FightersMet(key, enemy, cover.fighters, strike.planes, losses, outnumbered))
    groups = tuple(
        AttackGroup(group.target if left else "", left)
        for group, left in zip(strike.groups, planes, strict=True)
    )
    adjudication.record(TargetsShown(key, strike.side, groups))


def _fight(
    adjudication: Adjudication[State], cover: Cover, planes: list[int], purpose: str, *, outnumbered: bool
) -> tuple[int, ...]:
    """Return each group's losses, and subtract them from `planes`.

    Fighters roll in fours, then the remaining fighters roll.
    """
    losses = [0] * len(planes)
    fours, over = divmod(cover.fighters, FIXED["fighter_four"])
    for number in range(fours + (1 if over else 0)):
        own = f"{purpose}/{number}"
        group = _group_met(adjudication, cover, own)
        (face,) = adjudication.roll(1, FIXED["die"], f"{own}/planes")
        killed = shot_down(face) - outnumbered if number < fours else 1 - face % 2
        killed = min(killed, planes[group])
        planes[group] -= killed
        losses[group] += killed
    return tuple(losses)


def _group_met(adjudication: Adjudication[State], cover: Cover, purpose: str) -> int:
    """Return the group that fighters attack; a die decides if there are several (ES-15, ES-A17)."""
    groups = cover.groups
    if len(groups) == 1:
        return groups[0]
    throws = 0
    while True:
        throws += 1
        again = f"/{throws}" if throws > 1 else ""
        (face,) = adjudication.roll(1, FIXED["die"], f"{purpose}/group{again}")
        if face <= len(groups):
            return groups[face - 1]


# --- anti-aircraft fire ----------------------------------------------------------------------------------


def dice_of(ship: Ship) -> int:
    """Return a ship's number of anti-aircraft dice (ES-16)."""
    return 1 if ship.type.one_aa_die else max(1, ship.ratings.defence // FIXED["aa_share"])


def least_face(state: State, ship: Ship) -> int:
    """Return the lowest face that shoots down a plane, by year or by ship (ES-16)."""
    years = [aircraft_of(state.scenario.sea.year).aa]
    return min([*years, FIXED["die"] - 1] if ship.type.aa_ship else years)


def groups_in_reach(state: State, ship: str, strike: str) -> Iterator[int]:
    """Yield the numbers of a strike's groups that a ship may fire at (ES-16)."""
    status = state.ship_status[ship]
    if status.sunk or status.submerged or status.bow is None:
        return
    for number, group in enumerate(state.strikes[strike].groups):
        if group.planes and line_of_sight.range_of(state, ship, group.target) <= FIXED["aa_range"]:
            yield number


def check(state: State, side: str, strike: str, orders: Sequence[AntiAircraft]) -> None:
    """Raise IllegalOrder if any ship may not fire at its group (ES-16)."""
    seen: set[str] = set()
    for place, order in enumerate(orders):
        field = f"blanks.fire.{place}"
        if order.ship in seen:
            raise IllegalOrder("Each of your ships fires once.", rule="ES-16", field=f"{field}.ship")
        seen.add(order.ship)
        check_one(state, side, strike, order, field)


def check_one(state: State, side: str, strike: str, order: AntiAircraft, field: str) -> None:
    """Raise IllegalOrder if this ship may not fire at its group (ES-16)."""
    ship = state.scenario.ships.get(order.ship)
    if ship is None or ship.side != side:
        raise IllegalOrder("Fire with a ship of yours.", rule="ES-16", field=f"{field}.ship")
    if order.group not in groups_in_reach(state, order.ship, strike):
        reason = f"{ship.name} has no such group within {FIXED['aa_range']} hexes."
        raise IllegalOrder(reason, rule="ES-16", field=f"{field}.group")


def fire(adjudication: Adjudication[State], side: str, strike: str, orders: Sequence[AntiAircraft]) -> None:
    """Resolve a side's anti-aircraft fire at a strike, ship by ship in the order of battle (ES-16)."""
    state = adjudication.state
    check(state, side, strike, orders)
    ships = state.scenario.ships
    for order in sorted(orders, key=lambda order: ships[order.ship].place):
        ship = ships[order.ship]
        least = least_face(state, ship)
        faces = adjudication.roll(dice_of(ship), FIXED["die"], f"anti-aircraft/{strike}/{ship.key}")
        left = adjudication.state.strikes[strike].groups[order.group].planes
        killed = min(left, sum(face >= least for face in faces))
        adjudication.record(AntiAircraftFired(strike, ship.key, order.group, faces, least, killed))
