"""A copy of a state shares nothing that can be changed, in every system and at every step of a battle."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.play.replay import set_facts
from darkseas.engine.state import BattleState
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, Fought, scenarios, seed_of, steps_of
from tests.support.builders import toy_scenario
from tests.support.toys.toy_system import TOY

#: What all states of a battle share on purpose: the scenario, which never changes.
SHARED = "scenario"


def parts_of(state: Any) -> dict[str, Any]:
    """The fields of a state by name, without the scenario."""
    names = [name for base in type(state).__mro__ for name in getattr(base, "__slots__", ())]
    return {name: getattr(state, name) for name in names if name != SHARED}


def changeable(value: Any) -> Iterator[Any]:
    """Every dictionary, list and set that lies in a value, the value itself among them."""
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(inner, list | tuple | set):
        for part in inner:
            yield from changeable(part)
    if isinstance(value, dict | list | set):
        yield value


def spoil(part: Any) -> None:
    """Change a dictionary, a list or a set, whatever it holds."""
    part.clear()
    if isinstance(part, dict):
        part["spoilt"] = None
    elif isinstance(part, list):
        part.append("spoilt")
    else:
        part.add("spoilt")


def battle_of(system: RulesSystem) -> Fought:
    """One battle between captains in the system's first scenario."""
    spec, seed = scenarios(system.key)[0], seed_of(system.key, 0)
    bot_battle = fight(system, spec, seed, bots={side.key: system.bot for side in spec.sides})
    return Fought(system, spec, seed, bot_battle)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_changing_a_copy_leaves_the_state_as_it_was(system: RulesSystem) -> None:
    fought = battle_of(system)
    state = system.initial_state(fought.spec)
    for facts in steps_of(fought):
        set_facts(system.setters, state, [fact.event for fact in facts])
        other, before = state.copy(), deepcopy(parts_of(state))
        assert other == state
        changed = list(changeable(list(parts_of(other).values())))
        for part in changed:
            spoil(part)
        assert parts_of(state) == before
        assert len(changed) > 1
        assert other != state


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_fields_that_hold_something_changeable_are_declared_so(system: RulesSystem) -> None:
    fought = battle_of(system)
    state = fought.bot_battle.state
    found = {name for name, value in parts_of(state).items() if list(changeable(value))}
    assert isinstance(state, BattleState)
    assert found == set(state.mutable_fields)


def test_a_field_that_is_forgotten_is_found() -> None:
    """The toy's state with a copy that shares one dictionary."""
    state = TOY.initial_state(toy_scenario())
    shared = state.copy()
    shared.plots = state.plots
    before = deepcopy(parts_of(state))
    for part in changeable(list(parts_of(shared).values())):
        spoil(part)
    assert parts_of(state) != before
    assert {name for name in before if parts_of(state)[name] != before[name]} == {"plots"}
