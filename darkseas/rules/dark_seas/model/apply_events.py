"""Apply events to a state. Each event has one small function, which stores the event and makes no decisions.

The functions change a state owned by one fold (see `state.py`). They accept any prefix of a log and any
side's part of it, so they never depend on an event that a side may not see.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from darkseas.engine.events import BattleEnded, BidsOpened, DiceRolled, OrderWithdrawn, PhaseBegan, TurnBegan
from darkseas.engine.stages import stage
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from darkseas.engine.state import Setter

from . import events as e
from .block_key import BlockKey
from .orders import ORDER_NAMES, Deploy
from .state import (
    CONTACT,
    SIGHTED,
    UNSPOTTED,
    Block,
    Contents,
    Report,
    Shot,
    State,
    Track,
    marked,
    moved_to,
    spotted_as,
)

#: For how many turns the map shows a wake.
WAKE_TURNS = 6


def _blocks(state: State, keys: Iterable[str], **changes: Any) -> None:
    for key in keys:
        block = state.blocks.get(key)
        if block is not None:
            state.blocks[key] = block._replace(**changes)


def _change_ships(state: State, ships: Iterable[str], **changes: Any) -> None:
    for ship in ships:
        state.ship_status[ship] = state.ship_status[ship]._replace(**changes)


def _turn_began(state: State, event: TurnBegan) -> None:
    state.turn = event.turn
    state.set_up_dice = {}
    state.attacks, state.shots, state.speeds, state.held = {}, (), {}, None
    state.dummies_gone = dict.fromkeys(state.scenario.sides, 0)
    state.tracks = tuple(track for track in state.tracks if track.turn > event.turn - WAKE_TURNS)
    for key, block in state.blocks.items():
        if block.moved:
            state.blocks[key] = moved_to(block, block.hex, 0)


def _dice_rolled(state: State, event: DiceRolled) -> None:
    if state.turn:
        return
    match event.purpose.split("/"):
        case [_, "set-up", side, *_]:
            state.set_up_dice[side] = state.set_up_dice.get(side, ()) + event.faces


def _order_withdrawn(state: State, event: OrderWithdrawn) -> None:
    side = event.side
    stage.plot_withdrawn(state, event)
    state.attacks.pop(side, None)
    _blocks(state, state.evaders.pop(side, ()), evading=False, evaded=0)
    if event.order == ORDER_NAMES[Deploy]:
        for block in [key for key, block in state.blocks.items() if block.side == side]:
            _take_off(state, block)
        # Nobody has seen these keys yet: continuing the numbering would reveal how many blocks there were.
        state.numbers[side] = 0


# --- blocks --------------------------------------------------------------------------------------


def _place(state: State, side: str, placed: Iterable[e.PlacedBlock]) -> None:
    for p in placed:
        state.blocks[p.block] = Block(
            p.block, side, p.hex, p.moved, UNSPOTTED, p.evading, p.evaded, p.attacked, p.was_attacked
        )
        state.numbers[side] = max(state.numbers[side], BlockKey.of(p.block).number)


def _blocks_set_up(state: State, event: e.BlocksSetUp) -> None:
    _place(state, event.side, event.blocks)


def _faces_set(state: State, event: e.FacesSet) -> None:
    for f in event.faces:
        state.contents[f.block] = Contents(f.kind, f.name, f.ships, f.immobile, f.entry, f.arrives)
        for held in (state.sightings, state.contacts):
            if f.was in held:
                held[f.block] = held[f.was]
    state.dummies_left[event.side] = event.dummies_left
    for at, makers in state.smoke_makers.items():
        state.smoke_makers[at] = tuple(new for old in makers for new in _successors(old, event.faces))


def _successors(key: str, faces: tuple[e.BlockFace, ...]) -> tuple[str, ...]:
    """The blocks that a block became, or the block itself."""
    return tuple(f.block for f in faces if f.was == key) or (key,)


def _blocks_regrouped(state: State, event: e.BlocksRegrouped) -> None:
    for key in event.gone:
        _take_off(state, key)
    _place(state, event.side, event.placed)


def _take_off(state: State, key: str) -> None:
    for part in (state.blocks, state.contents, state.sightings, state.contacts, state.reports, state.speeds):
        part.pop(key, None)


def _dummy_removed(state: State, event: e.DummyRemoved) -> None:
    _take_off(state, event.block)
    for held in (state.sightings, state.contacts):
        for key in [key for key, targets in held.items() if event.block in targets]:
            held[key] = tuple(target for target in held[key] if target != event.block)
    state.dummies_left[event.side] += 1
    state.dummies_gone[event.side] += 1
    for at, makers in state.smoke_makers.items():
        state.smoke_makers[at] = tuple(maker for maker in makers if maker != event.block)


def _block_lost(state: State, event: e.BlockLost) -> None:
    _take_off(state, event.block)


def _detachments_plotted(state: State, event: e.DetachmentsPlotted) -> None:
    state.detaching[event.side] = state.detaching.get(event.side, ()) + event.detachments


def _detachments_lapsed(state: State, event: e.DetachmentsLapsed) -> None:
    if event.left:
        state.detaching[event.side] = event.left
    else:
        state.detaching.pop(event.side, None)


# --- initiative and movement ---------------------------------------------------------------------


def _initiative_taken(state: State, event: e.InitiativeTaken) -> None:
    state.initiative = event.side
    state.tie = event.tied


def _blocks_moved(state: State, event: e.BlocksMoved) -> None:
    tracks = []
    for move in event.moves:
        block = state.blocks[move.block]
        start = (block.hex,) if block.hex is not None else ()
        tracks.append(Track(state.turn, event.side, start + move.path))
        if move.exit:
            _take_off_map(state, move.block)
        else:
            state.blocks[move.block] = moved_to(block, move.path[-1] if move.path else block.hex, move.moved)
    state.tracks += tuple(tracks)


def _take_off_map(state: State, key: str) -> None:
    del state.blocks[key]
    for part in (state.sightings, state.contacts, state.reports, state.speeds):
        part.pop(key, None)


def _ships_exited(state: State, event: e.ShipsExited) -> None:
    _change_ships(state, event.ships, exited=event.turn, last_hex=event.hex)
    state.contents.pop(event.block, None)


def _movement_ended(state: State, event: e.MovementEnded) -> None:
    for key, block in state.blocks.items():
        evading = block.evading and event.keep_evading
        if block.spotted or block.evading != evading:
            state.blocks[key] = spotted_as(block, UNSPOTTED, evading)
    state.sightings, state.contacts, state.reports, state.detaching = {}, {}, {}, {}
    state.spotting_sums = {}
    if not event.keep_evading:
        state.evaders = {}


def _evasion_ended(state: State, event: e.EvasionEnded) -> None:
    _blocks(state, [key for key, block in state.blocks.items() if block.evading], evading=False)
    state.evaders = {}


def _speeds_set(state: State, event: e.SpeedsSet) -> None:
    state.speeds.update(event.speeds)


def _smoke_made(state: State, event: e.SmokeMade) -> None:
    for at in event.hexes:
        makers = state.smoke.get(at, ())
        if event.side not in makers:
            state.smoke[at] = (*makers, event.side)
        state.smoke_makers[at] = state.smoke_makers.get(at, ()) + event.blocks


def _smoke_cleared(state: State, event: e.SmokeCleared) -> None:
    state.smoke, state.smoke_makers = {}, {}


def _smoke_lifted(state: State, event: e.SmokeLifted) -> None:
    for at in event.hexes:
        left = tuple(side for side in state.smoke.get(at, ()) if event.side and side != event.side)
        if left:
            state.smoke[at] = left
        else:
            state.smoke.pop(at, None)
            state.smoke_makers.pop(at, None)


# --- spotting ------------------------------------------------------------------------------------


def _spotting_worked(state: State, event: e.SpottingWorked) -> None:
    state.spotting_sums[event.side] = event
    if event.must_declare:
        state.called += (event.side,)


def _sightings_held(state: State, event: e.SightingsHeld) -> None:
    state.sightings.update(event.sightings)
    state.contacts.update(event.contacts)
    stage.answered(state, event.side)


def _sighted(state: State, key: str, spotted: str) -> None:
    block = state.blocks.get(key)
    if block is not None:
        state.blocks[key] = spotted_as(block, spotted, block.evading)


def _block_sighted(state: State, event: e.BlockSighted) -> None:
    _sighted(state, event.block, SIGHTED)
    classes = tuple(sorted(event.classes.items()))
    state.reports[event.block] = Report(event.ships, classes, event.range_hexes, event.ship)


def _contact_made(state: State, event: e.ContactMade) -> None:
    _sighted(state, event.block, CONTACT)


def _confinement_lifted(state: State, event: e.ConfinementLifted) -> None:
    state.contact_made[event.side] = True


# --- combat --------------------------------------------------------------------------------------


def _evasion_declared(state: State, event: e.EvasionDeclared) -> None:
    _blocks(state, event.blocks, evading=True, evaded=state.turn)
    state.evaders[event.side] = event.blocks


def _attacks_declared(state: State, event: e.AttacksDeclared) -> None:
    state.attacks[event.side] = event.attacks


def _attack_resolved(state: State, event: e.AttackResolved) -> None:
    origin = state.blocks[event.block].hex
    if origin is not None:
        state.shots += (
            Shot(event.side, event.weapons, origin, event.hex, event.odds_halves, event.die, event.result),
        )


def _results_held(state: State, event: e.ResultsHeld) -> None:
    state.held = event


def _torpedoes_fired(state: State, event: e.TorpedoesFired) -> None:
    for ship, salvoes in event.ships.items():
        _change_ships(state, (ship,), salvoes=salvoes, loaded=False, fired_torpedoes=state.turn)


def _markers_placed(state: State, event: e.MarkersPlaced) -> None:
    _blocks(state, event.attacked_blocks, attacked=event.turn)
    _blocks(state, event.targeted_blocks, was_attacked=event.turn)
    ship_status = state.ship_status
    for ship in event.attacked_ships:
        ship_status[ship] = marked(ship_status[ship], event.turn, ship_status[ship].was_attacked)
    for ship in event.targeted_ships:
        ship_status[ship] = marked(ship_status[ship], ship_status[ship].attacked, event.turn)


def _blocks_marked(state: State, event: e.BlocksMarked) -> None:
    for marks in event.marks:
        _blocks(state, (marks.block,), attacked=marks.attacked, was_attacked=marks.was_attacked)


def _ship_damaged(state: State, event: e.ShipDamaged) -> None:
    _change_ships(state, (event.ship,), damaged=True)


def _ship_sunk(state: State, event: e.ShipSunk) -> None:
    _change_ships(state, (event.ship,), sunk=event.turn, last_hex=event.hex)


def _ship_restored(state: State, event: e.ShipRestored) -> None:
    _change_ships(state, (event.ship,), damaged=event.damaged, sunk=0)


def _torpedoes_reloaded(state: State, event: e.TorpedoesReloaded) -> None:
    _change_ships(state, event.ships, loaded=True)


SETTERS: Mapping[type, Setter] = {
    TurnBegan: _turn_began,
    PhaseBegan: stage.phase_began,
    DiceRolled: _dice_rolled,
    OrderWithdrawn: _order_withdrawn,
    BattleEnded: stage.battle_ended,
    BidsOpened: stage.bids_opened,
    StageOpened: stage.stage_opened,
    PlotSealed: stage.plot_sealed,
    e.BlocksSetUp: _blocks_set_up,
    e.FacesSet: _faces_set,
    e.BlocksRegrouped: _blocks_regrouped,
    e.DetachmentsPlotted: _detachments_plotted,
    e.DetachmentsLapsed: _detachments_lapsed,
    e.InitiativeTaken: _initiative_taken,
    e.BlocksMoved: _blocks_moved,
    e.ShipsExited: _ships_exited,
    e.MovementEnded: _movement_ended,
    e.SpeedsSet: _speeds_set,
    e.SmokeMade: _smoke_made,
    e.SmokeCleared: _smoke_cleared,
    e.SmokeLifted: _smoke_lifted,
    e.EvasionEnded: _evasion_ended,
    e.SpottingWorked: _spotting_worked,
    e.SightingsHeld: _sightings_held,
    e.BlockSighted: _block_sighted,
    e.ContactMade: _contact_made,
    e.DummyRemoved: _dummy_removed,
    e.ConfinementLifted: _confinement_lifted,
    e.EvasionDeclared: _evasion_declared,
    e.AttacksDeclared: _attacks_declared,
    e.AttackResolved: _attack_resolved,
    e.ResultsHeld: _results_held,
    e.TorpedoesFired: _torpedoes_fired,
    e.MarkersPlaced: _markers_placed,
    e.BlocksMarked: _blocks_marked,
    e.ShipDamaged: _ship_damaged,
    e.ShipSunk: _ship_sunk,
    e.ShipRestored: _ship_restored,
    e.BlockLost: _block_lost,
    e.TorpedoesReloaded: _torpedoes_reloaded,
}
