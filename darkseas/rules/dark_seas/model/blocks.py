"""Place blocks so that nobody can tell which is which (§4a, §22d).

Keys are running numbers. Whenever blocks are placed, a secret roll assigns the numbers to the blocks.
"""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import Hex, label

from .block_key import BlockKey
from .events import BlockFace, BlocksRegrouped, FacesSet, PlacedBlock
from .state import State

#: The die for mixing. It has many sides, so that ties are rare; tied blocks keep their order.
MIXING_DIE = 256
FEWEST_TO_MIX = 2


def mixed(adjudication: Adjudication[State], side: str, count: int, purpose: str) -> tuple[int, ...]:
    """The numbers 0 to count - 1 in a random order that only the side knows."""
    if count < FEWEST_TO_MIX:
        return tuple(range(count))
    return _order(adjudication.roll(count, MIXING_DIE, f"{purpose}/{side}", audience=(side,)))


def mixed_at_set_up(adjudication: Adjudication[State], side: str, count: int) -> tuple[int, ...]:
    """Return the mixed numbers for a side's set-up. A repeated set-up reuses the dice of the withdrawn one.

    Otherwise a player could reroll the order by withdrawing a set-up (DS-R29).
    """
    if count < FEWEST_TO_MIX:
        return tuple(range(count))
    fallen = adjudication.state.set_up_dice.get(side, ())
    if count > len(fallen):
        purpose = f"set-up/{side}/from/{len(fallen) + 1}" if fallen else f"set-up/{side}"
        fallen += adjudication.roll(count - len(fallen), MIXING_DIE, purpose, audience=(side,))
    return _order(fallen[:count])


def _order(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(faces)), key=lambda place: (faces[place], place)))


def next_keys(state: State, side: str, count: int) -> list[str]:
    first = state.numbers[side] + 1
    return [str(BlockKey(side, number)) for number in range(first, first + count)]


def regroup(
    adjudication: Adjudication[State],
    side: str,
    at: Hex,
    gone: tuple[str, ...],
    new: list[tuple[BlockFace, PlacedBlock]],
    dummies_left: int,
    rule: str,
) -> None:
    """Replace blocks of one hex by others under new keys, mixed.

    `new` holds faces and open sides that have no keys yet.
    """
    purpose = f"regroup/{label(at)}/{rule.strip('§').lower()}"
    order = mixed(adjudication, side, len(new), purpose)
    keys = next_keys(adjudication.state, side, len(new))
    faces = [_face(new[place][0], key) for key, place in zip(keys, order, strict=True)]
    placed = [_placed(new[place][1], key) for key, place in zip(keys, order, strict=True)]
    adjudication.record(FacesSet(side, tuple(faces), dummies_left), (side,))
    adjudication.record(BlocksRegrouped(side, at, gone, tuple(placed), rule), EVERYONE)


def _face(f: BlockFace, key: str) -> BlockFace:
    return BlockFace(key, f.kind, f.name, f.ships, f.immobile, f.entry, f.arrives, f.was)


def _placed(p: PlacedBlock, key: str) -> PlacedBlock:
    return PlacedBlock(key, p.hex, p.moved, p.evaded, p.attacked, p.was_attacked, p.evading)


def as_face(state: State, key: str) -> BlockFace:
    """The hidden face of a block in play, to place it again under another key."""
    c = state.contents[key]
    return BlockFace("", c.kind, c.name, c.ships, c.immobile, c.entry, c.arrives, key)


def as_placed(state: State, key: str) -> PlacedBlock:
    """The open side of a block in play, to place it again under another key."""
    b = state.blocks[key]
    return PlacedBlock("", b.hex, b.moved, b.evaded, b.attacked, b.was_attacked, b.evading)
