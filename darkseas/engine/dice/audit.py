"""Check that a battle's dice were rolled the way entry 0 says: by hand, or by the site from its seed."""

from collections.abc import Iterable
from typing import NamedTuple

from ..events import BattleBegan, DiceRolled, Recorded, SeedOpened
from . import fair_audit
from .seeded import SEED_BYTES, SeededDice, seed_hash

SCHEME, TABLE = "sha256-1", "table"


class WrongDie(NamedTuple):
    """The first entry that contradicts the dice scheme, and the reason. A result, not an exception."""

    seq: int
    why: str


def first_wrong_die(entries: Iterable[Recorded]) -> WrongDie | None:
    """Return the first entry that contradicts entry 0, or None.

    sha256-1: the site made every roll, and the published seed matches its hash and every face. ds-dice-1: the
    same, and the protocol was followed (`fair_audit.py`). table: rolled by hand, or by the site if entry 0
    has a seed hash. Other schemes are not checked.
    """
    log = tuple(entries)
    began = log[0].event if log else None
    if not isinstance(began, BattleBegan):
        return None
    scheme = began.dice.get("scheme")
    if scheme == fair_audit.SCHEME:
        fault = fair_audit.first_fault(log, began)
        return None if fault is None else WrongDie(*fault)
    if scheme == TABLE:
        is_by_hand_alone = "seed_hash" not in began.dice
        return _first_of_other_origin(log, TABLE) if is_by_hand_alone else _first_against_seed(log, began)
    if scheme == SCHEME:
        return _first_of_other_origin(log, "house") or _first_against_seed(log, began)
    return None


def _first_of_other_origin(log: Iterable[Recorded], origin: str) -> WrongDie | None:
    for entry in log:
        if isinstance(entry.event, DiceRolled) and entry.event.origin != origin:
            return WrongDie(entry.seq, f"these dice are rolled by {origin}, not by {entry.event.origin}")
    return None


def _first_against_seed(log: Iterable[Recorded], began: BattleBegan) -> WrongDie | None:
    for entry in log:
        if isinstance(entry.event, SeedOpened):
            seed = _seed(entry.event.seed)
            if seed is None:
                return WrongDie(entry.seq, "the seed is not 32 bytes in hex")
            if seed_hash(seed).hex() != began.dice.get("seed_hash"):
                return WrongDie(entry.seq, "the seed is not the one whose hash was shown at the beginning")
            return _first_wrong_roll(log, SeededDice(seed))
    return None


def _seed(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def _first_wrong_roll(log: Iterable[Recorded], dice: SeededDice) -> WrongDie | None:
    for entry in log:
        event = entry.event
        if not isinstance(event, DiceRolled) or event.origin == TABLE:
            continue
        try:
            thrown = dice.roll(len(event.faces), event.sides, event.purpose, scope=event.scope)
        except ValueError as fault:
            return WrongDie(entry.seq, f"the house cannot have thrown this: {fault}")
        if thrown.faces != event.faces:
            faces = ", ".join(map(str, thrown.faces))
            return WrongDie(entry.seq, f"the seed gives {faces} for {event.purpose}")
    return None
