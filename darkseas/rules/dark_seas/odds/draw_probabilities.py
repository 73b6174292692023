"""Exact probabilities of consecutive blind draws for guns and torpedoes (DS-R19 to DS-R21).

Nothing is sampled. Ships in the pools of the same attacks are interchangeable, so only their number counts;
this makes a task group that keeps out ships of a whole convoy computable.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

from ..combat.resolution import kinds_of
from ..combat.target_draws import (
    Target,
    blanks_for,
    blocks_aimed_at,
    friendly_fire_percent,
    friends_at_risk,
)
from ..model.attack_results import GUNS, TORPEDOES
from ..model.orders import Attack
from ..model.queries import ships_in
from ..model.scenario import Ship
from ..model.state import Report, State
from ..tables.rules_tables import TRAINING

_ZERO, _ONE = Fraction(0), Fraction(1)

#: How many different ships of each kind an attacker has drawn so far.
_Drawn = tuple[int, ...]
#: A kind by its index; None for a blank.
_KindDrawn = int | None


class TargetProbability(NamedTuple):
    """The probability that a ship is the target of an attack's guns alone, its torpedoes alone, or both.

    `known` says that she is known to be there; otherwise she is one of several possible ships.
    """

    target: Target
    guns: Fraction
    torpedoes: Fraction
    both: Fraction
    known: bool = True

    @property
    def drawn(self) -> Fraction:
        """The probability that she is drawn at all."""
        return self.guns + self.torpedoes + self.both


def target_probabilities(
    state: State, side: str, attacks: Sequence[Attack]
) -> Iterator[tuple[TargetProbability, ...]]:
    """The ships that each of one block's attacks may hit, enemies first, then friends.

    Ships drawn earlier may be kept out later. In a side's view the enemy's ships are unknown: every enemy
    ship afloat that fits the report is equally likely to be there (our ruling DS-H24).
    """
    kinds, pools = _kinds_of(state, side, attacks)
    numbers = tuple(kind.number for kind in kinds)
    so_far: dict[_Drawn, Fraction] = {(0,) * len(kinds): _ONE}
    remembers = any(attack.keep_out for attack in attacks)
    for attack, members in zip(attacks, pools, strict=True):
        friends = friends_at_risk(state, side, attack)
        blanks = blanks_for(friendly_fire_percent(state, side), len(friends)) if members else 0
        urn = _Urn(numbers, members, blanks, attack.keep_out)
        shares, after = _draw(urn, _weapons(state, attack), so_far)
        so_far = after if remembers else so_far
        yield (*_probabilities_of_kinds(kinds, shares), *_probabilities_of_friends(friends, shares))


def steps_to_count(state: State, side: str, attacks: Sequence[Attack]) -> int:
    """An upper bound of the work that `target_probabilities` does for one block's attacks.

    It grows with every remembered draw, every kind of ship, and every ship that fits a report.
    """
    kinds, pools = _kinds_of(state, side, attacks)
    remembers = any(attack.keep_out for attack in attacks)
    steps = draws = 0
    for attack, members in zip(attacks, pools, strict=True):
        draws = draws if remembers else 0
        steps += sum(len(kinds[place].candidates) for place in members)
        for _ in _weapons(state, attack):
            by_kind = prod(min(kind.number, draws) + 1 for kind in kinds)
            steps += min(by_kind, comb(draws + len(kinds), draws)) * (2 * len(members) + 1)
            draws += 1
    return steps


def _weapons(state: State, attack: Attack) -> tuple[str, ...]:
    """The weapons of each draw: GUNS, TORPEDOES, or "" for both with one draw."""
    kinds = kinds_of(state, attack)
    return ("",) if attack.together and len(kinds) > 1 else kinds


# --- contents of the pools -----------------------------------------------------------------------


class _Kind(NamedTuple):
    """Ships in the pools of the same attacks: their number, and the ships (only possible ones if not
    `known`).
    """

    number: int
    candidates: tuple[Target, ...]
    known: bool


class _Slot(NamedTuple):
    """Part of a block that looks uniform to the attacker: a ship, or a reported group."""

    block: str
    group: str
    number: int
    candidates: tuple[Target, ...]


def _kinds_of(
    state: State, side: str, attacks: Sequence[Attack]
) -> tuple[tuple[_Kind, ...], tuple[tuple[int, ...], ...]]:
    """The kinds of ships that these attacks may draw, and which kinds are in each attack's pool."""
    pools = [_slots_in_pool(state, side, attack) for attack in attacks]
    slots = tuple(dict.fromkeys(slot for pool in pools for slot in pool))
    alike: dict[tuple[object, ...], list[_Slot]] = defaultdict(list)
    for slot in slots:
        member_of = tuple(place for place, pool in enumerate(pools) if slot in pool)
        unseen = (slot.block, slot.group) if slot.group else ()
        alike[member_of, unseen].append(slot)
    kinds = tuple(
        _Kind(
            sum(slot.number for slot in same),
            tuple(target for slot in same for target in slot.candidates),
            not same[0].group,
        )
        for same in alike.values()
    )
    members = tuple(
        tuple(place for place, same in enumerate(alike.values()) if same[0] in pool) for pool in pools
    )
    return kinds, members


def _slots_in_pool(state: State, side: str, attack: Attack) -> tuple[_Slot, ...]:
    slots: list[_Slot] = []
    for key in blocks_aimed_at(state, attack):
        report = state.reports.get(key)
        if key in state.contents:
            slots += _ships_known(attack, key, ships_in(state, key))
        elif report is not None and report.ship:
            slots += _ships_known(attack, key, (state.scenario.ships[report.ship],))
        elif report is not None:
            slots += _groups_reported(state, side, attack, key, report)
    return tuple(slots)


def _ships_known(attack: Attack, block: str, ships: Iterable[Ship]) -> list[_Slot]:
    aimed_at = (ship for ship in ships if _is_in(ship.ratings.defence_class, attack.classes))
    return [_Slot(block, "", 1, (Target(ship, block, attack.target),)) for ship in aimed_at]


def _groups_reported(state: State, side: str, attack: Attack, block: str, report: Report) -> list[_Slot]:
    (everything,) = TRAINING[min(TRAINING)].classes
    groups = report.classes or ((everything, report.ships),)
    enemy = state.scenario.sides[state.scenario.enemy_of(side)]
    slots = []
    for group, number in groups:
        if not _is_in(group, attack.classes):
            continue
        afloat = [state.scenario.ships[key] for key in enemy.ships if state.ship_status[key].afloat]
        fitting = [ship for ship in afloat if ship.ratings.defence_class in group]
        slots.append(
            _Slot(block, group, number, tuple(Target(ship, block, attack.target) for ship in fitting))
        )
    return slots


def _is_in(group: str, classes: str) -> bool:
    """Whether a class, or a reported group, is within the classes aimed at. Reports are never coarser."""
    return not classes or all(letter in classes for letter in group)


# --- drawing -------------------------------------------------------------------------------------


class _Urn(NamedTuple):
    """The contents of a draw: the number of ships of every kind, which kinds are in, and the blanks."""

    numbers: tuple[int, ...]
    members: tuple[int, ...]
    blanks: int
    keep_out: bool

    def keeps_out(self, drawn: _Drawn) -> bool:
        """Whether ships drawn before stay out: the attacker wants it, and an enemy is left (DS-H21)."""
        return self.keep_out and any(self.numbers[kind] > drawn[kind] for kind in self.members)

    def size(self, drawn: _Drawn) -> int:
        ships = sum(self.numbers[kind] for kind in self.members)
        out = sum(drawn[kind] for kind in self.members) if self.keeps_out(drawn) else 0
        return ships - out + self.blanks

    def outcomes(self, drawn: _Drawn) -> Iterator[tuple[Fraction, _KindDrawn, _Drawn]]:
        """Triples of probability, kind drawn, and all draws so far; empty for an empty pool."""
        size = self.size(drawn)
        if self.blanks:
            yield Fraction(self.blanks, size), None, drawn
        for kind in self.members:
            fresh = self.numbers[kind] - drawn[kind]
            if fresh:
                more = (*drawn[:kind], drawn[kind] + 1, *drawn[kind + 1 :])
                yield Fraction(fresh, size), kind, more
            if drawn[kind] and not self.keeps_out(drawn):
                yield Fraction(drawn[kind], size), kind, drawn


class _Shares(NamedTuple):
    """The probability that each kind (None: the friends at risk) is drawn for the guns or the torpedoes.

    `again`: drawn for guns, then the same ship again for torpedoes (of blanks: the same kind).
    """

    once: dict[tuple[str, _KindDrawn], Fraction]
    again: dict[_KindDrawn, Fraction]

    def of(self, kind: _KindDrawn, among: int, alike: int) -> tuple[Fraction, Fraction, Fraction]:
        """A ship's probabilities of guns alone, torpedoes alone, both; she is one of `among` of the kind.

        `alike` divides the probability of being drawn twice.
        """
        guns = self.once.get((GUNS, kind), _ZERO) / among
        torpedoes = self.once.get((TORPEDOES, kind), _ZERO) / among
        again = self.again.get(kind, _ZERO) / alike
        return guns - again, torpedoes - again, again + self.once.get(("", kind), _ZERO) / among


def _draw(
    urn: _Urn, weapons: tuple[str, ...], so_far: dict[_Drawn, Fraction]
) -> tuple[_Shares, dict[_Drawn, Fraction]]:
    """One attack's draws: the shares of each kind, and the possible draws after them."""
    once: dict[tuple[str, _KindDrawn], Fraction] = defaultdict(Fraction)
    again: dict[_KindDrawn, Fraction] = defaultdict(Fraction)
    for number, drawn_for in enumerate(weapons):
        after: dict[_Drawn, Fraction] = defaultdict(Fraction)
        is_followed = number + 1 < len(weapons)
        for drawn, likely in so_far.items():
            for chance, kind, then in urn.outcomes(drawn):
                once[drawn_for, kind] += likely * chance
                after[then] += likely * chance
                if is_followed:
                    again[kind] += likely * chance * _chance_of_same(urn, kind, then)
        so_far = after or so_far
    return _Shares(once, again), so_far


def _chance_of_same(urn: _Urn, kind: _KindDrawn, drawn: _Drawn) -> Fraction:
    """The probability that the next draw is the same ship; after a blank, another blank."""
    if kind is None:
        return Fraction(urn.blanks, urn.size(drawn))
    return _ZERO if urn.keeps_out(drawn) else Fraction(1, urn.size(drawn))


def _probabilities_of_kinds(kinds: tuple[_Kind, ...], shares: _Shares) -> Iterator[TargetProbability]:
    for place, kind in enumerate(kinds):
        among = len(kind.candidates)
        for target in kind.candidates:
            probability = TargetProbability(target, *shares.of(place, among, among), kind.known)
            if probability.drawn:
                yield probability


def _probabilities_of_friends(friends: Sequence[Target], shares: _Shares) -> Iterator[TargetProbability]:
    among = len(friends)
    for target in friends:
        probability = TargetProbability(target, *shares.of(None, among, among * among))
        if probability.drawn:
            yield probability
