"""Ladder challenges and members. The effect of a win is in `standings/ladder.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

RefusalKind: TypeAlias = Literal[
    "not_on_ladder",
    "oneself",
    "not_above",
    "out_of_reach",
    "challenger_busy",
    "challenged_busy",
    "met_already",
    "too_soon",
]


@dataclass(frozen=True, slots=True)
class LadderRules:
    """How many places up a player may challenge, and how many battles must come between rematches."""

    reach: int = 3
    battles_between: int = 1


class LadderChallenge(NamedTuple):
    """A challenge, which is open until its battle `is_over`.

    Unless the challenge `keeps_nobody`, while it is open the challenger cannot make another one and nobody
    else can challenge the same player.
    """

    challenger: str
    challenged: str
    is_over: bool = False
    keeps_nobody: bool = False


class Refusal(NamedTuple):
    """Why a player cannot be challenged now."""

    kind: RefusalKind
    challenger: str
    challenged: str
    text: str


def refusal(
    order: Sequence[str],
    rules: LadderRules,
    past: Sequence[LadderChallenge],
    challenger: str,
    challenged: str,
) -> Refusal | None:
    """Return why this challenge is not allowed, or None if it is; `order` begins at the top."""
    kind = _kind_of_place(order, rules, challenger, challenged) or _kind_of_past(
        rules, past, challenger, challenged
    )
    if kind is None:
        return None
    text = _TEXTS[kind].format(a=challenger, b=challenged, reach=rules.reach, gap=rules.battles_between)
    return Refusal(kind, challenger, challenged, text)


_TEXTS: dict[RefusalKind, str] = {
    "not_on_ladder": "{a} and {b} must both be on the ladder. Add the missing player at the bottom.",
    "oneself": "Nobody can challenge themselves.",
    "not_above": "{b} is below {a}. Challenge somebody above.",
    "out_of_reach": "{b} is more than {reach} places above {a}. Challenge a closer player first.",
    "challenger_busy": "{a} already has an open challenge. Play it first.",
    "challenged_busy": "Somebody else has already challenged {b}. Wait until that battle is over.",
    "met_already": "{a} and {b} already have an open challenge.",
    "too_soon": "{a} and {b} have just met. Other battles that {a} must play first: {gap}.",
}


def _kind_of_place(
    order: Sequence[str], rules: LadderRules, challenger: str, challenged: str
) -> RefusalKind | None:
    if challenger == challenged:
        return "oneself"
    if challenger not in order or challenged not in order:
        return "not_on_ladder"
    steps = order.index(challenger) - order.index(challenged)
    if steps < 0:
        return "not_above"
    return "out_of_reach" if steps > rules.reach else None


def _kind_of_past(
    rules: LadderRules, past: Sequence[LadderChallenge], challenger: str, challenged: str
) -> RefusalKind | None:
    still = [one for one in past if not one.is_over]
    if any(one.challenger == challenger for one in still):
        return "challenger_busy"
    if any(one.challenged == challenged and not one.keeps_nobody for one in still):
        return "challenged_busy"
    if any({one.challenger, one.challenged} == {challenger, challenged} for one in still):
        return "met_already"
    own = [one for one in past if challenger in (one.challenger, one.challenged)]
    last = own[max(0, len(own) - rules.battles_between) :] if rules.battles_between else []
    met = any({one.challenger, one.challenged} == {challenger, challenged} for one in last)
    return "too_soon" if met else None


def challengeable(
    order: Sequence[str], rules: LadderRules, past: Sequence[LadderChallenge], challenger: str
) -> tuple[str, ...]:
    """Return the players that the challenger may challenge now, highest first."""
    return tuple(key for key in order if refusal(order, rules, past, challenger, key) is None)


def without(order: Sequence[str], key: str) -> tuple[str, ...]:
    """Return the ladder without one player; everybody below moves up one place."""
    return tuple(one for one in order if one != key)
