"""Battles in which members are called who want to be told so."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from replays_app.live.notifications import due_notifications
from replays_app.models import Battle, Holding, Notice, Seat, Wish
from replays_app.projections import whose_turn as call_rows
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import seats_of, toy_started
from tests.support.members import member


def battle_between(red: str, blue: str, **wishes: Any) -> Battle:
    """A battle between two members, or bots, in which red wants letters, or what is asked for."""
    Wish.objects.update_or_create(member=member(red), defaults={"letters": Wish.Letters.AT_ONCE, **wishes})
    battle = toy_started(seats=()).battle
    for seat, name in zip(seats_of(battle).values(), (red, blue), strict=True):
        is_bot = name in Holding.Bot.values
        taking_seats.sit(seat, Holder(bot=name) if is_bot else Holder(member=member(name)), 0)
    call_rows.project(BattleContext.of(battle))
    return battle


def red_of(battle: Battle) -> Seat:
    """The seat of the side that is told."""
    return seats_of(battle)["red"]


def note_later() -> list[Notice]:
    """Look who is called, a while after the last that happened, and return what waits to be sent."""
    due_notifications.note(timezone.now() + timedelta(minutes=1))
    waiting = Notice.objects.filter(state=Notice.State.WAITING)
    waiting.update(due_at=timezone.now())
    return list(waiting.order_by("made_at"))
