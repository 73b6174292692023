"""What fire scored, and what its dice were to be expected to do (ES-24, ES-25, ES-28, ES-11)."""

from fractions import Fraction

from darkseas.engine.presentation.luck import Scored
from darkseas.rules.easyships.model.events import FiringResolved, TorpedoesFired, TurnOver
from darkseas.rules.easyships.odds.expected_hits import fire_of, scored
from tests.rules.easyships.support import a_battle, ship


def test_a_group_of_guns_scores_its_hits_and_the_mean_of_its_dice() -> None:
    state = a_battle({"a1": ship(guns=[(2, 8)])}, {"b1": ship()}).state
    fire = FiringResolved("a", "a1", 0, "b1", 8, 2, 5, (2,), (), 1)
    assert scored(state, fire) == Scored("a", 1, Fraction(1, 10))
    told = fire_of(fire)
    assert told is not None
    assert (told.side, told.friendly) == ("a", False)


def test_torpedoes_score_their_hits_and_a_ship_that_evades_takes_one() -> None:
    table = a_battle({"a1": ship(torpedoes=6)}, {"b1": ship()})
    spread = TorpedoesFired("a", "a1", "b1", (1, 1, 2, 3, 4, 5), 1, 2)
    assert scored(table.state, spread) == Scored("a", 2, Fraction(1))
    table.set("b1", evading=True)
    assert scored(table.state, spread) == Scored("a", 2, 1 - Fraction(5, 6) ** 6)


def test_nothing_is_scored_where_every_face_does_the_same_or_nobody_fires() -> None:
    state = a_battle({"a1": ship()}, {"b1": ship()}).state
    assert scored(state, TorpedoesFired("a", "a1", "b1", (3,), 0, 0)) is None
    assert scored(state, TurnOver(1)) is None
    assert fire_of(TurnOver(1)) is None
