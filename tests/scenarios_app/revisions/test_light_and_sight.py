"""Light and sight by turn in words, and the clock of the turns."""

from dataclasses import replace
from typing import Any

from darkseas.engine.scenario.spec import About, ScenarioSpec
from scenarios_app.revisions.light_and_sight import Span, clock_of, last_turn, spans_of
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec


def starting(at: str, conditions: list[Any] | None = None, turns: int = 6) -> ScenarioSpec:
    """A night of the library that begins at this time and has so many turns (0: no last one)."""
    spec = library_spec("cape-bon")
    sea = {"conditions": conditions} if conditions else spec.sea
    return replace(spec, sea=sea, aims={"turn_limit": turns} if turns else {}, about=About(start=at))


@every_case(
    ("start", "turn", "clock"),
    [
        ("22:15", 1, "22:15"),
        ("22:15", 2, "22:51"),
        ("22:15", 4, "00:03"),
        ("", 3, ""),
        ("dawn", 3, ""),
        ("a:b", 1, ""),
    ],
)
def test_a_turn_of_dark_seas_is_36_minutes(start: str, turn: int, clock: str) -> None:
    assert clock_of(starting(start), turn) == clock


def test_where_a_turn_has_no_minutes_there_is_no_clock() -> None:
    cards = library_spec("denmark-strait")
    assert clock_of(replace(cards, about=replace(cards.about, start="05:50")), 2) == ""
    assert clock_of(replace(starting("05:50"), system="of former days"), 2) == ""
    assert spans_of(cards) == ()


def test_turns_of_the_same_light_stand_together() -> None:
    by_day = {"from_turn": 1, "light": "day", "visibility": 2}
    by_night = {"from_turn": 4, "light": "night", "visibility": 0, "spotting_modifier": -1}
    assert spans_of(starting("16:30", [by_day, by_night])) == (
        Span("Turns 1 to 3", "16:30", "day, sight 2 hexes"),
        Span("Turns 4 to 6", "18:18", "night, sight within the same hex, −1 to spotting dice"),
    )


def test_without_a_last_turn_the_last_light_stays() -> None:
    spec = starting("", [{"from_turn": 1, "light": "night", "visibility": 1}], turns=0)
    assert last_turn(spec) == 0
    assert spans_of(spec) == (Span("From turn 1 on", "", "night, sight 1 hex"),)
