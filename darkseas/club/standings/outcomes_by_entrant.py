"""The confirmed outcomes of a competition by entrant and round."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .outcomes import FOUGHT, REQUESTED, VOLUNTARY, Competition, Ending, Outcome, Showing, Unfought


@dataclass(frozen=True)
class Appearance:
    """One round of one entrant: its ending, points, opponent, and the numbers of both sides.

    `opponent` is None if there was none; after a forfeit it is the entrant who had been paired.
    """

    round: int
    ending: Ending
    points: Fraction
    opponent: str | None = None
    side: str = ""
    victory_points: Fraction = Fraction(0)
    victory_points_against: Fraction = Fraction(0)
    losses: int = 0
    losses_inflicted: int = 0

    @property
    def is_fought(self) -> bool:
        """Whether a battle took place."""
        return self.ending in FOUGHT


@dataclass(frozen=True)
class Field:
    """All entrants' appearances by round; created by `field_of`."""

    competition: Competition
    appearances: Mapping[str, tuple[Appearance, ...]]

    @cached_property
    def points(self) -> Mapping[str, Fraction]:
        """Each entrant's points."""
        return {
            key: sum((each.points for each in seen), Fraction(0)) for key, seen in self.appearances.items()
        }

    @cached_property
    def adjusted_points(self) -> Mapping[str, Fraction]:
        """Each entrant's points as counted for their opponents (FIDE C.07, 16.3; see
        `unplayed_rounds.py`).
        """
        if self.competition.unfought is not Unfought.SWISS:
            return self.points
        draw = self.competition.points.of(Ending.DRAWN)
        return {key: _adjusted(seen, draw) for key, seen in self.appearances.items()}

    @cached_property
    def rounds_so_far(self) -> int:
        """The most rounds that count for anybody; battles if rounds are mirrored."""
        return max(map(len, self.appearances.values()), default=0)

    def counts_as_fought(self, appearance: Appearance) -> bool:
        """Whether an appearance counts as a battle against its opponent in tie-breaks."""
        if self.competition.unfought is Unfought.ROUND_ROBIN:
            return appearance.opponent is not None
        return appearance.is_fought


def field_of(competition: Competition) -> Field:
    """Return the field from confirmed outcomes; their order does not matter.

    In a Swiss tournament, an entrant missing from a finished round was absent: entered late, withdrew or was
    not paired. A round is finished when all its outcomes are confirmed.
    """
    seen: dict[str, list[Appearance]] = {entrant.key: [] for entrant in competition.entrants}
    for outcome in competition.outcomes:
        if outcome.is_ratified:
            for showing in outcome.showings:
                seen[showing.entrant].append(_appearance(competition, outcome, showing))
    if competition.unfought is Unfought.SWISS:
        _add_absences(competition, seen)
    return Field(competition, {key: tuple(sorted(found, key=_sort_key)) for key, found in seen.items()})


def _adjusted(seen: tuple[Appearance, ...], draw: Fraction) -> Fraction:
    total, is_end = Fraction(0), True
    for appearance in reversed(seen):
        total += draw if is_end and appearance.ending in REQUESTED else appearance.points
        is_end = is_end and appearance.ending in VOLUNTARY
    return total


def _appearance(competition: Competition, outcome: Outcome, own: Showing) -> Appearance:
    others = [each for each in outcome.showings if each is not own]
    other = others[0] if others else None
    return Appearance(
        outcome.round,
        own.ending,
        competition.points.of(own.ending),
        other.entrant if other else None,
        own.side,
        own.victory_points,
        other.victory_points if other else Fraction(0),
        own.losses,
        other.losses if other else 0,
    )


def _add_absences(competition: Competition, seen: Mapping[str, list[Appearance]]) -> None:
    named: dict[int, set[str]] = {}
    open_rounds: set[int] = set()
    for outcome in competition.outcomes:
        named.setdefault(outcome.round, set()).update(each.entrant for each in outcome.showings)
        if not outcome.is_ratified:
            open_rounds.add(outcome.round)
    worth = competition.points.of(Ending.ABSENT)
    for number in sorted(named.keys() - open_rounds):
        for key in sorted(seen.keys() - named[number]):
            seen[key] += [Appearance(number, Ending.ABSENT, worth)] * competition.battles_a_round


def _sort_key(appearance: Appearance) -> tuple[object, ...]:
    return (
        appearance.round,
        appearance.opponent or "",
        appearance.side,
        appearance.ending.value,
        appearance.victory_points,
        appearance.victory_points_against,
        appearance.losses,
        appearance.losses_inflicted,
    )
