"""Cards from ship data: the type of a ship picks her card, whose numbers say where they come from."""

import pytest

from darkseas.engine.scenario.ship_facts import ClassFacts, NoRatings
from darkseas.engine.serialization.codec import read
from darkseas.rules.fleet_battle import SYSTEM
from darkseas.rules.fleet_battle.model.scenario import Ratings
from darkseas.rules.fleet_battle.scenario.derivation import derive
from darkseas.rules.fleet_battle.tables.rules_tables import CARD_OF_KIND, CARDS


def facts(kind: str) -> ClassFacts:
    """A class of this type."""
    return ClassFacts("one", "RN", "One", kind, 1000, 300)


@pytest.mark.parametrize("kind", list(CARD_OF_KIND))
def test_every_card_has_all_its_numbers(kind: str) -> None:
    found = derive(facts(kind), "1942-08", "")
    ratings = read(Ratings, found.ratings)
    assert ratings.card in CARDS
    assert ratings.dice
    assert ratings.defence
    assert ratings.cost
    assert {one.path: one.result for one in found.workings} == {
        name: str(value) for name, value in found.ratings.items()
    }


def test_every_card_is_some_ships() -> None:
    assert set(CARD_OF_KIND.values()) == set(CARDS)


def test_numbers_of_a_card_say_whether_they_are_the_rulebooks() -> None:
    origins = {one.path: one.origin for one in derive(facts("CVE"), "1942-08", "").workings}
    assert origins == {"card": "house", "dice": "rulebook", "defence": "rulebook", "cost": "house"}
    origins = {one.path: one.origin for one in derive(facts("DD"), "1942-08", "").workings}
    assert origins["dice"] == "house"


def test_a_minesweeper_has_no_card() -> None:
    assert SYSTEM.derive is derive
    with pytest.raises(NoRatings, match="“MS”"):
        derive(facts("MS"), "1942-08", "")


def test_a_date_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="1942-08"):
        derive(facts("BB"), "soon", "")
