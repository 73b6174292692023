"""Stages as records, and the state, events and setters of a battle that is fought stage by stage."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.events import BattleEnded, OrderWithdrawn, PhaseBegan
from darkseas.engine.stages import stage as stages
from darkseas.engine.stages.stage import BOTH, PlotSealed, Stage, StageOpened
from darkseas.engine.system import Result
from tests.engine.stages.staged import SAILING, a_state, adjudication_of

SIDES = ("ijn", "us-navy")
THE_END = BattleEnded("ijn", "Nobody is left.", "S-1", {"ijn": "55/2", "us-navy": "0"})


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("set-up", Stage("set-up")),
        ("spotting", Stage("spotting")),
        ("evasion-both", Stage("evasion", BOTH)),
        ("move-4", Stage("move", "4")),
        ("tier-12", Stage("tier", "12")),
        ("sub-3-2", Stage("sub-3", "2")),
        ("movement-ends", Stage("movement-ends")),
        ("-1", Stage("-1")),
        ("", Stage("")),
    ],
)
def test_stage_is_stored_as_text_and_read_back(text: str, stage: Stage) -> None:
    assert Stage.of(text) == stage
    assert str(stage) == text


@given(st.text("abc-12", max_size=12) | st.sampled_from(["both", "a-both", "a--1"]))
def test_no_text_is_changed_by_reading_it(text: str) -> None:
    assert str(Stage.of(text)) == text


def test_both_sides_are_called_before_anything_is_on_record() -> None:
    state = a_state()
    assert (state.turn, str(state.stage), state.ended) == (0, "harbour", None)
    assert (state.called, state.sealed) == (SIDES, ())
    assert state.copy() == state


def test_opened_stage_calls_its_sides_and_forgets_what_was_sealed() -> None:
    state = a_state()
    stages.plot_sealed(state, PlotSealed("ijn", "harbour"))
    stages.stage_opened(state, StageOpened("sailing-both", SIDES))
    assert (state.stage, state.called, state.sealed) == (SAILING, SIDES, ())


def test_phase_calls_nobody() -> None:
    state = a_state()
    stages.plot_sealed(state, PlotSealed("ijn", "harbour"))
    stages.phase_began(state, PhaseBegan("sailing", "Sailing", "S-1"))
    assert (state.stage, state.called, state.sealed) == (Stage("sailing"), (), ())


def test_sealed_plot_is_called_for_no_more_until_it_is_taken_back() -> None:
    state = a_state()
    stages.plot_sealed(state, PlotSealed("ijn", "harbour"))
    assert (state.called, state.sealed) == (("us-navy",), ("ijn",))
    stages.plot_withdrawn(state, OrderWithdrawn("ijn", "staged.sail"))
    assert (state.called, state.sealed) == (("us-navy", "ijn"), ())


def test_stage_opens_for_those_who_are_called() -> None:
    adjudication = adjudication_of(a_state())
    stages.open_stage(adjudication, SAILING, (side for side in SIDES if side == "ijn"))
    assert [fact.event for fact in adjudication.facts] == [StageOpened("sailing-both", ("ijn",))]
    assert adjudication.state.called == ("ijn",)


def test_stage_in_which_nobody_has_a_choice_passes_unopened() -> None:
    adjudication = adjudication_of(a_state())
    stages.open_stage(adjudication, SAILING, ())
    assert adjudication.facts == []
    assert str(adjudication.state.stage) == "harbour"


def test_result_is_what_the_end_on_record_says() -> None:
    state = a_state()
    assert stages.result(state) is None
    stages.battle_ended(state, THE_END)
    assert (state.called, state.sealed) == ((), ())
    points = {"ijn": Fraction(55, 2), "us-navy": Fraction(0)}
    assert stages.result(state) == Result("ijn", "Nobody is left.", "S-1", points)


def test_enemy_is_the_other_of_two() -> None:
    scenario = a_state().scenario
    assert [scenario.enemy_of(side) for side in SIDES] == ["us-navy", "ijn"]
