"""Resolve all declared attacks: draws and dice one attack at a time, results at the end (§14c.iii, d)."""

from collections import defaultdict

from darkseas.engine.adjudication import Adjudication

from ..model.attack_results import BOTH, GUNS, TORPEDOES, result_of
from ..model.events import AttackLapsed, AttackResolved
from ..model.orders import Attack
from ..model.state import State
from ..tables.rules_tables import FIXED
from . import results
from .gunnery import mounts_with, salvo
from .target_draws import Target, draw, range_to


def resolve(adjudication: Adjudication[State]) -> None:
    """Resolve the attacks of the side without initiative, then the other's, then apply all results."""
    second = adjudication.state.initiative
    _resolve_all(adjudication, adjudication.state.scenario.enemy_of(second))
    _resolve_all(adjudication, second)
    results.land(adjudication)


def resolve_first(adjudication: Adjudication[State], side: str) -> None:
    """By day: resolve the attacks of the side that declares first; their results are held (DS-R41)."""
    _resolve_all(adjudication, side)
    results.hold(adjudication, side)


def resolve_second(adjudication: Adjudication[State], side: str) -> None:
    """By day: resolve the attacks of the side that declares second, then apply all results (DS-R41)."""
    _resolve_all(adjudication, side)
    results.land(adjudication)


def _resolve_all(adjudication: Adjudication[State], side: str) -> None:
    """Resolve a side's attacks in the order declared.

    An attack lapses if its block is gone or it finds no target (our ruling DS-H22). The log records this
    (DS-R42).
    """
    drawn: dict[str, list[str]] = defaultdict(list)
    for number, attack in enumerate(adjudication.state.attacks.get(side, ()), 1):
        if _is_on_map(adjudication.state, attack.block):
            _resolve(adjudication, side, number, attack, drawn[attack.block])
        else:
            _lapse(adjudication, side, number, "", "gone")


def _lapse(adjudication: Adjudication[State], side: str, number: int, weapons: str, why: str) -> None:
    attack = adjudication.state.attacks[side][number - 1]
    adjudication.record(AttackLapsed(number, side, attack.block, attack.target, weapons, why))


def _is_on_map(state: State, key: str) -> bool:
    block = state.blocks.get(key)
    return block is not None and block.hex is not None


def kinds_of(state: State, attack: Attack) -> tuple[str, ...]:
    """GUNS, TORPEDOES or both, as an attack has them, guns first."""
    guns = len(mounts_with(state, attack, GUNS))
    kinds = (GUNS,) if guns else ()
    return kinds if guns == len(attack.mounts) else (*kinds, TORPEDOES)


def _resolve(
    adjudication: Adjudication[State], side: str, number: int, attack: Attack, drawn: list[str]
) -> None:
    """Resolve an attack. `drawn` are the ships drawn so far by its block; this attack's draws are
    appended.
    """
    kinds = kinds_of(adjudication.state, attack)
    draws = ((BOTH, kinds),) if attack.together and len(kinds) > 1 else [(kind, (kind,)) for kind in kinds]
    for drawn_for, fired in draws:
        target = draw(adjudication, side, number, drawn_for, drawn)
        if target is None:
            _lapse(adjudication, side, number, drawn_for, "nobody")
            continue
        drawn.append(target.ship.key)
        for weapons in fired:
            _fire(adjudication, side, number, attack, weapons, target)


def _fire(
    adjudication: Adjudication[State], side: str, number: int, attack: Attack, weapons: str, target: Target
) -> None:
    state = adjudication.state
    ship = target.ship
    fire = salvo(state, attack, weapons, target)
    (die,) = adjudication.roll(1, FIXED["attack_die"], f"combat/{side}/{number}/{weapons}")
    damaged, of_class = state.ship_status[ship.key].damaged, ship.ratings.defence_class
    result, rules = result_of(die, fire.odds_halves, fire.with_d, weapons, of_class, damaged)
    adjudication.record(
        AttackResolved(
            attack=number, side=side, block=attack.block, weapons=weapons, ship=ship.key, hex=target.hex,
            friendly=ship.side == side, range_hexes=range_to(state, attack, target.hex), lines=fire.lines,
            total=fire.total, defence=ship.ratings.defence, defence_class=of_class,
            odds_halves=fire.odds_halves, die=die, result=result, with_d=fire.with_d, rules=("§18f", *rules),
        )
    )  # fmt: skip
