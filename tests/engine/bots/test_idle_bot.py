"""Who does nothing: fills in what has to be filled, and no more."""

from darkseas.engine.bots.idle_bot import idle_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Choice, Fixed, OrderForm, Rows, Several


def filled(*blanks: Rows | Several | Choice) -> dict[str, object]:
    """What the idle bot fills these blanks with."""
    form = OrderForm("plot", "Plot", "T-1", blanks)
    idle = OrderForm("other", "Other", "T-1", pressing=False)
    name, answer = idle_order(None, "red", (idle, form), Chooser(bytes(32)))
    assert name == "plot"
    return dict(answer)


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


def test_the_form_is_taken_that_asks_for_least() -> None:
    move = OrderForm("move", "Move", "T-1", (Fixed("ship", "a"), Choice("way", "Way", (1, 2))))
    stay = OrderForm("stay", "Stay", "T-1", (Fixed("ship", "a"), Several("flags", "Flags", (1, 2))))
    name, answer = idle_order(None, "red", (move, stay, move), Chooser(bytes(32)))
    assert (name, answer) == ("stay", {"ship": "a", "flags": []})
