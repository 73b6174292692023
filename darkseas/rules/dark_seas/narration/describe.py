"""Describe a battle: each event as a sentence with its citations and the numbers behind it.

`describe` takes the state before the event, whole or one side's view, and uses only that and the event.
"""

from collections.abc import Mapping

from darkseas.engine.events import BattleBegan, BattleEnded, DiceRolled, OrderGiven, OrderWithdrawn, TurnBegan
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.presentation.shared_events import Teller, describe_by
from darkseas.engine.stages.side_and_ship_names import side_names
from darkseas.engine.stages.stage import PlotSealed, StageOpened

from ..model import events as e
from ..model.state import State
from . import combat, dice, ending, movement, results, setup, spotting
from . import orders as prose_orders

#: Citations for shared events that have none of their own.
SHARED_CITATIONS: Mapping[type, str] = {
    BattleBegan: "§7",
    TurnBegan: "§14",
    OrderGiven: "§14",
    OrderWithdrawn: "DS-R29",
}


def describe(state: State, event: object) -> Narration:
    """Describe an event, given the state before it; KeyError for an event that Dark Seas does not know."""
    return describe_by(TELLERS, state, event, side_names(state.scenario), SHARED_CITATIONS)


#: The describing function of each event type of Dark Seas.
TELLERS: Mapping[type, Teller] = {
    OrderGiven: prose_orders.order_given,
    DiceRolled: dice.dice_rolled,
    BattleEnded: ending.battle_ended,
    StageOpened: setup.stage_opened,
    PlotSealed: setup.plot_sealed,
    e.BlocksSetUp: setup.blocks_set_up,
    e.FacesSet: setup.faces_set,
    e.BlocksRegrouped: setup.blocks_regrouped,
    e.DetachmentsPlotted: setup.detachments_plotted,
    e.DetachmentsLapsed: setup.detachments_lapsed,
    e.DummyRemoved: setup.dummy_removed,
    e.BlockLost: setup.block_lost,
    e.InitiativeTaken: movement.initiative_taken,
    e.BlocksMoved: movement.blocks_moved,
    e.ShipsExited: movement.ships_exited,
    e.MovementEnded: movement.movement_ended,
    e.EvasionEnded: movement.evasion_ended,
    e.SpeedsSet: movement.speeds_set,
    e.SmokeMade: movement.smoke_made,
    e.SmokeLifted: movement.smoke_lifted,
    e.SmokeCleared: movement.smoke_cleared,
    e.SpottingWorked: spotting.spotting_worked,
    e.SightingsHeld: spotting.sightings_held,
    e.BlockSighted: spotting.block_sighted,
    e.ContactMade: spotting.contact_made,
    e.ConfinementLifted: spotting.confinement_lifted,
    e.EvasionDeclared: combat.evasion_declared,
    e.AttacksDeclared: combat.attacks_declared,
    e.TargetDrawn: combat.target_drawn,
    e.AttackResolved: combat.attack_resolved,
    e.AttackLapsed: combat.attack_lapsed,
    e.ResultsHeld: combat.results_held,
    e.TorpedoesFired: results.torpedoes_fired,
    e.MarkersPlaced: results.markers_placed,
    e.BlocksMarked: results.blocks_marked,
    e.ShipDamaged: results.ship_damaged,
    e.ShipSunk: results.ship_sunk,
    e.ShipRestored: results.ship_restored,
    e.TorpedoesReloaded: results.torpedoes_reloaded,
}
