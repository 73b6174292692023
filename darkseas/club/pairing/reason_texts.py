"""Pairing reasons, proofs and relaxed constraints as sentences."""

from collections.abc import Callable, Mapping, Sequence

from .reasons import Reason, ReasonKind

#: Returns the display name for an entrant's key.
Namer = Callable[[str], str]

_TEXTS: Mapping[ReasonKind, str] = {
    "same_points": "both have {points}",
    "floated": "{a} with {points} floats down to {b} with {other_points}",
    "met_already": "{a} has met {others} before",
    "group_apart": "{a} is in the same group as {others}, so they are kept apart",
    "forbidden": "{a} may not meet {others}",
    "kept_for_later": "{a} is to meet {others} in a later round",
    "sides_apart": "sides could not be balanced between {a} and {rest}",
    "halves": "number {n} of the upper half meets number {n} of the lower half, by strength, then by lot",
    "sides_evened": "{a} has the first side, which balances their sides",
    "sides_last": "{a} has the first side, because of the sides in their last rounds",
    "sides_by_lot": "{a} has the first side by lot",
    "sides_for_later": "{a} has the first side, so that the remaining rounds can be paired",
    "sides_fixed": "{a} has the first side, as the director requested",
    "sides_uneven": "{a} will have had one side {times} more than the other",
    "both_sides": "they play the scenario from both sides",
    "sides_are_bid": "they bid for their sides",
    "forced": "the director requested this",
    "given_up_groups": "they are in the same group, but could not be kept apart",
    "given_up_kept": "they are also to meet in a later round",
    "given_up_repeat": "they meet again",
    "given_up_forbidden": "the Dutch system does not know that the director has forbidden this pairing",
    "lowest_without_bye": "{a} with {points} has the fewest points of those who have not had a bye",
    "not_lowest": "{a} with {points} has the bye: if {rest} sat out, the others could not be paired",
    "given_up_bye": "{a} has another bye",
    "unpaired": "no opponent could be found for {a}",
    "by_dutch": "paired by the Dutch system",
    "too_many_for_dutch": "the field is too large for the Dutch system, so the round is paired at least cost",
    "without_dutch": "the Dutch system found no pairing, so the round is paired at least cost",
    "by_table": "round {n} of the Berger tables",
    "odd_number": "the number of entrants is odd, so everybody sits out once",
    "by_bracket": "pairing {c} of the bracket",
    "rounds_to_come": "after {count} of lower cost, the remaining rounds could not be paired",
    "later_rounds_break": "a later round will have to relax a rule: {bars}",
    "forced_not_there": "the director requested {all}, but not all of them are free in this round",
}  # fmt: skip

_CONSTRAINTS: Mapping[str, str] = {
    "groups": "keeping members of a group apart",
    "kept": "keeping pairs for later rounds",
    "sides": "balanced sides",
    "bye": "at most one bye",
    "repeat": "new opponents",
}


def points_text(half_points: int) -> str:
    """Format points for readers: ½ point, 1 point, 2½ points."""
    whole, half = divmod(abs(half_points), 2)
    number = f"{whole or ''}½" if half else str(whole)
    sign = "−" if half_points < 0 else ""
    is_one = whole + half == 1
    return f"{sign}{number} {'point' if is_one else 'points'}"


def reason_text(reason: Reason, name: Namer = str) -> str:
    """Return a reason as text, without capital letter and full stop."""
    keys = [name(key) for key in reason.keys]
    numbers = [*reason.numbers, 0, 0]
    return _TEXTS[reason.kind].format(
        a=keys[0] if keys else "",
        b=keys[1] if len(keys) > 1 else "",
        c=reason.keys[-1] if reason.keys else "",
        all=listed(keys),
        others=listed(keys[1:]),
        rest=listed(keys[1:], "or"),
        bars=listed([_CONSTRAINTS.get(key, key) for key in reason.keys], "or"),
        points=points_text(numbers[0]),
        other_points=points_text(numbers[1]),
        n=numbers[0],
        times=_times(numbers[0]),
        count="1 pairing" if numbers[0] == 1 else f"{numbers[0]} pairings",
    )


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as an English list: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
