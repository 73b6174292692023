"""Facts of a battle: who may know them, and the events that every rules system shares.

An event is a frozen record of what happened, past tense, never changed. The audience is written
when the fact is made (law 7); an observer of the whole battle, the umpire, knows everything.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .serialization.canonical_json import Json
from .serialization.records import record

Audience = tuple[str, ...]

#: Everybody, observers without a side included.
EVERYONE: Audience = ("everyone",)
#: Nobody but the umpire.
UMPIRE_ONLY: Audience = ()
#: The umpire's seat, as it stands in `given_by` and in `OrderGiven.side`.
UMPIRE = "umpire"


class Fact(NamedTuple):
    """An event and the sides that may know it."""

    event: object
    audience: Audience = EVERYONE


class Entry(NamedTuple):
    """A fact at its place in the log of one battle.

    `seq` counts from 0 without gaps, `step` groups one order with all that followed from it.
    """

    seq: int
    step: int
    event: object
    audience: Audience


class Recorded(Protocol):
    """Whatever tells what an entry tells: an `Entry`, or what a log's reader makes of its bytes."""

    @property
    def seq(self) -> int:
        """Place in the log, from 0."""

    @property
    def step(self) -> int:
        """Number of the order that it followed from."""

    @property
    def event(self) -> Any:
        """What happened."""

    @property
    def audience(self) -> Audience:
        """Who may know it."""


def may_know(audience: Audience, side: str | None) -> bool:
    """Whether a side (or with None: an observer without a side) may know a fact."""
    return audience == EVERYONE or (side is not None and side in audience)


@record
class BattleBegan:
    """Entry 0: everything that the battle stands on.

    `scenario` is the whole ScenarioSpec as JSON, so that a battle file needs nothing beside it.
    `dice` names the scheme and its commitments; `seats` maps side to participant id.
    """

    battle: str
    system: str
    release: str
    scenario: Mapping[str, Json]
    dice: Mapping[str, Json]
    seats: Mapping[str, Json]


@record
class TurnBegan:
    """A turn of the sequence of play began; `title` says more when the turn is of a special kind."""

    turn: int
    title: str = ""


@record
class PhaseBegan:
    """A phase began; `phase` is the system's key, `title` its name as the rulebook has it."""

    phase: str
    title: str
    rule: str


@record
class OrderGiven:
    """What a seat wanted done: the stored name of the order and its blanks, as given.

    `nonce` is what its giver put in for the dice of ds-dice-1 (hex), nothing where they did not.
    """

    side: str
    order: str
    blanks: Mapping[str, Json]
    nonce: str = ""


@record
class OrderWithdrawn:
    """A plot was taken back before it was revealed; `order` is the stored name of its kind."""

    side: str
    order: str


@record
class PlotsRevealed:
    """All plots of this kind are in and may be seen by everybody."""

    order: str
    sides: tuple[str, ...]
    rule: str


@record
class DiceRolled:
    """One throw for one purpose. `origin` is "house" or "table"; `scope` names the dice key used."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    turn: int
    origin: str = "house"
    scope: str = "pub"


@record
class TableWitnessed:
    """From here on dice of the table fall in front of these sides; `afterwards`: typed in from a record."""

    by: tuple[str, ...] = ()
    afterwards: bool = False


@record
class TableConfirmed:
    """A side says that all dice of the table of which it knows, typed in before, fell in front of it too."""

    side: str


@record
class BidsOpened:
    """What two holders bid for the side that they wanted, sealed until both bids were in.

    By the side that each was given: `wanted` is the key of the side that they wanted, `bids` how many points
    they would give for it. `points` are those that count for a side from the beginning: of the higher bid
    for the same side, for the other one.
    """

    wanted: Mapping[str, str]
    bids: Mapping[str, int]
    points: Mapping[str, int]


@record
class RulingMade:
    """An umpire's ruling: the events that follow in this step stand by it."""

    reason: str
    rule: str = ""


@record
class BattleEnded:
    """The battle is over. `scores` holds points as fractions in text ("27", "55/2")."""

    winner: str | None
    reason: str
    rule: str
    scores: Mapping[str, str]


@record
class BattleAborted:
    """The battle was broken off with no result; `by` are the sides that it waited for."""

    by: tuple[str, ...]
    reason: str


@record
class SideResigned:
    """A side gave the battle up."""

    side: str


@record
class SideTimedOut:
    """A side's clock ran out."""

    side: str


@record
class DrawOffered:
    """A side offered a draw; the offer stands until `DrawDeclined` or the end."""

    side: str


@record
class DrawDeclined:
    """A side declined the other's offer of a draw, or took its own back."""

    side: str


@record
class SeedOpened:
    """The house's seed, shown once the battle is over (hex): every die follows from it."""

    seed: str


@record
class ClientSeedCommitted:
    """ds-dice-1: a side's commitment to its seed (hex)."""

    side: str
    commit: str


@record
class ClientSeedOpened:
    """ds-dice-1: a side's seed (hex), after all commitments were logged."""

    side: str
    seed: str


@record
class TurnOpened:
    """ds-dice-1: the newest seed used of scope pub, shown when a turn is over.

    `mixes` are S of each of its seed numbers since the last such event (hex), `seeds` the seed by scope.
    """

    turn: int
    mixes: tuple[str, ...]
    seeds: Mapping[str, str]


SHARED_EVENTS: Mapping[str, type] = {
    "battle_began": BattleBegan,
    "turn_began": TurnBegan,
    "phase_began": PhaseBegan,
    "order_given": OrderGiven,
    "order_withdrawn": OrderWithdrawn,
    "plots_revealed": PlotsRevealed,
    "dice_rolled": DiceRolled,
    "ruling_made": RulingMade,
    "battle_ended": BattleEnded,
    "side_resigned": SideResigned,
    "side_timed_out": SideTimedOut,
    "draw_offered": DrawOffered,
    "draw_declined": DrawDeclined,
    "seed_opened": SeedOpened,
    "client_seed_committed": ClientSeedCommitted,
    "client_seed_opened": ClientSeedOpened,
    "turn_opened": TurnOpened,
    "battle_aborted": BattleAborted,
    "table_witnessed": TableWitnessed,
    "table_confirmed": TableConfirmed,
    "bids_opened": BidsOpened,
}
