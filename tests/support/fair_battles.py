"""Battles of the toy with dice of ds-dice-1: sides that seal and open seeds, and put in nonces."""

from hashlib import sha256
from typing import Any

from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.dice.provably_fair import client_commitment
from replays_app.models import Battle, Seat
from replays_app.recording.dice_schemes import FAIR
from replays_app.recording.orders import Answer
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL
from tests.support.builders import forms_of, give, plot, seats_of, toy_started

SIDES = ("red", "blue")


def chance(name: str) -> bytes:
    """32 bytes that look like chance and are the same for ever."""
    return sha256(name.encode()).digest()


def fair_started(**changes: Any) -> Battle:
    """A battle that has begun and waits for the seeds of its sides."""
    return toy_started(**{"scheme": FAIR, **changes}).battle


def commit(seat: Seat, text: str | None = None, **more: Any) -> Answer:
    """Seal a seat's seed, the same one each time, or what else is given as its commitment."""
    text = (
        client_commitment(seat.battle.pk.bytes, seat.side, chance(seat.side)).hex() if text is None else text
    )
    return now(seat, "commit_seed", {"commit": text}, **more)


def open_seed(seat: Seat, text: str | None = None, **more: Any) -> Answer:
    """Open a seat's seed, or what else is given as one."""
    return now(seat, "open_seed", {"seed": chance(seat.side).hex() if text is None else text}, **more)


def now(seat: Seat, order: str, blanks: Any, **more: Any) -> Answer:
    """Give an order knowing all that the seat knows."""
    length, _ = forms_of(seat)
    return give(seat, order, blanks, **{"expected": length, **more})


def exchange_seeds(battle: Battle) -> None:
    """Seal the seeds of both sides, then open them; nobody is the umpire."""
    seats = seats_of(battle)
    for seat in seats.values():
        commit(seat)
    for seat in seats.values():
        open_seed(seat)


def fair_open(**changes: Any) -> Battle:
    """A battle whose seeds are open, so that it can be fought."""
    battle = fair_started(**changes)
    exchange_seeds(battle)
    return battle


def ledger_of(battle: Battle) -> Ledger:
    """What the battle's whole log says of seeds and nonces."""
    ledger = cursor_cache.newest(BattleContext.of(battle), ALL).ledger
    assert ledger is not None
    return ledger


def fight_fair_turns(battle: Battle, turns: int, first: int = 1) -> None:
    """As `fight_turns`, each plot with a nonce of its own."""
    seats = seats_of(battle)
    for turn in range(first, first + turns):
        plot(seats["red"], 1, 2 if turn == 2 else 1, nonce=chance(f"red {turn}").hex())
        plot(seats["blue"], 2, 1 if turn == 3 else 2, nonce=chance(f"blue {turn}").hex())
