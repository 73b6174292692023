"""What a scenario must bring: cards, fleets within their points, groups (FB-1, FB-7, FB-H1, FB-H10)."""

from typing import Any

import pytest

from darkseas.engine.scenario.options import Option
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, MapSpec, ScenarioSpec, ShipSpec
from darkseas.rules.fleet_battle.model.scenario import Options
from darkseas.rules.fleet_battle.scenario.author_advice import advice
from darkseas.rules.fleet_battle.scenario.checks import LIMITS
from darkseas.rules.fleet_battle.scenario.dropped_options import DROPPED
from darkseas.rules.fleet_battle.scenario.setup import OPTIONS, initial_state
from darkseas.rules.fleet_battle.tables.rules_tables import CARDS, HOUSE, PRINTED
from tests.rules.fleet_battle.support import a_side, a_spec

BB, DD, LC = "battleship", "destroyer", "light cruiser"
FULL = {"card": DD, "dice": "1d6", "defence": 4, "cost": 2}


def findings(spec: ScenarioSpec) -> dict[str, str]:
    """What is wrong with a scenario, by place."""
    with pytest.raises(BadScenario) as refused:
        initial_state(spec)
    return {finding.where: finding.text for finding in refused.value.findings}


def with_side(**rules: Any) -> ScenarioSpec:
    """Side A of a battleship and two destroyers, with these rules."""
    spec = a_spec({}, {"k1": BB})
    fleet = {"b1": BB, "d1": DD, "d2": DD}
    return ScenarioSpec(
        spec.key, spec.title, spec.system, (a_side("a", fleet, **rules), spec.sides[1]), options=spec.options
    )


# --- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", CARDS)
def test_card_without_its_unpublished_numbers_is_refused(card: str) -> None:
    """Section 9: no invented number hides; what is missing is named, with the remedy."""
    missing = {name for name in ("dice", "sides", "defence", "cost") if (card, name) not in PRINTED}
    places = {f"sides.a.ships.s1.ratings.{'dice' if name == 'sides' else name}" for name in missing}
    found = findings(a_spec({"s1": card}, {"k1": FULL}, options={"cards": "own"}))
    assert set(found) == places != set()
    for text in found.values():
        assert "enter it here" in text
        assert f"sea.cards.{card}" in text


def test_nothing_is_filled_in_unless_the_scenario_says_so() -> None:
    spec = a_spec({"s1": BB}, {"k1": BB})
    assert findings(ScenarioSpec(spec.key, spec.title, spec.system, spec.sides))


@pytest.mark.parametrize("card", CARDS)
def test_house_cards_fill_every_type(card: str) -> None:
    state = initial_state(a_spec({"s1": card}, {"k1": BB}))
    numbers = state.scenario.ships["s1"].card.numbers
    for name, number in numbers.items():
        printed = (card, name) in PRINTED
        assert number.origin == ("rulebook" if printed else "house")
        assert number.rule.startswith("FB-")


def test_house_numbers_never_replace_printed_ones() -> None:
    assert set(HOUSE) & set(PRINTED) == set()


def test_scenario_brings_its_own_cards_by_type_and_by_ship() -> None:
    sea = {"cards": {DD: {"dice": "2d6", "defence": 3, "cost": 1}}}
    spec = a_spec(
        {"d1": DD, "d2": {"card": DD, "defence": 5}}, {"k1": FULL}, sea=sea, options={"cards": "own"}
    )
    ships = initial_state(spec).scenario.ships
    assert [ships[key].card.number("defence") for key in ("d1", "d2")] == [3, 5]
    assert ships["d2"].card.dice == (2, 6)
    assert ships["d1"].card.numbers["defence"].origin == "scenario"
    assert ships["k1"].card.numbers["defence"].origin == "house"
    assert ships["k1"].card.numbers["sides"].origin == "rulebook"


@pytest.mark.parametrize(
    ("ratings", "where"),
    [
        ({**FULL, "card": "dreadnought"}, "ratings.card"),
        ({**FULL, "dice": "2d"}, "ratings.dice"),
        ({**FULL, "dice": 2}, "ratings.dice"),
        ({**FULL, "dice": "11d6"}, "ratings.dice"),
        ({**FULL, "dice": "1d1"}, "ratings.dice"),
        ({**FULL, "defence": 0}, "ratings.defence"),
        ({**FULL, "ceiling": 101}, "ratings.ceiling"),
        ({**FULL, "cost": -1}, "ratings.cost"),
        ({**FULL, "speed": 3}, "ratings.speed"),
    ],
)
def test_bad_card_is_refused_with_its_place(ratings: dict[str, int | str], where: str) -> None:
    assert f"sides.a.ships.s1.{where}" in findings(a_spec({"s1": ratings, "s2": FULL}, {"k1": FULL}))


@pytest.mark.parametrize(
    ("cards", "where"),
    [({"frigate": {}}, "sea.cards.frigate"), ({DD: {"dice": "x"}}, f"sea.cards.{DD}.dice")],
)
def test_bad_card_of_the_scenario_is_refused(cards: dict[str, dict[str, str]], where: str) -> None:
    assert where in findings(a_spec({"s1": FULL}, {"k1": FULL}, sea={"cards": cards}))


# --- fleets for points -----------------------------------------------------------------------------


def test_fleet_over_its_budget_names_place_and_remedy() -> None:
    """FB-H10."""
    found = findings(with_side(budget=12))
    assert found == {
        "sides.a.rules.budget": "The fleet costs 13 of 12 points: remove ships that cost 1 or more in all, "
        "such as D1 (2), or raise the budget."
    }


def test_fleet_far_over_its_budget_names_its_dearest_ship() -> None:
    assert "such as B1 (9)" in findings(with_side(budget=1))["sides.a.rules.budget"]


@pytest.mark.parametrize("rules", [{"budget": 13}, {"budget": 0}, {"max_per_type": {DD: 2, BB: 1}}])
def test_fleet_within_its_limits_is_taken(rules: dict[str, int | dict[str, int]]) -> None:
    assert initial_state(with_side(**rules)).scenario.sides["a"].ships == ("b1", "d1", "d2")


@pytest.mark.parametrize(
    ("rules", "where", "word"),
    [
        ({"max_per_type": {DD: 1}}, f"max_per_type.{DD}", "2 destroyers of at most 1: remove 1"),
        ({"max_per_type": {BB: 0}}, f"max_per_type.{BB}", "1 battleship of at most 0: remove 1"),
        ({"max_per_type": {"frigate": 1}}, "max_per_type.frigate", "no card"),
        ({"max_per_type": {DD: -1}}, f"max_per_type.{DD}", "0 or more"),
        ({"budget": -1}, "budget", "0 (no limit) or more"),
    ],
)
def test_fleet_beyond_its_limits_is_refused(
    rules: dict[str, int | dict[str, int]], where: str, word: str
) -> None:
    assert word in findings(with_side(**rules))[f"sides.a.rules.{where}"]


def test_ships_of_one_line_count_each() -> None:
    spec = a_spec({}, {"k1": BB})
    ship = ShipSpec("flower", "Flower", "Flower", "RN", "DD", FULL, count=3)
    side = a_side("a", {})
    side = type(side)(side.key, side.name, side.navies, (ship,), (), {"budget": 5})
    found = findings(
        ScenarioSpec(spec.key, spec.title, spec.system, (side, spec.sides[1]), options=spec.options)
    )
    assert "costs 6 of 5" in found["sides.a.rules.budget"]


# --- groups ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ships", "group", "word"),
    [
        (
            ("b1",),
            "carrier",
            "B1 is a battleship and cannot be in the carrier group: put her into the battle group",
        ),
        (("c1",), "battle", "put her into the carrier group"),
        (("u1",), "carrier", "put her into neither group"),
        (("zz",), "battle", "no ship “zz”"),
        (("d1", "d1"), "battle", "is already in a group"),
    ],
)
def test_group_that_a_ship_cannot_be_in_is_refused(ships: tuple[str, ...], group: str, word: str) -> None:
    fleet = {"b1": BB, "c1": "aircraft carrier", "u1": "u-boat", "d1": DD}
    spec = a_spec({}, {"k1": BB})
    side = a_side("a", fleet, (GroupSpec("g", "G", ships, {"group": group}),))
    found = findings(
        ScenarioSpec(spec.key, spec.title, spec.system, (side, spec.sides[1]), options=spec.options)
    )
    assert word in found["sides.a.groups.g"]


def test_fixed_groups_need_every_escort() -> None:
    with pytest.raises(BadScenario) as refused:
        initial_state(with_side(fixed_groups=True))
    texts = [finding.text for finding in refused.value.findings if finding.where == "sides.a.groups"]
    assert texts == [f"The groups are fixed, so put {name} into one of them." for name in ("D1", "D2")]


# --- the frame -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"map": MapSpec("m", "M", 3, 3)}, "map"),
        ({"aims": {"turn_limit": 201}}, "aims.turn_limit"),
        ({"aims": {"winner": "a"}}, "aims.winner"),
        ({"options": {"memory_turns": 9}}, "options.memory_turns"),
        ({"options": {"weather": "fair"}}, "options.weather"),
        ({"sea": {"light": "day"}}, "sea.light"),
    ],
)
def test_frame_is_refused_with_its_place(changes: dict[str, Any], where: str) -> None:
    assert where in findings(a_spec({"b1": BB}, {"k1": BB}, **changes))


def test_sides_are_two_with_ships() -> None:
    spec = a_spec({"b1": BB}, {"k1": BB})
    one = ScenarioSpec(spec.key, spec.title, spec.system, spec.sides[:1], options=spec.options)
    assert set(findings(one)) == {"sides"}
    assert set(findings(a_spec({}, {"k1": BB}))) == {"sides.a.ships"}


@pytest.mark.parametrize("key", ["Bismarck", "a/b", "-x", "x" * 61])
def test_key_that_no_die_can_be_named_by_is_refused(key: str) -> None:
    assert findings(a_spec({key: BB}, {"k1": BB})) != {}


def test_key_used_by_both_sides_is_refused() -> None:
    assert "sides.b.ships.b1" in findings(a_spec({"b1": BB}, {"b1": BB}))


def test_sides_need_keys_of_their_own() -> None:
    spec = a_spec({"b1": BB}, {"k1": BB})
    twice = (spec.sides[0], a_side("a", {"k1": BB}))
    found = findings(ScenarioSpec(spec.key, spec.title, spec.system, twice, options=spec.options))
    assert set(found) == {"sides.1.key"}


@pytest.mark.parametrize("name", LIMITS)
def test_number_is_taken_within_its_limits_alone(name: str) -> None:
    least, most = LIMITS[name]
    written = {"dice": "{}d6", "sides": "1d{}"}.get(name, "{}")
    field = "dice" if name == "sides" else name
    card = {**FULL, "card": "u-boat"}
    for value, is_right in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
        text = written.format(max(value, 0))
        ratings = {**card, field: text if field == "dice" else value}
        spec = a_spec({"s1": ratings}, {"k1": BB})
        if is_right:
            assert initial_state(spec).scenario.ships["s1"].card.number(name) == value
        else:
            assert set(findings(spec)) == {f"sides.a.ships.s1.ratings.{field}"}


def test_ships_of_one_line_are_numbered() -> None:
    spec = a_spec({}, {"k1": BB})
    ship = ShipSpec("flower", "Flower", "Flower", "RN", "DD", FULL, count=2)
    side = a_side("a", {})
    side = type(side)(side.key, side.name, side.navies, (ship,))
    state = initial_state(
        ScenarioSpec(spec.key, spec.title, spec.system, (side, spec.sides[1]), options=spec.options)
    )
    assert [(one.key, one.name, one.place) for one in state.scenario.ships.values()] == [
        ("flower-1", "Flower 1", 0), ("flower-2", "Flower 2", 1), ("k1", "K1", 2),
    ]  # fmt: skip


def with_lines(*counts: int) -> ScenarioSpec:
    """Side A of destroyers, so many in each line."""
    spec = a_spec({}, {"k1": BB})
    ships = tuple(
        ShipSpec(f"d{n}", "D", "D", "RN", "DD", FULL, count=count) for n, count in enumerate(counts)
    )
    side = a_side("a", {})
    side = type(side)(side.key, side.name, side.navies, ships)
    return ScenarioSpec(spec.key, spec.title, spec.system, (side, spec.sides[1]), options=spec.options)


def test_line_and_battle_have_a_most_of_ships() -> None:
    assert len(initial_state(with_lines(50, 50, 50, 49)).scenario.ships) == 200
    assert set(findings(with_lines(50, 50, 50, 50))) == {"sides.b.ships.k1.count", "sides.b.ships"}
    for count in (51, 0, -1):
        assert "sides.a.ships.d0.count" in findings(with_lines(count))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_option_has_its_default_and_every_value_is_taken(option: Option) -> None:
    assert getattr(Options(), option.key) == option.default
    assert option.default in option.values
    assert len({str(value) for value in option.values}) == len(option.values) > 1
    assert option.rule.startswith("FB-")
    for value in option.values:
        state = initial_state(a_spec({"b1": {**FULL, "card": BB}}, {"k1": FULL}, options={option.key: value}))
        assert getattr(state.scenario.options, option.key) == value


def test_options_of_earlier_releases_still_load_with_advice_for_another_value() -> None:
    for key, (value, rule) in DROPPED.items():
        for given, warned in ((value, []), ("another", [(f"options.{key}", rule)])):
            spec = a_spec({"b1": BB}, {"k1": BB}, options={key: given})
            assert initial_state(spec).scenario.options == Options("house")
            assert [(found.where, found.rule) for found in advice(spec)] == warned


def test_every_field_of_the_options_is_offered() -> None:
    assert {option.key for option in OPTIONS} == set(Options.__dataclass_fields__)


def test_battle_may_have_two_hundred_turns() -> None:
    spec = a_spec({"b1": BB}, {"k1": BB}, aims={"turn_limit": 200})
    assert initial_state(spec).scenario.aims.turn_limit == 200


def test_ship_that_costs_just_what_is_too_much_is_named() -> None:
    assert "such as D1 (2)" in findings(with_side(budget=11))["sides.a.rules.budget"]
