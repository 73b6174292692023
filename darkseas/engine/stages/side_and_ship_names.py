"""Names of sides and ships in sentences."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..presentation.shared_events import name_of
from ..presentation.words import joined
from .sides import TwoSided
from .stage import StagedState


@lru_cache(maxsize=64)
def side_names(scenario: TwoSided) -> Mapping[str, str]:
    return {key: side.name for key, side in scenario.sides.items()}


def side_name(state: StagedState, side: str) -> str:
    """Return the name of a side or of the umpire."""
    return name_of(side, side_names(state.scenario))


def ship_name(state: StagedState, key: str) -> str:
    """Return a ship's name, or the key if it is unknown."""
    ship = state.scenario.ships.get(key)
    return ship.name if ship is not None else key


def ship_names(state: StagedState, keys: Iterable[str], most: int) -> str:
    """List ships in a sentence; beyond `most`, the first ones and "3 others"."""
    return joined([ship_name(state, key) for key in keys], most)
