"""The goal of a block: an edge, a scoring area, waters to search, or an enemy that others do not hunt yet."""

from collections.abc import Mapping
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex

from ..model.queries import is_dummy
from ..model.state import State
from ..movement.map_distances import FAR, entry_waters, first_waters, off_enemy_paths
from ..movement.movement import allowance
from ..tables.rules_tables import FIXED
from .assessment import Assessment, course_of, harm, lies_still, stance, turns_in_hand
from .crowding import Company
from .missions import HOLD, HUNT, LEAVE, turns_left
from .strengths import HUNDRED, RANGES, Enemy, Strength, own_strength

#: Hundredths of a point for each hex closer to the goal; much more when the block must hurry.
NEARER, HOMEWARD, HURRY = 300, 800, 100_000
#: The value of a moving target relative to a stationary one, because it may be gone before the block arrives.
SURE = 2, 3
#: Tubes are empty after one salvo, so they do not count in the effect of a block per turn.
_ONCE = (0,) * len(RANGES)


class Drive(NamedTuple):
    """A block's goal: distances from every hex, the value of each hex closer, and the goal itself.

    `searching` says that no enemy is known at the goal.
    """

    stance: str
    away: Mapping[Hex, int]
    weight: int
    strength: Strength
    goal: Hex | None = None
    searching: bool = False


def drive_of(assessment: Assessment, company: Company, key: str) -> Drive:
    """Return the goal of a block now, given the decisions for the blocks in `company`."""
    about, strength = stance(assessment, key), own_strength(assessment.view, key)
    if about == LEAVE:
        hurried = turns_in_hand(assessment, key) <= 1
        return Drive(about, assessment.home, HURRY if hurried else HOMEWARD, strength)
    if about == HOLD:
        return Drive(about, assessment.post, HURRY, strength)
    if about != HUNT:
        return Drive(about, {}, 0, strength)
    board = assessment.view.scenario.board
    goal = _target(assessment, company, key, strength)
    if goal is not None:
        return Drive(about, board.distances_from(goal), _eagerness(assessment), strength, goal)
    goal = _place_to_search(assessment, company, key)
    if goal is None:
        return Drive(about, {}, 0, strength)
    return Drive(about, board.distances_from(goal), NEARER, strength, goal, searching=True)


def _eagerness(assessment: Assessment) -> int:
    """The value of each hex closer to the target; higher for a side that runs out of turns."""
    return NEARER * assessment.boldness


def _target(assessment: Assessment, company: Company, key: str, strength: Strength) -> Hex | None:
    """The enemy most worth hunting: points against travel time, shared with the blocks already hunting it."""
    view = assessment.view
    at, speed = view.blocks[key].hex, allowance(view, key)
    if turns_in_hand(assessment, key) < 1 and assessment.plan.has_to_leave:
        return None
    hunters = company.hunters_of(key)
    best, goal = 0, None
    for enemy in assessment.enemies:
        meeting = _meeting(assessment, enemy, at, speed)
        turns = -(-_steps(view, at, meeting) // max(1, speed)) + _turns_back(assessment, meeting, speed)
        prize = _points_a_turn(assessment, strength, enemy.strength, turns) // (1 + hunters[meeting])
        # Tested last, because the test is slow and never makes a target more valuable.
        if prize > best and not lies_still(view, enemy.block):
            prize = prize * SURE[0] // SURE[1]
        if prize > best:
            best, goal = prize, meeting
    return goal


def _turns_back(assessment: Assessment, start: Hex, speed: int) -> int:
    """Return the turns needed for the way home if the side must be off the map by a deadline, otherwise 0."""
    if not assessment.plan.has_to_leave or not assessment.view.scenario.aims.deadlines:
        return 0
    return -(-(assessment.home.get(start, FAR) + FIXED["exit_cost"]) // max(1, speed))


def _points_a_turn(assessment: Assessment, strength: Strength, target: Strength, turns: int) -> int:
    """Return the expected points per turn of hunting an enemy, travel included.

    Sinking many ships takes turns, and turns after the last one score nothing. Dummies choose by the worth of
    the target.
    """
    left = assessment.view.scenario.aims.turn_limit - assessment.view.turn + 1 - turns
    whole = target.points * target.ships // HUNDRED
    if left < 1 or not strength.ships:
        return whole // (1 + turns) if left > 0 else 0
    rate = max(1, harm(strength._replace(torpedoes=_ONCE), target, 0, 0))
    taking = min(left, -(-whole // rate))
    return min(whole, rate * taking) // max(1, turns + taking)


def _meeting(assessment: Assessment, enemy: Enemy, start: Hex | None, speed: int) -> Hex:
    """Return the first hex on an enemy's expected course that the block can reach in time."""
    course = course_of(assessment.view, enemy)
    for turns, at in enumerate(course, start=1):
        if _steps(assessment.view, start, at) <= turns * speed:
            return at
    return course[-1]


def _steps(view: State, start: Hex | None, goal: Hex) -> int:
    return view.scenario.board.distances_from(goal).get(start, FAR) if start is not None else 0


# --- searching -----------------------------------------------------------------------------------


def _place_to_search(assessment: Assessment, company: Company, key: str) -> Hex | None:
    """Return a hex to search: on the enemy's route or where the enemy enters or starts, away from other
    searchers.

    The waters are divided among the side's blocks by their number. Nobody searches a hex that is out of reach
    in the turns left.
    """
    view, scenario = assessment.view, assessment.view.scenario
    waters = entry_waters(scenario, scenario.enemy_of(assessment.side))
    if not waters:
        paths = off_enemy_paths(scenario, assessment.side)
        beginnings = first_waters(scenario, scenario.enemy_of(assessment.side))
        waters = tuple(at for at in scenario.board.hexes if at in beginnings and at in paths)
    own = [
        other
        for other, block in view.blocks.items()
        if block.side == assessment.side and not is_dummy(view, other)
    ]
    if not waters or key not in own:
        return None
    goal = waters[len(waters) * (2 * own.index(key) + 1) // (2 * len(own))]
    in_reach = turns_left(view, key) * allowance(view, key)
    return goal if _steps(view, view.blocks[key].hex, goal) <= in_reach else None
