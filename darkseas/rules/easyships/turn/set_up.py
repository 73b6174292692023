"""Setting up: both sides are ready, then ships stand where the scenario has them, or by dice (ES-2)."""

from collections.abc import Iterator, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import EDGES, FACINGS, Hex, label, neighbour
from darkseas.engine.orders import Choice, Fixed, IllegalOrder, OrderForm
from darkseas.engine.stages.stage import PlotSealed

from ..model.hull import ASTERN, CIRCLE, hull
from ..model.orders import ORDER_NAMES, Placement, Ready, SetUp
from ..model.plotted import ReadyPlotted
from ..model.state import State
from ..movement import deployment


def ready(adjudication: Adjudication[State], side: str, order: Ready) -> None:
    """Take note that a side is ready; what it says is nothing secret, and can be taken back."""
    adjudication.record(ReadyPlotted(side), (side,))
    adjudication.record(PlotSealed(side, str(adjudication.state.stage)))


def ready_form(view: State, side: str) -> Iterator[OrderForm]:
    """The form by which a side begins."""
    why = (
        "The battle begins when both sides are ready. Before each turn dice say who is first: that side "
        "moves before the other, and its attacks are thrown before the other’s."
    )
    yield OrderForm(ORDER_NAMES[Ready], "Begin the battle", "ES-2", because=why)


def is_written(state: State) -> bool:
    """Whether the scenario has placed all ships."""
    return all(side.starts for side in state.scenario.sides.values())


def deploy(adjudication: Adjudication[State], side: str, order: SetUp) -> None:
    """Set a side up: in line ahead behind a leader, or ship by ship."""
    placements = order.ships
    if order.hex is not None:
        if order.ships:
            reason = "Give the line ahead, or every ship a place."
            raise IllegalOrder(reason, rule="ES-2", field="blanks.ships")
        placements = line_ahead(adjudication.state, side, order.hex, order.facing)
    deployment.set_up(adjudication, side, order.edge, placements)


def line_ahead(state: State, side: str, leader: Hex, facing: int) -> tuple[Placement, ...]:
    """The places of a line ahead in the order of battle, bow to stern (ES-2)."""
    if not 0 <= facing < CIRCLE:
        raise IllegalOrder("A ship faces one of six ways.", rule="ES-4", field="blanks.facing")
    made, bow = [], leader
    for key in state.scenario.sides[side].ships:
        made.append(Placement(key, bow, facing))
        last = hull(bow, facing, state.scenario.ships[key].hexes)[-1]
        bow = neighbour(last, FACINGS[(facing + ASTERN) % CIRCLE])
    return tuple(made)


def deploy_forms(view: State, side: str) -> Iterator[OrderForm]:
    """A form for each edge and facing in which a line ahead of the side fits somewhere."""
    taken = view.edges.get(view.scenario.enemy_of(side))
    own = view.scenario.sides[side].rules.edge
    edges = [edge for edge in EDGES if edge != taken and own in ("", edge)]
    for edge in edges:
        berths = deployment.sea_at_edge(view, side, edge)
        for facing, name in enumerate(FACINGS):
            leaders = tuple([label(at) for at in berths if _fits(view, side, berths, at, facing)])
            if leaders:
                blanks = (
                    Fixed("edge", edge, "edge"),
                    Fixed("facing", facing),
                    Choice("hex", "The leader's hex", leaders, subject="place"),
                )
                title = f"Set up on the {edge} edge, facing {name}"
                why = "Your ships set up in line ahead, out of range of guns."
                yield OrderForm(ORDER_NAMES[SetUp], title, "ES-2", blanks, because=why)


def _fits(view: State, side: str, berths: Mapping[Hex, int], leader: Hex, facing: int) -> bool:
    """Whether a line ahead has room, hex by hex from its leader: most end at the edge after a few."""
    at, astern = leader, FACINGS[(facing + ASTERN) % CIRCLE]
    for key in view.scenario.sides[side].ships:
        ship = view.scenario.ships[key]
        if deployment.gun_range(ship) >= berths.get(at, 0):
            return False
        for _ in range(ship.hexes):
            if at not in berths:
                return False
            at = neighbour(at, astern)
    return True
