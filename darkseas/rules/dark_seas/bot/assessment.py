"""The bot's assessment of the battle: the aim of each block, and the expected harm of every possible attack.

`missions` decides the aim of the whole side.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, HexBoard, distance

from ..model.queries import is_dummy, ships_in
from ..model.scenario import RulesScenario
from ..model.state import Block, State
from ..movement.map_distances import FAR, home_distances, posts_of
from ..movement.movement import STAGES, allowance
from ..spotting.attempts import radar_at
from ..tables.rules_tables import FIXED, SPOTTING
from .missions import HOLD, LEAVE, SHUN, Plan, plan_for, turns_left, way_of
from .strengths import HUNDRED, RANGES, Enemy, Strength, enemies_of

#: Odds of 1:1 are worth an eighth of the target: one face in twelve sinks, one more face damages.
WORTH_OF_ODDS = 8
#: A hunting side gives harm done this many times the weight of harm suffered. Otherwise it would never
#: attack.
BOLDNESS = 3
#: Turns in reserve on the way to the edge.
IN_HAND = 1

_FACES, _NEEDS_OVER = FIXED["spotting_die"], FIXED["spotting_needs_over"]
_PER_HEX = SPOTTING["per_hex"].amount
_ATTACKED, _WAS_ATTACKED = SPOTTING["attacked"].amount, SPOTTING["was_attacked"].amount
#: Spotting modifiers for a target that moved 0 to 3 hexes.
_SEEN_MOVING = (0, 0, SPOTTING["moved_2"].amount, SPOTTING["moved_3"].amount)


#: Enemies within sight of a hex, each with its distance.
Nearby = tuple[tuple[Enemy, int], ...]


class Assessment(NamedTuple):
    """All facts that the bot considers for one order.

    `plan` is the side's mission. `gain` and `loss` are the weights of a point scored and of a point lost.
    `boldness` is a hunting side's weight of harm done. `home` and `post` map hexes to the distance to an exit
    edge and to a scoring area. `reach` is the longest distance at which any block sees or fires. `keen` is
    each side's spotting modifier, whatever the target. `nearby` is a cache, filled on demand.
    """

    view: State
    side: str
    plan: Plan
    enemies: tuple[Enemy, ...]
    home: Mapping[Hex, int]
    post: Mapping[Hex, int]
    gain: int
    loss: int
    boldness: int
    reach: int
    keen: Mapping[str, int]
    nearby: dict[Hex, Nearby]

    @property
    def mission(self) -> str:
        return self.plan.mission


def assess(view: State, side: str) -> Assessment:
    """Assess the battle in a side's view."""
    scenario, conditions = view.scenario, view.conditions
    enemies = tuple(enemy._replace(at=_expected(view, enemy)) for enemy in enemies_of(view, side))
    seen = plan_for(view, side, enemies)
    gain, loss = _weights(scenario, side, wins=seen.wins)
    keen = {
        key: each.rules.training + each.rules.spotting_modifier + conditions.spotting_modifier
        for key, each in scenario.sides.items()
    }
    return Assessment(
        view=view,
        side=side,
        plan=seen,
        enemies=enemies,
        home=home_distances(scenario.board, scenario.sides[side].rules.exit_edges),
        post=posts_of(scenario, side),
        gain=gain,
        loss=loss,
        boldness=BOLDNESS if seen.wins else _urgency(view),
        reach=min(conditions.visibility, RANGES[-1]),
        keen=dict.fromkeys(keen, FAR) if conditions.light == "day" else keen,
        nearby={},
    )


def _urgency(view: State) -> int:
    """Return how bold a side short of points is. It gets bolder as fewer turns remain."""
    limit = view.scenario.aims.turn_limit
    return BOLDNESS * limit // max(1, limit - view.turn + 1)


def _weights(scenario: RulesScenario, side: str, *, wins: bool) -> tuple[int, int]:
    """Return the weights of an enemy point and of an own point, by the ratio that victory requires.

    A side that loses anyway has no points to protect.
    """
    for victory in scenario.aims.victory:
        ratio = victory.ratio or Fraction(1)
        if victory.winner != side:
            return ratio.numerator, ratio.denominator
        return (ratio.denominator, ratio.numerator) if wins else (1, 1)
    return 1, 1


# --- aims of a block ------------------------------------------------------------------------------


def stance(assessment: Assessment, key: str) -> str:
    """Return the aim of a block: the side's mission, unless the block is crippled or must start for home."""
    view = assessment.view
    if is_dummy(view, key):
        return assessment.mission
    if assessment.mission != LEAVE and turns_to_post(assessment, key) < IN_HAND:
        return HOLD
    if all(view.ship_status[ship.key].damaged for ship in ships_in(view, key)):
        return LEAVE if assessment.home else SHUN
    if assessment.plan.has_to_leave and turns_in_hand(assessment, key) < IN_HAND:
        return LEAVE
    return assessment.mission


def turns_to_post(assessment: Assessment, key: str) -> int:
    """Return how many turns a block can spare before it must head for the area where its side scores at the
    end.

    A large number for a block that is not needed there. On the last turn the block must stay, or go at once.
    """
    if key not in assessment.plan.keepers:
        return FAR
    view = assessment.view
    needed = -(-way_of(view, key, assessment.post) // max(1, allowance(view, key)))
    return turns_left(view, key) - max(1, needed)


def hexes_too_far(assessment: Assessment, key: str, end: Hex) -> int:
    """Return how many hexes short a move leaves the block of its area or deadline."""
    too_far = 0
    if key in assessment.plan.keepers:
        later = (turns_left(assessment.view, key) - 1) * allowance(assessment.view, key)
        too_far = max(0, assessment.post.get(end, FAR) - later)
    if assessment.plan.has_to_leave and assessment.view.scenario.aims.deadlines:
        too_far = max(too_far, _hexes_too_far_from_home(assessment, key, end))
    return too_far


def _hexes_too_far_from_home(assessment: Assessment, key: str, end: Hex) -> int:
    """Return how many hexes short of its side's deadline a block would be; 0 if it is late in any case."""
    view, side = assessment.view, assessment.side
    at, last = view.blocks[key].hex, last_turn_to_leave(view, side)
    later = (last - view.turn) * allowance(view, key) - FIXED["exit_cost"]
    if at is None or assessment.home.get(at, FAR) > later:
        return 0
    return max(0, assessment.home.get(end, FAR) - later)


def turns_in_hand(assessment: Assessment, key: str) -> int:
    """Return how many turns a block can spare before it must leave the map; a large number if it need not."""
    view, side = assessment.view, assessment.side
    at, last = view.blocks[key].hex, last_turn_to_leave(view, side)
    if not last or not assessment.home or at is None:
        return FAR
    speed = max(1, allowance(view, key))
    needed = -(-(assessment.home.get(at, FAR) + FIXED["exit_cost"]) // speed)
    return last - view.turn + 1 - needed


def turns_to_spare(assessment: Assessment, key: str) -> int:
    """Return how many turns a block can spare on its way off the map or to its scoring area, whichever is
    fewer.
    """
    return min(turns_in_hand(assessment, key), turns_to_post(assessment, key))


def last_turn_to_leave(view: State, side: str) -> int:
    """Return the turn by which a side's ships must be off the map: the last turn if leaving scores, 0 if
    none.
    """
    aims = view.scenario.aims
    scoring = [aims.turn_limit for aim in aims.exit_points if aim.side == side]
    return min([*(aim.by_turn for aim in aims.deadlines if aim.side == side), *scoring], default=0)


# --- expected enemy moves -------------------------------------------------------------------------


def _expected(view: State, enemy: Enemy) -> Hex:
    """Return the expected hex of an enemy after this turn. A leaving enemy with moves left continues."""
    return course_of(view, enemy)[1 if _has_yet_to_move(view, enemy.block) else 0]


def course_of(view: State, enemy: Enemy) -> tuple[Hex, ...]:
    """Return the expected hexes of an enemy now and after each turn, towards an exit edge if leaving scores.

    An enemy that did not move last turn is assumed to stay in its hex.
    """
    scenario, side = view.scenario, enemy.block.side
    if not any(aim.side == side for aim in scenario.aims.exit_points) or lies_still(view, enemy.block):
        return (enemy.at,) * 2
    rules, speed = scenario.sides[side].rules, scenario.sides[side].dummy_speed
    return _course(scenario.board, rules.exit_edges, enemy.at, speed)


def lies_still(view: State, block: Block) -> bool:
    """Return whether a block did not move at its last opportunity: no wake of that turn ends in its hex."""
    if block.moved:
        return False
    last = view.turn - 1 if view.stage in STAGES or view.daylight else view.turn
    return last > 0 and not any(
        track.turn >= last and track.side == block.side and track.path[-1] == block.hex
        for track in view.tracks
    )


@lru_cache(maxsize=5_000)
def _course(board: HexBoard, edges: tuple[str, ...], start: Hex, speed: int) -> tuple[Hex, ...]:
    home = home_distances(board, edges)
    course, at = [start], start
    while home.get(at):
        for _ in range(speed):
            at = min((at, *board.sea_neighbours(at)), key=lambda beyond: home.get(beyond, FAR))
        course.append(at)
    return (*course, at)


def _has_yet_to_move(view: State, block: Block) -> bool:
    """Return whether a block moves in a later stage of this night turn."""
    if view.stage not in STAGES:
        return False
    group = (bool(block.spotted), block.side == view.initiative)
    return next(stage for stage in STAGES if STAGES[stage] == group) > view.stage


# --- value of a hex -------------------------------------------------------------------------------


def worth_of(
    assessment: Assessment, strength: Strength, block: Block, end: Hex, moved: int, boldness: int = 1
) -> int:
    """Return the value of ending a turn's movement in a hex, in weighted hundredths of points.

    The value is the harm done to the best target, minus the harm by all enemies that might spot the block.
    """
    near = nearby(assessment, end)
    if not near:
        return 0
    done, suffered = 0, 0
    own_ease = _ease_of_spotting(assessment, near[0][0].block.side, block, moved)
    for (enemy, _, theirs), away in near:
        ease = _ease_of_spotting(assessment, assessment.side, enemy, enemy.moved)
        seen = _faces(own_ease, theirs.radar, away)
        sees = _faces(ease, strength.radar, away)
        if sees:
            done = max(done, sees * harm(strength, theirs, away, _FACES - seen))
        if seen:
            suffered += seen * harm(theirs, strength, away, _FACES - sees)
    return (boldness * assessment.gain * done - assessment.loss * suffered) // _FACES


def nearby(assessment: Assessment, end: Hex) -> Nearby:
    """Return the enemies within sight of a hex."""
    enemies = assessment.nearby.get(end)
    if enemies is None:
        reach = assessment.reach
        ranges = [(enemy, distance(end, enemy.at)) for enemy in assessment.enemies]
        enemies = assessment.nearby[end] = tuple([pair for pair in ranges if pair[1] <= reach])
    return enemies


def _ease_of_spotting(assessment: Assessment, side: str, target: Block, moved: int) -> int:
    """Return a side's spotting modifier against a target, without radar and range (§16, DS-R14)."""
    last = assessment.view.turn - 1
    value = assessment.keen[side] + _SEEN_MOVING[min(moved, len(_SEEN_MOVING) - 1)]
    if last > 0:
        value += _ATTACKED * (target.attacked == last) + _WAS_ATTACKED * (target.was_attacked == last)
    return value


def _faces(ease: int, radar: int, away: int) -> int:
    """Return the number of die faces that spot a block at a distance."""
    value = ease + radar_at(radar, away) + _PER_HEX * away + _FACES - _NEEDS_OVER
    return 0 if value < 0 else min(value, _FACES)


def harm(strength: Strength, target: Strength, away: int, unseen: int) -> int:
    """Return expected points taken from a target; `unseen` is the chance in sixths that torpedoes are
    doubled.
    """
    torpedoes = strength.torpedoes[away] * (_FACES + unseen) // _FACES
    odds = HUNDRED * (strength.guns[away] + torpedoes) // target.defence
    return min(odds * target.points // (HUNDRED * WORTH_OF_ODDS), target.points * target.ships // HUNDRED)
