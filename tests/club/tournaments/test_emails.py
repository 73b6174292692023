"""Letters about tournaments, each once: of a place that is offered, of what the other does with times."""

import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

from darkseas.club.models import Alternate, AuditLine, Pairing, Player, Tournament, TournamentNotice
from darkseas.club.tournaments import tournament_states
from darkseas.club.tournaments.dates import agreements, emails, tasks
from darkseas.club.tournaments.entries import entries, waiting_list
from replays_app.models import Wish
from tests.club.results.club_events import guest, joined
from tests.replays_app.live.notifications.mail_sink import MailSink, mail_sink
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.sites import workers

from .events import director_of, drawn, planned, running

State = TournamentNotice.State
DELIVER = """
import sys, django
django.setup()
from darkseas.club.tournaments.dates import emails
print("ready", flush=True)
sys.stdin.readline()
for notice_id in sys.argv[1:]:
    emails.deliver(notice_id)
"""
#: Offers free places; with an argument it stops in the middle of the first offer.
OFFER = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club import audit
from darkseas.club.tournaments.entries import waiting_list
if len(sys.argv) > 1:
    def stop(*args, **more):
        print("middle", flush=True)
        sys.stdin.readline()
    audit.note = stop
print("ready", flush=True)
sys.stdin.readline()
print(waiting_list.settle_offers(timezone.now()), flush=True)
"""


def wishing(player: Player) -> Player:
    """The player, who wants letters now."""
    Wish.objects.create(member_id=player.member_id or 0, letters=Wish.Letters.AT_ONCE)
    return player


def tell() -> list[str]:
    """Send all that is due; return to whom, and under which subjects."""
    before = len(mail.outbox)
    for notice in emails.due(timezone.now()):
        emails.deliver(notice.pk.hex)
    return [f"{one.to[0]}: {one.subject}" for one in mail.outbox[before:]]


def full(waiting: int) -> Tournament:
    """A tournament of so many places that are taken, and so many who wait for one, each wanting letters."""
    made = planned(places=waiting, offer_hours=24)
    tournament_states.move(director_of(made.club), made, Tournament.State.OPEN)
    for number in range(waiting):
        entries.enter(director_of(made.club), made, [guest(made.club, f"guest {number}")])
    for number in range(waiting):
        waiting_list.wait(wishing(joined(made.club, f"alternate-{number}")), made)
    return made


def free_places(made: Tournament) -> None:
    """Take out all who have entered, as if no offer had followed yet."""
    made.entrants.all().delete()


@pytest.mark.django_db
def test_alternate_hears_once_of_a_place_and_its_deadline() -> None:
    made = full(2)
    made.entrants.get(number=1).delete()
    tasks.settle_offers()
    tasks.settle_offers()
    assert tell() == ["alternate-0@example.org: darkseas: a place is free for you in Autumn salvo"]
    assert tell() == []
    until = Alternate.objects.get(state="offered").offered_until
    assert until is not None
    body = mail.outbox[-1].body
    assert f"{until:%-d %B %Y, %H:%M} (UTC)" in body
    assert "http://localhost/clubs/ironclads/tournaments/autumn-salvo/" in body
    waiting_list.settle_offers(until + timedelta(minutes=1))
    Alternate.objects.filter(state="offered").update(offered_until=timezone.now())
    assert tell() == []
    assert sorted(TournamentNotice.objects.values_list("state", flat=True)) == [State.PASSED, State.SENT]


def seated() -> tuple[Player, Player, Pairing]:
    """Ann and Bob, who want letters, and their table in a round of two weeks."""
    made = running(2)
    players = [wishing(joined(made.club, name)) for name in ("ann", "bob")]
    for number, player in enumerate(players, start=1):
        made.entrants.get(number=number).players.set([player])
    return players[0], players[1], Pairing.objects.get(round=drawn(made))


@pytest.mark.django_db
def test_other_hears_once_of_each_time_proposed_agreed_or_taken_back() -> None:
    ann, bob, pairing = seated()
    agreements.choose_zone(bob, "Asia/Tokyo")
    at = (timezone.now() + timedelta(days=3)).replace(hour=20, minute=0, second=0, microsecond=0)
    first = agreements.propose(ann, pairing, at)
    assert tell() == ["bob@example.org: darkseas: guest 0 proposes a time in Autumn salvo"]
    assert "05:00 (Asia/Tokyo)" in mail.outbox[-1].body
    agreements.take_back(ann, first)
    assert tell() == ["bob@example.org: darkseas: guest 0 withdraws a time in Autumn salvo"]
    unseen = agreements.propose(ann, pairing, at)
    agreements.take_back(ann, unseen)
    assert tell() == []
    second = agreements.propose(bob, pairing, at)
    agreements.answer(ann, second, takes=True)
    assert tell() == ["bob@example.org: darkseas: your time in Autumn salvo is agreed"]
    assert "guest 0 has accepted your time" in mail.outbox[-1].body
    assert f"/clubs/ironclads/tournaments/autumn-salvo/tables/{pairing.pk}/" in mail.outbox[-1].body
    Wish.objects.update(letters=Wish.Letters.NEVER)
    agreements.propose(ann, pairing, at + timedelta(days=1))
    assert tell() == []
    scheduled = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert tasks.tell_tournaments.name in scheduled


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def kill(*processes: subprocess.Popen[str]) -> None:
    """End processes, wherever they are."""
    for process in processes:
        process.kill()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w1_w5_worker_killed_in_the_middle_offers_nothing_and_racing_ones_offer_each_place_once(
    tmp_path: Path,
) -> None:
    free_places(full(4))
    first = workers.worker(OFFER, tmp_path, "stop")
    go(first)
    assert first.stdout is not None
    assert first.stdout.readline() == "middle\n"
    first.kill()
    first.communicate()
    assert set(Alternate.objects.values_list("state", "offered_until")) == {("waiting", None)}
    assert not TournamentNotice.objects.exists()
    racing = [workers.worker(OFFER, tmp_path) for _ in range(2)]
    for process in racing:
        go(process)
    assert sum(int(process.communicate(timeout=PATIENCE_S)[0]) for process in racing) == 4
    assert set(Alternate.objects.values_list("state", flat=True)) == {"offered"}
    assert AuditLine.objects.filter(deed="alternate.offered").count() == 4
    assert TournamentNotice.objects.count() == 4


def sender(sink: MailSink, folder: Path, notices: list[TournamentNotice]) -> subprocess.Popen[str]:
    """A process that is about to send these letters."""
    return workers.worker(DELIVER, folder, *(notice.pk.hex for notice in notices), mail=sink.url)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w5_w1_workers_that_race_or_die_send_one_letter(tmp_path: Path) -> None:
    free_places(full(1))
    waiting_list.settle_offers(timezone.now())
    notices = emails.due(timezone.now())
    with mail_sink() as sink:
        racing = [sender(sink, tmp_path, notices) for _ in range(2)]
        sink.before_answer = lambda: kill(*racing)
        for process in racing:
            go(process)
        for process in racing:
            process.communicate(timeout=PATIENCE_S)
        sink.before_answer = lambda: None
        assert emails.due(timezone.now() + timedelta(days=1)) == []
        sender(sink, tmp_path, notices).communicate("go\n", timeout=PATIENCE_S)
        assert len(sink.letters) == 1
    assert TournamentNotice.objects.get().state == State.SENDING
