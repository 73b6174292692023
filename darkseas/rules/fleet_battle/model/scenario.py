"""The scenario as fleet battle reads it: typed, checked, immutable, shared by all states of a battle.

The frame (`ScenarioSpec`) leaves to each system what stands in its `rules`, `ratings`, `sea` and `aims`;
the records down to `Aims` are those mappings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from darkseas.engine.serialization.records import record
from darkseas.engine.stages.sides import TwoSided

from ..tables import CardType

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
    """Numbers that a scenario gives the cards of a type; what it leaves out comes from the tables.

    Dice are written as players do ("2d10").
    """

    dice: str | None = None
    defence: int | None = None
    submerged: int | None = None
    ceiling: int | None = None
    cost: int | None = None


@record
class Ratings:
    """A ship's card: its type, and what the scenario prints on it beside."""

    card: CardKey
    dice: str | None = None
    defence: int | None = None
    submerged: int | None = None
    ceiling: int | None = None
    cost: int | None = None


@record
class Sea:
    """`cards` are the scenario's own cards by type; a ship's ratings go before them."""

    cards: Mapping[str, OwnNumbers] = field(default_factory=dict)


@record
class GroupRules:
    """Which of the two groups a suggested group is."""

    group: GroupKey


@record
class SideRules:
    """What a scenario says of a side.

    `budget` is the cost that the fleet must keep to (0: none), `max_per_type` the most cards of a type.
    With `fixed_groups` escorts start where the scenario has them.
    """

    budget: int = 0
    max_per_type: Mapping[str, int] = field(default_factory=dict)
    fixed_groups: bool = False


@record
class Aims:
    """After `turn_limit` turns the higher surviving cost wins; 0: no limit (FB-B18)."""

    turn_limit: int = 0


@record
class Options:
    """The scenario's answers to the options of fleet battle (`setup.OPTIONS`)."""

    cards: Literal["own", "house"] = "own"
    dice_combine: Literal["any", "sum"] = "any"
    two_sixes: Literal["side", "ship"] = "side"
    two_sixes_at_submerged: bool = True
    destroyer_dice_at_u_boats: Literal["one", "card"] = "one"
    u_boats_surface: Literal["after", "at-once"] = "after"
    no_battle_group: Literal["destroyed", "protected"] = "destroyed"
    emptied_battle_group: Literal["destroyed", "kept"] = "destroyed"
    memory_turns: Literal[0, 1, 2, 3] = 1
    escorts_at_u_boats: Literal["any", "attackers"] = "any"
    last_groups: Literal["open", "defend"] = "open"
    light_carriers_gain: bool = True
    retreat: bool = False
    deadlock_turns: Literal[1, 2, 3, 4, 5, 6] = 3


class Number(NamedTuple):
    """A number of a card, where it comes from (rulebook, house or scenario), and its rule."""

    value: int
    origin: str
    rule: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A whole card: type and numbers (0 where a type has no such number)."""

    type: CardType
    numbers: Mapping[str, Number]

    def number(self, name: str) -> int:
        """One number of the card; 0 where its type has none."""
        number = self.numbers.get(name)
        return number.value if number is not None else 0

    @property
    def dice(self) -> tuple[int, int]:
        """How many dice of how many sides."""
        return self.number("dice"), self.number("sides")

    @property
    def cost(self) -> int:
        """What the ship costs; also her weight when a battle is scored."""
        return self.number("cost")


@dataclass(frozen=True, slots=True, eq=False)
class Ship:
    """A ship of the battle. `place` is her place in the whole order of battle."""

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
        """What her type is able to do."""
        return self.card.type


@record
class Side:
    """A side of the battle: its rules, its ships in the order of the roster, where escorts are suggested."""

    key: str
    name: str
    navy: str
    rules: SideRules
    ships: tuple[str, ...]
    suggested: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """A whole scenario, ready to be fought. Compared by identity: one battle has one of it."""

    key: str
    title: str
    sides: Mapping[str, Side]
    ships: Mapping[str, Ship]
    aims: Aims
    options: Options
