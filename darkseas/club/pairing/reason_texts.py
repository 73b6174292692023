"""Pairing reasons, proofs and relaxed constraints as sentences."""

from collections.abc import Callable, Mapping, Sequence

from .reasons import Reason, ReasonKind

#: Returns the display name for an entrant's key.
Namer = Callable[[str], str]

_TEXTS: Mapping[ReasonKind, str] = {
    "same_points": "both have {points}",
    "floated": "{a} with {points} comes down to {b} with {other_points}",
    "met_already": "{a} has met {others} before",
    "group_apart": "{a} belongs together with {others}, and they are kept apart",
    "forbidden": "{a} may not meet {others}",
    "kept_for_later": "{a} is to meet {others} in a later round",
    "sides_apart": "sides would not even out between {a} and {rest}",
    "halves": "number {n} of the upper half meets number {n} of the lower, by strength and then by lot",
    "sides_evened": "{a} has the first side, which evens their sides",
    "sides_last": "{a} has the first side, for what each had last",
    "sides_by_lot": "{a} has the first side by lot",
    "sides_for_later": "{a} has the first side, so that the rounds to come can be paired",
    "sides_fixed": "{a} has the first side, as the director wants it",
    "sides_uneven": "{a} will have had one side {times} more than the other",
    "both_sides": "they fight it from both sides",
    "sides_are_bid": "they bid for their sides",
    "forced": "the director wants it so",
    "given_up_groups": "they belong together, and could not be kept apart",
    "given_up_kept": "they are to meet in a later round too",
    "given_up_repeat": "they meet again",
    "given_up_forbidden": "the director has forbidden this pairing, which the Dutch system does not know",
    "lowest_without_bye": "{a} with {points} has the fewest points of all without a bye so far",
    "not_lowest": "{a} has the bye with {points}: with {rest} sitting out the others could not be paired",
    "given_up_bye": "{a} sits out again",
    "unpaired": "no opponent could be found for {a}",
    "by_dutch": "paired by the Dutch system",
    "too_many_for_dutch": "there are too many for the Dutch system, so the round is paired at the least cost",
    "without_dutch": "the Dutch system found no pairing, so the round is paired at the least cost",
    "by_table": "round {n} of the Berger tables",
    "odd_number": "the number is odd, so that everybody sits out once",
    "by_bracket": "pairing {c} of the bracket",
    "rounds_to_come": "{count} of less cost would have left no way to pair the rounds to come",
    "later_rounds_break": "a later round will have to give something up: {bars}",
    "forced_not_there": "the director wanted {all}, but not all of them are free in this round",
}  # fmt: skip

_CONSTRAINTS: Mapping[str, str] = {
    "groups": "keeping those of one group apart",
    "kept": "keeping pairs for later rounds",
    "sides": "even sides",
    "bye": "one bye at most",
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
