"""Derives Fleet Battle cards from ship data.

All ships of a type share a card, so only the type matters. Dice, defence and cost come from the rulebook's
text or, where they appear only in pictures, from our own set (FB-H1).
"""

from darkseas.engine.scenario.ship_facts import ClassFacts, Derivation, Input, NoRatings, Step, month_of

from ..tables.rules_tables import CARD_OF_KIND, HOUSE, PRINTED, CardNumber

RULEBOOK, HOUSE_ORIGIN = "rulebook", "house"


def derive(facts: ClassFacts, when: str, ship_name: str) -> Derivation:
    """Return a ship's card; date and name make no difference.

    Raises NoRatings for a type without a card, ValueError for an invalid date.
    """
    month_of(when)
    card = CARD_OF_KIND.get(facts.kind)
    if card is None:
        raise NoRatings(f"Fleet Battle has no card for ships of the type “{facts.kind}”.")
    dice, sides, defence, cost = (_number(card, name) for name in ("dice", "sides", "defence", "cost"))
    ratings = {
        "card": card,
        "dice": f"{dice.value}d{sides.value}",
        "defence": defence.value,
        "cost": cost.value,
    }
    on_card = f"on the card of a {card}"
    parts = (
        Input("dice", str(dice.value), _origin(dice)),
        Input("sides", str(sides.value), _origin(sides)),
    )
    of_dice = HOUSE_ORIGIN if HOUSE_ORIGIN in (_origin(dice), _origin(sides)) else RULEBOOK
    kind = (Input("type", facts.kind, ""),)
    workings = (
        Step("card", "Card", f"a {facts.kind} is a {card}", kind, card, HOUSE_ORIGIN),
        Step("dice", "Dice", on_card, parts, f"{dice.value}d{sides.value}", of_dice),
        Step("defence", "Defence", on_card, (), str(defence.value), _origin(defence)),
        Step("cost", "Cost", on_card, (), str(cost.value), _origin(cost)),
    )
    return Derivation(ratings, facts.kind, workings)


def _number(card: str, name: str) -> CardNumber:
    return PRINTED.get((card, name)) or HOUSE[card, name]


def _origin(number: CardNumber) -> str:
    return HOUSE_ORIGIN if number.basis == HOUSE_ORIGIN else RULEBOOK
