"""Explain the captain's orders: sentences with the factors that decided each order.

No reasons are stored during a battle. On request, the same decision is calculated again from the same view.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from darkseas.engine.hexes.board import distance
from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import capital, counted, decimal, points
from darkseas.engine.stages.side_and_ship_names import ship_name

from ..combat import starshell
from ..model import orders as o
from ..model.scenario import Ship
from ..model.ship_hexes import direction
from ..model.state import CHEMICAL, State
from ..narration.names import AREA_WORDS, ship_names
from ..turn.plots import group_of
from .air import sortie_at, stake
from .assessment import Assessment, assess, damage_of
from .damage_control import repaired
from .deployment import enemy_middle, formation_distance
from .destination_hexes import Place, fighter, nearest_foes, prospect
from .divisions import Division, breaks_off, covers, divisions
from .expected_damage import WHOLE
from .gunnery import shot_at
from .movement import Choice, best_move
from .ranges import OUT_OF_RANGE
from .submarine_hunting import convoy_of
from .torpedoes import launch_at

_Teller = Callable[[State, str, Any], Iterable[str]]
_HUNDRED = 100


def reasons(view: State, given: Given) -> tuple[str, ...]:
    """Return the reasons for this order from the captain's own view; at least one sentence."""
    teller = _TELLERS.get(type(given.order))
    lines = tuple(teller(view, given.side, given.order)) if teller is not None else ()
    return lines or ("No other order looks better.",)


def _points(worth: int) -> str:
    """Return a value as text in points: “1 point”, “2.5 points”."""
    said = decimal(Fraction(max(0, worth), WHOLE), 1)
    return f"{said} point{'' if said == '1' else 's'}"


# --- set-up and movement -------------------------------------------------------------------------------


def _set_up(view: State, side: str, order: o.SetUp) -> Iterator[str]:
    if order.hex is None:
        return
    goal = enemy_middle(view, side)
    ships = max(1, len(view.scenario.sides[side].ships))
    away = Fraction(formation_distance(view, side, order, goal), ships)
    yield f"From here the ships lie {decimal(away, 0)} hexes from the middle of the enemy on average."


def _move(view: State, side: str, order: o.ShipMove) -> Iterator[str]:
    ship, assessment = view.scenario.ships.get(order.ship), assess(view, side)
    if ship is None or ship.side != side:
        return
    if ship.dives:
        yield from _boat(view, ship, order)
        return
    if order.ping:
        yield f"{ship.name} searches where an enemy submarine was last seen."
        return
    division = next((each for each in divisions(assessment) if ship in each.ships), None)
    bow = assessment.status(ship).bow
    if division is None or bow is None:
        return
    best = best_move(assessment, division, ship)
    yield from _range_kept(assessment, division, best)
    yield _promise(assessment, ship, order)
    if order.evade:
        yield f"{ship.name} evades: the damage avoided outweighs the loss of fire."
    if order.smoke:
        hides = "hides those astern of her" if order.smoke == CHEMICAL else "hides her"
        yield f"The enemy is far stronger, and smoke {hides}."


def _range_kept(assessment: Assessment, division: Division, best: Choice) -> Iterator[str]:
    leader = division.ships[0]
    if best.quarry is None:
        if best.ship.type.hunts and convoy_of(assessment):
            yield "No enemy is on the surface; she stays beside the convoy."
        else:
            yield "No enemy is on the surface; she stays away from the last known submarine."
        return
    preferred = division.preferred
    if breaks_off(assessment, best.ship):
        why = "The enemy is far stronger" if assessment.beaten else "She is badly hurt"
        yield f"{why}: she breaks off to stay afloat until the last turn."
        return
    if covers(assessment, best.ship):
        yield "The enemy is far stronger; she fights on so that the ships she covers get away."
    if preferred.range_hexes == OUT_OF_RANGE:
        yield "Her division would suffer more damage than it deals at every range, so it keeps its distance."
    else:
        away = counted(preferred.range_hexes, "hex", "hexes")
        yield (
            f"Her division fights best at {away}: there a ship deals damage "
            f"worth {_points(preferred.gain)} a turn, and suffers {_points(preferred.loss)}."
        )
    if best.ship != leader:
        yield f"She keeps her station behind {leader.name} when it costs little."


def _promise(assessment: Assessment, ship: Ship, order: o.ShipMove) -> str:
    status = assessment.status(ship)
    if status.bow is None:
        raise ValueError(f"{ship.key} is not on the map")
    before = order.way[-2] if order.way[1:] else status.bow
    facing = direction(before, order.way[-1]) if order.way else status.facing
    place = Place(order.way[-1] if order.way else status.bow, facing, order.evade, order.smoke == "funnel")
    near, flees = nearest_foes(assessment, status.bow), breaks_off(assessment, ship)
    found = prospect(assessment, fighter(assessment, ship, near, flees=flees), place)
    return (
        f"At the end of this move she can do {_points(found.gain)} worth of harm this turn and suffer "
        f"{_points(found.loss)}."
    )


def _boat(view: State, ship: Ship, order: o.ShipMove) -> Iterator[str]:
    status = view.ship_status[ship.key]
    if order.depth > 0:
        yield f"{ship.name} dives, because she can be attacked at this depth."
    elif order.depth < 0:
        yield f"{ship.name} comes up to where she can launch her torpedoes."
    elif order.way and status.submerged:
        yield f"{ship.name} stalks the most valuable enemy nearby."
    elif order.way:
        yield f"No enemy guns are near, so {ship.name} closes on the surface, where she is faster."
    else:
        yield f"{ship.name} waits: no hex beside her is nearer to an enemy."


# --- combat --------------------------------------------------------------------------------------------


def _guns(view: State, side: str, order: o.FireGuns) -> Iterator[str]:
    assessment = assess(view, side)
    harm: Counter[str] = Counter()
    firing: dict[str, dict[str, None]] = {}
    for fire in starshell.all_fire(view, side, order):
        if fire.starshell:
            target = ship_name(view, fire.target)
            yield f"{ship_name(view, fire.ship)} lights {target}, which is beyond the searchlights."
            continue
        harm[fire.target] += shot_at(assessment, fire).harm
        firing.setdefault(fire.target, {})[fire.ship] = None
    for target, ships in firing.items():
        share = min(_HUNDRED, _HUNDRED * harm[target] // WHOLE)
        yield (
            f"{ship_names(view, ships)}: this fire costs {ship_name(view, target)} about {share} in 100 of "
            f"what she is worth, {points(assessment.worth(view.scenario.ships[target]))}; no other target "
            "is worth more."
        )
    if not order.fire and not order.lit:
        yield "No gun that bears can damage a target."


def _torpedoes(view: State, side: str, order: o.LaunchTorpedoes) -> Iterator[str]:
    assessment = assess(view, side)
    for fire in order.torpedoes:
        made = launch_at(assessment, view.scenario.ships[fire.ship], fire.targets, {})
        yield (
            f"{ship_name(view, fire.ship)}: her torpedoes at {ship_names(view, fire.targets)} are worth "
            f"{_points(made.worth)}, and no much better target is likely."
        )
    if not order.torpedoes:
        yield "Torpedoes are held: every ship in range evades or is worth too little."


def _depth_charges(view: State, side: str, order: o.DropDepthCharges) -> Iterator[str]:
    known = [contact for contact in assess(view, side).contacts if contact.turn == view.turn]
    near = [charge for charge in order.depth_charges if any(distance(charge.hex, c.hex) <= 1 for c in known)]
    if near:
        yield f"{capital(counted(len(near), 'ship'))} passed over or beside a submarine found this turn."
    if len(near) < len(order.depth_charges):
        yield "Depth charges are free, so ships also attack earlier submarine positions."


def _strikes(view: State, side: str, order: o.PlanStrikes) -> Iterator[str]:
    assessment = assess(view, side)
    for flight in order.carriers:
        made = sortie_at(assessment, flight.carrier, flight.target, {})
        yield (
            f"{made.carrier.name}: {made.through} of {counted(made.planes, 'plane')} are likely to reach "
            f"{made.target.name}, and cost her about {_HUNDRED * made.harm // WHOLE} in 100 of what she is "
            "worth."
        )
    if not order.carriers:
        yield "No strike is worth the planes it would probably lose."


def _anti_aircraft(view: State, side: str, order: o.FireAntiAircraft) -> Iterator[str]:
    assessment = assess(view, side)
    for group, count in Counter(shot.group for shot in order.fire).items():
        strike, number = group_of(group)
        target = view.strikes[strike].groups[number].target
        yield (
            f"{capital(counted(count, 'ship'))} fire at the planes over {ship_name(view, target)}, which "
            f"could do {_points(stake(assessment, group))} of damage."
        )


# --- damage --------------------------------------------------------------------------------------------


def _repairs(view: State, side: str, order: o.ControlDamage) -> Iterator[str]:
    dice = Counter((repair.ship, repair.area) for repair in o.each_roll(order.repairs))
    for (key, area), count in dice.items():
        ship = view.scenario.ships[key]
        saves = repaired(view, ship, damage_of(view.ship_status[key]), area).saves
        yield (
            f"{ship.name}: {counted(count, 'die', 'dice')} for her {AREA_WORDS[area]}; the first of them "
            f"saves about {_points(saves * ship.points)}."
        )
    if not order.repairs:
        yield "No repair roll can help now."


def _planes(view: State, side: str, order: o.MovePlanes) -> Iterator[str]:
    for transfer in order.transfers:
        yield f"Planes that stay on {ship_name(view, transfer.start)} burn."


_TELLERS: Mapping[type, _Teller] = {
    o.SetUp: _set_up,
    o.ShipMove: _move,
    o.FireGuns: _guns,
    o.LaunchTorpedoes: _torpedoes,
    o.DropDepthCharges: _depth_charges,
    o.PlanStrikes: _strikes,
    o.FireAntiAircraft: _anti_aircraft,
    o.ControlDamage: _repairs,
    o.MovePlanes: _planes,
}
