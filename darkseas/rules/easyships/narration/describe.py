"""Narration of every EasyShips event: our own by type, the engine's for shared events."""

from collections.abc import Mapping

from darkseas.engine.events import BattleEnded, DiceRolled, OrderGiven, OrderWithdrawn, TurnBegan
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.presentation.shared_events import Teller, describe_by
from darkseas.engine.stages.side_and_ship_names import side_names
from darkseas.engine.stages.stage import PlotSealed, StageOpened

from ..model import events as e
from ..model.plot_events import PLOT_EVENTS
from ..model.state import State
from . import air, combat, damage, movement, orders

_CITATIONS: Mapping[type, str] = {TurnBegan: "ES-2", BattleEnded: "ES-36", OrderWithdrawn: "ES-2"}

_TELLERS: Mapping[type, Teller] = {
    OrderGiven: orders.order_given,
    DiceRolled: orders.dice_rolled,
    StageOpened: movement.stage_opened,
    PlotSealed: movement.plot_sealed,
    **dict.fromkeys(PLOT_EVENTS.values(), orders.plotted),
    e.SetUpRolled: movement.set_up_rolled,
    e.ShipsPlaced: movement.ships_placed,
    e.InitiativeTaken: movement.initiative_taken,
    e.ShipMoved: movement.ship_moved,
    e.SmokeBegun: movement.smoke_begun,
    e.SmokeEnded: movement.smoke_ended,
    e.SmokeLaid: movement.smoke_laid,
    e.SmokeCleared: movement.smoke_cleared,
    e.ShipsCollided: movement.ships_collided,
    e.DepthChanged: movement.depth_changed,
    e.BoatDived: movement.boat_dived,
    e.BoatSurfaced: movement.boat_surfaced,
    e.SonarPinged: movement.sonar_pinged,
    e.PingAnswered: movement.ping_answered,
    e.TurnOver: movement.turn_over,
    e.StrikeLaunched: air.strike_launched,
    e.GroupsPlanned: air.groups_planned,
    e.FightersMet: air.fighters_met,
    e.TargetsShown: air.targets_shown,
    e.AntiAircraftFired: air.anti_aircraft_fired,
    e.PlanesLost: air.planes_lost,
    e.PlanesMoved: air.planes_moved,
    e.PlanesBurned: air.planes_burned,
    e.FiringResolved: combat.firing_resolved,
    e.BatteryFired: combat.battery_fired,
    e.HitResolved: combat.hit_resolved,
    e.TorpedoesFired: combat.torpedoes_fired,
    e.TorpedoHit: combat.torpedo_hit,
    e.TubesEmptied: combat.tubes_emptied,
    e.WakeSeen: combat.wake_seen,
    e.DepthChargeDropped: combat.depth_charge_dropped,
    e.DepthChargeMissedNearly: combat.depth_charge_missed_nearly,
    e.EffectNoted: damage.effect_noted,
    e.EffectsTaken: damage.effects_taken,
    e.FiresSet: damage.fires_set,
    e.HullDamaged: damage.hull_damaged,
    e.RepairRolled: damage.repair_rolled,
    e.ShipSunk: damage.ship_sunk,
    e.ShipRestored: damage.ship_restored,
}


def describe(state: State, event: object) -> Narration:
    """Describe an event, from the state before it."""
    return describe_by(_TELLERS, state, event, side_names(state.scenario), _CITATIONS)
