"""Check that a battle followed the ds-dice-1 protocol, and that every face follows from the seeds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..events import (
    BattleAborted,
    BattleBegan,
    BattleEnded,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    OrderGiven,
    Recorded,
    SeedOpened,
    TurnOpened,
)
from ..orders import CommitSeed, IllegalOrder, OpenSeed
from ..serialization.codec import BadShape, read
from . import client_seeds, provably_fair
from .ledger import PUBLIC, SCHEME, Ledger, unhex
from .seeded import seed_hash

__all__ = ["SCHEME", "first_fault"]

_SEED_ORDERS: Mapping[str, type] = {client_seeds.COMMIT: CommitSeed, client_seeds.OPEN: OpenSeed}
_SEED_EVENTS = ClientSeedCommitted | ClientSeedOpened


class _Unfair(Exception):
    """An entry violates the protocol; the message says how."""


def first_fault(log: Sequence[Recorded], began: BattleBegan) -> tuple[int, str] | None:
    """Return the number of the first entry that violates the protocol, and why; None if no entry does.

    Rolls whose seeds are still sealed are only checked for origin and timing.
    """
    try:
        conduct = _Conduct(Ledger.of(began), str(began.dice.get("seed_hash")))
    except ValueError as fault:
        return log[0].seq, str(fault)
    for entry in log[1:]:
        try:
            conduct.look(entry)
        except (_Unfair, ValueError) as fault:
            return entry.seq, str(fault)
    if conduct.missing:
        return log[-1].seq, conduct.missing
    return _first_wrong_roll(conduct)


class _Conduct:
    """State of the audit: the ledger, the site's rolls with seed number and S, and the published seeds."""

    def __init__(self, ledger: Ledger, committed: str) -> None:
        self.ledger = ledger
        self.rolls: list[tuple[int, DiceRolled, int, bytes]] = []
        self.seeds: dict[str, list[bytes]] = {}
        self._committed = committed
        self._due: list[object] = []
        self._is_over = self._is_shown = False

    @property
    def missing(self) -> str:
        """Return a sentence about the first missing entry, if any entry that should follow is missing."""
        if self._due:
            return "what follows from a side's seed is missing"
        return "the seed of the house was never opened" if self._is_over and not self._is_shown else ""

    def look(self, entry: Recorded) -> None:
        """Check the next entry. Raises _Unfair, or ValueError for invalid hex."""
        event = entry.event
        look = _LOOKS.get(type(event))
        if look is not None:
            look(self, event)
        self.ledger.apply(event)
        if type(event) is DiceRolled:
            number = self.ledger.numbers[event.scope]
            self.rolls.append((entry.seq, event, number, self.ledger.mix(number)))

    def order(self, event: OrderGiven) -> None:
        """Check an order: seeds come first; a nonce has 32 bytes and comes from a side."""
        if self._due:
            raise _Unfair("what follows from a side's seed is missing")
        if unhex(event.nonce, 0, 32) and event.side not in self.ledger.sides:
            raise _Unfair("only the sides put in nonces")
        kind = _SEED_ORDERS.get(event.order)
        if kind is not None:
            self._due = _due(self.ledger, kind, event)
        elif not self.ledger.is_open:
            raise _Unfair("an order before every side's seed is open")

    def seed(self, event: _SEED_EVENTS | BattleAborted) -> None:
        """Check a side's seed, which must follow from that side's order. The site may also end the battle."""
        self._is_over |= isinstance(event, BattleAborted)
        if isinstance(event, BattleAborted) and not self._due:
            return
        if not self._due or self._due.pop(0) != event:
            raise _Unfair("this does not follow from a side's order")

    def ended(self, event: BattleEnded) -> None:
        """Note the end, after which the site publishes its seed."""
        self._is_over = True

    def roll(self, event: DiceRolled) -> None:
        """Check a roll: by the site, after all sides' seeds, before its own seed is published."""
        if event.origin != "house":
            raise _Unfair(f"these dice are rolled by house, not by {event.origin}")
        if event.scope not in self.ledger.anchors:
            raise _Unfair("the house cannot have thrown this: no key for its scope")
        number = self.ledger.number(event.scope)
        if not self.ledger.is_open or number > self.ledger.turns:
            raise _Unfair("the house cannot have thrown this: there is no seed for it")
        if self._is_shown or number < len(self.seeds.get(event.scope, ())):
            raise _Unfair("thrown after its seed was opened")

    def turn_opened(self, event: TurnOpened) -> None:
        """Check the latest public seed, and S of each number since the previous one."""
        if list(event.seeds) != [PUBLIC] or not self.ledger.mixes:
            raise _Unfair("only the seed of public dice is opened, once some have fallen")
        if event.mixes != tuple(mix.hex() for mix in self.ledger.mixes):
            raise _Unfair("this is not what seeds and nonces give")
        number, seed = self.ledger.numbers[PUBLIC], unhex(event.seeds[PUBLIC], 32)
        self._show(PUBLIC, provably_fair.seed_chain(self.ledger.battle, PUBLIC, seed, number))

    def seed_opened(self, event: SeedOpened) -> None:
        """Check the site's secret: it matches its hash, and its chains lead to the anchors."""
        if not self._is_over or self._is_shown:
            raise _Unfair("the seed of the house is opened once, after the end")
        root, ledger = unhex(event.seed, 32), self.ledger
        if seed_hash(root).hex() != self._committed:
            raise _Unfair("the seed is not the one whose hash was shown at the beginning")
        for scope in ledger.anchors:
            last = provably_fair.last_seed(root, ledger.battle, scope)
            self._show(scope, provably_fair.seed_chain(ledger.battle, scope, last, ledger.turns))
        self._is_shown = True

    def _show(self, scope: str, chain: list[bytes]) -> None:
        if chain[0] != self.ledger.anchors[scope]:
            raise _Unfair("a seed does not lead to the anchor of its scope")
        self.seeds[scope] = chain


def _due(ledger: Ledger, kind: type, event: OrderGiven) -> list[object]:
    try:
        return list(client_seeds.events(ledger, event.side, read(kind, dict(event.blanks))))
    except BadShape as fault:
        raise _Unfair(str(fault)) from None
    except IllegalOrder as refusal:
        raise _Unfair(refusal.reason) from None


def _first_wrong_roll(conduct: _Conduct) -> tuple[int, str] | None:
    battle = conduct.ledger.battle
    for seq, event, number, mix in conduct.rolls:
        chain = conduct.seeds.get(event.scope, ())
        if number >= len(chain):
            continue
        key = provably_fair.scope_key(chain[number], battle, event.scope, number, mix)
        dice = provably_fair.FairDice({event.scope: key})
        try:
            thrown = dice.roll(len(event.faces), event.sides, event.purpose, scope=event.scope)
        except ValueError as fault:
            return seq, f"the house cannot have thrown this: {fault}"
        if thrown.faces != event.faces:
            return seq, f"the seed gives {', '.join(map(str, thrown.faces))} for {event.purpose}"
    return None


_LOOKS: Mapping[type, Callable[[_Conduct, Any], None]] = {
    OrderGiven: _Conduct.order,
    ClientSeedCommitted: _Conduct.seed,
    ClientSeedOpened: _Conduct.seed,
    BattleAborted: _Conduct.seed,
    BattleEnded: _Conduct.ended,
    DiceRolled: _Conduct.roll,
    TurnOpened: _Conduct.turn_opened,
    SeedOpened: _Conduct.seed_opened,
}
