"""The sequence of play (FB-2): what happens next, up to the next choice of a side.

A turn starts with transfers, then the tiers fire in order, then the turn ends. A stage in which nobody has a
choice is skipped (FB-H4).
"""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import PhaseBegan, PlotsRevealed, TurnBegan
from darkseas.engine.stages.stage import Stage, open_stage

from ..combat import fire, fleet_division
from ..combat.targets import tier_of
from ..combat.who_may_fire import sides_with_targets
from ..model.events import TurnEnded, UBoatsSubmerged
from ..model.orders import ORDER_NAMES, AssignGroups, PlotTransfers
from ..model.phases import PHASES
from ..model.state import SET_UP, TRANSFERS, State, tier_stage
from ..tables.rules_tables import TIERS
from . import ending


def advance(adjudication: Adjudication[State]) -> None:
    """Advance from a stage with all plots in to the next stage that needs an order, or to the end of the
    battle.
    """
    stage = adjudication.state.stage
    if stage == SET_UP:
        adjudication.record(
            PlotsRevealed(ORDER_NAMES[AssignGroups], tuple(adjudication.state.scenario.sides), "FB-H2")
        )
        fleet_division.reveal(adjudication)
        fleet_division.note_missing_groups(adjudication)
        _begin_turn(adjudication, 1)
        _next_tier(adjudication, TIERS[0])
    elif stage == TRANSFERS:
        plotted = tuple(
            side for side in adjudication.state.scenario.sides if side in adjudication.state.sealed
        )
        adjudication.record(PlotsRevealed(ORDER_NAMES[PlotTransfers], plotted, "FB-H3"))
        fleet_division.open_transfers(adjudication)
        ending.end_if_left(adjudication)
        _next_tier(adjudication, TIERS[0])
    else:
        tier = tier_of(stage)
        fire.resolve(adjudication, tier)
        ending.end_if_gone(adjudication)
        _next_tier(adjudication, tier + 1)


def end_turn(adjudication: Adjudication[State]) -> None:
    """End the turn at once, as an umpire rules, and open the next stage."""
    _end_turn(adjudication)
    state = adjudication.state
    if state.ended is not None or state.stage == TRANSFERS:
        return
    opening = ((tier, sides) for tier in TIERS if (sides := sides_with_targets(state, tier)))
    for tier, sides in opening:
        _open(adjudication, tier_stage(tier), sides, "FB-2")
        return


def _next_tier(adjudication: Adjudication[State], tier: int) -> None:
    """Go through tiers and turns until a side has orders due or the battle ends."""
    while adjudication.state.ended is None and not adjudication.state.called:
        if tier > TIERS[-1]:
            _end_turn(adjudication)
            tier = TIERS[0]
            continue
        sides = sides_with_targets(adjudication.state, tier)
        if sides:
            _open(adjudication, tier_stage(tier), sides, "FB-2")
        tier += 1


def _open(adjudication: Adjudication[State], stage: Stage, sides: tuple[str, ...], rule: str) -> None:
    """Ask sides for the plots of a stage, which is a phase of its own."""
    phase = str(stage)
    adjudication.record(PhaseBegan(phase, PHASES[phase], rule))
    open_stage(adjudication, stage, sides)


def _begin_turn(adjudication: Adjudication[State], number: int) -> None:
    adjudication.record(TurnBegan(number))
    state = adjudication.state
    for side in state.scenario.sides:
        down = tuple(
            ship.key
            for ship in state.afloat(side)
            if ship.type.submerges and not state.ship_status[ship.key].submerged
        )
        if down:
            adjudication.record(UBoatsSubmerged(side, down))
    may_leave = state.scenario.options.retreat
    called = tuple(
        side for side in state.scenario.sides if may_leave or fleet_division.possible_transfers(state, side)
    )
    if called:
        _open(adjudication, TRANSFERS, called, "FB-8")


def _end_turn(adjudication: Adjudication[State]) -> None:
    fleet_division.make_transfers(adjudication)
    state = adjudication.state
    idle = state.turn - state.last_try
    adjudication.record(TurnEnded(state.turn, idle))
    ending.end_if_due(adjudication, idle)
    if state.ended is None:
        _begin_turn(adjudication, state.turn + 1)
