"""Clocks on pages: chosen in a challenge, shown to who sits there, pauses and holidays asked for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from darkseas.members.account_sections import delete_account
from replays_app.models import Battle, Challenge, Clock, Holding, Holiday, Pause, Seat, Spell
from tests.replays_app.clocked import HOUR, clocked, seats_and_clock, set_back
from tests.support.builders import plot, toy_revision
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

EACH = {"clock": "each", "each": "2", "unit": "days", "holidays": "on", "at_zero": "captain"}


@pytest.fixture(autouse=True)
def coves() -> None:
    """A scenario to fight, and nothing counted yet."""
    cache.clear()
    toy_revision()


def challenge_of(**form: str) -> Any:
    """Ann makes a challenge; the page that she is led to."""
    body = {"scenario": "coves", "side": "red", "open": "lobby", "dice": "sha256-1", **form}
    return logged_in("ann").post("/challenges/make/", body, follow=True)


def page(client: Client, address: str) -> str:
    """A page's text."""
    answer = client.get(address)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


# --- challenges ----------------------------------------------------------------------------------------


def test_clock_of_a_challenge_is_shown_and_runs_in_its_battle() -> None:
    words = "2 days for each order, then the captain takes the seat"
    assert words in one_line(challenge_of(**EACH).content.decode())
    challenge = Challenge.objects.get()
    bob = logged_in("bob")
    assert words in page(bob, "/play/")
    bob.post(f"/challenges/{challenge.token}/accept/")
    battle = Battle.objects.get()
    assert battle.clock.allowance_s == 48 * HOUR
    assert Spell.objects.filter(seat__battle=battle, ended_at=None).count() == 2
    set_back(battle.seats.get(side="blue"), 0.5)
    assert "1 d 23 h left" in page(bob, "/play/")
    assert words.capitalize() in page(bob, f"/battles/{battle.pk}/seats/")


def test_battle_without_a_clock_says_nothing_of_one() -> None:
    challenge_of()
    logged_in("bob").post(f"/challenges/{Challenge.objects.get().token}/accept/")
    assert not Clock.objects.exists()
    assert not Spell.objects.exists()
    battle = Battle.objects.get()
    for address in ("/play/", f"/battles/{battle.pk}/seats/"):
        assert " left" not in page(logged_in("bob"), address)


def test_clock_that_cannot_be_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    for form, words in [
        ({**EACH, "each": "0"}, "whole number"),
        ({**EACH, "clock": "sand"}, "Choose a kind of clock"),
        ({**EACH, "dice": "table"}, "cannot roll dice at a table"),
    ]:
        with subtests.test(form=form, words=words):
            assert words in one_line(challenge_of(**form).content.decode())
            assert not Challenge.objects.exists()


def test_dice_that_nobody_can_choose_stand_first() -> None:
    form = page(logged_in("ann"), "/challenges/new/?scenario=coves")
    assert form.index('value="ds-dice-1" checked') < form.index('value="sha256-1"')
    logged_in("ann").post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
    assert Challenge.objects.get().dice == "ds-dice-1"


def test_rematch_has_the_same_clock() -> None:
    battle = clocked(kind="bank", increment_s=HOUR, has_holidays=False, at_zero="loss")
    Battle.objects.update(status="finished")
    logged_in("ann").post(f"/battles/{battle.pk}/rematch/")
    clock = Challenge.objects.get().clock
    assert (clock.kind, clock.allowance_s, clock.increment_s) == ("bank", 10 * HOUR, HOUR)
    assert (clock.has_holidays, clock.at_zero) == (False, "loss")


def test_seeds_for_the_dice_take_no_time() -> None:
    challenge_of(**{**EACH, "dice": "ds-dice-1"})
    logged_in("bob").post(f"/challenges/{Challenge.objects.get().token}/accept/")
    assert Clock.objects.get().battle is not None
    assert not Spell.objects.exists()


# --- what is shown -------------------------------------------------------------------------------------


def clock_json(client: Client, battle: Battle) -> Any:
    """The clocks as the API tells them."""
    return client.get(f"/api/v1/battles/{battle.pk}/clock").json()["clock"]


def test_h1_page_and_api_show_the_other_clock_to_who_waits_alone() -> None:
    battle = clocked()
    red, blue, _ = seats_and_clock(battle)
    set_back(blue, 3)
    ann = logged_in("ann")
    assert clock_json(ann, battle)["other"] is None
    assert "at most" not in page(ann, f"/battles/{battle.pk}/seats/")
    plot(red)
    Spell.objects.filter(seat=red).update(ended_at=timezone.now() - timedelta(minutes=20, seconds=30))
    shown = clock_json(ann, battle)
    assert (shown["own"]["is_on"], shown["other"]["is_on"]) == (False, True)
    assert shown["other"]["left"] % 60 == 0
    assert shown["other"]["left"] > 9 * HOUR
    assert "at most 9 h 39 min left" in page(ann, "/play/")


def test_api_tells_a_clock_to_who_sits_there_alone() -> None:
    battle = clocked()
    address = f"/api/v1/battles/{battle.pk}/clock"
    assert [logged_in("eve").get(address).status_code, Client().get(address).status_code] == [403, 401]
    Battle.objects.update(status="finished")
    assert clock_json(logged_in("ann"), battle) is None


def test_page_to_fight_on_has_a_place_for_the_clock_where_one_runs() -> None:
    battle = clocked()
    assert 'id="clocks"' in page(logged_in("ann"), f"/battles/{battle.pk}/play/")
    Clock.objects.update(battle=None)
    assert 'id="clocks"' not in page(logged_in("ann"), f"/battles/{battle.pk}/play/")


# --- pauses --------------------------------------------------------------------------------------------


def test_pause_is_asked_for_and_agreed_to_on_the_page_of_the_seats() -> None:
    battle = clocked()
    ann, bob = logged_in("ann"), logged_in("bob")
    ann.post(f"/battles/{battle.pk}/pause/ask/", {"days": "3"})
    assert "You asked for a pause of 3 days" in page(ann, f"/battles/{battle.pk}/seats/")
    assert "pause both clocks for 3 days" in page(bob, f"/battles/{battle.pk}/seats/")
    ann.post(f"/battles/{battle.pk}/pause/agree/", {"days": "3"})
    assert Pause.objects.get().begins_at is None
    bob.post(f"/battles/{battle.pk}/pause/agree/", {"days": "3"})
    assert "paused until" in page(ann, f"/battles/{battle.pk}/seats/")
    assert clock_json(bob, battle)["own"]["stands_until"] is not None


def test_pause_is_declined_and_asked_for_with_sense() -> None:
    battle = clocked()
    ann, bob = logged_in("ann"), logged_in("bob")
    for days in ("", "0", "61", "x", "99999"):
        ann.post(f"/battles/{battle.pk}/pause/ask/", {"days": days})
    assert not Pause.objects.exists()
    ann.post(f"/battles/{battle.pk}/pause/ask/", {"days": "60"})
    bob.post(f"/battles/{battle.pk}/pause/decline/")
    assert not Pause.objects.exists()
    answer = bob.post(f"/battles/{battle.pk}/pause/agree/", {"days": "60"}, follow=True)
    assert "This request for a pause is no longer open." in one_line(answer.content.decode())


@pytest.mark.parametrize("act", ["ask", "agree", "decline"])
def test_pause_is_for_those_who_sit_there(act: str) -> None:
    battle = clocked()
    address = f"/battles/{battle.pk}/pause/{act}/"
    assert [logged_in("eve").post(address).status_code, Client().post(address).status_code] == [404, 404]
    assert logged_in("ann").get(address).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member("ann"))
    assert strict.post(address, {"days": "3"}).status_code == 403
    Clock.objects.update(battle=None)
    assert logged_in("ann").post(address, {"days": "3"}).status_code == 404
    assert not Pause.objects.exists()


# --- holidays ------------------------------------------------------------------------------------------


def test_holiday_is_taken_shown_and_taken_back() -> None:
    ann = logged_in("ann")
    first = timezone.now().date() + timedelta(days=2)
    last = first + timedelta(days=4)
    text = one_line(ann.post("/play/holidays/", {"first": first, "last": last}, follow=True).content.decode())
    assert "Your clocks are paused on these days." in text
    holiday = Holiday.objects.get()
    assert f"/play/holidays/{holiday.pk}/end/" in text
    logged_in("bob").post(f"/play/holidays/{holiday.pk}/end/")
    assert Holiday.objects.exists()
    ann.post(f"/play/holidays/{holiday.pk}/end/")
    assert not Holiday.objects.exists()


def test_holiday_without_days_is_refused(subtests: pytest.Subtests) -> None:
    for first, last in [("", ""), ("2026-02-31", "2026-03-01"), ("x", "y")]:
        with subtests.test(first=first, last=last):
            answer = logged_in("ann").post("/play/holidays/", {"first": first, "last": last}, follow=True)
            assert "Enter the first and the last day." in one_line(answer.content.decode())
            assert not Holiday.objects.exists()


def test_page_of_holidays_warns_of_clocks_that_run_on() -> None:
    battle = clocked(has_holidays=False)
    clocked()
    text = page(logged_in("ann"), "/play/holidays/")
    assert "Your clock keeps running" in text
    assert text.count("/seats/") == 1
    assert f"/battles/{battle.pk}/seats/" in text
    assert "Your clock keeps running" not in page(logged_in("eve"), "/play/holidays/")


def test_holidays_are_for_members() -> None:
    assert Client().get("/play/holidays/").status_code == 302


def test_member_gets_and_leaves_their_holidays() -> None:
    now = timezone.now()
    Holiday.objects.create(member=member("ann"), begins_at=now, ends_at=now + timedelta(days=1))
    ann = logged_in("ann")
    data = ann.get("/members/me/data/").json()
    assert len(data["battles"]["holidays"]) == 1
    delete_account(member("ann"))
    assert not Holiday.objects.exists()


def test_umpire_sees_what_is_left_to_both_sides_and_a_side_no_list_of_them() -> None:
    battle = clocked()
    red, blue, _ = seats_and_clock(battle)
    set_back(red, 4.5)
    set_back(blue, 0.5)
    umpire = Seat.objects.create(battle=battle, side="umpire", participant="0" * 32)
    Holding.objects.create(seat=umpire, member=member("ursula"), from_entry=0)
    text = page(logged_in("ursula"), f"/battles/{battle.pk}/seats/")
    assert re.search(r"<dt>Red</dt><dd>5 h \d\d min left</dd>", text)
    assert re.search(r"<dt>Blue</dt><dd>9 h \d\d min left</dd>", text)
    assert "pause" not in text
    told = logged_in("ursula").get(f"/api/v1/battles/{battle.pk.hex}/clock").json()["clock"]
    assert [(one["side"], one["time"]["left"] // HOUR) for one in told["sides"]] == [("red", 5), ("blue", 9)]
    assert logged_in("ann").get(f"/api/v1/battles/{battle.pk.hex}/clock").json()["clock"]["sides"] == []


def test_umpire_is_told_who_is_to_order_and_a_side_is_not() -> None:
    battle = clocked()
    red, _, _ = seats_and_clock(battle)
    umpire = Seat.objects.create(battle=battle, side="umpire", participant="0" * 32)
    Holding.objects.create(seat=umpire, member=member("ursula"), from_entry=0)
    forms = f"/api/v1/battles/{battle.pk.hex}/forms"
    ursula = logged_in("ursula")
    assert [one["side"] for one in ursula.get(forms).json()["called"]] == ["red", "blue"]
    plot(red)
    assert [one["side"] for one in ursula.get(forms).json()["called"]] == ["blue"]
    for side in ("ann", "bob"):
        assert "called" not in logged_in(side).get(forms).json()
    text = page(ursula, f"/battles/{battle.pk}/orders/")
    assert re.search(r"To move:<strong>Blue</strong>, since [^<]* UTC, \d+ h \d+ min left\.</p>", text)
