"""Telling a battle: each event as a sentence with its citations and the numbers behind it.

`describe` takes the state before the event, whole or any side's view of it, and says only what stands
in the event and what that state knows.
"""

from collections.abc import Mapping

from ...engine.events import BattleBegan, DiceRolled, OrderGiven, OrderWithdrawn, TurnBegan
from ...engine.narration import Narration
from ...engine.shared_prose import Teller, describe_by
from . import events as e
from . import (
    prose_combat,
    prose_dice,
    prose_movement,
    prose_orders,
    prose_results,
    prose_setup,
    prose_spotting,
)
from .prose_words import side_names
from .state import State

#: Citations of shared events that carry none themselves.
SHARED_CITATIONS: Mapping[type, str] = {
    BattleBegan: "§7",
    TurnBegan: "§14",
    OrderGiven: "§14",
    OrderWithdrawn: "DS-R29",
}


def describe(state: State, event: object) -> Narration:
    """One event told from the state before it. KeyError for an event that Dark Seas does not know."""
    return describe_by(TELLERS, state, event, side_names(state.sheet), SHARED_CITATIONS)


#: How each event type of Dark Seas is told.
TELLERS: Mapping[type, Teller] = {
    OrderGiven: prose_orders.order_given,
    DiceRolled: prose_dice.dice_rolled,
    e.StageOpened: prose_setup.stage_opened,
    e.PlotSealed: prose_setup.plot_sealed,
    e.BlocksSetUp: prose_setup.blocks_set_up,
    e.FacesSet: prose_setup.faces_set,
    e.BlocksRegrouped: prose_setup.blocks_regrouped,
    e.DetachmentsPlotted: prose_setup.detachments_plotted,
    e.DummyRemoved: prose_setup.dummy_removed,
    e.BlockLost: prose_setup.block_lost,
    e.InitiativeTaken: prose_movement.initiative_taken,
    e.BlocksMoved: prose_movement.blocks_moved,
    e.ShipsExited: prose_movement.ships_exited,
    e.MovementEnded: prose_movement.movement_ended,
    e.EvasionEnded: prose_movement.evasion_ended,
    e.SpeedsSet: prose_movement.speeds_set,
    e.SmokeMade: prose_movement.smoke_made,
    e.SmokeLifted: prose_movement.smoke_lifted,
    e.SmokeCleared: prose_movement.smoke_cleared,
    e.SpottingWorked: prose_spotting.spotting_worked,
    e.SightingsHeld: prose_spotting.sightings_held,
    e.BlockSighted: prose_spotting.block_sighted,
    e.ContactMade: prose_spotting.contact_made,
    e.ConfinementLifted: prose_spotting.confinement_lifted,
    e.EvasionDeclared: prose_combat.evasion_declared,
    e.AttacksDeclared: prose_combat.attacks_declared,
    e.TargetDrawn: prose_combat.target_drawn,
    e.AttackResolved: prose_combat.attack_resolved,
    e.TorpedoesFired: prose_results.torpedoes_fired,
    e.MarkersPlaced: prose_results.markers_placed,
    e.ShipDamaged: prose_results.ship_damaged,
    e.ShipSunk: prose_results.ship_sunk,
    e.TorpedoesReloaded: prose_results.torpedoes_reloaded,
}
