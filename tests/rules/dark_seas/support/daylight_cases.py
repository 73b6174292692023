"""Daylight turns of the IJN against the allies, at a stage of the movement phase or of combat."""

from typing import Any

from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.support.builders import Placed, a_scenario, a_ship, a_side, a_state


def daylight_case(
    *blocks: Placed, phase: str = "speeds-1", called: str = "ijn", light: str = "day", **scenario: Any
) -> State:
    """Turn 2 by day, the IJN (without initiative) called. Kongo is a B ship, maru a merchantman."""
    ijn = a_side(
        "ijn", a_ship("kako", "C", speed=4), a_ship("kinu", "D", speed=5), a_ship("kongo", "B", speed=3),
        a_ship("maru", "M", speed=1), training=3, dummies=2, dummy_speed=4,
    )  # fmt: skip
    allies = a_side("allies", a_ship("helm", speed=3), a_ship("texas", "B", speed=3), training=3)
    scenario.setdefault("visibility", 3)
    state = a_state(
        a_scenario(ijn, allies, light=light, **scenario), *blocks, turn=2, phase=phase, initiative="allies"
    )
    state.called = (called,)
    return state


def stated(**of_blocks: int) -> dict[str, int]:
    return {key.replace("_", "-"): speed for key, speed in of_blocks.items()}
