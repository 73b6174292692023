"""Conditions that a tutorial text may require, from the view of the side to move: which ships fire, and at
which targets.
"""

from collections.abc import Iterator, Mapping

from darkseas.engine.orders import Choice, Fixed, OrderForm, Rows
from darkseas.engine.system import Circumstance

from ..combat.targets import tier_of
from ..model.state import TIER, State


def _lines(form: OrderForm) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each line of the form: the firing ship and her possible targets."""
    for row in (row for blank in form.blanks if isinstance(blank, Rows) for row in blank.rows):
        ships = [str(cell.value) for cell in row if isinstance(cell, Fixed) and cell.name == "ship"]
        targets = [cell.values for cell in row if isinstance(cell, Choice) and cell.name == "target"]
        for ship, values in zip(ships, targets, strict=False):
            yield ship, tuple(map(str, values))


def _several(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Whether two or more ships fire now."""
    return len({ship for ship, _ in _lines(form)}) > 1


def _choice(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Whether a firing ship has a choice of targets."""
    return any(len(targets) > 1 for _, targets in _lines(form))


def _lower(view: State, side: str, form: OrderForm, keys: tuple[str, ...]) -> bool:
    """Whether a target belongs to a tier that has not fired this turn."""
    if view.stage.kind != TIER:
        return False
    now, ships = tier_of(view.stage), view.scenario.ships
    return any(ships[target].type.tier > now for _, targets in _lines(form) for target in targets)


CIRCUMSTANCES: Mapping[str, Circumstance] = {"several": _several, "choice": _choice, "lower": _lower}
