"""Values of forms in words: every value of every form that battles bring, and some told exactly."""

from collections.abc import Iterator

import pytest

from darkseas.engine.orders import Blank, Cell, Choice, Course, Fixed, Given, Number, OrderForm, Rows, Several
from darkseas.engine.presentation.words import percent
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.stages.stage import Stage
from darkseas.rules.easyships.model.orders import (
    AttackGroup,
    FireGuns,
    GunFire,
    LaunchTorpedoes,
    TorpedoFire,
)
from darkseas.rules.easyships.model.state import StrikeInAir
from darkseas.rules.easyships.odds.attack_odds import odds
from darkseas.rules.easyships.order_guidance.values import words
from darkseas.rules.easyships.turn.combat_forms import rows_of
from darkseas.rules.easyships.turn.damage_forms import repair_rows
from darkseas.rules.easyships.turn.decide import legal_orders
from darkseas.rules.easyships.turn.phases import GUNNERY, TORPEDOES
from tests.rules.easyships.companion.test_coverage import RULE_IDS
from tests.rules.easyships.support import a_battle, ship
from tests.rules.easyships.turn.random_battles import SCENARIOS, fought


def cells(form: OrderForm) -> Iterator[Cell]:
    """Every blank of a form, those in lines too."""
    for blank in form.blanks:
        yield from _within(blank)


def _within(blank: Blank) -> Iterator[Cell]:
    if isinstance(blank, Rows):
        yield from (cell for row in blank.rows for cell in row)
    elif isinstance(blank, Choice | Several | Number | Fixed | Course):
        yield blank


def values_of(cell: Cell) -> list[Json]:
    """Some values of a blank."""
    if isinstance(cell, Choice | Several):
        return list(cell.values[:3])
    if isinstance(cell, Number):
        return [cell.least]
    return [cell.value] if isinstance(cell, Fixed) else [list(cell.path_to(cell.reach[-1]))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_value_has_words_and_a_rule_that_there_is(scenario: str) -> None:
    named = 0
    for number, moment in enumerate(fought(SCENARIOS[scenario](), f"{scenario}/words")):
        for side, view in moment.views.items() if number % 5 == 0 else ():
            for form in legal_orders(view, side):
                for cell in cells(form):
                    for value in values_of(cell):
                        said = words(view, side, cell, value)
                        assert said.short
                        assert said.rule in ("", *RULE_IDS)
                        named += bool(said.help)
    assert named


@pytest.mark.parametrize(
    ("stage", "cell", "short"),
    [
        ("gunnery-both", Fixed("battery", 1, "mount"), "Secondary guns"),
        ("move-1", Fixed("depth", 1), "A level deeper"),
        ("move-2", Fixed("depth", -1), "A level up"),
        ("depth-charges-both", Fixed("depth", 3), "Deep"),
        ("move-1", Fixed("smoke", "funnel"), "Funnel smoke"),
        ("move-1", Fixed("smoke", "chemical"), "Chemical smoke"),
        ("damage-both", Fixed("area", "speed"), "Engines"),
        ("deploy-1", Fixed("facing", 1), "Facing north-east"),
        ("deploy-1", Fixed("edge", "north", "edge"), "The north edge"),
        ("anti-aircraft-both", Fixed("group", "b-1/0"), "Nine planes at A1"),
        ("planes-both", Fixed("planes", 2), "two planes"),
        ("move-1", Fixed("way", "1010", "place"), "1010"),
        ("move-1", Fixed("something", 7), "7"),
    ],
)
def test_words_of_values(stage: str, cell: Fixed, short: str) -> None:
    table = a_battle({"a1": ship("CA", guns=[(9, 8), (8, 5)])}, {"b1": ship("CV", air=20)})
    table.state.stage = Stage.of(stage)
    table.state.strikes["b-1"] = StrikeInAir("b", ("b1",), 9, (AttackGroup("a1", 9),))
    assert words(table.state, "a", cell, cell.value).short == short


@pytest.mark.parametrize(
    ("area", "lost", "short", "help_text"),
    [
        ("fires", 1, "Two fires: one out 50 %, one more 17 %", "compulsory roll"),
        ("flooding", 1, "Flooding 2: less 33 %, more 17 %", "compulsory roll"),
        ("speed", 1, "Engines, one move lost: no die helps", "after 3 or more are lost; she has lost 1."),
        ("speed", 3, "Engines, three moves lost: one back 17 %", "after 3 or more are lost; she has lost 3."),
        ("speed", 4, "Engines, four moves lost: one back 33 %", "after 3 or more are lost; she has lost 4."),
    ],
)
def test_what_is_mended_says_how_it_stands_and_what_a_die_does(
    area: str, lost: int, short: str, help_text: str
) -> None:
    table = a_battle({"a1": ship("CA", moves=5)}, {"b1": ship()})
    table.set("a1", fires=2, flooding=2, moves_lost=lost)
    table.state.stage = Stage("damage", "both")
    said = words(table.state, "a", Choice("area", "Area to repair", (area,), about="a1"), area)
    assert said.short == short
    assert help_text in said.help


def test_the_form_of_damage_control_names_the_ship_of_each_line() -> None:
    """Each line's choices are told of its own ship."""
    table = a_battle({"a1": ship("CA"), "a2": ship("CA")}, {"b1": ship()})
    table.set("a1", fires=1)
    table.set("a2", fires=4)
    rows = list(repair_rows(table.state, "a"))
    told = [
        words(table.state, "a", cell, value).short
        for row in rows
        for cell in row
        if isinstance(cell, Choice)
        for value in cell.values
    ]
    assert told[0].startswith("One fire:")
    assert told[-1].startswith("Four fires:")


def test_a_ship_is_named_with_what_is_known_of_her() -> None:
    table = a_battle({"a1": ship("CA", guns=[(9, 8)])}, {"b1": ship()})
    table.set("a1", fires=2, evading=True)
    said = words(table.state, "b", Fixed("target", "a1", "piece"), "a1")
    assert (said.short, said.help, said.focus) == (
        "A1", "heavy cruiser; 9 × 8″; two fires; evading; 29 points", ("a1",),
    )  # fmt: skip


def test_targets_say_before_they_are_chosen_how_likely_they_are_hurt() -> None:
    """What is said beforehand is what the order's own odds say of it."""
    ours = {"a1": ship("CA", guns=[(9, 8), (8, 5)], torpedoes=4)}
    table = a_battle(ours, {"b1": ship("CA")}, at={"a1": "1010", "b1": "1410"})
    for kind, order in (
        (GUNNERY, FireGuns((GunFire("a1", 0, "b1"),))),
        (TORPEDOES, LaunchTorpedoes((TorpedoFire("a1", ("b1",)),))),
    ):
        cell = next(
            cell for cell in next(rows_of(table.state, "a", kind)) if cell.name in ("target", "targets")
        )
        ((lot,),) = odds(table.state, Given("a", order))
        said = words(table.state, "a", cell, "b1")
        assert (said.short, said.odds.split()[1:]) == ("B1", percent(1 - lot.unhurt).split())
        assert 0 < lot.unhurt < 1
