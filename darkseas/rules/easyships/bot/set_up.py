"""The captain's set-up: in line across the enemy's way, near the middle of an edge."""

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm
from darkseas.engine.serialization.canonical_json import Json

from ..model.state import State
from ..turn.set_up import deploy_forms, line_ahead

Answer = dict[str, Json]


def ready(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """The captain is ready."""
    return {}


def deploy(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """The line whose ships are nearest to the middle of the enemy, or of the sea where there is none yet."""
    best: tuple[int, Answer] | None = None
    goal = enemy_middle(view, side)
    for each in deploy_forms(view, side):
        fixed = {blank.name: blank.value for blank in each.blanks if isinstance(blank, Fixed)}
        leaders = next(blank for blank in each.blanks if isinstance(blank, Choice)).values
        for text in leaders:
            far = line_distance(view, side, str(text), int(str(fixed["facing"])), goal)
            if best is None or far < best[0]:
                best = far, {**fixed, "hex": text}
    return best[1] if best is not None else {}


def enemy_middle(view: State, side: str) -> Hex:
    """The middle of the enemy's line, or of the sea."""
    bows = [view.ship_status[ship.key].bow for ship in view.afloat(view.scenario.enemy_of(side))]
    there = [bow for bow in bows if bow is not None]
    if there:
        return there[len(there) // 2]
    board = view.scenario.board
    return Hex(board.cols // 2, board.rows // 2)


def line_distance(view: State, side: str, leader: str, facing: int, goal: Hex) -> int:
    """How far the ships of a line are from a hex, all together."""
    return sum(distance(placed.hex, goal) for placed in line_ahead(view, side, parse_label(leader), facing))
