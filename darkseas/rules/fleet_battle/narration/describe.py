"""Narration of a battle: each event as a sentence with its citations and numbers.

`describe` takes the state before the event, full or a side's view, and uses nothing but that state and the
event.
"""

from collections.abc import Mapping

from darkseas.engine.events import BattleBegan, DiceRolled, OrderGiven, OrderWithdrawn, TurnBegan
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.presentation.shared_events import Teller, describe_by
from darkseas.engine.stages.side_and_ship_names import side_names
from darkseas.engine.stages.stage import StageOpened

from ..model import events as e
from ..model.state import State
from . import fire, groups
from . import orders as prose_orders

#: Citations of shared events that carry none themselves.
SHARED_CITATIONS: Mapping[type, str] = {
    BattleBegan: "FB-1",
    TurnBegan: "FB-2",
    OrderGiven: "FB-2",
    OrderWithdrawn: "FB-3",
}


def describe(state: State, event: object) -> Narration:
    """Narrate an event from the state before it. Raise KeyError for an unknown event."""
    return describe_by(TELLERS, state, event, side_names(state.scenario), SHARED_CITATIONS)


#: Narration functions by event type.
TELLERS: Mapping[type, Teller] = {
    OrderGiven: prose_orders.order_given,
    DiceRolled: prose_orders.dice_rolled,
    StageOpened: groups.stage_opened,
    e.PlotSealed: groups.plot_sealed,
    e.GroupsAssigned: groups.groups_assigned,
    e.TransfersPlotted: groups.transfers_plotted,
    e.TransfersMade: groups.transfers_made,
    e.TransferLapsed: groups.transfer_lapsed,
    e.BattleGroupLost: groups.battle_group_lost,
    e.UBoatsSurfaced: groups.u_boats_surfaced,
    e.UBoatsSubmerged: groups.u_boats_submerged,
    e.TurnEnded: groups.turn_ended,
    e.TargetsNamed: fire.targets_named,
    e.AttackResolved: fire.attack_resolved,
    e.SixesPaired: fire.sixes_paired,
    e.CarrierGroupTargeted: fire.carrier_group_targeted,
    e.ShipSunk: fire.ship_sunk,
    e.ShipRestored: fire.ship_restored,
}
