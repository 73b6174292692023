"""What a plan says, in plain English: reasons, proofs, what was given up."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from .reasons import BYE, Bar, NoCompletion, OddGroups, Proof, Reason, ReasonKind
from .round_records import Constraint, GivenUp, Plan, PlannedBye, PlannedPairing, Rules

#: Returns the name that is shown for an entrant's key.
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
    "lowest_without_bye": "nobody who has had no bye has fewer points than {a} with {points}",
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

_BARS: Mapping[Bar, tuple[str, str]] = {
    "forbidden": ("1 pair may not meet", "{} pairs may not meet"),
    "groups": ("1 pair belongs together", "{} pairs belong together"),
    "kept": ("1 pair is to meet later", "{} pairs are to meet later"),
    "sides": ("1 pair could not even its sides", "{} pairs could not even their sides"),
    "bye": ("1 has had a bye", "{} have had a bye"),
    "repeat": ("1 pair has met", "{} pairs have met"),
}
_GIVEN_UP: Mapping[str, str] = {
    "groups": "{all} meet although they belong together",
    "kept": "{all} meet although they are to meet in a later round",
    "sides": "{all} will have had one side more than once more than the other",
    "bye": "{all} sits out again",
    "repeat": "{all} meet again",
    "forbidden": "{all} meet although they may not",
    "unpaired": "{all} has no opponent",
}
_CONSTRAINTS: Mapping[str, str] = {
    "groups": "keeping those of one group apart",
    "kept": "keeping pairs for later rounds",
    "sides": "even sides",
    "bye": "one bye at most",
    "repeat": "new opponents",
}


def points_text(half_points: int) -> str:
    """Return points as they are said: ½ point, 1 point, 2½ points."""
    whole, half = divmod(abs(half_points), 2)
    number = f"{whole or ''}½" if half else str(whole)
    sign = "−" if half_points < 0 else ""
    is_one = whole + half == 1
    return f"{sign}{number} {'point' if is_one else 'points'}"


def reason_text(reason: Reason, name: Namer = str) -> str:
    """Return what a reason says, without a capital and a full stop."""
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


def pairing_text(pairing: PlannedPairing, name: Namer = str) -> str:
    """Return a sentence: “Ann against Bob: both have 2 points; Ann has the first side by lot.”"""
    head = f"{name(pairing.first)} against {name(pairing.second)}"
    return _sentence(head, (reason_text(reason, name) for reason in pairing.reasons))


def bye_text(bye: PlannedBye, name: Namer = str) -> str:
    """Return a sentence for a bye."""
    return _sentence(f"Bye for {name(bye.key)}", (reason_text(reason, name) for reason in bye.reasons))


def given_up_text(given_up: GivenUp, rules: Rules, name: Namer = str) -> str:
    """Return a sentence on what is not kept, and why that and nothing else."""
    what = _GIVEN_UP[given_up.constraint].format(all=listed([name(key) for key in given_up.keys]))
    if given_up.by_director:
        return f"{what}: the director wants it so."
    if given_up.constraint == "unpaired":
        return f"{what}: whoever is left they may not meet."
    if given_up.constraint == "forbidden":
        return f"{what}: the Dutch system does not know of it."
    before = rules.give_up[: rules.give_up.index(given_up.constraint)]
    first = [_CONSTRAINTS[one] for one in before if _is_wanted(one, rules)]
    if not first:
        return f"{what}: not everything can be kept, and this is given up first."
    return f"{what}: giving up {listed(first)} was not enough."


def proof_text(proof: Proof, name: Namer = str) -> str:
    """Return what a proof shows, in a sentence or two."""
    if isinstance(proof, NoCompletion):
        rounds = "round" if proof.rounds == 1 else f"{proof.rounds} rounds"
        how = (
            "all ways were tried"
            if proof.is_exhaustive
            else "no way that was tried by lot goes on to the end"
        )
        return f"The {rounds} to come cannot all be paired under every constraint: {how}."
    return _barrier_text(proof, name)


def plan_texts(plan: Plan, rules: Rules, name: Namer = str) -> tuple[str, ...]:
    """Return all that a plan has to say, a sentence each: pairings, byes, what was given up, the proof."""
    proof = () if plan.proof is None else (proof_text(plan.proof, name),)
    return (
        *(pairing_text(pairing, name) for pairing in plan.pairings),
        *(bye_text(bye, name) for bye in plan.byes),
        *(_capital(reason_text(reason, name)) + "." for reason in plan.reasons),
        *(given_up_text(one, rules, name) for one in plan.given_up),
        *proof,
    )


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as English lists them: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _barrier_text(proof: OddGroups, name: Namer) -> str:
    bye_alone = next((group for group in proof.groups if group == (BYE,)), None)
    if bye_alone and len(proof.groups) == 2 and not proof.takers:
        return "The number is odd, and everybody who is there has had a bye."
    groups = [_group(group, name) for group in proof.groups]
    takers = listed([_name(key, name) for key in proof.takers])
    why = _why(proof.bars)
    over = "one is" if proof.left_over == 1 else f"{proof.left_over} are"
    if all(len(group) == 1 for group in proof.groups):
        among = f" but {takers}" if takers else ""
        return f"{listed(groups)} can meet nobody{among}{why}, so at least {over} left over."
    apart = f"Without {takers} " if takers else ""
    tail = (
        f"{takers} can take up only {len(proof.takers)} of these"
        if takers
        else "an odd group leaves one over"
    )
    kinds = f"{apart}they fall into groups that cannot meet each other{why}, each of an odd number: "
    return f"{_capital(kinds)}{'; '.join(groups)}. {_capital(tail)}, so at least {over} left over."


def _group(group: Iterable[str], name: Namer) -> str:
    return listed([_name(key, name) for key in group])


def _name(key: str, name: Namer) -> str:
    return "the bye" if key == BYE else name(key)


def _why(bars: Sequence[tuple[Bar, int]]) -> str:
    texts = [_BARS[bar][count > 1].format(count) for bar, count in bars]
    return f" ({', '.join(texts)})" if texts else ""


def _is_wanted(constraint: Constraint, rules: Rules) -> bool:
    """Say whether the rules of a tournament say anything of that kind."""
    unwanted = {
        "groups": not rules.groups_apart_through,
        "kept": not rules.forced,
        "sides": rules.asks_no_sides,
    }
    return not unwanted.get(constraint, False)


def _sentence(head: str, reasons: Iterable[str]) -> str:
    text = "; ".join(reasons)
    return f"{head}: {text}." if text else f"{head}."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
