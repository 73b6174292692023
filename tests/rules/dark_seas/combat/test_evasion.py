"""Evading (§17) and the smoke it leaves at night (§18l, DS-R28), sealed or at the table (DS-R29)."""

from collections.abc import Iterable

import pytest

from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import IllegalOrder, Several
from darkseas.rules.dark_seas.combat import evasion
from darkseas.rules.dark_seas.model.events import EvasionDeclared, SmokeMade
from darkseas.rules.dark_seas.model.orders import DeclareEvasion
from darkseas.rules.dark_seas.model.queries import is_evading
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.support.attacks import sticker
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


def battle(sightings: dict[str, Iterable[str]] | None = None) -> State:
    """Allied blocks of every class, one Japanese; `sightings` as held by the Allies."""
    allies = a_side(
        "allies",
        sticker("laffey", "D 5, T 2 / 1D"),
        sticker("boise", "D 14-6 / 3C"),
        sticker("washington", "B 14-13-10-6 / 6B"),
        sticker("enterprise", "D 4 / 3A"),
        sticker("zeilin", "/ 2M"),
        sticker("monssen", "D 5, T 2 / 1D"),
    )
    ijn = a_side("ijn", sticker("kako", "C 5-3-2-1 / 2C"))
    state = a_state(
        a_scenario(allies, ijn),
        group("allies-1", "0505", "laffey", "zeilin"),
        single("allies-2", "0505", "boise"),
        group("allies-3", "0605", "washington", "enterprise"),
        single("allies-4", "0705", "monssen"),
        group("ijn-1", "0606", "kako"),
        turn=4,
    )
    held = (
        {"allies-1": ["ijn-1"], "allies-2": ["ijn-1"], "allies-3": ["ijn-1"]}
        if sightings is None
        else sightings
    )
    state.sightings.update({key: tuple(targets) for key, targets in held.items()})
    return state


def test_form_offers_blocks_that_found_an_enemy_themselves() -> None:
    form = evasion.form(view_of(battle(), "allies"), "allies")
    (blocks,) = form.blanks
    assert form.order == "dark_seas.declare_evasion"
    assert isinstance(blocks, Several)
    assert (blocks.name, blocks.values, blocks.least) == ("blocks", ("allies-1", "allies-2", "allies-3"), 0)


def test_form_is_still_given_when_nobody_may_evade() -> None:
    (blocks,) = evasion.form(view_of(battle({}), "allies"), "allies").blanks
    assert isinstance(blocks, Several)
    assert blocks.values == ()


def test_spotting_by_another_block_is_not_enough() -> None:
    adjudication = an_adjudication(battle())
    with pytest.raises(IllegalOrder) as refusal:
        evasion.declare(adjudication, "allies", DeclareEvasion(("allies-1", "allies-4")))
    assert (refusal.value.rule, refusal.value.field) == ("§17f", "blanks.blocks.1")
    assert adjudication.facts == []


def test_radar_contact_is_enough() -> None:
    state = battle({})
    state.contacts["allies-4"] = ("ijn-1",)
    adjudication = an_adjudication(state)
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-4",)))
    assert adjudication.state.blocks["allies-4"].evading


@pytest.mark.parametrize("named", [("ijn-1",), ("nothing",), ("allies-1", "allies-1")])
def test_only_own_blocks_each_named_once(named: tuple[str, ...]) -> None:
    with pytest.raises(IllegalOrder) as refusal:
        evasion.declare(an_adjudication(battle()), "allies", DeclareEvasion(named))
    assert refusal.value.rule == "§17"
    assert refusal.value.field == f"blanks.blocks.{len(named) - 1}"


def test_block_of_merchantmen_may_not_evade() -> None:
    state = battle({"allies-1": ["ijn-1"]})
    state.ship_status["laffey"] = state.ship_status["laffey"]._replace(sunk=3)
    with pytest.raises(IllegalOrder, match="spotted an enemy"):
        evasion.declare(an_adjudication(state), "allies", DeclareEvasion(("allies-1",)))


def test_all_ships_of_a_block_evade_but_merchantmen() -> None:
    adjudication = an_adjudication(battle())
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-1",)))
    ships = adjudication.state.scenario.ships
    assert is_evading(adjudication.state, ships["laffey"], "allies-1")
    assert not is_evading(adjudication.state, ships["zeilin"], "allies-1")


def test_declaration_marks_the_blocks_and_the_turn() -> None:
    adjudication = an_adjudication(battle())
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-2", "allies-3")))
    assert events(adjudication, EvasionDeclared) == [
        EvasionDeclared("allies", ("allies-2", "allies-3"), "§14c.i")
    ]
    assert audience_of(adjudication, EvasionDeclared) == [EVERYONE]
    assert [key for key, block in adjudication.state.blocks.items() if block.evading] == [
        "allies-2",
        "allies-3",
    ]
    assert adjudication.state.blocks["allies-2"].evaded == 4
    assert adjudication.state.blocks["allies-1"].evaded == 0


def test_nobody_evading_is_on_record_too() -> None:
    adjudication = an_adjudication(battle())
    evasion.declare(adjudication, "allies", DeclareEvasion())
    assert [type(fact.event) for fact in adjudication.facts] == [EvasionDeclared]
    assert adjudication.state.evaders == {"allies": ()}


def test_evading_cruisers_and_destroyers_lay_smoke_once_a_hex() -> None:
    adjudication = an_adjudication(battle())
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-1", "allies-2")))
    assert events(adjudication, SmokeMade) == [SmokeMade("allies", (parse_label("0505"),), "§18l")]
    assert adjudication.state.smoke == {parse_label("0505"): ("allies",)}


def test_battleships_and_carriers_lay_no_smoke() -> None:
    adjudication = an_adjudication(battle())
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-3",)))
    assert events(adjudication, SmokeMade) == []


def test_damaged_ship_may_evade_and_lays_smoke() -> None:
    state = battle()
    state.ship_status["boise"] = state.ship_status["boise"]._replace(damaged=True)
    adjudication = an_adjudication(state)
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-2",)))
    assert list(adjudication.state.smoke) == [parse_label("0505")]


def test_sealed_declaration_stays_with_its_giver() -> None:
    state = battle()
    adjudication = an_adjudication(state)
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-1",)), audience=("allies",))
    assert audience_of(adjudication, EvasionDeclared) == [("allies",)]
    assert events(adjudication, SmokeMade) == []
    assert not view_after(state, adjudication, "ijn").blocks["allies-1"].evading
    assert view_after(state, adjudication, "allies").blocks["allies-1"].evading


def test_revealing_tells_everybody_and_lays_the_smoke() -> None:
    state = battle()
    adjudication = an_adjudication(state)
    evasion.declare(adjudication, "allies", DeclareEvasion(("allies-1",)), audience=("allies",))
    evasion.reveal(adjudication, "allies")
    assert events(adjudication, EvasionDeclared, "ijn") == [
        EvasionDeclared("allies", ("allies-1",), "§14c.i")
    ]
    assert view_after(state, adjudication, "ijn").smoke == {parse_label("0505"): ("allies",)}
    assert view_after(state, adjudication, "ijn").blocks["allies-1"].evading


def test_revealing_a_side_that_did_not_declare_shows_nothing_evading() -> None:
    adjudication = an_adjudication(battle())
    evasion.reveal(adjudication, "ijn")
    assert events(adjudication, EvasionDeclared) == [EvasionDeclared("ijn", (), "§14c.i")]
