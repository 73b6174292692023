"""A club's webhooks: each event once under one id, signed, until it is taken, and only where it may go."""

import hashlib
import hmac
import json
import subprocess
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from darkseas.club.feeds.webhooks import deliveries, store
from darkseas.club.membership import account_section, joining, permissions
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import AuditLine, Club, ClubWebhook, Player, Right, WebhookDelivery
from darkseas.club.results import store as results
from darkseas.club.tournaments import tournament_states
from replays_app.live.notifications import send_attempts
from replays_app.live.notifications.public_addresses import Target
from replays_app.live.notifications.webhooks import NotTaken
from tests.club.results.club_events import facts, joined, new_club, reported
from tests.club.tournaments.events import director_of, drawn, fought, running
from tests.replays_app.live.notifications.webhook_receiver import Receiver, running_receiver
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.members import logged_in, member
from tests.support.sites import workers

State = WebhookDelivery.State
URL = "https://hook.example/secret/path"
#: Sends what waits; the receiver is at the address that is named.
DELIVER = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club.feeds.webhooks import deliveries
from replays_app.live.notifications.public_addresses import Target
print("ready", flush=True)
sys.stdin.readline()
deliveries.note(timezone.now())
for delivery in deliveries.due(timezone.now()):
    deliveries.deliver(delivery.pk.hex, lambda _: Target("127.0.0.1", int(sys.argv[1]), "hook.example", "/"))
"""


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver that answers, and whom we trust."""
    with running_receiver(tmp_path) as running_now:
        monkeypatch.setenv("SSL_CERT_FILE", str(running_now.certificate))
        yield running_now


def people(**changes: Any) -> tuple[Player, Player, Player]:
    """Two players and an owner of a club that has a webhook."""
    club = new_club(**changes)
    ann, bob, owner = joined(club, "ann"), joined(club, "bob"), joined(club, "olga", Right.Kind.OWNER)
    store.add(owner, URL)
    return ann, bob, owner


def tell(receiver: Receiver) -> list[dict[str, Any]]:
    """Send all that waits; return the events that came in for it."""
    before = len(receiver.taken)
    deliveries.note(timezone.now())
    for delivery in deliveries.hand_out(timezone.now()):
        deliveries.deliver(delivery.pk.hex, lambda _: receiver.target())
    return [json.loads(body) for _, body in receiver.taken[before:]]


def later() -> None:
    """What waits is due again."""
    WebhookDelivery.objects.filter(state=State.WAITING).update(due_at=timezone.now())


@pytest.mark.django_db
def test_stranger_believes_the_signature_and_reads_the_result(receiver: Receiver) -> None:
    ann, bob, _ = people()
    result = reported(ann, bob)
    tell(receiver)
    ((headers, body),) = receiver.taken
    # What whoever gets it would write:
    secret = ClubWebhook.objects.get().secret
    stamp, given = (part.split("=", 1)[1] for part in headers["X-Darkseas-Signature"].split(","))
    expected = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(expected, given)
    event = json.loads(body)
    assert event["event"] == "result.reported"
    assert event["club"] == {"name": "Ironclads", "page": "http://localhost/clubs/ironclads/"}
    known = event["result"]
    assert (known["number"], known["step"], known["state"], known["counts"]) == (
        result.pk,
        1,
        "reported",
        False,
    )
    assert known["sides"][0] == {
        "side": "Red", "players": ["ann"], "ended": "won", "points": "12.5", "losses": "1", "bid": "",
    }  # fmt: skip


@pytest.mark.django_db
def test_each_deed_is_told_once_as_it_was(receiver: Receiver) -> None:
    ann, bob, owner = people()
    result = reported(ann, bob)
    results.dispute(result, bob, "No.")
    results.decide(result, owner, "So it was.")
    results.correct(result, owner, "Wrong way round.", facts(ann, bob, 1))
    results.confirm(reported(bob, ann), ann)
    told = tell(receiver)
    assert [event["event"].removeprefix("result.") for event in told] == [
        "reported", "disputed", "decided", "corrected", "reported", "confirmed",
    ]  # fmt: skip
    assert [event["result"]["sides"][0]["ended"] for event in told] == [
        "won", "won", "won", "lost", "won", "won",
    ]  # fmt: skip
    assert len({event["id"] for event in told}) == 6
    assert tell(receiver) == []


@pytest.mark.django_db
def test_tournament_tells_its_way(receiver: Receiver) -> None:
    people()
    tournament = running(2, rounds=1)
    fought(drawn(tournament))
    by = director_of(tournament.club)
    for state in ("closing", "closed"):
        tournament_states.move(by, tournament, state)
    told = tell(receiver)
    assert [event["event"] for event in told] == [
        "tournament.opened", "round.begun", "result.reported", "result.decided", "tournament.closed",
    ]  # fmt: skip
    (pairing,) = told[1]["round"]["pairings"]
    assert {pairing["first"], pairing["second"]} == {"guest 0", "guest 1"}
    assert told[1]["tournament"]["title"] == "Autumn salvo"


@pytest.mark.django_db
def test_what_is_gone_before_it_could_be_told_is_given_up(receiver: Receiver) -> None:
    people()
    drawn(running(2, rounds=1)).delete()
    assert [event["event"] for event in tell(receiver)] == ["tournament.opened"]
    assert WebhookDelivery.objects.get(state=State.FAILED).answer == "The event subject no longer exists."


@pytest.mark.django_db
def test_what_happened_before_it_was_set_is_not_told(receiver: Receiver) -> None:
    club = new_club()
    ann, bob = joined(club, "ann"), joined(club, "bob")
    reported(ann, bob)
    store.add(joined(club, "olga", Right.Kind.OWNER), URL)
    assert tell(receiver) == []
    assert [event["event"] for event in (reported(ann, bob), tell(receiver))[1]] == ["result.reported"]


@pytest.mark.django_db
def test_line_that_shows_late_is_told_and_none_twice(receiver: Receiver) -> None:
    """A transaction that began first may end last: its line of the audit has the lower number."""
    ann, bob, _ = people()
    result = reported(ann, bob)
    newest = AuditLine.objects.latest("pk").pk
    for number in (newest + 10, newest + 5):
        AuditLine.objects.create(
            pk=number, club=ann.club, deed="result.reported", subject=f"result:{result.pk}", after={"step": 1}
        )
        assert len(tell(receiver)) == (2 if number == newest + 10 else 1)
    deliveries.note(timezone.now() + timedelta(hours=2))
    assert ClubWebhook.objects.get().noted_to == newest + 10
    assert tell(receiver) == []


@pytest.mark.django_db
def test_refused_event_comes_again_with_its_id_and_is_given_up(receiver: Receiver) -> None:
    ann, bob, owner = people()
    reported(ann, bob)
    receiver.status = 503
    for _ in range(len(send_attempts.WAITS) + 1):
        assert len(tell(receiver)) == 1
        assert tell(receiver) == []
        later()
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.answer) == (State.FAILED, "status 503")
    receiver.status = 200
    assert tell(receiver) == []
    assert store.send_again(owner, delivery.webhook) == 1
    tell(receiver)
    assert len({json.loads(body)["id"] for _, body in receiver.taken}) == 1
    assert WebhookDelivery.objects.get().state == State.SENT


@pytest.mark.django_db
def test_address_that_has_become_private_is_not_written_to() -> None:
    ann, bob, _ = people()
    ClubWebhook.objects.update(url="https://localhost/")
    reported(ann, bob)
    deliveries.note(timezone.now())
    (delivery,) = deliveries.due(timezone.now())
    deliveries.deliver(delivery.pk.hex)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (State.WAITING, 1)
    assert "this address is private" in delivery.answer


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "http://hook.example/", "https://10.1.2.3/", "ftp://x/", "", URL]
)
def test_address_that_may_not_be_is_refused_with_a_sentence(url: str) -> None:
    _, _, owner = people()
    with pytest.raises(ClubRefused):
        store.add(owner, url)
    answer = logged_in("olga").post("/clubs/ironclads/webhooks/", {"url": url})
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (422, True)
    assert ClubWebhook.objects.count() == 1


@pytest.mark.django_db
def test_director_sees_what_went_where_and_no_secret(receiver: Receiver) -> None:
    ann, bob, _ = people()
    joined(ann.club, "dora", Right.Kind.DIRECTOR)
    reported(ann, bob)
    receiver.status = 410
    tell(receiver)
    hook = ClubWebhook.objects.get()
    seen = {
        name: logged_in(name).get("/clubs/ironclads/webhooks/").content.decode() for name in ("dora", "olga")
    }
    for page in seen.values():
        assert "hook.example" in page
        assert "result.reported" in page
        assert "status 410" in page
    assert hook.secret in seen["olga"]
    assert hook.secret not in seen["dora"]
    assert "secret/path" not in seen["dora"]


@pytest.mark.django_db
def test_owner_renews_and_removes_and_the_audit_says_so(receiver: Receiver) -> None:
    ann, bob, _ = people()
    hook = ClubWebhook.objects.get()
    client = logged_in("olga")
    address = f"/clubs/ironclads/webhooks/{hook.pk}/"
    client.post(address, {"deed": "renew"})
    assert ClubWebhook.objects.get().secret != hook.secret
    reported(ann, bob)
    deliveries.note(timezone.now())
    client.post(address, {"deed": "remove"})
    assert (tell(receiver), ClubWebhook.objects.count()) == ([], 0)
    lines = AuditLine.objects.filter(deed__startswith="webhook.").order_by("pk")
    assert [line.deed for line in lines] == ["webhook.set", "webhook.secret-renewed", "webhook.removed"]
    assert "secret/path" not in str([(line.before, line.after) for line in lines])


#: Ways in which the owner who added a webhook stops owning the club.
ENDS: dict[str, Callable[[Player, Player], None]] = {
    "right taken": lambda by, maker: permissions.take(by, maker, Right.Kind.OWNER),
    "removed": lambda by, maker: joining.remove(by, maker, "No."),
    "left": lambda by, maker: joining.leave(maker),
    "account closed": lambda by, maker: account_section.forget(member("olga")),
}


@pytest.mark.django_db
@pytest.mark.parametrize("how", ENDS)
def test_webhook_ends_with_the_right_of_who_set_it(how: str) -> None:
    ann, bob, owner = people()
    other = joined(owner.club, "otto", Right.Kind.OWNER)
    store.add(other, "https://other.example/hook")
    reported(ann, bob)
    deliveries.note(timezone.now())
    ENDS[how](other, owner)
    assert [hook.made_by for hook in ClubWebhook.objects.all()] == [other]
    assert {one.webhook.made_by for one in WebhookDelivery.objects.all()} == {other}
    line = AuditLine.objects.get(deed="webhook.removed")
    assert (line.before, "no longer owns the club" in line.reason) == ({"host": "hook.example"}, True)


@pytest.mark.django_db
def test_webhook_of_one_who_owns_nothing_any_more_hears_nothing() -> None:
    ann, bob, owner = people()
    owner.rights.filter(kind=Right.Kind.OWNER).delete()  # before webhooks ended with that
    reported(ann, bob)
    deliveries.note(timezone.now())
    assert not WebhookDelivery.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w5_w1_workers_that_race_or_die_send_one_event_under_one_id(
    receiver: Receiver, tmp_path: Path
) -> None:
    ann, bob, _ = people()
    for _ in range(3):
        reported(ann, bob)

    def worker() -> subprocess.Popen[str]:
        return workers.worker(DELIVER, tmp_path, str(receiver.server_address[1]))

    def go(*processes: subprocess.Popen[str]) -> None:
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            process.communicate(timeout=PATIENCE_S)

    dying = worker()
    receiver.before_answer = dying.kill
    go(dying)
    assert (dying.returncode < 0, len(receiver.taken)) == (True, 1)
    receiver.before_answer = lambda: None
    # What the dead worker had in its hands is sent again when its lease ends, under the same id.
    later()
    go(worker(), worker())
    ids = [json.loads(body)["id"] for _, body in receiver.taken]
    assert (len(ids), len(set(ids))) == (4, 3)
    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {State.SENT}
    assert Club.objects.get().webhooks.get().deliveries.count() == 3


@pytest.mark.django_db
def test_what_is_in_a_queue_is_not_put_there_again() -> None:
    ann, bob, _ = people()
    reported(ann, bob)
    now = timezone.now()
    deliveries.note(now)
    assert len(deliveries.hand_out(now)) == 1
    assert deliveries.hand_out(now + timedelta(minutes=1)) == []
    assert len(deliveries.hand_out(now + deliveries.FORGOTTEN + timedelta(seconds=1))) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("is_silent", "waiting"), [(True, 3), (False, 2)])
def test_host_without_an_answer_is_left_alone_by_all_clubs(is_silent: bool, waiting: int) -> None:
    """One that refuses is left alone with what waits for the same webhook: others are at that host too."""
    ann, bob, _ = people()
    club = new_club("harbour")
    cat, eve = joined(club, "cat"), joined(club, "eve")
    store.add(joined(club, "oleg", Right.Kind.OWNER), "https://hook.example/other")
    for pair in ((ann, bob), (ann, bob), (cat, eve)):
        reported(*pair)
    deliveries.note(timezone.now())
    first, *_ = deliveries.due(timezone.now())

    def refuse(_: str) -> Target:
        raise NotTaken("no answer", is_silent=is_silent)

    deliveries.deliver(first.pk.hex, refuse)
    now = timezone.now()
    assert WebhookDelivery.objects.filter(due_at__gt=now).count() == waiting
    assert len(deliveries.due(now + timedelta(minutes=2))) == 3


@pytest.mark.django_db
def test_silent_address_of_one_club_keeps_no_other_club_waiting_for_long() -> None:
    """Many have their webhooks at one host: one of them may name an address there that never answers."""
    ann, bob, _ = people()
    club = new_club("harbour")
    store.add(joined(club, "oleg", Right.Kind.OWNER), "https://hook.example/other")
    for pair in ((ann, bob), (ann, bob), (joined(club, "cat"), joined(club, "eve"))):
        reported(*pair)
    deliveries.note(timezone.now())
    theirs = WebhookDelivery.objects.filter(webhook__club=club)
    silent = WebhookDelivery.objects.exclude(webhook__club=club)

    def refuse(_: str) -> Target:
        raise NotTaken("no answer", is_silent=True)

    def attempt() -> None:
        silent.update(due_at=timezone.now(), attempts=3)
        deliveries.deliver(silent.earliest("line").pk.hex, refuse)

    attempt()
    now = timezone.now()
    until = theirs.get().due_at
    assert now < until <= now + deliveries.HELD_BACK
    assert min(silent.values_list("due_at", flat=True)) > now + timedelta(minutes=20)
    theirs.update(made_at=now - deliveries.LONGEST_HELD)
    attempt()
    assert theirs.get().due_at == until


@pytest.mark.django_db
def test_club_keeps_so_many_waiting_and_loses_none(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "MOST_WAITING", 2)
    ann, bob, _ = people()
    for _ in range(5):
        reported(ann, bob)
    deliveries.note(timezone.now())
    deliveries.note(timezone.now() + timedelta(hours=2))
    assert WebhookDelivery.objects.count() == 2
    assert [len(tell(receiver)) for _ in range(3)] == [2, 2, 1]
    reported(ann, bob)
    deliveries.note(timezone.now())
    deliveries.note(timezone.now() + deliveries.LONGEST_WAIT + timedelta(hours=1))
    assert WebhookDelivery.objects.get(state=State.FAILED).answer == "It waited for three days."
