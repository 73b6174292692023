"""Two who meet agree on when to fight, each on their own clock; more time comes out of days."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.club.feeds.feed_keys import key_of
from darkseas.club.models import Pairing, Player, Round, TimeProposal
from darkseas.club.tournaments.dates import agreements, deadlines
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from tests.club.feeds.calendar_reader import read_calendar
from tests.club.results.club_events import joined
from tests.support.members import logged_in

from .events import drawn, running

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/autumn-salvo/tables/"


def table() -> Pairing:
    """A table of ann and bob in a round that ends in twenty days, with five days more for each."""
    made = running(2, extension_days=5, late="forfeit")
    for number, name in ((1, "ann"), (2, "bob")):
        made.entrants.get(number=number).players.set([joined(made.club, name)])
    found = drawn(made)
    now = timezone.now()
    Round.objects.update(first_move_by=now + timedelta(days=1), ends_at=now + timedelta(days=20))
    return Pairing.objects.get(round=found)


def send(client: Client, pairing: Pairing, **body: Any) -> str:
    """Send a form of the table, and return its page."""
    answer = client.post(f"{BASE}{pairing.pk}/times/", body, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_moment_that_one_proposes_and_the_other_takes_stands_on_both_clocks() -> None:
    pairing = table()
    ann, bob = logged_in("ann"), logged_in("bob")
    day = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%d")
    late = (timezone.now() + timedelta(days=22)).strftime("%Y-%m-%dT20:00")
    lagos = {"deed": "propose", "zone": "Africa/Lagos"}
    asked = ann.get(f"{BASE}{pairing.pk}/").content.decode()
    assert asked.index('<optgroup label="Frequent choices">') < asked.index('<optgroup label="Africa">')
    assert asked.count('value="Europe/Berlin"') == asked.count('data-zones="offer"') == 1
    assert "This time is in the past" in send(ann, pairing, at="2020-01-01T20:00", **lagos)
    assert "at least an hour before the deadline" in send(ann, pairing, at=late, **lagos)
    page = send(ann, pairing, at=f"{day}T20:00", **lagos)
    assert '20:00</time> <span class="small soft">for guest 0 (Africa/Lagos)' in page
    assert 'data-zones="group"' in page
    page = send(bob, pairing, at=f"{day}T03:00", deed="propose", zone="Asia/Tokyo")
    assert '19:00</time> <span class="small soft">for guest 0 (Africa/Lagos)' in page
    first, second = TimeProposal.objects.order_by("pk")
    assert "no longer open" in send(ann, pairing, deed="take", proposal=first.pk)
    page = send(bob, pairing, deed="take", proposal=first.pk)
    assert "Agreed:" in page
    assert "for guest 1 (Asia/Tokyo)" in page
    second.refresh_from_db()
    pairing.refresh_from_db()
    assert (second.state, pairing.agreed_at) == ("withdrawn", first.at)
    assert deadlines.first_orders_by(pairing) == first.at + timedelta(hours=1)
    assert logged_in("dora").get(f"{BASE}{pairing.pk}/").content.decode().count("Asia/Tokyo") == 0


def events(client: Client, **asked: str) -> dict[str, str]:
    """When what begins that a calendar has, by title."""
    answer = client.get("/clubs/ironclads/calendar.ics", asked)
    found = read_calendar(answer.content).parts
    return {part.text("SUMMARY"): part.properties["DTSTART"] for part in found}


def test_agreed_time_is_in_the_calendar_of_members_and_in_the_two_own_ones() -> None:
    pairing = table()
    ann, bob = (joined_player(pairing, number) for number in (1, 2))
    at = timezone.now().replace(microsecond=0) + timedelta(days=9)
    agreements.answer(bob, agreements.propose(ann, pairing, at), takes=True)
    met = f"Autumn salvo, round 1: {pairing.first} against {pairing.second}"
    assert events(logged_in("dora"))[met] == f"{at:%Y%m%dT%H%M%SZ}"
    assert events(Client(), key=key_of(ann))[met] == f"{at:%Y%m%dT%H%M%SZ}"
    assert met not in events(Client())
    assert set(events(logged_in("bob"), own="")) == {met, f"{met}: deadline"}
    assert events(logged_in("dora"), own="") == {}
    assert Client().get("/clubs/ironclads/calendar.ics", {"own": ""}).status_code == 404
    later = at + timedelta(days=1)
    first = read_calendar(Client().get("/clubs/ironclads/calendar.ics", {"key": key_of(ann)}).content)
    agreements.answer(ann, agreements.propose(bob, pairing, later), takes=True)
    second = read_calendar(Client().get("/clubs/ironclads/calendar.ics", {"key": key_of(ann)}).content)
    old, new = (
        next(part.properties for part in one.parts if part.text("SUMMARY") == met) for one in (first, second)
    )
    assert old["UID"] == new["UID"]
    assert int(new["SEQUENCE"]) == int(old["SEQUENCE"]) + 1
    assert new["DTSTART"] == f"{later:%Y%m%dT%H%M%SZ}"


def joined_player(pairing: Pairing, number: int) -> Player:
    """The player of an entrant, whose entry is the first or second."""
    return pairing.round.tournament.entrants.get(number=number).players.get()


def test_more_time_comes_out_of_the_days_that_each_has() -> None:
    pairing = table()
    ann = logged_in("ann")
    assert "You have 5 days of extension left" in send(ann, pairing, deed="extend", days="6")
    assert "You have 2 left for all your tables" in send(ann, pairing, deed="extend", days="3")
    pairing.refresh_from_db()
    end = pairing.round.ends_at
    assert end is not None
    assert deadlines.ends_by(pairing) == end + timedelta(days=3)
    assert deadlines.overdue(timezone.now() + timedelta(days=3)) == []
    assert deadlines.overdue(timezone.now() + timedelta(days=5)) == [pairing.pk]
    Round.objects.update(ends_at=timezone.now() - timedelta(days=4))
    assert "has not passed" in send(ann, pairing, deed="extend", days="1")


def test_moment_that_is_agreed_leaves_time_to_sit_down_before_anybody_forfeits() -> None:
    pairing = table()
    ann, bob = (Player.objects.get(member__username=name) for name in ("ann", "bob"))
    end = deadlines.ends_by(pairing)
    assert end is not None
    with pytest.raises(TournamentRefused, match="at least an hour before the deadline"):
        agreements.propose(ann, pairing, end - timedelta(minutes=59))
    agreements.answer(bob, agreements.propose(ann, pairing, end - timedelta(hours=1)), takes=True)
    soon = timezone.now() + timedelta(minutes=10)
    Round.objects.update(begins_at=timezone.now() - timedelta(days=3), first_move_by=None, ends_at=soon)
    Pairing.objects.update(agreed_at=soon - timedelta(minutes=1))
    assert deadlines.settle_overdue(soon + timedelta(minutes=58)) == 0
    assert deadlines.settle_overdue(soon + timedelta(minutes=60)) == 1


def test_moments_that_somebody_proposes_within_a_day_are_few() -> None:
    pairing = table()
    ann = Player.objects.get(member__username="ann")
    at = timezone.now() + timedelta(days=5)
    for number in range(agreements.MOST_A_DAY):
        agreements.take_back(ann, agreements.propose(ann, pairing, at + timedelta(hours=number)))
    with pytest.raises(TournamentRefused, match="Try again tomorrow"):
        agreements.propose(ann, pairing, at)
    TimeProposal.objects.update(made_at=timezone.now() - timedelta(days=1))
    assert agreements.propose(ann, pairing, at).pk


def test_agreed_time_is_read_on_the_page_by_the_club_alone() -> None:
    table()
    Pairing.objects.update(agreed_at=timezone.now() + timedelta(days=3))
    address = BASE.removesuffix("tables/")
    assert "agreed for" in logged_in("dora").get(address).content.decode()
    assert "agreed for" not in Client().get(address).content.decode()
    assert "agreed for" not in logged_in("stranger").get(address).content.decode()
