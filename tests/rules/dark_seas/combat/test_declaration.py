"""Declaring attacks (§14c.ii, §18a–e, §18k, DS-R19, DS-R25): what is refused, what the form offers."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, OrderForm, Rows, Several
from darkseas.engine.serialization.codec import read
from darkseas.rules.dark_seas.combat import declaration
from darkseas.rules.dark_seas.model.events import AttacksDeclared, ConfinementLifted
from darkseas.rules.dark_seas.model.orders import Attack, DeclareAttacks, DeclareSightings, Mount
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.attacks import an_attack, in_sight, random_battle, sticker
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_side,
    a_state,
    an_adjudication,
    audience_of,
    events,
    group,
    single,
    view_after,
    view_of,
)


def battle(training: int = 4, **scenario: Any) -> State:
    """A US task group with ijn-1 beside it and ijn-2 two hexes off, both in sight; usn-2 sees nobody."""
    usn = a_side(
        "usn",
        sticker("helena", "D 14-6-2-1 / 3C R1"),
        sticker("laffey", "D 5-1, T 2-1 / 1D"),
        sticker("fletcher", "D 5-1, T 4-1R / 1D"),
        training=training,
    )
    ijn = a_side(
        "ijn",
        sticker("kako", "C 5-3-2-1, T 5-3-1R / 2C"),
        sticker("yunagi", "D 3-1, T 5-1R* / 1D"),
        sticker("sado", "/ 2M"),
        training=3,
        confined_to=scenario.pop("confined_to", ""),
    )
    rules: dict[str, Any] = {"visibility": 3, "areas": {"bay": ["0705"]}} | scenario
    state = a_state(
        a_scenario(usn, ijn, **rules),
        group("usn-1", "0505", "helena", "laffey"),
        single("usn-2", "0404", "fletcher"),
        group("ijn-1", "0605", "kako", "yunagi"),
        group("ijn-2", "0705", "sado"),
        turn=3,
    )
    return in_sight(state, {"usn-1": ["ijn-1", "ijn-2"], "ijn-1": ["usn-1"]})


def attack(state: State, target: str, *mounts: str, block: str = "usn-1", **aim: Any) -> Attack:
    return an_attack(state.scenario, block, target, *mounts, **aim)


def refusal(state: State, *declared: Attack, side: str = "usn") -> tuple[str, str]:
    """The rule and the field by which a declaration is refused, alike by view and by whole state."""
    order = DeclareAttacks(declared)
    with pytest.raises(IllegalOrder) as by_view:
        declaration.check(view_of(state, side), side, order)
    adjudication = an_adjudication(state)
    with pytest.raises(IllegalOrder) as by_state:
        declaration.declare(adjudication, side, order)
    assert adjudication.facts == []
    assert (by_view.value.reason, by_view.value.field) == (by_state.value.reason, by_state.value.field)
    assert by_view.value.field.startswith("blanks.attacks.")
    return by_view.value.rule, by_view.value.field.removeprefix("blanks.attacks.")


def accept(state: State, *declared: Attack, side: str = "usn") -> None:
    declaration.check(view_of(state, side), side, DeclareAttacks(declared))


# --- who may attack whom -------------------------------------------------------------------------


def test_block_attacks_what_it_has_sighted() -> None:
    state = battle()
    accept(state, attack(state, "0605", "laffey D", "laffey T"), attack(state, "0705", "helena D"))


@pytest.mark.parametrize("block", ["ijn-1", "usn-9"])
def test_only_own_blocks_attack(block: str) -> None:
    state = battle()
    assert refusal(state, attack(state, "0605", "helena D", block=block)) == ("DS-R19", "0.block")


def test_block_still_to_enter_does_not_attack() -> None:
    state = battle()
    state.blocks["usn-1"] = state.blocks["usn-1"]._replace(hex=None)
    assert refusal(state, attack(state, "0605", "helena D")) == ("§18a", "0.block")


def test_attack_on_what_another_block_sees_is_refused() -> None:
    state = battle()
    assert refusal(state, attack(state, "0605", "fletcher D", block="usn-2")) == ("§18a", "0.target")


def test_attack_into_an_empty_hex_is_refused() -> None:
    state = battle()
    assert refusal(state, attack(state, "0506", "helena D")) == ("§18a", "0.target")


def test_radar_contact_is_no_ground_for_an_attack() -> None:
    state = battle()
    state.sightings["usn-1"] = ("ijn-1",)
    state.contacts["usn-1"] = ("ijn-2",)
    assert refusal(state, attack(state, "0705", "helena D")) == ("§18a", "0.target")


def test_no_battery_reaches_beyond_three_hexes() -> None:
    state = battle()
    state.blocks["ijn-2"] = state.blocks["ijn-2"]._replace(hex=Hex(9, 5))
    assert refusal(state, attack(state, "0905", "helena D")) == ("§5", "0.target")


def test_land_in_between_blocks_fire() -> None:
    state = battle(land=["0605"])
    assert refusal(state, attack(state, "0705", "helena D")) == ("§18b", "0.target")


def test_night_smoke_in_between_blocks_fire_and_around_the_target_does_not() -> None:
    state = battle()
    state.smoke[Hex(6, 5)] = ("ijn",)
    assert refusal(state, attack(state, "0705", "helena D")) == ("§18b", "0.target")
    accept(state, attack(state, "0605", "helena D"))


# --- with what -----------------------------------------------------------------------------------


def test_an_attack_needs_a_battery() -> None:
    state = battle()
    assert refusal(state, attack(state, "0605")) == ("DS-R19", "0.mounts")


def test_batteries_are_of_ships_in_the_block() -> None:
    state = battle()
    assert refusal(state, attack(state, "0605", "helena D", "fletcher D")) == ("DS-R19", "0.mounts.1.ship")
    assert refusal(state, attack(state, "0605", "kako C")) == ("DS-R19", "0.mounts.0.ship")


def test_sunk_ship_is_in_no_block() -> None:
    state = battle()
    state.ship_status["helena"] = state.ship_status["helena"]._replace(sunk=2)
    assert refusal(state, attack(state, "0605", "helena D")) == ("DS-R19", "0.mounts.0.ship")


@pytest.mark.parametrize("place", [-1, 1])
def test_batteries_are_counted_from_0(place: int) -> None:
    wrong = Attack("usn-1", Hex(6, 5), (Mount("helena", place),))
    assert refusal(battle(), wrong) == ("§5", "0.mounts.0.battery")


def test_damaged_ship_may_not_attack() -> None:
    state = battle()
    state.ship_status["helena"] = state.ship_status["helena"]._replace(damaged=True)
    assert refusal(state, attack(state, "0605", "laffey D", "helena D")) == ("DS-R25", "0.mounts.1")


def test_battery_without_a_factor_at_the_range_may_not_join() -> None:
    state = battle()
    assert refusal(state, attack(state, "0705", "helena D", "laffey D")) == ("§5", "0.mounts.1")


def test_battery_attacks_once_a_turn() -> None:
    state = battle()
    twice = attack(state, "0605", "helena D", "helena D")
    assert refusal(state, twice) == ("§18d", "0.mounts.1")
    again = (attack(state, "0605", "helena D"), attack(state, "0705", "helena D"))
    assert refusal(state, *again) == ("§18d", "1.mounts.0")


def test_batteries_of_one_ship_may_go_different_ways() -> None:
    state = battle()
    accept(state, attack(state, "0605", "laffey D"), attack(state, "0605", "laffey T"))


def test_torpedoes_are_used_once() -> None:
    state = battle()
    state.ship_status["laffey"] = state.ship_status["laffey"]._replace(salvoes=1, loaded=False)
    assert refusal(state, attack(state, "0605", "laffey T")) == ("§18k.i", "0.mounts.0")
    accept(state, attack(state, "0605", "laffey D"))


def test_reloadable_torpedoes_wait_for_their_second_set() -> None:
    state = battle()
    state.ship_status["kako"] = state.ship_status["kako"]._replace(salvoes=1, loaded=False)
    fire = attack(state, "0505", "kako T", block="ijn-1")
    assert refusal(state, fire, side="ijn") == ("§18k.ii", "0.mounts.0")
    state.ship_status["kako"] = state.ship_status["kako"]._replace(loaded=True)
    accept(state, fire, side="ijn")


def test_of_two_tubes_without_reloads_a_second_salvo_is_refused() -> None:
    ratings = sticker("odd", "T 3-3, T 4-4R / 1D")
    side, enemy = a_side("usn", ratings), a_side("ijn", sticker("kako", "/ 2C"))
    state = in_sight(
        a_state(a_scenario(side, enemy), group("usn-1", "0505", "odd"), group("ijn-1", "0505", "kako"))
    )
    state.ship_status["odd"] = state.ship_status["odd"]._replace(salvoes=1, loaded=True)
    accept(state, Attack("usn-1", Hex(5, 5), (Mount("odd", 1),)))
    assert refusal(state, Attack("usn-1", Hex(5, 5), (Mount("odd", 0),))) == ("§18k.i", "0.mounts.0")


# --- aimed at what -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("training", "target", "classes"),
    [(4, "0505", "D"), (5, "0605", "ABC"), (6, "0505", "C"), (3, "0605", "ABCD"), (2, "0505", "ABCDM")],
)
def test_groups_that_can_be_told_apart_at_the_range(training: int, target: str, classes: str) -> None:
    state = battle(training)
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(hex=Hex(int(target[:2]), int(target[2:])))
    state = in_sight(state, {"usn-1": ["ijn-1"]})
    if training == 2:
        assert refusal(state, attack(state, target, "helena D", classes=classes)) == ("§18g", "0.classes")
    else:
        accept(state, attack(state, target, "helena D", classes=classes))


@pytest.mark.parametrize("classes", ["D", "C", "AB", "CAB", "X", "DM"])
def test_groups_that_cannot_be_told_apart_are_refused(classes: str) -> None:
    state = battle(training=3)
    assert refusal(state, attack(state, "0605", "helena D", classes=classes)) == ("§18g", "0.classes")


def test_daylight_tells_more_apart() -> None:
    state = in_sight(battle(training=4, light="day"), {"usn-1": ["ijn-1"]})
    accept(state, attack(state, "0605", "helena D", classes="ABC", keep_out=True))
    assert refusal(battle(4), attack(state, "0605", "helena D", classes="ABC")) == ("§18g", "0.classes")


def test_group_of_which_nothing_was_reported_is_refused() -> None:
    state = battle(training=4)
    assert refusal(state, attack(state, "0605", "helena D", classes="M")) == ("DS-R20", "0.classes")
    accept(state, attack(state, "0705", "helena D", classes="M"))


def test_keeping_out_needs_an_asterisk_at_the_range() -> None:
    state = battle(training=6)
    accept(state, attack(state, "0605", "helena D", keep_out=True))
    assert refusal(state, attack(state, "0705", "helena D", keep_out=True)) == ("DS-R20", "0.keep_out")


def test_ship_by_ship_only_those_fire_that_see_the_enemy_themselves() -> None:
    """With training 4, die 3 and range 1 only Helena's radar lifts the sum over 6."""
    state = battle(training=4, ship_by_ship=True)
    state = sight_ship_by_ship(state, die=3)
    accept(state, attack(state, "0605", "helena D"))
    assert refusal(state, attack(state, "0605", "helena D", "laffey D")) == ("§18c", "0.mounts")
    assert mounts_offered(declaration.form(view_of(state, "usn"), "usn")) == [("0605", ["helena"])]


def test_ship_by_ship_the_form_offers_groups_of_blocks_that_all_can_attack() -> None:
    """All make out Kako's block, which moved; only Helena's radar makes out the merchantman's."""
    state = battle(training=4, ship_by_ship=True)
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(moved=2)
    state.blocks["ijn-2"] = state.blocks["ijn-2"]._replace(hex=Hex(6, 5))
    state = sight_ship_by_ship(state, die=3)
    assert state.sightings["usn-1"] == ("ijn-1", "ijn-2")
    (row,) = rows_of(declaration.form(view_of(state, "usn"), "usn"))
    assert [mount["ship"] for mount in row["mounts"].values] == ["helena", "laffey", "laffey"]
    assert row["classes"].values == ("", "ABCD")


def sight_ship_by_ship(state: State, die: int) -> State:
    state = state.copy()
    state.sightings, state.reports = {}, {}
    adjudication = an_adjudication(state, die, 1)
    phase.begin(adjudication)
    for side in adjudication.state.called:
        phase.declare(adjudication, side, DeclareSightings())
    phase.announce(adjudication)
    return adjudication.state


# --- the form ------------------------------------------------------------------------------------


def rows_of(form: OrderForm) -> list[dict[str, Any]]:
    (lines,) = form.blanks
    assert isinstance(lines, Rows)
    assert (lines.name, lines.least, lines.once) == ("attacks", 0, "mounts")
    return [{blank.name: blank for blank in row} for row in lines.rows]


def mounts_offered(form: OrderForm) -> list[tuple[str, list[str]]]:
    return [(row["target"].value, [m["ship"] for m in row["mounts"].values]) for row in rows_of(form)]


def test_form_has_a_line_for_each_block_and_hex_in_reach() -> None:
    form = declaration.form(view_of(battle(), "usn"), "usn")
    assert (form.order, form.rule, form.pressing) == ("dark_seas.declare_attacks", "§14c.ii", True)
    near, far = rows_of(form)
    assert near["block"] == Fixed("block", "usn-1", "piece")
    assert mounts_offered(form) == [("0605", ["helena", "laffey", "laffey"]), ("0705", ["helena"])]
    assert near["mounts"].least == 1
    assert near["together"] == Choice("together", "Guns and torpedoes at one ship", (True, False))
    assert "together" not in far


@pytest.mark.parametrize(
    ("training", "near", "keeps_out"),
    [(1, None, False), (3, ("", "ABCD"), False), (5, ("", "D", "ABC"), False), (6, ("", "D", "ABC"), True)],
)
def test_form_offers_groups_reported_and_keeping_out(
    training: int, near: tuple[str, ...] | None, keeps_out: bool
) -> None:
    row = rows_of(declaration.form(view_of(battle(training), "usn"), "usn"))[0]
    assert (row["classes"].values if "classes" in row else None) == near
    assert ("keep_out" in row) == keeps_out


def test_form_without_a_line_says_what_keeps_each_block_from_firing() -> None:
    state = battle()
    assert declaration.form(view_of(state, "usn"), "usn").because == declaration.MAY_ATTACK
    for ship in ("helena", "laffey"):
        state.ship_status[ship] = state.ship_status[ship]._replace(damaged=True)
    assert declaration.form(view_of(state, "usn"), "usn").because == (
        "None of your blocks can fire: TG usn-1 has sighted an enemy, but is damaged, "
        "and damaged ships do not fire."
    )
    state.sightings = {}
    assert "has sighted an enemy, so" in declaration.form(view_of(state, "usn"), "usn").because


def test_form_leaves_out_damaged_ships_and_empty_tubes() -> None:
    state = battle()
    state.ship_status["helena"] = state.ship_status["helena"]._replace(damaged=True)
    state.ship_status["laffey"] = state.ship_status["laffey"]._replace(salvoes=1, loaded=False)
    (row,) = rows_of(declaration.form(view_of(state, "usn"), "usn"))
    assert row["mounts"] == Several(
        "mounts", "Batteries", ({"ship": "laffey", "battery": 0},), 1, subject="mount"
    )


def test_side_that_can_attack_nobody_gets_an_empty_form() -> None:
    state = battle()
    state.sightings = {}
    assert rows_of(declaration.form(view_of(state, "usn"), "usn")) == []


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**40))
def test_every_filling_of_the_form_is_legal(seed: int) -> None:
    state = random_battle(seed)
    chooser = Chooser(seed.to_bytes(9, "big"))
    for side in state.scenario.sides:
        view = view_of(state, side)
        form = declaration.form(view, side)
        _, blanks = random_order((form,), chooser)
        order = read(DeclareAttacks, blanks)
        declaration.check(view, side, order)
        declaration.check(state, side, order)


# --- the declaration -----------------------------------------------------------------------------


def test_declaration_is_open_and_kept_in_order() -> None:
    state = battle()
    adjudication = an_adjudication(state)
    order = (attack(state, "0605", "laffey D"), attack(state, "0605", "laffey T"))
    declaration.declare(adjudication, "usn", DeclareAttacks(order))
    assert events(adjudication, AttacksDeclared) == [AttacksDeclared("usn", order, "§14c.ii")]
    assert audience_of(adjudication, AttacksDeclared) == [EVERYONE]
    assert adjudication.state.attacks == {"usn": order}


def test_no_attack_is_on_record_too() -> None:
    state = battle(confined_to="bay")
    state.contact_made["ijn"] = False
    adjudication = an_adjudication(state)
    declaration.declare(adjudication, "usn", DeclareAttacks())
    assert events(adjudication, AttacksDeclared) == [AttacksDeclared("usn", (), "§14c.ii")]
    assert events(adjudication, ConfinementLifted) == []


def test_first_attack_frees_a_confined_enemy() -> None:
    state = battle(confined_to="bay")
    state.contact_made["ijn"] = False
    adjudication = an_adjudication(state)
    declaration.declare(adjudication, "usn", DeclareAttacks((attack(state, "0605", "helena D"),)))
    assert events(adjudication, ConfinementLifted) == [ConfinementLifted("ijn", "bay", "attacked")]


def test_sealed_attacks_stay_with_their_giver_until_revealed() -> None:
    state = battle(confined_to="bay")
    state.contact_made["ijn"] = False
    order = (attack(state, "0605", "helena D"),)
    adjudication = an_adjudication(state)
    declaration.declare(adjudication, "usn", DeclareAttacks(order), audience=("usn",))
    assert view_after(state, adjudication, "ijn").attacks == {}
    assert view_after(state, adjudication, "usn").attacks == {"usn": order}
    assert events(adjudication, ConfinementLifted) == []
    declaration.reveal(adjudication, "usn")
    assert view_after(state, adjudication, "ijn").attacks == {"usn": order}
    assert len(events(adjudication, ConfinementLifted)) == 1


def test_revealing_a_side_that_did_not_declare_shows_no_attack() -> None:
    adjudication = an_adjudication(battle())
    declaration.reveal(adjudication, "ijn")
    assert events(adjudication, AttacksDeclared) == [AttacksDeclared("ijn", (), "§14c.ii")]
