"""Worlds: a database with one battle that is being fought, the people around it, and a side's secrets.

Every world begins at the same moment, its clock goes the same way, and its battles have the same ids, so that
of two worlds even these are equal. One is thrown away before the next is made: lists show but one.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256, shake_128
from itertools import count
from uuid import UUID

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from darkseas.engine.events import UMPIRE, Fact, OrderGiven, TurnBegan
from darkseas.engine.orders import IllegalOrder
from darkseas.members.models import Member
from replays_app import projections
from replays_app.live.chat import store as chat
from replays_app.log import store as log_store
from replays_app.models import Battle, ChatLine, Holding, Seat, Wish
from replays_app.projections import whose_turn
from replays_app.recording import start as beginning
from replays_app.recording import unsent_orders
from replays_app.recording.orders import Order, give_order, legal_forms
from replays_app.recording.start import Started, start
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import presence, taking_seats
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish
from tests.support.builders import plot, seats_of, toy_revision
from tests.support.members import member

from .engine_pairs import SEED, PairOfLogs, chooser_of

#: Stands in all that a side writes for itself.
CANARY = "canary-5f2e81c07d"
#: How the opponent came to their seat.
MEMBER, VISITOR, TOKEN = "member", "visitor", "token"
WAYS = (MEMBER, VISITOR, TOKEN)
VISITOR_KEY = "v" * 43
ELSEWHERE = "elsewhere"


class Clock:
    """The time of a world, which goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """What the site takes for now."""
        return self.now

    def go_on(self, minutes: float = 1) -> None:
        """Let so many minutes pass."""
        self.now += timedelta(minutes=minutes)


@dataclass(frozen=True)
class World:
    """A battle, the side that looks and how it came to its seat, and the side that has secrets."""

    battle: Battle
    opponent: str
    hidden: str
    way: str
    tokens: Mapping[str, str]
    which: int

    def go_on_in_secret(self, *, from_seats: bool) -> None:
        """Add what nobody but one side may know; the second world alone goes on.

        What the seats write to each other is no secret ``from_seats``.
        """
        if self.which:
            writer = seats_of(self.battle)[self.hidden]
            ChatLine.objects.create(seat=writer, audience=chat.OWN, text=CANARY)
            if not from_seats:
                ChatLine.objects.create(seat=writer, audience=chat.SEATS, text=CANARY)
            fact = Fact(OrderGiven(self.hidden, "no-such", {}), (self.hidden,))
            length = log_store.length(self.battle.pk)
            log_store.append(self.battle.pk, length, length + 1000, [fact])

    @property
    def seat(self) -> Seat:
        """The opponent's."""
        return seats_of(self.battle)[self.opponent]


@dataclass(frozen=True)
class Pair:
    """Two worlds: how each is made, and which ones they are."""

    name: str
    make: Callable[[int, Clock], World]


@contextmanager
def lived_in(pair: Pair, which: int) -> Iterator[World]:
    """Make a world, and throw it away afterwards."""
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        clock = Clock()
        patch.setattr(timezone, "now", clock)
        _number_chance(patch, pair.name)
        cache.clear()
        mail.outbox = []
        yield pair.make(which, clock)
        transaction.set_rollback(True)
    cache.clear()


def _number_chance(patch: pytest.MonkeyPatch, name: str) -> None:
    """Make ids, participants, tokens and the salts of equal beginnings the same in both worlds."""
    ids, salts = count(), count()

    def number(length: int = 16) -> str:
        return sha256(f"{name}/{next(ids)}".encode()).hexdigest()[: 2 * length]

    patch.setattr(beginning, "uuid4", lambda: UUID(number()))
    patch.setattr(secrets, "token_hex", number)
    patch.setattr(secrets, "token_urlsafe", number)
    patch.setattr(log_store, "urandom", lambda length: shake_128(b"%d" % next(salts)).digest(length))


# --- the people ----------------------------------------------------------------------------------


def inhabited(started: Started, opponent: str, hidden: str, number: int, which: int) -> World:
    """Let people sit down: the opponent in one of three ways, bert with secrets, carl in another battle."""
    seats, way = seats_of(started.battle), WAYS[number % 3]
    if way != TOKEN:
        sit(seats[opponent], _opponent(way))
    sit(seats[hidden], Holder(member=wishing("bert")))
    elsewhere = start(toy_revision(ELSEWHERE), seed=SEED).battle
    sit(seats_of(elsewhere)["red"], Holder(member=member("carl")))
    for battle in (started.battle, elsewhere):
        whose_turn.project(BattleContext.of(battle))
    member("dora")
    Member.objects.update(date_joined=timezone.now())
    return World(started.battle, opponent, hidden, way, started.tokens, which)


def _opponent(way: str) -> Holder:
    if way == VISITOR:
        return Holder(visitor=token_hash(VISITOR_KEY))
    return Holder(member=wishing("anna"))


def wishing(name: str) -> Member:
    """A member who wants letters and webhooks."""
    person = member(name)
    wishes = {"letters": Wish.Letters.AT_ONCE, "webhook_url": f"https://example.org/{name}"}
    Wish.objects.get_or_create(member=person, defaults={**wishes, "webhook_secret": "s"})
    return person


def sit(seat: Seat, holder: Holder) -> None:
    """Let somebody sit in an empty seat; the row's own clock is the world's too."""
    holding = taking_seats.sit(seat, holder, 0)
    Holding.objects.filter(pk=holding.pk).update(since=timezone.now())


def succeed(seat: Seat, name: str) -> None:
    """Let somebody else go on in a seat, from the next entry on."""
    holding = Holding.objects.select_related("seat").get(seat=seat, to_entry=None)
    successor = Holder(member=wishing(name))
    following = taking_seats.change(holding, successor, log_store.length(seat.battle_id))
    Holding.objects.filter(pk=following.pk).update(since=timezone.now())
    Member.objects.filter(username=name).update(date_joined=timezone.now())
    whose_turn.project(BattleContext.of(seat.battle))


def beside(seat: Seat, lines: int) -> None:
    """What a side has beside the log: so many lines of an unsent order, notes, and orders refused."""
    if lines:
        unsent_orders.keep(seat, {"order": CANARY, "blanks": {"moves": [{"block": CANARY}] * lines}})
        presence.note(seat.pk)
    person = Holder(member=member("bert"))
    for number in range(lines):
        chat.write(seat, person, f"{CANARY} {number}", chat.OWN)
        length, _ = legal_forms(BattleContext.of(seat.battle), seat)
        order = Order("no such order", {"canary": CANARY}, length, f"{CANARY}-{number}")
        with pytest.raises(IllegalOrder):
            give_order(BattleContext.of(seat.battle), seat, order)


# --- the coves -----------------------------------------------------------------------------------


#: A plot that blue has given, where it hides and what it shells; none for none.
BluePlot = tuple[int, int] | None


def coves(number: int) -> Pair:
    """A battle of the toy: blue has plotted this or that, or nothing, after turns that are the same."""
    chooser = chooser_of("coves", number)
    turns = [(1 + chooser.below(3), 1 + chooser.below(3)) for _ in range(chooser.below(4))]
    first = (1 + chooser.below(3), 1 + chooser.below(3))
    second: BluePlot = None if chooser.below(2) else (1 + first[0] % 3, 1 + chooser.below(3))
    return coves_with(number, (first, second), (chooser.below(3), 3 + chooser.below(7)), turns)


def coves_with(
    number: int,
    plots: tuple[BluePlot, BluePlot],
    lines: tuple[int, int] = (0, 9),
    turns: Sequence[tuple[int, int]] = ((1, 2),),
) -> Pair:
    """The worlds of these plots, and of what blue has beside the log; ``turns`` say who hides where."""

    def make(which: int, clock: Clock) -> World:
        started = start(toy_revision(), seats=["red", "blue", UMPIRE], seed=SEED)
        world = inhabited(started, "red", "blue", number, which)
        seats = seats_of(started.battle)
        for turn, (red, blue) in enumerate(turns):
            clock.go_on()
            plot(seats["red"], red, 1 + (blue - bool(turn == 1)) % 3)
            clock.go_on()
            plot(seats["blue"], blue, 1 + red % 3, idempotency_key=f"{CANARY}-turn-{turn}")
        clock.go_on()
        secret = plots[which]
        if secret is not None:
            plot(seats["blue"], *secret, idempotency_key=CANARY)
        clock.go_on()
        have_beside(world, lines[which], number)
        clock.go_on()
        return world

    return Pair(f"coves {number}", make)


def after_something_hidden() -> Pair:
    """Blue has done something that nobody knows of, or nothing; then red plots."""
    before = coves_with(0, (None, None), (0, 0))

    def make(which: int, clock: Clock) -> World:
        world = before.make(which, clock)
        world.go_on_in_secret(from_seats=True)
        plot(world.seat)
        return world

    return Pair("after something hidden", make)


def have_beside(world: World, lines: int, number: int) -> None:
    """What the hidden side has beside the log; and who goes on for whom."""
    beside(seats_of(world.battle)[world.hidden], lines)
    _change_seats(world, number)


def _change_seats(world: World, number: int) -> None:
    """In every other world somebody goes on for somebody else: here or there."""
    if number % 4 == 1:
        succeed(seats_of(world.battle)[world.hidden], "berta")
    if number % 4 == 3 and world.way == MEMBER:
        succeed(world.seat, "anne")


# --- battles that were fought by the engine alone --------------------------------------------------


def stored(name: str, logs: PairOfLogs, number: int) -> Pair:
    """The worlds of a pair of logs."""
    lines = (number % 3, 3 + number % 5)

    def make(which: int, clock: Clock) -> World:
        started = start(publish(logs.spec), seed=SEED)
        world = inhabited(started, logs.opponent, logs.hidden, number, which)
        _record(started.battle, logs, which, clock)
        clock.go_on()
        have_beside(world, lines[which], number)
        clock.go_on()
        return world

    return Pair(name, make)


def _record(battle: Battle, logs: PairOfLogs, which: int, clock: Clock) -> None:
    """Write the steps down, and after each that is not common tell who is called, as a given order does."""
    seats, length, context = seats_of(battle), 1, BattleContext.of(battle)
    for number, (side, facts) in enumerate(logs.logs[which]):
        clock.go_on()
        log_store.append(battle.pk, length, number + 1, facts, seats[side].participant)
        length += len(facts)
        if any(isinstance(event, TurnBegan) for event, _ in facts):
            projections.project(context, seats[side])
        elif number + 1 >= logs.common:
            whose_turn.project(context, seats[side])
