"""The fold of Fleet Battle: one apply handler for each event, which only records what the event says.

Handlers change a state that one fold owns (see `state.py`). They accept any prefix of a log and any side's
part of it, so they never rely on an event that a side may not have seen.
"""

from collections.abc import Iterable, Mapping
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
from darkseas.engine.stages.stage import StageOpened
from darkseas.engine.state import Setter

from . import events as e
from .orders import ORDER_NAMES, AssignGroups, PlotTransfers
from .state import BATTLE, CARRIER, UNKNOWN, Shot, State


def _change_ships(state: State, ships: Iterable[str], **changes: Any) -> None:
    for key in ships:
        status = state.ship_status.get(key)
        if status is not None:
            state.ship_status[key] = status._replace(**changes)


# --- the sequence of play --------------------------------------------------------------------------


def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn


def _phase_began(state: State, event: PhaseBegan) -> None:
    stage.phase_began(state, event)
    state.targets, state.shots, state.sunk_now = {}, (), {}


def _plots_revealed(state: State, event: PlotsRevealed) -> None:
    state.called, state.sealed = (), ()


def _order_withdrawn(state: State, event: OrderWithdrawn) -> None:
    stage.plot_withdrawn(state, event)
    side = event.side
    own = state.scenario.sides[side].ships
    if event.order == ORDER_NAMES[AssignGroups]:
        _change_ships(state, (key for key in own if state.scenario.ships[key].type.movable), group=UNKNOWN)
    elif event.order == ORDER_NAMES[PlotTransfers]:
        state.moving = {key: to for key, to in state.moving.items() if key not in own}
        state.leaving = tuple(other for other in state.leaving if other != side)
    else:
        state.targets.pop(side, None)


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    state.moving = {}


# --- groups ----------------------------------------------------------------------------------------


def _groups_assigned(state: State, event: e.GroupsAssigned) -> None:
    _change_ships(state, event.battle, group=BATTLE)
    _change_ships(state, event.carrier, group=CARRIER)


def _transfers_plotted(state: State, event: e.TransfersPlotted) -> None:
    for transfer in event.transfers:
        state.moving[transfer.ship] = transfer.to
    if event.leaving and event.side not in state.leaving:
        state.leaving = (*state.leaving, event.side)


def _transfers_made(state: State, event: e.TransfersMade) -> None:
    for transfer in event.transfers:
        _change_ships(state, (transfer.ship,), group=transfer.to)
        state.moving.pop(transfer.ship, None)


def _transfer_lapsed(state: State, event: e.TransferLapsed) -> None:
    state.moving.pop(event.ship, None)


def _battle_group_lost(state: State, event: e.BattleGroupLost) -> None:
    state.lost_groups[event.side] = event.rule


# --- fire ------------------------------------------------------------------------------------------


def _targets_named(state: State, event: e.TargetsNamed) -> None:
    state.targets[event.side] = event.attacks


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    shot = Shot(event.side, event.ship, event.target, event.faces, event.defence, event.hit)
    state.shots = (*state.shots, shot)
    _change_ships(state, (event.ship,), fired=state.turn)
    _change_ships(state, (event.target,), targeted=state.turn)
    if event.could_sink:
        state.last_try = state.turn


def _carrier_group_targeted(state: State, event: e.CarrierGroupTargeted) -> None:
    for ship in event.ships:
        if ship in state.ship_status:
            state.assailants[ship] = event.turn


def _ship_sunk(state: State, event: e.ShipSunk) -> None:
    _change_ships(state, (event.ship,), sunk=event.turn, tier=event.tier)
    state.moving.pop(event.ship, None)
    state.sunk_now[event.ship] = event.by


def _ship_restored(state: State, event: e.ShipRestored) -> None:
    _change_ships(state, (event.ship,), sunk=0, tier=0)
    state.sunk_now.pop(event.ship, None)
    if event.regained:
        state.lost_groups.pop(event.side, None)


def _u_boats_surfaced(state: State, event: e.UBoatsSurfaced) -> None:
    _change_ships(state, event.ships, submerged=False)


def _u_boats_submerged(state: State, event: e.UBoatsSubmerged) -> None:
    _change_ships(state, event.ships, submerged=True)


SETTERS: Mapping[type, Setter] = {
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    PlotsRevealed: _plots_revealed,
    OrderWithdrawn: _order_withdrawn,
    BattleEnded: stage.battle_ended,
    BidsOpened: stage.bids_opened,
    StageOpened: stage.stage_opened,
    e.PlotSealed: stage.plot_sealed,
    e.GroupsAssigned: _groups_assigned,
    e.TransfersPlotted: _transfers_plotted,
    e.TargetsNamed: _targets_named,
    e.AttackResolved: _attack_resolved,
    e.CarrierGroupTargeted: _carrier_group_targeted,
    e.ShipSunk: _ship_sunk,
    e.ShipRestored: _ship_restored,
    e.UBoatsSurfaced: _u_boats_surfaced,
    e.UBoatsSubmerged: _u_boats_submerged,
    e.BattleGroupLost: _battle_group_lost,
    e.TransfersMade: _transfers_made,
    e.TransferLapsed: _transfer_lapsed,
    e.TurnEnded: _turn_ended,
}
