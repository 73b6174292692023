"""Records written without what they share with the beginning of their battle."""

from dataclasses import replace

import pytest

from darkseas.engine.play.replay import state_after
from darkseas.rules import registry
from replays_app.replay.initial_states import InitialState, initial_state_of
from tests.support.builders import bare_battle, toy_bot_battle, toy_scenario
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec
from tests.support.toys.toy_system import TOY


@every_case("system", ["toy", "dark_seas"])
def test_state_comes_back_with_the_same_scenario_and_without_having_written_it(system: str) -> None:
    spec = toy_scenario() if system == "toy" else library_spec("savo-island")
    begun = InitialState(registry.system(spec.system), spec)
    data = begun.to_bytes({"state": begun.state.copy()})
    back = begun.from_bytes(data)["state"]
    assert back == begun.state
    assert back is not begun.state
    assert back.scenario is begun.state.scenario
    assert spec.sides[0].ships[0].name.encode() not in data


def test_everything_that_came_later_is_written() -> None:
    begun = InitialState(TOY, toy_scenario())
    state = state_after(TOY, begun.state, (entry.event for entry in toy_bot_battle().entries))
    assert begun.from_bytes(begun.to_bytes(state)) == state != begun.state


def test_record_that_took_the_place_of_a_shared_one_is_written() -> None:
    begun = InitialState(TOY, toy_scenario())
    state = begun.state.copy()
    state.scenario = replace(state.scenario, title="Another")
    assert begun.from_bytes(begun.to_bytes(state)).scenario.title == "Another"


def test_what_came_back_can_be_changed_without_touching_the_beginning() -> None:
    begun = InitialState(TOY, toy_scenario())
    back = begun.from_bytes(begun.to_bytes(begun.state))
    back.hits["red-1"] = 2
    assert begun.state.hits["red-1"] == 0


@pytest.mark.django_db
def test_battles_of_one_scenario_begin_alike_and_others_do_not() -> None:
    first, second, other = bare_battle(), bare_battle(), bare_battle("reefs")
    assert initial_state_of(TOY, bytes(first.revision.spec)) is initial_state_of(
        TOY, bytes(second.revision.spec)
    )
    assert initial_state_of(TOY, bytes(other.revision.spec)).spec.key == "reefs"
