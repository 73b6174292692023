"""Spotting sums (§16): who looks at whom, what is added to the die, what comes of it."""

from functools import lru_cache
from typing import NamedTuple

from ...engine.hexes import Hex, distance
from .events import Addend, Look
from .lines import sight_is_clear
from .sheet import Conditions
from .state import CONTACT, SIGHTED, UNSPOTTED, Block, State
from .tables import FIXED, SPOTTING, SpottingModifier
from .view import can_spot, is_dummy, radar_of

#: The rule behind the line of a sum that radar adds.
RADAR_RULE = "DS-R13"

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
    addends: tuple[Addend, ...]


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
                lines = (*always, *target.addends, *_addends_of_range(away, spotter.radar))
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
    die: int, addends: tuple[Addend, ...], range_hexes: int, conditions: Conditions
) -> tuple[int, tuple[Addend, ...], str]:
    """Value, addends and outcome of a look."""
    is_visible = range_hexes <= conditions.visibility
    if is_visible and conditions.light == "day":
        return 0, (), SIGHTED
    value = die + sum([line.amount for line in addends])
    outcome = UNSPOTTED
    if spots(value):
        outcome = SIGHTED if is_visible else CONTACT
    return value, addends, outcome


def spots(value: int) -> bool:
    """Whether a spotting value is high enough (§16a)."""
    return value > FIXED["spotting_needs_over"]


# --- what is added to the die (DS-R14) -----------------------------------------------------------


def _addends_of_side(state: State, side: str, conditions: Conditions) -> tuple[Addend, ...]:
    rules = state.sheet.sides[side].rules
    lines = (
        Addend("training level", rules.training, "§9"),
        Addend("scenario", conditions.spotting_modifier, "DS-R14"),
        Addend("scenario, this side", rules.spotting_modifier, "DS-R14"),
    )
    return tuple(line for line in lines if line.amount)


def _addends_of_target(state: State, block: Block) -> tuple[Addend, ...]:
    """What the target's markers add: hexes moved this turn, attacks made and suffered last turn."""
    lines = [line for hexes, line in _MOVED.items() if hexes <= block.moved]
    lines = lines[-1:]  # the table rises: the last line that is reached counts alone
    last = state.turn - 1
    if last and block.attacked == last:
        lines.append(SPOTTING["attacked"])
    if last and block.was_attacked == last:
        lines.append(SPOTTING["was_attacked"])
    return tuple(_addend(line) for line in lines)


@lru_cache(maxsize=64)
def _addends_of_range(range_hexes: int, radar: int) -> tuple[Addend, ...]:
    per_hex = SPOTTING["per_hex"]
    lines = (
        Addend("radar", radar_at(radar, range_hexes), RADAR_RULE),
        Addend(per_hex.label, per_hex.amount * range_hexes, per_hex.rule),
    )
    return tuple(line for line in lines if line.amount)


def _addend(line: SpottingModifier) -> Addend:
    return Addend(line.label, line.amount, line.rule)


def radar_at(radar: int, range_hexes: int) -> int:
    """What radar adds: its full rating at any range up to that rating, nothing beyond (DS-R13)."""
    return radar if range_hexes <= radar else 0
