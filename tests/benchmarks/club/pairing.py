"""P16: how long a round takes to pair, of two hundred entrants over nine rounds and of six over four.

A round is timed whole: positions, costs, the matching, and the look at the rounds to come. The Dutch system
is timed on a smaller field, for it weighs far more.
"""

from collections.abc import Callable
from dataclasses import replace

from darkseas.club.pairing.dutch import pair_round_by_dutch
from darkseas.club.pairing.round_records import (
    Entrant,
    PastBye,
    PastPairing,
    PastRound,
    Plan,
    Rules,
    Situation,
)
from darkseas.club.pairing.swiss.pair_round import pair_round
from darkseas.engine.dice.chooser import Chooser

from ..environment import Surroundings
from ..measuring import Report, cpu_seconds

#: What was promised for a round of the largest field, and of the smallest, in seconds.
LARGE_WITHIN_S = 5
SMALL_WITHIN_S = 0.13
#: How many tournaments of six are paired.
SMALL_ONES = 40
SEED = bytes(32)


def run(around: Surroundings) -> Report:
    """Measure P16."""
    report = Report("P16  pairing a round of a Swiss tournament")
    report.figure("200 entrants, each of 9 rounds", _seconds(200, 9, pair_round), "s")
    report.say(f"promised: under {LARGE_WITHIN_S} s a round")
    small = [value for place in range(SMALL_ONES) for value in _seconds(6, 4, pair_round, bytes([place]))]
    report.figure("6 entrants, each of 4 rounds, no dead end", [1e3 * value for value in small], "ms")
    report.say(f"promised: under {1e3 * SMALL_WITHIN_S:.0f} ms a round")
    report.figure("40 entrants, each of 6 rounds, Dutch system", _seconds(40, 6, pair_round_by_dutch), "s")
    return report


def _seconds(size: int, rounds: int, pair: Callable[[Situation], Plan], salt: bytes = b"") -> list[float]:
    """Return the seconds of a processor that each round of one tournament took."""
    entrants = tuple(Entrant(f"entrant {place}", 2000 - place) for place in range(size))
    situation = Situation(entrants, (), Rules(rounds), SEED + salt)
    chance, seconds = Chooser(b"results" + salt), list[float]()
    for _ in range(rounds):
        plans: list[Plan] = []
        seconds.append(cpu_seconds(lambda: plans.append(pair(situation))))  # noqa: B023 - called at once
        situation = replace(situation, past=(*situation.past, _fought(plans[0], chance)))
    return seconds


def _fought(plan: Plan, chance: Chooser) -> PastRound:
    """Return the round with results by chance."""
    points = [chance.below(3) for _ in plan.pairings]
    return PastRound(
        plan.round_number,
        tuple(
            PastPairing(one.first, one.second, won, 2 - won)
            for one, won in zip(plan.pairings, points, strict=True)
        ),
        tuple(PastBye(bye.key) for bye in plan.byes),
    )
