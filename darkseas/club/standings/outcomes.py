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


#: Endings of a battle that was fought.
FOUGHT = frozenset({Ending.WON, Ending.DRAWN, Ending.LOST})
#: Endings without an opponent: a bye that the pairing gave, one that was asked for, a round not entered.
ALONE = frozenset({Ending.BYE, Ending.HALF_BYE, Ending.ABSENT})
#: Rounds that an entrant left out by their own wish (FIDE C.07, 16.1.1), without an opponent.
REQUESTED = frozenset({Ending.HALF_BYE, Ending.ABSENT})
#: The same and forfeits: FIDE's voluntary unplayed rounds (16.1.2).
VOLUNTARY = REQUESTED | {Ending.FORFEITED}
#: Which ending of the one goes with which of the other.
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
    """One entrant's half of an outcome: how it ended for them, on which side, with what.

    `losses` are ships of their own. What nobody noted counts as nothing.
    """

    entrant: str
    ending: Ending
    side: str = ""
    victory_points: Fraction = Fraction(0)
    losses: int = 0


@dataclass(frozen=True)
class Outcome:
    """How one pairing of a round ended; `second` is none for a bye and for a round left out."""

    round: int
    first: Showing
    second: Showing | None = None
    is_ratified: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be: two winners, or somebody who meets themselves; ValueError."""
        if self.second is None:
            if self.first.ending not in ALONE:
                raise ValueError(f"{self.first.ending} needs an opponent")
            return
        endings = (self.first.ending, self.second.ending)
        if endings not in _PAIRS and endings[::-1] not in _PAIRS:
            raise ValueError(f"{endings[0]} does not go with {endings[1]}")
        if self.first.entrant == self.second.entrant:
            raise ValueError(f"{self.first.entrant} cannot meet themselves")

    @property
    def showings(self) -> tuple[Showing, ...]:
        """The halves of it, one or two."""
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
    """What each ending is worth; a win is worth no less than a draw, and a draw no less than a loss."""

    by_ending: Mapping[Ending, Fraction] = field(default_factory=_chess_points)

    def __post_init__(self) -> None:
        """Refuse a rule that leaves an ending out, or pays for losing; ValueError."""
        missing = [ending.value for ending in Ending if ending not in self.by_ending]
        if missing:
            raise ValueError(f"no points for {', '.join(missing)}")
        if not self.of(Ending.WON) >= self.of(Ending.DRAWN) >= self.of(Ending.LOST):
            raise ValueError("a win is worth at least a draw, and a draw at least a loss")

    def of(self, ending: Ending) -> Fraction:
        """The points for an ending."""
        return self.by_ending[ending]


def points_rule(win: int | Fraction, draw: int | Fraction, loss: int | Fraction = 0) -> PointsRule:
    """Return the usual rule around three numbers: a bye and an opponent's forfeit are worth a win."""
    values = {Ending.WON: win, Ending.WON_BY_FORFEIT: win, Ending.BYE: win}
    values |= {Ending.DRAWN: draw, Ending.HALF_BYE: draw}
    values |= {Ending.LOST: loss, Ending.FORFEITED: loss, Ending.ABSENT: 0}
    return PointsRule({ending: Fraction(value) for ending, value in values.items()})


@dataclass(frozen=True)
class Entrant:
    """Who has entered: a key that stays the same, and the number by which lists go where all is equal."""

    key: str
    number: int = 0


class Unfought(StrEnum):
    """What rounds that were not fought do to numbers made of opponents' points.

    `SWISS` follows FIDE's tie-break regulations C.07 as of 1 March 2026, article 16 (`unfought.py`).
    `ROUND_ROBIN` takes a forfeit as a battle fought against the opponent of that round, and a free round
    as no round at all: there everybody meets everybody, and nothing has to be made up for.
    """

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


@dataclass(frozen=True)
class Competition:
    """A tournament or league as standings need it.

    `tie_breaks` are keys of the catalogue in the order chosen before the start. `battles_each` is how many
    battles each entrant is to fight: rounds, twice as many where each round is mirrored. `lot_seed` is what
    lots are drawn from; its SHA-256 was shown before the start.
    """

    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...]
    tie_breaks: tuple[str, ...] = ("points",)
    points: PointsRule = field(default_factory=PointsRule)
    unfought: Unfought = Unfought.SWISS
    battles_each: int = 0
    lot_seed: bytes | None = None

    def __post_init__(self) -> None:
        """Refuse entrants named twice, and outcomes of strangers; ValueError."""
        keys = [entrant.key for entrant in self.entrants]
        if len(set(keys)) < len(keys):
            raise ValueError("an entrant is named twice")
        strangers = {showing.entrant for each in self.outcomes for showing in each.showings} - set(keys)
        if strangers:
            raise ValueError(f"has not entered: {', '.join(sorted(strangers))}")
