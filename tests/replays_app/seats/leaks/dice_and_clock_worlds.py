"""Pairs of worlds of battles of other kinds: with dice of both sides, with dice of the table, with clocks."""

from darkseas.engine.events import UMPIRE
from replays_app.models import Clock
from replays_app.projections import whose_turn
from replays_app.recording import at_table
from replays_app.recording.dice_schemes import FAIR, HOUSE, TABLE
from replays_app.recording.start import start
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import plot, seats_of, toy_revision
from tests.support.fair_battles import SIDES, chance, exchange_seeds

from .engine_pairs import SEED
from .worlds import CANARY, MEMBER, Pair, World, have_beside, inhabited
from .worlds import Clock as Time

HOUR = 3600
#: What blue has plotted, and with which nonce; None for nothing.
Secret = tuple[int, int, str] | None
SECRETS: tuple[tuple[Secret, Secret], ...] = (
    ((1, 2, "a"), (3, 1, "b")),
    (None, (2, 1, "a")),
    ((1, 1, "a"), (1, 1, "b")),
)
#: Nobody shells where somebody hides: the dice of the table are two that scout, and the swell.
THROWS = ((4,), (2,), (5,))


def fair(number: int) -> Pair:
    """Dice of ds-dice-1: the last nonce of blue is known to nobody else, nor is its plot."""

    def make(which: int, clock: Time) -> World:
        started = start(toy_revision(), scheme=FAIR, seats=SIDES, seed=SEED)
        clock.go_on()
        exchange_seeds(started.battle)
        world = inhabited(started, "red", "blue", number, which)
        seats = seats_of(started.battle)
        for turn in range(1, 1 + number // 3):
            plot(seats["red"], 1, 1, nonce=chance(f"red {turn}").hex())
            clock.go_on()
            plot(seats["blue"], 2, 1 if turn == 2 else 2, nonce=chance(f"blue {turn}").hex())
            clock.go_on()
        secret = SECRETS[number % 3][which]
        if secret is not None:
            hide, shell, nonce = secret
            plot(seats["blue"], hide, shell, nonce=chance(nonce).hex(), idempotency_key=CANARY)
        have_beside(world, (0, 9)[which], number)
        clock.go_on()
        return world

    return Pair(f"dice of both sides {number}", make)


def at_a_table(number: int) -> Pair:
    """Dice of the table, each side recorded by its own player."""

    def make(which: int, clock: Time) -> World:
        started = start(toy_revision(), scheme=TABLE, seats=SIDES, seed=SEED)
        at_table.open_table(started.battle, SIDES, at_table.JUST_FOUGHT)
        world = inhabited(started, "red", "blue", number, which)
        seats = seats_of(started.battle)
        for _ in range(number % 3):
            clock.go_on()
            plot(seats["red"], 1, 1)
            plot(seats["blue"], 2, 2, throws=THROWS)
        clock.go_on()
        secret = SECRETS[number % 2][which]
        if secret is not None:
            plot(seats["blue"], *secret[:2], idempotency_key=CANARY)
        have_beside(world, (0, 9)[which], number)
        clock.go_on()
        return world

    return Pair(f"dice of the table {number}", make)


def with_clocks(number: int) -> Pair:
    """Clocks: blue took some seconds longer over a plot that nobody saw; then it has plotted again or not."""

    def make(which: int, clock: Time) -> World:
        started = start(toy_revision(), scheme=HOUSE, seats=[*SIDES, UMPIRE], seed=SEED)
        kind = ("each", "bank")[number % 2]
        terms = {"kind": kind, "allowance_s": 10 * HOUR, "increment_s": 60, "at_zero": "loss"}
        Clock.objects.create(battle=started.battle, **terms)
        world = inhabited(started, "red", "blue", 3 * number, which)
        assert world.way == MEMBER
        whose_turn.project(BattleContext.of(started.battle))
        seats, seconds = seats_of(started.battle), (10, 50)[which]
        clock.go_on(seconds / 60)
        plot(seats["blue"], 2, 2)
        clock.go_on(2 - seconds / 60)
        plot(seats["red"], 1, 1)
        clock.go_on(20.5)
        if number % 3 == 2:
            plot(seats["red"], 1, 1)
        elif which:
            plot(seats["blue"], 2, 1, idempotency_key=CANARY)
        have_beside(world, (0, 9)[which], 0)
        clock.go_on(7.25)
        return world

    return Pair(f"clocks {number}", make)
