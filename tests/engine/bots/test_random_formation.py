"""Groups formed at random: every member once, within the bounds of the formation, and all of them reached."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Contingent, Formation, Grouping, OrderForm

FORMATION = Formation(
    "groups",
    "Groups",
    (
        Contingent("Cruisers", ("a", "b", "c", "d", "e"), "free", 2, ("0101", "0102")),
        Contingent("Convoy", ("m1", "m2", "m3"), "whole", 3, ("0505",), counts=False),
        Contingent("Scouts", ("s1", "s2"), "alone", 2, ("0606",), optional=True),
        Contingent("Late", ("l1", "l2"), "free", 4, ()),
    ),
    2,
    60,
    (Grouping("First", ("a", "b")),),
    alone="singles",
    group_members="ships",
    member="ship",
    place="hex",
)


def filled(number: int) -> dict[str, Any]:
    form = OrderForm("t.deploy", "Set up", "T-1", (FORMATION,))
    return random_order((form,), Chooser(number.to_bytes(8, "big")))[1]


@given(st.integers(0, 2**60))
def test_every_member_stands_once_within_the_bounds(seed: int) -> None:
    answer = filled(seed)
    groups, singles = answer["groups"], answer["singles"]
    used = [ship for group in groups for ship in group["ships"]] + [line["ship"] for line in singles]
    assert sorted(used) == sorted(one for part in FORMATION.contingents for one in part.members)
    counted = [group for group in groups if group["ships"] != ["m1", "m2", "m3"]]
    assert len(counted) <= FORMATION.most_groups
    assert len(counted) == len(groups) - 1
    for group in counted:
        (part,) = (one for one in FORMATION.contingents if set(group["ships"]) <= set(one.members))
        assert 1 <= len(group["ships"]) <= part.most
    names = [group["name"] for group in groups]
    assert len(set(names)) == len(names)
    assert {"s1", "s2"} <= {line["ship"] for line in singles}


@given(st.integers(0, 2**60))
def test_places_are_those_of_the_contingent(seed: int) -> None:
    answer = filled(seed)
    at = {ship: group.get("hex") for group in answer["groups"] for ship in group["ships"]}
    at |= {line["ship"]: line.get("hex") for line in answer["singles"]}
    assert all(at[ship] in ("0101", "0102") for ship in "abcde")
    assert at["m1"] == "0505"
    assert at["s1"] in ("0606", None)
    assert at["l1"] is None


def test_chance_reaches_groups_of_every_size_and_ships_alone() -> None:
    answers = [filled(number) for number in range(200)]
    sizes = {len(group["ships"]) for answer in answers for group in answer["groups"]}
    assert sizes == {1, 2, 3}
    assert {line["ship"] for answer in answers for line in answer["singles"]} >= set("abcde")
    assert {line.get("hex") for answer in answers for line in answer["singles"]} >= {"0606", None}
