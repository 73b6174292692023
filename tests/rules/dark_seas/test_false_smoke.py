"""Smoke that only a dummy had made goes with it, whatever took the dummy off the map (§22b, §22c, §22f, §23b.ii)."""

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes import parse_label
from darkseas.engine.orders import Given
from darkseas.rules.dark_seas import sequence
from darkseas.rules.dark_seas.apply import SETTERS
from darkseas.rules.dark_seas.decide import decide
from darkseas.rules.dark_seas.events import DummyRemoved, SmokeLifted, SmokeMade
from darkseas.rules.dark_seas.orders import DeclareSightings, DummyAnswer, RemoveDummies
from darkseas.rules.dark_seas.state import State
from tests.rules.dark_seas.builders import KnownDice, a_case, audience_of, dummy, events, group
from tests.rules.dark_seas.nights import a_night

#: Hexes far from everybody, so that nobody need own up to the smoke there.
ALONE, WITH_OWN_SHIP, WITH_ENEMY = (parse_label(label) for label in ("1202", "1203", "1204"))


def a_day(light: str = "day") -> State:
    """The IJN's dummy ijn-1 sees helm alone; its smoke lies alone, beside ijn-2's and beside the enemy's."""
    state = a_night(
        dummy("ijn-1", "0205", "ijn"), group("ijn-2", "0909", "kako"),
        group("allies-1", "0305", "helm"), dummy("allies-2", "0909", "allies"), light=light,
    )  # fmt: skip
    case = a_case(state)
    case.record(SmokeMade("ijn", (ALONE, WITH_OWN_SHIP, WITH_ENEMY), "§23b.ii", ("ijn-1",)))
    case.record(SmokeMade("ijn", (WITH_OWN_SHIP,), "§23b.ii", ("ijn-2",)))
    case.record(SmokeMade("allies", (WITH_ENEMY,), "§23b.ii", ("allies-1",)))
    case.record(SmokeMade("allies", (WITH_OWN_SHIP,), "§23b.ii", ("allies-2",)))
    case.state.phase = "movement-ends"
    return case.state


def spotted(state: State, answer: str) -> Adjudication[State]:
    """The spotting phase: the IJN answers for its dummy, and the dummy of the allies is sighted."""
    case = Adjudication(SETTERS, state, KnownDice((6, 1)))
    sequence.advance(case)
    assert case.state.called == ("ijn",)
    order = DeclareSightings(dummies=(DummyAnswer("ijn-1", answer),))  # type: ignore[arg-type]
    for event, audience in decide(case.state, Given("ijn", order), KnownDice(())):
        case.record(event, audience)
    return case


def test_smoke_goes_with_a_dummy_that_was_sighted_or_owned_up_to() -> None:
    case = spotted(a_day(), "remove")
    removed = [(event.block, event.rule) for event in events(case, DummyRemoved)]
    assert removed == [("ijn-1", "§22c"), ("allies-2", "§22b")]
    assert events(case, SmokeLifted) == [
        SmokeLifted((ALONE, WITH_ENEMY), "§23b.ii", "ijn"),
        SmokeLifted((WITH_OWN_SHIP,), "§23b.ii", "allies"),
    ]
    assert audience_of(case, SmokeLifted) == [EVERYONE, EVERYONE]
    assert case.state.smoke == {WITH_OWN_SHIP: ("ijn",), WITH_ENEMY: ("allies",)}


def test_smoke_of_a_dummy_whose_sighting_is_void_stays() -> None:
    case = spotted(a_day(), "void")
    assert [event.block for event in events(case, DummyRemoved)] == ["allies-2"]
    assert [event.side for event in events(case, SmokeLifted)] == ["allies"]
    assert case.state.smoke[ALONE] == ("ijn",)


@pytest.mark.parametrize("stage", ["speeds-1", "sub-2-1", "attacks-1"])
def test_smoke_goes_with_a_dummy_taken_off_by_choice(stage: str) -> None:
    """§22f: at any moment at which the side gives orders."""
    state = a_day()
    state.phase, state.called = stage, ("ijn",)
    facts = decide(state, Given("ijn", RemoveDummies(("ijn-1",))), KnownDice(()))
    assert [fact.event for fact in facts] == [
        DummyRemoved("ijn-1", "ijn", "§22f"),
        SmokeLifted((ALONE, WITH_ENEMY), "§23b.ii", "ijn"),
    ]


def test_night_smoke_is_no_dummys_and_stays() -> None:
    """§18l: only ships that evade make it, and it is not noted by block."""
    state = a_day(light="night")
    state.phase, state.called = "attacks-1", ("ijn",)
    state.smoke_makers = dict.fromkeys(state.smoke_makers, ())
    facts = decide(state, Given("ijn", RemoveDummies(("ijn-1",))), KnownDice(()))
    assert [type(fact.event) for fact in facts] == [DummyRemoved]
