"""Why the captain's side is about what it is about, and its blocks set up and move as they do."""

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
from ..narration.names import hex_words, place_words
from ..narration.victory_conditions import victory_terms
from ..order_guidance.value_labels import title_of
from ..turn import daylight
from .assessment import Assessment, assess, nearby, turns_in_hand, worth_of
from .map_distances import FAR
from .missions import GUARD, HOLD, HUNT, LEAVE, SHUN, is_beaten
from .movement import Decided, decided

# --- set-up and the mission ----------------------------------------------------------------------


def deploy(view: State, side: str, order: o.Deploy) -> Iterator[str]:
    """Where groups and dummies begin, and why there."""
    assessment = assess(view, side)
    yield f"The task groups are the scenario's; they begin {_begins(assessment)}, apart from each other."
    yield "Among places nearly as good chance picks, so that nobody can foresee them."
    if order.dummies:
        dummies = capital(counted(len(order.dummies), "dummy", "dummies"))
        yield f"{dummies} set up: each draws eyes away from ships."


def _begins(assessment: Assessment) -> str:
    if assessment.mission == LEAVE:
        return "near the edge over which they are to leave"
    if assessment.mission == HUNT and not assessment.plan.wins:
        return "near the waters where the enemy begins"
    return "where the enemy has to come by"


def mission_reason(assessment: Assessment) -> str:
    """What the side is about, and why."""
    view, side = assessment.view, assessment.side
    name = side_name(view, side)
    if assessment.mission in (LEAVE, SHUN) and is_beaten(view, side):
        how = "leaves the map" if assessment.mission == LEAVE else "keeps away"
        return f"{name} has lost much, more than the enemy, and is the weaker, so it breaks off and {how}."
    if assessment.mission == LEAVE:
        return f"{name} wins if its ships leave the map, so they leave."
    now = f"{name} would {'win' if assessment.plan.wins else 'not win'} if the battle ended now"
    if assessment.plan.wins and verdict(view.scenario, scores(view))[0] != side:
        now = f"{name} wins once its ships are where they have to be at the end"
    return f"{now}{_for_want_of(assessment)}, so {_FOLLOWS[assessment.mission, assessment.plan.wins]}."


def _for_want_of(assessment: Assessment) -> str:
    """The points that a side needs to win and has not, or has with little to spare."""
    view, side = assessment.view, assessment.side
    if assessment.plan.wins:
        return ""
    points, names = scores(view), side_names(view.scenario)
    if verdict(view.scenario, points)[0] == side:
        return " with fewer points, or with what the enemy is about to score"
    for victory in view.scenario.aims.victory:
        terms = victory_terms(victory, names) if victory.winner == side else ""
        if terms:
            return f" (it needs {terms}, and has {mixed(points[side])})"
    return ""


_FOLLOWS: Mapping[tuple[str, bool], str] = {
    (HUNT, False): "it goes for the enemy",
    (GUARD, True): "it waits for the enemy and fights where that does more harm than it risks",
    (SHUN, True): "it keeps away from a stronger enemy",
}


# --- movement ------------------------------------------------------------------------------------


def move_blocks(view: State, side: str, order: o.MoveBlocks) -> Iterator[str]:
    """What the side is about, and each block that moves, parts or makes smoke."""
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
            yield f"{ships}, damaged, part from {title}, which is then free of them."
        else:
            yield f"{ships} part from {title}: there are more enemies to go for than own groups."
    for key in order.smoke:
        yield f"{title_of(view, key)} keeps away and has an enemy within sight, so it makes smoke."


def _form(view: State, side: str) -> OrderForm:
    return daylight.move_form(view, side) if view.daylight else movement.form(view, side)


def _move(assessment: Assessment, made: Decided) -> str:
    view, last = assessment.view, made.path[-1]
    title = title_of(view, made.key)
    if last in EDGES:
        return f"{title} has reached the {last} edge, over which it leaves."
    goes = _BY_STANCE[made.drive.stance](assessment, made, made.drive.away.get(parse_label(last), FAR))
    return f"{title} {goes}{_fight_at(assessment, made)}{_beside(view, made)}."


def _fight_at(assessment: Assessment, made: Decided) -> str:
    """What a fight at the end of the move promises, where there may be one."""
    block, end = assessment.view.blocks[made.key], parse_label(made.path[-1])
    if not made.drive.strength.ships or not nearby(assessment, end):
        return ""
    boldness = assessment.boldness if made.drive.stance == HUNT else 1
    moved = block.moved + len(made.path)
    worth = worth_of(assessment, made.drive.strength, block, end, moved, boldness)
    where = place_words(assessment.view, made.path[-1])
    if worth > 0:
        return f"; in {where} it may do more harm than it risks"
    return f"; in {where} it risks more than it may do" if worth < 0 else ""


def _beside(view: State, made: Decided) -> str:
    return ", though own ships there may be hit by mistake" if made.crowding else ""


def _leaves(assessment: Assessment, made: Decided, to_go: int) -> str:
    view, key = assessment.view, made.key
    way = f"{counted(to_go, 'hex', 'hexes')} from the edge after this move"
    spare = turns_in_hand(assessment, key)
    if spare < 0:
        return f"cannot be off the map in time any more, and makes for the edge all the same, {way}"
    if assessment.mission == LEAVE:
        return f"is on its way off the map, {way}" + (", with no turn to lose" if spare <= 1 else "")
    if spare < 1:
        return f"has to start for the edge now to be off in time, {way}"
    return f"leaves, since all its ships are damaged{'' if is_dummy(view, key) else f', {way}'}"


def _holds(assessment: Assessment, made: Decided, to_go: int) -> str:
    way = f"{counted(to_go, 'hex', 'hexes')} to go" if to_go else "and is there"
    return f"has to be where its side scores at the end, {way}"


def _hunts(assessment: Assessment, made: Decided, to_go: int) -> str:
    goal, view = made.drive.goal, assessment.view
    if goal is None:
        return "knows of no enemy worth the way, and goes where it risks least"
    way = f"{counted(to_go, 'hex', 'hexes')} to go" if to_go else "and reaches it"
    if made.drive.searching:
        return f"knows of no enemy, and searches towards {hex_words(view, goal)}, {way}"
    what = "sails as if it went" if is_dummy(view, made.key) else "goes"
    return f"{what} for the enemy expected at {hex_words(view, goal)}, worth most for the way, {way}"


def _guards(assessment: Assessment, made: Decided, to_go: int) -> str:
    return "waits for the enemy where it may do most for the risk"


def _shuns(assessment: Assessment, made: Decided, to_go: int) -> str:
    return "keeps out of the enemy's reach"


_BY_STANCE: Mapping[str, Callable[[Assessment, Decided, int], str]] = {
    LEAVE: _leaves,
    HOLD: _holds,
    HUNT: _hunts,
    GUARD: _guards,
    SHUN: _shuns,
}
