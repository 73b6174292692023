"""Deployment: both sides report ready, then ships are placed by the scenario or set up by dice (ES-2)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import FACINGS, label
from darkseas.engine.orders import Blank, Choice, Fixed, IllegalOrder, OrderForm
from darkseas.engine.stages.stage import PlotSealed

from ..model.orders import FORMATIONS, ORDER_NAMES, Formation, Placement, Ready, SetUp
from ..model.plot_events import ReadyPlotted
from ..model.ship_hexes import CIRCLE
from ..model.state import State
from ..movement import deployment
from ..movement.formations import bows, edges_of, fitting, ships_of
from ..movement.set_up_hexes import enemies_seen
from ..movement.set_up_room import Room
from ..narration.names import FORMATION_WORDS
from ..tables.rules_tables import DEEP, SURFACE

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
    """Return where a side's ships start in the ordered formation (ES-2); empty without a leader's hex."""
    if order.hex is None:
        return ()
    if not 0 <= order.facing < CIRCLE:
        raise IllegalOrder("A ship faces one of six ways.", rule="ES-4", field="blanks.facing")
    return tuple(
        Placement(ship.key, bow, order.facing, order.depth if ship.dives else SURFACE)
        for ship, bow in bows(ships_of(state.scenario, side), order.hex, order.facing, order.formation)
    )


def deploy_forms(view: State, side: str, formations: Sequence[Formation] = FORMATIONS) -> Iterator[OrderForm]:
    """Yield a form for each formation, edge and facing that fits somewhere and leaves the enemy room."""
    scenario = view.scenario
    ships = ships_of(scenario, side)
    boats = any(ship.dives for ship in ships)
    edges = edges_of(scenario, side, view.edges.get(scenario.enemy_of(side)))
    room = Room(scenario, side) if view.sets_up_first == side else None
    fits = (
        (way, leader)
        for way, leader, placed in fitting(scenario, side, edges, enemies_seen(view, side), formations)
        if room is None or room.is_left(way.edge, placed)
    )
    for (formation, edge, facing), group in groupby(fits, key=itemgetter(0)):
        blanks: list[Blank] = [
            Fixed("edge", edge, "edge"),
            Fixed("facing", facing),
            Choice("hex", "The leader's hex", tuple([label(leader) for _, leader in group]), subject="place"),
        ]
        if formation != "ahead":
            blanks.insert(0, Fixed("formation", formation))
        if boats:
            blanks.append(Choice("depth", "Depth of the boats", _DEPTHS))
        title = f"Set up on the {edge} edge, {FORMATION_WORDS[formation]}, facing {FACINGS[facing]}"
        why = "Your ships set up out of range of guns, in the order of battle."
        yield OrderForm(ORDER_NAMES[SetUp], title, "ES-2", tuple(blanks), because=why)
