"""Which successful looks a side may void, and what its dummies must answer (§22c, DS-R17).

Everything here is asked of the side's own view as well as of the whole state.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from darkseas.engine.orders import IllegalOrder

from ..model.events import Look
from ..model.orders import DeclareSightings
from ..model.queries import is_dummy
from ..model.state import State

RULE = "DS-R17"
Pair = tuple[str, str]


class Verdict(NamedTuple):
    """What an order makes of a side's successful looks: its ships', those void, and dummies that go."""

    real: tuple[Look, ...]
    void: tuple[Look, ...]
    removed: tuple[str, ...]


def successes(state: State, side: str) -> tuple[Look, ...]:
    """The side's successful looks of this turn between blocks that are still in play."""
    looked = state.looked.get(side)
    if looked is None:
        return ()
    blocks = state.blocks
    return tuple(
        [look for look in looked.looks if look.outcome and look.block in blocks and look.target in blocks]
    )


def of_ships(state: State, looks: tuple[Look, ...]) -> tuple[Look, ...]:
    """Those of the looks that are not a dummy's."""
    eyes = dict.fromkeys([look.block for look in looks])
    dummies = [block for block in eyes if is_dummy(state, block)]
    return tuple([look for look in looks if look.block not in dummies]) if dummies else looks


def lone_looks(state: State, looks: tuple[Look, ...]) -> tuple[Look, ...]:
    """Of a side's successful looks, those of dummies at targets that no real block has made out (§22c).

    Whether the real block's sighting is then declared void makes no difference (our ruling DS-H16).
    """
    seen = {look.target for look in of_ships(state, looks)}
    return tuple([look for look in looks if look.target not in seen])


def judge(state: State, side: str, order: DeclareSightings) -> Verdict:
    """What an order makes of the side's successes.

    IllegalOrder when it names anything else, or has no answer for a dummy that alone sighted a target.
    """
    looks = successes(state, side)
    answers = _answers(state, looks, order)
    named = _named_pairs(looks, order)
    _check_every_lone_dummy_answers(lone_looks(state, looks), named, answers)
    void = tuple(
        [look for look in looks if (look.block, look.target) in named or answers.get(look.block) == "void"]
    )
    removed = tuple([key for key, answer in answers.items() if answer == "remove"])
    return Verdict(of_ships(state, looks), void, removed)


def _named_pairs(looks: tuple[Look, ...], order: DeclareSightings) -> AbstractSet[Pair]:
    """The pairs that the order declares void."""
    if not order.void:
        return frozenset()
    known = {(look.block, look.target) for look in looks}
    named: set[Pair] = set()
    for place, one in enumerate(order.void):
        pair = (one.block, one.target)
        if pair not in known or pair in named:
            reason = f"Name sightings made, each once, not “{one.target[:60]}” by “{one.block[:60]}”."
            raise IllegalOrder(reason, rule=RULE, field=f"blanks.void.{place}")
        named.add(pair)
    return named


def _answers(state: State, looks: tuple[Look, ...], order: DeclareSightings) -> Mapping[str, str]:
    """The answers for dummies, by block."""
    if not order.dummies:
        return {}
    sighting = {look.block for look in looks if is_dummy(state, look.block)}
    answers: dict[str, str] = {}
    for place, one in enumerate(order.dummies):
        if one.block not in sighting or one.block in answers:
            reason = f"Answer once for each dummy that sighted an enemy, not for “{one.block[:60]}”."
            raise IllegalOrder(reason, rule=RULE, field=f"blanks.dummies.{place}")
        answers[one.block] = one.answer
    return answers


def _check_every_lone_dummy_answers(
    lone: tuple[Look, ...], named: AbstractSet[Pair], answers: Mapping[str, str]
) -> None:
    for look in lone:
        if look.block not in answers and (look.block, look.target) not in named:
            reason = f"Only {look.block} sighted {look.target}: declare that void or take the dummy off."
            raise IllegalOrder(reason, rule=RULE, field="blanks.dummies")
