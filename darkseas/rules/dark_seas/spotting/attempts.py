"""Spotting sums (§16): who tries to spot whom, what is added to the die, what comes of it."""

from collections.abc import Mapping
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, ring

from ..model.events import SpottingAttempt
from ..model.line_of_sight import sight_is_clear
from ..model.queries import any_can_spot, best_radar, is_dummy, ships_in
from ..model.state import CONTACT, SIGHTED, UNSPOTTED, State
from ..tables import FIXED, SPOTTING

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


#: A block that spots, where it is, and its best radar (0: none).
_Spotter = tuple[str, Hex, int]
#: A block to be spotted: its place among all blocks (attempts are told in that order), its key, and its
#: markers: hexes moved, attacks made and suffered last turn.
_Target = tuple[int, str, tuple[int, bool, bool]]


def spotting_attempts(state: State, side: str, die: int) -> tuple[SpottingAttempt, ...]:
    """Every attempt of a side's blocks to spot enemy blocks that visibility or radar reaches by a clear line.

    Dummies try as well (§22c), with the training of their side and without radar. A sighting that is
    automatic in daylight (§23b.i) has no addends and the value 0.
    """
    conditions = state.conditions
    is_day = conditions.light == "day"
    rules = state.scenario.sides[side].rules
    own = (rules.training, conditions.spotting_modifier, rules.spotting_modifier)
    by_hex = _targets_by_hex(state, side)
    attempts = []
    for key, here, radar in _spotters(state, side):
        about = _about(here, max(conditions.visibility, radar))
        near = [
            (target, away)
            for at, away in about
            if at in by_hex and sight_is_clear(state, side, here, at)
            for target in by_hex[at]
        ]
        near.sort()
        for (_, target, markers), away in near:
            worked = _worked(die, own, markers, away, radar, conditions.visibility, is_day)
            attempts.append(SpottingAttempt(key, target, away, *worked))
    return tuple(attempts)


@lru_cache(maxsize=4096)
def _about(centre: Hex, reach: int) -> tuple[tuple[Hex, int], ...]:
    """The hexes that lie no farther away, and how far each is."""
    return tuple((at, away) for away in range(reach + 1) for at in ring(centre, away))


def _spotters(state: State, side: str) -> list[_Spotter]:
    """The side's blocks on the map that may spot (§16e), dummies among them."""
    spotters = []
    for key, block in state.blocks.items():
        if block.side == side and block.hex is not None:
            ships = ships_in(state, key)
            if any_can_spot(ships) or is_dummy(state, key):
                spotters.append((key, block.hex, best_radar(ships)))
    return spotters


def _targets_by_hex(state: State, side: str) -> dict[Hex, list[_Target]]:
    last = state.turn - 1
    by_hex: dict[Hex, list[_Target]] = {}
    for place, (key, block) in enumerate(state.blocks.items()):
        if block.side != side and block.hex is not None:
            markers = (block.moved, _was(block.attacked, last), _was(block.was_attacked, last))
            by_hex.setdefault(block.hex, []).append((place, key, markers))
    return by_hex


def _was(marked: int, last: int) -> bool:
    """Whether a marker is of the turn before this one; in turn 1 none is."""
    return marked == last > 0


@lru_cache(maxsize=16384)
def _worked(
    die: int,
    own: tuple[int, int, int],
    markers: tuple[int, bool, bool],
    range_hexes: int,
    radar: int,
    visibility: int,
    is_day: bool,
) -> tuple[int, Mapping[str, int], str]:
    """Value, addends and outcome of an attempt; `own` adds training, the scenario, and it for this side."""
    is_visible = range_hexes <= visibility
    if is_visible and is_day:
        return 0, {}, SIGHTED
    addends = _addends(own, markers, range_hexes, radar)
    value = die + sum(addends.values())
    outcome = UNSPOTTED
    if spots(value):
        outcome = SIGHTED if is_visible else CONTACT
    return value, addends, outcome


def spots(value: int) -> bool:
    """Whether a spotting value is high enough (§16a)."""
    return value > FIXED["spotting_needs_over"]


# --- what is added to the die (DS-R14) -----------------------------------------------------------


def _addends(
    own: tuple[int, int, int], markers: tuple[int, bool, bool], range_hexes: int, radar: int
) -> Mapping[str, int]:
    """The lines that are not 0, in the order of ADDENDS."""
    lines = dict(zip(("training", "scenario", "scenario_side"), own, strict=True))
    moved, attacked, was_attacked = markers
    marks = [line for hexes, line in _MOVED.items() if hexes <= moved]
    marks = marks[-1:]  # the table rises: the last line that is reached counts alone
    marks += [SPOTTING["attacked"]] * attacked + [SPOTTING["was_attacked"]] * was_attacked
    lines.update((line.key, line.amount) for line in marks)
    lines["radar"] = radar_at(radar, range_hexes)
    lines["per_hex"] = SPOTTING["per_hex"].amount * range_hexes
    return {key: amount for key, amount in lines.items() if amount}


def radar_at(radar: int, range_hexes: int) -> int:
    """What radar adds: its full rating at any range up to that rating, nothing beyond (DS-R13)."""
    return radar if range_hexes <= radar else 0
