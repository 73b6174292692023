"""Markers of attacks hang on ships: a block has them while one of its ships afloat has (DS-R35)."""

from collections.abc import Iterable, Iterator

from ..model.events import BlockMarks
from ..model.queries import ships_in
from ..model.state import State


def marks_left(state: State, blocks: Iterable[str], sunk: str = "") -> tuple[BlockMarks, ...]:
    """The markers of those blocks that have one which no ship afloat in them has any more.

    `sunk` is a ship that counts as sunk already. A block without a ship left is another matter: it is lost.
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
    """The markers of the block of a ship once she is afloat again; none where they do not change."""
    status = state.ship_status[ship]
    return tuple(
        BlockMarks(key, max(block.attacked, status.attacked), max(block.was_attacked, status.was_attacked))
        for key, block in ((key, state.blocks[key]) for key in blocks)
        if block.attacked < status.attacked or block.was_attacked < status.was_attacked
    )
