"""Balance of a scenario: each side's share of wins, with its uncertainty.

A share has the 95 % Wilson interval (E. B. Wilson, JASA 22, 1927), which shows the uncertainty of small
samples. If there are fewer than `ENOUGH` battles, no share is shown. The editor's `intervals.js` computes the
same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json

ENOUGH = 10
#: The 97.5 % point of the normal distribution.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """A side's share of wins in per cent, with its interval."""

    key: str
    name: str
    navy: str
    notch: int
    wins: int
    battles: int
    percent: int
    low: int
    high: int
    losses: str


def shares(
    spec: ScenarioSpec, wins: Mapping[str, int], battles: int, losses: Mapping[str, int]
) -> list[Share]:
    """Return each side's share of wins. `losses` are ships sunk over all battles; the result has them per
    battle.
    """
    sides = [
        (side.key, side.name, side.navies[0] if side.navies else "", notch)
        for notch, side in enumerate(spec.sides)
    ]
    return [_share(side, wins.get(side[0], 0), battles, losses.get(side[0], 0)) for side in sides if battles]


def shares_of_card(sides: Sequence[Mapping[str, Json]], wins: Mapping[str, int], battles: int) -> list[Share]:
    """Return the shares of the sides on a scenario's card, without losses."""
    named = [(side["key"], side["name"], side["navy"], side["notch"]) for side in sides]
    return [_share(side, wins.get(side[0], 0), battles, 0) for side in named if battles]


def _share(side: tuple[str, str, str, int], wins: int, battles: int, lost: int) -> Share:
    low, high = interval(wins, battles)
    return Share(*side, wins, battles, round(100 * wins / battles), low, high, f"{lost / battles:.1f}")


def interval(wins: int, battles: int) -> tuple[int, int]:
    """Return the Wilson interval at 95 % in whole per cent, rounded outwards; 0 to 100 without battles."""
    if not battles:
        return 0, 100
    share, square = wins / battles, _Z * _Z
    middle = share + square / (2 * battles)
    reach = _Z * sqrt((share * (1 - share) + square / (4 * battles)) / battles)
    scale = 1 + square / battles
    low, high = (middle - reach) / scale, (middle + reach) / scale
    return max(0, int(100 * low)), min(100, -int(-100 * high // 1))
