"""The state of a battle: small frozen records in a few dictionaries.

Apply handlers (`apply_events.py`) change the dictionaries of a copy; the records never change, so copies are
shallow and cheap. The other side's view of a submerged boat has no position.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from darkseas.engine.hexes.board import Hex
from darkseas.engine.stages.stage import Stage, StagedState

from ..tables.rules_tables import FIXED, SURFACE
from .hit_effects import Effect
from .orders import AttackGroup
from .plot_events import Plot
from .scenario import RulesScenario, Ship, Start
from .ship_hexes import hull

SET_UP = Stage("set-up")
#: Kind of the stage in which ships launch torpedoes; planes launch theirs earlier.
TORPEDOES = "torpedoes"

ShotKind = Literal["shells", "bombs", "torpedoes", "planes"]

#: The two kinds of smoke, and none (ES-9).
FUNNEL, CHEMICAL, NO_SMOKE = "funnel", "chemical", ""


class ShipStatus(NamedTuple):
    """A ship's position and damage.

    `moved` is the number of hexes entered this turn; `done` means that her move is over. `smoke_ended`,
    `torpedo_turn`, `air_turn` and `sunk` are turns (0: never). `guns_lost`, `targets` (the last one) and
    `fired` (its turn) are indexed by battery. `flood_applied` is the highest flooding level already charged
    for.
    """

    bow: Hex | None = None
    facing: int = 0
    depth: int = SURFACE
    moved: int = 0
    done: bool = False
    evading: bool = False
    smoke: str = NO_SMOKE
    smoke_left: int = FIXED["smoke_hexes"]
    smoke_ended: int = 0
    fires: int = 0
    flooding: int = 0
    flood_applied: int = 0
    moves_lost: int = 0
    guns_lost: tuple[int, ...] = ()
    no_repairs: bool = False
    targets: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    torpedo_turn: int = 0
    air: int = 0
    air_turn: int = 0
    forced_up: bool = False
    cannot_dive: bool = False
    sunk: int = 0

    @property
    def afloat(self) -> bool:
        """Whether she has not been sunk; true for submerged boats too."""
        return not self.sunk

    @property
    def submerged(self) -> bool:
        """Whether she is below the surface (ES-12)."""
        return self.depth != SURFACE


class StrikeInAir(NamedTuple):
    """An air strike in flight: its carriers, planes sent, and its groups as far as this side knows them."""

    side: str
    carriers: tuple[str, ...]
    planes: int
    groups: tuple[AttackGroup, ...] = ()


class Shot(NamedTuple):
    """Fire this turn, for the map: shells, bombs or torpedoes, and the number of hits.

    `origin` is None for planes and when it is secret; `size` is 0 for torpedoes.
    """

    kind: ShotKind
    side: str
    origin: Hex | None
    target: Hex
    thrown: int
    size: int
    hits: int


class Contact(NamedTuple):
    """A known position of a submerged boat: side, turn and depth (-1: unknown).

    `launched` means that she fired all her torpedoes there.
    """

    side: str
    hex: Hex
    depth: int
    turn: int
    launched: bool = False


class State(StagedState):
    """A battle at one moment. Code outside the engine treats it as immutable."""

    __slots__ = (
        "contacts", "crossed", "edges", "effects", "initiative", "landed", "plots", "sets_up_first",
        "ship_status", "shots", "smoke", "strikes",
    )  # fmt: skip

    scenario: RulesScenario
    #: Player 1 this turn (ES-2), and the side that set up first.
    initiative: str
    sets_up_first: str
    #: Side -> the map edge where it set up.
    edges: dict[str, str]
    ship_status: dict[str, ShipStatus]
    #: Hex -> the ships that laid smoke markers there (ES-9).
    smoke: dict[Hex, tuple[str, ...]]
    #: Ship -> the hexes that she passed through or ended in this turn (ES-30).
    crossed: dict[str, tuple[Hex, ...]]
    #: Effects to apply when the combat phase ends, in the order rolled (ES-A21).
    effects: tuple[Effect, ...]
    #: Positions of submarines known to everybody in recent turns, latest last.
    contacts: tuple[Contact, ...]
    #: Fire this turn, in the order rolled.
    shots: tuple[Shot, ...]
    #: Carrier -> planes that moved from her to another carrier this turn (ES-31).
    landed: dict[str, int]
    #: Side -> its plot for this stage; in a side's view, only its own.
    plots: dict[str, Plot]
    #: Strikes in the air by key, made of side and number (ES-14).
    strikes: dict[str, StrikeInAir]

    def __init__(self, scenario: RulesScenario) -> None:
        super().__init__(scenario, SET_UP)
        self.initiative, self.sets_up_first = "", ""
        starts = {key: start for side in scenario.sides.values() for key, start in side.starts.items()}
        self.ship_status = {key: _at_first(ship, starts.get(key)) for key, ship in scenario.ships.items()}
        self.smoke, self.crossed, self.effects = {}, {}, ()
        self.shots, self.contacts = (), ()
        self.landed, self.edges, self.strikes, self.plots = {}, {}, {}, {}

    def afloat(self, side: str) -> Iterator[Ship]:
        """Yield a side's ships that are afloat, in the order of battle."""
        ships, ship_status = self.scenario.ships, self.ship_status
        return (ships[key] for key in self.scenario.sides[side].ships if not ship_status[key].sunk)

    def hull_of(self, key: str) -> tuple[Hex, ...]:
        """Return the hexes that a ship occupies; empty if she is sunk, off the map or at an unknown place."""
        status = self.ship_status[key]
        if status.bow is None or status.sunk:
            return ()
        return hull(status.bow, status.facing, self.scenario.ships[key].hexes)

    def ship_at(self, at: Hex, depth: int = SURFACE) -> str | None:
        """Return the ship at this depth that occupies a hex with any part."""
        for key, status in self.ship_status.items():
            if status.depth == depth and at in self.hull_of(key):
                return key
        return None

    def has_smoke(self, at: Hex) -> bool:
        """Whether a hex has smoke: a marker, or a ship there that is making smoke (ES-9)."""
        if self.smoke.get(at):
            return True
        return any(
            status.smoke == FUNNEL and at in self.hull_of(key) for key, status in self.ship_status.items()
        )


def _at_first(ship: Ship, start: Start | None) -> ShipStatus:
    """Return a ship's status before set-up, at her scenario position if she has one."""
    guns = len(ship.batteries)
    status = ShipStatus(guns_lost=(0,) * guns, targets=("",) * guns, fired=(0,) * guns, air=ship.ratings.air)
    return status if start is None else status._replace(bow=start.hex, facing=start.facing)
