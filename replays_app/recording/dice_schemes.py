"""Dice schemes: the commitment in entry 0, and the dice of each step.

Only this module decrypts a running battle's seed (F-13): odds, previews, bots and pages use other dice.
"""

from collections.abc import Sequence
from dataclasses import replace

from darkseas.engine.dice import client_seeds, ledger, provably_fair, seeded
from darkseas.engine.dice.ledger import PUBLIC, Ledger
from darkseas.engine.events import (
    BattleAborted,
    BattleEnded,
    DiceRolled,
    Fact,
    SeedOpened,
    TableWitnessed,
    TurnBegan,
    TurnOpened,
)
from darkseas.engine.orders import CommitSeed, Given, IllegalOrder, OpenSeed
from darkseas.engine.serialization.canonical_json import Json
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor

from . import seeds
from .table_dice import TableDice

HOUSE, TABLE, FAIR = "sha256-1", "table", ledger.SCHEME
SCHEMES = (HOUSE, TABLE, FAIR)
#: The events that end a battle.
ENDINGS = BattleEnded | BattleAborted


def committed(battle: Battle, sides: Sequence[str], seed: bytes) -> dict[str, Json]:
    """Return the dice commitment for entry 0, and store the encrypted seed (32 bytes) if the site rolls."""
    scheme: dict[str, Json] = {"scheme": battle.dice_scheme}
    seeds.seal(battle, seed)
    scheme["seed_hash"] = seeded.seed_hash(seed).hex()
    if battle.dice_scheme == FAIR:
        scheme["turns"] = turns = provably_fair.USUAL_TURNS
        scheme["anchors"] = {
            scope: _chain(battle, seed, scope, turns)[0].hex() for scope in ledger.scopes_of(tuple(sides))
        }
    return scheme


def take_step(
    context: BattleContext,
    full: ReplayCursor,
    given: Given,
    throws: Sequence[Sequence[int]] | None = None,
    nonce: str = "",
) -> tuple[Fact, ...]:
    """Return the facts of one step; ``throws`` are tabletop dice, ``nonce`` is for ds-dice-1 (hex).

    Raises IllegalOrder, and for tabletop dice DiceNeeded and BadThrow.
    """
    scheme = context.battle.dice_scheme
    if throws and scheme != TABLE:
        raise IllegalOrder("The site rolls the dice of this battle.", rule="dice", field="dice")
    if scheme == FAIR and full.ledger is not None:
        return _fair_step(context, full, full.ledger, given, nonce)
    if nonce or isinstance(given.order, CommitSeed | OpenSeed):
        raise IllegalOrder("The dice of this battle need no nonce.", rule="dice", field="order")
    if scheme == TABLE:
        table = table_dice(context, full, throws or ())
        facts = context.rules.take_step(full, given, table)
        table.check_all_used()
        return facts
    house = seeded.SeededDice(_seed(context, full), full.roll_counts)
    return context.rules.take_step(full, given, house)


def table_dice(context: BattleContext, full: ReplayCursor, throws: Sequence[Sequence[int]]) -> TableDice:
    """Return dice entered at the table; the site rolls the throws that players leave to it."""
    house = seeded.SeededDice(_seed(context, full), full.roll_counts) if full.seed_hash else None
    return TableDice(throws, house)


def witnesses_change(
    full: ReplayCursor, witnesses: tuple[str, ...] | None, facts: Sequence[Fact]
) -> list[Fact]:
    """Return the event to record before the step if the dice have other witnesses than before."""
    has_thrown = any(isinstance(fact.event, DiceRolled) and fact.event.origin == TABLE for fact in facts)
    before = full.witnessed or TableWitnessed()
    if witnesses is None or not has_thrown or before.by == witnesses:
        return []
    return [Fact(replace(before, by=witnesses))]


def shown_after(context: BattleContext, full: ReplayCursor, facts: Sequence[Fact]) -> list[Fact]:
    """Return the seeds that the site reveals after a step, each in a separate step.

    The end of the battle reveals the whole seed. In ds-dice-1, the end of each turn reveals the seed of its
    public dice.
    """
    if not full.seed_hash:
        return []
    if any(isinstance(fact.event, ENDINGS) for fact in facts):
        return [Fact(SeedOpened(_seed(context, full).hex()))]
    is_turn_over = any(isinstance(fact.event, TurnBegan) for fact in facts)
    if full.ledger is None or not is_turn_over:
        return []
    after = full.ledger.copy()
    for fact in facts:
        after.apply(fact.event)
    if not after.mixes:
        return []
    seed = _Keys(context, full, after).seed(PUBLIC, after.numbers[PUBLIC])
    mixes = tuple(mix.hex() for mix in after.mixes)
    return [Fact(TurnOpened(full.turn, mixes, {PUBLIC: seed.hex()}))]


def _fair_step(
    context: BattleContext, full: ReplayCursor, before: Ledger, given: Given, nonce: str
) -> tuple[Fact, ...]:
    entry = replace(context.rules.as_given(given), nonce=_sound(before, given, nonce))
    if isinstance(given.order, CommitSeed | OpenSeed):
        followed = client_seeds.events(before, given.side, given.order)
        return (Fact(entry, (given.side,)), *[Fact(event) for event in followed])
    if not before.is_open:
        reason = "First every side commits and opens its seed for the dice."
        raise IllegalOrder(reason, rule=FAIR, field="order")
    now = before.copy()
    now.apply(entry)
    dice = provably_fair.FairDice(_Keys(context, full, now))
    return context.rules.take_step(full, given, dice, entry)


def _sound(before: Ledger, given: Given, nonce: str) -> str:
    """Return the nonce. Raises IllegalOrder unless it is empty, or a side sent 32 bytes."""
    try:
        ledger.unhex(nonce, 0, 32)
    except ValueError as fault:
        raise IllegalOrder(f"The nonce is {fault}.", rule=FAIR, field="nonce") from None
    if nonce and given.side not in before.sides:
        raise IllegalOrder("Only the sides send nonces.", rule=FAIR, field="nonce")
    return nonce


class _Keys(dict[str, bytes]):
    """The keys of a step's dice by scope. A key is derived when the first die of its scope is rolled."""

    def __init__(self, context: BattleContext, full: ReplayCursor, now: Ledger) -> None:
        super().__init__()
        self._context = context
        self._full = full
        self._ledger = now

    def __missing__(self, scope: str) -> bytes:
        number = self._ledger.number(scope)
        if number > self._ledger.turns:
            raise IllegalOrder("This battle has no seeds left and ends here.", rule=FAIR)
        key = self[scope] = self._ledger.key(scope, self.seed(scope, number))
        return key

    def seed(self, scope: str, number: int) -> bytes:
        root = _seed(self._context, self._full)
        return _chain(self._context.battle, root, scope, self._ledger.turns)[number]


def _chain(battle: Battle, root: bytes, scope: str, turns: int) -> list[bytes]:
    last = provably_fair.last_seed(root, battle.pk.bytes, scope)
    return provably_fair.seed_chain(battle.pk.bytes, scope, last, turns)


def _seed(context: BattleContext, full: ReplayCursor) -> bytes:
    """Return the seed of the site's dice; entry 0 has the commitment."""
    return seeds.opened(context.battle, full.seed_hash)
