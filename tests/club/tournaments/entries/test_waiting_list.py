"""Alternates: who waits for a place is asked in order, each until a deadline, however often the job looks."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from darkseas.club.membership import guests, joining
from darkseas.club.models import Alternate, AuditLine, Entrant, Tournament
from darkseas.club.tournaments import tournament_states
from darkseas.club.tournaments.dates import tasks
from darkseas.club.tournaments.entries import entries, waiting_list
from tests.club.results.club_events import guest, joined
from tests.club.tournaments.events import director_of, planned
from tests.support.members import logged_in
from tests.support.sites import workers

pytestmark = pytest.mark.django_db

BASE = "/clubs/ironclads/tournaments/autumn-salvo/"

#: Offers free places; with an argument it stops in the middle of the second offer.
OFFER = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club import audit
from darkseas.club.tournaments.entries import entries, waiting_list
told = []
if len(sys.argv) > 1:
    note = audit.note
    def stop(*args, **more):
        note(*args, **more)
        told.append(args)
        if len(told) == 2:
            print("middle", flush=True)
            sys.stdin.readline()
    audit.note = stop
print("ready", flush=True)
sys.stdin.readline()
print(waiting_list.settle_offers(timezone.now()), flush=True)
"""


def send(client: Client, address: str, **body: Any) -> str:
    """Send a form, and return the page to which that leads."""
    return " ".join(client.post(BASE + address, body, follow=True).content.decode().split())


def states() -> list[str]:
    """How each alternate stands, in order."""
    return list(Alternate.objects.order_by("pk").values_list("state", flat=True))


def test_free_place_goes_to_who_waited_longest_and_on_to_the_next_when_nobody_answers() -> None:
    made = planned(places=2, offer_hours=24)
    tournament_states.move(director_of(made.club), made, Tournament.State.OPEN)
    people = {name: logged_in(name) for name in "abcde" if joined(made.club, name)}
    for name in "ab":
        assert "You are entered." in send(people[name], "enter/")
    assert "tournament is full" in send(people["c"], "enter/")
    assert "enter directly" not in send(people["c"], "alternates/", deed="wait")
    for name in "de":
        send(people[name], "alternates/", deed="wait")
    assert "You are number 2 on the waiting list." in " ".join(people["d"].get(BASE).content.decode().split())
    assert "No place is on offer to you now" in send(people["c"], "alternates/", deed="take")
    send(people["a"], "entrants/1/", deed="withdraw")
    assert states() == ["offered", "waiting", "waiting"]
    assert "tournament is full" in send(people["a"], "enter/")
    tasks.settle_offers()
    assert states() == ["offered", "waiting", "waiting"]
    late = timezone.now() + timedelta(hours=25)
    assert waiting_list.settle_offers(late) == 1
    assert waiting_list.settle_offers(late) == 0
    assert states() == ["lapsed", "offered", "waiting"]
    assert "A place is free for you" in " ".join(people["d"].get(BASE).content.decode().split())
    send(people["d"], "alternates/", deed="leave")
    assert states() == ["lapsed", "declined", "offered"]
    assert "You are entered." in send(people["e"], "alternates/", deed="take")
    assert sorted(Entrant.objects.values_list("name", flat=True)) == ["b", "e"]
    assert AuditLine.objects.filter(deed="alternate.offered").count() == 3
    assert tasks.settle_offers.name in [one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()]


def test_who_has_left_the_club_keeps_no_place_from_others() -> None:
    made = planned(places=2)
    tournament_states.move(director_of(made.club), made, Tournament.State.OPEN)
    players = {name: joined(made.club, name) for name in "abcd"}
    people = {name: logged_in(name) for name in players}
    for name in "ab":
        send(people[name], "enter/")
    for name in "cd":
        send(people[name], "alternates/", deed="wait")
    joining.leave(players["c"])
    send(people["a"], "entrants/1/", deed="withdraw")
    assert states() == ["lapsed", "offered"]


def test_who_waits_and_comes_in_by_a_guests_record_or_a_director_is_offered_nothing() -> None:
    made = planned(places=3)
    by = director_of(made.club)
    tournament_states.move(by, made, Tournament.State.OPEN)
    players = {name: joined(made.club, name) for name in "abcde"}
    people = {name: logged_in(name) for name in players}
    was_there = guest(made.club, "Hornblower")
    entries.enter(by, made, [was_there])
    for name in "ab":
        send(people[name], "enter/")
    for name in "cde":
        send(people[name], "alternates/", deed="wait")
    guests.decide(by, guests.claim(players["c"], was_there), agrees=True)
    assert states() == ["taken", "waiting", "waiting"]
    send(people["a"], "entrants/2/", deed="withdraw")
    assert states() == ["taken", "offered", "waiting"]
    entries.enter(by, made, [players["d"]])
    assert states() == ["taken", "taken", "waiting"]
    entries.substitute(by, Entrant.objects.get(name="b"), [players["e"]], "Ill.")
    assert states() == ["taken"] * 3


def test_who_is_in_is_offered_nothing_by_the_job_and_lets_go_of_what_was_offered() -> None:
    made = planned(places=1, offer_hours=24)
    by = director_of(made.club)
    tournament_states.move(by, made, Tournament.State.OPEN)
    first, second, third = (joined(made.club, name) for name in "abc")
    entered = entries.enter(first, made, [first])
    waiting_list.wait(second, made)
    waiting_list.wait(third, made)
    entered.players.set([second])  # as it may stand from before
    Tournament.objects.update(terms={**made.terms, "places": 2})
    tasks.settle_offers()
    assert states() == ["taken", "offered"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w1_worker_killed_in_the_middle_has_offered_nothing_and_racing_ones_offer_once(
    tmp_path: Path,
) -> None:
    made = planned(places=2, offer_hours=24)
    tournament_states.move(director_of(made.club), made, Tournament.State.OPEN)
    entered = [entries.enter(one, made, [one]) for one in (joined(made.club, name) for name in "ab")]
    for name in "cde":
        waiting_list.wait(joined(made.club, name), made)
    for one in entered:
        one.delete()  # two places are free that nobody has offered
    workers.kill_in_the_middle(workers.worker(OFFER, tmp_path, "stop"))
    assert states() == ["waiting"] * 3
    assert not AuditLine.objects.filter(deed="alternate.offered").exists()
    racing = [workers.worker(OFFER, tmp_path) for _ in range(2)]
    assert sorted(workers.raced(racing)) == ["0", "2"]
    assert states() == ["offered", "offered", "waiting"]
    assert AuditLine.objects.filter(deed="alternate.offered").count() == 2
