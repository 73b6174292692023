"""Draw the map of an EasyShips battle: ships in their hexes, wakes, fire, torpedoes, smoke and the legend.

The drawing uses only a state, either complete or one side's view, so it shows no more than that state holds.
Submerged boats and sealed orders appear only in their own side's view.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.presentation.chart import Caption, Chart, ChartSide, Ground, Patch, Stroke
from darkseas.engine.presentation.words import capital, counted, mixed
from darkseas.engine.stages.stage import given_points

from ..combat.line_of_sight import sight
from ..model.plot_events import GunsPlotted
from ..model.scenario import RulesScenario
from ..model.state import FUNNEL, Shot, ShotKind, State
from ..model.victory import scores
from ..narration.names import places
from ..turn.phases import PHASES
from .pieces import pieces

HIT, MISSED = "damaged", "missed"
_STROKES: Mapping[ShotKind, str] = {
    "shells": "gunfire",
    "bombs": "gunfire",
    "torpedoes": "fan",
    "planes": "fan",
}
_WHAT: Mapping[ShotKind, str] = {
    "shells": "shells",
    "bombs": "bombs",
    "torpedoes": "torpedoes",
    "planes": "torpedoes of planes",
}


@lru_cache(maxsize=64)
def ground_of(scenario: RulesScenario) -> Ground:
    """Return the parts of the map that never change in a battle: hexes and sides."""
    sides = tuple(
        ChartSide(side.key, side.name, side.navy, notch) for notch, side in enumerate(scenario.sides.values())
    )
    return Ground("hexes", scenario.map, sides, pieces="ships")


def chart(state: State) -> Chart:
    """Return the drawing of a state, showing only what that state knows."""
    return Chart(
        ground_of(state.scenario),
        tuple(pieces(state)),
        (*_wakes(state), *_fire(state), *_planned(state)),
        tuple(_patches(state)),
        tuple(_captions(state)),
    )


# --- lines -----------------------------------------------------------------------------------------------


def _wakes(state: State) -> Iterator[Stroke]:
    """Yield the paths of ships this turn."""
    for key, way in state.crossed.items():
        if len(way) > 1:
            yield Stroke("track", state.scenario.ships[key].side, places(way))


def _fire(state: State) -> Iterator[Stroke]:
    """Yield fire this turn: one line for all shots of a kind between two places."""
    salvoes: dict[tuple[ShotKind, str, Hex | None, Hex], int] = {}
    for shot in state.shots:
        key = (shot.kind, shot.side, shot.origin, shot.target)
        salvoes[key] = salvoes.get(key, 0) + shot.hits
    for (kind, side, origin, target), hits in salvoes.items():
        path = (target,) if origin is None else (origin, target)
        words = f"{capital(_WHAT[kind])}: {counted(hits, 'hit') if hits else 'no hit'}"
        yield Stroke(_STROKES[kind], side, places(path), words, outcome=HIT if hits else MISSED)


def _planned(state: State) -> Iterator[Stroke]:
    """Yield the gunnery that the side has plotted and not yet revealed."""
    ship_status = state.ship_status
    for side, plot in state.plots.items():
        if side not in state.sealed or not isinstance(plot, GunsPlotted):
            continue
        for order in plot.fire:
            start, end = ship_status[order.ship].bow, ship_status[order.target].bow
            if start is not None and end is not None:
                yield Stroke("gunfire", side, places((start, end)))


# --- marked places -----------------------------------------------------------------------------------------


def _patches(state: State) -> Iterator[Patch]:
    smoke = [*state.smoke]
    for key, status in state.ship_status.items():
        if status.smoke == FUNNEL:
            smoke += state.hull_of(key)
    hidden = _on_map(state, smoke)
    if hidden:
        yield Patch("smoke", hidden, label="Smoke")
    splashes = _on_map(state, [shot.target for shot in state.shots if _splashes(shot)])
    if splashes:
        yield Patch("splash", splashes, label="Splashes")


def _splashes(shot: Shot) -> bool:
    """Whether any shells or bombs fell into the sea."""
    return shot.kind in ("shells", "bombs") and shot.hits < shot.thrown


def _on_map(state: State, hexes: list[Hex]) -> tuple[str, ...]:
    board = state.scenario.board
    return tuple([label(at) for at in dict.fromkeys(hexes) if board.contains(at)])


# --- legend ------------------------------------------------------------------------------------------------


def _captions(state: State) -> Iterator[Caption]:
    scenario = state.scenario
    limit = f" of {scenario.aims.turn_limit}" if scenario.aims.turn_limit else ""
    yield Caption("Turn", f"{state.turn}{limit}" if state.turn else "before turn 1")
    yield Caption("Phase", "Battle over" if state.ended is not None else _phase_words(state))
    if most := sight(state):
        yield Caption("Sight", counted(most, "hex", "hexes"))
    if state.initiative:
        yield Caption("First this turn", scenario.sides[state.initiative].name, state.initiative)
    points = scores(state)
    for side in scenario.sides.values():
        yield Caption("Score", mixed(points[side.key]), side.key)
        if side.rules.head_start:
            yield Caption("points from the beginning", str(side.rules.head_start), side.key)
        if given := given_points(state, side.key):
            yield Caption("Points from the bid", str(given), side.key)
        yield Caption("Afloat", f"{len(list(state.afloat(side.key)))} of {len(side.ships)}", side.key)


def _phase_words(state: State) -> str:
    """Return the name of the phase; both parts of set-up by dice are called set-up."""
    stage = state.stage
    return PHASES.get(str(stage)) or PHASES.get(stage.kind) or PHASES["set-up"]
