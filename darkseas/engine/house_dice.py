"""Do the house's dice of a battle follow from its seed? For scheme sha256-1, once the seed is open."""

from collections.abc import Iterable
from typing import NamedTuple

from .dice import SEED_BYTES, SeededDice, seed_hash
from .events import BattleBegan, DiceRolled, Entry, SeedOpened

SCHEME = "sha256-1"


class WrongDie(NamedTuple):
    """The first entry that does not fit the seed, and why: a result, not an error."""

    seq: int
    why: str


def first_wrong_die(entries: Iterable[Entry]) -> WrongDie | None:
    """None when the opened seed has the hash of entry 0 and gives every face that the house threw.

    Also None for other schemes, and while the seed is not open.
    """
    log = tuple(entries)
    opened = next((entry for entry in log if isinstance(entry.event, SeedOpened)), None)
    began = log[0].event if log else None
    if opened is None or not isinstance(opened.event, SeedOpened) or not isinstance(began, BattleBegan):
        return None
    if began.dice.get("scheme") != SCHEME:
        return None
    seed = _seed(opened.event.seed)
    if seed is None:
        return WrongDie(opened.seq, "the seed is not 32 bytes in hex")
    if seed_hash(seed).hex() != began.dice.get("seed_hash"):
        return WrongDie(opened.seq, "the seed is not the one whose hash was shown at the beginning")
    return _first_wrong_roll(log, SeededDice(seed))


def _seed(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def _first_wrong_roll(log: Iterable[Entry], dice: SeededDice) -> WrongDie | None:
    for entry in log:
        event = entry.event
        if not isinstance(event, DiceRolled) or event.origin != "house":
            continue
        try:
            thrown = dice.roll(len(event.faces), event.sides, event.purpose, scope=event.scope)
        except ValueError as fault:
            return WrongDie(entry.seq, f"the house cannot have thrown this: {fault}")
        if thrown.faces != event.faces:
            faces = ", ".join(map(str, thrown.faces))
            return WrongDie(entry.seq, f"the seed gives {faces} for {event.purpose}")
    return None
