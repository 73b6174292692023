"""A closed club's files open to its players' programs, by a key of each, and to nobody else."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.club.feeds.feed_keys import LONGEST_KEY, key_of
from darkseas.club.membership import joining
from darkseas.club.models import Club, Player
from tests.club.results.club_events import joined, new_club
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

FILES = ("/clubs/silent/calendar.ics", "/clubs/silent/results.atom")


@pytest.fixture
def ann() -> Player:
    return joined(new_club("silent", is_closed=True), "ann")


def statuses(key: str) -> set[int]:
    """What a program without a cookie gets."""
    return {Client().get(file, {"key": key}).status_code for file in FILES}


def test_address_on_the_page_opens_the_files_until_it_is_renewed(ann: Player) -> None:
    browser = logged_in("ann")
    page = browser.get("/clubs/silent/dispatches/").content.decode()
    found = re.findall(r'value="http://localhost(/clubs/silent/[^"]+)"', page)
    old = [address.replace("&amp;", "&") for address in found]
    assert [Client().get(address).status_code for address in old] == [200, 200, 200]
    browser.post("/clubs/silent/dispatches/renew/")
    assert [Client().get(address).status_code for address in old] == [404, 404, 404]
    assert statuses(key_of(ann)) == {200}


def test_key_of_who_has_left_or_of_another_club_opens_nothing(ann: Player) -> None:
    other = joined(new_club("others", is_closed=True), "eve")
    assert statuses(key_of(other)) == {404}
    Player.objects.update(left_at=timezone.now())
    assert statuses(key_of(ann)) == {404}


def test_key_of_former_days_opens_nothing_when_somebody_comes_back(ann: Player) -> None:
    key = key_of(ann)
    joining.leave(ann)
    assert ann.member is not None
    joining.admit(ann.club, ann.member, None, "player.admitted")
    assert statuses(key) == {404}
    assert statuses(key_of(ann)) == {200}


def test_key_of_a_shut_account_opens_nothing(ann: Player) -> None:
    key = key_of(ann)
    assert ann.member is not None
    ann.member.is_active = False
    ann.member.save()
    assert statuses(key) == {404}


def test_wrong_key_is_answered_as_a_wrong_club_is(ann: Player) -> None:
    key = key_of(ann)
    number, times, signature = key.split(".")
    forged = (
        "", "x", ".", "..", f"{ann.pk}.0", f"{number}.{int(times) + 1}.{signature}", key[:-1], f"{key}A",
        f"{key}\n", "9" * (LONGEST_KEY + 1), key.replace(number, "٣", 1),
    )  # fmt: skip
    for wrong in forged:
        for file in FILES:
            closed = Client().get(file, {"key": wrong})
            absent = Client().get(file.replace("silent", "absent"), {"key": wrong})
            same = absent.content.replace(b"absent", b"silent")
            assert (closed.status_code, _without_number(closed.content)) == (404, _without_number(same))


def test_key_opens_nothing_but_the_files(ann: Player) -> None:
    for address in ("", "results/", "calendar/", "dispatches/", "results/results.csv"):
        assert Client().get(f"/clubs/silent/{address}", {"key": key_of(ann)}).status_code == 404


def test_open_club_needs_no_key(ann: Player) -> None:
    Club.objects.update(is_closed=False)
    assert statuses("") == {200}
    page = Client().get("/clubs/silent/dispatches/").content.decode()
    assert "?key=" not in page


def _without_number(content: bytes) -> bytes:
    return re.sub(rb"urn:uuid:[0-9a-f-]+", b"", content)
