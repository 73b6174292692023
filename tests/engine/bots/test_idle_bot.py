"""Who does nothing: fills in what has to be filled, brings in what waits outside, and no more."""

from darkseas.engine.bots.idle_bot import idle_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Course, Fixed, OrderForm, Reached, Rows, Several


def filled(*blanks: Rows | Several | Choice) -> dict[str, object]:
    """What the idle bot fills these blanks with."""
    form = OrderForm("plot", "Plot", "T-1", blanks)
    idle = OrderForm("other", "Other", "T-1", pressing=False)
    name, answer = idle_order(None, "red", (idle, form), Chooser(bytes(32)))
    assert name == "plot"
    return dict(answer)


def a_way(block: str, start: str) -> tuple[Fixed, Course]:
    return Fixed("block", block), Course("path", "Way", start, 1, (Reached("0101", 1),))


def test_nothing_is_filled_that_may_be_left_out() -> None:
    lines = Rows("lines", "Lines", ((Fixed("n", 1),), (Fixed("n", 2),)))
    values = Several("values", "Values", (1, 2, 3))
    assert filled(lines, values, Choice("one", "One", (1, 2), optional=True)) == {"lines": [], "values": []}


def test_as_little_is_filled_as_has_to_be() -> None:
    lines = Rows("lines", "Lines", ((Fixed("n", 1),), (Fixed("n", 2),)), least=1)
    answer = filled(lines, Several("values", "Values", (1, 2, 3), least=2))
    assert answer["lines"] == [{"n": 1}]
    values = answer["values"]
    assert isinstance(values, list)
    assert len(values) == 2


def test_who_waits_outside_comes_in_and_nobody_else_moves() -> None:
    moves = Rows("moves", "Blocks", (a_way("red-1", "0202"), a_way("red-2", "")))
    assert filled(moves) == {"moves": [{"block": "red-2", "path": ["0101"]}]}
