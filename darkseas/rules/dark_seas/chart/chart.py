"""The map of a Dark Seas battle: blocks, wakes, sightings, fire, smoke, and the legend.

It is drawn only from a state, full or one side's view, so it shows only facts in that state. `pieces.py`
draws blocks and ships.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import cast

from darkseas.engine.hexes.board import EDGES, Hex, distance
from darkseas.engine.presentation.chart import Caption, Chart, ChartSide, Ground, Patch, Stroke
from darkseas.engine.presentation.words import mixed, tally
from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.stages.stage import given_points

from ..model.scenario import RulesScenario
from ..model.scoring import scores
from ..model.state import SET_UP, Block, Shot, State, Track
from ..narration.names import area_words, odds, place, result_words, stage_words
from .pieces import pieces

_TORPEDOES = "torpedoes"


def ground_of(spec: ScenarioSpec) -> Ground:
    """Return the parts of the map that never change in a battle: hexes, sides, entry and exit edges.

    This also works for a scenario with errors, so it does not use the sides' rules.
    """
    sides = tuple(ChartSide(side.key, side.name, side.navy, notch) for notch, side in enumerate(spec.sides))
    edges = dict.fromkeys((edge, side.key) for side in spec.sides for edge in _edges_of(side))
    return Ground("hexes", spec.map, sides, tuple(edges))


def _edges_of(side: SideSpec) -> Iterable[str]:
    rules: list[Mapping[str, Json]] = [side.rules, *(group.rules for group in side.groups)]
    asked = [group_rules.get("entry") for group_rules in rules]
    left = side.rules.get("exit_edges", ())
    if isinstance(left, list | tuple):
        asked += left
    return (edge for edge in asked if isinstance(edge, str) and edge in EDGES)


def chart(state: State) -> Chart:
    """Draw a state, as far as that state knows."""
    ground = cast(Ground, state.scenario.ground)
    return Chart(ground, pieces(state), _strokes(state), _patches(state, ground), _captions(state))


# --- lines ---------------------------------------------------------------------------------------


def _strokes(state: State) -> tuple[Stroke, ...]:
    wakes = (_wake(track, state.turn - track.turn) for track in state.tracks if len(track.path) > 1)
    return (
        *wakes,
        *_lines(state, "sighting", state.sightings),
        *_lines(state, "contact", state.contacts),
        *map(_fire, state.shots),
    )


# Cached: a battle is drawn at every step, mostly with the same lines as before.
@lru_cache(maxsize=8192)
def _wake(track: Track, age: int) -> Stroke:
    return Stroke("track", track.side, tuple(map(place, track.path)), age=age)


@lru_cache(maxsize=8192)
def _line(kind: str, side: str, start: Hex, end: Hex) -> Stroke:
    away = distance(start, end)
    label = tally(away, "hex", "hexes") if away else "same hex"
    return Stroke(kind, side, (place(start), place(end)), label)


def _lines(state: State, kind: str, held: Mapping[str, tuple[str, ...]]) -> Iterable[Stroke]:
    """Lines from each block to the blocks it has sighted or found by radar, with the range in hexes."""
    blocks = state.blocks
    for key, targets in held.items():
        own = blocks.get(key)
        if own is None or own.hex is None:
            continue
        for target in targets:
            other = blocks.get(target)
            if other is not None and other.hex is not None:
                yield _line(kind, own.side, own.hex, other.hex)


def _fire(shot: Shot) -> Stroke:
    return Stroke(
        "torpedo" if shot.kind == _TORPEDOES else "gunfire",
        shot.side,
        (place(shot.origin), place(shot.target)),
        f"{odds(shot.odds_halves)}, rolled {shot.die}: {result_words(shot.outcome)}",
        outcome=shot.outcome,
    )


# --- marked places -------------------------------------------------------------------------------


def _patches(state: State, ground: Ground) -> tuple[Patch, ...]:
    areas = ground.map.areas if ground.map is not None else {}
    patches = [Patch("smoke", tuple(map(place, state.smoke)), label="Smoke")] if state.smoke else []
    for side in state.scenario.sides.values():
        confined = side.rules.confined_to
        if confined in areas and not state.contact_made[side.key]:
            patches.append(Patch("confined", areas[confined], side.key, area_words(confined)))
    if state.stage == SET_UP:
        patches += _zones(state.scenario, areas)
    patches += (
        Patch("objective", areas[aim.area], aim.side, area_words(aim.area))
        for aim in state.scenario.aims.presence
        if aim.area in areas
    )
    return tuple(patches)


def _zones(scenario: RulesScenario, areas: Mapping[str, tuple[str, ...]]) -> Iterable[Patch]:
    """The set-up areas of the sides and of single task groups."""
    for side in scenario.sides.values():
        names = {side.rules.set_up: side.name}
        for group in side.groups:
            if group.rules.zone:
                names.setdefault(group.rules.zone, group.name)
            elif group.rules.hex is not None:
                yield Patch("set-up", (place(group.rules.hex),), side.key, group.name)
        yield from (
            Patch("set-up", areas[name], side.key, label) for name, label in names.items() if name in areas
        )


# --- legend --------------------------------------------------------------------------------------


def _captions(state: State) -> tuple[Caption, ...]:
    scenario, now = state.scenario, state.conditions
    light = "Daylight" if state.daylight else "Night"
    captions = [
        Caption("Turn", f"{state.turn} of {scenario.aims.turn_limit}" if state.turn else "before turn 1"),
        Caption("Phase", "Battle over" if state.ended is not None else stage_words(state.stage)[0]),
        Caption("Light", light),
        Caption("Sight", tally(now.visibility, "hex", "hexes") if now.visibility else "same hex only"),
    ]
    if state.initiative:
        captions.append(Caption("Initiative", scenario.sides[state.initiative].name, state.initiative))
    points = scores(state)
    for side in scenario.sides:
        captions.append(Caption("Score", mixed(points[side]), side))
        if given := given_points(state, side):
            captions.append(Caption("Points from the bid", str(given), side))
        captions.append(Caption("Afloat", _afloat(state, side), side))
        captions += _waiting(state, side)
    return tuple(captions)


def _afloat(state: State, side: str) -> str:
    """The ships of a side on the map or waiting to enter: "6 of 8, 2 damaged, 1 left the map"."""
    ship_status = [state.ship_status[ship] for ship in state.scenario.sides[side].ships]
    left = sum(status.exited > 0 for status in ship_status)
    damaged = sum(status.damaged and status.afloat for status in ship_status)
    afloat = sum(status.afloat for status in ship_status)
    return "".join(
        (
            f"{afloat} of {len(ship_status)}",
            f", {damaged} damaged" if damaged else "",
            f", {left} left the map" if left else "",
        )
    )


def _waiting(state: State, side: str) -> Iterable[Caption]:
    """How many blocks have yet to enter and, if their faces are known, from which turn."""
    counts: dict[str, int] = {}
    for key, block in state.blocks.items():
        if block.side == side and block.hex is None:
            where = _entry_words(state, key, block)
            counts[where] = counts.get(where, 0) + 1
    for where, count in counts.items():
        yield Caption("Waiting", f"{tally(count, 'block')}{where}", side)


def _entry_words(state: State, key: str, block: Block) -> str:
    contents = state.contents.get(key)
    edge = contents.entry if contents is not None else state.scenario.sides[block.side].rules.entry
    over = f", {edge} edge" if edge else ""
    late = contents is not None and contents.arrives > 1
    return f"{over}, turn {contents.arrives}" if contents is not None and late else over
