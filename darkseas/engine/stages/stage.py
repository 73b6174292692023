"""Stages: which sides are to move, which plots are sealed, and how a battle ends.

For two-sided systems that play in stages: a base class for the state, with events and their apply handlers.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, Self

from ..adjudication import Adjudication
from ..events import BattleEnded, BidsOpened, OrderWithdrawn, PhaseBegan
from ..serialization.records import record
from ..state import BattleState
from ..system import Result
from .sides import TwoSided

#: Owner of a stage in which all sides answer at once, in secret.
BOTH = "both"


class Stage(NamedTuple):
    """A point within a phase at which sides are to move: its kind, and which stage of that kind it is.

    `who` is a number in the order of play, BOTH, or empty for the only stage of its kind. Events store a
    stage as text: "set-up", "evasion-both" or "tier-3".
    """

    kind: str
    who: str = ""

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse the stored text. A phase in which no stage has opened yet counts as a kind of its own."""
        kind, _, who = text.rpartition("-")
        return cls(kind, who) if kind and (who == BOTH or who.isdecimal()) else cls(text)

    def __str__(self) -> str:
        return f"{self.kind}-{self.who}" if self.who else self.kind


# --- state, events, apply handlers ----------------------------------------------------------------


class StagedState(BattleState):
    """Base class of states for battles that proceed stage by stage."""

    __slots__ = ("called", "ended", "points_given", "scenario", "sealed", "stage", "turn")

    scenario: TwoSided
    turn: int
    #: The current stage; at the start of a phase, the phase.
    stage: Stage
    #: Sides that must give an order before the battle continues, and sides whose plot of this stage is in.
    called: tuple[str, ...]
    sealed: tuple[str, ...]
    ended: BattleEnded | None
    #: Points that a side starts with, because its opponent won the bidding.
    points_given: tuple[tuple[str, int], ...]

    def __init__(self, scenario: TwoSided, stage: Stage) -> None:
        self.scenario, self.turn, self.stage, self.ended = scenario, 0, stage, None
        self.called, self.sealed, self.points_given = tuple(scenario.sides), (), ()


@record
class StageOpened:
    """The sides that must give an order before the battle continues. `phase` is the stage as text."""

    phase: str
    sides: tuple[str, ...]


@record
class PlotSealed:
    """A side has plotted. This event is public; only the side itself knows the content. `phase` names the
    plot.
    """

    side: str
    phase: str


class OfSide(Protocol):
    """An event about one side."""

    @property
    def side(self) -> str: ...


def phase_began(state: StagedState, event: PhaseBegan) -> None:
    """Set the phase. Nobody is to move until a stage opens."""
    state.stage = Stage.of(event.phase)
    state.called, state.sealed = (), ()


def stage_opened(state: StagedState, event: StageOpened) -> None:
    """Set the stage and the sides to move."""
    state.stage = Stage.of(event.phase)
    state.called, state.sealed = event.sides, ()


def plot_sealed(state: StagedState, event: OfSide) -> None:
    """Note that a side has plotted and is no longer to move."""
    answered(state, event.side)
    state.sealed = (*state.sealed, event.side)


def answered(state: StagedState, side: str) -> None:
    """Note that a side has given its order and is no longer to move."""
    state.called = tuple([other for other in state.called if other != side])


def plot_withdrawn(state: StagedState, event: OrderWithdrawn) -> None:
    """Put a side back on move. Its system undoes the content of the plot."""
    state.sealed = tuple([other for other in state.sealed if other != event.side])
    state.called = (*state.called, event.side)


def bids_opened(state: StagedState, event: BidsOpened) -> None:
    """Set the starting points that follow from the bids."""
    state.points_given = tuple(event.points.items())


def given_points(state: StagedState, side: str) -> Fraction:
    """Return a side's starting points."""
    return Fraction(dict(state.points_given).get(side, 0))


def battle_ended(state: StagedState, event: BattleEnded) -> None:
    """Record the end of the battle. Nobody is to move any more."""
    state.ended = event
    state.called, state.sealed = (), ()


def result(state: StagedState) -> Result | None:
    """Return the recorded winner and reason, or None while the battle runs."""
    ended = state.ended
    if ended is None:
        return None
    points = {side: Fraction(text) for side, text in ended.scores.items()}
    return Result(ended.winner, ended.reason, ended.rule, points)


def open_stage(adjudication: Adjudication[Any], stage: Stage, sides: Iterable[str]) -> None:
    """Ask these sides for an order. If there are none, skip the stage."""
    called = tuple(sides)
    if called:
        adjudication.record(StageOpened(str(stage), called))
