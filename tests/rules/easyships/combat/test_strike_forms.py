"""Strikes in groups as a form asks for them: wings, flights, and what they are flown as (ES-14)."""

from hashlib import sha256
from typing import Any

import pytest

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import OrderGiven
from darkseas.engine.orders import IllegalOrder, Rows, Several
from darkseas.engine.serialization.codec import read, write
from darkseas.rules.easyships.combat import air_strikes
from darkseas.rules.easyships.combat.strike_forms import flights_of, planned
from darkseas.rules.easyships.model.orders import (
    AttackGroup,
    CarrierStrike,
    FlightGroup,
    PlanStrikes,
    Strike,
)
from darkseas.rules.easyships.narration.orders import order_given
from darkseas.rules.easyships.order_guidance.preview_air import plan_strikes
from darkseas.rules.easyships.turn.combat_forms import forms
from darkseas.rules.easyships.turn.phases import AIR
from tests.rules.easyships.support import Table, a_battle, ship


def fleet(*air: int, at: tuple[str, ...] = (), **changes: Any) -> Table:
    """Carriers of side a by their planes, in a row within three hexes, and two targets far off."""
    own = {f"a{number}": ship("CV", air=planes, hexes=1) for number, planes in enumerate(air, 1)}
    places = {f"a{number}": f"05{3 * number:02}" for number in range(1, len(air) + 1)}
    places |= dict(zip(own, at, strict=False))
    enemies = {"b1": ship("CV", air=8, hexes=1), "b2": ship("CA", hexes=1)}
    return a_battle(own, enemies, at={**places, "b1": "3030", "b2": "3032"}, **changes)


def cut(table: Table) -> list[tuple[str, int, int]]:
    """Flights as key, planes and wing."""
    return [(each.key, each.planes, each.wing) for each in flights_of(table.state, "a").values()]


def group(*flights: str, target: str = "b1") -> FlightGroup:
    """A group of flights."""
    return FlightGroup(target, flights)


@pytest.mark.parametrize(
    ("air", "flights"),
    [
        ((7,), [("a1/1", 7, 0)]),
        ((15,), [("a1/1", 15, 0)]),
        ((17,), [("a1/1", 9, 0), ("a1/2", 8, 0)]),
        ((60,), [(f"a1/{number}", 10, 0) for number in range(1, 7)]),
        ((24, 8), [("a1/1", 8, 0), ("a1/2", 8, 0), ("a1/3", 8, 0), ("a2/1", 8, 0)]),
        ((24, 7), [("a1/1", 8, 0), ("a1/2", 8, 0), ("a1/3", 8, 0), ("a2/1", 7, 1)]),
    ],
)
def test_flights_are_groups_of_their_own(air: tuple[int, ...], flights: list[Any]) -> None:
    assert cut(fleet(*air)) == flights


def test_a_wing_has_no_more_flights_than_a_strike_has_groups() -> None:
    assert [key for key, _, _ in cut(fleet(40, 40, 16, 8, at=("0505", "0506", "0507", "0508")))] == [
        "a1/1", "a1/2", "a2/1", "a2/2", "a3/1", "a4/1",
    ]  # fmt: skip
    close = ("0505", "0506", "0507", "0508", "0605", "0606", "0607")
    assert [wing for _, _, wing in cut(fleet(*[16] * 7, at=close))] == [0] * 6 + [1, 1]


def test_carriers_too_far_apart_and_those_that_cannot_launch_are_in_no_wing() -> None:
    table = fleet(16, 16, 16, at=("0505", "0515", "0520"))
    assert [wing for _, _, wing in cut(table)] == [0, 0, 0, 0, 1, 1]
    table.set("a2", fires=1)
    assert [(key, wing) for key, _, wing in cut(table)] == [
        ("a1/1", 0),
        ("a1/2", 0),
        ("a3/1", 1),
        ("a3/2", 1),
    ]


def test_groups_of_a_wing_fly_as_one_strike() -> None:
    table = fleet(24, 16, 16, at=("0505", "0507", "0530"))
    order = PlanStrikes(
        carriers=(CarrierStrike("a3", "b2"),),
        groups=(group("a2/1", "a1/3"), group("a1/1", "a1/2", target="b2")),
    )
    assert planned(table.state, "a", order) == (
        Strike(("a3",), (AttackGroup("b2", 16),)),
        Strike(("a1", "a2"), (AttackGroup("b1", 16), AttackGroup("b2", 16))),
    )


@pytest.mark.parametrize(
    ("groups", "place"),
    [
        ((group("a1/4"),), 0),
        ((group(),), 0),
        ((group("b1/1"),), 0),
        ((group("a1/1"), group("a2/1", "a1/1")), 1),
        ((group("a1/1", "a1/1"),), 0),
        ((group("a1/1", "a3/1"),), 0),
    ],
)
def test_flights_that_cannot_be_grouped_so_are_refused(groups: tuple[FlightGroup, ...], place: int) -> None:
    table = fleet(24, 16, 16, at=("0505", "0507", "0530"))
    with pytest.raises(IllegalOrder) as refused:
        planned(table.state, "a", PlanStrikes(groups=groups))
    assert (refused.value.rule, refused.value.field) == ("ES-14", f"blanks.groups.{place}.flights")


@pytest.mark.parametrize("air", [(24, 9, 7), (60,), (16,) * 8, (40, 40, 12, 5, 3), (7, 6, 20)])
@pytest.mark.parametrize("together", ["all", "chain"])
def test_every_filling_of_the_form_may_be_flown(air: tuple[int, ...], together: str) -> None:
    table = fleet(*air, options={"carriers_together": together})
    _, in_groups = forms(table.state, "a", AIR)
    chooser, flown = Chooser(sha256(repr(air).encode()).digest()), 0
    for _ in range(60):
        _, blanks = random_order((in_groups,), chooser)
        made = planned(table.state, "a", read(PlanStrikes, blanks))
        air_strikes.check(table.state, "a", made)
        flown += len(made)
    assert flown


def test_no_form_asks_for_groups_where_each_carrier_has_planes_for_one() -> None:
    assert [form.title for form in forms(fleet(15, 7).state, "a", AIR)] == ["Air strikes"]


def test_a_flight_is_offered_to_its_own_wing_alone() -> None:
    _, in_groups = forms(fleet(16, 16, at=("0505", "0530")).state, "a", AIR)
    (rows,) = in_groups.blanks
    assert isinstance(rows, Rows)
    assert [cell.values for row in rows.rows for cell in row if isinstance(cell, Several)] == [
        ("a1/1", "a1/2"),
        ("a2/1", "a2/2"),
    ]
    assert rows.once == "flights"


def test_groups_are_told_and_previewed() -> None:
    table = fleet(24, 16)
    order = PlanStrikes(groups=(group("a2/1", "a1/3"), group("a1/1", target="b2")))
    lines = list(plan_strikes(table.state, "a", order))
    assert [line.text for line in lines] == [
        "16 planes of A1 and A2 fly against B1.",
        "Eight planes of A1 and A2 fly against B2.",
    ]
    told = order_given(table.state, OrderGiven("a", "easyships.plan_strikes", write(order)))
    assert told is not None
    assert "two flights of A2 and A1 at B1 and one flight of A1 at B2" in told.sentence
