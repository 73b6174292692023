"""The FIDE Dutch system as an option: caissify-pairings pairs the entrants, our own rule assigns the sides.

The Dutch system treats sides as colours. If score groups require it, the system accepts a side difference of
two, so our rule may leave an entrant with one side twice more than the other; the pairings then say so. The
system does not know about groups or forbidden pairs; if it pairs one, that constraint is listed as relaxed.
The system is thorough but slow: its running time grows faster than the cube of the number of entrants. A
hundred entrants take seconds, two hundred a minute. We do not use it for larger fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from caissify_pairings import generate_pairings

from .barred_pairs import Bars, bars_between, there
from .positions import Position, positions
from .reasons import Reason
from .round_records import PastRound, Plan, PlannedBye, PlannedPairing, Rules, Situation
from .sides import give_sides
from .swiss.pair_round import pair_round
from .swiss.pairing_reasons import BROKEN

#: The largest field paired by this system.
LARGEST = 128
_SIDES = {"first": "white", "second": "black"}
_FLOATS = {-1: "up", 0: "none", 1: "down"}


def pair_round_by_dutch(situation: Situation) -> Plan:
    """Pair the next round by the Dutch system (FIDE C.04.3, as of 2026).

    Forced pairings are made without the system. If the system finds no pairing, or more than `LARGEST`
    entrants are present, the round is paired at least cost and the result says so. Raise UnfitSituation as
    `pair_round` does.
    """
    situation.check()
    by_key = positions(situation)
    if len(there(situation, by_key)) > LARGEST:
        plan = pair_round(situation)
        return replace(plan, reasons=(*plan.reasons, Reason("too_many_for_dutch")))
    forced = pair_round(_forced_alone(situation))
    taken = {key for one in forced.pairings for key in (one.first, one.second)}
    taken |= {one.key for one in forced.byes}
    free = [one for one in there(situation, by_key) if one.key not in taken]
    meetings = _meetings(situation, free)
    if meetings is None:
        plan = pair_round(situation)
        return replace(plan, reasons=(*plan.reasons, Reason("without_dutch")))
    pairings, byes = _planned(situation, by_key, meetings)
    return Plan(
        situation.round_number,
        (*forced.pairings, *pairings),
        (*forced.byes, *byes),
        forced.reasons,
    )


def _forced_alone(situation: Situation) -> Situation:
    """Return the same round with only the entrants of forced pairings present."""
    number = situation.round_number
    wanted = [one for one in situation.rules.forced if one.round_number == number]
    keys = {key for one in wanted for key in (one.first, one.second)}
    entrants = tuple(
        one if one.key in keys else replace(one, absent=(*one.absent, number)) for one in situation.entrants
    )
    return replace(situation, entrants=entrants, rules=replace(situation.rules, looks_ahead=False))


def _meetings(situation: Situation, free: Sequence[Position]) -> list[tuple[str, str | None]] | None:
    """Return the library's pairings, or None if they do not pair every entrant exactly once."""
    if not free:
        return []
    by_strength = sorted(
        free, key=lambda one: (one.entrant.strength is None, -(one.entrant.strength or 0), one.lot)
    )
    numbers = {one.key: number for number, one in enumerate(by_strength, start=1)}
    # Opponents who are away still count: as met, and as battles in the choice of the bye.
    for entrant in situation.entrants:
        numbers.setdefault(entrant.key, len(numbers) + 1)
    pasts = _pasts(situation)
    rows = [_row(one, numbers[one.key], pasts[one.key], situation.rules) for one in by_strength]
    met = {(numbers[one.key], numbers[other]) for one in by_strength for other in one.met}
    answer = generate_pairings("dutch", rows, met, situation.round_number, situation.rules.rounds)
    keys = [one.key for one in by_strength]
    meetings = [(keys[row["white_id"] - 1], _key(keys, row["black_id"])) for row in answer]
    paired = sorted(key for meeting in meetings for key in meeting if key is not None)
    byes = sum(other is None for _, other in meetings)
    return meetings if paired == sorted(keys) and byes == len(keys) % 2 else None


def _key(keys: Sequence[str], number: int | None) -> str | None:
    return None if number is None else keys[number - 1]


class _Past(NamedTuple):
    """One past round of an entrant as the library needs it; no colour if it was not fought."""

    colour: str | None
    float: str


def _pasts(situation: Situation) -> dict[str, list[_Past]]:
    """Return each entrant's past rounds, one for every round, also for those that they missed.

    The library reads floats by their place from the end, so a missing round would shift the older ones.
    """
    pasts: dict[str, list[_Past]] = {one.key: [] for one in situation.entrants}
    for place, past in enumerate(situation.past):
        after = positions(replace(situation, past=situation.past[: place + 1]))
        colours = {} if situation.rules.asks_no_sides else _colours(past)
        for key, rounds in pasts.items():
            rounds.append(_Past(colours.get(key), _FLOATS[after[key].last_float]))
    return pasts


def _colours(past: PastRound) -> dict[str, str]:
    if past.is_mirrored or past.sides_are_bid:
        return {}
    fought = [one for one in past.pairings if not one.forfeited_by]
    first = {one.first: _SIDES["first"] for one in fought}
    return first | {one.second: _SIDES["second"] for one in fought}


def _row(one: Position, number: int, past: Sequence[_Past], rules: Rules) -> dict[str, Any]:
    return {
        "id": number,
        "name": one.key,
        # The library compares with half of what one point a round would have given.
        "score": one.points / rules.win,
        "rating": one.entrant.strength or 0,
        "starting_number": number,
        "color_hist": [each.colour for each in past if each.colour is not None],
        "float_history": [each.float for each in past],
        "bye_count": int(one.has_had_bye),
    }


def _planned(
    situation: Situation, by_key: Mapping[str, Position], meetings: Sequence[tuple[str, str | None]]
) -> tuple[tuple[PlannedPairing, ...], tuple[PlannedBye, ...]]:
    bars = Bars.of(situation.rules, situation.round_number)
    pairings, byes = [], []
    for one, other in meetings:
        if other is None:
            again = (Reason("given_up_bye", (one,)),) if by_key[one].has_had_bye else ()
            byes.append(PlannedBye(one, (Reason("by_dutch", (one,)), *again)))
            continue
        pair = by_key[one], by_key[other]
        sided = give_sides(*pair, situation.rules, situation.seed, situation.round_number)
        keys = (sided.first.key, sided.second.key)
        relaxed = [
            Reason(BROKEN[bar], keys) for bar in bars_between(*pair, bars, situation.rules) if bar in BROKEN
        ]
        pairings.append(PlannedPairing(*keys, (Reason("by_dutch", keys), *relaxed, *sided.reasons)))
    return tuple(pairings), tuple(byes)
