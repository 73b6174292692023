"""The names of sides and ships in sentences."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..presentation.shared_events import name_of
from ..presentation.words import joined
from .sides import TwoSided
from .stage import StagedState


@lru_cache(maxsize=64)
def side_names(scenario: TwoSided) -> Mapping[str, str]:
    """The names of the sides by key."""
    return {key: side.name for key, side in scenario.sides.items()}


def side_name(state: StagedState, side: str) -> str:
    """A side's name, or the umpire's."""
    return name_of(side, side_names(state.scenario))


def ship_name(state: StagedState, key: str) -> str:
    """A ship's name, or the key of one that nobody knows."""
    ship = state.scenario.ships.get(key)
    return ship.name if ship is not None else key


def ship_names(state: StagedState, keys: Iterable[str], most: int) -> str:
    """Ships as a list in a sentence, of more than `most` the first and "3 others"."""
    return joined([ship_name(state, key) for key in keys], most)
