"""Attack markers belong to ships: a block carries them while one of those ships is in it afloat (DS-R35)."""

from collections.abc import Iterable, Iterator

from ..model.events import BlockMarks
from ..model.queries import ships_in
from ..model.state import State


def marks_left(state: State, blocks: Iterable[str], sunk: str = "") -> tuple[BlockMarks, ...]:
    """The new markers of those blocks that lost one, because no ship afloat in them has it any more.

    `sunk` is a ship to treat as sunk already. A block without any ship left is lost instead, and not
    returned.
    """
    return tuple(_left(state, blocks, sunk))


def _left(state: State, blocks: Iterable[str], sunk: str) -> Iterator[BlockMarks]:
    for key in blocks:
        afloat = [state.ship_status[ship.key] for ship in ships_in(state, key) if ship.key != sunk]
        block = state.blocks.get(key)
        if block is None or not afloat:
            continue
        attacked = block.attacked * any(status.attacked == block.attacked for status in afloat)
        was_attacked = block.was_attacked * any(
            status.was_attacked == block.was_attacked for status in afloat
        )
        if (attacked, was_attacked) != (block.attacked, block.was_attacked):
            yield BlockMarks(key, attacked, was_attacked)


def marks_again(state: State, blocks: Iterable[str], ship: str) -> tuple[BlockMarks, ...]:
    """The markers of a ship's block once she is afloat again; empty if they do not change."""
    status = state.ship_status[ship]
    return tuple(
        BlockMarks(key, max(block.attacked, status.attacked), max(block.was_attacked, status.was_attacked))
        for key, block in ((key, state.blocks[key]) for key in blocks)
        if block.attacked < status.attacked or block.was_attacked < status.was_attacked
    )
