"""The sequence of play (§14, §23a): what comes next, until somebody must choose again.

A turn is a list of stages. Stages ending in 1 belong to the side without initiative, in 2 to the
side with it. `advance` runs on through everything that needs no order.
"""

from collections.abc import Callable, Iterable, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import BattleEnded, PhaseBegan, PlotsRevealed, TurnBegan

from ..combat import declaration, evasion, resolution, results
from ..model.events import EvasionEnded, MovementEnded, SmokeCleared, StageOpened
from ..model.orders import ORDER_NAMES, DeclareAttacks, DeclareEvasion, Deploy
from ..model.queries import blocks_of
from ..model.scoring import scores, verdict
from ..model.state import CONTACT, SIGHTED, State
from ..movement import deployment, detachments, dummies, initiative, movement
from ..spotting import phase
from . import daylight

Case = Adjudication[State]

PHASES: Mapping[str, str] = {
    "set-up": "Set-up",
    "movement": "Movement",
    "spotting": "Spotting",
    "combat": "Combat",
}

NIGHT = (
    "dummies-1", "dummies-2", "move-1", "move-2", "move-3", "move-4", "movement-ends", "spotting",
    "sightings", "combat", "evasion-1", "evasion-2", "attacks-1", "attacks-2", "resolve", "turn-ends",
)  # fmt: skip
NIGHT_SEALED = (*NIGHT[:10], "evasion-both", "evasion-shown", "attacks-both", "attacks-shown", *NIGHT[14:])
DAY = (
    "dummies-1", "dummies-2", "speeds-1", "speeds-2", *daylight.SUB_PHASES, "movement-ends", "spotting",
    "sightings", "combat", "attacks-1", "attacks-2", "resolve", "turn-ends",
)  # fmt: skip
DAY_SEALED = (*DAY[:14], "attacks-both", "attacks-shown", *DAY[16:])


#: What the combat stage answers when nobody has spotted anybody.
SKIP_COMBAT = "skip"


def plan(state: State) -> tuple[str, ...]:
    """The stages of this turn."""
    sealed = state.sheet.options.declarations == "sealed"
    if state.daylight:
        return DAY_SEALED if sealed else DAY
    return NIGHT_SEALED if sealed else NIGHT


def side_at(state: State, stage: str) -> str:
    """The side that a stage belongs to, by initiative."""
    leader = state.initiative
    leads = movement.STAGES[stage][1] if stage in movement.STAGES else stage.endswith("2")
    return leader if leads else state.sheet.enemy_of(leader)


def advance(case: Case) -> None:
    """Run on from the stage just finished to the next that asks for an order, or to the end."""
    if case.state.phase == deployment.PHASE:
        _begin_battle(case)
    stages = plan(case.state)
    here = case.state.phase
    cursor = stages.index(here) + 1 if here in stages else 0
    while case.state.ended is None and not case.state.called:
        stage = stages[cursor]
        cursor += 1
        if _STAGES[stage](case, stage) is SKIP_COMBAT:
            cursor = stages.index("turn-ends")
        elif stage == "turn-ends":
            stages, cursor = plan(case.state), 0


def _begin_battle(case: Case) -> None:
    case.record(PlotsRevealed(ORDER_NAMES[Deploy], tuple(case.state.sheet.sides), "§7"))
    deployment.reveal(case)
    initiative.opening(case)
    _begin_turn(case, 1)


def _begin_turn(case: Case, turn: int) -> None:
    daylight_turn = case.state.sheet.conditions(turn).light == "day"
    case.record(TurnBegan(turn, "Daylight" if daylight_turn else ""))
    case.record(PhaseBegan("movement", PHASES["movement"], "§23a.i" if daylight_turn else "§14a"))


def _open(case: Case, stage: str, sides: Iterable[str]) -> None:
    called = tuple(sides)
    if called:
        case.record(StageOpened(stage, called))


# --- movement ------------------------------------------------------------------------------------


def _dummies(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    _open(case, stage, [side] if dummies.ready(case.state, side) and dummies.hosts(case.state, side) else [])


def _move(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    _open(case, stage, [side] if movement.is_called(case.state, side, stage) else [])


def _speeds(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    due = any(movement.may_be_due(case.state, block) for block in blocks_of(case.state, side))
    _open(case, stage, [side] if due else [])


def _sub_phase(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    _open(case, stage, [side] if daylight.is_called(case.state, side, stage) else [])


def _movement_ends(case: Case, stage: str) -> None:
    detachments.take_place(case)
    case.record(MovementEnded(keep_evading=case.state.daylight))
    if not _ended(case):
        case.record(PhaseBegan("spotting", PHASES["spotting"], "§14b"))


# --- spotting and combat -------------------------------------------------------------------------


def _spotting(case: Case, stage: str) -> None:
    if case.state.daylight:
        daylight.own_up(case)
    phase.begin(case)


def _sightings(case: Case, stage: str) -> None:
    phase.announce(case)
    daylight.lift_false_smoke(case)


def _combat(case: Case, stage: str) -> str | None:
    if not any(block.spotted for block in case.state.blocks.values()):
        return SKIP_COMBAT
    case.record(PhaseBegan("combat", PHASES["combat"], "§14c"))
    return None


def _found(state: State, side: str, *ways: str) -> bool:
    """Whether a side has spotted an enemy block in one of these ways: everybody can see that."""
    return any(block.spotted in ways for block in state.blocks.values() if block.side != side)


def _evasion(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    _open(case, stage, [side] if _found(case.state, side, SIGHTED, CONTACT) else [])


def _evasion_both(case: Case, stage: str) -> None:
    _open(case, stage, [s for s in _in_order(case.state) if _found(case.state, s, SIGHTED, CONTACT)])


def _evasion_shown(case: Case, stage: str) -> None:
    shown = [side for side in _in_order(case.state) if side in case.state.evaders]
    if shown:
        case.record(PlotsRevealed(ORDER_NAMES[DeclareEvasion], tuple(shown), "DS-R29"))
    for side in shown:
        evasion.reveal(case, side)


def _attacks(case: Case, stage: str) -> None:
    side = side_at(case.state, stage)
    _open(case, stage, [side] if _found(case.state, side, SIGHTED) else [])


def _attacks_both(case: Case, stage: str) -> None:
    _open(case, stage, [side for side in _in_order(case.state) if _found(case.state, side, SIGHTED)])


def _attacks_shown(case: Case, stage: str) -> None:
    shown = [side for side in _in_order(case.state) if side in case.state.attacks]
    if shown:
        case.record(PlotsRevealed(ORDER_NAMES[DeclareAttacks], tuple(shown), "DS-R29"))
    for side in shown:
        declaration.reveal(case, side)


def _in_order(state: State) -> tuple[str, str]:
    return state.sheet.enemy_of(state.initiative), state.initiative


def _resolve(case: Case, stage: str) -> None:
    resolution.resolve(case)


# --- the end of a turn, and of the battle --------------------------------------------------------


def _turn_ends(case: Case, stage: str) -> None:
    if case.state.tie:
        initiative.break_tie(case)
    results.reload(case)
    if case.state.smoke:
        case.record(SmokeCleared("DS-R32"))
    if not _ended(case, last_moment=True):
        _take_evading_markers(case)
        _begin_turn(case, case.state.turn + 1)


def _take_evading_markers(case: Case) -> None:
    """Daylight evasion ends with its turn; that of a night before a daylight turn must not last into it."""
    state = case.state
    by_day = state.daylight or state.sheet.conditions(state.turn + 1).light == "day"
    if by_day and any(block.evading for block in state.blocks.values()):
        case.record(EvasionEnded("§23a.i"))


def _ended(case: Case, *, last_moment: bool = False) -> bool:
    """Whether the battle is over, and if so the end on record."""
    why = _why_ended(case.state, last_moment)
    if why:
        points = scores(case.state, final=True)
        winner, reason = verdict(case.state.sheet, points)
        text = {side: str(value) for side, value in points.items()}
        case.record(BattleEnded(winner, f"{why} {reason}", "DS-R33", text))
    return bool(why)


def _why_ended(state: State, last_moment: bool) -> str:
    sheet = state.sheet
    for side in sheet.sides.values():
        left = [plight for ship in side.ships if not (plight := state.plights[ship]).sunk]
        gone = side.key in sheet.aims.ends_when_gone and all(plight.exited for plight in left)
        if gone or not left:
            return f"{side.name} has no ship left on the map."
    if last_moment and state.turn >= sheet.aims.turn_limit:
        return f"Turn {state.turn} was the last."
    return ""


_STAGES: Mapping[str, Callable[[Case, str], str | None]] = {
    "dummies-1": _dummies,
    "dummies-2": _dummies,
    **dict.fromkeys(movement.STAGES, _move),
    "speeds-1": _speeds,
    "speeds-2": _speeds,
    **dict.fromkeys(daylight.SUB_PHASES, _sub_phase),
    "movement-ends": _movement_ends,
    "spotting": _spotting,
    "sightings": _sightings,
    "combat": _combat,
    "evasion-1": _evasion,
    "evasion-2": _evasion,
    "evasion-both": _evasion_both,
    "evasion-shown": _evasion_shown,
    "attacks-1": _attacks,
    "attacks-2": _attacks,
    "attacks-both": _attacks_both,
    "attacks-shown": _attacks_shown,
    "resolve": _resolve,
    "turn-ends": _turn_ends,
}
