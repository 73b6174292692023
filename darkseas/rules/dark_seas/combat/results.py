"""Results of all attacks of a phase, applied at once: damage, losses, markers, torpedoes (DS-R24 to
DS-R26).
"""

from collections.abc import Iterable
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication

from ..model.attack_results import DAMAGED, SUNK, TORPEDOES, combined
from ..model.events import (
    AttackResolved,
    BlockLost,
    BlocksMarked,
    HeldDraw,
    HeldShot,
    MarkersPlaced,
    ResultsHeld,
    ShipDamaged,
    ShipSunk,
    SmokeCleared,
    TargetDrawn,
    TorpedoesFired,
    TorpedoesReloaded,
)
from ..model.orders import Attack
from ..model.queries import ships_in
from ..model.scenario import Ship
from ..model.state import ShipStatus, State
from .attack_markers import marks_left
from .gunnery import mounts_with


class _Fire(NamedTuple):
    """All fire that takes effect together: ships drawn, and attacks resolved, each with its declaration."""

    draws: tuple[tuple[Attack, str], ...]
    shots: tuple[tuple[Attack, HeldShot], ...]


class _Outcome(NamedTuple):
    ship: Ship
    block: str
    result: str
    rule: str


def hold(adjudication: Adjudication[State], side: str) -> None:
    """Hold the results of a side's resolved attacks until the other side's are resolved too (DS-R41)."""
    draws, shots = _resolved(adjudication, side)
    if draws:
        adjudication.record(ResultsHeld(side, draws, shots))


def land(adjudication: Adjudication[State]) -> None:
    """Apply all resolved attacks of this phase together, and clear the night's smoke (DS-R28)."""
    fire = _all_fire(adjudication)
    _note_torpedoes(adjudication, fire)
    _place_markers(adjudication, fire)
    _hit(adjudication, fire)
    if adjudication.state.smoke and not adjudication.state.daylight:
        adjudication.record(SmokeCleared("DS-R28"))


def _resolved(
    adjudication: Adjudication[State], side: str
) -> tuple[tuple[HeldDraw, ...], tuple[HeldShot, ...]]:
    """A side's draws and shots of this resolution, without the umpire's rulings of this turn."""
    events = [event for event, _ in adjudication.facts if getattr(event, "side", "") == side]
    draws = [HeldDraw(event.attack, event.ship) for event in events if isinstance(event, TargetDrawn)]
    shots = [
        HeldShot(event.attack, event.weapons, event.ship, event.result, event.with_d)
        for event in events
        if isinstance(event, AttackResolved)
    ]
    return tuple(draws), tuple(shots)


def _all_fire(adjudication: Adjudication[State]) -> _Fire:
    """All draws and shots, one side after the other: held results, and those of this resolution."""
    state = adjudication.state
    draws: list[tuple[Attack, str]] = []
    shots: list[tuple[Attack, HeldShot]] = []
    for side in (state.scenario.enemy_of(state.initiative), state.initiative):
        held = state.held if state.held is not None and state.held.side == side else None
        drawn, fired = (held.draws, held.shots) if held is not None else _resolved(adjudication, side)
        attacks = state.attacks.get(side, ())
        draws += [(attacks[draw.attack - 1], draw.ship) for draw in drawn]
        shots += [(attacks[shot.attack - 1], shot) for shot in fired]
    return _Fire(tuple(draws), tuple(shots))


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


def _blocks_of_ships(state: State) -> dict[str, str]:
    return {ship: block for block, contents in state.contents.items() for ship in contents.ships}


def _note_torpedoes(adjudication: Adjudication[State], fire: _Fire) -> None:
    state = adjudication.state
    fired = _once(
        mount.ship
        for attack, shot in fire.shots
        if shot.weapons == TORPEDOES
        for mount in mounts_with(state, attack, TORPEDOES)
    )
    if fired:
        adjudication.record(TorpedoesFired({ship: state.ship_status[ship].salvoes + 1 for ship in fired}))


def _place_markers(adjudication: Adjudication[State], fire: _Fire) -> None:
    state = adjudication.state
    if not fire.draws:
        return
    attacks = [attack for attack, _ in fire.draws]
    blocks = _blocks_of_ships(state)
    targets = _once(ship for _, ship in fire.draws if ship in blocks)
    adjudication.record(
        MarkersPlaced(
            state.turn,
            attacked_blocks=_once(attack.block for attack in attacks),
            attacked_ships=_once(mount.ship for attack in attacks for mount in attack.mounts),
            targeted_blocks=_once(blocks[ship] for ship in targets),
            targeted_ships=targets,
        )
    )


def _hit(adjudication: Adjudication[State], fire: _Fire) -> None:
    outcomes = _outcomes(adjudication.state, fire)
    for outcome in outcomes:
        at = adjudication.state.blocks[outcome.block].hex
        if outcome.result == DAMAGED:
            adjudication.record(ShipDamaged(outcome.ship.key, outcome.block, outcome.rule))
        elif outcome.result == SUNK and at is not None:
            adjudication.record(
                ShipSunk(outcome.ship.key, outcome.block, at, adjudication.state.turn, outcome.rule)
            )
    hit = _once(outcome.block for outcome in outcomes)
    for block in hit:
        if not ships_in(adjudication.state, block):
            adjudication.record(BlockLost(block, adjudication.state.blocks[block].side))
    marks = marks_left(adjudication.state, hit)
    if marks:
        adjudication.record(BlocksMarked(marks))


def _outcomes(state: State, fire: _Fire) -> tuple[_Outcome, ...]:
    """The outcome for each ship attacked, in the order in which they were first attacked."""
    hits: dict[str, list[tuple[str, bool]]] = {}
    for _, shot in fire.shots:
        hits.setdefault(shot.ship, []).append((shot.result, shot.with_d))
    blocks = _blocks_of_ships(state)
    outcomes = []
    for key, against in hits.items():
        # The umpire may have ruled her sunk while results were held.
        if key not in blocks or not state.ship_status[key].afloat:
            continue
        ship = state.scenario.ships[key]
        result, rule = combined(ship.ratings.defence_class, state.ship_status[key].damaged, against)
        outcomes.append(_Outcome(ship, blocks[key], result, rule))
    return tuple(outcomes)


def reload(adjudication: Adjudication[State]) -> None:
    """Load second salvoes at the end of a turn, in ships that were not disturbed (§18k.ii, DS-R26).

    Only the owner sees this event.
    """
    for key, side in adjudication.state.scenario.sides.items():
        ship_status = adjudication.state.ship_status
        ships = tuple(
            [s for s in side.ships if not ship_status[s].loaded and _reloads(adjudication.state, s)]
        )
        if ships:
            adjudication.record(TorpedoesReloaded(key, ships, "DS-R26"), (key,))


def _reloads(state: State, key: str) -> bool:
    status = state.ship_status[key]
    if not status.afloat or status.salvoes != 1:
        return False
    carries = any(battery.reload for battery in state.scenario.ships[key].ratings.batteries)
    return carries and status.fired_torpedoes < state.turn and _was_left_in_peace(status, state.turn)


def _was_left_in_peace(status: ShipStatus, turn: int) -> bool:
    return turn not in (status.attacked, status.was_attacked)
