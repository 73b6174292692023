"""Apply handlers: one small function per event, which stores the event and makes no decisions.

Handlers change a state owned by a single fold (see `state.py`). They accept any prefix of a log and either
side's view of it, so they never depend on an event that a side may not see.
"""

from collections.abc import Mapping
from typing import Any

from darkseas.engine.events import (
    BattleEnded,
    BidsOpened,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    TurnBegan,
)
from darkseas.engine.stages import stage
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from darkseas.engine.state import Setter

from ..tables.rules_tables import PERISCOPE, SURFACE
from . import events as e
from .orders import AttackGroup
from .plot_events import PLOT_EVENTS, Plot
from .state import NO_SMOKE, TORPEDOES, Contact, Shot, ShotKind, State, StrikeInAir

#: Number of turns for which a submarine's last known position is stored.
_REMEMBERED = 12


def _change(state: State, ship: str, **changes: Any) -> None:
    state.ship_status[ship] = state.ship_status[ship]._replace(**changes)


def _at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


# --- the sequence of play ------------------------------------------------------------------------------


def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn


def _phase_began(state: State, event: PhaseBegan) -> None:
    stage.phase_began(state, event)
    state.plots = {}


def _order_withdrawn(state: State, event: OrderWithdrawn) -> None:
    stage.plot_withdrawn(state, event)
    state.plots.pop(event.side, None)


def _plots_revealed(state: State, event: PlotsRevealed) -> None:
    state.called, state.sealed = (), ()


def _plotted(state: State, event: Plot) -> None:
    state.plots[event.side] = event


def _set_up_rolled(state: State, event: e.SetUpRolled) -> None:
    state.sets_up_first = event.first


def _ships_placed(state: State, event: e.ShipsPlaced) -> None:
    for placed in event.ships:
        _change(state, placed.ship, bow=placed.hex, facing=placed.facing, depth=placed.depth)
    state.edges[event.side] = event.edge


def _initiative_taken(state: State, event: e.InitiativeTaken) -> None:
    state.initiative = event.side


def _turn_over(state: State, event: e.TurnOver) -> None:
    for key in state.ship_status:
        _change(state, key, moved=0, done=False, evading=False, no_repairs=False)
    state.crossed, state.landed, state.shots = {}, {}, ()
    state.contacts = tuple([contact for contact in state.contacts if state.turn - contact.turn < _REMEMBERED])


# --- movement ------------------------------------------------------------------------------------------


def _ship_moved(state: State, event: e.ShipMoved) -> None:
    status = state.ship_status[event.ship]
    bow = event.way[-1] if event.way else status.bow
    moved = len(event.way)
    _change(state, event.ship, bow=bow, facing=event.facing, moved=moved, done=True, evading=event.evading)
    passed = (status.bow, *event.way) if status.bow is not None else event.way
    state.crossed[event.ship] = passed


def _smoke_begun(state: State, event: e.SmokeBegun) -> None:
    _change(state, event.ship, smoke=event.kind, smoke_left=event.left)


def _smoke_ended(state: State, event: e.SmokeEnded) -> None:
    _change(state, event.ship, smoke=NO_SMOKE, smoke_ended=event.turn)


def _smoke_laid(state: State, event: e.SmokeLaid) -> None:
    for at in event.hexes:
        layers = state.smoke.get(at, ())
        if event.ship not in layers:
            state.smoke[at] = (*layers, event.ship)


def _smoke_cleared(state: State, event: e.SmokeCleared) -> None:
    for at in event.hexes:
        left = [layer for layer in state.smoke.get(at, ()) if layer != event.ship]
        if left:
            state.smoke[at] = tuple(left)
        else:
            state.smoke.pop(at, None)


def _ships_collided(state: State, event: e.ShipsCollided) -> None:
    for key in (event.mover, event.struck):
        _change(state, key, done=True)


def _depth_changed(state: State, event: e.DepthChanged) -> None:
    _change(state, event.ship, bow=event.hex, facing=event.facing, depth=event.depth, done=True)


def _ping_answered(state: State, event: e.PingAnswered) -> None:
    enemy = state.scenario.enemy_of(state.scenario.ships[event.ship].side)
    found = [Contact(enemy, boat.hex, boat.depth, state.turn) for boat in event.boats]
    state.contacts = (*state.contacts, *found)


def _boat_dived(state: State, event: e.BoatDived) -> None:
    """Remove a diving boat from the surface: both sides learn the hex where she dived, and her smoke ends
    (ES-9).
    """
    status, bow = state.ship_status[event.ship], state.ship_status[event.ship].bow
    if status.smoke != NO_SMOKE:
        _change(state, event.ship, smoke=NO_SMOKE, smoke_ended=state.turn)
    if bow is not None:
        side = state.scenario.ships[event.ship].side
        state.contacts = (*state.contacts, Contact(side, bow, PERISCOPE, state.turn))
    _change(state, event.ship, depth=PERISCOPE, bow=None, done=True)


def _boat_surfaced(state: State, event: e.BoatSurfaced) -> None:
    _change(state, event.ship, depth=SURFACE, bow=event.hex, facing=event.facing, forced_up=False, done=True)


# --- combat --------------------------------------------------------------------------------------------


def _strike_launched(state: State, event: e.StrikeLaunched) -> None:
    for carrier in event.carriers:
        _change(state, carrier, air_turn=event.turn)
    state.strikes[event.strike] = StrikeInAir(event.side, event.carriers, event.planes)


def _groups_planned(state: State, event: e.GroupsPlanned) -> None:
    state.strikes[event.strike] = state.strikes[event.strike]._replace(groups=event.groups)


def _targets_shown(state: State, event: e.TargetsShown) -> None:
    """Set what is left of each group; the strike's own side still knows the targets that stay secret."""
    strike = state.strikes[event.strike]
    known = strike.groups if len(strike.groups) == len(event.groups) else event.groups
    groups = [
        AttackGroup(shown.target or own.target, shown.planes)
        for own, shown in zip(known, event.groups, strict=True)
    ]
    state.strikes[event.strike] = strike._replace(groups=tuple(groups))


def _anti_aircraft_fired(state: State, event: e.AntiAircraftFired) -> None:
    strike = state.strikes[event.strike]
    group = strike.groups[event.group]
    left = AttackGroup(group.target, group.planes - event.planes)
    state.strikes[event.strike] = strike._replace(groups=_at(strike.groups, event.group, left))


def _set_planes(state: State, left: Mapping[str, int]) -> None:
    for carrier, planes in left.items():
        _change(state, carrier, air=planes)


def _planes_lost(state: State, event: e.PlanesLost) -> None:
    _set_planes(state, event.left)
    state.strikes.pop(event.strike, None)


def _planes_moved(state: State, event: e.PlanesMoved) -> None:
    _set_planes(state, event.left)
    state.landed[event.start] = state.landed.get(event.start, 0) + event.planes


def _planes_burned(state: State, event: e.PlanesBurned) -> None:
    _change(state, event.ship, air=event.left)


def _battery_fired(state: State, event: e.BatteryFired) -> None:
    status = state.ship_status[event.ship]
    targets = _at(status.targets, event.battery, event.target)
    fired = _at(status.fired, event.battery, event.turn)
    _change(state, event.ship, targets=targets, fired=fired)


def _firing_resolved(state: State, event: e.FiringResolved) -> None:
    kind: ShotKind = "shells" if event.ship else "bombs"
    _shoot(state, kind, event, event.guns, event.size)


def _shoot(
    state: State, kind: ShotKind, event: e.FiringResolved | e.TorpedoesFired, thrown: int, size: int = 0
) -> None:
    """Store fire for the map, unless this side does not know where the target is."""
    target = state.ship_status[event.target].bow
    origin = state.ship_status[event.ship].bow if event.ship else None
    if target is not None:
        shot = Shot(kind, event.side, origin, target, thrown, size, event.hits)
        state.shots = (*state.shots, shot)


def _torpedoes_fired(state: State, event: e.TorpedoesFired) -> None:
    by_planes = not event.ship and state.stage.kind != TORPEDOES
    _shoot(state, "planes" if by_planes else "torpedoes", event, len(event.faces))


def _wake_seen(state: State, event: e.WakeSeen) -> None:
    """Add the wake to the contacts, and make its hex the origin of torpedoes that have none."""
    state.contacts = (*state.contacts, Contact(event.side, event.hex, PERISCOPE, state.turn, launched=True))
    state.shots = tuple(
        [
            shot._replace(origin=event.hex) if shot.kind == "torpedoes" and shot.origin is None else shot
            for shot in state.shots
        ]
    )


def _tubes_emptied(state: State, event: e.TubesEmptied) -> None:
    _change(state, event.ship, torpedo_turn=event.turn)


def _missed_nearly(state: State, event: e.DepthChargeMissedNearly) -> None:
    _change(state, event.ship, forced_up=True, cannot_dive=True)


def _effect_noted(state: State, event: e.EffectNoted) -> None:
    state.effects = (*state.effects, event.effect)


def _effects_taken(state: State, event: e.EffectsTaken) -> None:
    state.effects = ()


# --- damage --------------------------------------------------------------------------------------------


def _fires_set(state: State, event: e.FiresSet) -> None:
    _change(state, event.ship, fires=event.fires)


def _hull_damaged(state: State, event: e.HullDamaged) -> None:
    _change(
        state,
        event.ship,
        flooding=event.flooding,
        flood_applied=event.flood_applied,
        moves_lost=event.moves_lost,
        guns_lost=event.guns_lost,
        no_repairs=event.no_repairs,
    )


def _ship_sunk(state: State, event: e.ShipSunk) -> None:
    _change(state, event.ship, sunk=event.turn, smoke=NO_SMOKE)


def _ship_restored(state: State, event: e.ShipRestored) -> None:
    _change(state, event.ship, sunk=0, fires=0, flooding=0)
    if event.sound:
        lost = (0,) * len(state.ship_status[event.ship].guns_lost)
        _change(state, event.ship, flood_applied=0, moves_lost=0, guns_lost=lost, no_repairs=False)


SETTERS: Mapping[type, Setter] = {
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    StageOpened: stage.stage_opened,
    PlotSealed: stage.plot_sealed,
    OrderWithdrawn: _order_withdrawn,
    PlotsRevealed: _plots_revealed,
    BattleEnded: stage.battle_ended,
    BidsOpened: stage.bids_opened,
    **dict.fromkeys(PLOT_EVENTS.values(), _plotted),
    e.SetUpRolled: _set_up_rolled,
    e.ShipsPlaced: _ships_placed,
    e.InitiativeTaken: _initiative_taken,
    e.TurnOver: _turn_over,
    e.ShipMoved: _ship_moved,
    e.SmokeBegun: _smoke_begun,
    e.SmokeEnded: _smoke_ended,
    e.SmokeLaid: _smoke_laid,
    e.SmokeCleared: _smoke_cleared,
    e.ShipsCollided: _ships_collided,
    e.PingAnswered: _ping_answered,
    e.DepthChanged: _depth_changed,
    e.BoatDived: _boat_dived,
    e.BoatSurfaced: _boat_surfaced,
    e.StrikeLaunched: _strike_launched,
    e.GroupsPlanned: _groups_planned,
    e.TargetsShown: _targets_shown,
    e.AntiAircraftFired: _anti_aircraft_fired,
    e.PlanesLost: _planes_lost,
    e.PlanesMoved: _planes_moved,
    e.PlanesBurned: _planes_burned,
    e.BatteryFired: _battery_fired,
    e.FiringResolved: _firing_resolved,
    e.TorpedoesFired: _torpedoes_fired,
    e.WakeSeen: _wake_seen,
    e.TubesEmptied: _tubes_emptied,
    e.DepthChargeMissedNearly: _missed_nearly,
    e.EffectNoted: _effect_noted,
    e.EffectsTaken: _effects_taken,
    e.FiresSet: _fires_set,
    e.HullDamaged: _hull_damaged,
    e.ShipSunk: _ship_sunk,
    e.ShipRestored: _ship_restored,
}
