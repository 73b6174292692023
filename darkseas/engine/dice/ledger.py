"""The seeds, nonces and rolls that a ds-dice-1 log has recorded. The next dice depend on them."""

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
    """Decode lower-case hex of one of these sizes in bytes; raise ValueError otherwise."""
    if not isinstance(text, str) or not _HEX.fullmatch(text) or len(text) // 2 not in sizes:
        raise ValueError(f"not {' or '.join(map(str, sizes))} bytes in lower-case hex")
    return bytes.fromhex(text)


def scopes_of(sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the scopes of a battle between these sides."""
    return (PUBLIC, "ump", *(f"side:{side}" for side in sides))


@dataclass(slots=True)
class Ledger:
    """Recorded seeds and nonces, and how many seeds of each scope were used.

    `numbers` is the current seed number by scope, `mixes` S of the public numbers used since the last
    `TurnOpened`, `thrown` the scopes that rolled in this step.
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
        """Return the ledger of a new battle. Raise ValueError if entry 0 does not fit the scheme."""
        sides = tuple(sorted(side for side in began.seats if side != UMPIRE))
        turns, anchors = began.dice.get("turns"), began.dice.get("anchors")
        if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
            raise ValueError(f"the number of seeds is not 1 to {MOST_TURNS}")
        if not isinstance(anchors, dict) or set(anchors) != set(scopes_of(sides)):
            raise ValueError("the anchors are not those of pub, ump and each side")
        known = {scope: unhex(anchor, 32) for scope, anchor in anchors.items()}
        return cls(unhex(began.battle, 16), turns, known, sides)

    def copy(self) -> Self:
        return replace(
            self,
            commits=self.commits.copy(),
            client_seeds=self.client_seeds.copy(),
            nonces=self.nonces.copy(),
            numbers=self.numbers.copy(),
        )

    @property
    def is_committed(self) -> bool:
        """Whether every side has committed to a seed or declined to."""
        return len(self.commits) == len(self.sides)

    @property
    def is_open(self) -> bool:
        """Whether every side's seed is revealed, so that dice may be rolled."""
        return len(self.client_seeds) == len(self.sides)

    def number(self, scope: str) -> int:
        """Return the seed number that a roll of this scope uses now."""
        return self.numbers.get(scope, 0) + (scope not in self.thrown)

    def mix(self, number: int) -> bytes:
        """Return S of a seed number, with the recorded nonces."""
        of_battle = provably_fair.battle_mix(self.battle, self.turns, self.anchors, self.client_seeds)
        nonces = {side: self.nonces.get(side, b"") for side in self.sides}
        return provably_fair.turn_mix(self.battle, number, of_battle, nonces)

    def key(self, scope: str, seed: bytes) -> bytes:
        """Return the key for a scope's dice now, from the seed of the current number."""
        number = self.number(scope)
        return provably_fair.scope_key(seed, self.battle, scope, number, self.mix(number))

    def apply(self, event: object) -> None:
        """Apply an event. Begin with entry 1 of a log."""
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
#: The events that change a ledger.
LEDGER_EVENTS = frozenset(_APPLY)
