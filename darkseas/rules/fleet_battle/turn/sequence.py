"""The sequence of play (FB-2): what comes next, until somebody must choose again.

A turn begins with transfers; then the tiers fire in their order, and the turn ends. A stage in
which nobody has a choice passes without asking (FB-H4).
"""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import PhaseBegan, PlotsRevealed, TurnBegan
from darkseas.engine.stages.stage import Stage, open_stage

from ..combat import fire, groups
from ..combat.engagement import sides_with_targets
from ..combat.targets import tier_of
from ..model.events import TurnEnded, UBoatsSubmerged
from ..model.orders import ORDER_NAMES, AssignGroups, PlotTransfers
from ..model.phases import PHASES
from ..model.state import SET_UP, TRANSFERS, State, tier_stage
from ..tables import TIERS
from . import ending

Case = Adjudication[State]


def advance(case: Case) -> None:
    """Run on from the stage whose plots are all in to the next that asks for an order, or to the end."""
    stage = case.state.stage
    if stage == SET_UP:
        case.record(PlotsRevealed(ORDER_NAMES[AssignGroups], tuple(case.state.sheet.sides), "FB-H2"))
        groups.reveal(case)
        groups.note_missing_groups(case)
        _begin_turn(case, 1)
        _go_on(case, TIERS[0])
    elif stage == TRANSFERS:
        plotted = tuple(side for side in case.state.sheet.sides if side in case.state.sealed)
        case.record(PlotsRevealed(ORDER_NAMES[PlotTransfers], plotted, "FB-H3"))
        groups.open_transfers(case)
        ending.end_if_left(case)
        _go_on(case, TIERS[0])
    else:
        tier = tier_of(stage)
        fire.resolve(case, tier)
        ending.end_if_gone(case)
        _go_on(case, tier + 1)


def _go_on(case: Case, tier: int) -> None:
    """Pass through tiers and turns until somebody is called or the battle is over."""
    while case.state.ended is None and not case.state.called:
        if tier > TIERS[-1]:
            _end_turn(case)
            tier = TIERS[0]
            continue
        sides = sides_with_targets(case.state, tier)
        if sides:
            _open(case, tier_stage(tier), sides, "FB-2")
        tier += 1


def _open(case: Case, stage: Stage, sides: tuple[str, ...], rule: str) -> None:
    """Call sides for the plots of a stage, which is a phase of its own."""
    phase = str(stage)
    case.record(PhaseBegan(phase, PHASES[phase], rule))
    open_stage(case, stage, sides)


def _begin_turn(case: Case, number: int) -> None:
    case.record(TurnBegan(number))
    state = case.state
    for side in state.sheet.sides:
        down = tuple(
            ship.key
            for ship in state.afloat(side)
            if ship.type.submerges and not state.plights[ship.key].submerged
        )
        if down:
            case.record(UBoatsSubmerged(side, down))
    may_leave = state.sheet.options.retreat
    called = tuple(side for side in state.sheet.sides if may_leave or groups.ways(state, side))
    if called:
        _open(case, TRANSFERS, called, "FB-8")


def _end_turn(case: Case) -> None:
    groups.make_transfers(case)
    state = case.state
    idle = state.turn - state.last_try
    case.record(TurnEnded(state.turn, idle))
    ending.end_if_due(case, idle)
    if state.ended is None:
        _begin_turn(case, state.turn + 1)
