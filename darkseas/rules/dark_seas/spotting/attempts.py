"""Spotting sums (§16): spotter and target, modifiers of the die, and the outcome."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, ring

from ..model.events import SpottingAttempt
from ..model.lines_of_sight_and_fire import sight_is_clear
from ..model.queries import any_can_spot, best_radar, is_dummy, ships_in
from ..model.state import CONTACT, SIGHTED, UNSPOTTED, State
from ..tables.rules_tables import FIXED, SPOTTING, SpottingModifier

#: Label and rule of every possible addend of a spotting sum, by key, in reading order.
ADDENDS: Mapping[str, tuple[str, str]] = {
    "training": ("training level", "§9"),
    "scenario": ("scenario", "DS-R14"),
    "scenario_side": ("scenario, this side", "DS-R14"),
    **{key: (line.label, line.rule) for key, line in SPOTTING.items() if key != "per_hex"},
    "radar": ("radar", "DS-R13"),
    "per_hex": (SPOTTING["per_hex"].label, SPOTTING["per_hex"].rule),
}

# Hexes moved -> the table's spotting modifier.
_MOVED = {int(key.removeprefix("moved_")): line for key, line in SPOTTING.items() if key.startswith("moved_")}


class _Turn(NamedTuple):
    """The common part of all attempts of a side in a turn: die, shared addends, visibility, light."""

    die: int
    training: int
    scenario: int
    scenario_side: int
    visibility: int
    is_day: bool


class _Spotter(NamedTuple):
    """A block that spots, and its best radar (0: none)."""

    block: str
    hex: Hex
    radar: int


class _Markers(NamedTuple):
    """A block's markers: hexes moved, and whether it attacked and was attacked last turn."""

    moved: int
    attacked: bool
    was_attacked: bool


class _Target(NamedTuple):
    """A block to be spotted; `place` is its position among all blocks, which orders the attempts."""

    place: int
    block: str
    markers: _Markers


def spotting_attempts(state: State, side: str, die: int) -> tuple[SpottingAttempt, ...]:
    """Every attempt of a side's blocks to spot enemy blocks within visibility or radar range and in clear
    line.

    Dummies try as well (§22c), with their side's training and without radar. A sighting that is automatic in
    daylight (§23b.i) has no addends and the value 0.
    """
    turn = _turn(state, side, die)
    by_hex = _targets_by_hex(state, side)
    attempts = []
    for spotter in _spotters(state, side):
        about = _about(spotter.hex, max(turn.visibility, spotter.radar))
        targets = [
            (target, range_hexes)
            for at, range_hexes in about
            if at in by_hex and sight_is_clear(state, side, spotter.hex, at)
            for target in by_hex[at]
        ]
        targets.sort()
        for target, range_hexes in targets:
            value, addends, outcome = _worked(turn, target.markers, range_hexes, spotter.radar)
            attempts.append(
                SpottingAttempt(spotter.block, target.block, range_hexes, value, addends, outcome)
            )
    return tuple(attempts)


def _turn(state: State, side: str, die: int) -> _Turn:
    conditions, rules = state.conditions, state.scenario.sides[side].rules
    return _Turn(
        die,
        rules.training,
        conditions.spotting_modifier,
        rules.spotting_modifier,
        conditions.visibility,
        conditions.light == "day",
    )


@lru_cache(maxsize=4096)
def _about(centre: Hex, reach: int) -> tuple[tuple[Hex, int], ...]:
    """The hexes within reach of a centre, each with its distance."""
    return tuple((at, away) for away in range(reach + 1) for at in ring(centre, away))


def _spotters(state: State, side: str) -> list[_Spotter]:
    """The side's blocks on the map that may spot (§16e), including dummies."""
    spotters = []
    for key, block in state.blocks.items():
        if block.side == side and block.hex is not None:
            ships = ships_in(state, key)
            if any_can_spot(ships) or is_dummy(state, key):
                spotters.append(_Spotter(key, block.hex, best_radar(ships)))
    return spotters


def _targets_by_hex(state: State, side: str) -> dict[Hex, list[_Target]]:
    last = state.turn - 1
    by_hex: dict[Hex, list[_Target]] = {}
    for place, (key, block) in enumerate(state.blocks.items()):
        if block.side != side and block.hex is not None:
            markers = _Markers(block.moved, _was(block.attacked, last), _was(block.was_attacked, last))
            by_hex.setdefault(block.hex, []).append(_Target(place, key, markers))
    return by_hex


def _was(marked: int, last: int) -> bool:
    """Whether a marker dates from the previous turn; never in turn 1."""
    return marked == last > 0


@lru_cache(maxsize=16384)
def _worked(
    turn: _Turn, markers: _Markers, range_hexes: int, radar: int
) -> tuple[int, Mapping[str, int], str]:
    is_visible = range_hexes <= turn.visibility
    if is_visible and turn.is_day:
        return 0, {}, SIGHTED
    addends = _addends(turn, markers, range_hexes, radar)
    value = turn.die + sum(addends.values())
    return value, addends, outcome_of(value, is_visible)


def outcome_of(value: int, is_visible: bool) -> str:
    """The outcome of a spotting value: a sighting, a contact if only radar reaches (DS-R15), or nothing."""
    if not spots(value):
        return UNSPOTTED
    return SIGHTED if is_visible else CONTACT


def spots(value: int) -> bool:
    """Whether a spotting value is high enough (§16a)."""
    return value > FIXED["spotting_needs_over"]


# --- modifiers of the die (DS-R14) ---------------------------------------------------------------


def _addends(turn: _Turn, markers: _Markers, range_hexes: int, radar: int) -> Mapping[str, int]:
    """The nonzero addends, in the order of ADDENDS."""
    lines = {
        "training": turn.training,
        "scenario": turn.scenario,
        "scenario_side": turn.scenario_side,
        **{line.key: line.amount for line in _marker_lines(markers)},
        "radar": radar_at(radar, range_hexes),
        "per_hex": SPOTTING["per_hex"].amount * range_hexes,
    }
    return {key: amount for key, amount in lines.items() if amount}


def _marker_lines(markers: _Markers) -> list[SpottingModifier]:
    """The table lines that apply to a target's markers."""
    reached = [line for hexes, line in _MOVED.items() if hexes <= markers.moved]
    lines = reached[-1:]  # only the highest line that applies counts
    if markers.attacked:
        lines.append(SPOTTING["attacked"])
    if markers.was_attacked:
        lines.append(SPOTTING["was_attacked"])
    return lines


def radar_at(radar: int, range_hexes: int) -> int:
    """The radar modifier: the full rating at any range up to that rating, otherwise 0 (DS-R13)."""
    return radar if range_hexes <= radar else 0
