"""Why the captain gives an order: the factors that decided it, in sentences.

Nothing is kept while battles are fought: the same judgement is made again, of the same view, when somebody
asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from darkseas.engine.hexes.board import EDGES, parse_label
from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import capital, counted, decimal, mixed
from darkseas.engine.stages.names import side_name, side_names

from ..combat.evasion import form as evasion_form
from ..guidance.values import title_of
from ..model import orders as o
from ..model.queries import is_dummy
from ..model.scoring import scores, verdict
from ..model.state import State
from ..narration.aims import victory_terms
from ..narration.names import hex_words, place_words
from .assessment import FAR, HUNT, LEAVE, SHUN, Assessment, assess, nearby, turns_in_hand, worth_of
from .attack_reasons import attack_reasons
from .declarations import evasion_balance
from .movement import BOLDNESS, Drive, drive_of

_Teller = Callable[[State, str, Any], Iterable[str]]


def reasons(view: State, given: Given) -> tuple[str, ...]:
    """What led the captain to this order, from their own view; at least one sentence."""
    teller = _TELLERS.get(type(given.order))
    told = tuple(teller(view, given.side, given.order)) if teller is not None else ()
    return told or ("Nothing speaks for another order.",)


# --- set-up, dummies, sightings ------------------------------------------------------------------


def _deploy(view: State, side: str, order: o.Deploy) -> Iterator[str]:
    yield "The task groups are the scenario's; chance picks their hexes, so that nobody can foresee them."
    if order.dummies:
        dummies = capital(counted(len(order.dummies), "dummy", "dummies"))
        yield f"{dummies} set up: each draws eyes away from ships."


def _place_dummies(view: State, side: str, order: o.PlaceDummies) -> Iterator[str]:
    for key in dict.fromkeys(dummy.beside for dummy in order.dummies):
        yield f"{title_of(view, key)} is the nearest to the enemy that a dummy may come back beside."


def _declare_sightings(view: State, side: str, order: o.DeclareSightings) -> Iterator[str]:
    yield "Every sighting stands: only who holds one may attack."
    for dummy in order.dummies:
        yield f"{title_of(view, dummy.block)} alone has seen an enemy; it says nothing, and is not found out."


# --- the mission ---------------------------------------------------------------------------------


def mission_reason(assessment: Assessment) -> str:
    """What the side is about, and why."""
    view, side = assessment.view, assessment.side
    name = side_name(view, side)
    if assessment.mission == LEAVE and any(aim.side == side for aim in view.scenario.aims.exit_points):
        return f"{name} scores by leaving the map, so its ships leave."
    now = f"{name} would {'win' if assessment.wins else 'not win'} if the battle ended now"
    return f"{now}{_for_want_of(assessment)}, so {_FOLLOWS[assessment.mission, assessment.wins]}."


def _for_want_of(assessment: Assessment) -> str:
    """The points that a side needs to win and has not, or has with little to spare."""
    view, side = assessment.view, assessment.side
    if assessment.wins:
        return ""
    points, names = scores(view), side_names(view.scenario)
    if verdict(view.scenario, points)[0] == side:
        return " with a few points less"
    for victory in view.scenario.aims.victory:
        terms = victory_terms(victory, names) if victory.winner == side else ""
        if terms:
            return f" (it needs {terms}, and has {mixed(points[side])})"
    return ""


_FOLLOWS: Mapping[tuple[str, bool], str] = {
    (HUNT, False): "it goes for the enemy",
    (HUNT, True): "it might go home, but has no way to, and is strong enough to fight on",
    (LEAVE, True): "it goes home",
    (SHUN, True): "it keeps away from a stronger enemy",
}


# --- movement ------------------------------------------------------------------------------------


def _move_blocks(view: State, side: str, order: o.MoveBlocks) -> Iterator[str]:
    assessment = assess(view, side)
    yield mission_reason(assessment)
    moves = [move for _, move in order.by_blank if move.path]
    for move in moves:
        yield _move(assessment, move)
    if not moves:
        yield "No block gains by moving."
    for key in order.smoke:
        yield f"{title_of(view, key)} does not hunt and has an enemy within sight, so it makes smoke."


def _move(assessment: Assessment, move: o.Move) -> str:
    view, key, last = assessment.view, move.block, move.path[-1]
    title = title_of(view, key)
    if last in EDGES:
        return f"{title} has reached the {last} edge, over which it leaves."
    drive = drive_of(assessment, key)
    goes = _BY_STANCE[drive.stance](assessment, key, drive, drive.away.get(parse_label(last), FAR))
    return f"{title} {goes}{_fight_at(assessment, drive, move)}."


def _fight_at(assessment: Assessment, drive: Drive, move: o.Move) -> str:
    """What a fight at the end of the move promises, where there may be one."""
    block, end = assessment.view.blocks[move.block], parse_label(move.path[-1])
    if not drive.strength.ships or not nearby(assessment, end):
        return ""
    boldness = BOLDNESS if drive.stance == HUNT else 1
    worth = worth_of(assessment, drive.strength, block, end, block.moved + len(move.path), boldness)
    where = place_words(assessment.view, move.path[-1])
    if worth > 0:
        return f"; in {where} it may do more harm than it risks"
    return f"; in {where} it risks more than it may do" if worth < 0 else ""


def _leaves(assessment: Assessment, key: str, drive: Drive, to_go: int) -> str:
    view = assessment.view
    way = f"{counted(to_go, 'hex', 'hexes')} from the edge after this move"
    spare = turns_in_hand(assessment, key)
    if spare < 0:
        return f"cannot be off the map in time any more, and makes for the edge all the same, {way}"
    if assessment.mission == LEAVE:
        return f"is on its way off the map, {way}" + (", with no turn to lose" if spare <= 1 else "")
    if spare < 1:
        return f"has to start for the edge now to be off in time, {way}"
    return f"leaves, since all its ships are damaged{'' if is_dummy(view, key) else f', {way}'}"


def _hunts(assessment: Assessment, key: str, drive: Drive, to_go: int) -> str:
    if drive.goal is None:
        return "knows of no enemy worth the way, and goes where it risks least"
    way = f"{counted(to_go, 'hex', 'hexes')} to go" if to_go else "and reaches it"
    what = "sails as if it went" if is_dummy(assessment.view, key) else "goes"
    goal = hex_words(assessment.view, drive.goal)
    return f"{what} for the enemy expected at {goal}, worth most for the way, {way}"


def _shuns(assessment: Assessment, key: str, drive: Drive, to_go: int) -> str:
    return "keeps out of the enemy's reach"


_BY_STANCE: Mapping[str, Callable[[Assessment, str, Drive, int], str]] = {
    LEAVE: _leaves,
    HUNT: _hunts,
    SHUN: _shuns,
}


# --- speeds and evasion --------------------------------------------------------------------------


def _set_speeds(view: State, side: str, order: o.SetSpeeds) -> Iterator[str]:
    yield "Full speed for all: where each of them goes can be settled as the turn goes on."
    assessment = assess(view, side)
    yield from (_evasion(assessment, key) for key in order.evading)


def _declare_evasion(view: State, side: str, order: o.DeclareEvasion) -> Iterator[str]:
    assessment = assess(view, side)
    able = [key for blank in evasion_form(view, side).blanks for key in getattr(blank, "values", ())]
    yield from (_evasion(assessment, key) for key in able)
    if not able:
        yield "No block has found an enemy, so none may evade."


def _evasion(assessment: Assessment, key: str) -> str:
    title, block = title_of(assessment.view, key), assessment.view.blocks[key]
    balance = evasion_balance(assessment, key)
    if not block.spotted:
        return f"{title} is not spotted, and has nothing to evade."
    if balance is None:
        return f"{title} has no turn to lose on its way off the map, and does not evade."
    if balance.spared <= balance.given_up:
        return f"{title} fires at full strength: evading would give up more than it spares."
    if not balance.given_up:
        return f"{title} evades: its own fire is worth nothing against what is near."
    times = decimal(balance.spared / balance.given_up, 1)
    return f"{title} evades: what that spares is worth {times} times the fire that it gives up."


_TELLERS: Mapping[type, _Teller] = {
    o.Deploy: _deploy,
    o.PlaceDummies: _place_dummies,
    o.MoveBlocks: _move_blocks,
    o.SetSpeeds: _set_speeds,
    o.DeclareSightings: _declare_sightings,
    o.DeclareEvasion: _declare_evasion,
    o.DeclareAttacks: attack_reasons,
}
