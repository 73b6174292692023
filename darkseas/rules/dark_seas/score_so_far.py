"""How a battle of Dark Seas stands: points, and what has become of each ship, as far as a state shows it.

Who sinks or is damaged is announced by name, and stays so in every view. Who left the map within a block that
nobody saw is known to their own side alone: to others a damaged ship in it is still damaged.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, EXITED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.presentation.words import mixed, points
from darkseas.engine.scenario.spec import ScenarioSpec

from .model.scenario import RulesScenario
from .model.scoring import counted_points, scores
from .model.state import ShipStatus, State
from .narration.ending import missed_in_words
from .narration.names import area_words
from .scenario.setup import initial_state


def standing(state: State) -> Standing:
    """Scores and fates by what a state, whole or any side's view, shows."""
    scenario, counted = state.scenario, scores(state)
    fates = [
        _ship_fate(scenario, key, _fate(status), status.damaged) for key, status in state.ship_status.items()
    ]
    totals = {side: counted[side] for side in scenario.sides}
    if state.ended is None:
        return Standing(totals, tuple(fates))
    missed = missed_in_words(state, state.ended)
    return Standing(totals, tuple(fates), counted_points(state, state.ended), missed)


# Standings are asked for at every step of a battle, with few fates that were not there before.
@lru_cache(maxsize=4096)
def _ship_fate(scenario: RulesScenario, key: str, fate: Fate, damaged: bool) -> ShipFate:
    ship = scenario.ships[key]
    return ShipFate(key, ship.side, ship.name, fate, _worth(scenario, key, fate, damaged), damaged)


def points_of_fates(spec: ScenarioSpec, fates: Mapping[str, Fate]) -> dict[str, Fraction]:
    """Each side's points for the ships that the other one lost or had damaged, and for nothing else."""
    scenario = initial_state(spec).scenario
    shares = {SUNK: scenario.aims.sunk, DAMAGED: scenario.aims.damaged}
    made = dict.fromkeys(scenario.sides, Fraction(0))
    for key, fate in fates.items():
        ship = scenario.ships[key]
        made[scenario.enemy_of(ship.side)] += ship.ratings.points * shares.get(fate, Fraction(0))
    return made


def _worth(scenario: RulesScenario, key: str, fate: Fate, damaged: bool) -> str:
    """What a ship counts: for the other side lost or damaged, for her own where she gets to, late or not."""
    ship, aims = scenario.ships[key], scenario.aims
    worth = ship.ratings.points
    sunk, hurt = points(worth * aims.sunk), points(worth * aims.damaged)
    if fate == SUNK:
        return f"{sunk} counted"
    parts = [f"{hurt} counted"] if damaged else []
    if fate == EXITED:
        parts += [f"{points(worth * aim.share)} counted" for aim in aims.exit_points if aim.side == ship.side]
        return ", ".join(parts)
    parts.append(f"{mixed(worth * aims.sunk)} if sunk" if damaged else f"{sunk} if sunk")
    parts += [] if damaged else [f"{mixed(worth * aims.damaged)} if damaged"]
    for late in (one for one in aims.deadlines if one.side == ship.side):
        parts.append(f"{mixed(worth * late.share)} if on the map after turn {late.by_turn}")
    name = scenario.sides[ship.side].name
    for aim in (one for one in aims.exit_points if one.side == ship.side):
        parts.append(f"{mixed(worth * aim.share)} for {name} once off the map")
    for there in (one for one in aims.presence if one.side == ship.side):
        parts.append(f"{mixed(worth * there.share)} for {name} in {area_words(there.area)}")
    return ", ".join(parts)


def _fate(status: ShipStatus) -> Fate:
    if status.sunk:
        return SUNK
    if status.exited:
        return EXITED
    return DAMAGED if status.damaged else AFLOAT
