"""One worker sends everything: nobody's webhook that says nothing holds up what others wait for."""

import socket
from collections.abc import Mapping
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.utils import timezone

from replays_app.live.notifications import deliveries, public_addresses, tasks, webhooks
from replays_app.live.notifications.public_addresses import BadAddress, Target, target_of
from replays_app.models import Notice, Wish
from replays_app.projections import whose_turn as call_rows
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import seats_of, toy_started
from tests.support.members import member

from .members_to_move import battle_between, note_later

pytestmark = pytest.mark.django_db
HOOK = {"letters": Wish.Letters.NEVER, "webhook_url": "https://hook.example/a"}
#: What a webhook that says nothing takes, in seconds of `Silence`.
WAITED_S = 5.0


class Silence:
    """A host that takes the connection and says nothing, and the clock that runs meanwhile."""

    def __init__(self) -> None:
        self.now, self.asked = 0.0, 0

    def post(self, *_: Any) -> None:
        """Wait for an answer that does not come."""
        self.asked += 1
        self.now += WAITED_S
        raise webhooks.NotTaken("TimeoutError", is_silent=True)

    def clock(self) -> float:
        """What the clock says."""
        return self.now


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Silence:
    """All webhooks are silent."""
    silent = Silence()
    monkeypatch.setattr(webhooks, "post", silent.post)
    return silent


def target_without_asking(url: str) -> Target:
    """Where a webhook leads, without asking anybody."""
    return target_of(url, lambda _: ["93.184.216.34"])


def turn(silent: Silence) -> None:
    """Send what is due to webhooks, as one turn of the worker does."""
    hooks = [notice.pk.hex for notice in deliveries.due(timezone.now())]
    deliveries.deliver_webhooks(hooks, target_without_asking, silent.clock)


def another_battle(name: str, wish: Mapping[str, Any] | None = None) -> None:
    """One more battle in which this member is called; with a wish, the first."""
    battle = toy_started(seats=()).battle
    for seat, who in zip(seats_of(battle).values(), (name, f"{name}s-opponent"), strict=True):
        taking_seats.sit(seat, Holder(member=member(who)), 0)
    if wish is not None:
        Wish.objects.create(member=member(name), **wish)
    call_rows.project(BattleContext.of(battle))


def test_a_silent_webhook_is_left_alone_with_all_its_member_has_for_it(silence: Silence) -> None:
    another_battle("ann", HOOK)
    another_battle("ann")
    assert len(note_later()) == 2
    turn(silence)
    another_battle("ann")
    note_later_without_haste()
    turn(silence)
    assert silence.asked == 1
    for wait in (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)):
        _let_pass(wait)
        turn(silence)
    assert silence.asked == 4
    assert max(Notice.objects.values_list("attempts", flat=True)) == 4


def test_a_silent_host_is_held_back_a_minute_for_others(silence: Silence) -> None:
    another_battle("ann", HOOK)
    another_battle("bob", {**HOOK, "webhook_url": "https://HOOK.example/b"})
    another_battle("cid", {**HOOK, "webhook_url": "https://other.example/a"})
    note_later()
    turn(silence)
    assert silence.asked == 2
    bobs = Notice.objects.get(member=member("bob"))
    assert bobs.attempts == 0
    assert timedelta(seconds=50) < bobs.due_at - timezone.now() <= deliveries.HELD_BACK
    Notice.objects.filter(pk=bobs.pk).update(made_at=timezone.now() - timedelta(minutes=5))
    _let_pass(timedelta(minutes=1))
    assert bobs in deliveries.due(timezone.now())


def test_letters_go_first_and_nobody_has_more_than_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "MOST_OF_A_MEMBER", 2)
    another_battle("ann", {**HOOK, "letters": Wish.Letters.AT_ONCE})
    for _ in range(3):
        another_battle("ann")
    note_later()
    Notice.objects.update(due_at=timezone.now() - timedelta(hours=1))
    another_battle("bob", {**HOOK, "letters": Wish.Letters.AT_ONCE})
    note_later_without_haste()
    told = [(notice.way, notice.member.username) for notice in deliveries.due(timezone.now())]
    each = ["ann", "bob", "ann"]
    assert told == [("letter", name) for name in each] + [("webhook", name) for name in each]


def test_a_turn_has_an_end(silence: Silence) -> None:
    for name in "abcd":
        another_battle(name * 3, {**HOOK, "webhook_url": f"https://{name}.example/"})
    note_later()
    turn(silence)
    assert silence.asked == 2
    assert silence.now < deliveries.TURN_S + WAITED_S


def test_webhooks_of_a_sweep_are_one_turn_behind_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[Any] = []
    monkeypatch.setattr(tasks.deliver, "delay", handed.append)
    monkeypatch.setattr(tasks.deliver_webhooks, "delay", handed.append)
    for name in ("ann", "bob"):
        another_battle(name, {**HOOK, "letters": Wish.Letters.AT_ONCE})
    note_later()
    tasks.tell_called()
    assert [type(one) for one in handed] == [str, str, list]
    assert len(handed[-1]) == 2


def test_who_records_a_table_alone_is_called_by_nobody() -> None:
    battle_between("ann", "ann", **HOOK)
    assert note_later() == []
    another_battle("ann")
    assert len(note_later()) == 1


def test_a_name_that_nobody_answers_for_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Event()
    monkeypatch.setattr(public_addresses, "LOOK_UP_S", 0.01)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer.wait() and [])
    try:
        with pytest.raises(BadAddress, match="Host not found"):
            target_of("https://hook.example/")
    finally:
        answer.set()


def note_later_without_haste() -> None:
    """Note who is called; what waits for its time goes on waiting."""
    kept = dict(Notice.objects.values_list("pk", "due_at"))
    note_later()
    for key, due_at in kept.items():
        Notice.objects.filter(pk=key).update(due_at=due_at)


def _let_pass(time: timedelta) -> None:
    for notice in Notice.objects.all():
        Notice.objects.filter(pk=notice.pk).update(due_at=notice.due_at - time - timedelta(seconds=1))
