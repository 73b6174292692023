"""The coves: their orders and events, the state, and the fold that sets what events say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from darkseas.engine import events as shared
from darkseas.engine.events import BattleEnded, PhaseBegan, TurnBegan
from darkseas.engine.scenario.spec import ScenarioSpec

# --- orders and events -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """Hide in one cove and shell another."""

    hide: int
    shell: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike the colours."""


@dataclass(frozen=True, slots=True)
class Plotted:
    """A side's plot is sealed."""

    side: str
    hide: int
    shell: int


@dataclass(frozen=True, slots=True)
class CoveShelled:
    """A side shelled a cove."""

    side: str
    cove: int


@dataclass(frozen=True, slots=True)
class ShipHit:
    """A ship has been hit so often now."""

    ship: str
    hits: int


@dataclass(frozen=True, slots=True)
class ShipSunk:
    """A ship sank."""

    ship: str
    side: str


@dataclass(frozen=True, slots=True)
class EnemyScouted:
    """A side learned where the enemy had hidden."""

    side: str
    cove: int


@dataclass(frozen=True, slots=True)
class SwellFelt:
    """How high the sea goes."""

    height: int


# --- the state and its fold ----------------------------------------------------------------


class State:
    """What there is to know of a battle in the coves."""

    __slots__ = ("ended", "hits", "phase", "plots", "scenario", "scouted", "swell", "turn")

    def __init__(self, scenario: ScenarioSpec) -> None:
        self.scenario = scenario
        self.turn = 0
        self.phase = ""
        self.plots: dict[str, tuple[int, int]] = {}
        self.hits: dict[str, int] = {ship.key: 0 for side in scenario.sides for ship in side.ships}
        self.scouted: dict[str, int] = {}
        self.swell = 0
        self.ended: BattleEnded | None = None

    def copy(self) -> Self:
        """An equal state that can be changed without touching this one."""
        other = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, dict(value) if type(value) is dict else value)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn


def _phase_began(state: State, event: PhaseBegan) -> None:
    state.phase = event.phase


def _plotted(state: State, event: Plotted) -> None:
    state.plots[event.side] = (event.hide, event.shell)


def _plots_revealed(state: State, event: shared.PlotsRevealed) -> None:
    state.plots = {}


def _ship_hit(state: State, event: ShipHit) -> None:
    state.hits[event.ship] = event.hits


def _enemy_scouted(state: State, event: EnemyScouted) -> None:
    state.scouted[event.side] = event.cove


def _swell_felt(state: State, event: SwellFelt) -> None:
    state.swell = event.height


def _battle_ended(state: State, event: BattleEnded) -> None:
    state.ended = event


SETTERS: Mapping[type, Callable[[Any, Any], None]] = {
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    shared.PlotsRevealed: _plots_revealed,
    BattleEnded: _battle_ended,
    Plotted: _plotted,
    ShipHit: _ship_hit,
    EnemyScouted: _enemy_scouted,
    SwellFelt: _swell_felt,
}
