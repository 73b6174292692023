"""How many planes of each group of a strike come through fighters and anti-aircraft fire (ES-15, ES-16)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from ..combat.air_defence import Cover, covers, dice_of, groups_in_reach, least_face
from ..model.state import State, StrikeInAir
from ..tables.rules_tables import FIXED, shot_down

#: Steps that are still counted through for one order; beyond it there are no odds.
MOST_STEPS = 20_000
#: Planes whose bombs fall as one group of guns would: half of them carry bombs, in groups of up to nineteen.
_BOMB_LOT = 38
_FACES = range(1, FIXED["die"] + 1)


class Through(NamedTuple):
    """How likely so many planes of each of these groups are left, as weights out of `total`."""

    groups: tuple[int, ...]
    weights: Mapping[tuple[int, ...], int]
    total: int


class Shots(NamedTuple):
    """Anti-aircraft dice at a group: how many, and from which face on each brings a plane down."""

    dice: int
    least: int


def steps_to_count(
    state: State, key: str, target: str, guns: Mapping[tuple[str, int], Sequence[Shots]]
) -> int:
    """How much there is to count through for a strike at a target, known before anything is counted.

    A step is a number of planes of each group that may be left, before each die of fighters and once after
    them; or a number of planes of one group, before each die of guns and for each lot of bombs.
    """
    strike, met = state.strikes[key], covers(state, key)
    planes = [strike.groups[number].planes for number in _groups_counted(strike, target)]
    fights = (_dice_of(met) + 1) * prod(count + 1 for count in planes)
    at_her = [number for number, group in enumerate(strike.groups) if group.target == target]
    return fights + sum(_steps_of(strike.groups[at].planes, guns.get((key, at), ())) for at in at_her)


def _steps_of(planes: int, shots: Sequence[Shots]) -> int:
    """The same for what guns and bombs do with so many planes of a group."""
    return (planes + 1) * (1 + sum(shot.dice for shot in shots) + planes // _BOMB_LOT)


def _groups_counted(strike: StrikeInAir, target: str) -> tuple[int, ...]:
    """The groups at a target; all where fighters are compared with what is left (ES-A20)."""
    return tuple([number for number, group in enumerate(strike.groups) if group.target == target])


def _dice_of(met: Sequence[Cover]) -> int:
    """The dice of all fighters: one for each four, and for those left over."""
    return sum(-(-cover.fighters // FIXED["fighter_four"]) for cover in met)


def past_fighters(state: State, key: str, target: str) -> Through:
    """The planes that are left of a strike's groups at a target once fighters have met it (ES-15)."""
    strike, met = state.strikes[key], covers(state, key)
    groups = _groups_counted(strike, target)
    planes = tuple([strike.groups[number].planes for number in groups])
    left = Through(groups, {planes: 1}, 1)
    for cover in met:
        left = _fought(strike, cover, left)
    return left


def _fought(strike: StrikeInAir, cover: Cover, left: Through) -> Through:
    """What is left after fighters that fly together, four by four and then those left over."""
    fours, over = divmod(cover.fighters, FIXED["fighter_four"])
    for number in range(fours + (1 if over else 0)):
        left = _met(strike, cover, left, is_full=number < fours)
    return left


def _met(strike: StrikeInAir, cover: Cover, left: Through, *, is_full: bool) -> Through:
    """What is left after one die of fighters, whichever group it falls on (ES-15, ES-A17, ES-A20)."""
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
    """The planes of these groups after so many of one group are shot down."""
    if group not in groups:
        return planes
    place = groups.index(group)
    return (*planes[:place], max(0, planes[place] - killed), *planes[place + 1 :])


def shots_of_all(state: State, side: str) -> dict[tuple[str, int], list[Shots]]:
    """The shots at each group of the strikes in the air, if each ship fires at the largest in reach.

    Of groups that are alike it is the first.
    """
    shots: dict[tuple[str, int], list[Shots]] = {}
    for ship in state.afloat(side):
        near = [(key, number) for key in state.strikes for number in groups_in_reach(state, ship.key, key)]
        if near:
            at = max(near, key=lambda group: state.strikes[group[0]].groups[group[1]].planes)
            shots.setdefault(at, []).append(Shots(dice_of(ship), least_face(state, ship)))
    return shots


def past_guns(worth: Sequence[Fraction], shots: Sequence[Shots]) -> tuple[Fraction, ...]:
    """What each number of planes is worth before anti-aircraft fire, by what it is worth after it (ES-16)."""
    for chance in _hit_probabilities(shots):
        worth = tuple(
            [chance * worth[max(0, left - 1)] + (1 - chance) * worth[left] for left in range(len(worth))]
        )
    return tuple(worth)


def _hit_probabilities(shots: Sequence[Shots]) -> Iterator[Fraction]:
    """For each die how likely it brings a plane down."""
    for shot in shots:
        yield from [Fraction(_FACES[-1] + 1 - shot.least, _FACES[-1])] * shot.dice


def expected(left: Through, worth: Mapping[int, Sequence[Fraction]]) -> Fraction:
    """The mean of a product over groups, each of which is worth something by the planes that it has left."""
    places = [(left.groups.index(group), values) for group, values in worth.items()]
    total = sum(
        (
            weight * prod((values[planes[place]] for place, values in places), start=Fraction(1))
            for planes, weight in left.weights.items()
        ),
        Fraction(0),
    )
    return total / left.total
