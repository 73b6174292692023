"""Telling a battle: each event as a sentence with its citations and the numbers behind it.

`describe` takes the state before the event, whole or any side's view of it, and says only what stands
in the event and what that state knows.
"""

from collections.abc import Mapping

from ...engine.events import BattleBegan, DiceRolled, OrderGiven, OrderWithdrawn, TurnBegan
from ...engine.narration import Narration
from ...engine.shared_prose import Teller, describe_by
from . import events as e
from . import prose_fire, prose_groups, prose_orders
from .prose_words import side_names
from .state import State

#: Citations of shared events that carry none themselves.
SHARED_CITATIONS: Mapping[type, str] = {
    BattleBegan: "FB-1",
    TurnBegan: "FB-2",
    OrderGiven: "FB-2",
    OrderWithdrawn: "FB-3",
}


def describe(state: State, event: object) -> Narration:
    """One event told from the state before it. KeyError for an event that fleet battle does not know."""
    return describe_by(TELLERS, state, event, side_names(state.sheet), SHARED_CITATIONS)


#: How each event type of fleet battle is told.
TELLERS: Mapping[type, Teller] = {
    OrderGiven: prose_orders.order_given,
    DiceRolled: prose_orders.dice_rolled,
    e.StageOpened: prose_groups.stage_opened,
    e.PlotSealed: prose_groups.plot_sealed,
    e.GroupsAssigned: prose_groups.groups_assigned,
    e.TransfersPlotted: prose_groups.transfers_plotted,
    e.TransfersMade: prose_groups.transfers_made,
    e.TransferLapsed: prose_groups.transfer_lapsed,
    e.BattleGroupLost: prose_groups.battle_group_lost,
    e.UBoatsSurfaced: prose_groups.u_boats_surfaced,
    e.UBoatsSubmerged: prose_groups.u_boats_submerged,
    e.TurnEnded: prose_groups.turn_ended,
    e.TargetsNamed: prose_fire.targets_named,
    e.AttackResolved: prose_fire.attack_resolved,
    e.SixesPaired: prose_fire.sixes_paired,
    e.CarrierGroupTargeted: prose_fire.carrier_group_targeted,
    e.ShipSunk: prose_fire.ship_sunk,
}
