"""Movement (§14a, §15): allowances, paths, entering and leaving the map.

One order moves all blocks of one of the four groups. Its paths are checked hex by hex; the form offers a
shortest path to every hex within reach.
"""

from collections.abc import Iterable, Iterator, Mapping

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import EDGES, Hex, HexBoard, is_adjacent, label, parse_label
from darkseas.engine.orders import Blank, Course, Fixed, IllegalOrder, Leg, OrderForm, Row, Rows
from darkseas.engine.presentation.words import joined
from darkseas.engine.stages.stage import Stage

from ..model.events import BlockMoved, BlocksMoved, ShipsExited
from ..model.orders import Move, MoveBlocks
from ..model.paths import legs_of, reached_from, reached_over
from ..model.queries import MERCHANT, ships_in
from ..model.scenario import Ship, Side
from ..model.state import DUMMY, SINGLE, Block, Contents, State
from ..tables.rules_tables import FIXED
from . import detachments, entering
from .deadlines import deadline_notes
from .deployment import edge_of_entry
from .entering import area_of

#: Stages of night movement: whether spotted blocks move, and whether their side has the initiative.
STAGES: Mapping[Stage, tuple[bool, bool]] = {
    Stage("move", "1"): (True, False),
    Stage("move", "2"): (True, True),
    Stage("move", "3"): (False, False),
    Stage("move", "4"): (False, True),
}


def allowance(state: State, key: str) -> int:
    """The number of hexes a block may enter this turn (§15, §11a, DS-R7, DS-R9).

    A dummy is never slowed by evasion: the evading marker that it copied has no effect (DS-R37).
    """
    contents = state.contents[key]
    if contents.immobile:
        return 0
    block = state.blocks[key]
    if contents.kind == DUMMY:
        return state.scenario.sides[block.side].dummy_speed
    evaded = bool(block.evaded) and block.evaded == state.turn - 1
    single = contents.kind == SINGLE
    slowest = min([_ship_allowance(state, ship, single, evaded) for ship in ships_in(state, key)], default=0)
    return max(0, slowest)


def _ship_allowance(state: State, ship: Ship, single: bool, block_evaded: bool) -> int:
    """A ship's speed minus all reductions; merchantmen in an evading block did not evade."""
    speed = ship.ratings.speed
    if single:
        speed -= FIXED["single_allowance_loss"]
    if state.ship_status[ship.key].damaged:
        speed -= FIXED["damaged_allowance_loss"]
    if block_evaded and ship.ratings.defence_class != MERCHANT:
        speed -= FIXED["evaded_allowance_loss"]
    return speed


def is_called(state: State, side: str, stage: Stage) -> bool:
    """Whether a side has orders due in a stage of night movement, judged by public facts."""
    spotted = STAGES[stage][0]
    of_stage = [b for b in state.blocks.values() if b.side == side and bool(b.spotted) == spotted]
    return any(may_be_due(state, block) for block in of_stage)


def may_be_due(state: State, block: Block) -> bool:
    """Whether a block is on the map or, judged by public facts, may enter it this turn."""
    return block.hex is not None or _first_arrival(state.scenario.sides[block.side]) <= state.turn


def _first_arrival(side: Side) -> int:
    """The first turn in which the scenario lets a block of a side enter."""
    entering = [group.rules.arrives for group in side.groups if edge_of_entry(side, group.rules)]
    return min(entering, default=1) if not side.rules.dummies else 1


def movers(state: State, side: str, stage: Stage) -> tuple[str, ...]:
    """The blocks of a side that move in a stage, including those waiting to enter (DS-R3)."""
    spotted = STAGES[stage][0]
    return tuple(
        key
        for key, block in state.blocks.items()
        if block.side == side and bool(block.spotted) == spotted and is_due(state, block)
    )


def is_due(state: State, block: Block) -> bool:
    """Whether a block is on the map or may enter it this turn."""
    return block.hex is not None or state.contents[block.key].arrives <= state.turn


def move(adjudication: Adjudication[State], side: str, order: MoveBlocks) -> None:
    """Move the blocks of a stage and store detachments (§14a)."""
    state = adjudication.state
    if order.smoke:
        raise IllegalOrder("By night only evading blocks make smoke.", rule="§18l", field="blanks.smoke")
    may = movers(state, side, state.stage)
    steps = {key: allowance(state, key) for key in may}
    moved = moves_made(state, side, order, steps)
    plotted = detachments.check(state, side, order.detachments, may, leaving_map(moved))
    record(adjudication, side, moved)
    if plotted:
        detachments.plot(adjudication, side, plotted)


def record(adjudication: Adjudication[State], side: str, moved: Iterable[BlockMoved]) -> None:
    """Record moves, and the ships that left the map with them."""
    moved = tuple(moved)
    starts = {made.block: adjudication.state.blocks[made.block].hex for made in moved if made.exit}
    adjudication.record(BlocksMoved(side, moved))
    for made in moved:
        if made.exit:
            ships = tuple(ship.key for ship in ships_in(adjudication.state, made.block))
            turn = adjudication.state.turn
            left = ShipsExited(
                side, made.block, ships, made.exit, turn, "§15d", (starts[made.block], *made.path)[-1]
            )
            adjudication.record(left, (side,))


def leaving_map(moved: Iterable[BlockMoved]) -> tuple[str, ...]:
    return tuple(made.block for made in moved if made.exit)


def moves_made(state: State, side: str, order: MoveBlocks, steps: dict[str, int]) -> tuple[BlockMoved, ...]:
    """The checked moves of an order; `steps` is the allowance of each block now.

    Raises IllegalOrder if a block stays out that must enter (DS-R39).
    """
    made = []
    seen: set[str] = set()
    for place, move in order.by_blank:
        field = f"blanks.{place}"
        if move.block not in steps:
            raise IllegalOrder(
                f"Move blocks that are due to move, not “{move.block[:60]}”.",
                rule="§14a",
                field=f"{field}.block",
            )
        if move.block in seen:
            raise IllegalOrder(f"Move {move.block} only once.", rule="§14a", field=f"{field}.block")
        seen.add(move.block)
        if move.path:
            made.append(_block_moved(state, side, move, steps[move.block], f"{field}.path"))
    entering.check(state, side, steps, [one.block for one in made])
    return tuple(made)


def _block_moved(state: State, side: str, move: Move, steps: int, field: str) -> BlockMoved:
    edge = move.path[-1] if move.path[-1] in EDGES else ""
    path = _hexes(move.path[:-1] if edge else move.path, field)
    cost = len(path) + (FIXED["exit_cost"] if edge else 0)
    if cost > steps:
        raise IllegalOrder(
            f"Choose a path of at most {steps} hexes for {move.block}, not {cost}.", rule="§15", field=field
        )
    block = state.blocks[move.block]
    if block.hex is None:
        _check_entry(state, block, path, field)
    _check_hexes(state, side, block.hex, path, field)
    if edge:
        _check_exit(state, side, path[-1] if path else block.hex, edge, field)
    return BlockMoved(move.block, path, block.moved + len(path), edge)


def _hexes(labels: tuple[str, ...], field: str) -> tuple[Hex, ...]:
    try:
        return tuple([parse_label(text) for text in labels])
    except ValueError as error:
        raise IllegalOrder(
            f"Give the hexes of the path: {str(error)[:80]}.", rule="§15", field=field
        ) from None


def _check_hexes(state: State, side: str, start: Hex | None, path: tuple[Hex, ...], field: str) -> None:
    board, area = state.scenario.board, area_of(state, side)
    at = start
    for beyond in path:
        if at is None or beyond not in board.sea_neighbours(at):
            _check_step(board, at, beyond, field)
        if area is not None and beyond not in area:
            raise IllegalOrder("Stay in the area of this side until first contact.", rule="§7", field=field)
        at = beyond


def _check_step(board: HexBoard, at: Hex | None, beyond: Hex, field: str) -> None:
    if at is not None and not is_adjacent(at, beyond):
        raise IllegalOrder("Move from hex to adjacent hex.", rule="§15", field=field)
    if not board.contains(beyond):
        raise IllegalOrder("Stay on the map.", rule="§15d", field=field)
    if board.is_land(beyond):
        raise IllegalOrder("Go round the land.", rule="§15e", field=field)


def _check_entry(state: State, block: Block, path: tuple[Hex, ...], field: str) -> None:
    edge = state.contents[block.key].entry
    if not path or edge not in state.scenario.board.edges_of(path[0]):
        raise IllegalOrder(f"Bring {block.key} in over the {edge} edge.", rule="§7", field=field)


def _check_exit(state: State, side: str, last: Hex | None, edge: str, field: str) -> None:
    if edge not in state.scenario.sides[side].rules.exit_edges or area_of(state, side) is not None:
        raise IllegalOrder(
            f"Stay on the map: this side may not leave over the {edge} edge now.", rule="§15d", field=field
        )
    if last is None or edge not in state.scenario.board.edges_of(last):
        raise IllegalOrder(f"Leave from a hex at the {edge} edge.", rule="DS-R10", field=field)


# --- the form ------------------------------------------------------------------------------------


def form(view: State, side: str) -> OrderForm:
    """Return the possible moves of each block of the stage, and the ships that may leave their task group."""
    may = movers(view, side, view.stage)
    steps = {key: allowance(view, key) for key in may}
    apart = detachments.rows(view, side, may)
    return OrderForm(
        "dark_seas.move_blocks",
        "Move",
        "§14a",
        (*path_blanks(view, side, steps), Rows("detachments", "Ships leaving their task group", apart)),
        because=" ".join((_why_now(view, side), *deadline_notes(view, side), *_why_still(view, side, steps))),
    )


def path_blanks(view: State, side: str, steps: Mapping[str, int]) -> tuple[Blank, ...]:
    """The possible moves of these blocks; those that must enter are a separate blank."""
    rows = {key: row for key, count in steps.items() if (row := path_row(view, side, key, count))}
    return entering.blanks(rows, entering.bound(view, side, steps), "moves", "Blocks")


def _why_now(view: State, side: str) -> str:
    spotted, has_initiative = STAGES[view.stage]
    name = view.scenario.sides[side].name
    whose = f"{name} has the initiative" if has_initiative else f"{name} does not have the initiative"
    when = "last" if has_initiative else "first"
    return f"{whose}, so its {'spotted' if spotted else 'unspotted'} blocks move {when}."


def _why_still(view: State, side: str, steps: Mapping[str, int]) -> Iterator[str]:
    """Return the blocks of the stage that are missing from the form, and the reasons."""
    still = [view.contents[key] for key, count in steps.items() if not path_row(view, side, key, count)]
    for is_bound, why in (
        (True, "the scenario says that they never move"),
        (False, "no hex is within reach"),
    ):
        names = [_called(view, face) for face in still if face.immobile == is_bound]
        if names:
            yield f"Cannot move: {joined(names)}; {why}."


def _called(view: State, face: Contents) -> str:
    return face.name or joined([view.scenario.ships[ship].name for ship in face.ships]) or "a dummy"


def legs(view: State, side: str, course: Course) -> tuple[Leg, ...]:
    """The legs that a path of this course may use, hex by hex (§15)."""
    return tuple(legs_of(view.scenario.board, course))


def path_row(view: State, side: str, key: str, steps: int) -> Row | None:
    """The line of the form for one block; None if it cannot move."""
    block, own = view.blocks[key], view.scenario.sides[side]
    area = area_of(view, side)
    if block.hex is None:
        reach = reached_over(view.scenario.board, view.contents[key].entry, steps, area)
        start = ""
    else:
        reach = reached_from(view.scenario.board, block.hex, steps, area, own.rules.exit_edges)
        start = label(block.hex)
    if not reach:
        return None
    return (Fixed("block", key, "piece"), Course("path", "Way", start, steps, reach))
