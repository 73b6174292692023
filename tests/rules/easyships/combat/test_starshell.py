"""Fire by starshell as a form asks for it (ES-X5)."""

from typing import Any

import pytest

from darkseas.engine.orders import IllegalOrder, Rows
from darkseas.rules.easyships.combat.gun_arithmetic import is_opening
from darkseas.rules.easyships.combat.gunnery import check, resolve
from darkseas.rules.easyships.combat.starshell import all_fire
from darkseas.rules.easyships.model.orders import FireGuns, GunFire, LitFire
from darkseas.rules.easyships.order_guidance.preview_combat import fire_guns
from darkseas.rules.easyships.turn.combat_forms import form
from darkseas.rules.easyships.turn.orders_due import called_for
from darkseas.rules.easyships.turn.phases import GUNNERY
from tests.rules.easyships.support import Table, a_battle, ship


def night(
    far: str = "1205", *, near: str = "0608", guns: Any = ((9, 8), (8, 5), (4, 4)), **rules: Any
) -> Table:
    """A cruiser at 0505 by night, whose searchlights reach four hexes; b1 near her, b2 further off."""
    own = {"a1": ship("CA", guns=list(guns), hexes=1), "a2": ship("DD", guns=[(4, 5)], hexes=1)}
    enemies = {"b1": ship("CL", hexes=1), "b2": ship("CL", hexes=1)}
    places = {"a1": "0505", "a2": "0530", "b1": near, "b2": far}
    sea = {"year": 1942, "night": True, "sight": 12, "searchlights": 4, **rules}
    return a_battle(own, enemies, at=places, sea=sea, options={"night": True})


def fires(table: Table, order: FireGuns) -> list[tuple[int, str, bool]]:
    """Battery, target and starshell of a1's fire, which has to be legal."""
    made = all_fire(table.state, "a", order)
    check(table.state, "a", made)
    return [(each.battery, each.target, each.starshell) for each in made]


def test_the_smallest_guns_that_reach_light_the_target_and_all_others_fire() -> None:
    order = FireGuns(lit=(LitFire("a1", "b2"),))
    assert fires(night("1005"), order) == [(0, "b2", False), (1, "b2", False), (2, "b2", True)]
    assert fires(night("1105"), order) == [(0, "b2", False), (1, "b2", True)]


def test_es_a49_starshell_counts_as_fire_at_its_target() -> None:
    """In the next turn the battery is not opening fire; a turn later it is again."""
    table = night("1105")
    order = FireGuns(lit=(LitFire("a1", "b2"),))
    fire = tuple(each for each in all_fire(table.state, "a", order) if each.starshell)
    assert is_opening(table.state, "a1", 1, "b2")
    table.play(resolve, "a", fire)
    for turn, opening in ((2, False), (3, True)):
        table.state.turn = turn
        assert is_opening(table.state, "a1", 1, "b2") is opening


def test_her_other_lines_do_not_count_then() -> None:
    order = FireGuns((GunFire("a1", 0, "b1"), GunFire("a1", 1, "b1")), (LitFire("a1", "b2"),))
    assert fires(night("1105"), order) == [(0, "b2", False), (1, "b2", True)]
    plain = FireGuns((GunFire("a1", 0, "b1"),))
    assert fires(night("1105"), plain) == [(0, "b1", False)]


@pytest.mark.parametrize(
    ("table", "order", "field"),
    [
        (night("1305"), LitFire("a1", "b2"), "target"),
        (night(guns=((9, 8),)), LitFire("a1", "b2"), "target"),
        (night(), LitFire("b1", "b2"), "ship"),
        (night(), LitFire("a1", "a2"), "target"),
        (night(sight=6), LitFire("a1", "b2"), "target"),
    ],
    ids=["only the largest reach", "one battery", "not hers", "a friend", "out of sight"],
)
def test_who_cannot_light_her_target_is_refused(table: Table, order: LitFire, field: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        all_fire(table.state, "a", FireGuns(lit=(order,)))
    assert refused.value.field == f"blanks.lit.0.{field}"


@pytest.mark.parametrize(
    ("table", "offered"),
    [
        (night("1105"), [("a1", ("b2",))]),
        (night("1305"), []),
        (night("1105", searchlights=0), []),
        (night("1105", near="0810"), [("a1", ("b1", "b2"))]),
    ],
)
def test_the_form_has_a_line_for_each_ship_that_may_light_somebody(table: Table, offered: Any) -> None:
    rows = {
        blank.name: blank.rows for blank in form(table.state, "a", GUNNERY).blanks if isinstance(blank, Rows)
    }
    made = [
        tuple(getattr(cell, "value", None) or getattr(cell, "values", ()) for cell in row)
        for row in rows.get("lit", ())
    ]
    assert made == offered
    assert set(rows) == ({"fire", "lit"} if offered else {"fire"})


def test_a_preview_tells_who_lights_and_who_fires() -> None:
    table = night("1105")
    lines = [
        (line.blank, line.text) for line in fire_guns(table.state, "a", FireGuns(lit=(LitFire("a1", "b2"),)))
    ]
    assert [blank for blank, _ in lines[:2]] == ["lit.0", "lit.0"]
    assert lines[0][1].startswith("The primary guns of A1: ")
    assert lines[1][1] == "The secondary guns of A1 light B2 with starshell."


def test_who_can_fire_by_starshell_alone_is_called() -> None:
    assert called_for(night("1105", near="2020").state, GUNNERY) == ("a",)
    assert called_for(night("1105", near="2020", searchlights=0, sight=4).state, GUNNERY) == ()
