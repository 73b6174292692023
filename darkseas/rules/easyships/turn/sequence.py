"""The sequence of play (ES-2): continue until a side must choose again.

A turn has initiative, two movements, five kinds of combat, damage and plane transfers. A phase without
choices passes without orders, but its automatic effects still happen.
"""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import BattleEnded, PhaseBegan, PlotsRevealed, TurnBegan
from darkseas.engine.presentation.shared_events import RULING
from darkseas.engine.stages.stage import Stage, open_stage

from ..damage.apply_hits import take_all
from ..damage.sinking import sink_doomed
from ..model.events import InitiativeTaken, TurnOver
from ..model.orders import ORDER_NAMES, Ready
from ..model.state import SET_UP, State
from ..model.victory import scores, verdict
from ..movement.deployment import place_as_written
from ..movement.initiative import roll_set_up, take_initiative
from . import movement_forms
from .deployment_forms import is_written
from .orders_due import called_for
from .phases import COMBAT, DAMAGE, DEPLOY, MOVE, PHASES, PLANES, PLOTTED, plotted_stage
from .resolution import in_order, resolve

#: The phases that both sides plot, in the order of a turn.
_PLOTTED_IN_ORDER = (*COMBAT, DAMAGE, PLANES)
_LAST_MOVE = 2


def advance(adjudication: Adjudication[State]) -> None:
    """Continue from a finished stage to the next that needs an order, or to the end."""
    stage = adjudication.state.stage
    if stage == SET_UP:
        _begin(adjudication)
    elif stage.kind == DEPLOY:
        _after_deployment(adjudication, int(stage.who))
    elif stage.kind == MOVE:
        _end_moves(adjudication, int(stage.who))
    else:
        _reveal(adjudication, stage.kind)
        resolve(adjudication, stage.kind)
        _go_through(adjudication, _PLOTTED_IN_ORDER.index(stage.kind) + 1)


# --- set-up ----------------------------------------------------------------------------------------------


def _begin(adjudication: Adjudication[State]) -> None:
    """Begin the battle: place the ships as the scenario says, or roll for who sets up first."""
    state = adjudication.state
    sides = tuple(state.scenario.sides)
    adjudication.record(PlotsRevealed(ORDER_NAMES[Ready], sides, "ES-2"))
    if is_written(state):
        for side in sides:
            place_as_written(adjudication, side)
        _begin_turn(adjudication, 1)
        return
    roll_set_up(adjudication)
    open_stage(adjudication, Stage(DEPLOY, "1"), (adjudication.state.sets_up_first,))


def _after_deployment(adjudication: Adjudication[State], number: int) -> None:
    state = adjudication.state
    if number < _LAST_MOVE:
        second = state.scenario.enemy_of(state.sets_up_first)
        open_stage(adjudication, Stage(DEPLOY, str(_LAST_MOVE)), (second,))
    else:
        _begin_turn(adjudication, 1)


# --- a turn ----------------------------------------------------------------------------------------------


def _begin_turn(adjudication: Adjudication[State], number: int, ruled_first: str = "") -> None:
    """Begin a turn with initiative dice, or with the side that a ruling puts first."""
    adjudication.record(TurnBegan(number))
    adjudication.record(PhaseBegan("initiative", PHASES["initiative"], "ES-2"))
    if ruled_first:
        adjudication.record(InitiativeTaken({}, ruled_first, rule=RULING))
    else:
        take_initiative(adjudication)
    _open_moves(adjudication, 1)


def _open_moves(adjudication: Adjudication[State], number: int) -> None:
    """Open a side's movement, unless it has nothing left to move."""
    side = in_order(adjudication.state)[number - 1]
    phase = f"{MOVE}-{number}"
    adjudication.record(PhaseBegan(phase, PHASES[phase], "ES-5"))
    if movement_forms.unmoved(adjudication.state, side):
        open_stage(adjudication, Stage(MOVE, str(number)), (side,))
    else:
        _end_moves(adjudication, number)


def _end_moves(adjudication: Adjudication[State], number: int) -> None:
    movement_forms.end(adjudication, in_order(adjudication.state)[number - 1])
    if number < _LAST_MOVE:
        _open_moves(adjudication, number + 1)
    else:
        _go_through(adjudication, 0)


def _reveal(adjudication: Adjudication[State], kind: str) -> None:
    """Reveal the plots, which can no longer be withdrawn."""
    state = adjudication.state
    plotted = tuple(side for side in state.scenario.sides if side in state.sealed)
    phase = PLOTTED[kind]
    adjudication.record(PlotsRevealed(ORDER_NAMES[phase.order], plotted, phase.rule))


def _go_through(adjudication: Adjudication[State], first: int) -> None:
    """Go through the plotted phases until a side owes a plot, or the turn ends."""
    for kind in _PLOTTED_IN_ORDER[first:]:
        if kind == DAMAGE:
            take_all(adjudication)
        phase = PLOTTED[kind]
        called = called_for(adjudication.state, kind)
        if called:
            adjudication.record(PhaseBegan(kind, phase.title, phase.rule))
            open_stage(adjudication, plotted_stage(kind), called)
            return
        resolve(adjudication, kind)
    _end_turn(adjudication)


def rule_turn_over(adjudication: Adjudication[State], first: str) -> None:
    """End a turn by an umpire ruling: hits take effect, and `first` is Player 1 of the next turn."""
    take_all(adjudication)
    sink_doomed(adjudication)
    _end_turn(adjudication, first)


def _end_turn(adjudication: Adjudication[State], ruled_first: str = "") -> None:
    state = adjudication.state
    adjudication.record(TurnOver(state.turn))
    over = verdict(adjudication.state)
    if over is None:
        _begin_turn(adjudication, state.turn + 1, ruled_first)
        return
    points = {side: str(score) for side, score in scores(adjudication.state).items()}
    adjudication.record(BattleEnded(over.winner, over.reason, over.rule, points))
