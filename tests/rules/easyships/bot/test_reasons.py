"""The captain's reasons: for each order at least one sentence, with the numbers that decided it."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import may_know
from darkseas.engine.orders import Given
from darkseas.engine.serialization.codec import read
from darkseas.rules.easyships.bot import choose_order
from darkseas.rules.easyships.bot.reasons import reasons
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.orders import ORDERS
from darkseas.rules.easyships.scenario.setup import initial_state
from darkseas.rules.easyships.turn.decide import decide, legal_orders
from tests.rules.easyships.bot.bot_battles import EQUALS
from tests.rules.easyships.turn.random_battles import set_up_by_dice

ORDERS_LOOKED_AT = 120
TOLD_OF = {
    "easyships.set_up",
    "easyships.move_ship",
    "easyships.fire_guns",
    "easyships.launch_torpedoes",
    "easyships.plan_strikes",
    "easyships.fire_anti_aircraft",
    "easyships.control_damage",
}


def sentences() -> dict[str, set[str]]:
    """What captains say of their orders in the first turns of some battles, by the order."""
    found: dict[str, set[str]] = {}
    for spec in (*EQUALS.values(), set_up_by_dice()):
        state = initial_state(spec)
        views = {side.key: state.copy() for side in spec.sides}
        chooser, dice = Chooser(bytes(32)), SeededDice(bytes(32))
        for _order in range(ORDERS_LOOKED_AT):
            if state.ended is not None:
                break
            side = chooser.one_of(state.called)
            name, blanks = choose_order(views[side], side, legal_orders(views[side], side), chooser)
            given = Given(side, read(ORDERS[name], blanks))
            found.setdefault(name, set()).update(reasons(views[side], given))
            adjudication = Adjudication(SETTERS, state, dice)
            decide(adjudication, given)
            state = adjudication.state
            for key, view in views.items():
                for event, audience in adjudication.facts:
                    if may_know(audience, key) and type(event) in SETTERS:
                        SETTERS[type(event)](view, event)
    return found


def test_every_order_has_its_reasons() -> None:
    found = sentences()
    assert found.keys() >= TOLD_OF
    text = " ".join(sentence for each in found.values() for sentence in each)
    assert "Her division fights best at" in text
    assert "No other order looks better" in text
    assert "are likely to reach" in text
    assert "keeps her station behind" in text
    assert all(
        sentence.endswith(".") and "  " not in sentence for each in found.values() for sentence in each
    )
