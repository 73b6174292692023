"""Webhooks: where none may go, what is sent, and how often."""

import hmac
import json
import ssl
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from replays_app.live.notifications import deliveries, webhooks
from replays_app.live.notifications.preferences import WishForm
from replays_app.live.notifications.public_addresses import (
    NOT_PUBLIC,
    BadAddress,
    Target,
    check_form,
    target_of,
)
from replays_app.models import Notice, Wish

from .members_to_move import battle_between, note_later
from .webhook_receiver import Receiver, running_receiver

SECRET = "s" * 32
#: What a slow receiver would write, a sign each twentieth of a second.
SIGNS = 100
PRIVATE = [
    "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1",
    "::127.0.0.1", "fec0::1", "192.0.0.8", "192.0.0.192", "192.88.99.1",
    "192.31.196.1", "192.175.48.1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "5f00::1", "168.63.129.16",
    "::ffff:168.63.129.16",
]  # fmt: skip


def resolving(*addresses: str) -> Callable[[str], list[str]]:
    """Return a resolver that finds these addresses for every host."""
    return lambda host: list(addresses)


def test_no_private_address_is_written_to(subtests: pytest.Subtests) -> None:
    for address in PRIVATE:
        with subtests.test(address=address):
            with pytest.raises(BadAddress, match="this address is private"):
                target_of("https://hook.example/", resolving(address))
            with pytest.raises(BadAddress, match="this address is private"):
                target_of("https://hook.example/", resolving("93.184.216.34", address))


def test_other_kinds_of_address_are_refused(subtests: pytest.Subtests) -> None:
    for url in [
        "http://hook.example/",
        "https://hook.example:8443/",
        "ftp://hook.example/",
        "https://",
        "//hook.example",
        "https://me@hook.example/",
        "https://me:secret@hook.example/",
        "https://hook.example:x/",
        "https://hook.example/a b",
        "https://hook.example/\r\nX: y",
        "https://[::1",
        "https://h\u00f6k.example/",
        "https://hook.example/" + "x" * 500,
        "",
    ]:
        with subtests.test(url=url), pytest.raises(BadAddress):
            check_form(url)


def test_addresses_that_name_this_machine_are_refused(subtests: pytest.Subtests) -> None:
    for url in ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/"]:
        with subtests.test(url=url), pytest.raises(BadAddress):
            target_of(url)


def test_address_of_an_inner_network_is_refused_when_it_is_saved(subtests: pytest.Subtests) -> None:
    for host in [
        "localhost",
        "LOCALHOST",
        "localhost.",
        "hook.localhost",
        "127.0.0.1",
        "127.0.0.1.",
        "10.1.2.3",
        "192.168.0.9",
        "169.254.169.254",
        "0.0.0.0",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[fe80::1%25eth0]",
        "[fd00::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::a00:1]",
    ]:
        with subtests.test(host=host):
            form = WishForm({"letters": Wish.Letters.NEVER, "webhook_url": f"https://{host}/hook"})
            assert form.errors["webhook_url"] == [NOT_PUBLIC]


def test_public_host_is_kept(subtests: pytest.Subtests) -> None:
    for host in ["hook.example", "93.184.216.34", "[2606:4700::1111]", "localhost.example"]:
        with subtests.test(host=host):
            assert WishForm({"letters": Wish.Letters.NEVER, "webhook_url": f"https://{host}/hook"}).is_valid()


def test_name_is_looked_up_once_and_its_answer_is_where_we_connect() -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    target = target_of("https://hook.example/a?b=c", lambda _: next(answers))
    assert target == Target("93.184.216.34", 443, "hook.example", "/a?b=c")


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """A receiver that answers."""
    with running_receiver(tmp_path) as running:
        yield running


def test_event_is_signed(receiver: Receiver) -> None:
    webhooks.post(receiver.target(), {"id": "1", "title": "Blöcke"}, SECRET, receiver.trust)
    ((headers, body),) = receiver.taken
    assert json.loads(body) == {"id": "1", "title": "Blöcke"}
    assert (headers["path"], headers["Host"].split(":")[0]) == ("/hook?x=1", "hook.example")
    at, digest = (part.split("=")[1] for part in headers[webhooks.SIGNATURE].split(","))
    expected = hmac.new(SECRET.encode(), at.encode() + b"." + body, sha256).hexdigest()
    assert hmac.compare_digest(digest, expected)


@pytest.mark.parametrize("status", [301, 307, 400, 410, 500])
def test_only_success_counts_as_taken_and_no_redirect_is_followed(receiver: Receiver, status: int) -> None:
    receiver.status = status
    with pytest.raises(webhooks.NotTaken, match=str(status)):
        webhooks.post(receiver.target(), {}, SECRET, receiver.trust)
    assert len(receiver.taken) == 1


def test_certificate_of_another_name_is_refused(receiver: Receiver) -> None:
    for target, trust in (
        (receiver.target("other.example"), receiver.trust),
        (receiver.target(), ssl.create_default_context()),
    ):
        with pytest.raises(webhooks.NotTaken, match="SSL"):
            webhooks.post(target, {}, SECRET, trust)
    assert receiver.taken == []


def test_receiver_that_answers_sign_by_sign_is_hung_up_on(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "PATIENCE_S", 0.5)
    receiver.slow_signs = SIGNS
    with pytest.raises(webhooks.NotTaken):
        webhooks.post(receiver.target(), {}, SECRET, receiver.trust)
    assert receiver.slow_signs > 0


@pytest.mark.django_db
def test_event_is_sent_until_it_is_taken_always_with_the_same_id(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(receiver.certificate))
    battle = battle_between("ann", "bob", letters=Wish.Letters.NEVER, webhook_url="https://hook.example/hook")
    (notice,) = note_later()
    find = lambda _: receiver.target()  # noqa: E731
    receiver.status = 503
    deliveries.deliver(notice.pk.hex, find)
    deliveries.deliver(notice.pk.hex, find)
    assert len(receiver.taken) == 1
    receiver.status = 200
    for _ in range(2):
        Notice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        deliveries.deliver(notice.pk.hex, find)
    notice.refresh_from_db()
    assert (notice.state, len(receiver.taken)) == (Notice.State.SENT, 2)
    first, second = (json.loads(body) for _, body in receiver.taken)
    assert first == second
    assert first == {
        "id": notice.pk.hex, "event": "called", "battle": battle.pk.hex, "side": "red", "title": battle.title,
        "page": f"http://localhost/battles/{battle.pk}/play/",
    }  # fmt: skip


@pytest.mark.django_db
def test_address_that_has_become_private_is_not_written_to() -> None:
    battle_between("ann", "bob", letters=Wish.Letters.NEVER, webhook_url="https://localhost/")
    (notice,) = note_later()
    deliveries.deliver(notice.pk.hex)
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == (Notice.State.WAITING, 1)


def test_site_of_one_network_may_reach_its_own_hosts(settings: Settings) -> None:
    settings.HAS_PRIVATE_WEBHOOKS = True
    assert target_of("https://hook.example/", lambda _: ["10.1.2.3"]).address == "10.1.2.3"
    assert check_form("https://192.168.0.9/hook") == "192.168.0.9"
    with pytest.raises(BadAddress):
        check_form("http://192.168.0.9/hook")
