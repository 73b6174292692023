"""Which sides owe a plot in a phase, decided without revealing secrets (ES-12, ES-A44)."""

from collections.abc import Iterator

from ..damage.repairs import hurt_areas
from ..model.state import State
from .combat_forms import boats_below, lit_rows, rows_of
from .damage_forms import transfer_rows
from .phases import ANTI_AIRCRAFT, DAMAGE, GUNNERY, PLANES, TORPEDOES


def called_for(state: State, kind: str) -> tuple[str, ...]:
    """Return the sides to plot: those with a choice, or whose lack of one must stay secret."""
    return tuple(side for side in state.scenario.sides if _has_choice(state, side, kind))


def _has_choice(state: State, side: str, kind: str) -> bool:
    if kind == DAMAGE:
        return _is_hurt(state, side)
    if kind == PLANES:
        return any(transfer_rows(state, side))
    if kind == ANTI_AIRCRAFT and not state.strikes:
        return False
    if kind == GUNNERY and any(lit_rows(state, side)):
        return True
    return kind in _hidden_choices(state, side) or any(rows_of(state, side, kind))


def _hidden_choices(state: State, side: str) -> Iterator[str]:
    """Yield kinds of combat in which being asked would reveal a submerged boat or lost guns."""
    if boats_below(state, side):
        yield TORPEDOES
    is_damage_secret = state.scenario.options.damage_known == "owner"
    if is_damage_secret and any(ship.batteries for ship in state.afloat(side)):
        yield GUNNERY


def _is_hurt(state: State, side: str) -> bool:
    """Return whether a side plots repairs: if damaged, or always while damage is secret."""
    if state.scenario.options.damage_known == "owner" or boats_below(state, side):
        return any(state.afloat(side))
    return any(hurt_areas(state, ship.key) for ship in state.afloat(side))
