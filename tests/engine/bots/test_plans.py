"""A bot made of plans: which form it fills, and that it falls back on chance."""

from darkseas.engine.bots.plans import Answer, bot_of
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Number, OrderForm

WAIT = OrderForm("t.wait", "Wait", "T-1", pressing=False)
FIRE = OrderForm("t.fire", "Fire", "T-1")
SAIL = OrderForm("t.sail", "Sail", "T-1", (Number("course", "Course", 7, 7),))


def fire(view: object, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    return {"by": side, "seen": str(view), "form": form.order, "with": chooser.below(1)}


bot = bot_of({"t.fire": fire, "t.wait": fire})


def test_plan_of_the_first_pressing_form_answers() -> None:
    answer = {"by": "red", "seen": "fog", "form": "t.fire", "with": 0}
    assert bot("fog", "red", (WAIT, FIRE, SAIL), Chooser(b"1")) == ("t.fire", answer)


def test_without_a_pressing_form_the_first_is_filled() -> None:
    name, answer = bot("fog", "red", (WAIT,), Chooser(b"1"))
    assert (name, answer["form"]) == ("t.wait", "t.wait")


def test_form_without_a_plan_is_filled_at_random_within_its_bounds() -> None:
    assert bot("fog", "red", (SAIL, FIRE), Chooser(b"1")) == ("t.sail", {"course": 7})
