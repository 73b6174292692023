"""Who is about to lose on time gets one letter: when, what stands in it, and who gets none."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from replays_app.live.notifications import clock_warnings, deliveries, tasks
from replays_app.models import Battle, Challenge, Clock, Holding, Holiday, Notice, Spell, Wish
from replays_app.recording import time_outs
from replays_app.seats import presence, taking_seats
from replays_app.seats.viewer_seat import Holder
from tests.replays_app.clocked import HOUR, HOURS, clocked, seats_and_clock, set_back
from tests.support.builders import plot, seats_of
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

TOLD = Notice.objects.filter(spell__isnull=False)


def short_of_time(letters: str = Wish.Letters.AT_ONCE, hours: float = 8, **terms: object) -> Battle:
    """A battle in which ann has used so many of her ten hours, and bob has just been called."""
    battle = clocked(**terms)
    Wish.objects.create(member=member("ann"), letters=letters)
    set_back(seats_of(battle)["red"], hours)
    return battle


def tell() -> int:
    """Send what is due because of clocks; return how many letters went out for it."""
    before = len(mail.outbox)
    clock_warnings.note(timezone.now())
    for notice in TOLD.filter(state=Notice.State.WAITING):
        deliveries.deliver(notice.pk.hex)
    return len(mail.outbox) - before


def test_letter_comes_once_before_time_runs_out_and_says_when() -> None:
    battle = short_of_time(hours=8.19)
    ends = Spell.objects.get(seat__side="red").due_at
    assert (tell(), tell()) == (1, 0)
    (letter,) = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert letter.subject == f'darkseas: your clock is running out in "{battle.title}"'
    assert f"runs out on {ends:%-d %B %Y, %H:%M} UTC. The captain (computer opponent) then" in letter.body
    assert "1 h 48 min left" in letter.body
    assert f"http://localhost/battles/{battle.pk}/play/" in letter.body
    assert "/notices/stop/" in letter.body


def test_each_call_has_a_letter_of_its_own() -> None:
    battle = short_of_time()
    assert tell() == 1
    plot(seats_of(battle)["red"])
    plot(seats_of(battle)["blue"])
    assert tell() == 0
    set_back(seats_of(battle)["red"], 8)
    assert (tell(), tell()) == (1, 0)


def test_letter_says_that_the_battle_would_be_lost() -> None:
    short_of_time(at_zero="loss")
    tell()
    assert "You then lose the battle." in mail.outbox[0].body


@pytest.mark.parametrize("hours", [7, 10.5])
def test_nobody_is_told_who_has_time_or_none_any_more(hours: float) -> None:
    short_of_time(hours=hours)
    assert tell() == 0


def test_nobody_is_told_who_has_not_asked_for_it() -> None:
    short_of_time(Wish.Letters.NEVER)
    assert tell() == 0
    assert not TOLD.exists()
    Wish.objects.all().delete()
    Spell.objects.update(warned_at=None)
    assert tell() == 0


def test_clock_that_stands_tells_nobody_and_goes_on_to_tell() -> None:
    short_of_time()
    now = timezone.now()
    holiday = Holiday.objects.create(member=member("ann"), begins_at=now - HOURS, ends_at=now + HOURS)
    assert tell() == 0
    holiday.delete()
    assert tell() == 1


def test_who_has_the_page_open_is_told_all_the_same() -> None:
    presence.note(seats_of(short_of_time())["red"].pk)
    assert tell() == 1


@pytest.mark.parametrize("what", ["ordered", "ran out", "over"])
def test_letter_that_has_become_void_is_not_sent(what: str) -> None:
    battle = short_of_time()
    clock_warnings.note(timezone.now())
    if what == "ordered":
        plot(seats_of(battle)["red"])
        plot(seats_of(battle)["blue"])
    elif what == "ran out":
        set_back(seats_of(battle)["red"], 2.5)
    else:
        Battle.objects.update(status=Battle.Status.BROKEN_OFF)
    deliveries.deliver(TOLD.get().pk.hex)
    assert (TOLD.get().state, len(mail.outbox)) == (Notice.State.PASSED, 0)


def test_who_takes_the_seat_over_is_told_too_and_the_captain_never() -> None:
    battle = short_of_time()
    assert tell() == 1
    Wish.objects.create(member=member("eve"), letters=Wish.Letters.AT_ONCE)
    taking_seats.change(Holding.objects.get(member=member("ann")), Holder(member=member("eve")), 1)
    assert (tell(), tell()) == (1, 0)
    assert mail.outbox[-1].to == ["eve@example.org"]
    set_back(seats_of(battle)["red"], 3)
    time_outs.run_out(timezone.now())
    assert Holding.objects.get(seat__side="red", to_entry=None).bot == "captain"
    assert tell() == 0


def test_who_comes_to_a_call_with_little_left_is_told_with_a_quarter_of_that() -> None:
    """A bank that is nearly empty brings no second letter together with that of the call."""
    battle = clocked(kind="bank")
    red, blue, _ = seats_and_clock(battle)
    Wish.objects.create(member=member("ann"), letters=Wish.Letters.AT_ONCE)
    set_back(red, 9)
    plot(red)
    plot(blue)
    assert tell() == 0
    set_back(red, 0.7)
    assert tell() == 0
    set_back(red, 0.1)
    assert (tell(), tell()) == (1, 0)


def test_h1_hidden_deeds_of_the_other_side_change_nothing_in_the_letter() -> None:
    texts = []
    for has_plotted in (False, True):
        mail.outbox = []
        battle = short_of_time()
        Spell.objects.filter(seat__side="red").update(due_at=timezone.now() + 1.5 * HOURS)
        if has_plotted:
            plot(seats_of(battle)["blue"], 3, 2)
        assert tell() == 1
        text = re.sub(r"/stop/\S+|/battles/\S+", "", str(mail.outbox[0].body))
        texts.append(re.sub(r"\d\d:\d\d UTC", "", text))
        assert "blue" not in text.lower()
        for table in (Notice, Spell, Wish):
            table.objects.all().delete()
        Clock.objects.all().delete()
        Battle.objects.update(status=Battle.Status.BROKEN_OFF)
    assert texts[0] == texts[1]
    assert not Challenge.objects.exists()


def test_job_is_on_the_timetable_and_hands_the_letter_out(settings: Settings) -> None:
    entries = settings.CELERY_BEAT_SCHEDULE.values()
    (entry,) = [entry for entry in entries if entry["task"] == tasks.tell_running_out.name]
    assert entry["schedule"] <= HOUR // 4 // 10
    short_of_time()
    tasks.tell_running_out()
    Notice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert deliveries.due(timezone.now()) == list(TOLD)


def test_member_sees_in_their_data_of_what_they_were_told() -> None:
    short_of_time()
    tell()
    told = logged_in("ann").get("/members/me/data/").json()["notices"]["notices"]
    assert [(notice["about"], notice["state"]) for notice in told] == [("a clock", "sent")]
