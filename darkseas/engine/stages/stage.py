"""Stages: who is called for an order, whose plot is sealed, and how a battle ends.

What systems with two sides have in common, for any that wants it: a base for the state, events and their
setters. A system with another course of play leaves it.
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

#: Whose a stage is where all who are called answer at once, under seal.
BOTH = "both"


class Stage(NamedTuple):
    """A point within a phase at which sides are called: its kind, and which of its kind it is.

    `who` is a number in the order of play, BOTH, or nothing for the only one of its kind. As text, which is
    how events store it, a stage is "set-up", "evasion-both" or "tier-3".
    """

    kind: str
    who: str = ""

    @classmethod
    def of(cls, text: str) -> Self:
        """The stage of a stored text; a phase in which no stage has opened yet is a kind of its own."""
        kind, _, who = text.rpartition("-")
        return cls(kind, who) if kind and (who == BOTH or who.isdecimal()) else cls(text)

    def __str__(self) -> str:
        return f"{self.kind}-{self.who}" if self.who else self.kind


# --- state, events, setters ----------------------------------------------------------------------


class StagedState(BattleState):
    """A base for states of a battle that is fought stage by stage."""

    __slots__ = ("called", "ended", "points_given", "scenario", "sealed", "stage", "turn")

    scenario: TwoSided
    turn: int
    #: The stage that opened last; at the beginning of a phase, the phase.
    stage: Stage
    #: Sides that must give an order before the battle goes on, and sides whose plot of this stage is in.
    called: tuple[str, ...]
    sealed: tuple[str, ...]
    ended: BattleEnded | None
    #: Points that count for a side from the beginning, because the other one was bid for.
    points_given: tuple[tuple[str, int], ...]

    def __init__(self, scenario: TwoSided, stage: Stage) -> None:
        self.scenario, self.turn, self.stage, self.ended = scenario, 0, stage, None
        self.called, self.sealed, self.points_given = tuple(scenario.sides), (), ()


@record
class StageOpened:
    """Which sides must give an order before the battle goes on. `phase` is the stage, as text."""

    phase: str
    sides: tuple[str, ...]


@record
class PlotSealed:
    """A side has given its plot; what it says stays with its giver (everybody). `phase` names the plot."""

    side: str
    phase: str


class OfSide(Protocol):
    """An event that tells of one side."""

    @property
    def side(self) -> str:
        """The side."""


def phase_began(state: StagedState, event: PhaseBegan) -> None:
    """Set the phase; nobody is called before a stage of it opens."""
    state.stage = Stage.of(event.phase)
    state.called, state.sealed = (), ()


def stage_opened(state: StagedState, event: StageOpened) -> None:
    """Set the stage, and who is called."""
    state.stage = Stage.of(event.phase)
    state.called, state.sealed = event.sides, ()


def plot_sealed(state: StagedState, event: OfSide) -> None:
    """Call a side no more: its plot is in."""
    answered(state, event.side)
    state.sealed = (*state.sealed, event.side)


def answered(state: StagedState, side: str) -> None:
    """Call a side no more: it has given its order."""
    state.called = tuple([other for other in state.called if other != side])


def plot_withdrawn(state: StagedState, event: OrderWithdrawn) -> None:
    """Call a side again: its plot is taken back. What the plot said, its system sets back."""
    state.sealed = tuple([other for other in state.sealed if other != event.side])
    state.called = (*state.called, event.side)


def bids_opened(state: StagedState, event: BidsOpened) -> None:
    """Set the points that a bid gives to a side."""
    state.points_given = tuple(event.points.items())


def given_points(state: StagedState, side: str) -> Fraction:
    """Return how many points count for a side from the beginning."""
    return Fraction(dict(state.points_given).get(side, 0))


def battle_ended(state: StagedState, event: BattleEnded) -> None:
    """Set the end; nobody is called any more."""
    state.ended = event
    state.called, state.sealed = (), ()


def result(state: StagedState) -> Result | None:
    """Who won, and why, by the end on record; or not yet."""
    ended = state.ended
    if ended is None:
        return None
    points = {side: Fraction(text) for side, text in ended.scores.items()}
    return Result(ended.winner, ended.reason, ended.rule, points)


def open_stage(adjudication: Adjudication[Any], stage: Stage, sides: Iterable[str]) -> None:
    """Call sides for an order; where there are none, the stage passes unopened."""
    called = tuple(sides)
    if called:
        adjudication.record(StageOpened(str(stage), called))
