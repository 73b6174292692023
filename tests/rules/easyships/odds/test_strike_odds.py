"""Odds of air strikes against every throw of the rules themselves, and against battles (ES-14 to ES-19)."""

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.stages.stage import Stage
from darkseas.engine.system import TargetOdds
from darkseas.rules.easyships.combat import air_attacks, air_defence
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.events import EffectNoted
from darkseas.rules.easyships.model.orders import (
    AntiAircraft,
    AntiAircraftShot,
    AttackGroup,
    CarrierStrike,
    FireAntiAircraft,
    PlanStrikes,
    Strike,
)
from darkseas.rules.easyships.model.state import State
from darkseas.rules.easyships.odds import air_strike_odds_parts
from darkseas.rules.easyships.odds.air_strike_odds_parts import (
    expected,
    past_fighters,
    past_guns,
    shots_of_all,
)
from darkseas.rules.easyships.odds.attack_odds import odds
from darkseas.rules.easyships.odds.hits import bombs, numbers_of_hits, shell
from darkseas.rules.easyships.odds.strike_odds import in_air
from darkseas.rules.easyships.order_guidance.preview import preview
from darkseas.rules.easyships.tables.rules_tables import CRITICAL_HITS
from darkseas.rules.easyships.turn.decide import decide
from tests.rules.easyships.odds.every_throw import every_throw
from tests.rules.easyships.support import Table, a_battle, ship

SUNK, HURT, UNHURT = "sunk", "hurt", "unhurt"


def raid(planes: int, *, enemy_air: int = 0, far_air: int = 0, options: Any = None, **target: Any) -> Table:
    """A carrier with planes, a cruiser with a carrier three hexes off, and another carrier out of reach."""
    enemies = {
        "b1": ship("CA", **{"armour": 4, "defence": 10, "hexes": 1, **target}),
        "b2": ship("CV", air=enemy_air, defence=17, hexes=1),
        "b3": ship("CV", air=far_air, defence=10, hexes=1),
    }
    at = {"a1": "0505", "b1": "2020", "b2": "2023", "b3": "2028"}
    a = {"a1": ship("CV", air=planes, hexes=1)}
    return a_battle(a, enemies, at=at, options=options or {}, sea={"year": 1942})


def whole() -> PlanStrikes:
    """All planes at the cruiser."""
    return PlanStrikes((CarrierStrike("a1", "b1"),))


def only(table: Table, order: PlanStrikes) -> TargetOdds:
    """The odds of the one target of an order."""
    ((target,),) = odds(table.state, Given("a", order))
    return target


def befell(adjudication: Adjudication[State], target: str = "b1") -> str:
    """What a run has done to a target, by the effects on record."""
    effects = [
        fact.event.effect
        for fact in adjudication.facts
        if isinstance(fact.event, EffectNoted) and fact.event.effect.ship == target
    ]
    if any(effect.row == CRITICAL_HITS[-1].roll for effect in effects):
        return SUNK
    return HURT if effects else UNHURT


# --- against every throw -------------------------------------------------------------------------------


def probabilities_of(values: Any) -> dict[Any, Fraction]:
    """Each outcome with its chance."""
    counted: dict[Any, Fraction] = {}
    for outcome, chance in values:
        counted[outcome] = counted.get(outcome, Fraction(0)) + chance
    return counted


@pytest.mark.parametrize("fighter_groups", ["reroll", "in_turn"])
@pytest.mark.parametrize("fighter_odds", ["before", "left"])
@pytest.mark.parametrize(
    ("planes", "near", "far"), [((2,), 6, 0), ((9,), 4, 4), ((5, 4), 5, 0), ((8, 8), 5, 4), ((3, 3), 8, 1)]
)
def test_planes_past_fighters_are_those_of_every_throw(
    planes: tuple[int, ...], near: int, far: int, fighter_odds: str, fighter_groups: str
) -> None:
    answers = {"fighter_odds": fighter_odds, "fighter_groups": fighter_groups}
    table = raid(sum(planes), enemy_air=near, far_air=far, options=answers)
    groups = tuple(AttackGroup(target, count) for target, count in zip(("b1", "b3"), planes, strict=False))
    state = in_air(table.state, "a", [Strike(("a1",), groups)])

    def met(dice: Any) -> int:
        adjudication = Adjudication(SETTERS, state, dice)
        air_defence.meet(adjudication, "a-1")
        return adjudication.state.strikes["a-1"].groups[0].planes

    left = past_fighters(state, "a-1", "b1")
    told = {
        count: expected(left, {0: [Fraction(each == count) for each in range(planes[0] + 1)]})
        for count in range(planes[0] + 1)
    }
    assert sum(told.values()) == 1
    thrown = probabilities_of(every_throw(met, groups=len(planes)))
    assert {count: chance for count, chance in told.items() if chance} == thrown


@pytest.mark.parametrize(("planes", "dice"), [(3, 2), (1, 3), (2, 0)])
def test_planes_past_guns_are_those_of_every_throw(planes: int, dice: int) -> None:
    table = raid(planes, defence=8 * dice or 1, type="CA" if dice else "SS")
    state = in_air(table.state, "a", [Strike(("a1",), (AttackGroup("b1", planes),))])
    shots = shots_of_all(state, "b")[("a-1", 0)]
    fire = [AntiAircraft(key, 0) for key in ("b1", "b2")]

    def met(thrown: Any) -> int:
        adjudication = Adjudication(SETTERS, state, thrown)
        air_defence.fire(adjudication, "b", "a-1", fire)
        return adjudication.state.strikes["a-1"].groups[0].planes

    counted = probabilities_of(every_throw(met))
    for count in range(planes + 1):
        worth = [Fraction(each == count) for each in range(planes + 1)]
        assert past_guns(worth, shots)[planes] == counted.get(count, Fraction(0))


@pytest.mark.parametrize("answer", ["penalty", "literal"])
@pytest.mark.parametrize(("planes", "status"), [(1, {}), (2, {"fires": 3}), (2, {"evading": True})])
def test_what_planes_do_is_what_every_throw_does(
    planes: int, status: dict[str, Any], answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(air_strike_odds_parts, "groups_in_reach", lambda *_: ())
    options = {"evasive_torpedo": answer}
    table = raid(planes, options=options, armour=6, guns=[(1, 3)])
    table.set("b1", guns_lost=(1,), **status)
    table.set("b2", sunk=1)
    state = in_air(table.state, "a", [Strike(("a1",), (AttackGroup("b1", planes),))])

    def attacked(dice: Any) -> str:
        adjudication = Adjudication(SETTERS, state, dice)
        air_attacks.attack(adjudication, "a-1")
        return befell(adjudication)

    counted = probabilities_of(every_throw(attacked))
    target = only(table, whole())
    assert (target.sunk, target.damaged, target.unhurt) == tuple(
        counted.get(outcome, Fraction(0)) for outcome in (SUNK, HURT, UNHURT)
    )


@pytest.mark.parametrize(("count", "added"), [(1, -3), (2, -1), (6, -3), (19, 0), (19, -3)])
def test_a_bomb_one_too_high_floods(count: int, added: int) -> None:
    each = shell(11, 4, tie_burns=True)
    fates = bombs(count, added, numbers_of_hits(count, added), each)
    one_too_high = [face for face in range(2, 21) if face + added == count + 1]
    sure = bombs(count, added + 40, numbers_of_hits(count, added + 40), each)
    assert sure.unhurt == sum(
        chance * each.unhurt**hits for hits, chance in enumerate(numbers_of_hits(count, added + 40))
    )
    without = sum(chance * each.unhurt**hits for hits, chance in enumerate(numbers_of_hits(count, added)))
    assert fates.unhurt == without - Fraction(len(one_too_high), 20)


# --- against battles -------------------------------------------------------------------------------------


def flown(table: Table, order: PlanStrikes, seed: str) -> Counter[str]:
    """What `decide` makes of an order, and of every ship's fire at the first group, with dice of a seed."""
    outcomes: Counter[str] = Counter()
    table.state.stage, table.state.called, table.state.initiative = Stage("air", "both"), ("a", "b"), "a"
    guns = tuple(AntiAircraftShot(key, "a-1/0") for key in ("b1", "b2"))
    for number in range(900):
        dice = SeededDice(sha256(f"{seed}/{number}".encode()).digest())
        adjudication = Adjudication(SETTERS, table.state, dice)
        decide(adjudication, Given("a", order))
        decide(adjudication, Given("b", PlanStrikes()))
        decide(adjudication, Given("b", FireAntiAircraft(guns)))
        outcomes[befell(adjudication)] += 1
    return outcomes


@pytest.mark.parametrize(
    ("planes", "air", "armour", "options"),
    [
        (30, 20, 4, {}),
        (18, 10, 2, {"fighter_odds": "left"}),
        (40, 9, 6, {"evader_torpedo_hits": "turn", "evasive_torpedo": "literal"}),
    ],
)
def test_many_strikes_do_what_the_odds_foretell(
    planes: int, air: int, armour: int, options: dict[str, str]
) -> None:
    table = raid(planes, enemy_air=air, options=options, armour=armour)
    table.set("b1", evading="evasive_torpedo" in options)
    target = only(table, whole())
    outcomes = flown(table, whole(), f"strikes/{planes}")
    total = outcomes.total()
    for outcome, chance in ((SUNK, target.sunk), (HURT, target.damaged), (UNHURT, target.unhurt)):
        spread = (chance * (1 - chance) / total) ** Fraction(1, 2)
        assert abs(float(Fraction(outcomes[outcome], total) - chance)) <= 4 * float(spread) + 0.001, outcome


# --- orders ----------------------------------------------------------------------------------------------


def test_strikes_at_one_target_count_together_and_guns_are_shared() -> None:
    ships = {"a1": ship("CV", air=8, hexes=1), "a2": ship("CV", air=9, hexes=1)}
    table = a_battle(
        ships, {"b1": ship("CA", defence=16, hexes=1)}, at={"a1": "0505", "a2": "0506", "b1": "2020"}
    )
    both = PlanStrikes((CarrierStrike("a1", "b1"), CarrierStrike("a2", "b1")))
    state = in_air(
        table.state, "a", [Strike((key,), (AttackGroup("b1", air),)) for key, air in (("a1", 8), ("a2", 9))]
    )
    assert list(shots_of_all(state, "b")) == [("a-2", 0)]
    one, two = (only(table, PlanStrikes((each,))) for each in both.carriers)
    together = only(table, both)
    assert together.unhurt < min(one.unhurt, two.unhurt)
    assert together.unhurt < one.unhurt * two.unhurt
    assert len(together.workings) == 2


def test_groups_at_several_targets_have_odds_each() -> None:
    table = raid(24, enemy_air=8)
    order = PlanStrikes(strikes=(Strike(("a1",), (AttackGroup("b2", 8), AttackGroup("b1", 16))),))
    (first,), (second,) = odds(table.state, Given("a", order))
    assert (first.ship, second.ship) == ("b2", "b1")
    lines = preview(table.state, Given("a", order)).lines
    assert [line.text for line in lines] == [
        "Eight planes of A1 fly against B2.",
        "16 planes of A1 fly against B1.",
    ]
    assert [line.odds for line in lines] == [(first,), (second,)]


def test_too_many_groups_have_no_odds_and_are_previewed_without() -> None:
    table = raid(60, enemy_air=40)
    order = PlanStrikes(strikes=(Strike(("a1",), (AttackGroup("b1", 10),) * 6),))
    assert odds(table.state, Given("a", order)) == ()
    told = preview(table.state, Given("a", order))
    assert not any(line.odds for line in told.lines)


def test_fighters_and_guns_make_strikes_less_likely_to_hurt() -> None:
    chances = [only(raid(20, enemy_air=air), whole()).unhurt for air in (0, 8, 24)]
    assert chances == sorted(chances)
    assert len(set(chances)) == len(chances)
    assert only(raid(20, defence=40), whole()).unhurt > only(raid(20), whole()).unhurt


def test_strikes_that_may_not_be_flown_are_refused_and_others_have_odds() -> None:
    table = raid(8)
    with pytest.raises(IllegalOrder):
        odds(table.state, Given("a", PlanStrikes((CarrierStrike("b2", "b1"),))))
    (line,) = preview(table.state, Given("a", whole())).lines
    assert [warned.rule for warned in line.warnings] == ["ES-14", "ES-16"]
    assert odds(table.state, Given("a", PlanStrikes())) == ()
