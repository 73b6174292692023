"""A small battle in stages: two harbours that plot, for tests of what systems share."""

from dataclasses import dataclass
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import BattleEnded, OrderWithdrawn, PhaseBegan
from darkseas.engine.serialization.records import record
from darkseas.engine.stages import stage
from darkseas.engine.stages.plots import PlotRules
from darkseas.engine.stages.sides import TwoSided
from darkseas.engine.stages.stage import BOTH, PlotSealed, Stage, StagedState, StageOpened


@record
class Named:
    """A side or a ship."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """Two sides with a ship each."""

    sides: dict[str, Named]
    ships: dict[str, Named]


@record
class Sail:
    """The plot of a stage."""

    course: int = 0


@record
class Withdraw:
    """Withdraw the plot."""


class State(StagedState):
    """A state with nothing of its own."""

    __slots__ = ()


HARBOUR, SAILING, OPEN = Stage("harbour"), Stage("sailing", BOTH), Stage("sailing", "1")
ORDER_NAMES = {Sail: "staged.sail", Withdraw: "staged.withdraw"}
RULES = PlotRules(
    order_names=ORDER_NAMES,
    plots={HARBOUR: Sail, SAILING: Sail}.get,
    withdraw=Withdraw,
    after_the_end="S-1",
    sides="S-2",
    called="S-3",
    taking_back="S-4",
)
SETTERS: dict[type, Any] = {
    PhaseBegan: stage.phase_began,
    StageOpened: stage.stage_opened,
    PlotSealed: stage.plot_sealed,
    OrderWithdrawn: stage.plot_withdrawn,
    BattleEnded: stage.battle_ended,
}


def a_state() -> State:
    """The state before set-up."""
    sides = {"ijn": Named("Japan"), "us-navy": Named("United States")}
    return State(RulesScenario(sides, {"kako": Named("Kako"), "helm": Named("Helm")}), HARBOUR)


def adjudication_of(state: State) -> Adjudication[State]:
    """What `decide` is given, without dice."""
    return Adjudication(SETTERS, state, RecordedDice(()))
