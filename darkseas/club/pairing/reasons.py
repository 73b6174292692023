"""Why two meet, and proofs that something cannot be kept, as values; `sentences.py` tells them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

#: What each names in `keys`, and counts in `numbers`:
ReasonKind: TypeAlias = Literal[
    "same_points",  # both; their points
    "floated",  # who came down, whom they meet; the points of both
    "met_already",  # who, and those of nearer points they have met
    "group_apart",  # who, and those of nearer points they share a group with
    "forbidden",  # who, and those of nearer points they may not meet
    "kept_for_later",  # who, and those of nearer points they shall meet in a later round
    "sides_apart",  # who, and those of nearer points sides could not be evened with
    "halves",  # both; their places in the upper and the lower half
    "sides_evened",  # who has the first side now because they had it more seldom
    "sides_last",  # who has the first side now because they had the second last
    "sides_by_lot",  # who has the first side now
    "sides_for_later",  # who has the first side now because a round to come could not be paired otherwise
    "sides_fixed",  # who has the first side by the director's word
    "sides_uneven",  # who has a side twice more than the other; how often
    "both_sides",  # both
    "sides_are_bid",  # both
    "forced",  # both, or who has the bye
    "given_up_groups",  # both
    "given_up_kept",  # both
    "given_up_repeat",  # both
    "given_up_forbidden",  # both
    "lowest_without_bye",  # who; their points
    "not_lowest",  # who has the bye, and who stands lower and could not have it
    "given_up_bye",  # who
    "unpaired",  # who
    "by_dutch",  # both, or who has the bye
    "too_many_for_dutch",  # nobody: more are there than the Dutch system is asked to pair
    "without_dutch",  # nobody: the Dutch system found no pairing
    "by_table",  # both; the round of the tables
    "odd_number",  # who sits out
    "by_bracket",  # both; in the pairing of this key
    "rounds_to_come",  # nobody; how many plans that cost less would have led nowhere
    "later_rounds_break",  # the constraints that some round to come will have to give up
    "forced_not_there",  # whom the director wanted to meet and who are not both free
]


#: Reasons that concern a whole round.
OF_THE_ROUND: frozenset[ReasonKind] = frozenset(
    {"too_many_for_dutch", "without_dutch", "rounds_to_come", "later_rounds_break", "forced_not_there"}
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that decided a pairing or a bye."""

    kind: ReasonKind
    keys: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


#: What may keep two apart: a constraint, or the director's word.
Bar: TypeAlias = Literal["forbidden", "groups", "kept", "sides", "bye", "repeat"]
