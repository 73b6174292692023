"""Factors, multipliers and odds of an attack on a drawn ship (§18f, §12, DS-R22, DS-R23)."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..model.attack_results import GUNS, TORPEDOES
from ..model.events import FactorLine, Multiplied
from ..model.lines_of_sight_and_fire import fire_halved_by_smoke
from ..model.orders import Attack, Mount
from ..model.queries import is_evading, is_single
from ..model.scenario import Battery
from ..model.state import UNSPOTTED, State
from ..tables.rules_tables import FIXED, MULTIPLIERS, weapon_factor
from .target_draws import Target, range_to
from .whole_number_fractions import total, whole_times

_TORPEDO, _DESTROYER, _SECOND_SALVO = "T", "D", "R*"
_HALVES = 2


class Salvo(NamedTuple):
    """Everything that fires together at one ship: each battery's share, their sum, the odds in halves.

    `with_d` says that destroyer guns take part, which protects battleships from the worst.
    """

    lines: tuple[FactorLine, ...]
    total: Fraction
    odds_halves: int
    with_d: bool


class Circumstances(NamedTuple):
    """Modifiers of a battery's factors, apart from weapon, target class and range."""

    single: bool
    attacker_evades: bool
    target_evades: bool
    unspotted: bool
    second_salvo: bool
    smoke: bool


def factor_at(battery: Battery, range_hexes: int) -> int:
    """The printed factor of a battery at a range; 0 beyond the ranges on the sticker (§5)."""
    return battery.factors[range_hexes] if range_hexes < len(battery.factors) else 0


def battery_of(state: State, mount: Mount) -> Battery:
    return state.scenario.ships[mount.ship].ratings.batteries[mount.battery]


def mounts_with(state: State, attack: Attack, weapons: str) -> tuple[Mount, ...]:
    """The mounts of an attack that are GUNS or TORPEDOES (§18e, §18k.iv)."""
    with_torpedoes, ships = weapons == TORPEDOES, state.scenario.ships
    return tuple(
        [
            mount
            for mount in attack.mounts
            if (ships[mount.ship].ratings.batteries[mount.battery].weapon == _TORPEDO) == with_torpedoes
        ]
    )


def salvo(state: State, attack: Attack, weapons: str, target: Target) -> Salvo:
    """The guns or the torpedoes of an attack against a ship, at the range to her (DS-R22, DS-R23)."""
    range_hexes = range_to(state, attack, target.hex)
    how = _circumstances(state, attack, target)
    target_class = target.ship.ratings.defence_class
    lines = []
    for mount in mounts_with(state, attack, weapons):
        battery = battery_of(state, mount)
        own = _with_those_of_mount(state, attack, mount, battery, how)
        factor = factor_at(battery, range_hexes)
        steps, worth = _share(factor, battery.weapon, target_class, range_hexes, own)
        lines.append(FactorLine(mount.ship, battery.weapon, factor, steps, worth))
    sum_of_factors = total([line.worth for line in lines])
    with_d = any(line.weapon == _DESTROYER and line.worth for line in lines)
    odds = odds_halves(state, weapons, sum_of_factors, target.ship.ratings.defence)
    return Salvo(tuple(lines), sum_of_factors, odds, with_d)


@lru_cache(maxsize=4096)
def _share(
    factor: int, weapon: str, target_class: str, range_hexes: int, how: Circumstances
) -> tuple[tuple[Multiplied, ...], Fraction]:
    steps, product = multipliers(weapon, target_class, range_hexes, how)
    return steps, factor * product


def _circumstances(state: State, attack: Attack, target: Target) -> Circumstances:
    """The circumstances of the whole attack."""
    origin = state.blocks[attack.block]
    return Circumstances(
        single=is_single(state, attack.block),
        attacker_evades=False,
        target_evades=is_evading(state, target.ship, target.block),
        unspotted=origin.spotted == UNSPOTTED,
        second_salvo=False,
        smoke=origin.hex is not None and fire_halved_by_smoke(state, origin.hex, target.hex),
    )


def _with_those_of_mount(
    state: State, attack: Attack, mount: Mount, battery: Battery, how: Circumstances
) -> Circumstances:
    """The circumstances of one battery of the attack."""
    evades = is_evading(state, state.scenario.ships[mount.ship], attack.block)
    second = battery.reload == _SECOND_SALVO and state.ship_status[mount.ship].salvoes > 0
    return how._replace(attacker_evades=evades, second_salvo=second) if evades or second else how


@lru_cache(maxsize=4096)
def multipliers(
    weapon: str, target_class: str, range_hexes: int, how: Circumstances
) -> tuple[tuple[Multiplied, ...], Fraction]:
    """The multipliers of a battery's factor, line by line, and their product (DS-R23).

    The first line always comes from the Weapons Effect Table.
    """
    applying = _torpedo_modifiers(how) if weapon == _TORPEDO else _gun_modifiers(how)
    effect = weapon_factor(weapon, target_class, range_hexes)
    table = Multiplied(f"{weapon} against {target_class}", effect, "§18f")
    steps = [table]
    product = table.factor
    for key in applying:
        modifier = MULTIPLIERS[key]
        steps.append(Multiplied(modifier.label, modifier.factor, modifier.rule))
        product *= modifier.factor
    return tuple(steps), product


def _gun_modifiers(how: Circumstances) -> tuple[str, ...]:
    applying = (
        ("single", how.single),
        ("attacker_evading", how.attacker_evades),
        ("target_evading_guns", how.target_evades),
        ("daylight_smoke", how.smoke),
    )
    return tuple(key for key, applies in applying if applies)


def _torpedo_modifiers(how: Circumstances) -> tuple[str, ...]:
    applying = (
        ("single", how.single),
        ("target_evading_torpedoes", how.target_evades),
        ("unspotted_torpedoes", how.unspotted),
        ("second_salvo", how.second_salvo),
    )
    return tuple(key for key, applies in applying if applies)


def odds_halves(state: State, weapons: str, factors: Fraction, defence: int) -> int:
    """The odds of factors against a defence, in halves, rounded down: 3 is 1.5:1 (§18f, §12).

    In daylight the odds of gunfire rise by one step, also from under 1:2 (§23b.v, DS-R27).
    """
    halves = whole_times(_HALVES, factors, defence)
    if weapons == GUNS and factors and state.daylight:
        halves += FIXED["odds_step_halves"]
    return halves


def odds_text(halves: int) -> str:
    """Odds as players write them: "1:2", "1:1", "2.5:1"; "under 1:2" if no roll can succeed."""
    if halves == 0:
        return "under 1:2"
    if halves == 1:
        return "1:2"
    whole, half = divmod(halves, _HALVES)
    return f"{whole}.5:1" if half else f"{whole}:1"
