"""Spotting sums (§16): who looks at whom, what is added to the die, what comes of it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ...engine.hexes import Hex, distance
from .events import Look
from .lines import sight_is_clear
from .sheet import Conditions
from .state import CONTACT, SIGHTED, UNSPOTTED, Block, State
from .tables import FIXED, SPOTTING
from .view import can_spot, is_dummy, radar_of

#: Label and rule of every line that a spotting sum can have, by key, in the order of reading.
ADDENDS: Mapping[str, tuple[str, str]] = {
    "training": ("training level", "§9"),
    "scenario": ("scenario", "DS-R14"),
    "scenario_side": ("scenario, this side", "DS-R14"),
    **{key: (line.label, line.rule) for key, line in SPOTTING.items() if key != "per_hex"},
    "radar": ("radar", "DS-R13"),
    "per_hex": (SPOTTING["per_hex"].label, SPOTTING["per_hex"].rule),
}

# Hexes moved -> what that adds for the spotter, from the keys of the table.
_MOVED = {int(key.removeprefix("moved_")): line for key, line in SPOTTING.items() if key.startswith("moved_")}


class _Spotter(NamedTuple):
    """A block that looks, where it is, and its best radar (0: none)."""

    key: str
    at: Hex
    radar: int


class _Target(NamedTuple):
    """A block looked at, where it is, and what its markers add."""

    key: str
    at: Hex
    addends: dict[str, int]


def looks_of(state: State, side: str, die: int) -> tuple[Look, ...]:
    """Every look of a side's blocks at enemy blocks that visibility or radar reaches by a clear line.

    Dummies look as well (§22c), with the training of their side and without radar. A sighting that is
    automatic in daylight (§23b.i) has no addends and the value 0.
    """
    conditions = state.conditions
    always = _addends_of_side(state, side, conditions)
    targets = _targets(state, side)
    found = []
    for spotter in _spotters(state, side):
        reach = max(conditions.visibility, spotter.radar)
        for target in targets:
            away = distance(spotter.at, target.at)
            if away <= reach and sight_is_clear(state, side, spotter.at, target.at):
                lines = {**always, **target.addends, **_addends_of_range(away, spotter.radar)}
                found.append(Look(spotter.key, target.key, away, *_worked(die, lines, away, conditions)))
    return tuple(found)


def _spotters(state: State, side: str) -> list[_Spotter]:
    """The side's blocks on the map that may spot (§16e), dummies among them."""
    return [
        _Spotter(key, block.hex, radar_of(state, key))
        for key, block in state.blocks.items()
        if block.side == side and block.hex is not None and (can_spot(state, key) or is_dummy(state, key))
    ]


def _targets(state: State, side: str) -> list[_Target]:
    return [
        _Target(key, block.hex, _addends_of_target(state, block))
        for key, block in state.blocks.items()
        if block.side != side and block.hex is not None
    ]


def _worked(
    die: int, addends: dict[str, int], range_hexes: int, conditions: Conditions
) -> tuple[int, dict[str, int], str]:
    """Value, addends and outcome of a look."""
    is_visible = range_hexes <= conditions.visibility
    if is_visible and conditions.light == "day":
        return 0, {}, SIGHTED
    value = die + sum(addends.values())
    outcome = UNSPOTTED
    if spots(value):
        outcome = SIGHTED if is_visible else CONTACT
    return value, addends, outcome


def spots(value: int) -> bool:
    """Whether a spotting value is high enough (§16a)."""
    return value > FIXED["spotting_needs_over"]


# --- what is added to the die (DS-R14) -----------------------------------------------------------


def _addends_of_side(state: State, side: str, conditions: Conditions) -> dict[str, int]:
    rules = state.sheet.sides[side].rules
    lines = {
        "training": rules.training,
        "scenario": conditions.spotting_modifier,
        "scenario_side": rules.spotting_modifier,
    }
    return {key: amount for key, amount in lines.items() if amount}


def _addends_of_target(state: State, block: Block) -> dict[str, int]:
    """What the target's markers add: hexes moved this turn, attacks made and suffered last turn."""
    lines = [line for hexes, line in _MOVED.items() if hexes <= block.moved]
    lines = lines[-1:]  # the table rises: the last line that is reached counts alone
    last = state.turn - 1
    if last and block.attacked == last:
        lines.append(SPOTTING["attacked"])
    if last and block.was_attacked == last:
        lines.append(SPOTTING["was_attacked"])
    return {line.key: line.amount for line in lines}


@lru_cache(maxsize=64)
def _addends_of_range(range_hexes: int, radar: int) -> Mapping[str, int]:
    lines = {
        "radar": radar_at(radar, range_hexes),
        "per_hex": SPOTTING["per_hex"].amount * range_hexes,
    }
    return {key: amount for key, amount in lines.items() if amount}


def radar_at(radar: int, range_hexes: int) -> int:
    """What radar adds: its full rating at any range up to that rating, nothing beyond (DS-R13)."""
    return radar if range_hexes <= radar else 0
