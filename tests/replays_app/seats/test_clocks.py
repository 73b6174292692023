"""Clocks: what is left, who may see it, when they stand."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from replays_app import projections
from replays_app.models import Holding, Holiday, Pause, Spell
from replays_app.projections import whose_turn
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import clock_terms, clocks, holidays, taking_seats
from replays_app.seats.clock_terms import BadTerms, Terms, left_words
from replays_app.seats.holidays import HolidayRefused, running_s
from replays_app.seats.viewer_seat import Holder
from tests.replays_app.clocked import HOUR, HOURS, clocked, open_spell, seats_and_clock, set_back
from tests.support.builders import plot, register_toy
from tests.support.every_case import every_case
from tests.support.members import member

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


# --- terms ---------------------------------------------------------------------------------------------


@every_case(
    "form, terms, words",
    [
        ({"clock": "none", "each": "3"}, None, ""),
        (
            {"clock": "each", "each": "36", "unit": "hours", "holidays": "on"},
            Terms("each", 36 * HOUR),
            "36 hours for each order, then the captain takes the seat",
        ),
        (
            {"clock": "each", "each": "1", "unit": "days", "at_zero": "loss"},
            Terms("each", 24 * HOUR, has_holidays=False, at_zero="loss"),
            "1 day for each order, then the battle is lost; it also runs during vacations",
        ),
        (
            {"clock": "bank", "bank": "14", "increment": "12", "holidays": "on"},
            Terms("bank", 14 * 24 * HOUR, 12 * HOUR),
            "14 days for all orders, and 12 hours more with each, then the captain takes the seat",
        ),
    ],
)
def test_form_says_terms(form: dict[str, str], terms: Terms | None, words: str) -> None:
    assert clock_terms.terms_of(form) == terms
    assert (clock_terms.describe(terms) if terms else "") == words


@every_case(
    "form",
    [
        {"clock": "sand"},
        {"clock": "each", "each": "0"},
        {"clock": "each", "each": "91", "unit": "days"},
        {"clock": "each", "each": "²"},
        {"clock": "each", "each": "3", "at_zero": "rematch"},
        {"clock": "bank", "bank": "14", "increment": "241"},
        {"clock": "bank", "bank": ""},
    ],
)
def test_clock_that_cannot_be_is_refused(form: dict[str, str]) -> None:
    with pytest.raises(BadTerms):
        clock_terms.terms_of(form)


@every_case(
    "seconds, words",
    [(-5, "under a minute"), (61, "1 min"), (3 * HOUR + 1260, "3 h 21 min"), (50 * HOUR, "2 d 2 h")],
)
def test_left_words(seconds: int, words: str) -> None:
    assert left_words(seconds) == words


# --- standing ------------------------------------------------------------------------------------------

MINUTES = st.integers(0, 600)


@given(MINUTES, MINUTES, st.lists(st.tuples(MINUTES, MINUTES), max_size=5))
def test_clock_runs_whenever_it_does_not_stand(begin: int, end: int, pairs: list[tuple[int, int]]) -> None:
    begin, end = sorted((begin, end))
    spans = [sorted(pair) for pair in pairs]
    stretches = [(NOON + timedelta(minutes=a), NOON + timedelta(minutes=b)) for a, b in spans]
    ran = sum(not any(a <= minute < b for a, b in spans) for minute in range(begin, end))
    at = [NOON + timedelta(minutes=minute) for minute in (begin, end)]
    assert running_s(at[0], at[1], stretches) == 60 * ran


@pytest.mark.django_db
def test_holidays_are_bounded_by_the_year_and_begin_no_sooner_than_now() -> None:
    ann = member("ann")
    holiday = holidays.add(ann, date(2026, 5, 4), date(2026, 5, 6), NOON)
    assert (holiday.begins_at, holiday.ends_at) == (NOON, datetime(2026, 5, 7, tzinfo=UTC))
    assert holidays.days_left(ann, 2026) == 27
    for first, last in (
        (date(2026, 5, 3), date(2026, 5, 5)),
        (date(2026, 5, 6), date(2026, 5, 8)),
        (date(2026, 6, 2), date(2026, 6, 1)),
        (date(2026, 6, 1), date(2026, 6, 28)),
        (date(2028, 6, 1), date(2028, 6, 2)),
    ):
        with pytest.raises(HolidayRefused):
            holidays.add(ann, first, last, NOON)
    holidays.add(ann, date(2026, 6, 1), date(2026, 6, 27), NOON)
    holidays.add(ann, date(2027, 1, 1), date(2027, 1, 30), NOON)
    assert (holidays.days_left(ann, 2026), holidays.days_left(ann, 2027)) == (0, 0)


@pytest.mark.django_db
def test_holiday_that_has_begun_is_ended_and_one_ahead_taken_back() -> None:
    ann = member("ann")
    begun = holidays.add(ann, date(2026, 5, 4), date(2026, 5, 9), NOON)
    ahead = holidays.add(ann, date(2026, 7, 4), date(2026, 7, 9), NOON)
    for holiday in (begun, ahead):
        holidays.end(member("bob"), holiday.pk, NOON + timedelta(days=1))
    assert Holiday.objects.filter(ends_at__gt=NOON + timedelta(days=2)).count() == 2
    for holiday in (begun, ahead):
        holidays.end(ann, holiday.pk, NOON + timedelta(days=1))
    assert [(one.begins_at, one.ends_at) for one in Holiday.objects.all()] == [
        (NOON, NOON + timedelta(days=1))
    ]
    assert holidays.days_left(ann, 2026) == 28


# --- what is left --------------------------------------------------------------------------------------


def close(seconds: int, hours: float) -> bool:
    """Whether so many hours are left, but for what the test took."""
    return abs(seconds - hours * HOUR) < 300


@pytest.mark.django_db
def test_each_order_has_the_whole_allowance() -> None:
    battle = clocked()
    red, blue, clock = seats_and_clock(battle)
    set_back(red, 4)
    left = clocks.time_left(clock, red, timezone.now())
    assert left.is_on
    assert close(left.seconds, 6)
    plot(red)
    assert not clocks.time_left(clock, red, timezone.now()).is_on
    plot(blue)
    left = clocks.time_left(clock, red, timezone.now())
    assert left.is_on
    assert close(left.seconds, 10)


@pytest.mark.django_db
def test_bank_loses_what_was_used_and_gains_with_orders_that_everybody_hears_of() -> None:
    battle = clocked(kind="bank", increment_s=HOUR)
    red, blue, clock = seats_and_clock(battle)
    set_back(red, 4)
    set_back(blue, 3)
    plot(red)
    plot(blue)
    now = timezone.now()
    assert close(clocks.time_left(clock, red, now).seconds, 6)  # nobody else heard of its plot
    assert close(clocks.time_left(clock, blue, now).seconds, 8)
    spells = Spell.objects.filter(ended_at__isnull=False).order_by("seat__side")
    assert [(spell.seat.side, spell.was_heard) for spell in spells] == [("blue", True), ("red", False)]


@pytest.mark.django_db
def test_following_again_and_late_changes_nothing() -> None:
    """Exactly once: whoever projects, in any order and as often as they like."""
    battle = clocked(kind="bank")
    red, blue, _ = seats_and_clock(battle)
    context = BattleContext.of(battle)
    plot(red)
    before = list(Spell.objects.order_by("pk").values())
    for _ in range(3):
        whose_turn.project(context)
        projections.project(context)
    assert list(Spell.objects.order_by("pk").values()) == before
    plot(blue)
    after = list(Spell.objects.order_by("pk").values())
    assert len(after) == 4
    whose_turn.project(context)
    assert list(Spell.objects.order_by("pk").values()) == after


@pytest.mark.django_db
def test_clock_is_stopped_by_the_time_of_the_order_also_when_its_giver_died() -> None:
    battle = clocked()
    red, _, _ = seats_and_clock(battle)
    set_back(red, 2)
    spell = open_spell(red)
    plot(red)
    ended_at = Spell.objects.get(pk=spell.pk).ended_at
    Spell.objects.filter(pk=spell.pk).update(ended_at=None, used_s=0)
    whose_turn.project(BattleContext.of(battle))
    again = Spell.objects.get(pk=spell.pk)
    assert again.ended_at == ended_at
    assert close(again.used_s, 2)


@pytest.mark.django_db
def test_bots_have_no_clock() -> None:
    battle = clocked()
    red, _, _ = seats_and_clock(battle)
    Holding.objects.filter(seat=red).update(member=None, bot="captain")
    whose_turn.project(BattleContext.of(battle))
    assert not Spell.objects.filter(seat=red, ended_at=None).exists()


@pytest.mark.django_db
@every_case("has_holidays, hours", [(True, 10), (False, 6)])
def test_clock_stands_on_holiday_where_the_challenge_lets_it(has_holidays: bool, hours: int) -> None:
    battle = clocked(has_holidays=has_holidays)
    red, _, clock = seats_and_clock(battle)
    set_back(red, 4)
    now = timezone.now()
    Holiday.objects.create(member=member("ann"), begins_at=now - 4 * HOURS, ends_at=now + HOURS)
    left = clocks.time_left(clock, red, now)
    assert close(left.seconds, hours)
    assert (left.stands_until is not None) is has_holidays
    assert (battle in holidays.running_on(member("ann"))) is not has_holidays


@pytest.mark.django_db
def test_pause_needs_both_sides_and_lets_both_clocks_stand() -> None:
    battle = clocked()
    red, blue, clock = seats_and_clock(battle)
    now = timezone.now()
    holidays.ask(clock, red, 2)
    with pytest.raises(HolidayRefused, match="already"):
        holidays.ask(clock, blue, 3)
    assert not holidays.agree(clock, red, 2, now)
    assert clocks.time_left(clock, red, now + 5 * HOURS).stands_until is None
    assert not holidays.agree(clock, blue, 3, now)
    assert holidays.agree(clock, blue, 2, now)
    assert not holidays.agree(clock, blue, 2, now)
    for seat in (red, blue):
        left = clocks.time_left(clock, seat, now + 5 * HOURS)
        assert close(left.seconds, 10)
        assert left.stands_until == now + timedelta(days=2)
    assert Pause.objects.count() == 1


@pytest.mark.django_db
@every_case("days", [0, 61])
def test_pause_is_bounded(days: int) -> None:
    red, _, clock = seats_and_clock(clocked())
    with pytest.raises(HolidayRefused):
        holidays.ask(clock, red, days)


# --- the other side's ----------------------------------------------------------------------------------


@pytest.mark.django_db
@every_case("kind", ["each", "bank"])
def test_h1_other_clock_follows_from_what_one_knows_oneself(kind: str) -> None:
    """Two battles that red cannot tell apart: blue has plotted or not, and took its time or not."""
    pages: list[Any] = []
    for has_plotted, took in ((False, 0.0), (True, 5.0), (True, 0.5)):
        battle = clocked(kind=kind, increment_s=HOUR)
        red, blue, clock = seats_and_clock(battle)
        set_back(blue, took)
        if has_plotted:
            plot(blue)
        now = timezone.now()
        pages.append((clocks.known_time_left(clock, blue, red, now), clocks.times_of(clock, red, now).other))
    assert pages == [(None, "")] * 3


@pytest.mark.django_db
@every_case("kind", ["each", "bank"])
def test_h1_who_waits_sees_the_most_that_can_be_left_by_the_minute(kind: str) -> None:
    """What blue took while red was called too is not shown; what red has waited is."""
    shown = []
    for took in (1.0, 7.0):
        battle = clocked(kind=kind, allowance_s=20 * HOUR)
        red, blue, clock = seats_and_clock(battle)
        set_back(blue, took)
        plot(red)
        Spell.objects.filter(seat=red).update(began_at=timezone.now() - 3 * HOURS)
        later = timezone.now() + 2 * HOURS
        known = clocks.known_time_left(clock, blue, red, later)
        assert known is not None
        assert known.seconds % 60 == 0
        assert clocks.time_left(clock, blue, later).seconds < known.seconds + 60
        shown.append(round(known.seconds / 60 / 5))
    assert shown[0] == shown[1]


# --- warning -------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_quarter_left_is_to_be_warned_of_once() -> None:
    battle = clocked()
    red, _, _ = seats_and_clock(battle)
    now = timezone.now()
    assert clocks.to_warn(now) == []
    set_back(red, 8)
    (spell,) = clocks.to_warn(now)
    assert spell.seat == red
    assert [clocks.note_warned(spell, now) for _ in range(2)] == [True, False]
    assert clocks.to_warn(now) == []


@pytest.mark.django_db
def test_who_is_called_with_little_time_is_warned_when_a_quarter_of_that_is_left() -> None:
    """Not at once: a bank in its last quarter would else bring two letters at each call."""
    battle = clocked(kind="bank", allowance_s=8 * HOUR)
    red, blue, _ = seats_and_clock(battle)
    set_back(red, 7)
    plot(red)
    plot(blue)
    later = timezone.now() + timedelta(minutes=1)
    assert clocks.to_warn(later) == []
    set_back(red, 0.7)
    assert clocks.to_warn(later) == []
    set_back(red, 0.1)
    assert clocks.to_warn(later) == [open_spell(red)]


@pytest.mark.django_db
def test_nobody_is_warned_of_a_clock_that_stands() -> None:
    battle = clocked()
    red, _, _ = seats_and_clock(battle)
    set_back(red, 8)
    now = timezone.now()
    Holiday.objects.create(member=member("ann"), begins_at=now - HOURS, ends_at=now + HOURS)
    assert clocks.to_warn(now) == []


@pytest.mark.django_db
def test_holidays_are_of_who_held_the_seat_on_those_days() -> None:
    """What stood for its holder has not run after all once the seat changes hands, nor the reverse."""
    register_toy()
    battle = clocked(has_holidays=True)
    seat, _, clock = seats_and_clock(battle)
    now = timezone.now()
    set_back(seat, 96)
    hour = timedelta(hours=1)
    Holiday.objects.create(member=member("ann"), begins_at=now - 95 * hour, ends_at=now + 50 * hour)
    cat = member("cat")
    Holiday.objects.create(member=cat, begins_at=now - 96 * hour, ends_at=now - 90 * hour)
    before = clocks.time_left(clock, seat, now)
    assert (before.seconds, before.stands_until is None) == (9 * HOUR, False)
    held = Holding.objects.get(seat=seat, to_entry=None)
    clocks.pass_on(seat, now)
    taking_seats.change(held, Holder(member=cat), 5)
    Holding.objects.filter(seat=seat, to_entry=None).update(since=now)
    Holiday.objects.filter(member=member("ann")).delete()  # as with an account that is deleted
    after = clocks.time_left(clock, seat, now + 2 * hour)
    assert (after.seconds, after.stands_until) == (7 * HOUR, None)
    Holiday.objects.create(member=cat, begins_at=now + hour, ends_at=now + 9 * hour)
    assert clocks.time_left(clock, seat, now + 2 * hour).seconds == 8 * HOUR
    spell = open_spell(seat)
    assert clocks.runs_out_at(clock, spell, now + 2 * hour) == now + 10 * hour
    assert clocks.end(clock, spell, now + 10 * hour)
    assert Spell.objects.get(pk=spell.pk).used_s == 3 * HOUR


@pytest.mark.django_db
def test_bank_is_what_it_was_when_a_seat_has_changed_hands() -> None:
    register_toy()
    seat, _, clock = seats_and_clock(clocked(kind="bank"))
    now = timezone.now()
    set_back(seat, 4)
    assert clocks.time_left(clock, seat, now).seconds == 6 * HOUR
    for _ in range(2):
        clocks.pass_on(seat, now)
        assert clocks.time_left(clock, seat, now).seconds == 6 * HOUR
    assert clocks.time_left(clock, seat, now + timedelta(hours=1)).seconds == 5 * HOUR
    clocks.end(clock, open_spell(seat), now + timedelta(hours=1))
    assert clocks.time_left(clock, seat, now + timedelta(hours=3)).seconds == 5 * HOUR
