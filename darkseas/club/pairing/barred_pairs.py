"""Rules that keep two entrants from meeting in a round, or one entrant from getting a bye."""

from collections.abc import Mapping
from dataclasses import dataclass

from .positions import Position
from .reasons import Bar
from .round_records import Constraint, Rules, Situation
from .sides import least_excess


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Return two keys as a pair in a fixed order, so that (a, b) and (b, a) are the same."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Bars:
    """The pairs that the rules bar in one round. Bars from past battles (sides, repeats) are not included."""

    forbidden: frozenset[tuple[str, str]]
    kept: frozenset[tuple[str, str]]
    are_groups_apart: bool

    @classmethod
    def of(cls, rules: Rules, round_number: int) -> "Bars":
        """Read the bars of a round from the rules; pairs forced in a later round are reserved for that
        round.
        """
        later = [one for one in rules.forced if one.round_number > round_number]
        return cls(
            frozenset(pair_of(*pair) for pair in rules.forbidden),
            frozenset(pair_of(one.first, one.second) for one in later if one.second is not None),
            round_number <= rules.groups_apart_through,
        )

    def between(self, one: Position, other: Position) -> tuple[Bar, ...]:
        """Return what bars a pair from meeting, apart from past battles."""
        pair = pair_of(one.key, other.key)
        is_one_group = one.entrant.group is not None and one.entrant.group == other.entrant.group
        bars: tuple[tuple[bool, Bar], ...] = (
            (pair in self.forbidden, "forbidden"),
            (pair in self.kept, "kept"),
            (self.are_groups_apart and is_one_group, "groups"),
        )
        return tuple(bar for stands, bar in bars if stands)


def bars_between(one: Position, other: Position, bars: Bars, rules: Rules) -> tuple[Bar, ...]:
    """Return everything that bars a pair from meeting in this round."""
    all_bars = list(bars.between(one, other))
    if least_excess(one.balance(rules), other.balance(rules)) > 0:
        all_bars.append("sides")
    if other.key in one.met:
        all_bars.append("repeat")
    return tuple(all_bars)


def bars_of_bye(one: Position) -> tuple[Bar, ...]:
    """Return what bars an entrant from a bye: a bye that they have already had."""
    return ("bye",) if one.has_had_bye else ()


def there(situation: Situation, by_key: Mapping[str, Position]) -> list[Position]:
    """Return the entrants that can be paired in the next round, best ranked first."""
    return [one for one in by_key.values() if one.entrant.is_there(situation.round_number)]


def broken(bars: tuple[Bar, ...], give_up: tuple[Constraint, ...]) -> tuple[int, ...] | None:
    """For each constraint, return 1 if a pairing with these bars breaks it, else 0. The constraint to be
    relaxed last comes first. Return None if the pairing is forbidden.
    """
    if "forbidden" in bars:
        return None
    return tuple(int(constraint in bars) for constraint in reversed(give_up))
