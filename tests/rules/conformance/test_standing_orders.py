"""What is asked of every question that may be answered beforehand."""

from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import may_know
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.standing_orders import StandingQuestion
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, all_battles, scenarios, seed_of

VALUES = [
    pytest.param(system, question, value.name, id=f"{question.order}-{value.name}")
    for system in SYSTEMS
    for question in system.standing_questions
    for value in question.values
]
every_value = pytest.mark.parametrize(("system", "question", "value"), VALUES)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_questions_are_orders_each_asked_of_once_with_values_in_words(system: RulesSystem) -> None:
    orders = [question.order for question in system.standing_questions]
    assert len(set(orders)) == len(orders)
    assert set(orders) <= set(system.orders)
    for question in system.standing_questions:
        assert question.title
        assert question.rule in system.companion.entries
        assert len(set(question.names)) == len(question.names) > 0
        for value in question.values:
            assert value.name.isidentifier()
            assert value.title
            assert value.help.endswith(".")


class Answering:
    """The captain, but for one question, which is answered as it would be beforehand."""

    def __init__(self, system: RulesSystem, question: StandingQuestion, value: str) -> None:
        self.system = system
        self.question = question
        self.value = value
        self.times = 0

    def __call__(
        self, view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        """Answer twice, which must give the same, or ask the captain."""
        for form in forms:
            if form.pressing and form.order == self.question.order:
                answer, again = (self.question.answer(view, side, form, self.value) for _ in range(2))
                assert answer == again
                if answer is not None:
                    self.times += 1
                    return form.order, dict(answer)
        return self.system.bot(view, side, forms, chooser)


@every_value
def test_answer_is_legal_whenever_it_is_asked_for(
    system: RulesSystem, question: StandingQuestion, value: str
) -> None:
    times = 0
    for number, spec in enumerate(scenarios(system.key)[:8]):
        bot = Answering(system, question, value)
        fight(system, spec, seed_of(spec.key, number), bots={side.key: bot for side in spec.sides})
        times += bot.times
    assert times > 0


@every_value
def test_what_cancels_an_answer_is_known_to_its_side_and_happens(
    system: RulesSystem, question: StandingQuestion, value: str
) -> None:
    reasons = set()
    for fought in all_battles(system)[::3]:
        view = fought.bot_battle.initial
        for side in fought.spec.sides:
            for entry in fought.bot_battle.entries:
                if may_know(entry.audience, side.key):
                    reasons.add(question.cancelled_by(view, side.key, entry.event, value))
    assert "" in reasons
    assert len(reasons) > 1
    assert all(reason.endswith(".") for reason in reasons - {""})
