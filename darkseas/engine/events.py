"""Facts of a battle, and the events that all rules systems share.

An event is a frozen record of something that happened, in the past tense. Its audience is set when the fact
is made. The umpire knows every fact.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .serialization.canonical_json import Json
from .serialization.records import record

Audience = tuple[str, ...]

#: Everybody, spectators included.
EVERYONE: Audience = ("everyone",)
#: Only the umpire.
UMPIRE_ONLY: Audience = ()
#: The umpire's seat, as stored in `given_by` and `OrderGiven.side`.
UMPIRE = "umpire"


class Fact(NamedTuple):
    """An event and the sides that may know it."""

    event: object
    audience: Audience = EVERYONE


class Entry(NamedTuple):
    """A fact at its place in a battle's log.

    `seq` counts from 0 without gaps. `step` groups an order with everything that followed from it.
    """

    seq: int
    step: int
    event: object
    audience: Audience


class Recorded(Protocol):
    """Anything with the attributes of an `Entry`, such as what a log reader decodes."""

    @property
    def seq(self) -> int: ...

    @property
    def step(self) -> int:
        """Number of the order that caused the entry."""

    @property
    def event(self) -> Any: ...

    @property
    def audience(self) -> Audience: ...


def may_know(audience: Audience, side: str | None) -> bool:
    """Return whether a side may know a fact; None stands for a spectator."""
    return audience == EVERYONE or (side is not None and side in audience)


@record
class BattleBegan:
    """Entry 0: everything the battle depends on.

    `scenario` is the whole ScenarioSpec as JSON, so a battle file needs nothing else. `dice` names the scheme
    and its commitments; `seats` maps each side to its participant id.
    """

    battle: str
    system: str
    release: str
    scenario: Mapping[str, Json]
    dice: Mapping[str, Json]
    seats: Mapping[str, Json]


@record
class TurnBegan:
    """A turn began. `title` is set for special turns only."""

    turn: int
    title: str = ""


@record
class PhaseBegan:
    """A phase began: `phase` is the system's key, `title` its name in the rulebook."""

    phase: str
    title: str
    rule: str


@record
class OrderGiven:
    """The order of a seat: its stored name and its blanks, as given.

    `nonce` is the giver's random contribution to the dice of ds-dice-1 (hex), empty if they sent none.
    """

    side: str
    order: str
    blanks: Mapping[str, Json]
    nonce: str = ""


@record
class OrderWithdrawn:
    """A plot was withdrawn before it was revealed. `order` is the stored name of its type."""

    side: str
    order: str


@record
class PlotsRevealed:
    """All plots of this type have been submitted and become public."""

    order: str
    sides: tuple[str, ...]
    rule: str


@record
class DiceRolled:
    """One roll for one purpose. `origin` is "house" or "table"; `scope` names the dice key."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    turn: int
    origin: str = "house"
    scope: str = "pub"


@record
class TableWitnessed:
    """These sides see the following table dice. `afterwards` means that the dice were entered later, from a
    written record.
    """

    by: tuple[str, ...] = ()
    afterwards: bool = False


@record
class TableConfirmed:
    """A side confirms that it saw all the table dice entered so far, as far as it knows of them."""

    side: str


@record
class BidsOpened:
    """Both players' bids for sides, revealed together.

    Keys are the sides that the players received. `wanted` is the side that each player wanted, `bids` the
    points each offered for it. `points` are the starting points that follow: the higher bid for the same side
    goes to the opponent.
    """

    wanted: Mapping[str, str]
    bids: Mapping[str, int]
    points: Mapping[str, int]


@record
class RulingMade:
    """An umpire's ruling; the other events of this step are its content."""

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
    """The battle was abandoned without a result. `by` lists the sides that failed to act."""

    by: tuple[str, ...]
    reason: str


@record
class SideResigned:
    """A side resigned."""

    side: str


@record
class SideTimedOut:
    """A side ran out of time."""

    side: str


@record
class DrawOffered:
    """A side offered a draw. The offer is open until `DrawDeclined` or the end."""

    side: str


@record
class DrawDeclined:
    """A side declined a draw offer, or withdrew its own."""

    side: str


@record
class SeedOpened:
    """The site's seed (hex), published at the end. All the site's dice follow from the seed."""

    seed: str


@record
class ClientSeedCommitted:
    """ds-dice-1: a side's commitment to its seed (hex)."""

    side: str
    commit: str


@record
class ClientSeedOpened:
    """ds-dice-1: a side's seed (hex), revealed after all commitments were recorded."""

    side: str
    seed: str


@record
class TurnOpened:
    """ds-dice-1: the latest public seed, revealed at the end of a turn.

    `mixes` holds S of each seed number since the previous such event (hex); `seeds` maps scope to seed.
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
