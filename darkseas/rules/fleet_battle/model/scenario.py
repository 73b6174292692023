"""A Fleet Battle scenario: typed, validated, immutable, shared by all states of a battle.

The records down to `Aims` are the system-specific parts of `ScenarioSpec` (`rules`, `ratings`, `sea` and
`aims`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from darkseas.engine.serialization.records import record
from darkseas.engine.stages.sides import TwoSided

from ..tables.rules_tables import CardType

CardKey = Literal[
    "u-boat",
    "light carrier",
    "aircraft carrier",
    "battleship",
    "battle cruiser",
    "heavy cruiser",
    "light cruiser",
    "destroyer",
]
GroupKey = Literal["battle", "carrier"]


@record
class OwnNumbers:
    """Numbers that a scenario gives for a type's card; all others come from the tables. Dice are written
    "2d10".
    """

    dice: str | None = None
    defence: int | None = None
    submerged: int | None = None
    ceiling: int | None = None
    cost: int | None = None


@record
class Ratings:
    """A ship's card: its type, and any numbers of her own."""

    card: CardKey
    dice: str | None = None
    defence: int | None = None
    submerged: int | None = None
    ceiling: int | None = None
    cost: int | None = None


@record
class Sea:
    """`cards` are the scenario's cards by type; a ship's own ratings take precedence."""

    cards: Mapping[str, OwnNumbers] = field(default_factory=dict)


@record
class GroupRules:
    """Says which of the two groups a suggested group belongs to."""

    group: GroupKey


@record
class SideRules:
    """The scenario’s rules for a side.

    `budget` limits the fleet's cost (0: no limit), `max_per_type` the cards of a type. With `fixed_groups`,
    escorts start in the scenario's groups.
    """

    budget: int = 0
    max_per_type: Mapping[str, int] = field(default_factory=dict)
    fixed_groups: bool = False


@record
class Aims:
    """After `turn_limit` turns, the side with the higher surviving cost wins; 0 means no limit (FB-B18)."""

    turn_limit: int = 0


@record
class Options:
    """The scenario's values for the options of Fleet Battle (`setup.OPTIONS`)."""

    cards: Literal["own", "house"] = "own"
    memory_turns: Literal[0, 1, 2, 3] = 1
    retreat: bool = False


class Number(NamedTuple):
    """A number on a card, its origin (rulebook, house or scenario) and its rule."""

    value: int
    origin: str
    rule: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A complete card: type and numbers (0 if a type has no such number)."""

    type: CardType
    numbers: Mapping[str, Number]

    def number(self, name: str) -> int:
        number = self.numbers.get(name)
        return number.value if number is not None else 0

    @property
    def dice(self) -> tuple[int, int]:
        """Return number and size of the attack dice."""
        return self.number("dice"), self.number("sides")

    @property
    def cost(self) -> int:
        """Return the ship's cost, which also counts when a battle is scored."""
        return self.number("cost")


@dataclass(frozen=True, slots=True, eq=False)
class Ship:
    """A ship of the battle; `place` is her position in the whole order of battle."""

    key: str
    name: str
    side: str
    navy: str
    kind: str
    class_name: str
    card: Card
    place: int

    @property
    def type(self) -> CardType:
        return self.card.type


@record
class Side:
    """A side: its rules, its ships in roster order, and the suggested groups of its escorts."""

    key: str
    name: str
    navy: str
    rules: SideRules
    ships: tuple[str, ...]
    suggested: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """A complete scenario. Compared by identity, because a battle has exactly one."""

    key: str
    title: str
    sides: Mapping[str, Side]
    ships: Mapping[str, Ship]
    aims: Aims
    options: Options
