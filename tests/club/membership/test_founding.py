"""A club is founded and changed: its name, its address, its sign, its rules."""

import pytest
from django.core.cache import cache

from darkseas.club.membership import founding
from darkseas.club.membership.founding import ClubTerms
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import AuditLine, Club
from tests.club.clubs import DEVICE, a_club, client_of, player, rights_now
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

FORM = {
    "name": " The  Ironclads ", "place": "Hampton Roads", "charge": "battleship", "field": "waves",
    "first": "white", "second": "navy", "seen_by": "all", "language": "de", "time_zone": "Europe/Berlin",
    "rules": "# Fairness\n\n<script>alert(1)</script> **Be kind**", "silence": "director",
    "silence_days": "10", "rated_from": "3",
}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Nothing was tried yet."""
    cache.clear()


def test_zones_stand_by_continent_and_the_founder_is_led_to_links() -> None:
    client = logged_in("worden")
    form = client.get("/clubs/new/").content.decode()
    assert '<optgroup label="Europe">' in form
    assert '<option value="Europe/Berlin">Berlin</option>' in form
    page = client.post("/clubs/new/", FORM, follow=True).content.decode()
    assert '<a href="/clubs/the-ironclads/members/#invite">invite people</a>' in page


def test_founder_is_owner_and_member_and_the_page_shows_what_was_said() -> None:
    answer = logged_in("worden").post("/clubs/new/", FORM)
    assert answer.headers["Location"] == "/clubs/the-ironclads/"
    club = Club.objects.get()
    assert (club.name, club.device, club.time_zone, club.silence) == (
        "The Ironclads",
        "battleship.waves.white.navy",
        "Europe/Berlin",
        "director",
    )
    assert rights_now(player(club, "worden")) == {"owner", "member"}
    assert AuditLine.objects.get().deed == "club.founded"
    text = client_of("anonymous").get("/clubs/the-ironclads/").content.decode()
    assert "Hampton Roads" in text
    assert '<div class="club-text" lang="de"><h3>Fairness</h3>' in text
    assert "&lt;script&gt;" in text
    assert "<script>alert" not in text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"first": "navy", "second": "red"}, "a flag must be visible from afar"),
        ({"charge": "../dragon"}, "../dragon is not one of the available choices"),
        ({"name": ""}, "This field is required"),
        ({"time_zone": "Mars/Olympus"}, "not one of the available choices"),
        ({"silence_days": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(change: dict[str, str], words: str) -> None:
    answer = logged_in("worden").post("/clubs/new/", {**FORM, **change})
    assert words in answer.content.decode()
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [("New", "new-2"), ("join", "join-2"), ("Signs", "signs-2"), ("Łódź", "lodz"), ("!!!", "club")],
)
def test_address_is_made_of_the_name_and_never_a_page_of_the_site(name: str, slug: str) -> None:
    assert founding.found_club(member("worden"), ClubTerms(name, DEVICE)).slug == slug


def test_second_club_of_like_name_has_an_address_of_its_own() -> None:
    slugs = [founding.found_club(member("worden"), ClubTerms(name, DEVICE)).slug for name in ("A b", "A-b")]
    assert slugs == ["a-b", "a-b-2"]


def test_owner_changes_the_club_and_the_audit_says_what() -> None:
    club = a_club()
    page = client_of("owner").get(f"/clubs/{club.slug}/change/").content.decode()
    assert 'value="Ironclads"' in page
    client_of("owner").post(f"/clubs/{club.slug}/change/", {**FORM, "name": "Monitors"})
    club.refresh_from_db()
    assert (club.name, club.slug, club.rated_from) == ("Monitors", "ironclads", 3)
    line = AuditLine.objects.get(deed="club.changed")
    before, after = dict(line.before or {}), dict(line.after or {})
    assert (before["name"], after["name"]) == ("Ironclads", "Monitors")
    assert "is_closed" not in after


def test_open_club_may_not_take_the_name_of_another() -> None:
    founding.found_club(member("worden"), ClubTerms("Monitors", DEVICE))
    club = a_club(is_closed=True)
    with pytest.raises(ClubRefused, match="Choose another"):
        founding.change(player(club, "owner"), ClubTerms("monitors", DEVICE))
    founding.change(player(club, "owner"), ClubTerms("monitors", DEVICE, is_closed=True))


def test_founding_is_bounded() -> None:
    client = logged_in("worden")
    answers = [client.post("/clubs/new/", {**FORM, "name": f"Club {n}"}).status_code for n in range(31)]
    assert answers == [302] * 30 + [429]
    cache.clear()


def test_a_name_that_looks_like_an_open_clubs_is_refused_and_one_that_stands_stays() -> None:
    a_club("The Ironclads")
    with pytest.raises(ClubRefused, match="looks like this one"):
        founding.found_club(member("worden"), ClubTerms("The lronclads", DEVICE))
    other = founding.found_club(member("worden"), ClubTerms("Others", DEVICE))
    Club.objects.filter(pk=other.pk).update(name="The lronclads")
    owner = player(other, "worden")
    founding.change(owner, ClubTerms("The lronclads", DEVICE, place="Hampton Roads"))
    with pytest.raises(ClubRefused, match="looks like this one"):
        founding.change(owner, ClubTerms("The Ironc1ads", DEVICE))


def test_a_club_is_told_apart_from_one_in_letters_of_another_alphabet_or_width() -> None:
    a_club("Ladder Club")
    for name in ("Lаdder Club", "Ladder Сlub", "Ｌadder Club", "ＬＡＤＤＥＲ ＣＬＵＢ"):
        with pytest.raises(ClubRefused, match="looks like this one"):
            founding.found_club(member("worden"), ClubTerms(name, DEVICE))
    founding.found_club(member("worden"), ClubTerms("Клуб", DEVICE))
    Club.objects.filter(name="Ladder Club").update(name="Ｌаdder Club")
    with pytest.raises(ClubRefused, match="looks like this one"):
        founding.found_club(member("worden"), ClubTerms("Ladder Club", DEVICE))


def test_a_club_that_becomes_open_is_asked_what_it_looks_like() -> None:
    a_club("Ironclads")
    fake = "\N{CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I}ronclads"
    for name in ("lronclads", fake):
        club = founding.found_club(member("worden"), ClubTerms(name, DEVICE, is_closed=True))
        owner = player(club, "worden")
        founding.change(owner, ClubTerms(name, DEVICE, place="Hampton Roads", is_closed=True))
        with pytest.raises(ClubRefused, match="looks like this one"):
            founding.change(owner, ClubTerms(name, DEVICE))
        club.refresh_from_db()
        assert club.is_closed
    founding.change(owner, ClubTerms("Monitors", DEVICE))


@pytest.mark.parametrize("first", ["Élan Maritime", "E\N{COMBINING ACUTE ACCENT}lan Maritime"])
def test_a_name_is_one_name_however_its_accents_are_written(first: str) -> None:
    client = logged_in("worden")
    client.post("/clubs/new/", {**FORM, "name": first})
    for name in ("ÉLAN MARITIME", "élan maritime", "E\N{COMBINING ACUTE ACCENT}lan Maritime"):
        answer = client.post("/clubs/new/", {**FORM, "name": name})
        assert "An open club already has this name" in answer.content.decode()
    assert client.post("/clubs/new/", {**FORM, "name": "Elan Maritime"}).status_code == 302
    assert set(Club.objects.values_list("name", flat=True)) == {"Élan Maritime", "Elan Maritime"}
