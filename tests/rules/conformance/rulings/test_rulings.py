"""What an umpire may rule, asked of every rules system: it can be folded, told, and played on from."""

from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import Choice, Given, IllegalOrder, OrderForm, Rule
from darkseas.engine.play import rulings, steps
from darkseas.rules import registry
from tests.support.library.library_specs import library_spec

KEYS = ("first-night", "first-salvoes", "savo-island", "river-plate-easyships")
#: Every so many entries rulings are tried.
SOME = 5


def moments(key: str) -> tuple[Any, list[Any]]:
    """A rules system, and states of one battle in which somebody is called."""
    spec = library_spec(key)
    system = registry.system(spec.system)
    state = system.initial_state(spec)
    states = []
    for entry in fight(system, spec, bytes(32)).entries:
        setter = system.setters.get(type(entry.event))
        if setter is not None:
            setter(state, entry.event)
        if any(system.legal_orders(state, side) for side in system.standing(state).scores):
            states.append(state.copy())
    return system, states[::SOME]


@pytest.mark.parametrize("key", KEYS)
def test_what_may_be_ruled_can_be_told_and_leaves_somebody_called(key: str) -> None:
    system, states = moments(key)
    ruled = set()
    for state in states:
        for form in rulings.forms(system, state):
            assert all(isinstance(blank, Choice) for blank in form.blanks)
            blanks = {blank.name: blank.values[-1] for blank in form.blanks if isinstance(blank, Choice)}
            try:
                events = rulings.ruled_events(system, state, form.order, blanks)
            except IllegalOrder:
                continue  # a ship off the map, a turn whose end needs dice
            after = state.copy()
            for event, _ in steps.take_step(
                system, state, Given(UMPIRE, Rule("It happened.", events)), RecordedDice(())
            ):
                assert system.describe(after, event).sentence
                setter = system.setters.get(type(event))
                if setter is not None:
                    setter(after, event)
            called = any(system.legal_orders(after, side) for side in system.standing(after).scores)
            assert called or system.result(after) is not None
            ruled.add(form.order)
    assert {"turn_began", rulings.THE_END} <= ruled
    assert len(ruled) > 2


@pytest.mark.parametrize("key", KEYS)
def test_whatever_may_be_ruled_has_words(key: str) -> None:
    system, states = moments(key)
    said = [
        system.words(state, UMPIRE, blank, value)
        for state in states[:: len(states) // 3]
        for form in rulings.forms(system, state)
        for blank in form.blanks
        if isinstance(blank, Choice) and blank.name != rulings.WINNER
        for value in blank.values
    ]
    assert said
    assert all(words.short for words in said)


def choices(form: OrderForm) -> dict[str, list[str]]:
    """What may be chosen in a form, blank by blank."""
    return {
        blank.name: [str(value) for value in blank.values]
        for blank in form.blanks
        if isinstance(blank, Choice)
    }


def ruled(system: Any, state: Any, form: str, **blanks: str) -> Any:
    """The state after a ruling."""
    events = rulings.ruled_events(system, state, form, blanks)
    after = state.copy()
    given = Given(UMPIRE, Rule("It was so at the table.", events))
    for event, _ in steps.take_step(system, state, given, RecordedDice(())):
        setter = system.setters.get(type(event))
        if setter is not None:
            setter(after, event)
    return after


@pytest.mark.parametrize("key", KEYS)
def test_ship_sunk_by_mistake_is_afloat_again_where_she_was_and_may_sink_anew(key: str) -> None:
    system, states = moments(key)
    restored = 0
    for state in states:
        names = {form.order.rpartition(".")[2]: form for form in rulings.forms(system, state)}
        for ship in choices(names["ship_sunk"])["ship"] if "ship_sunk" in names else ():
            try:
                sunk = ruled(system, state, names["ship_sunk"].order, ship=ship)
            except IllegalOrder:
                continue  # a ship off the map
            forms = {form.order.rpartition(".")[2]: form for form in rulings.forms(system, sunk)}
            form = forms["ship_restored"]
            assert ship in choices(form)["ship"]
            fate = {name: values[0] for name, values in choices(form).items()}
            after = ruled(system, sunk, form.order, **{**fate, "ship": ship})
            assert after.ship_status[ship].afloat
            again = ruled(system, after, names["ship_sunk"].order, ship=ship)
            assert not again.ship_status[ship].afloat
            restored += 1
    assert restored


@pytest.mark.parametrize("key", KEYS)
def test_what_no_form_allows_cannot_be_ruled(key: str) -> None:
    system, states = moments(key)
    for name, blanks in (("no-such", {}), (rulings.THE_END, {}), (rulings.THE_END, {"winner": "nobody"})):
        with pytest.raises(IllegalOrder):
            rulings.ruled_events(system, states[-1], name, blanks)
