"""Recording a battle: it begins, orders are given, it ends. Everything here ends in `log.append`.

An order is decided on the newest state; when another one was first, it is decided again, but only if
what came between is hidden from its giver (decision 10): nobody's order is applied to a position that
he has not seen.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.db import IntegrityError, transaction

from darkseas.engine.dice import rolls
from darkseas.engine.events import UMPIRE, BattleBegan, BattleEnded, Entry, Fact, SeedOpened, TurnBegan
from darkseas.engine.orders import IllegalOrder, OrderForm
from darkseas.engine.play import steps
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules import registry
from replays_app import projections
from replays_app.log import store as log
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Receipt, Seat
from replays_app.replay import readings
from replays_app.replay.perspectives import ALL, may_see, of_seat, told
from replays_app.replay.readings import Reading
from scenarios_app.models import Revision
from scenarios_app.revisions.store import spec_of

from . import seeds
from .table_dice import BadThrow, TableDice

HOUSE, TABLE = "sha256-1", "table"
SCHEMES = (HOUSE, TABLE)

#: How often an order is decided again before its giver is told to look again.
TRIES = 12
#: Longest wait before deciding again, in milliseconds, for each time that it was tried.
_BACK_OFF_MS = 8


class BattleOver(Exception):
    """No order can be given any more: the battle has ended, or its log is broken."""


class UnknownSeat(LookupError):
    """A seat was asked for that the scenario has not."""


class OtherRequest(Exception):
    """The idempotency key was used for another order."""


_REFUSALS = (LogConflict, BattleOver, IllegalOrder, rolls.DiceNeeded, BadThrow)


@dataclass(frozen=True, slots=True)
class Started:
    """A battle that has begun, and the token of each seat that was asked for, shown only now."""

    battle: Battle
    tokens: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat is told of its order: canonical JSON, and whether it was told so before."""

    data: bytes
    is_replay: bool = False


# --- beginning ---------------------------------------------------------------------------


def start(
    revision: Revision,
    *,
    scheme: str = HOUSE,
    seats: Sequence[str] | None = None,
    seed: bytes | None = None,
    title: str = "",
) -> Started:
    """Begin a battle: entry 0 is written, the seats get their tokens.

    ``seats`` are the sides that get a token, and `umpire` if wanted; None for all sides. ``seed``
    (32 bytes) is for reruns and tests. Raises BadScenario when the rules cannot fight the revision,
    UnknownSeat, LookupError for a rules system that is not ours, ValueError for an unknown scheme of
    dice.
    """
    spec = spec_of(revision)
    system = registry.system(spec.system)
    system.initial_state(spec)
    sides = [side.key for side in spec.sides]
    wanted = sides if seats is None else list(seats)
    if set(wanted) - {*sides, UMPIRE}:
        raise UnknownSeat("a seat is of no side of this scenario")
    if scheme not in SCHEMES:
        raise ValueError(f"dice are one of {', '.join(SCHEMES)}")
    with transaction.atomic():
        battle = Battle.objects.create(
            id=uuid4(),
            revision=revision,
            title=title or spec.title,
            system=system.key,
            release=registry.RELEASE,
            dice_scheme=scheme,
        )
        places = sides + [UMPIRE] * (UMPIRE in wanted)
        tokens = {side: secrets.token_urlsafe(32) for side in wanted}
        seated = _seat(battle, places, tokens)
        _write_beginning(battle, seated, write(spec), seed or secrets.token_bytes(rolls.SEED_BYTES))
    projections.project(battle)
    return Started(battle, tokens)


def _seat(battle: Battle, places: Sequence[str], tokens: Mapping[str, str]) -> dict[str, str]:
    """Make the seats and return their participants."""
    participants = {side: secrets.token_hex(16) for side in places}
    Seat.objects.bulk_create(
        Seat(
            battle=battle,
            side=side,
            participant=participants[side],
            token_hash=token_hash(tokens[side]) if side in tokens else None,
        )
        for side in places
    )
    return participants


def _write_beginning(battle: Battle, seated: Mapping[str, str], scenario: Json, seed: bytes) -> None:
    scheme: dict[str, Json] = {"scheme": battle.dice_scheme}
    if battle.dice_scheme == HOUSE:
        seeds.seal(battle, seed)
        scheme["seed_hash"] = rolls.seed_hash(seed).hex()
    began = BattleBegan(battle.pk.hex, battle.system, battle.release, scenario, scheme, seated)
    log.append(battle.pk, 0, 0, [Fact(began)])


def token_hash(token: str) -> str:
    """Return what is kept of a seat's token."""
    return sha256(token.encode()).hexdigest()


# --- orders ------------------------------------------------------------------------------


def forms(seat: Seat) -> tuple[int, tuple[OrderForm, ...]]:
    """Return how many entries the seat knows, and the order forms that it may fill now."""
    reading = readings.newest(seat.battle, of_seat(seat))
    if seat.side == UMPIRE or reading.is_over:
        return reading.length, ()
    return reading.length, readings.system_of(seat.battle).legal_orders(reading.state, seat.side)


def give_order(
    seat: Seat,
    name: str,
    blanks: Json,
    *,
    expected: int,
    idempotency_key: str | None = None,
    throws: Sequence[Sequence[int]] | None = None,
) -> Answer:
    """Give an order from a seat, and answer with what the seat may know of what followed.

    ``expected`` is the number of entries that the seat knows of: LogConflict, with the number that
    there is, when there is more to look at first. ``throws`` are dice of the table, all that the
    order needs; DiceNeeded names the next one. The same key and order again gives the same answer
    again; OtherRequest for the same key and another order. Raises IllegalOrder, BadThrow, BattleOver.
    """
    request = _Request(seat, name, blanks, expected, idempotency_key, throws)
    for attempt in range(TRIES):
        answer = request.earlier_answer()
        if answer is not None:
            return answer
        try:
            whole, own = request.look()
            facts = request.decide(whole)
        except _REFUSALS:
            # A copy of this request may have been first: then it was no refusal.
            answer = request.earlier_answer()
            if answer is not None:
                return answer
            raise
        try:
            data = request.record(whole, own, facts)
        except (LogConflict, IntegrityError):
            time.sleep(secrets.randbelow(1 + _BACK_OFF_MS * (attempt + 1)) / 1000)
            continue
        _after(seat.battle, facts)
        return Answer(data)
    raise LogConflict(expected, readings.newest(seat.battle, of_seat(seat)).length)


def _after(battle: Battle, facts: Sequence[Fact]) -> None:
    """Make the rows anew where a step began a turn or ended the battle."""
    if any(isinstance(fact.event, TurnBegan | BattleEnded) for fact in facts):
        battle.refresh_from_db(fields=["status"])
        projections.project(battle)


@dataclass(frozen=True, slots=True)
class _Request:
    """One order on its way into the log."""

    seat: Seat
    name: str
    blanks: Json
    expected: int
    key: str | None
    throws: Sequence[Sequence[int]] | None

    def earlier_answer(self) -> Answer | None:
        """Return what this key was answered before."""
        if self.key is None:
            return None
        receipt = Receipt.objects.filter(seat=self.seat, key=self.key).first()
        if receipt is None:
            return None
        if bytes(receipt.request_hash) != self.hash():
            raise OtherRequest(self.key)
        return Answer(bytes(receipt.answer), is_replay=True)

    def hash(self) -> bytes:
        """Return what tells this request from another one."""
        said = {"order": self.name, "blanks": self.blanks, "expected": self.expected, "dice": self.throws}
        return sha256(canonical_json.encode(said)).digest()

    def look(self) -> tuple[Reading, Reading]:
        """Return the whole reading and the giver's own, which must be as long as he expects.

        The whole one first: whatever else comes in before the own one is read is then not decided on.
        """
        battle = self.seat.battle
        whole = readings.newest(battle, ALL)
        own = readings.newest(battle, of_seat(self.seat))
        if own.length != self.expected:
            raise LogConflict(self.expected, own.length)
        if whole.is_over or battle.is_open or battle.broken_at is not None:
            raise BattleOver
        return whole, own

    def decide(self, whole: Reading) -> tuple[Fact, ...]:
        """Return the facts of the step."""
        system = readings.system_of(self.seat.battle)
        given = steps.read_order(system, self.seat.side, self.name, self.blanks)
        if self.seat.battle.dice_scheme == TABLE:
            table = TableDice(self.throws or ())
            facts = steps.take(system, whole.state, given, table)
            table.check_all_used()
            return facts
        if self.throws:
            raise IllegalOrder("The house throws the dice of this battle.", rule="dice", field="dice")
        began = log.read(self.seat.battle.pk, 0, 1)[0].event
        seed = seeds.opened(self.seat.battle, _committed(began))
        return steps.take(system, whole.state, given, rolls.SeededDice(seed, whole.asked))

    def record(self, whole: Reading, own: Reading, facts: Sequence[Fact]) -> bytes:
        """Append the step, keep the answer, and close the battle if the step ended it."""
        with transaction.atomic():
            entries = log.append(
                self.seat.battle.pk, whole.position, whole.stored_step + 1, facts, self.seat.participant
            )
            if any(isinstance(fact.event, BattleEnded) for fact in facts):
                entries += _close(self.seat.battle, entries[-1])
            data = _answer(self.seat, own, entries)
            if self.key is not None:
                Receipt.objects.create(seat=self.seat, key=self.key, request_hash=self.hash(), answer=data)
        return data


def _committed(began: Any) -> str:
    return str(began.dice["seed_hash"])


def _answer(seat: Seat, own: Reading, entries: Sequence[Entry]) -> bytes:
    codec = log.codec_of(seat.battle.system)
    setters = readings.system_of(seat.battle).setters
    lines = []
    for entry in entries:
        if may_see(own.perspective, entry.audience):
            own.take(setters, entry)
            lines.append(told(codec, entry, own.length - 1, own.step))
    return canonical_json.encode({"battle": seat.battle.pk.hex, "length": own.length, "entries": lines})


def _close(battle: Battle, last: Entry) -> list[Entry]:
    """End a battle: the seed is opened, for everybody to check the dice."""
    entries = []
    if battle.dice_scheme == HOUSE:
        seed = seeds.opened(battle, _committed(log.read(battle.pk, 0, 1)[0].event))
        entries = log.append(battle.pk, last.seq + 1, last.step + 1, [Fact(SeedOpened(seed.hex()))])
        seeds.forget(battle)
    Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.FINISHED)
    return entries
