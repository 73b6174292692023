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
#: The kind of the stage in which ships launch torpedoes; planes launch theirs before it.
TORPEDOES = "torpedoes"

ShotKind = Literal["shells", "bombs", "torpedoes", "planes"]

#: The two screens of smoke, and none (ES-9).
FUNNEL, CHEMICAL, NO_SMOKE = "funnel", "chemical", ""


class ShipStatus(NamedTuple):
    """Where a ship is and what has befallen her.

    `moved` are the hexes entered this turn, `done` says that her move is over. `smoke_ended`, `torpedo_turn`,
    `air_turn` and `sunk` are turns (0: never). `guns_lost`, `targets` (the last of each battery) and
    `fired` (the turn of it) go by battery. `flood_applied` is the highest level whose loss she has taken.
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
        """Not sunk; under water too."""
        return not self.sunk

    @property
    def submerged(self) -> bool:
        """Below the surface (ES-12)."""
        return self.depth != SURFACE


class StrikeInAir(NamedTuple):
    """An air strike on its way: its carriers, planes sent, and its groups as far as this side knows them."""

    side: str
    carriers: tuple[str, ...]
    planes: int
    groups: tuple[AttackGroup, ...] = ()


class Shot(NamedTuple):
    """Fire of this turn, for the chart: shells, bombs or torpedoes, and how many hits.

    `origin` is None where nobody may know it, and for planes; `size` is 0 for torpedoes.
    """

    kind: ShotKind
    side: str
    origin: Hex | None
    target: Hex
    thrown: int
    size: int
    hits: int


class Contact(NamedTuple):
    """Where a boat below was known to be: of which side, in which turn, how deep (-1: unknown).

    `launched` where she had emptied her tubes there.
    """

    side: str
    hex: Hex
    depth: int
    turn: int
    launched: bool = False


class State(StagedState):
    """A battle at one moment. A value to everybody outside the engine."""

    __slots__ = (
        "contacts", "crossed", "edges", "effects", "initiative", "landed", "plots", "sets_up_first",
        "ship_status", "shots", "smoke", "strikes",
    )  # fmt: skip

    scenario: RulesScenario
    #: Player 1 of the turn (ES-2), and who set up first.
    initiative: str
    sets_up_first: str
    #: Side -> the edge of the map on which it has set up.
    edges: dict[str, str]
    ship_status: dict[str, ShipStatus]
    #: Hex -> the ships that laid a marker of smoke there (ES-9).
    smoke: dict[Hex, tuple[str, ...]]
    #: Ship -> the hexes that she has passed through or ended in this turn (ES-30).
    crossed: dict[str, tuple[Hex, ...]]
    #: What the combat phase will do to ships once it is over, in the order rolled (ES-A21).
    effects: tuple[Effect, ...]
    #: Where boats were in the last turns, as everybody has learned, the latest last.
    contacts: tuple[Contact, ...]
    #: Fire of this turn, in the order of its dice.
    shots: tuple[Shot, ...]
    #: Carrier -> planes that left her for another one this turn (ES-31).
    landed: dict[str, int]
    #: Side -> its plot of this stage; own side only.
    plots: dict[str, Plot]
    #: Strikes in the air, by a key of side and number (ES-14).
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
        """The ships of a side that are afloat, in the order of the order of battle."""
        ships, ship_status = self.scenario.ships, self.ship_status
        return (ships[key] for key in self.scenario.sides[side].ships if not ship_status[key].sunk)

    def hull_of(self, key: str) -> tuple[Hex, ...]:
        """The hexes that a ship lies in; none where she is not on the map, or nobody here knows where."""
        status = self.ship_status[key]
        if status.bow is None or status.sunk:
            return ()
        return hull(status.bow, status.facing, self.scenario.ships[key].hexes)

    def ship_at(self, at: Hex, depth: int = SURFACE) -> str | None:
        """The ship at this depth any part of which lies in a hex."""
        for key, status in self.ship_status.items():
            if status.depth == depth and at in self.hull_of(key):
                return key
        return None

    def has_smoke(self, at: Hex) -> bool:
        """Whether smoke fills a hex: a marker, or the screen of a ship that lies there (ES-9)."""
        if self.smoke.get(at):
            return True
        return any(
            status.smoke == FUNNEL and at in self.hull_of(key) for key, status in self.ship_status.items()
        )


def _at_first(ship: Ship, start: Start | None) -> ShipStatus:
    """A ship before set-up: where the scenario has placed her, if it has."""
    guns = len(ship.batteries)
    status = ShipStatus(guns_lost=(0,) * guns, targets=("",) * guns, fired=(0,) * guns, air=ship.ratings.air)
    return status if start is None else status._replace(bow=start.hex, facing=start.facing)
