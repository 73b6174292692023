"""Explain the side's mission, and why the bot's blocks set up and move as they do."""

from collections.abc import Callable, Iterator, Mapping

from darkseas.engine.hexes.board import EDGES, parse_label
from darkseas.engine.orders import OrderForm
from darkseas.engine.presentation.words import capital, counted, joined, mixed
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name, side_names

from ..model import orders as o
from ..model.queries import is_dummy
from ..model.scoring import scores, verdict
from ..model.state import State
from ..movement import movement
from ..movement.map_distances import FAR
from ..narration.names import hex_words, place_words
from ..narration.victory_conditions import victory_terms
from ..order_guidance.value_labels import title_of
from ..turn import daylight
from .assessment import Assessment, assess, nearby, turns_in_hand, worth_of
from .missions import GUARD, HOLD, HUNT, LEAVE, SHUN, is_beaten
from .movement import Decided, decided

# --- set-up and the mission ----------------------------------------------------------------------


def deploy(view: State, side: str, order: o.Deploy) -> Iterator[str]:
    """The starting hexes of groups and dummies, and the reasons."""
    assessment = assess(view, side)
    yield f"The task groups are as in the scenario; they start {_begins(assessment)}, apart from each other."
    yield "Chance picks among places nearly as good, so nobody can predict them."
    if order.dummies:
        dummies = capital(counted(len(order.dummies), "dummy", "dummies"))
        yield f"{dummies} set up: each draws attention away from ships."


def _begins(assessment: Assessment) -> str:
    if assessment.mission == LEAVE:
        return "near the edge that they are to leave over"
    if assessment.mission == HUNT and not assessment.plan.wins:
        return "near the waters where the enemy starts"
    return "across the enemy's route"


def mission_reason(assessment: Assessment) -> str:
    """The side's mission, and why."""
    view, side = assessment.view, assessment.side
    name = side_name(view, side)
    if assessment.mission in (LEAVE, SHUN) and is_beaten(view, side):
        how = "leaves the map" if assessment.mission == LEAVE else "keeps away"
        return f"{name} has lost much, more than the enemy, and is weaker, so it breaks off and {how}."
    if assessment.mission == LEAVE:
        return f"{name} wins if its ships leave the map, so they leave."
    now = f"{name} would {'win' if assessment.plan.wins else 'not win'} if the battle ended now"
    if assessment.plan.wins and verdict(view.scenario, scores(view))[0] != side:
        now = f"{name} wins once its ships are where they must be at the end"
    return f"{now}{_for_want_of(assessment)}, so {_FOLLOWS[assessment.mission, assessment.plan.wins]}."


def _for_want_of(assessment: Assessment) -> str:
    """The points that a side still needs to win, or has only just."""
    view, side = assessment.view, assessment.side
    if assessment.plan.wins:
        return ""
    points, names = scores(view), side_names(view.scenario)
    if verdict(view.scenario, points)[0] == side:
        return " with fewer points, or with what the enemy is about to score"
    for victory in view.scenario.aims.victory:
        terms = victory_terms(victory, names) if victory.winner == side else ""
        if terms:
            return f" (it needs {terms} and has {mixed(points[side])})"
    return ""


_FOLLOWS: Mapping[tuple[str, bool], str] = {
    (HUNT, False): "it goes for the enemy",
    (GUARD, True): "it waits for the enemy and fights where that does more harm than it risks",
    (SHUN, True): "it keeps away from a stronger enemy",
}


# --- movement ------------------------------------------------------------------------------------


def move_blocks(view: State, side: str, order: o.MoveBlocks) -> Iterator[str]:
    """The side's mission, then each block that moves, splits or makes smoke."""
    assessment = assess(view, side)
    yield mission_reason(assessment)
    paths = {move.block: move.path for _, move in order.by_blank}
    for made in decided(assessment, _form(view, side), paths):
        if made.path:
            yield _move(assessment, made)
    if not any(paths.values()):
        yield "No block gains by moving."
    for parted in order.detachments:
        ships = joined([ship_name(view, ship) for ship in parted.ships])
        title = title_of(view, parted.block)
        if any(view.ship_status[ship].damaged for ship in parted.ships):
            yield f"{ships}, damaged, part from {title}, which no longer has to wait for them."
        else:
            yield f"{ships} part from {title}: there are more enemies to hunt than own groups."
    for key in order.smoke:
        yield f"{title_of(view, key)} keeps away and has an enemy in sight, so it makes smoke."


def _form(view: State, side: str) -> OrderForm:
    return daylight.move_form(view, side) if view.daylight else movement.form(view, side)


def _move(assessment: Assessment, made: Decided) -> str:
    view, last = assessment.view, made.path[-1]
    title = title_of(view, made.key)
    if last in EDGES:
        return f"{title} has reached the {last} edge and leaves over it."
    goes = _BY_STANCE[made.drive.stance](assessment, made, made.drive.away.get(parse_label(last), FAR))
    return f"{title} {goes}{_fight_at(assessment, made)}{_beside(view, made)}."


def _fight_at(assessment: Assessment, made: Decided) -> str:
    """The prospects of a fight at the end of the move, if one is possible."""
    block, end = assessment.view.blocks[made.key], parse_label(made.path[-1])
    if not made.drive.strength.ships or not nearby(assessment, end):
        return ""
    boldness = assessment.boldness if made.drive.stance == HUNT else 1
    moved = block.moved + len(made.path)
    worth = worth_of(assessment, made.drive.strength, block, end, moved, boldness)
    where = place_words(assessment.view, made.path[-1])
    if worth > 0:
        return f"; in {where} it may do more harm than it risks"
    return f"; in {where} it risks more harm than it may do" if worth < 0 else ""


def _beside(view: State, made: Decided) -> str:
    return ", though own ships there may be hit by mistake" if made.crowding else ""


def _leaves(assessment: Assessment, made: Decided, to_go: int) -> str:
    view, key = assessment.view, made.key
    way = f"{counted(to_go, 'hex', 'hexes')} from the edge after this move"
    spare = turns_in_hand(assessment, key)
    if spare < 0:
        return f"can no longer leave the map in time, but still makes for the edge, {way}"
    if assessment.mission == LEAVE:
        return f"is on its way off the map, {way}" + (", with no turn to lose" if spare <= 1 else "")
    if spare < 1:
        return f"must start for the edge now to leave in time, {way}"
    return f"leaves, because all its ships are damaged{'' if is_dummy(view, key) else f', {way}'}"


def _holds(assessment: Assessment, made: Decided, to_go: int) -> str:
    way = f"{counted(to_go, 'hex', 'hexes')} to go" if to_go else "and is there"
    return f"must be where its side scores at the end, {way}"


def _hunts(assessment: Assessment, made: Decided, to_go: int) -> str:
    goal, view = made.drive.goal, assessment.view
    if goal is None:
        return "knows of no enemy worth hunting, and goes where it risks least"
    way = f"{counted(to_go, 'hex', 'hexes')} to go" if to_go else "and reaches it"
    if made.drive.searching:
        return f"knows of no enemy, and searches towards {hex_words(view, goal)}, {way}"
    what = "pretends to go" if is_dummy(view, made.key) else "goes"
    return (
        f"{what} for the enemy expected at {hex_words(view, goal)}, the best target for the distance, {way}"
    )


def _guards(assessment: Assessment, made: Decided, to_go: int) -> str:
    return "waits for the enemy where it may do most harm for the risk"


def _shuns(assessment: Assessment, made: Decided, to_go: int) -> str:
    return "stays out of the enemy's reach"


_BY_STANCE: Mapping[str, Callable[[Assessment, Decided, int], str]] = {
    LEAVE: _leaves,
    HOLD: _holds,
    HUNT: _hunts,
    GUARD: _guards,
    SHUN: _shuns,
}
