"""The openings of `decide` and of `legal_orders` that systems share."""

import pytest

from darkseas.engine.events import BattleEnded, OrderWithdrawn
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.stages import plots, stage
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from tests.engine.stages.staged import RULES, Sail, State, Withdraw, a_state, adjudication_of

FORMS = (OrderForm("staged.sail", "Sail", "S-3"),)
TAKE_BACK = OrderForm(
    "staged.withdraw",
    "Withdraw the plot",
    "S-4",
    pressing=False,
    because="Your plot is sealed. You may withdraw it until the other side has plotted.",
)
THE_END = BattleEnded(None, "Night falls.", "S-1", {})


def sealed(*sides: str) -> State:
    """A state in which the plots of these sides are in."""
    state = a_state()
    for side in sides:
        stage.plot_sealed(state, PlotSealed(side, "harbour"))
    return state


def forms_of(view: State, side: str) -> tuple[OrderForm, ...]:
    return FORMS


def taken_back(state: State, side: str, order: object) -> bool:
    return plots.takes_plot_back(adjudication_of(state), Given(side, order), RULES)


def refusal(state: State, side: str, order: object) -> tuple[str, str, str]:
    """The reason, the rule and the field of a refusal."""
    with pytest.raises(IllegalOrder) as refused:
        taken_back(state, side, order)
    return refused.value.reason, refused.value.rule, refused.value.field


def test_order_of_a_side_that_is_called_is_still_to_be_decided() -> None:
    adjudication = adjudication_of(a_state())
    assert plots.takes_plot_back(adjudication, Given("ijn", Sail()), RULES) is False
    assert adjudication.facts == []


def test_plot_is_taken_back_on_record() -> None:
    adjudication = adjudication_of(sealed("ijn"))
    assert plots.takes_plot_back(adjudication, Given("ijn", Withdraw()), RULES) is True
    assert [fact.event for fact in adjudication.facts] == [OrderWithdrawn("ijn", "staged.sail")]
    assert adjudication.state.called == ("us-navy", "ijn")


def test_orders_out_of_turn_are_refused_with_rule_and_field() -> None:
    over = a_state()
    stage.battle_ended(over, THE_END)
    assert refusal(over, "ijn", Sail()) == ("The battle is over.", "S-1", "order")
    assert refusal(a_state(), "km", Sail()) == ("Only the two sides give orders.", "S-2", "side")
    not_called = "This side has no orders due now."
    assert refusal(sealed("ijn"), "ijn", Sail()) == (not_called, "S-3", "order")


def test_there_is_nothing_to_take_back_before_the_plot_after_both_and_where_answers_lie_open() -> None:
    nothing = ("You have no plot to withdraw.", "S-4", "order")
    assert refusal(a_state(), "ijn", Withdraw()) == nothing
    assert refusal(sealed("ijn", "us-navy"), "ijn", Withdraw()) == nothing
    open_stage = a_state()
    stage.stage_opened(open_stage, StageOpened("sailing-1", ("ijn", "us-navy")))
    stage.plot_sealed(open_stage, PlotSealed("ijn", "sailing"))
    assert refusal(open_stage, "ijn", Withdraw()) == nothing


def test_forms_are_for_who_is_called_and_taking_back_for_whose_plot_is_in() -> None:
    assert plots.legal_orders(a_state(), "ijn", RULES, forms_of) == FORMS
    assert plots.legal_orders(sealed("ijn"), "ijn", RULES, forms_of) == (TAKE_BACK,)
    assert plots.legal_orders(sealed("ijn"), "us-navy", RULES, forms_of) == FORMS
    assert plots.legal_orders(sealed("ijn", "us-navy"), "ijn", RULES, forms_of) == ()


def test_there_are_no_forms_for_strangers_and_after_the_end() -> None:
    over = sealed("ijn")
    stage.battle_ended(over, THE_END)
    assert plots.legal_orders(over, "us-navy", RULES, forms_of) == ()
    assert plots.legal_orders(a_state(), "km", RULES, forms_of) == ()
