"""What all attacks of a phase lead to, at once: damage, losses, markers, torpedoes (DS-R24, DS-R26)."""

from collections.abc import Iterable
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication

from ..model.attack_results import DAMAGED, SUNK, TORPEDOES, combined
from ..model.events import (
    AttackResolved,
    BlockLost,
    MarkersPlaced,
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
from .gunnery import mounts_with


class _Outcome(NamedTuple):
    ship: Ship
    block: str
    result: str
    rule: str


def land(adjudication: Adjudication[State]) -> None:
    """Let all resolved attacks of this phase take effect together, and clear the night's smoke (DS-R28)."""
    _note_torpedoes(adjudication)
    _place_markers(adjudication)
    _hit(adjudication)
    if adjudication.state.smoke and not adjudication.state.daylight:
        adjudication.record(SmokeCleared("DS-R28"))


def _drawn_targets(adjudication: Adjudication[State]) -> tuple[TargetDrawn, ...]:
    """The draws of this resolution, without what an umpire may have ruled this turn."""
    return tuple([event for event, _ in adjudication.facts if type(event) is TargetDrawn])


def _shots(adjudication: Adjudication[State]) -> tuple[AttackResolved, ...]:
    return tuple([event for event, _ in adjudication.facts if type(event) is AttackResolved])


def _attack_of(state: State, event: TargetDrawn | AttackResolved) -> Attack:
    return state.attacks[event.side][event.attack - 1]


def _once(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


def _blocks_of_ships(state: State) -> dict[str, str]:
    return {ship: block for block, contents in state.contents.items() for ship in contents.ships}


def _note_torpedoes(adjudication: Adjudication[State]) -> None:
    state = adjudication.state
    fired = _once(
        mount.ship
        for shot in _shots(adjudication)
        if shot.weapons == TORPEDOES
        for mount in mounts_with(state, _attack_of(state, shot), TORPEDOES)
    )
    if fired:
        adjudication.record(TorpedoesFired({ship: state.ship_status[ship].salvoes + 1 for ship in fired}))


def _place_markers(adjudication: Adjudication[State]) -> None:
    state = adjudication.state
    draws = _drawn_targets(adjudication)
    if not draws:
        return
    attacks = [_attack_of(state, drawn) for drawn in draws]
    blocks = _blocks_of_ships(state)
    targets = _once(drawn.ship for drawn in draws)
    adjudication.record(
        MarkersPlaced(
            state.turn,
            attacked_blocks=_once(attack.block for attack in attacks),
            attacked_ships=_once(mount.ship for attack in attacks for mount in attack.mounts),
            targeted_blocks=_once(blocks[ship] for ship in targets),
            targeted_ships=targets,
        )
    )


def _hit(adjudication: Adjudication[State]) -> None:
    outcomes = _outcomes(adjudication)
    for outcome in outcomes:
        at = adjudication.state.blocks[outcome.block].hex
        if outcome.result == DAMAGED:
            adjudication.record(ShipDamaged(outcome.ship.key, outcome.block, outcome.rule))
        elif outcome.result == SUNK and at is not None:
            adjudication.record(
                ShipSunk(outcome.ship.key, outcome.block, at, adjudication.state.turn, outcome.rule)
            )
    for block in _once(outcome.block for outcome in outcomes):
        if not ships_in(adjudication.state, block):
            adjudication.record(BlockLost(block, adjudication.state.blocks[block].side))


def _outcomes(adjudication: Adjudication[State]) -> tuple[_Outcome, ...]:
    """What becomes of each ship attacked, in the order in which they were first attacked."""
    state = adjudication.state
    hits: dict[str, list[tuple[str, bool]]] = {}
    for shot in _shots(adjudication):
        hits.setdefault(shot.ship, []).append((shot.result, shot.with_d))
    blocks = _blocks_of_ships(state)
    outcomes = []
    for key, against in hits.items():
        ship = state.scenario.ships[key]
        result, rule = combined(ship.ratings.defence_class, state.ship_status[key].damaged, against)
        outcomes.append(_Outcome(ship, blocks[key], result, rule))
    return tuple(outcomes)


def reload(adjudication: Adjudication[State]) -> None:
    """At the end of a turn: second salvoes come up in ships that were left in peace (§18k.ii, DS-R26).

    Told to their owner alone.
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
