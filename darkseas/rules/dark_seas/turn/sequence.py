"""The sequence of play (§14, §23a): advance until a player must choose again."""

from collections.abc import Callable, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import BattleEnded, PhaseBegan, PlotsRevealed, TurnBegan
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.stages.stage import BOTH, Stage, open_stage

from ..combat import declaration, evasion, resolution, results
from ..model.events import EvasionEnded, MovementEnded, SmokeCleared
from ..model.orders import ORDER_NAMES, DeclareAttacks, DeclareEvasion, Deploy
from ..model.queries import blocks_of
from ..model.scoring import scores, verdict
from ..model.state import CONTACT, SET_UP, SIGHTED, State
from ..movement import deployment, detachments, dummies, initiative, movement
from ..spotting import phase
from . import daylight

PHASES: Mapping[str, str] = {
    str(SET_UP): "Set-up",
    "movement": "Movement",
    "spotting": "Spotting",
    "combat": "Combat",
}

#: Stages without orders, or with orders for both sides depending on what they found.
MOVEMENT_ENDS, SPOTTING, SIGHTINGS, COMBAT = (
    Stage(kind) for kind in ("movement-ends", "spotting", "sightings", "combat")
)
EVASION_SHOWN, ATTACKS_SHOWN, RESOLVE, TURN_ENDS = (
    Stage(kind) for kind in ("evasion-shown", "attacks-shown", "resolve", "turn-ends")
)
EVASION_BOTH, ATTACKS_BOTH = Stage("evasion", BOTH), Stage("attacks", BOTH)

#: The sides of a stage that both have in turn: the side without initiative, then the side with it.
_FIRST, _SECOND = "1", "2"


def _in_turn(*kinds: str) -> tuple[Stage, ...]:
    """Stages that each side has in turn."""
    return tuple(Stage(kind, who) for kind in kinds for who in (_FIRST, _SECOND))


_FOUND = (MOVEMENT_ENDS, SPOTTING, SIGHTINGS, COMBAT)
_SEALED_ATTACKS = (ATTACKS_BOTH, ATTACKS_SHOWN)
_NIGHT_MOVES = (*_in_turn("dummies"), *movement.STAGES)
_DAY_MOVES = _in_turn("dummies", "speeds", *daylight.SUB_PHASES)
_END = (RESOLVE, TURN_ENDS)
#: By day each side fires before the other declares (DS-R41).
_FIRE_IN_TURN = tuple(Stage(kind, who) for who in (_FIRST, _SECOND) for kind in ("attacks", "resolve"))

NIGHT = (*_NIGHT_MOVES, *_FOUND, *_in_turn("evasion", "attacks"), *_END)
NIGHT_SEALED = (*_NIGHT_MOVES, *_FOUND, EVASION_BOTH, EVASION_SHOWN, *_SEALED_ATTACKS, *_END)
DAY = (*_DAY_MOVES, *_FOUND, *_FIRE_IN_TURN, TURN_ENDS)
DAY_SEALED = (*_DAY_MOVES, *_FOUND, *_SEALED_ATTACKS, *_END)


#: Result of the combat stage if no block has spotted another.
SKIP_COMBAT = "skip"


def plan(state: State) -> tuple[Stage, ...]:
    sealed = state.scenario.options.declarations == "sealed"
    if state.daylight:
        return DAY_SEALED if sealed else DAY
    return NIGHT_SEALED if sealed else NIGHT


def side_at(state: State, stage: Stage) -> str:
    """The side that a stage belongs to, by initiative."""
    leader = state.initiative
    leads = movement.STAGES[stage][1] if stage in movement.STAGES else stage.who == _SECOND
    return leader if leads else state.scenario.enemy_of(leader)


def advance(adjudication: Adjudication[State]) -> None:
    """Run from the finished stage to the next one that needs an order, or to the end."""
    if adjudication.state.stage == SET_UP:
        _begin_battle(adjudication)
    stages = plan(adjudication.state)
    here = adjudication.state.stage
    cursor = stages.index(here) + 1 if here in stages else 0
    while adjudication.state.ended is None and not adjudication.state.called:
        stage = stages[cursor]
        cursor += 1
        if _STAGES[stage](adjudication, stage) is SKIP_COMBAT:
            cursor = stages.index(TURN_ENDS)
        elif stage == TURN_ENDS:
            stages, cursor = plan(adjudication.state), 0


def end_turn(adjudication: Adjudication[State]) -> None:
    """End the turn at once by umpire's ruling and run to the next choice; shots fired take effect.

    Ships planned to leave their task groups this turn stay: nothing is carried over to the next turn.
    """
    if adjudication.state.held is not None:
        results.land(adjudication)
    detachments.lapse(adjudication, RULING)
    _turn_ends(adjudication, TURN_ENDS)
    if adjudication.state.ended is None:
        advance(adjudication)


def _begin_battle(adjudication: Adjudication[State]) -> None:
    adjudication.record(PlotsRevealed(ORDER_NAMES[Deploy], tuple(adjudication.state.scenario.sides), "§7"))
    deployment.reveal(adjudication)
    initiative.opening(adjudication)
    _begin_turn(adjudication, 1)


def _begin_turn(adjudication: Adjudication[State], turn: int) -> None:
    daylight_turn = adjudication.state.scenario.conditions(turn).light == "day"
    adjudication.record(TurnBegan(turn, "Daylight" if daylight_turn else ""))
    adjudication.record(PhaseBegan("movement", PHASES["movement"], "§23a.i" if daylight_turn else "§14a"))


# --- movement ------------------------------------------------------------------------------------


def _dummies(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    open_stage(
        adjudication,
        stage,
        [side] if dummies.ready(adjudication.state, side) and dummies.hosts(adjudication.state, side) else [],
    )


def _move(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    open_stage(adjudication, stage, [side] if movement.is_called(adjudication.state, side, stage) else [])


def _speeds(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    due = any(movement.may_be_due(adjudication.state, block) for block in blocks_of(adjudication.state, side))
    open_stage(adjudication, stage, [side] if due else [])


def _sub_phase(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    open_stage(adjudication, stage, [side] if daylight.is_called(adjudication.state, side, stage) else [])


def _movement_ends(adjudication: Adjudication[State], stage: Stage) -> None:
    detachments.take_place(adjudication)
    adjudication.record(MovementEnded(keep_evading=adjudication.state.daylight))
    if not _ended(adjudication):
        adjudication.record(PhaseBegan("spotting", PHASES["spotting"], "§14b"))


# --- spotting and combat -------------------------------------------------------------------------


def _spotting(adjudication: Adjudication[State], stage: Stage) -> None:
    if adjudication.state.daylight:
        daylight.own_up(adjudication)
    phase.begin(adjudication)


def _sightings(adjudication: Adjudication[State], stage: Stage) -> None:
    phase.announce(adjudication)
    daylight.lift_false_smoke(adjudication)


def _combat(adjudication: Adjudication[State], stage: Stage) -> str | None:
    if not any(block.spotted for block in adjudication.state.blocks.values()):
        return SKIP_COMBAT
    adjudication.record(PhaseBegan("combat", PHASES["combat"], "§14c"))
    return None


def _has_spotted(state: State, side: str, *kinds: str) -> bool:
    """Whether a side has spotted an enemy block to one of these degrees, which is public."""
    return any(block.spotted in kinds for block in state.blocks.values() if block.side != side)


def _evasion(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    open_stage(
        adjudication, stage, [side] if _has_spotted(adjudication.state, side, SIGHTED, CONTACT) else []
    )


def _evasion_both(adjudication: Adjudication[State], stage: Stage) -> None:
    open_stage(
        adjudication,
        stage,
        [s for s in _in_order(adjudication.state) if _has_spotted(adjudication.state, s, SIGHTED, CONTACT)],
    )


def _evasion_shown(adjudication: Adjudication[State], stage: Stage) -> None:
    shown = [side for side in _in_order(adjudication.state) if side in adjudication.state.evaders]
    if shown:
        adjudication.record(PlotsRevealed(ORDER_NAMES[DeclareEvasion], tuple(shown), "DS-R29"))
    for side in shown:
        evasion.reveal(adjudication, side)


def _attacks(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    open_stage(adjudication, stage, [side] if _has_spotted(adjudication.state, side, SIGHTED) else [])


def _attacks_both(adjudication: Adjudication[State], stage: Stage) -> None:
    open_stage(
        adjudication,
        stage,
        [side for side in _in_order(adjudication.state) if _has_spotted(adjudication.state, side, SIGHTED)],
    )


def _attacks_shown(adjudication: Adjudication[State], stage: Stage) -> None:
    shown = [side for side in _in_order(adjudication.state) if side in adjudication.state.attacks]
    if shown:
        adjudication.record(PlotsRevealed(ORDER_NAMES[DeclareAttacks], tuple(shown), "DS-R29"))
    for side in shown:
        declaration.reveal(adjudication, side)


def _in_order(state: State) -> tuple[str, str]:
    return state.scenario.enemy_of(state.initiative), state.initiative


def _resolve(adjudication: Adjudication[State], stage: Stage) -> None:
    resolution.resolve(adjudication)


def _resolve_in_turn(adjudication: Adjudication[State], stage: Stage) -> None:
    side = side_at(adjudication.state, stage)
    if stage.who == _FIRST:
        resolution.resolve_first(adjudication, side)
    else:
        resolution.resolve_second(adjudication, side)


# --- the end of a turn, and of the battle --------------------------------------------------------


def _turn_ends(adjudication: Adjudication[State], stage: Stage) -> None:
    if adjudication.state.tie:
        initiative.break_tie(adjudication)
    results.reload(adjudication)
    if adjudication.state.smoke:
        adjudication.record(SmokeCleared("DS-R32"))
    if not _ended(adjudication, last_moment=True):
        _take_evading_markers(adjudication)
        _begin_turn(adjudication, adjudication.state.turn + 1)


def _take_evading_markers(adjudication: Adjudication[State]) -> None:
    """Remove evading markers after a daylight turn, and after a night turn before a daylight turn."""
    state = adjudication.state
    by_day = state.daylight or state.scenario.conditions(state.turn + 1).light == "day"
    if by_day and any(block.evading for block in state.blocks.values()):
        adjudication.record(EvasionEnded("§23a.i"))


def _ended(adjudication: Adjudication[State], *, last_moment: bool = False) -> bool:
    """Whether the battle is over; if so, record its end."""
    why = _why_ended(adjudication.state, last_moment)
    if why:
        points = scores(adjudication.state, final=True)
        winner, reason = verdict(adjudication.state.scenario, points)
        text = {side: str(value) for side, value in points.items()}
        adjudication.record(BattleEnded(winner, f"{why} {reason}", "DS-R33", text))
    return bool(why)


def _why_ended(state: State, last_moment: bool) -> str:
    scenario = state.scenario
    left = {side.key: [state.ship_status[ship] for ship in side.ships] for side in scenario.sides.values()}
    left = {side: [status for status in ships if not status.sunk] for side, ships in left.items()}
    empty = [side for side, ships in left.items() if all(status.exited for status in ships)]
    beaten = [side for side in empty if not left[side] or side in scenario.aims.ends_when_gone]
    if beaten:
        both = len(empty) == len(scenario.sides)
        name = "Neither side" if both else scenario.sides[beaten[0]].name
        return f"{name} has {'a' if both else 'no'} ship left on the map."
    if last_moment and state.turn >= scenario.aims.turn_limit:
        return f"Turn {state.turn} was the last."
    return ""


_STAGES: Mapping[Stage, Callable[[Adjudication[State], Stage], str | None]] = {
    **dict.fromkeys(_in_turn("dummies"), _dummies),
    **dict.fromkeys(movement.STAGES, _move),
    **dict.fromkeys(_in_turn("speeds"), _speeds),
    **dict.fromkeys(_in_turn(*daylight.SUB_PHASES), _sub_phase),
    MOVEMENT_ENDS: _movement_ends,
    SPOTTING: _spotting,
    SIGHTINGS: _sightings,
    COMBAT: _combat,
    **dict.fromkeys(_in_turn("evasion"), _evasion),
    EVASION_BOTH: _evasion_both,
    EVASION_SHOWN: _evasion_shown,
    **dict.fromkeys(_in_turn("attacks"), _attacks),
    ATTACKS_BOTH: _attacks_both,
    ATTACKS_SHOWN: _attacks_shown,
    RESOLVE: _resolve,
    **dict.fromkeys(_in_turn("resolve"), _resolve_in_turn),
    TURN_ENDS: _turn_ends,
}
