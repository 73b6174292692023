"""The scenario as Dark Seas reads it: typed, checked, immutable, shared by all states of a battle.

`ScenarioSpec` leaves `rules`, `ratings`, `sea` and `aims` to each rules system; the records below are those
mappings, typed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from darkseas.engine.hexes.board import Hex, HexBoard
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.sides import TwoSided

from ..tables.rules_tables import DefenceClass, WeaponClass

Edge = Literal["north", "south", "east", "west"]
Light = Literal["night", "day"]
#: First contact of a confined side: it spots an enemy ship, the enemy attacks, or the enemy spots one of its
#: ships.
FreedBy = Literal["spotted", "attacked", "was_spotted"]


@record
class Battery:
    """A battery of weapons: factors at ranges 0 to 3; `reload` is "", "R" or "R*" (torpedoes)."""

    weapon: WeaponClass
    factors: tuple[int, ...]
    reload: Literal["", "R", "R*"] = ""


@record
class Ratings:
    """A ship's sticker (§5); `points` is her value in victory points."""

    batteries: tuple[Battery, ...]
    defence: int
    defence_class: DefenceClass
    speed: int
    points: Fraction
    radar: int = 0


@record
class GroupRules:
    """The scenario's rules for one task group.

    `zone` is a map area ("": anywhere in the side's set-up area). `entry` is the edge where the group enters,
    from turn `arrives` on; a group that arrives after turn 1 is not set up on the map (DS-H25). `immobile`
    groups never move and stay as they are. `single` sets the ships up as single ships.
    """

    zone: str = ""
    hex: Hex | None = None
    entry: Edge | None = None
    arrives: int = 1
    immobile: bool = False
    single: bool = False


@record
class SideRules:
    """The scenario's rules for a side.

    `group_limit` is the most task groups in play, without dummies (DS-R6). `confined_to` is the map area that
    mobile ships may not leave until first contact; `freed_by` says what counts as first contact (DS-R40).
    `exit_edges` are the edges that ships may leave over. `entering` says whether ships must enter as soon as
    they can; if they may wait, `enter_by` is the turn by which they must (DS-R39; 0: never).
    """

    training: int
    group_limit: int
    dummies: int = 0
    dummy_speed: int = 0
    spotting_modifier: int = 0
    set_up: str = ""
    entry: Edge | None = None
    confined_to: str = ""
    freed_by: tuple[FreedBy, ...] = ("spotted", "attacked")
    entering: Literal["must", "may"] = "must"
    enter_by: int = 0
    exit_edges: tuple[Edge, ...] = ()
    fixed_groups: bool = False


@record
class Conditions:
    """Light and visibility from a turn on. `visibility` is the longest sighting range in hexes."""

    from_turn: int
    light: Light
    visibility: int
    spotting_modifier: int = 0


@record
class Sea:
    """Conditions in the order of their turns, the first from turn 1."""

    conditions: tuple[Conditions, ...]


@record
class Deadline:
    """Points to the other side for each ship of `side` still on the map after turn `by_turn`.

    `share` is the share of each ship's value (DS-R34). A battle that ends earlier gives none (DS-H26).
    """

    side: str
    by_turn: int
    share: Fraction = Fraction(1, 2)


@record
class ExitPoints:
    """Points to `side` for each of its ships that left the map; `share` of each ship's value."""

    side: str
    share: Fraction = Fraction(1)


@record
class Presence:
    """Points to `side` for each of its ships afloat in an area at the end, by value and share."""

    side: str
    area: str
    share: Fraction = Fraction(1)


@record
class Victory:
    """`winner` wins with at least `minimum` points and `ratio` times the other side's score.

    `margin` is the lead in points that is required.
    """

    winner: str
    minimum: Fraction = Fraction(0)
    ratio: Fraction = Fraction(0)
    margin: Fraction = Fraction(0)


@record
class Aims:
    """How the battle ends and is won. Conditions are tested in order; if none is met, `otherwise` wins.

    `otherwise` is a side, "score" (the higher score, a draw if equal) or "draw". `ends_when_gone` lists sides
    whose last ship ends the battle by leaving the map.
    """

    turn_limit: int
    victory: tuple[Victory, ...] = ()
    otherwise: str = "score"
    ends_when_gone: tuple[str, ...] = ()
    sunk: Fraction = Fraction(1)
    damaged: Fraction = Fraction(1, 2)
    deadlines: tuple[Deadline, ...] = ()
    exit_points: tuple[ExitPoints, ...] = ()
    presence: tuple[Presence, ...] = ()


@record
class Ship:
    """A ship of the battle. A sticker for several ships becomes as many of these (DS-R11)."""

    key: str
    name: str
    side: str
    navy: str
    kind: str
    class_name: str
    ratings: Ratings
    place: int


@record
class Group:
    """A task group as suggested by the scenario, with its ships by key."""

    key: str
    name: str
    ships: tuple[str, ...]
    rules: GroupRules


@record
class Side:
    """A side of the battle: its rules, its ships in roster order, and suggested groups."""

    key: str
    name: str
    navy: str
    rules: SideRules
    ships: tuple[str, ...]
    groups: tuple[Group, ...]
    dummy_speed: int


@record
class Options:
    """The options of Dark Seas as set by the scenario (`setup.OPTIONS`)."""

    declarations: Literal["table", "sealed"] = "table"
    ship_by_ship: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """A whole scenario, ready to play. Compared by identity: a battle has exactly one."""

    key: str
    title: str
    board: HexBoard
    sides: Mapping[str, Side]
    ships: Mapping[str, Ship]
    areas: Mapping[str, frozenset[Hex]]
    sea: Sea
    aims: Aims
    options: Options
    ground: object = field(default=None)
    #: How the map numbers its hexes (`darkseas.engine.hexes.numbering`).
    numbering: str = "0000"

    def conditions(self, turn: int) -> Conditions:
        """Light and visibility in a turn; before turn 1, those of turn 1."""
        latest = self.sea.conditions[0]
        for conditions in self.sea.conditions:
            if conditions.from_turn <= turn:
                latest = conditions
        return latest
