"""Scenario options: four rulings on which clubs differ, and the house rules of part X."""

from typing import Literal

from darkseas.engine.serialization.records import record


@record
class Options:
    """The options and their defaults; `scenario/options.toml` describes them."""

    rate_of_fire: Literal["repeat", "pool"] = "repeat"
    evasive_torpedo: Literal["penalty", "literal"] = "penalty"
    edge_depth: Literal[3, 5, 8] = 5
    damage_known: Literal["open", "owner"] = "open"
    long_lances: bool = False
    gun_arcs: bool = False
    weather: bool = False
    nimble_ships: bool = False
    night: bool = False
    gunnery_radar: bool = False
