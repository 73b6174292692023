"""Deployment: both sides report ready, then ships are placed by the scenario or set up by dice (ES-2)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import EDGES, FACINGS, Hex, label, neighbour
from darkseas.engine.orders import Blank, Choice, Fixed, IllegalOrder, OrderForm
from darkseas.engine.stages.stage import PlotSealed

from ..model.orders import FORMATIONS, ORDER_NAMES, Formation, Placement, Ready, SetUp
from ..model.plot_events import ReadyPlotted
from ..model.scenario import Ship
from ..model.ship_hexes import ASTERN, CIRCLE, faces_between, hull
from ..model.state import State
from ..movement import deployment
from ..narration.names import FORMATION_WORDS
from ..tables.rules_tables import DEEP, SURFACE

#: Steps of the circle from a ship's head to her quarter.
_ON_THE_QUARTER = 2
#: The facing that leads away from each edge.
_INWARD = {edge: FACINGS.index(name) for edge, name in zip(EDGES, ("SE", "NE", "W", "E"), strict=True)}
_DEPTHS = tuple(range(SURFACE, DEEP + 1))


def ready(adjudication: Adjudication[State], side: str, order: Ready) -> None:
    """Record that a side is ready; this is public and can be withdrawn."""
    adjudication.record(ReadyPlotted(side), (side,))
    adjudication.record(PlotSealed(side, str(adjudication.state.stage)))


def ready_form(view: State, side: str) -> Iterator[OrderForm]:
    why = (
        "The battle begins when both sides are ready. Before each turn, the side that wins the initiative "
        "dice moves and attacks first."
    )
    yield OrderForm(ORDER_NAMES[Ready], "Begin the battle", "ES-2", because=why)


def is_written(state: State) -> bool:
    """Return whether the scenario places all ships."""
    return all(side.starts for side in state.scenario.sides.values())


def deploy(adjudication: Adjudication[State], side: str, order: SetUp) -> None:
    """Set up a side, in a formation behind a leader or ship by ship."""
    placements = order.ships
    if order.hex is not None:
        if order.ships:
            reason = "Give a formation, or every ship a place."
            raise IllegalOrder(reason, rule="ES-2", field="blanks.ships")
        placements = formed(adjudication.state, side, order)
    deployment.set_up(adjudication, side, order.edge, placements)


def formed(state: State, side: str, order: SetUp) -> tuple[Placement, ...]:
    """Return the positions of a side's ships in the ordered formation (ES-2); none without a leader's hex."""
    if order.hex is None:
        return ()
    if not 0 <= order.facing < CIRCLE:
        raise IllegalOrder("A ship faces one of six ways.", rule="ES-4", field="blanks.facing")
    return tuple(
        Placement(ship.key, bow, order.facing, order.depth if ship.dives else SURFACE)
        for ship, bow in bows(_ships(state, side), order.hex, order.facing, order.formation)
    )


def _ships(state: State, side: str) -> tuple[Ship, ...]:
    return tuple(state.scenario.ships[key] for key in state.scenario.sides[side].ships)


def bows(ships: Sequence[Ship], leader: Hex, facing: int, formation: Formation) -> Iterator[tuple[Ship, Hex]]:
    """Yield each ship with the hex of her bow.

    Ahead: bow to stern. Columns: two of these, the second with the later half of the ships, two hexes on the
    first one's starboard quarter. Abreast: each two hexes on the starboard quarter of the one before.
    """
    length, front, bow = _column(len(ships), formation), leader, leader
    for number, ship in enumerate(ships):
        if number and number % length == 0:
            front = bow = _abeam(front, facing)
        yield ship, bow
        last = hull(bow, facing, ship.hexes)[-1]
        bow = neighbour(last, FACINGS[(facing + ASTERN) % CIRCLE])


def _column(ships: int, formation: Formation) -> int:
    """Return the length of a column in this formation."""
    columns = {"ahead": 1, "columns": 2, "abreast": ships}[formation]
    return -(-ships // columns)


def _abeam(at: Hex, facing: int) -> Hex:
    """Return the hex two steps off on the starboard quarter."""
    quarter = FACINGS[(facing - _ON_THE_QUARTER) % CIRCLE]
    return neighbour(neighbour(at, quarter), quarter)


def deploy_forms(view: State, side: str, formations: Sequence[Formation] = FORMATIONS) -> Iterator[OrderForm]:
    """Yield a form for each formation, edge and facing that fits somewhere."""
    taken = view.edges.get(view.scenario.enemy_of(side))
    own, ships = view.scenario.sides[side].rules.edge, _ships(view, side)
    edges = [edge for edge in EDGES if edge != taken and own in ("", edge)]
    berths = {edge: deployment.sea_at_edge(view, side, edge) for edge in edges}
    boats = any(ship.dives for ship in ships)
    shapes = formations if len(ships) > 1 else formations[:1]
    ways = ((shape, edge, facing) for shape, edge in product(shapes, edges) for facing in _from_edge(edge))
    for formation, edge, facing in ways:
        at_edge = berths[edge]
        leaders = [label(at) for at in at_edge if _fits(ships, at_edge, at, facing, formation)]
        if leaders:
            blanks: list[Blank] = [
                Fixed("edge", edge, "edge"),
                Fixed("facing", facing),
                Choice("hex", "The leader's hex", tuple(leaders), subject="place"),
            ]
            if formation != "ahead":
                blanks.insert(0, Fixed("formation", formation))
            if boats:
                blanks.append(Choice("depth", "Depth of the boats", _DEPTHS))
            title = f"Set up on the {edge} edge, {FORMATION_WORDS[formation]}, facing {FACINGS[facing]}"
            why = "Your ships set up out of range of guns, in the order of battle."
            yield OrderForm(ORDER_NAMES[SetUp], title, "ES-2", tuple(blanks), because=why)


def _from_edge(edge: str) -> list[int]:
    """Return all facings, those that lead away from the edge first."""
    return sorted(range(CIRCLE), key=lambda facing: faces_between(facing, _INWARD[edge]))


def _fits(
    ships: Sequence[Ship], berths: Mapping[Hex, int], leader: Hex, facing: int, formation: Formation
) -> bool:
    """Return whether a formation fits, hex by hex from its leader, stopping at the first that does not."""
    astern, length = FACINGS[(facing + ASTERN) % CIRCLE], _column(len(ships), formation)
    front = at = leader
    for number, ship in enumerate(ships):
        if number and number % length == 0:
            front = at = _abeam(front, facing)
        if deployment.gun_range(ship) >= berths.get(at, 0):
            return False
        for _ in range(ship.hexes):
            if at not in berths:
                return False
            at = neighbour(at, astern)
    return True
