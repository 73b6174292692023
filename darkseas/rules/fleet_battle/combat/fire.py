"""A tier fires (FB-3): both sides' dice against the initial defences, then all losses together.

Dice are rolled by side, then by roster, left to right (FB-H6).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import PlotsRevealed

from ..model.events import (
    AttackResolved,
    CarrierGroupTargeted,
    ShipSunk,
    SixesPaired,
    TargetsNamed,
    UBoatsSurfaced,
)
from ..model.orders import ORDER_NAMES, Attack, NameTargets
from ..model.scenario import Ship
from ..model.state import CARRIER, State
from ..tables.rules_tables import FIXED
from . import fleet_division
from .defence import Defence, defence_of
from .hit_probabilities import Throw, chance_to_sink, pair_matters


class Volley(NamedTuple):
    """One ship's dice at one target, by their places in the ship's roll."""

    ship: Ship
    target: Ship
    dice: tuple[int, ...]


def resolve(adjudication: Adjudication[State], tier: int) -> None:
    """Reveal both sides' targets, resolve all fire, and remove sunk ships."""
    _open(adjudication)
    state = adjudication.state
    volleys = [v for side in state.scenario.sides for v in volleys_of(state, _standing(state, side))]
    defences = {volley.target.key: defence_of(state, volley.target) for volley in volleys}
    hits = _throw(adjudication, volleys, defences, tier)
    for target, by in _pairs(adjudication, volleys, defences):
        hits.setdefault(target, []).extend(ship for ship in by if ship not in hits.get(target, ()))
    _note_assailants(adjudication, volleys)
    _sink(adjudication, hits, tier)
    _surface(adjudication, volleys)
    fleet_division.note_losses(adjudication, tuple(hits))


def _standing(state: State, side: str) -> list[Attack]:
    """Return a side's attacks, leaving out ships that an umpire has since ruled sunk (FB-H11)."""
    afloat = [key for key, status in state.ship_status.items() if status.afloat]
    named = state.targets.get(side, ())
    return [attack for attack in named if attack.ship in afloat and attack.target in afloat]


def _open(adjudication: Adjudication[State]) -> None:
    state = adjudication.state
    named = tuple(side for side in state.scenario.sides if side in state.targets)
    adjudication.record(PlotsRevealed(ORDER_NAMES[NameTargets], named, "FB-3"))
    for side in named:
        adjudication.record(TargetsNamed(side, state.targets[side]))


# --- dice ------------------------------------------------------------------------------------------


def volleys_of(state: State, attacks: Sequence[Attack]) -> list[Volley]:
    """Return a side's dice by ship in roster order, one volley for each target."""
    ships = state.scenario.ships
    in_order = sorted(attacks, key=lambda attack: (ships[attack.ship].place, attack.die))
    volleys: dict[tuple[str, str], list[int]] = {}
    thrown: dict[str, int] = {}
    for attack in in_order:
        ship, target = ships[attack.ship], ships[attack.target]
        count = 1 if attack.die else dice_at(ship, target)[0]
        first = thrown.get(ship.key, 0)
        volleys.setdefault((ship.key, target.key), []).extend(range(first, first + count))
        thrown[ship.key] = first + count
    return [Volley(ships[ship], ships[target], tuple(dice)) for (ship, target), dice in volleys.items()]


def dice_at(ship: Ship, target: Ship) -> tuple[int, int]:
    """Return the number and size of a ship's dice at a target (FB-1, FB-19, FB-B4)."""
    if target.type.submerges and ship.type.small_die:
        return FIXED["dice_at_u_boats"], FIXED["sides_at_u_boats"]
    return ship.card.dice


def throw_of(volley: Volley) -> Throw:
    """Return a volley's dice for the probability calculation."""
    return Throw(len(volley.dice), dice_at(volley.ship, volley.target)[1], volley.ship.type.pairs)


def _throw(
    adjudication: Adjudication[State], volleys: Sequence[Volley], defences: dict[str, Defence], tier: int
) -> dict[str, list[str]]:
    """Roll for every ship. Return the targets sunk by one ship's dice, with the ships that sank them."""
    hits: dict[str, list[str]] = {}
    faces: dict[str, tuple[int, ...]] = {}
    for volley in volleys:
        ship = volley.ship
        if ship.key not in faces:
            count = sum(len(other.dice) for other in volleys if other.ship is ship)
            sides = dice_at(ship, volley.target)[1]
            faces[ship.key] = adjudication.roll(count, sides, f"tier-{tier}/{ship.side}/{ship.key}")
        event = _resolved(volley, volleys, faces[ship.key], defences[volley.target.key])
        adjudication.record(event)
        if event.hit:
            hits.setdefault(event.target, []).append(ship.key)
    return hits


def _resolved(
    volley: Volley, volleys: Sequence[Volley], faces: Sequence[int], defence: Defence
) -> AttackResolved:
    thrown = tuple(faces[place] for place in volley.dice)
    together = tuple(
        throw_of(other)
        for other in volleys
        if other is volley or (other.target is volley.target and other.ship.type.pairs)
    )
    return AttackResolved(
        side=volley.ship.side,
        ship=volley.ship.key,
        target=volley.target.key,
        sides=throw_of(volley).sides,
        faces=thrown,
        defence=defence.total,
        lines=defence.lines,
        hit=max(thrown) >= defence.total,
        could_sink=chance_to_sink(together, defence.total) > 0,
        rules=_rules(volley),
    )


def _rules(volley: Volley) -> tuple[str, ...]:
    rules = ["FB-1"]
    if volley.target.type.submerges:
        rules += ["FB-6"] if not volley.ship.type.small_die else ["FB-6", "FB-19"]
    if volley.ship.type.split:
        rules.append("FB-4")
    if len(volley.dice) > 1:
        rules.append("FB-B1")
    return tuple(rules)


# --- two sixes -------------------------------------------------------------------------------------


def _pairs(
    adjudication: Adjudication[State], volleys: Sequence[Volley], defences: dict[str, Defence]
) -> list[tuple[str, tuple[str, ...]]]:
    """Apply pairs of destroyers' sixes (FB-5). Return the targets they sink, with the ships that rolled
    them.
    """
    sunk = []
    for lot in _lots(volleys):
        target = lot[0].target
        defence = defences[target.key].total
        if not pair_matters(defence):
            continue
        by_ship = {volley.ship.key: _sixes(adjudication, volley) for volley in lot}
        sixes = sum(by_ship.values())
        pairs = sixes // FIXED["sixes_in_a_pair"]
        if pairs:
            ships = tuple(key for key, count in by_ship.items() if count)
            adjudication.record(_paired(adjudication.state, target, ships, sixes, defence))
            sunk.append((target.key, ships))
    return sunk


def _lots(volleys: Sequence[Volley]) -> list[list[Volley]]:
    """Group volleys whose sixes count together: those of a side's destroyers at one target (FB-B2)."""
    lots: dict[str, list[Volley]] = {}
    for volley in volleys:
        if volley.ship.type.pairs:
            lots.setdefault(volley.target.key, []).append(volley)
    return list(lots.values())


def _sixes(adjudication: Adjudication[State], volley: Volley) -> int:
    """Return how many sixes a destroyer rolled at her target in this step."""
    shots = (
        s for s in adjudication.state.shots if (s.ship, s.target) == (volley.ship.key, volley.target.key)
    )
    return sum(shot.faces.count(FIXED["six"]) for shot in shots)


def _paired(state: State, target: Ship, ships: tuple[str, ...], sixes: int, defence: int) -> SixesPaired:
    rules = ["FB-5", "FB-B2"]
    if state.ship_status[target.key].submerged:
        rules.append("FB-B3")
    return SixesPaired(
        side=state.scenario.enemy_of(target.side),
        ships=ships,
        target=target.key,
        sixes=sixes,
        pairs=sixes // FIXED["sixes_in_a_pair"],
        worth=FIXED["pair_counts"],
        defence=defence,
        hit=FIXED["pair_counts"] >= defence,
        rules=tuple(rules),
    )


# --- what follows ----------------------------------------------------------------------------------


def _note_assailants(adjudication: Adjudication[State], volleys: Sequence[Volley]) -> None:
    """Record which ships targeted a carrier group (FB-11, FB-B10)."""
    state = adjudication.state
    for side in state.scenario.sides:
        at_carriers = (
            v for v in volleys if v.target.side == side and state.group_of(v.target.key) == CARRIER
        )
        ships = _once(volley.ship.key for volley in at_carriers)
        if ships:
            adjudication.record(CarrierGroupTargeted(side, ships, state.turn))


def _sink(adjudication: Adjudication[State], hits: dict[str, list[str]], tier: int) -> None:
    """Record all losses of the step at once, in roster order (FB-3)."""
    ships = adjudication.state.scenario.ships
    for key in sorted(hits, key=lambda target: ships[target].place):
        adjudication.record(
            ShipSunk(key, ships[key].side, tuple(hits[key]), adjudication.state.turn, tier, "FB-3")
        )


def _surface(adjudication: Adjudication[State], volleys: Sequence[Volley]) -> None:
    """Record that u-boats which fired and are afloat are on the surface (FB-6, FB-B5)."""
    state = adjudication.state
    for side in state.scenario.sides:
        fired = _once(v.ship.key for v in volleys if v.ship.side == side and v.ship.type.submerges)
        up = tuple(key for key in fired if state.ship_status[key].submerged and state.ship_status[key].afloat)
        if up:
            adjudication.record(UBoatsSurfaced(side, up))


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))
