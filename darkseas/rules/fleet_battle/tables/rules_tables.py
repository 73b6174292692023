"""The numbers of Fleet Battle, as typed lines of the tables in this folder."""

from collections.abc import Mapping
from typing import Literal

from darkseas.engine.serialization.records import record
from darkseas.engine.serialization.tables import FixedNumber, load

_PACKAGE = __package__ or ""

#: The numbers that a card may have (FB-1).
NumberName = Literal["dice", "sides", "defence", "submerged", "ceiling", "cost"]


@record
class CardType:
    """A type of ship: tier, possible groups and abilities. Its key is its name ("heavy cruiser")."""

    key: str
    plural: str
    tier: int
    groups: tuple[str, ...]
    small_die: bool
    split: bool
    pairs: bool
    submerges: bool

    @property
    def movable(self) -> bool:
        """Whether such a ship may be in either group, and may therefore change groups (FB-7, FB-8)."""
        return len(self.groups) > 1


@record
class CardNumber:
    """A number on a card; `basis` is stated, inferred or house."""

    card: str
    number: NumberName
    value: int
    basis: Literal["stated", "inferred", "house"]
    rule: str


@record
class Bonus:
    """The defence bonus that givers in a group add to takers in it."""

    givers: tuple[str, ...]
    group: str
    takers: tuple[str, ...]
    amount: int
    each: bool
    label: str
    rule: str


@record
class CardOfKind:
    """The card for a type of ship in the ship data."""

    kind: str
    card: str


CARDS: Mapping[str, CardType] = {card.key: card for card in load(_PACKAGE, "cards", CardType)}
PRINTED: Mapping[tuple[str, str], CardNumber] = {
    (line.card, line.number): line for line in load(_PACKAGE, "numbers", CardNumber)
}
HOUSE: Mapping[tuple[str, str], CardNumber] = {
    (line.card, line.number): line for line in load(_PACKAGE, "house_numbers", CardNumber)
}
BONUSES: tuple[Bonus, ...] = load(_PACKAGE, "bonuses", Bonus)
FIXED: Mapping[str, int] = {
    line.key: line.number for name in ("fixed", "house_fixed") for line in load(_PACKAGE, name, FixedNumber)
}
CARD_OF_KIND: Mapping[str, str] = {
    line.kind: line.card for line in load(_PACKAGE, "derivation_kinds", CardOfKind)
}

#: The tiers in firing order (FB-2).
TIERS: tuple[int, ...] = tuple(range(1, FIXED["last_tier"] + 1))
