"""Queries on a state that several parts of the rules need: positions, contents and abilities of blocks.

They work on the full state and on a side's view. Blocks whose face is hidden from the view count as unknown.
"""

from collections.abc import Iterable, Mapping

from darkseas.engine.hexes.board import Hex

from ..tables.rules_tables import FIXED, TrainingLevel, capabilities
from .scenario import Ship
from .state import DUMMY, SINGLE, Block, State

#: Defence class of ships that neither spot nor evade (§16e, §17d).
MERCHANT = "M"


def ships_in(state: State, block: str) -> tuple[Ship, ...]:
    """The ships afloat in a block, in roster order; empty for a dummy or a hidden face."""
    contents = state.contents.get(block)
    if contents is None:
        return ()
    # The most frequent query of all, so `ShipStatus.afloat` is inlined.
    ships, ship_status = state.scenario.ships, state.ship_status
    return tuple(
        [ships[key] for key in contents.ships if not ((status := ship_status[key]).sunk or status.exited)]
    )


def ships_revealed(state: State) -> Mapping[str, tuple[str, ...]]:
    """Ships revealed by their attacks this turn, by block."""
    shown: dict[str, dict[str, None]] = {}
    for attacks in state.attacks.values():
        for attack in attacks:
            shown.setdefault(attack.block, {}).update((mount.ship, None) for mount in attack.mounts)
    return {block: tuple(ships) for block, ships in shown.items()}


def is_dummy(state: State, block: str) -> bool:
    """Whether a block is known to be a dummy."""
    contents = state.contents.get(block)
    return contents is not None and contents.kind == DUMMY


def is_single(state: State, block: str) -> bool:
    """Whether a block is a single ship, with the penalties of §11 (DS-R5)."""
    contents = state.contents.get(block)
    return contents is not None and contents.kind == SINGLE


def blocks_of(state: State, side: str) -> tuple[Block, ...]:
    """The side's blocks on the map and waiting to enter, in the order of their numbers."""
    return tuple(block for block in state.blocks.values() if block.side == side)


def blocks_at(state: State, at: Hex, side: str) -> tuple[Block, ...]:
    return tuple(block for block in state.blocks.values() if block.side == side and block.hex == at)


def _training(state: State, side: str) -> int:
    """The training level plus the daylight bonus, not capped (§23b.vi)."""
    return state.scenario.sides[side].rules.training + FIXED["daylight_training"] * state.daylight


def level_of(state: State, side: str) -> int:
    """The effective training level: two more in daylight, capped at the best level (§23b.vi)."""
    return min(_training(state, side), FIXED["best_training"])


def targeting_level(state: State, side: str, range_hexes: int) -> int:
    """How well a side tells classes apart at a range, from 0 to the best training level (DS-R16).

    Training, daylight and range are added up first, and only the sum is capped.
    """
    return max(0, min(_training(state, side) - range_hexes, FIXED["best_training"]))


def targeting(state: State, side: str, range_hexes: int) -> TrainingLevel:
    """The classes a side can tell apart at a range; level 0 counts as level 1 (DS-R16)."""
    return capabilities(targeting_level(state, side, range_hexes))


def best_radar(ships: Iterable[Ship]) -> int:
    """The best radar rating among the ships of a block, including damaged ones (DS-R13)."""
    return max([ship.ratings.radar for ship in ships], default=0)


def any_can_spot(ships: Iterable[Ship]) -> bool:
    """Whether any of these ships may spot (§16e, DS-R13)."""
    for ship in ships:  # noqa: SIM110 - asked for every block in every attempt, and a generator costs more
        if ship.ratings.defence_class != MERCHANT:
            return True
    return False


def can_spot(state: State, block: str) -> bool:
    """Whether a block holds a ship that may spot (§16e, DS-R13)."""
    return any_can_spot(ships_in(state, block))


def is_evading(state: State, ship: Ship, block: str) -> bool:
    """Whether a ship evades: her block does, and she is not a merchantman (§17d)."""
    return state.blocks[block].evading and ship.ratings.defence_class != MERCHANT
