"""Checks a round that the director paired by hand. It reports broken constraints but refuses nothing."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from .barred_pairs import Bars, bars_between, pair_of, there
from .positions import Position, positions
from .reason_texts import Namer, listed
from .reasons import Bar
from .round_records import Rules, Situation
from .sides import MOST_APART, excess
from .swiss.look_ahead import ALL, LookAhead
from .swiss.rounds_to_come import State


class DraftPairing(NamedTuple):
    """A pairing set by the director, first side first; or a bye."""

    first: str
    second: str | None = None


FindingKind: TypeAlias = Literal[
    "unknown", "oneself", "twice", "not_there", "missing", "forced_missing", "sides", "turn_round", "bye",
    "repeat", "groups", "kept", "forbidden", "later_rounds",
]  # fmt: skip


class Finding(NamedTuple):
    """A warning about a round paired by hand; `pairing` is its index, from 0."""

    kind: FindingKind
    keys: tuple[str, ...]
    pairing: int | None = None


_TEXTS: dict[FindingKind, str] = {
    "unknown": "Not an entrant: {all}. Enter them first.",
    "oneself": "{a} is paired with themselves. Choose another opponent.",
    "twice": "{a} has more than one pairing in this round. Keep only one.",
    "not_there": "{a} is absent in this round. Pair somebody else, or mark them as present.",
    "missing": "No opponent and no bye: {all}. Pair them, or mark them as absent.",
    "forced_missing": "You asked for {all} to meet in this round, but they do not.",
    "sides": "{a} will have played one side at least twice more than the other.",
    "turn_round": "Swapping sides would balance them for {a} and {b}. Give {b} the first side.",
    "bye": "{a} already had a bye. Give this one to somebody else.",
    "repeat": "{a} and {b} have met before.",
    "groups": "{a} and {b} are in the same group and should not meet yet.",
    "kept": "{a} and {b} are to meet in a later round.",
    "forbidden": "{a} and {b} may not meet.",
    "later_rounds": "We found no pairings for the later rounds that keep every constraint after this one.",
}


def finding_text(finding: Finding, name: Namer = str) -> str:
    """Return a warning as a sentence."""
    keys = [*(name(key) for key in finding.keys), "", ""]
    return _TEXTS[finding.kind].format(a=keys[0], b=keys[1], all=listed(keys[:-2]))


def findings(situation: Situation, draft: Sequence[DraftPairing]) -> tuple[Finding, ...]:
    """Return the broken constraints of a round paired by hand, pairing by pairing; empty if there are
    none.
    """
    situation.check()
    by_key = positions(situation)
    found: list[Finding] = []
    for place, pairing in enumerate(draft):
        found += _of_keys(situation, by_key, pairing, place)
    found += _twice(draft)
    if found:
        return tuple(found)
    for place, pairing in enumerate(draft):
        found += _of_pairing(situation, by_key, pairing, place)
    found += _missing(situation, by_key, draft)
    return (*found, *_of_later_rounds(situation, by_key, draft))


def _of_keys(
    situation: Situation, by_key: dict[str, Position], pairing: DraftPairing, place: int
) -> list[Finding]:
    keys = [key for key in pairing if key is not None]
    unknown = [Finding("unknown", (key,), place) for key in keys if key not in by_key]
    if unknown:
        return unknown
    if pairing.first == pairing.second:
        return [Finding("oneself", (pairing.first,), place)]
    number = situation.round_number
    return [Finding("not_there", (key,), place) for key in keys if not by_key[key].entrant.is_there(number)]


def _twice(draft: Sequence[DraftPairing]) -> list[Finding]:
    keys = [key for pairing in draft if pairing.first != pairing.second for key in pairing if key is not None]
    return [Finding("twice", (key,)) for key in dict.fromkeys(keys) if keys.count(key) > 1]


def _of_pairing(
    situation: Situation, by_key: dict[str, Position], pairing: DraftPairing, place: int
) -> list[Finding]:
    first = by_key[pairing.first]
    if pairing.second is None:
        return [Finding("bye", (first.key,), place)] if first.has_had_bye else []
    second = by_key[pairing.second]
    bars = Bars.of(situation.rules, situation.round_number)
    kinds: list[Bar] = [bar for bar in bars_between(first, second, bars, situation.rules) if bar != "sides"]
    found = [Finding(kind, (first.key, second.key), place) for kind in kinds]
    return [*found, *_of_sides(first, second, situation.rules, place)]


def _of_sides(first: Position, second: Position, rules: Rules, place: int) -> list[Finding]:
    a, b = first.balance(rules), second.balance(rules)
    if rules.asks_no_sides or not excess(a, b):
        return []
    if excess(b, a) < excess(a, b):
        return [Finding("turn_round", (first.key, second.key), place)]
    after = ((first, a + 1), (second, b - 1))
    return [Finding("sides", (one.key,), place) for one, balance in after if abs(balance) > MOST_APART]


def _missing(
    situation: Situation, by_key: dict[str, Position], draft: Sequence[DraftPairing]
) -> list[Finding]:
    paired = frozenset(key for pairing in draft for key in pairing)
    missing = tuple(one.key for one in there(situation, by_key) if one.key not in paired)
    drafted = frozenset(pair_of(one.first, one.second or "") for one in draft)
    forced = [one for one in situation.rules.forced if one.round_number == situation.round_number]
    return [
        *([Finding("missing", missing)] if missing else []),
        *(
            Finding("forced_missing", (one.first, *([] if one.second is None else [one.second])))
            for one in forced
            if pair_of(one.first, one.second or "") not in drafted
        ),
    ]


def _of_later_rounds(
    situation: Situation, by_key: dict[str, Position], draft: Sequence[DraftPairing]
) -> list[Finding]:
    """Warn if the later rounds can no longer be paired."""
    ranked = list(by_key.values())
    numbers = {one.key: number for number, one in enumerate(ranked)}
    pairs = tuple((numbers[one.first], numbers[one.second]) for one in draft if one.second is not None)
    byes = tuple(numbers[one.first] for one in draft if one.second is None)
    after = State.of(ranked, situation.rules).after((pairs, byes), situation.rules)
    way = LookAhead(situation, ranked).completion(after, situation.round_number + 1, ALL)
    return [] if way is not None else [Finding("later_rounds", ())]
