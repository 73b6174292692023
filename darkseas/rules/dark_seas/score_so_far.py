"""The score so far and the status of each ship, as far as a state shows it.

Sunk and damaged ships are announced by name and stay visible in every view. Ships that left the map in a
block that nobody saw are known to their own side only: others still see a damaged one as damaged.
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
    """Scores and ship status, as far as a state (whole or one side's view) shows them."""
    scenario, counted = state.scenario, scores(state)
    fates = [
        _ship_fate(scenario, key, _fate(status), status.damaged) for key, status in state.ship_status.items()
    ]
    totals = {side: counted[side] for side in scenario.sides}
    if state.ended is None:
        return Standing(totals, tuple(fates))
    missed = missed_in_words(state, state.ended)
    return Standing(totals, tuple(fates), counted_points(state, state.ended), missed)


# Cached: standings are computed at every step of a battle, mostly for the same ship status.
@lru_cache(maxsize=4096)
def _ship_fate(scenario: RulesScenario, key: str, fate: Fate, damaged: bool) -> ShipFate:
    ship = scenario.ships[key]
    return ShipFate(key, ship.side, ship.name, fate, _worth(scenario, key, fate, damaged), damaged)


def points_of_fates(spec: ScenarioSpec, fates: Mapping[str, Fate]) -> dict[str, Fraction]:
    """Each side's points for the other side's ships lost or damaged, and for nothing else."""
    scenario = initial_state(spec).scenario
    shares = {SUNK: scenario.aims.sunk, DAMAGED: scenario.aims.damaged}
    made = dict.fromkeys(scenario.sides, Fraction(0))
    for key, fate in fates.items():
        ship = scenario.ships[key]
        made[scenario.enemy_of(ship.side)] += ship.ratings.points * shares.get(fate, Fraction(0))
    return made


def _worth(scenario: RulesScenario, key: str, fate: Fate, damaged: bool) -> str:
    """A ship's value: to the enemy if lost or damaged, to her own side if she gets where she should."""
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
