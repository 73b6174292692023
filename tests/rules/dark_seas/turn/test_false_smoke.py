"""Smoke that only a dummy had made goes with it, whatever took it off the map (§22b, §22c, §22f, §23b.ii)."""

from dataclasses import replace

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Given
from darkseas.engine.stages.stage import Stage
from darkseas.rules.dark_seas.model.events import DummyRemoved, SmokeLifted, SmokeMade
from darkseas.rules.dark_seas.model.orders import DeclareSightings, DummyAnswer, RemoveDummies, VoidSighting
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.turn import sequence
from tests.rules.dark_seas.support.builders import (
    KnownDice,
    an_adjudication,
    audience_of,
    decided,
    dummy,
    events,
    group,
)
from tests.rules.dark_seas.support.night_cases import night_case

#: Hexes far from everybody, so that nobody need own up to the smoke there.
ALONE, WITH_OWN_SHIP, WITH_ENEMY = (parse_label(label) for label in ("1202", "1203", "1204"))


def daylight_case(light: str = "day") -> State:
    """The IJN's dummy ijn-1 sees helm alone; its smoke lies alone, beside ijn-2's and beside the enemy's.

    Aoba and hull see to it that there is something to attack, so that the turn does not end.
    """
    state = night_case(
        dummy("ijn-1", "0205", "ijn"), group("ijn-2", "0909", "kako"),
        group("allies-1", "0305", "helm"), dummy("allies-2", "0909", "allies"),
        group("ijn-3", "0511", "aoba"), group("allies-3", "0511", "hull"), light=light,
    )  # fmt: skip
    adjudication = an_adjudication(state)
    adjudication.record(SmokeMade("ijn", (ALONE, WITH_OWN_SHIP, WITH_ENEMY), "§23b.ii", ("ijn-1",)))
    adjudication.record(SmokeMade("ijn", (WITH_OWN_SHIP,), "§23b.ii", ("ijn-2",)))
    adjudication.record(SmokeMade("allies", (WITH_ENEMY,), "§23b.ii", ("allies-1",)))
    adjudication.record(SmokeMade("allies", (WITH_OWN_SHIP,), "§23b.ii", ("allies-2",)))
    adjudication.state.stage = Stage.of("sub-3-2")
    return adjudication.state


def after(state: State, side: str, order: object) -> Adjudication[State]:
    """The state and the facts after an order that needs no dice."""
    adjudication = an_adjudication(state)
    for event, audience in decided(state, Given(side, order), KnownDice(())):
        adjudication.record(event, audience)
    return adjudication


def sighted(state: State) -> State:
    """The spotting phase, up to the question what each side says of what its dummy alone has sighted."""
    adjudication = an_adjudication(state, 6, 1)
    sequence.advance(adjudication)
    assert adjudication.state.called == ("ijn", "allies")
    assert events(adjudication, SmokeLifted) == []
    return adjudication.state


def answer(dummy_key: str, said: str) -> DeclareSightings:
    return DeclareSightings(dummies=(DummyAnswer(dummy_key, said),))  # type: ignore[arg-type]


def test_smoke_goes_at_once_with_a_dummy_that_is_owned_up_to() -> None:
    adjudication = after(sighted(daylight_case()), "ijn", answer("ijn-1", "remove"))
    assert [fact.event for fact in adjudication.facts[-2:]] == [
        DummyRemoved("ijn-1", "ijn", "§22c"),
        SmokeLifted((ALONE, WITH_ENEMY), "§23b.ii", "ijn"),
    ]
    assert audience_of(adjudication, SmokeLifted) == [EVERYONE]
    assert adjudication.state.called == ("allies",)
    assert adjudication.state.smoke == {WITH_OWN_SHIP: ("ijn", "allies"), WITH_ENEMY: ("allies",)}


def test_smoke_goes_with_dummies_that_are_sighted() -> None:
    told = after(sighted(daylight_case()), "ijn", answer("ijn-1", "void"))
    assert events(told, SmokeLifted) == []
    adjudication = after(told.state, "allies", answer("allies-2", "void"))
    removed = [(event.block, event.rule) for event in events(adjudication, DummyRemoved)]
    assert removed == [("allies-2", "§22b"), ("ijn-1", "§22b")]
    assert events(adjudication, SmokeLifted) == [
        SmokeLifted((ALONE, WITH_ENEMY), "§23b.ii", "ijn"),
        SmokeLifted((WITH_OWN_SHIP,), "§23b.ii", "allies"),
    ]
    assert adjudication.state.smoke == {WITH_OWN_SHIP: ("ijn",), WITH_ENEMY: ("allies",)}


def test_smoke_of_a_dummy_that_stays_stays() -> None:
    """§22c: the sighting of the dummy is void, and so are its own."""
    told = after(sighted(daylight_case()), "ijn", answer("ijn-1", "void"))
    void = replace(answer("allies-2", "void"), void=(VoidSighting("allies-1", "ijn-1"),))
    adjudication = after(told.state, "allies", void)
    assert [event.side for event in events(adjudication, SmokeLifted)] == ["allies"]
    assert adjudication.state.smoke == {
        ALONE: ("ijn",),
        WITH_OWN_SHIP: ("ijn",),
        WITH_ENEMY: ("ijn", "allies"),
    }


@pytest.mark.parametrize("stage", ["speeds-1", "sub-2-1", "attacks-1"])
def test_smoke_goes_with_a_dummy_taken_off_by_choice(stage: str) -> None:
    """§22f: at any moment at which the side gives orders."""
    state = daylight_case()
    state.stage, state.called = Stage.of(stage), ("ijn",)
    facts = decided(state, Given("ijn", RemoveDummies(("ijn-1",))), KnownDice(()))
    assert [fact.event for fact in facts] == [
        DummyRemoved("ijn-1", "ijn", "§22f"),
        SmokeLifted((ALONE, WITH_ENEMY), "§23b.ii", "ijn"),
    ]


def test_night_smoke_is_no_dummys_and_stays() -> None:
    """§18l: only ships that evade make it, and it is not noted by block."""
    state = daylight_case(light="night")
    state.stage, state.called = Stage.of("attacks-1"), ("ijn",)
    state.smoke_makers = dict.fromkeys(state.smoke_makers, ())
    facts = decided(state, Given("ijn", RemoveDummies(("ijn-1",))), KnownDice(()))
    assert [type(fact.event) for fact in facts] == [DummyRemoved]
