"""S-1 at the heart: thousands of bad orders, each refused with rule and field, nothing changed."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.replay import Views
from darkseas.engine.play.steps import RULE, read_order, take_step
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, random_battles, steps_of
from tests.rules.conformance.corrupt_orders import spoiled

#: Refusals asked for, a system.
REFUSALS = 10_000
#: Bad orders tried at each moment of a battle.
AT_ONCE = 16

Attempt = tuple[object, str, str, Json]


def _attempts(system: RulesSystem) -> Iterator[Attempt]:
    """(state, side, order, blanks), over and over through the random battles."""
    chooser = Chooser(sha256(b"bad orders").digest())
    earlier: dict[str, Json] = {}
    while True:
        for fought in random_battles(system):
            sides = [side.key for side in fought.spec.sides]
            views = Views(system, system.initial_state(fought.spec), sides)
            for facts in steps_of(fought):
                views.add(facts)
                callers = [side for side in sides if system.legal_orders(views.of(side), side)]
                for side in callers:
                    name, blanks = random_order(system.legal_orders(views.of(side), side), chooser)
                    for _ in range(AT_ONCE):
                        giver = chooser.one_of((side, side, side, side, *sides, UMPIRE, "", "nobody"))
                        order = chooser.one_of((name, name, name, name, *system.orders, RULE, "", "no.such"))
                        yield views.whole, giver, order, spoiled(blanks, earlier, chooser)
                    earlier = blanks


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_s1_ten_thousand_bad_orders_are_refused_and_change_nothing(system: RulesSystem) -> None:
    outcome: Counter[str] = Counter()
    before = None
    for number, (state, side, name, blanks) in enumerate(_attempts(system)):
        if number % AT_ONCE == 0:  # until then it is one and the same moment
            before = state.copy()  # type: ignore[attr-defined]
        try:
            take_step(system, state, read_order(system, side, name, blanks), SeededDice(bytes(32)))
            outcome["legal after all"] += 1
        except IllegalOrder as refused:
            outcome["refused"] += 1
            told = bool(refused.reason.strip() and refused.rule and refused.field)
            outcome["told with rule and field"] += told
        outcome["left the state as it was"] += state == before
        if outcome["refused"] == REFUSALS:
            break
    assert outcome["told with rule and field"] == REFUSALS
    assert outcome["left the state as it was"] == REFUSALS + outcome["legal after all"]
    assert outcome["legal after all"] < REFUSALS
