"""Dutch pairings after rounds without a battle, beside those of an independent program.

`data/dutch_rounds.json` has tournaments by chance with forfeits, absences, late entries, withdrawals and
half-point byes. gacrux 1.11.65 (the FIDE tie-break server's own pairing) paired each round from a TRF, by the
rules of February 2026. Entrants are numbers in the order of strength; `1 0 +` is a table with the first side,
the second side and the result of the first: 1, =, 0, forfeits +, -, x (both). `U` is a bye, `H` a half-point
bye.
"""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from tests.club.pairing.tournaments import SEED, fought

RECORDED = Path(__file__).parent / "data" / "dutch_rounds.json"
_POINTS = {"1": (2, 0), "=": (1, 1), "0": (0, 2), "+": (2, 0), "-": (0, 2), "x": (0, 0)}


def past_of(number: int, row: list[str], win: int) -> PastRound:
    pairings, byes = [], []
    for first, *second, sign in (one.split() for one in row):
        if not second:
            byes.append(PastBye(first, win if sign == "U" else win // 2, was_asked_for=sign == "H"))
            continue
        by = {"+": (second[0],), "-": (first,), "x": (first, second[0])}.get(sign, ())
        own, other = (each * win // 2 for each in _POINTS[sign])
        pairings.append(PastPairing(first, second[0], own, other, by))
    return PastRound(number, tuple(pairings), tuple(byes))


def meets(past: PastRound) -> set[frozenset[str]]:
    alone = [(bye.key,) for bye in past.byes if not bye.was_asked_for]
    return {frozenset(pair) for pair in [*((one.first, one.second) for one in past.pairings), *alone]}


def meets_of(plan: Plan) -> set[frozenset[str]]:
    return meets(
        PastRound(
            plan.round_number,
            tuple(PastPairing(one.first, one.second) for one in plan.pairings),
            tuple(PastBye(one.key) for one in plan.byes),
        )
    )


def replay(case: dict[str, Any], win: int) -> tuple[int, list[str]]:
    """Return how many rounds were paired, and those that another program paired otherwise."""
    entrants = tuple(
        Entrant(str(place), 2000 - place, absent=tuple(away)) for place, away in enumerate(case["away"])
    )
    situation, faults = Situation(entrants, (), Rules(case["rounds"], win=win), SEED), []
    for number, row in enumerate(case["played"], start=1):
        past = past_of(number, row, win)
        if meets_of(pair_round_by_dutch(situation)) != meets(past):
            faults.append(f"round {number}")
        situation = replace(situation, past=(*situation.past, past))
    return len(situation.past), faults


def test_rounds_without_a_battle_are_paired_as_an_independent_program_pairs_them() -> None:
    """Every second tournament gives 3 points for a win; as long as a draw is half of it, nothing changes."""
    counts, faults = Counter[str](), []
    for place, case in enumerate(json.loads(RECORDED.read_text())):
        rounds, found = replay(case, (2, 6)[place % 2])
        counts[case["kind"]] += rounds
        faults += [f"{case['kind']} {place}, {fault}" for fault in found]
    assert faults == []
    assert len(counts) == 6
    assert min(counts.values()) >= 40


def test_mirrored_and_bid_rounds_give_no_colours() -> None:
    """a and b had the first side twice on paper; without sides they may meet all the same."""
    field = tuple(Entrant(key, 2000 - place) for place, key in enumerate("abcd"))
    for option in ("is_mirrored", "sides_are_bid"):
        given: dict[str, Any] = {option: True}
        past = (fought(1, "ac", "bd", **given), fought(2, "ad", "bc", **given))
        plan = pair_round_by_dutch(Situation(field, past, Rules(4, **given), SEED))
        assert (plan.reasons, meets_of(plan)) == ((), {frozenset("ab"), frozenset("cd")}), option
