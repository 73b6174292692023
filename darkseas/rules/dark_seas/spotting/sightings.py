"""Which successful attempts a side may declare void, and what its dummies must answer (§22c, DS-R17).

Everything here works on the side's own view as well as on the whole state.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from darkseas.engine.orders import IllegalOrder

from ..model.events import SpottingAttempt
from ..model.orders import DeclareSightings
from ..model.queries import is_dummy
from ..model.state import State

RULE = "DS-R17"
Pair = tuple[str, str]


class Verdict(NamedTuple):
    """A side's successful attempts under an order: those of ships, those void, and dummies to remove."""

    real: tuple[SpottingAttempt, ...]
    void: tuple[SpottingAttempt, ...]
    removed: tuple[str, ...]


def successes(state: State, side: str) -> tuple[SpottingAttempt, ...]:
    """The side's successful attempts of this turn between blocks still in play."""
    worked = state.spotting_sums.get(side)
    if worked is None:
        return ()
    blocks = state.blocks
    return tuple(
        [
            attempt
            for attempt in worked.looks
            if attempt.outcome and attempt.block in blocks and attempt.target in blocks
        ]
    )


def of_ships(state: State, attempts: tuple[SpottingAttempt, ...]) -> tuple[SpottingAttempt, ...]:
    """The attempts that were not made by dummies."""
    eyes = dict.fromkeys([attempt.block for attempt in attempts])
    dummies = [block for block in eyes if is_dummy(state, block)]
    return tuple([attempt for attempt in attempts if attempt.block not in dummies]) if dummies else attempts


def lone_attempts(state: State, attempts: tuple[SpottingAttempt, ...]) -> tuple[SpottingAttempt, ...]:
    """The successful attempts of dummies at targets that no real block has spotted (§22c).

    It makes no difference if the real block's sighting is then declared void (our ruling DS-H16).
    """
    seen = {attempt.target for attempt in of_ships(state, attempts)}
    return tuple([attempt for attempt in attempts if attempt.target not in seen])


def judge(state: State, side: str, order: DeclareSightings) -> Verdict:
    """Apply an order to the side's successful attempts.

    Raises IllegalOrder if it names anything else, or omits a dummy that alone sighted a target.
    """
    attempts = successes(state, side)
    answers = _answers(state, attempts, order)
    named = _named_pairs(attempts, order)
    _check_every_lone_dummy_answers(lone_attempts(state, attempts), named, answers)
    void = tuple(
        [
            attempt
            for attempt in attempts
            if (attempt.block, attempt.target) in named or answers.get(attempt.block) == "void"
        ]
    )
    removed = tuple([key for key, answer in answers.items() if answer == "remove"])
    return Verdict(of_ships(state, attempts), void, removed)


def _named_pairs(attempts: tuple[SpottingAttempt, ...], order: DeclareSightings) -> AbstractSet[Pair]:
    if not order.void:
        return frozenset()
    known = {(attempt.block, attempt.target) for attempt in attempts}
    named: set[Pair] = set()
    for place, sighting in enumerate(order.void):
        pair = (sighting.block, sighting.target)
        if pair not in known or pair in named:
            block, target = sighting.block[:60], sighting.target[:60]
            reason = f"Choose sightings made this turn, each once, not “{target}” by “{block}”."
            raise IllegalOrder(reason, rule=RULE, field=f"blanks.void.{place}")
        named.add(pair)
    return named


def _answers(
    state: State, attempts: tuple[SpottingAttempt, ...], order: DeclareSightings
) -> Mapping[str, str]:
    if not order.dummies:
        return {}
    sighting = {attempt.block for attempt in attempts if is_dummy(state, attempt.block)}
    answers: dict[str, str] = {}
    for place, dummy in enumerate(order.dummies):
        if dummy.block not in sighting or dummy.block in answers:
            reason = f"Answer once for each dummy that sighted an enemy, not for “{dummy.block[:60]}”."
            raise IllegalOrder(reason, rule=RULE, field=f"blanks.dummies.{place}")
        answers[dummy.block] = dummy.answer
    return answers


def _check_every_lone_dummy_answers(
    lone: tuple[SpottingAttempt, ...], named: AbstractSet[Pair], answers: Mapping[str, str]
) -> None:
    for attempt in lone:
        if attempt.block not in answers and (attempt.block, attempt.target) not in named:
            reason = f"Only {attempt.block} sighted {attempt.target}: declare that void or remove the dummy."
            raise IllegalOrder(reason, rule=RULE, field="blanks.dummies")
