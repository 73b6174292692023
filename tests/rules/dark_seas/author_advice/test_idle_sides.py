"""DS-R39: an author is told of a side that could meet its aims without moving a block."""

from typing import Any

import pytest

from darkseas.engine.scenario.spec import Finding
from darkseas.rules.dark_seas.author_advice.scenario_advice import advice
from tests.rules.dark_seas.author_advice.test_advice import a_side, a_spec

#: The IJN wins with 10 points, and has them only by fire; else the allies win.
AIMS: dict[str, Any] = {"victory": [{"winner": "ijn", "minimum": "10"}], "otherwise": "allies"}


def idle(ijn: dict[str, Any], allies: dict[str, Any], **parts: Any) -> list[Finding]:
    """What is said of sides that need not move, on two ships with eight hexes between them."""
    spec = a_spec(a_side("ijn", **ijn), a_side("allies", **allies), **parts)
    return [finding for finding in advice(spec) if finding.rule == "DS-R39"]


OUTSIDE = {"set_up": "", "entry": "east"}


@pytest.mark.parametrize(
    ("allies", "is_idle"),
    [
        (OUTSIDE, False),
        ({**OUTSIDE, "entering": "may"}, True),
        ({**OUTSIDE, "entering": "may", "enter_by": 3}, False),
        ({}, False),
    ],
)
def test_side_that_may_stay_outside_and_wins_is_advised_of(allies: dict[str, Any], is_idle: bool) -> None:
    """DS-R39: where it must come in, or stands on the map, the enemy can go for it."""
    found = idle({}, allies, aims=AIMS)
    assert [finding.where for finding in found] == ["sides.allies.rules.entering"] * is_idle
    if is_idle:
        assert "gives Ijn at most 0 points" in found[0].text


@pytest.mark.parametrize(("sight", "is_idle"), [(1, True), (8, False)])
def test_side_that_a_confined_enemy_never_sees_is_advised_of(sight: int, is_idle: bool) -> None:
    """DS-R39, DS-R40: the IJN may not leave before first contact, and pays for not having left."""
    aims = {"otherwise": "score", "deadlines": [{"side": "ijn", "by_turn": 5}]}
    night = [{"from_turn": 1, "light": "night", "visibility": sight}]
    confined = {"confined_to": "west", "exit_edges": ["west"]}
    found = idle(confined, {}, aims=aims, conditions=night)
    assert [finding.where for finding in found] == ["sides.allies.rules.entering"] * is_idle
