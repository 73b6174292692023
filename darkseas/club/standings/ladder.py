"""Ladders: a winner climbs if the loser was ranked higher."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Climb(StrEnum):
    """How far a challenger climbs after a win."""

    TAKES_PLACE = "takes_place"
    CHANGES_PLACES = "changes_places"
    HALF_WAY = "half_way"


CLIMB_TEXTS = {
    Climb.TAKES_PLACE: "A winning challenger takes the loser’s place; those between move down one.",
    Climb.CHANGES_PLACES: "A winning challenger swaps places with the loser.",
    Climb.HALF_WAY: "A winning challenger climbs half the way to the loser’s place, at least one place.",
}


@dataclass(frozen=True)
class LadderBattle:
    """A confirmed battle on a ladder: `number` is its place in order of play, `winner` None for a draw."""

    number: int
    challenger: str
    defender: str
    winner: str | None


@dataclass(frozen=True)
class LadderStep:
    """The effect of a battle: the order after it, from the top, and the number of places climbed."""

    battle: LadderBattle
    order: tuple[str, ...]
    climbed: int


def ladder_steps(
    start: Sequence[str], battles: Iterable[LadderBattle], climb: Climb = Climb.TAKES_PLACE
) -> tuple[LadderStep, ...]:
    """Return the ladder after each battle, in order of play. Raise ValueError for a player not on it.

    A draw, a successful defence and a win over a lower-ranked player change nothing.
    """
    order = list(start)
    steps: list[LadderStep] = []
    for battle in sorted(battles, key=lambda each: each.number):
        strangers = {battle.challenger, battle.defender} - set(order)
        if strangers:
            raise ValueError(f"not on the ladder: {', '.join(sorted(strangers))}")
        before = order.index(battle.challenger)
        if battle.winner == battle.challenger:
            order = _climbed(order, before, order.index(battle.defender), climb)
        steps.append(LadderStep(battle, tuple(order), before - order.index(battle.challenger)))
    return tuple(steps)


def _climbed(order: list[str], challenger: int, defender: int, climb: Climb) -> list[str]:
    if challenger <= defender:
        return order
    after = list(order)
    if climb is Climb.CHANGES_PLACES:
        after[challenger], after[defender] = after[defender], after[challenger]
        return after
    half_way = challenger - (challenger - defender + 1) // 2
    target = defender if climb is Climb.TAKES_PLACE else half_way
    after.insert(target, after.pop(challenger))
    return after
