"""Reasons for pairings, and proofs that a constraint cannot be kept, as values; `reason_texts.py` words
them.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

#: The entrants in `keys` and the counts in `numbers` of each kind:
ReasonKind: TypeAlias = Literal[
    "same_points",  # both entrants; their points
    "floated",  # the entrant moved down and their opponent; the points of both
    "met_already",  # the entrant, and those with closer points they have met
    "group_apart",  # the entrant, and those with closer points in the same group
    "forbidden",  # the entrant, and those with closer points they must not meet
    "kept_for_later",  # the entrant, and those with closer points reserved for a later round
    "sides_apart",  # the entrant, and those with closer points with whom sides cannot be balanced
    "halves",  # both; their places in the upper and lower half
    "sides_evened",  # the entrant who gets the first side because they have had it less often
    "sides_last",  # the entrant who gets the first side because they had the second in the last round
    "sides_by_lot",  # the entrant who gets the first side
    "sides_for_later",  # the entrant who gets the first side so that a later round can be paired
    "sides_fixed",  # the entrant to whom the director gave the first side
    "sides_uneven",  # the entrant who had one side at least two times more than the other; the difference
    "both_sides",  # both
    "sides_are_bid",  # both
    "forced",  # both, or the entrant with the bye
    "given_up_groups",  # both
    "given_up_kept",  # both
    "given_up_repeat",  # both
    "given_up_forbidden",  # both
    "lowest_without_bye",  # the entrant; their points
    "not_lowest",  # the entrant with the bye, and lower ranked ones who could not get it
    "given_up_bye",  # the entrant
    "unpaired",  # the entrant
    "by_dutch",  # both, or the entrant with the bye
    "too_many_for_dutch",  # nobody: more entrants are present than the Dutch system can pair
    "without_dutch",  # nobody: the Dutch system found no pairing
    "by_table",  # both; the number of the round in the Berger tables
    "odd_number",  # the entrant who sits out
    "by_bracket",  # both; in the bracket pairing with this key
    "rounds_to_come",  # nobody; how many cheaper pairings had no continuation
    "later_rounds_break",  # the constraints that a later round will have to relax
    "forced_not_there",  # the entrants of a forced pairing who are not both available
]


#: Reasons about a whole round.
OF_THE_ROUND: frozenset[ReasonKind] = frozenset(
    {"too_many_for_dutch", "without_dutch", "rounds_to_come", "later_rounds_break", "forced_not_there"}
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a pairing or a bye."""

    kind: ReasonKind
    keys: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


#: Bars to a pairing: a constraint, or a director's ban.
Bar: TypeAlias = Literal["forbidden", "groups", "kept", "sides", "bye", "repeat"]
