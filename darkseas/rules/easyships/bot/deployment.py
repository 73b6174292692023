"""The captain's set-up: a line across the enemy's path, near the middle of an edge."""

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm
from darkseas.engine.serialization.canonical_json import Json

from ..model.orders import FORMATIONS, Formation, SetUp
from ..model.state import State
from ..turn.deployment_forms import deploy_forms, formed

Answer = dict[str, Json]


def ready(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    return {}


def deploy(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """Choose the line closest to the middle of the enemy, or of the sea if no enemy is placed yet.

    Another formation is chosen only if a line ahead fits nowhere.
    """
    return next((answer for shape in FORMATIONS if (answer := _closest(view, side, shape))), {})


def _closest(view: State, side: str, formation: Formation) -> Answer:
    best: tuple[int, Answer] | None = None
    goal = enemy_middle(view, side)
    for each in deploy_forms(view, side, (formation,)):
        fixed = {blank.name: blank.value for blank in each.blanks if isinstance(blank, Fixed)}
        leaders = next(blank for blank in each.blanks if isinstance(blank, Choice)).values
        for text in leaders:
            facing = int(str(fixed["facing"]))
            order = SetUp(str(fixed["edge"]), parse_label(str(text)), facing, formation=formation)
            far = formation_distance(view, side, order, goal)
            if best is None or far < best[0]:
                best = far, {**fixed, "hex": text}
    return best[1] if best is not None else {}


def enemy_middle(view: State, side: str) -> Hex:
    """Return the middle of the enemy's line, or of the sea."""
    bows = [view.ship_status[ship.key].bow for ship in view.afloat(view.scenario.enemy_of(side))]
    there = [bow for bow in bows if bow is not None]
    if there:
        return there[len(there) // 2]
    board = view.scenario.board
    return Hex(board.cols // 2, board.rows // 2)


def formation_distance(view: State, side: str, order: SetUp, goal: Hex) -> int:
    """Return the total distance of a formation's ships from a hex."""
    return sum(distance(placed.hex, goal) for placed in formed(view, side, order))
