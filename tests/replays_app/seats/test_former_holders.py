"""Who has left a seat acts for it no more, though their request was let in while they held it."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event, Thread

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from darkseas.engine.events import UMPIRE
from darkseas.engine.orders import IllegalOrder
from replays_app.live.chat import store as chat
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import Battle, Challenge, ChatLine, Clock, Handover, Holding, Pause, Receipt, Seat
from replays_app.recording import orders, rulings
from replays_app.recording.dice_schemes import HOUSE, TABLE
from replays_app.recording.needed_dice import next_throw
from replays_app.recording.orders import Order
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import handovers, holidays, taking_seats, umpires, visitor_to_member
from replays_app.seats.viewer_seat import Holder, held_seat
from tests.replays_app.clocked import clocked
from tests.replays_app.recording.table_battles import suggested_order, table_battle
from tests.support.builders import forms_of, seats_of, toy_revision
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

END = "battle_ended"


def begun(scheme: str = HOUSE, **names: str) -> Battle:
    """A battle with members in its seats, and one for an umpire."""
    holders = {side: Holder(member=member(name)) for side, name in names.items()}
    return begin(toy_revision(), holders, scheme, has_umpire=True)


def seat_of(battle: Battle, name: str, side: str = "") -> Seat:
    """The seat that a member holds, as a request finds it."""
    seat = held_seat(Holder(member=member(name)), battle.pk, side)
    assert seat is not None
    return seat


def hand_over(seat: Seat, name: str) -> None:
    """Somebody else has the seat from the next entry on."""
    holding = Holding.objects.get(seat=seat, to_entry=None)
    taking_seats.change(holding, Holder(member=member(name)), log_store.length(seat.battle_id))


def the_end(context: BattleContext, seat: Seat, key: str = "k") -> int:
    """Rule from a seat that its battle is over."""
    length, _ = forms_of(seat)
    return rulings.rule(context, seat, Order(END, {"winner": ""}, length, key), "We are tired.")


@every_case("deed", ["ask", "agree", "decline", "chat", "offer"])
def test_deed_of_a_former_holder_leaves_nothing(deed: str) -> None:
    battle = clocked()
    clock = Clock.objects.get(battle=battle)
    seat, holding = seat_of(battle, "bob"), Holding.objects.get(member=member("bob"))
    if deed in ("agree", "decline"):
        holidays.ask(clock, seat_of(battle, "ann"), 3)
    hand_over(seat, "cat")
    deeds: dict[str, Callable[[], object]] = {
        "ask": lambda: holidays.ask(clock, seat, 60),
        "agree": lambda: holidays.agree(clock, seat, 3, timezone.now()),
        "decline": lambda: holidays.decline(clock, seat),
        "chat": lambda: chat.write(seat, Holder(member=member("bob")), "Still me.", chat.SEATS),
        "offer": lambda: handovers.offer(holding),
    }
    with pytest.raises(taking_seats.SeatGone):
        deeds[deed]()
    asked = list(Pause.objects.values_list("days", "begins_at"))
    assert asked == ([(3, None)] if deed in ("agree", "decline") else [])
    assert not ChatLine.objects.exists()
    assert not Handover.objects.exists()


def test_dice_that_a_former_holder_asks_for_bind_nobody() -> None:
    battle = table_battle("first-night", "ann", "bob")
    seat = seat_of(battle, "ann")
    body = suggested_order(logged_in("ann"), battle, seat.side)
    hand_over(seat, "cat")
    order = Order(body["order"], body["blanks"], body["expected"])
    with pytest.raises(taking_seats.SeatGone):
        next_throw(BattleContext.of(battle), seat, order, sees_all=False)
    assert not Receipt.objects.filter(seat=seat).exists()


def test_umpire_who_has_left_rules_nothing_and_leaves_once() -> None:
    battle = begun(red="ann", blue="bob")
    taking_seats.sit(battle.seats.get(side=UMPIRE), Holder(member=member("uma")), 0)
    seat, holding = seat_of(battle, "uma"), Holding.objects.get(member=member("uma"))
    umpires.leave(holding, log_store.length)
    length = log_store.length(battle.pk)
    with pytest.raises(taking_seats.SeatGone):
        the_end(BattleContext.of(battle), seat)
    with pytest.raises(taking_seats.SeatGone):
        umpires.leave(holding, log_store.length)
    assert log_store.length(battle.pk) == length


@pytest.mark.parametrize("meanwhile", ["handed over", "umpire sits"])
def test_recorder_of_all_sides_rules_no_more(meanwhile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes between the first look, at who may rule, and the entry."""
    battle = begun(TABLE, red="ann", blue="ann")
    context, seat = BattleContext.of(battle), seat_of(battle, "ann", "red")
    give = orders.give_ruling

    def overtaken(*given: object) -> object:
        if meanwhile == "handed over":
            for one in seats_of(battle).values():
                if one.side != UMPIRE:
                    hand_over(one, "cat")
        else:
            taking_seats.sit(battle.seats.get(side=UMPIRE), Holder(member=member("uma")), 0)
        return give(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(rulings, "give_ruling", overtaken)
    refused = taking_seats.SeatGone if meanwhile == "handed over" else IllegalOrder
    length = log_store.length(battle.pk)
    with pytest.raises(refused):
        the_end(context, seat)
    assert log_store.length(battle.pk) == length


@pytest.mark.django_db(transaction=True)
def test_nobody_becomes_umpire_while_their_side_as_a_visitor_is_claimed() -> None:
    """The last consent to an umpire comes while they take a visitor's battle, their own, into the account."""
    cache.clear()
    key = "0" * 64
    revision = toy_revision()
    holders = {"red": Holder(visitor=key), "blue": Holder(member=member("bob"))}
    battle = begin(revision, holders, HOUSE, has_umpire=True)
    challenge = Challenge.objects.create(
        revision=revision, member=member("bob"), battle=battle, umpire=member("jo"), token="t" * 32,
        umpire_token="u" * 32, state=Challenge.State.ACCEPTED, dice=HOUSE,
    )  # fmt: skip
    seats = list(battle.seats.exclude(side=UMPIRE))
    is_claimed = Event()

    def consent() -> None:
        is_claimed.wait(10)
        umpires.agree(challenge, "jo", seats, log_store.length)
        connection.close()

    other = Thread(target=consent)
    other.start()
    with transaction.atomic():
        assert visitor_to_member.claim(member("jo"), key) == 1
        is_claimed.set()
        other.join(timedelta(seconds=1).total_seconds())
    other.join()
    held = Holding.objects.filter(member=member("jo"), to_entry=None).values_list("seat__side", flat=True)
    assert list(held) == ["red"]
