"""The sides' seeds in ds-dice-1: every side commits to a seed before the first roll, then reveals it.

Both orders are common to all systems. A side without a seed commits "none" and need not reveal anything; bots
and plain forms do this. A side that has lost its seed says so, and the battle is abandoned on record.
"""

from ..events import BattleAborted, ClientSeedCommitted, ClientSeedOpened
from ..orders import Choice, CommitSeed, IllegalOrder, OpenSeed, OrderForm
from .ledger import SCHEME, Ledger, unhex
from .provably_fair import client_commitment

COMMIT, OPEN = "commit_seed", "open_seed"
NONE, LOST = "none", "lost"

#: Events that these orders may cause.
SeedEvent = ClientSeedCommitted | ClientSeedOpened | BattleAborted


def forms(ledger: Ledger, side: str) -> tuple[OrderForm, ...]:
    """Return the forms a side must fill before the rules begin; none while it waits for others."""
    if side not in ledger.commits:
        blank = Choice("commit", "Commitment to your seed", (NONE,))
        why = "Before the first roll, every side commits to its own seed, or contributes none."
        return (OrderForm(COMMIT, "Seal your seed for the dice", SCHEME, (blank,), because=why),)
    if ledger.is_committed and side not in ledger.client_seeds:
        blank = Choice("seed", "Your seed", (LOST,))
        why = (
            "Your seed is in the browser where you sealed it. Open the battle there, and it will continue "
            "automatically. Report the seed as lost only if you can no longer use that browser: the battle "
            "is then abandoned without a winner."
        )
        return (OrderForm(OPEN, "Open your seed for the dice", SCHEME, (blank,), because=why),)
    return ()


def events(ledger: Ledger, side: str, order: CommitSeed | OpenSeed) -> tuple[SeedEvent, ...]:
    """Return the events that follow from a side's order. Raise IllegalOrder if the order is not due or the
    seed does not match the commitment.
    """
    if side not in ledger.sides:
        raise _refusal("Only sides can contribute seeds.", "side")
    if isinstance(order, CommitSeed):
        return _committed(ledger, side, order.commit)
    return _opened(ledger, side, order.seed)


def waited_for(ledger: Ledger) -> tuple[str, ...]:
    """Return the sides whose commitment or seed is missing."""
    given = ledger.client_seeds if ledger.is_committed else ledger.commits
    return tuple(side for side in ledger.sides if side not in given)


def _committed(ledger: Ledger, side: str, text: str) -> tuple[SeedEvent, ...]:
    if side in ledger.commits:
        raise _refusal("You have already sealed your seed.", "order")
    commit = _no_seed(ledger, side) if text == NONE else _bytes(text, "blanks.commit")
    committed: tuple[SeedEvent, ...] = (ClientSeedCommitted(side, commit.hex()),)
    commits = {**ledger.commits, side: commit}
    if len(commits) < len(ledger.sides):
        return committed
    declined = [other for other in ledger.sides if commits[other] == _no_seed(ledger, other)]
    return (*committed, *[ClientSeedOpened(other, "") for other in declined])


def _opened(ledger: Ledger, side: str, text: str) -> tuple[SeedEvent, ...]:
    if not ledger.is_committed:
        raise _refusal("Wait until every side has sealed its seed.", "order")
    if side in ledger.client_seeds:
        raise _refusal("You have already opened your seed.", "order")
    if text == LOST:
        return (BattleAborted((side,), "a seed for the dice was sealed and then lost."),)
    seed = _bytes(text, "blanks.seed")
    if client_commitment(ledger.battle, side, seed) != ledger.commits[side]:
        raise _refusal("This is not the seed that you sealed.", "blanks.seed")
    return (ClientSeedOpened(side, text),)


def _no_seed(ledger: Ledger, side: str) -> bytes:
    return client_commitment(ledger.battle, side, b"")


def _bytes(text: str, place: str) -> bytes:
    try:
        return unhex(text, 32)
    except ValueError:
        raise _refusal("Enter 32 bytes as 64 digits 0-9 and a-f.", place) from None


def _refusal(reason: str, place: str) -> IllegalOrder:
    return IllegalOrder(reason, rule=SCHEME, field=place)
