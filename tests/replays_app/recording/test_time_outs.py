"""Time that runs out: the captain or the loss, once, whoever finds it and whatever comes between."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection
from django.utils import timezone

from darkseas.engine.events import BattleEnded, OrderGiven, SideTimedOut
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Clock, Holding, Holiday, Spell
from replays_app.recording import time_outs
from replays_app.recording.orders import BattleOver
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks, verification
from tests.replays_app.clocked import HOUR, HOURS, clocked, open_spell, seats_and_clock, set_back
from tests.support.builders import plot
from tests.support.every_case import every_case
from tests.support.members import member


def kinds(battle: Battle) -> list[str]:
    """What the log says, by kind of event."""
    return [type(entry.event).__name__ for entry in log_store.read(battle.pk)]


def bots_in(battle: Battle) -> list[str]:
    """The sides that bots hold now."""
    held = Holding.objects.filter(seat__battle=battle, to_entry=None).exclude(bot="")
    return list(held.values_list("seat__side", flat=True))


@pytest.mark.django_db
def test_seat_goes_to_the_captain_who_orders_at_once() -> None:
    battle = clocked()
    red, blue, _ = seats_and_clock(battle)
    plot(red)
    set_back(blue, 11)
    assert time_outs.run_out(timezone.now()) == 1
    assert bots_in(battle) == ["blue"]
    orders = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, OrderGiven)]
    assert [order.side for order in orders] == ["red", "blue", "blue"]
    spell = Spell.objects.get(seat=blue)
    assert (spell.ran_out, spell.used_s >= 10 * HOUR) == (True, True)
    assert time_outs.run_out(timezone.now()) == 0


@pytest.mark.django_db
def test_battle_that_cannot_be_read_keeps_no_other_clock_from_running_out() -> None:
    broken, battle = clocked(), clocked()
    set_back(seats_and_clock(broken)[0], 12)
    set_back(seats_and_clock(battle)[0], 11)
    Battle.objects.filter(pk=broken.pk).update(system="forgotten")
    assert time_outs.run_out(timezone.now()) == 1
    assert (bots_in(broken), bots_in(battle)) == ([], ["red"])


@pytest.mark.django_db
def test_battle_is_lost_on_the_record_and_checks() -> None:
    battle = clocked(at_zero="loss")
    _, blue, _ = seats_and_clock(battle)
    set_back(blue, 11)
    assert time_outs.run_out(timezone.now()) == 1
    events = [entry.event for entry in log_store.read(battle.pk)]
    assert [event.side for event in events if isinstance(event, SideTimedOut)] == ["blue"]
    (end,) = [event for event in events if isinstance(event, BattleEnded)]
    assert end.winner == "red"
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert bots_in(battle) == []
    assert not Spell.objects.filter(ended_at=None).exists()
    assert verification.check(battle) == []


@pytest.mark.django_db
@every_case("at_zero", ["captain", "loss"])
def test_who_has_time_left_keeps_seat_and_battle(at_zero: str) -> None:
    battle = clocked(at_zero=at_zero)
    red, blue, _ = seats_and_clock(battle)
    set_back(red, 9)
    plot(red)
    set_back(blue, 11)
    now = timezone.now()
    Holiday.objects.create(member=member("bob"), begins_at=now - 2 * HOURS, ends_at=now)
    assert time_outs.run_out(now) == 0
    assert bots_in(battle) == []
    assert kinds(battle)[-1] == "Plotted"


@pytest.mark.django_db
def test_order_that_was_given_in_time_stops_the_clock_though_nobody_has_noted_it() -> None:
    """The giver's process died between the log and the clock."""
    battle = clocked(at_zero="loss")
    red, _, _ = seats_and_clock(battle)
    set_back(red, 11)
    spell = open_spell(red)
    plot(red)
    Spell.objects.filter(pk=spell.pk).update(ended_at=None, used_s=0)
    assert time_outs.run_out(timezone.now()) == 0
    assert "SideTimedOut" not in kinds(battle)
    assert Spell.objects.get(pk=spell.pk).ended_at is not None


@pytest.mark.django_db
def test_worker_that_died_behind_the_change_of_holders_is_made_up_for() -> None:
    battle = clocked()
    red, blue, clock = seats_and_clock(battle)
    plot(red)
    set_back(blue, 11)
    held = Holding.objects.get(seat=blue, to_entry=None)
    Spell.objects.filter(seat=blue).update(ended_at=timezone.now(), ran_out=True)
    taking_seats.change(held, Holder(bot="captain"), log_store.length(battle.pk))
    assert time_outs.run_out(timezone.now()) == 0
    tasks.answer_for_bots()
    assert kinds(battle).count("OrderGiven") == 3
    assert Clock.objects.get() == clock


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("at_zero", ["captain", "loss"])
def test_time_runs_out_once_where_many_find_it_and_its_side_orders_at_last(at_zero: str) -> None:
    """Workers race each other and the order itself: one change of holders or one loss, or the order alone."""
    battle = clocked(at_zero=at_zero)
    red, blue, _ = seats_and_clock(battle)
    plot(red)
    set_back(blue, 11)

    def race(number: int) -> int:
        try:
            if number == 2:
                fresh, _, _ = seats_and_clock(Battle.objects.get(pk=battle.pk))
                blue_seat = fresh.battle.seats.select_related("battle").get(side="blue")
                with suppress(LogConflict, BattleOver):
                    plot(blue_seat)
                return 0
            return time_outs.run_out(timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = sum(pool.map(race, range(8)))
    assert found in (0, 1)
    assert kinds(battle).count("SideTimedOut") == (found if at_zero == "loss" else 0)
    assert kinds(battle).count("BattleEnded") == kinds(battle).count("SideTimedOut")
    assert bots_in(battle) == (["blue"] if found and at_zero == "captain" else [])
    assert Holding.objects.filter(seat=blue).count() == 1 + len(bots_in(battle))
    assert Spell.objects.filter(ran_out=True).count() == len(bots_in(battle))
    seqs = [entry.seq for entry in log_store.read(battle.pk)]
    assert seqs == list(range(len(seqs)))


@pytest.mark.django_db
def test_task_of_the_clock_is_asked_for_by_beat(settings: object) -> None:
    battle = clocked(at_zero="loss")
    _, blue, _ = seats_and_clock(battle)
    set_back(blue, 11)
    tasks.run_out_clocks()
    assert "SideTimedOut" in kinds(battle)
    asked = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]  # type: ignore[attr-defined]
    assert tasks.run_out_clocks.name in asked
