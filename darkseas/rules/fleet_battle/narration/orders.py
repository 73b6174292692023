"""Sentences for orders; the stored blanks are parsed into the order's type."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from darkseas.engine.events import DiceRolled, OrderGiven
from darkseas.engine.presentation.narration import Narration, Working
from darkseas.engine.presentation.shared_events import HOUSE, dice_narration, purpose_words
from darkseas.engine.stages import order_text
from darkseas.engine.stages.order_text import OrderText, OrderTexts
from darkseas.engine.stages.side_and_ship_names import ship_name, side_names
from darkseas.engine.stages.stage import Stage

from ..model import orders as o
from ..model.state import TIER, State
from .fire import attack_line, attacks_words
from .groups import assignment_words, transfer_words
from .names import group_words

CITATIONS: Mapping[type, tuple[str, ...]] = {
    o.AssignGroups: ("FB-7", "FB-H2"),
    o.PlotTransfers: ("FB-8", "FB-H3"),
    o.NameTargets: ("FB-4", "FB-3"),
    o.WithdrawPlot: ("FB-3",),
}


def order_given(state: State, event: OrderGiven) -> Narration | None:
    """Narrate a Fleet Battle order; None for any other, or for blanks that do not fit."""
    return order_text.order_given(_TEXTS, state, event)


def _each_once(_: State, ships: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ships))


def _assign(state: State, order: o.AssignGroups) -> OrderText:
    return assignment_words(state, order.carrier_group), (), order.carrier_group


def _transfers(state: State, order: o.PlotTransfers) -> OrderText:
    ships = tuple(transfer.ship for transfer in order.transfers)
    if order.retreat:
        return "leave the battle", (), ships
    lines = tuple(
        Working(ship_name(state, transfer.ship), group_words(transfer.to), "FB-8")
        for transfer in order.transfers
    )
    return transfer_words(state, order.transfers) or "no ship changes groups", lines, ships


def _targets(state: State, order: o.NameTargets) -> OrderText:
    ships = tuple(ship for attack in order.attacks for ship in (attack.ship, attack.target))
    lines = tuple(attack_line(state, attack) for attack in order.attacks)
    return attacks_words(state, order.attacks), lines, ships


_TELLERS: Mapping[type, Callable[[State, Any], OrderText]] = {
    o.AssignGroups: _assign,
    o.PlotTransfers: _transfers,
    o.NameTargets: _targets,
    o.WithdrawPlot: order_text.plot_back,
}

_TEXTS = OrderTexts(o.ORDERS, _TELLERS, CITATIONS, _each_once)


def dice_rolled(state: State, event: DiceRolled) -> Narration:
    """Narrate a roll by its purpose ("t1/tier-3/rn/hood"); an unknown purpose is shown unchanged."""
    match event.purpose.split("/")[1:]:
        case [text, side, ship] if (stage := Stage.of(text)).kind == TIER and side in state.scenario.sides:
            return dice_narration(event, f"the fire of {ship_name(state, ship)}, tier {stage.who}", "FB-1")
    return dice_narration(event, purpose_words(event.purpose, side_names(state.scenario)), HOUSE)
