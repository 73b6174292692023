"""Gunnery: targets, dice, hits and armour (ES-20 to ES-26)."""

from collections.abc import Sequence
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.orders import IllegalOrder

from ..damage.apply_hits import note
from ..model.events import BatteryFired, FiringResolved, HitResolved, ModifierLine, Outcome
from ..model.hit_effects import Cause, Effect
from ..model.orders import GunFire
from ..model.scenario import Ship
from ..model.ships import battery_name, guns_left, is_silent
from ..model.state import State
from ..tables.rules_tables import CRITICAL_HITS, FIXED, row_of
from . import line_of_sight
from .gun_arithmetic import (
    Aim,
    added,
    firings,
    guns_bearing,
    hits_at_most,
    is_hit,
    is_opening,
    modifiers,
    most_range,
    plunging,
)
from .line_of_sight import Surface


class Salvo(NamedTuple):
    """A group of guns or bombs that is resolved with one die roll."""

    side: str
    ship: str
    battery: int
    target: str
    guns: int
    aim: Aim
    cause: Cause
    purpose: str


def check(state: State, side: str, orders: Sequence[GunFire]) -> None:
    """Raise IllegalOrder if a battery cannot fire as ordered."""
    seen: set[tuple[str, int]] = set()
    surface = line_of_sight.surface_of(state)
    for place, order in enumerate(orders):
        field = f"blanks.fire.{place}"
        check_one(state, side, order, field, surface)
        if (order.ship, order.battery) in seen:
            reason = "Each battery fires at one target a turn."
            raise IllegalOrder(reason, rule="ES-20", field=f"{field}.battery")
        seen.add((order.ship, order.battery))
    _check_light(state, orders)


def check_one(state: State, side: str, order: GunFire, field: str, surface: Surface) -> None:
    """Raise IllegalOrder if a battery cannot fire at its target (ES-20, ES-21, ES-31)."""
    ship = state.scenario.ships.get(order.ship)
    if ship is None or ship.side != side:
        raise IllegalOrder("Fire with a ship of yours.", rule="ES-20", field=f"{field}.ship")
    check_guns(state, ship, order, field)
    aim = line_of_sight.check_target(state, side, order.target, f"{field}.target", "ES-20")
    most, away = (
        most_range(ship.batteries[order.battery].size),
        line_of_sight.range_of(state, ship.key, aim.key),
    )
    if away > most:
        reason = f"{aim.name} is {away} hexes off; these guns reach {most}."
        raise IllegalOrder(reason, rule="ES-20", field=f"{field}.target")
    between = line_of_sight.line_blocked(state, ship.key, aim.key, surface)
    if between is not None:
        reason = f"{state.scenario.ships[between].name} lies in the line of fire."
        raise IllegalOrder(reason, rule="ES-21", field=f"{field}.target")
    line_of_sight.check_seen(state, ship.key, aim.key, f"{field}.target", surface)


def check_guns(state: State, ship: Ship, order: GunFire, field: str) -> None:
    """Raise IllegalOrder if a battery cannot fire at all (ES-12, ES-20, ES-31, ES-X3)."""
    status = state.ship_status[ship.key]
    if status.sunk or status.submerged or status.bow is None:
        reason = f"{ship.name} cannot fire guns from below the surface or off the map."
        raise IllegalOrder(reason, rule="ES-12", field=f"{field}.ship")
    field = f"{field}.battery"
    if not 0 <= order.battery < len(ship.batteries) or not guns_left(ship, status, order.battery):
        raise IllegalOrder(f"{ship.name} has no such guns left.", rule="ES-20", field=field)
    name = battery_name(order.battery)
    if is_silent(status, order.battery):
        reason = f"Fires silence the {name} guns of {ship.name}."
        raise IllegalOrder(reason, rule="ES-31", field=field)
    stormy = state.scenario.options.weather and state.scenario.sea.weather == "storm"
    if stormy and ship.batteries[order.battery].low:
        reason = f"The storm silences the {name} guns of {ship.name}."
        raise IllegalOrder(reason, rule="ES-X3", field=field)


def _check_light(state: State, orders: Sequence[GunFire]) -> None:
    """Raise IllegalOrder if a night target beyond searchlights is not lit by another of the ship's batteries
    (ES-X5).
    """
    lit = {(order.ship, order.target) for order in orders if order.starshell and order.battery}
    for place, order in enumerate(orders):
        field = f"blanks.fire.{place}"
        night = state.scenario.options.night and state.scenario.sea.night
        if order.starshell and not (night and order.battery):
            reason = "Starshell is fired by night, and not by the largest guns."
            raise IllegalOrder(reason, rule="ES-X5", field=f"{field}.starshell")
        dark = line_of_sight.needs_starshell(state, order.ship, order.target) and not order.starshell
        if dark and (order.ship, order.target) not in lit:
            reason = "The target is beyond the searchlights: light her with starshell."
            raise IllegalOrder(reason, rule="ES-X5", field=f"{field}.target")


def resolve(adjudication: Adjudication[State], side: str, orders: Sequence[GunFire]) -> None:
    """Fire a side's guns, ship by ship in the order of battle, then battery by battery."""
    state = adjudication.state
    place_of = {key: ship.place for key, ship in state.scenario.ships.items()}
    for order in sorted(orders, key=lambda order: (place_of[order.ship], order.battery)):
        if not order.starshell:
            _fire(adjudication, side, order)
        adjudication.record(BatteryFired(order.ship, order.battery, order.target, state.turn))


def _fire(adjudication: Adjudication[State], side: str, order: GunFire) -> None:
    state = adjudication.state
    size = state.scenario.ships[order.ship].batteries[order.battery].size
    aim = aim_of(state, order)
    guns = guns_bearing(state, order.ship, order.battery, order.target)
    for firing, parts in enumerate(firings(state.scenario.options, size, guns)):
        for part, count in enumerate(parts):
            purpose = f"gunnery/{order.ship}/{order.battery}/{firing}/{part}"
            salvo = Salvo(side, order.ship, order.battery, order.target, count, aim, "shell", purpose)
            shoot(adjudication, salvo)


def aim_of(state: State, order: GunFire) -> Aim:
    """Return the conditions that modify a battery's die."""
    ship_status = state.ship_status
    return Aim(
        state.scenario.ships[order.ship].batteries[order.battery].size,
        line_of_sight.range_of(state, order.ship, order.target),
        is_opening(state, order.ship, order.battery, order.target),
        ship_status[order.target].evading,
        ship_status[order.ship].evading,
    )


def shoot(adjudication: Adjudication[State], salvo: Salvo) -> None:
    """Resolve one group: hits, extra rolls for natural 1s, near misses by bombs, and armour (ES-24 to
    ES-26).
    """
    lines = modifiers(salvo.aim)
    faces, hits = _throws(adjudication, salvo, lines)
    by_one = salvo.guns + FIXED["near_miss"]
    missed_nearly = salvo.cause == "bomb" and not hits and faces[0] + added(lines) == by_one
    rules = ("ES-24", "ES-25") if len(faces) > 1 else ("ES-24",)
    adjudication.record(
        FiringResolved(
            salvo.side,
            salvo.ship,
            salvo.battery,
            salvo.target,
            salvo.aim.size,
            salvo.guns,
            salvo.aim.range_hexes,
            faces,
            lines,
            hits,
            missed_nearly,
            (*rules, "ES-18") if missed_nearly else rules,
        )
    )
    if missed_nearly:
        note(adjudication, Effect(salvo.target, "near miss", flooding=FIXED["near_miss"], rule="ES-18"))
    for number in range(hits):
        _pierce(adjudication, salvo, number)


def _throws(
    adjudication: Adjudication[State], salvo: Salvo, lines: tuple[ModifierLine, ...]
) -> tuple[tuple[int, ...], int]:
    """Return the faces a group rolled and the number of hits (ES-25, ES-A8)."""
    faces: list[int] = []
    hits = 0
    while True:
        again = f"/{len(faces) + 1}" if faces else ""
        (face,) = adjudication.roll(1, FIXED["gunnery_die"], f"{salvo.purpose}{again}")
        hits += is_hit(face, salvo.guns, added(lines))
        faces.append(face)
        if face != 1 or hits >= hits_at_most(salvo.guns):
            return tuple(faces), hits


def _pierce(adjudication: Adjudication[State], salvo: Salvo, number: int) -> None:
    """Roll one shell against armour (ES-26)."""
    state = adjudication.state
    armour = state.scenario.ships[salvo.target].ratings.armour
    (attacker,) = adjudication.roll(1, FIXED["die"], f"{salvo.purpose}/hit/{number}/attacker")
    (defender,) = adjudication.roll(1, FIXED["die"], f"{salvo.purpose}/hit/{number}/defender")
    plunges = plunging(salvo.aim.size, salvo.aim.range_hexes)
    over = attacker + salvo.aim.size + plunges - defender - armour
    row = row_of(CRITICAL_HITS, over).roll if over > 0 else 0
    outcome: Outcome = "pierced" if over > 0 else "superstructure" if over == 0 else "stopped"
    adjudication.record(
        HitResolved(
            salvo.side,
            salvo.ship,
            salvo.target,
            attacker,
            salvo.aim.size,
            plunges,
            defender,
            armour,
            row,
            outcome,
        )
    )
    if over > 0:
        fires = fires_by_die(adjudication, row, f"{salvo.purpose}/hit/{number}/fires")
        note(adjudication, Effect(salvo.target, salvo.cause, row, fires))
    elif over == 0 and _lights_fire(state, salvo.target):
        note(adjudication, Effect(salvo.target, salvo.cause, fires=1, tie=True))


def _lights_fire(state: State, target: str) -> bool:
    """Whether a tie with the armour starts a fire: only while the ship has few fires (ES-26, ES-A43)."""
    return state.ship_status[target].fires < FIXED["tie_fires"]


def fires_by_die(adjudication: Adjudication[State], row: int, purpose: str) -> int:
    """Return how many extra fires a die starts: one if odd, two if even (critical hit 8)."""
    if not row or not row_of(CRITICAL_HITS, row).fires_by_die:
        return 0
    (face,) = adjudication.roll(1, FIXED["die"], purpose)
    return 1 + (face + 1) % 2
