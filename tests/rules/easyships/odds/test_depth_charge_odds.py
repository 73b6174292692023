"""Odds of depth charges against every throw, and against many dice of `decide` (ES-30)."""

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import product

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.stages.stage import Stage
from darkseas.rules.easyships.combat.depth_charges import HIT, MISS, NEAR, outcome
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.events import DepthChargeMissedNearly, ShipSunk
from darkseas.rules.easyships.model.orders import DepthCharge, DropDepthCharges
from darkseas.rules.easyships.model.state import Contact
from darkseas.rules.easyships.odds.attack_odds import odds
from darkseas.rules.easyships.odds.hits import depth_charge
from darkseas.rules.easyships.order_guidance.preview import preview
from darkseas.rules.easyships.tables.rules_tables import DEPTHS
from darkseas.rules.easyships.turn.decide import decide
from tests.rules.easyships.support import Table, a_battle, ship, way

HERE, THERE = way("1110", "1210")


def hunt(depth: int = 2) -> Table:
    """Two destroyers that have crossed a boat in 1110, at a depth that they do not know."""
    ships = {key: ship("DD", year=1910) for key in ("a1", "a2")}
    table = a_battle(ships, {"u1": ship("SS", year=1910)}, at={"a1": "1210", "a2": "1010"})
    table.put("u1", "1110", depth=depth)
    table.state.crossed = {"a1": (HERE, THERE), "a2": (HERE,)}
    return table


def dropped(*charges: tuple[str, int]) -> DropDepthCharges:
    """Depth charges of these ships on 1110, at these depths."""
    return DropDepthCharges(tuple(DepthCharge(key, HERE, depth) for key, depth in charges))


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_es_g18_a_depth_charge_is_measured_by_every_throw(dice: int) -> None:
    throws = [outcome(faces) for faces in product(range(1, 7), repeat=dice)]
    fates = depth_charge(dice)
    assert fates.sunk == Fraction(throws.count(HIT), len(throws))
    assert fates.unhurt == Fraction(throws.count(MISS), len(throws))
    assert 1 - fates.sunk - fates.unhurt == Fraction(throws.count(NEAR), len(throws))


def test_charges_at_one_depth_count_together_and_others_apart() -> None:
    table = hunt()
    ((both,),) = odds(table.state, Given("a", dropped(("a1", 2), ("a2", 2))))
    assert both.sunk == 1 - Fraction(35, 36) ** 2
    assert both.unhurt == Fraction(32, 36) ** 2
    assert (both.name, both.ship, len(both.workings)) == ("a boat in 1110 at shallow depth", "1110", 2)
    shallow, deep = odds(table.state, Given("a", dropped(("a1", 2), ("a2", 3))))
    assert [target.sunk for target in (*shallow, *deep)] == [Fraction(1, 36), Fraction(1, 216)]


def test_odds_are_the_same_wherever_the_boat_is() -> None:
    order = Given("a", dropped(("a1", 2)))
    away = hunt()
    away.put("u1", "2525", depth=1)
    assert odds(hunt().state, order) == odds(hunt(3).state, order) == odds(away.state, order)


def test_many_attacks_do_what_the_odds_foretell() -> None:
    table, order = hunt(1), dropped(("a1", 1), ("a2", 1))
    ((target,),) = odds(table.state, Given("a", order))
    table.state.stage, table.state.called, table.state.initiative = (
        Stage("depth-charges", "both"),
        ("a",),
        "a",
    )
    counted: Counter[str] = Counter()
    for number in range(3000):
        adjudication = Adjudication(
            SETTERS, table.state, SeededDice(sha256(f"charges/{number}".encode()).digest())
        )
        decide(adjudication, Given("a", order))
        events = [type(fact.event) for fact in adjudication.facts]
        counted[HIT if ShipSunk in events else NEAR if DepthChargeMissedNearly in events else MISS] += 1
    for result, chance in ((HIT, target.sunk), (NEAR, target.damaged), (MISS, target.unhurt)):
        spread = float(chance * (1 - chance) / counted.total()) ** 0.5
        assert abs(counted[result] / counted.total() - float(chance)) <= 4 * spread, result


def test_a_preview_has_the_odds_once_and_says_where_sonar_knows_better() -> None:
    table = hunt()
    table.state.contacts = (Contact("b", HERE, 3, table.state.turn),)
    told = preview(table.state, Given("a", dropped(("a1", 2), ("a2", 2)))).lines
    assert [len(line.odds) for line in told] == [1, 0]
    assert [(warned.text, warned.rule) for warned in told[0].warnings] == [
        ("A boat was found there at deep depth.", "ES-13")
    ]
    assert not preview(table.state, Given("a", dropped(("a1", 3)))).lines[0].warnings
    assert DEPTHS[3].key == "deep"


def test_what_may_not_be_dropped_is_refused() -> None:
    with pytest.raises(IllegalOrder):
        odds(hunt().state, Given("a", dropped(("u1", 1))))
    assert odds(hunt().state, Given("a", DropDepthCharges())) == ()
