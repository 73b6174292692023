"""What draws a block: the edge, a post, waters to search, or an enemy whom not everybody goes for."""

from collections.abc import Mapping
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex

from ..model.queries import is_dummy
from ..model.state import State
from ..movement.movement import allowance
from ..tables.rules_tables import FIXED
from .assessment import Assessment, course_of, harm, lies_still, stance, turns_in_hand
from .crowding import Company
from .map_distances import FAR, entry_waters, first_waters, off_enemy_paths
from .missions import HOLD, HUNT, LEAVE
from .strengths import HUNDRED, RANGES, Enemy, Strength, own_strength

#: Hundredths of a point for each hex nearer to what a block is about; much more when it has to hurry.
NEARER, HOMEWARD, HURRY = 300, 800, 100_000
#: What prey that moves counts for prey that lies still: it may be gone by the time that a block is there.
SURE = 2, 3
#: Tubes are empty after a salvo, and so no part of what a block does turn by turn.
_ONCE = (0,) * len(RANGES)


class Drive(NamedTuple):
    """What draws a block: hexes to go from everywhere, how much a hex counts, and what it goes for.

    `searching` says that no enemy is known at the goal.
    """

    stance: str
    away: Mapping[Hex, int]
    weight: int
    strength: Strength
    goal: Hex | None = None
    searching: bool = False


def drive_of(assessment: Assessment, company: Company, key: str) -> Drive:
    """What draws a block of the side now, when those in the company have decided before it."""
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
    """How much a hex nearer to the target counts: more for a side that runs out of turns."""
    return NEARER * assessment.boldness


def _target(assessment: Assessment, company: Company, key: str, strength: Strength) -> Hex | None:
    """The enemy most worth going for: points against the way there, shared with who goes for them already."""
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
        # Whether it lies still is asked last: it is dear to know, and makes no prey better.
        if prize > best and not lies_still(view, enemy.block):
            prize = prize * SURE[0] // SURE[1]
        if prize > best:
            best, goal = prize, meeting
    return goal


def _turns_back(assessment: Assessment, start: Hex, speed: int) -> int:
    """Turns that the way home takes for who has to be off the map by a deadline; none for anybody else."""
    if not assessment.plan.has_to_leave or not assessment.view.scenario.aims.deadlines:
        return 0
    return -(-(assessment.home.get(start, FAR) + FIXED["exit_cost"]) // max(1, speed))


def _points_a_turn(assessment: Assessment, strength: Strength, target: Strength, turns: int) -> int:
    """What going for an enemy brings for each turn that it takes, the way there included.

    Many ships take turns to sink, and what comes after the last turn brings nothing; dummies go by worth.
    """
    left = assessment.view.scenario.aims.turn_limit - assessment.view.turn + 1 - turns
    whole = target.points * target.ships // HUNDRED
    if left < 1 or not strength.ships:
        return whole // (1 + turns) if left > 0 else 0
    rate = max(1, harm(strength._replace(torpedoes=_ONCE), target, 0, 0))
    taking = min(left, -(-whole // rate))
    return min(whole, rate * taking) // max(1, turns + taking)


def _meeting(assessment: Assessment, enemy: Enemy, start: Hex | None, speed: int) -> Hex:
    """The first place on an enemy's expected course where the block can be as soon as they."""
    course = course_of(assessment.view, enemy)
    for turns, at in enumerate(course, start=1):
        if _steps(assessment.view, start, at) <= turns * speed:
            return at
    return course[-1]


def _steps(view: State, start: Hex | None, goal: Hex) -> int:
    return view.scenario.board.distances_from(goal).get(start, FAR) if start is not None else 0


# --- searching -----------------------------------------------------------------------------------


def _place_to_search(assessment: Assessment, company: Company, key: str) -> Hex | None:
    """A place on the enemy's way, or where they come in or began, apart from where others search.

    Each block has a part of those waters to itself, by its place among the side's blocks.
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
    return waters[len(waters) * (2 * own.index(key) + 1) // (2 * len(own))]
