"""Exact odds of air strikes before launch: fighters, anti-aircraft fire, bombs, torpedoes (ES-15 to ES-18).

The enemy chooses the targets of anti-aircraft fire, so the odds assume that every ship in reach fires.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from darkseas.engine.presentation.words import counted, percent
from darkseas.engine.system import TargetOdds

from ..combat import air_strikes, strike_forms
from ..combat.air_attacks import bombs_aimed, divided
from ..combat.gun_arithmetic import added, groups, modifiers
from ..combat.torpedoes import most_face
from ..model.orders import PlanStrikes, Strike
from ..model.state import State, StrikeInAir
from ..narration.names import ship_names
from ..tables.rules_tables import FIXED
from .air_strike_odds_parts import (
    MOST_STEPS,
    Shots,
    Through,
    expected,
    past_fighters,
    past_guns,
    shots_of_all,
    steps_to_count,
)
from .hits import Fates, bombs, numbers_of_hits, shell, together, torpedoes
from .targets import target_odds

#: Anti-aircraft fire by strike and group number.
_Guns = Mapping[tuple[str, int], Sequence[Shots]]


class _Planes(NamedTuple):
    """The odds of a number of a group's planes against a target.

    `afloat` is the chance that she does not explode.
    """

    afloat: Fraction
    unhurt: Fraction


class _Strike(NamedTuple):
    """The odds of a whole strike, and the mean number of planes that reach the target."""

    does: _Planes
    through: Fraction


def of_strikes(state: State, side: str, order: PlanStrikes) -> tuple[tuple[TargetOdds, ...], ...]:
    """Return the odds against each target from all planes sent at it; nothing if the calculation is too
    large.
    """
    planned = strike_forms.planned(state, side, order)
    air_strikes.check(state, side, planned)
    if not can_be_counted(state, side, order):
        return ()
    after = in_air(state, side, planned)
    guns = shots_of_all(after, state.scenario.enemy_of(side))
    targets = dict.fromkeys(group.target for strike in planned for group in strike.groups)
    return tuple((_of_target(after, key, guns),) for key in targets)


def can_be_counted(state: State, side: str, order: PlanStrikes) -> bool:
    """Whether the odds of all strikes in an order can be calculated quickly enough."""
    after = in_air(state, side, strike_forms.planned(state, side, order))
    guns, steps = shots_of_all(after, state.scenario.enemy_of(side)), 0
    for key, strike in after.strikes.items():
        for target in dict.fromkeys(group.target for group in strike.groups):
            steps += steps_to_count(after, key, target, guns)
            if steps > MOST_STEPS:
                return False
    return True


def in_air(state: State, side: str, planned: Sequence[Strike]) -> State:
    """Return the state with only these strikes in the air."""
    after = state.copy()
    after.strikes = {
        f"{side}-{number}": StrikeInAir(
            side, each.carriers, sum(group.planes for group in each.groups), each.groups
        )
        for number, each in enumerate(planned, 1)
    }
    return after


def _of_target(state: State, target: str, guns: _Guns) -> TargetOdds:
    parts, words = [], []
    for key, strike in state.strikes.items():
        if all(group.target != target for group in strike.groups):
            continue
        part = _of_strike(state, key, target, past_fighters(state, key, target), guns)
        parts.append(part)
        words.append(_words(state, strike, target, part))
    fates = together(Fates(1 - part.does.afloat, part.does.unhurt) for part in parts)
    return target_odds(state, target, fates, words)


def _of_strike(state: State, key: str, target: str, left: Through, guns: _Guns) -> _Strike:
    """Return the combined odds of a strike's groups at a target, over all results of fighter attacks."""
    by_planes, counts = {}, Fraction(0)
    for number, group in enumerate(state.strikes[key].groups):
        if group.target != target:
            continue
        each = [_of_planes(state, target, planes) for planes in range(group.planes + 1)]
        shots = guns.get((key, number), ())
        by_planes[number] = [past_guns(values, shots) for values in zip(*each, strict=True)]
        planes = past_guns([Fraction(count) for count in range(group.planes + 1)], shots)
        counts += expected(left, {number: planes})
    means = [
        expected(left, {number: values[place] for number, values in by_planes.items()})
        for place in range(len(_Planes._fields))
    ]
    return _Strike(_Planes(*means), counts)


def _of_planes(state: State, target: str, planes: int) -> _Planes:
    """Return the odds of this many planes of a group that reach the target (ES-17, ES-18)."""
    status = state.ship_status[target]
    bombers, torpedo_planes = divided(planes)
    aim = bombs_aimed(state, target)
    armour = state.scenario.ships[target].ratings.armour
    each = shell(aim.size, armour, tie_burns=status.fires < FIXED["tie_fires"])
    more = added(modifiers(aim))
    dropped = together(bombs(count, more, numbers_of_hits(count, more), each) for count in groups(bombers))
    launched = torpedoes(torpedo_planes, most_face(state, target, near=False), once=status.evading)
    return _Planes((1 - dropped.sunk) * (1 - launched.sunk), dropped.unhurt * launched.unhurt)


def _words(state: State, strike: StrikeInAir, target: str, part: _Strike) -> str:
    planes = sum(group.planes for group in strike.groups if group.target == target)
    hurts, sinks = percent(1 - part.does.unhurt), percent(1 - part.does.afloat)
    return (
        f"{ship_names(state, strike.carriers)}: of {counted(planes, 'plane')} about "
        f"{round(part.through)} come through; {hurts} to do damage, {sinks} to sink her at once"
    )
