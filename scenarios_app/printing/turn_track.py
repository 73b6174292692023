"""The turn track with light and visibility."""

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.revisions.light_and_sight import Light, last_turn, lights_of

from .document import colours
from .document.fonts import SANS, SANS_BOLD
from .document.page import Document, Type
from .document.paper import MM, Area

#: Boxes for a battle without a turn limit.
OPEN_TURNS = 12
NIGHT = "night"
_BOX = 9 * MM
#: Directions of the sun's rays.
_RAYS = ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))


def track_height(document: Document, spec: ScenarioSpec, width: float) -> float:
    """Return the height of the turn track at this width."""
    turns = last_turn(spec) or OPEN_TURNS
    return -(-turns // _across(width)) * (_BOX + 4) + 2


def draw_track(document: Document, spec: ScenarioSpec, area: Area) -> None:
    """Draw a box per turn, dark at night, with a mark when light or visibility changes."""
    lights = lights_of(spec)
    across = _across(area.width)
    for turn in range(1, (last_turn(spec) or OPEN_TURNS) + 1):
        row, col = divmod(turn - 1, across)
        spot = Area(area.x + col * (_BOX + 3), area.top - row * (_BOX + 4) - _BOX, _BOX, _BOX)
        _draw_turn(document, turn, lights, spot)


def _draw_turn(document: Document, turn: int, lights: tuple[Light, ...], spot: Area) -> None:
    now = [entry for entry in lights if entry.from_turn <= turn]
    document.box(spot, colours.INK, 0.7, colours.PAPER)
    document.line(spot.x + 2.5, spot.top - 8.5, str(turn), Type(SANS_BOLD, 8), spot.width - 4)
    if not now:
        return
    light = now[-1]
    if light.light:
        _draw_light(document, light.light == NIGHT, spot.right - 6, spot.top - 6)
    if light.visibility is not None:
        small = Type(SANS, 5.5, colours.SOFT)
        document.line(spot.x + 2.5, spot.y + 2.5, f"sight {light.visibility}", small, spot.width - 4)
    if light.from_turn == turn and turn > 1:
        document.rule(spot.x - 1.5, spot.y - 1, spot.x - 1.5, spot.top + 1, colours.ACCENT, 1.6)


def _draw_light(document: Document, is_night: bool, x: float, y: float) -> None:
    """Draw a moon or a sun."""
    canvas = document.canvas
    if is_night:
        canvas.setFillColor(colours.NIGHT)
        canvas.circle(x, y, 3.2, stroke=0, fill=1)
        canvas.setFillColor(colours.PAPER)
        canvas.circle(x + 1.5, y + 1, 2.7, stroke=0, fill=1)
        return
    canvas.setLineWidth(0.7)
    canvas.setStrokeColor(colours.NIGHT)
    canvas.circle(x, y, 1.7, stroke=1, fill=0)
    for across, down in _RAYS:
        canvas.line(x + 2.4 * across, y + 2.4 * down, x + 3.5 * across, y + 3.5 * down)


def _across(width: float) -> int:
    return max(1, int((width + 3) // (_BOX + 3)))
