"""A ship's card: each number with its origin, from the ship, the scenario or the tables."""

import re

from ..model.scenario import Card, Number, Options, OwnNumbers, Ratings, Sea
from ..tables.rules_tables import CARDS, HOUSE, PRINTED, CardNumber

RULEBOOK, BY_HOUSE, BY_SCENARIO = "rulebook", "house", "scenario"

#: Dice as an author writes them ("2d10").
DICE = re.compile(r"(?P<dice>[0-9]{1,3})d(?P<sides>[0-9]{1,3})")

#: The numbers of a card in reading order.
_NAMES = ("dice", "sides", "defence", "submerged", "ceiling", "cost")


def card_of(ratings: Ratings, sea: Sea, options: Options) -> Card:
    """Return a ship's card: her own numbers first, then the scenario's, then the tables'."""
    general = sea.cards.get(ratings.card, OwnNumbers())
    numbers = {}
    for name in _NAMES:
        own = _given(ratings, name)
        number = _number(ratings.card, name, own if own is not None else _given(general, name), options)
        if number is not None:
            numbers[name] = number
    return Card(CARDS[ratings.card], numbers)


def _given(numbers: Ratings | OwnNumbers, name: str) -> int | None:
    if name in ("dice", "sides"):
        match = DICE.fullmatch(numbers.dice or "")
        return int(match[name]) if match else None
    value: int | None = getattr(numbers, name)
    return value


def _number(card: str, name: str, given: int | None, options: Options) -> Number | None:
    """Return a number with its origin. A given number that equals the table's counts as the table's."""
    printed, house = PRINTED.get((card, name)), HOUSE.get((card, name))
    if given is None:
        if printed is not None:
            return _of_table(printed, RULEBOOK)
        return _of_table(house, BY_HOUSE) if house is not None and options.cards == BY_HOUSE else None
    if printed is not None and printed.value == given:
        return _of_table(printed, RULEBOOK)
    if house is not None and house.value == given:
        return _of_table(house, BY_HOUSE)
    return Number(given, BY_SCENARIO, "FB-1")


def _of_table(line: CardNumber, origin: str) -> Number:
    return Number(line.value, origin, line.rule)
