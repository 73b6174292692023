"""Preview an order: its effects, line by line, as far as the player can know them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from darkseas.engine.orders import Given
from darkseas.engine.system import Preview, PreviewLine

from ..model import orders as o
from ..model.state import State
from . import preview_combat, preview_movement, preview_setup

_Teller = Callable[[State, str, Any], Iterable[PreviewLine]]


def preview(view: State, given: Given) -> Preview:
    """The preview of a legal order from the player's own view; empty for unknown orders."""
    teller = _TELLERS.get(type(given.order))
    return Preview(tuple(teller(view, given.side, given.order))) if teller is not None else Preview()


def _plot_back(view: State, side: str, order: o.WithdrawPlot) -> Iterable[PreviewLine]:
    yield PreviewLine("", "Your plot is taken back, and you enter a new one.", "DS-R29")


_TELLERS: Mapping[type, _Teller] = {
    o.Deploy: preview_setup.deploy,
    o.PlaceDummies: preview_setup.place_dummies,
    o.RemoveDummies: preview_setup.remove_dummies,
    o.MoveBlocks: preview_movement.move_blocks,
    o.SetSpeeds: preview_movement.set_speeds,
    o.DeclareSightings: preview_combat.declare_sightings,
    o.DeclareEvasion: preview_combat.declare_evasion,
    o.DeclareAttacks: preview_combat.declare_attacks,
    o.WithdrawPlot: _plot_back,
}
