"""Random orders: every filling is within the bounds of the form, and even choices reach all of it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Course, Fixed, Number, OrderForm, Reached, Row, Rows, Several


def chooser(number: int) -> Chooser:
    return Chooser(number.to_bytes(8, "big"))


def filled(number: int, *blanks: Any) -> dict[str, Any]:
    name, answer = random_order((OrderForm("t.fire", "Fire", "T-1", blanks),), chooser(number))
    assert name == "t.fire"
    return answer


def test_pressing_forms_go_first() -> None:
    forms = (OrderForm("t.wait", "Wait", "T-1", pressing=False), OrderForm("t.fire", "Fire", "T-1"))
    assert {random_order(forms, chooser(number))[0] for number in range(20)} == {"t.fire"}
    assert random_order(forms[:1], chooser(1)) == ("t.wait", {})


@given(st.integers(0, 2**60))
def test_blanks_are_filled_within_their_bounds(seed: int) -> None:
    answer = filled(
        seed,
        Fixed("ship", "kako"),
        Number("course", "Course", 10, 12),
        Choice("gun", "Gun", ("a", "b")),
        Choice("note", "Note", ("x",), optional=True),
        Several("at", "At", (1, 2, 3, 4), least=1, most=2),
        Rows("lines", "Lines", ((Fixed("n", 1),), (Fixed("n", 2),)), least=1),
    )
    assert answer["ship"] == "kako"
    assert 10 <= answer["course"] <= 12
    assert answer["gun"] in ("a", "b")
    assert answer.get("note", "x") == "x"
    assert 1 <= len(set(answer["at"])) == len(answer["at"]) <= 2
    assert answer["lines"] in ([{"n": 1}], [{"n": 2}], [{"n": 1}, {"n": 2}])


def test_a_course_is_a_way_to_one_of_its_ends() -> None:
    reach = (Reached("0101", 1), Reached("0102", 2, "0101"), Reached("0202", 3, "0102"))
    leaving = (Reached("west", 2, "0101"), Reached("west", 3, "0102"))
    course = Course("path", "Way", "0100", 3, (*reach, *leaving))
    assert {tuple(filled(number, course)["path"]) for number in range(60)} == {
        ("0101",),
        ("0101", "0102"),
        ("0101", "0102", "0202"),
        ("0101", "west"),
        ("0101", "0102", "west"),
    }


def lines_that_share() -> Rows:
    """Guns 1 to 3 may fire at the first, 2 to 4 at the second target; at least one fires in each line."""
    near: Row = (Fixed("target", "near"), Several("guns", "Guns", (1, 2, 3), least=1))
    far: Row = (
        Fixed("target", "far"),
        Several("guns", "Guns", (2, 3, 4), least=1),
        Choice("salvo", "", (1, 2)),
    )
    return Rows("attacks", "Attacks", (near, far), once="guns")


@given(st.integers(0, 2**60))
def test_shared_values_stand_in_one_line_at_most(seed: int) -> None:
    attacks = filled(seed, lines_that_share())["attacks"]
    guns = [gun for line in attacks for gun in line["guns"]]
    assert len(guns) == len(set(guns))
    for line in attacks:
        assert line["guns"]
        assert set(line["guns"]) <= ({1, 2, 3} if line["target"] == "near" else {2, 3, 4})
        assert ("salvo" in line) == (line["target"] == "far")


def test_lines_that_share_may_be_filled_again_or_not_at_all() -> None:
    orders = [[line["target"] for line in filled(n, lines_that_share())["attacks"]] for n in range(400)]
    assert [] in orders
    assert ["near", "near", "near"] in orders
    assert ["near", "far"] in orders
