"""The input of standings: entrants, outcomes of battles, and the points for each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

HALF = Fraction(1, 2)


class Ending(StrEnum):
    """How a round ended for one entrant."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    WON_BY_FORFEIT = "won-by-forfeit"
    FORFEITED = "forfeited"
    BYE = "bye"
    HALF_BYE = "half-bye"
    ABSENT = "absent"


#: Endings of battles that took place.
FOUGHT = frozenset({Ending.WON, Ending.DRAWN, Ending.LOST})
#: Endings without an opponent: a bye from the pairing, a requested bye, a round not entered.
ALONE = frozenset({Ending.BYE, Ending.HALF_BYE, Ending.ABSENT})
#: Rounds without an opponent at the entrant's own request (FIDE C.07, 16.1.1).
REQUESTED = frozenset({Ending.HALF_BYE, Ending.ABSENT})
#: Requested rounds and forfeits: FIDE's voluntary unplayed rounds (16.1.2).
VOLUNTARY = REQUESTED | {Ending.FORFEITED}
#: Endings of the two entrants that fit together.
_PAIRS = frozenset(
    {
        (Ending.WON, Ending.LOST),
        (Ending.DRAWN, Ending.DRAWN),
        (Ending.LOST, Ending.LOST),
        (Ending.WON_BY_FORFEIT, Ending.FORFEITED),
        (Ending.FORFEITED, Ending.FORFEITED),
    }
)


@dataclass(frozen=True)
class Showing:
    """One entrant's half of an outcome: how it ended for them, their side and their numbers.

    `losses` counts their own ships. Values that nobody recorded are 0.
    """

    entrant: str
    ending: Ending
    side: str = ""
    victory_points: Fraction = Fraction(0)
    losses: int = 0


@dataclass(frozen=True)
class Outcome:
    """The outcome of one pairing of a round; `second` is None for a bye and for a missed round."""

    round: int
    first: Showing
    second: Showing | None = None
    is_ratified: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError for an impossible outcome: two winners, or an entrant who meets themselves."""
        if self.second is None:
            if self.first.ending not in ALONE:
                raise ValueError(f"{self.first.ending} needs an opponent")
            return
        endings = (self.first.ending, self.second.ending)
        if endings not in _PAIRS and endings[::-1] not in _PAIRS:
            raise ValueError(f"{endings[0]} does not match {endings[1]}")
        if self.first.entrant == self.second.entrant:
            raise ValueError(f"{self.first.entrant} cannot meet themselves")

    @property
    def showings(self) -> tuple[Showing, ...]:
        """The halves of one or two entrants."""
        return (self.first,) if self.second is None else (self.first, self.second)


def _chess_points() -> Mapping[Ending, Fraction]:
    one, none = Fraction(1), Fraction(0)
    return {
        Ending.WON: one,
        Ending.DRAWN: HALF,
        Ending.LOST: none,
        Ending.WON_BY_FORFEIT: one,
        Ending.FORFEITED: none,
        Ending.BYE: one,
        Ending.HALF_BYE: HALF,
        Ending.ABSENT: none,
    }


@dataclass(frozen=True)
class PointsRule:
    """The points for each ending. A win is worth no less than a draw, a draw no less than a loss."""

    by_ending: Mapping[Ending, Fraction] = field(default_factory=_chess_points)

    def __post_init__(self) -> None:
        """Raise ValueError if an ending has no points, or a worse ending is worth more."""
        missing = [ending.value for ending in Ending if ending not in self.by_ending]
        if missing:
            raise ValueError(f"no points for {', '.join(missing)}")
        if not self.of(Ending.WON) >= self.of(Ending.DRAWN) >= self.of(Ending.LOST):
            raise ValueError("a win is worth at least a draw, and a draw at least a loss")

    def of(self, ending: Ending) -> Fraction:
        return self.by_ending[ending]


def points_rule(win: int | Fraction, draw: int | Fraction, loss: int | Fraction = 0) -> PointsRule:
    """Return the usual rule from three numbers; a bye and an opponent's forfeit count as a win."""
    values = {Ending.WON: win, Ending.WON_BY_FORFEIT: win, Ending.BYE: win}
    values |= {Ending.DRAWN: draw, Ending.HALF_BYE: draw}
    values |= {Ending.LOST: loss, Ending.FORFEITED: loss, Ending.ABSENT: 0}
    return PointsRule({ending: Fraction(value) for ending, value in values.items()})


@dataclass(frozen=True)
class Entrant:
    """An entrant: a permanent key, and a number that orders entrants with equal tie-breaks."""

    key: str
    number: int = 0


class Unfought(StrEnum):
    """How rounds without a battle count in tie-breaks based on opponents' points.

    `SWISS` follows article 16 of FIDE's tie-break regulations C.07 as of 1 March 2026 (`unplayed_rounds.py`).
    `ROUND_ROBIN` treats a forfeit as a battle against that round's opponent and ignores free rounds:
    everybody meets everybody, so nothing needs to be compensated.
    """

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


@dataclass(frozen=True)
class Competition:
    """A tournament or league, as the standings need it.

    `tie_breaks` are catalogue keys in the order chosen before the start. `battles_a_round` is how many
    battles each entrant has in a round, 2 if rounds are mirrored; a bye has an outcome for each of them. Lots
    are drawn from `lot_seed`, whose SHA-256 was published before the start.
    """

    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...]
    tie_breaks: tuple[str, ...] = ("points",)
    points: PointsRule = field(default_factory=PointsRule)
    unfought: Unfought = Unfought.SWISS
    battles_a_round: int = 1
    lot_seed: bytes | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for duplicate entrants, and for outcomes of anybody else."""
        keys = [entrant.key for entrant in self.entrants]
        if len(set(keys)) < len(keys):
            raise ValueError("an entrant is listed twice")
        strangers = {showing.entrant for each in self.outcomes for showing in each.showings} - set(keys)
        if strangers:
            raise ValueError(f"has not entered: {', '.join(sorted(strangers))}")
