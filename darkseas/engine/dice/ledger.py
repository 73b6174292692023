"""What a log of scheme ds-dice-1 has said so far of seeds, nonces and rolls: its next dice hang on it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ..events import (
    UMPIRE,
    BattleBegan,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    OrderGiven,
    TurnOpened,
)
from . import provably_fair

SCHEME = "ds-dice-1"
PUBLIC = "pub"
MOST_TURNS = 2**16

_HEX = re.compile(r"(?:[0-9a-f]{2})*")


def unhex(text: object, *sizes: int) -> bytes:
    """Bytes from lower-case hex; ValueError for anything else, and for another number of bytes."""
    if not isinstance(text, str) or not _HEX.fullmatch(text) or len(text) // 2 not in sizes:
        raise ValueError(f"not {' or '.join(map(str, sizes))} bytes in lower-case hex")
    return bytes.fromhex(text)


def scopes_of(sides: tuple[str, ...]) -> tuple[str, ...]:
    """The scopes of a battle between these sides."""
    return (PUBLIC, "ump", *(f"side:{side}" for side in sides))


@dataclass(slots=True)
class Ledger:
    """The seeds and nonces on record, and how many seeds of each scope are used.

    `numbers` has the seed number in use by scope, `mixes` S of the numbers of scope pub that were used
    since the last opening, `thrown` the scopes of which this step has thrown dice.
    """

    battle: bytes
    turns: int
    anchors: Mapping[str, bytes]
    sides: tuple[str, ...]
    commits: dict[str, bytes] = field(default_factory=dict)
    client_seeds: dict[str, bytes] = field(default_factory=dict)
    nonces: dict[str, bytes] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    mixes: tuple[bytes, ...] = ()
    thrown: frozenset[str] = frozenset()

    @classmethod
    def of(cls, began: BattleBegan) -> Self:
        """The ledger of a battle that begins; ValueError where its entry 0 does not fit the scheme."""
        sides = tuple(sorted(side for side in began.seats if side != UMPIRE))
        turns, anchors = began.dice.get("turns"), began.dice.get("anchors")
        if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
            raise ValueError(f"the number of seeds is not 1 to {MOST_TURNS}")
        if not isinstance(anchors, dict) or set(anchors) != set(scopes_of(sides)):
            raise ValueError("the anchors are not those of pub, ump and each side")
        known = {scope: unhex(anchor, 32) for scope, anchor in anchors.items()}
        return cls(unhex(began.battle, 16), turns, known, sides)

    def copy(self) -> Self:
        """An equal ledger that can be changed without touching this one."""
        return replace(
            self,
            commits=self.commits.copy(),
            client_seeds=self.client_seeds.copy(),
            nonces=self.nonces.copy(),
            numbers=self.numbers.copy(),
        )

    @property
    def is_committed(self) -> bool:
        """Whether every side has committed to a seed, or to none."""
        return len(self.commits) == len(self.sides)

    @property
    def is_open(self) -> bool:
        """Whether every side's seed is open, so that dice may fall."""
        return len(self.client_seeds) == len(self.sides)

    def number(self, scope: str) -> int:
        """The seed number that a roll of this scope uses now."""
        return self.numbers.get(scope, 0) + (scope not in self.thrown)

    def mix(self, number: int) -> bytes:
        """S of a seed number, with the nonces that are on record."""
        of_battle = provably_fair.battle_mix(self.battle, self.turns, self.anchors, self.client_seeds)
        nonces = {side: self.nonces.get(side, b"") for side in self.sides}
        return provably_fair.turn_mix(self.battle, number, of_battle, nonces)

    def key(self, scope: str, seed: bytes) -> bytes:
        """The key of a scope's dice now, from its seed of the number in use."""
        number = self.number(scope)
        return provably_fair.scope_key(seed, self.battle, scope, number, self.mix(number))

    def apply(self, event: object) -> None:
        """Take in what an event says. A battle's log is taken in from entry 1 on."""
        apply = _APPLY.get(type(event))
        if apply is not None:
            apply(self, event)


def _seed_committed(ledger: Ledger, event: ClientSeedCommitted) -> None:
    ledger.commits[event.side] = bytes.fromhex(event.commit)


def _seed_opened(ledger: Ledger, event: ClientSeedOpened) -> None:
    ledger.client_seeds[event.side] = bytes.fromhex(event.seed)


def _order_given(ledger: Ledger, event: OrderGiven) -> None:
    ledger.thrown = frozenset()
    if event.nonce:
        ledger.nonces[event.side] = bytes.fromhex(event.nonce)


def _dice_rolled(ledger: Ledger, event: DiceRolled) -> None:
    if event.origin != "house" or event.scope in ledger.thrown:
        return
    number = ledger.number(event.scope)
    ledger.numbers[event.scope] = number
    ledger.thrown |= {event.scope}
    if event.scope == PUBLIC:
        ledger.mixes = (*ledger.mixes, ledger.mix(number))


def _turn_opened(ledger: Ledger, event: TurnOpened) -> None:
    ledger.mixes = ()


_APPLY: Mapping[type, Callable[[Ledger, Any], None]] = {
    ClientSeedCommitted: _seed_committed,
    ClientSeedOpened: _seed_opened,
    OrderGiven: _order_given,
    DiceRolled: _dice_rolled,
    TurnOpened: _turn_opened,
}
#: The events that a ledger takes in.
LEDGER_EVENTS = frozenset(_APPLY)
