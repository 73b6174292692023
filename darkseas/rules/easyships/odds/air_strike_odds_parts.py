"""How many planes of each strike group survive fighters and anti-aircraft fire (ES-15, ES-16)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ..combat.air_defence import Cover, covers, dice_of, groups_in_reach, least_face
from ..model.state import State, StrikeInAir
from ..tables.rules_tables import FIXED, shot_down

#: Most steps calculated for one order; beyond this it has no odds.
MOST_STEPS = 20_000
#: Most planes whose bombs form a single group: half carry bombs, and a group has up to nineteen.
_BOMB_LOT = 38
_FACES = range(1, FIXED["die"] + 1)


class Through(NamedTuple):
    """The distribution of surviving planes in each of these groups, as weights out of `total`."""

    groups: tuple[int, ...]
    weights: Mapping[tuple[int, ...], int]
    total: int


class Shots(NamedTuple):
    """Anti-aircraft dice at a group: their number, and the lowest face that shoots down a plane."""

    dice: int
    least: int


def steps_to_count(
    state: State, key: str, target: str, guns: Mapping[tuple[str, int], Sequence[Shots]]
) -> int:
    """Return the cost of calculating a strike's odds at a target, without calculating them.

    A step is one combination of surviving planes in all groups, before each fighter die and once after the
    last; or one number of planes in a single group, before each anti-aircraft die and for each lot of bombs.
    """
    strike, met = state.strikes[key], covers(state, key)
    planes = [strike.groups[number].planes for number in _groups_counted(strike, target)]
    fights = (_dice_of(met) + 1) * prod(count + 1 for count in planes)
    at_her = [number for number, group in enumerate(strike.groups) if group.target == target]
    return fights + sum(_steps_of(strike.groups[at].planes, guns.get((key, at), ())) for at in at_her)


def _steps_of(planes: int, shots: Sequence[Shots]) -> int:
    """Return the steps for anti-aircraft fire and bombs with this many planes in a group."""
    return (planes + 1) * (1 + sum(shot.dice for shot in shots) + planes // _BOMB_LOT)


def _groups_counted(strike: StrikeInAir, target: str) -> tuple[int, ...]:
    """Return the groups at a target, or all groups if fighters are compared with the remaining planes
    (ES-A20).
    """
    return tuple([number for number, group in enumerate(strike.groups) if group.target == target])


def _dice_of(met: Sequence[Cover]) -> int:
    """Return the number of fighter dice: one for every four fighters, and one for the remainder."""
    return sum(-(-cover.fighters // FIXED["fighter_four"]) for cover in met)


def past_fighters(state: State, key: str, target: str) -> Through:
    """Return the distribution of planes left in a strike's groups at a target after fighters attack
    (ES-15).
    """
    strike, met = state.strikes[key], covers(state, key)
    groups = _groups_counted(strike, target)
    planes = tuple([strike.groups[number].planes for number in groups])
    left = Through(groups, {planes: 1}, 1)
    for cover in met:
        left = _fought(strike, cover, left)
    return left


def _fought(strike: StrikeInAir, cover: Cover, left: Through) -> Through:
    """Return the distribution after one cover of fighters, which attack in fours and then the remainder."""
    fours, over = divmod(cover.fighters, FIXED["fighter_four"])
    for number in range(fours + (1 if over else 0)):
        left = _met(strike, cover, left, is_full=number < fours)
    return left


def _met(strike: StrikeInAir, cover: Cover, left: Through, *, is_full: bool) -> Through:
    """Return the distribution after one fighter die, over all groups it may attack (ES-15, ES-A17,
    ES-A20).
    """
    outnumbered = strike.planes >= FIXED["fighter_odds"] * cover.fighters
    weights: dict[tuple[int, ...], int] = {}
    for planes, weight in left.weights.items():
        for face in _FACES:
            killed = shot_down(face) - outnumbered if is_full else 1 - face % 2
            for group in cover.groups:
                after = _without(planes, left.groups, group, killed)
                weights[after] = weights.get(after, 0) + weight
    return Through(left.groups, weights, left.total * len(_FACES) * len(cover.groups))


def _without(planes: tuple[int, ...], groups: Sequence[int], group: int, killed: int) -> tuple[int, ...]:
    """Return the planes in these groups after one group loses `killed`."""
    if group not in groups:
        return planes
    place = groups.index(group)
    return (*planes[:place], max(0, planes[place] - killed), *planes[place + 1 :])


def shots_of_all(state: State, side: str) -> dict[tuple[str, int], list[Shots]]:
    """Return the shots at each group in the air if each ship fires at the largest group in reach.

    Ties go to the first group.
    """
    shots: dict[tuple[str, int], list[Shots]] = {}
    for ship in state.afloat(side):
        near = [(key, number) for key in state.strikes for number in groups_in_reach(state, ship.key, key)]
        if near:
            at = max(near, key=lambda group: state.strikes[group[0]].groups[group[1]].planes)
            shots.setdefault(at, []).append(Shots(dice_of(ship), least_face(state, ship)))
    return shots


def past_guns(worth: Sequence[Fraction], shots: Sequence[Shots]) -> tuple[Fraction, ...]:
    """Return the expected value of each number of planes before anti-aircraft fire, from its value after it
    (ES-16).
    """
    for chance in _hit_probabilities(shots):
        worth = tuple(
            [chance * worth[max(0, left - 1)] + (1 - chance) * worth[left] for left in range(len(worth))]
        )
    return tuple(worth)


def _hit_probabilities(shots: Sequence[Shots]) -> Iterator[Fraction]:
    """Yield, for each die, the chance that it shoots down a plane."""
    for shot in shots:
        yield from [Fraction(_FACES[-1] + 1 - shot.least, _FACES[-1])] * shot.dice


def expected(left: Through, worth: Mapping[int, Sequence[Fraction]]) -> Fraction:
    """Return the mean of the product of group values, where a group's value depends on its surviving
    planes.
    """
    places = [(left.groups.index(group), values) for group, values in worth.items()]
    total = sum(
        (
            weight * prod((values[planes[place]] for place, values in places), start=Fraction(1))
            for planes, weight in left.weights.items()
        ),
        Fraction(0),
    )
    return total / left.total
