"""Pages name whom they show as forms and files name everybody, and do not read the club's other players."""

import random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from darkseas.club.membership import merging
from darkseas.club.models import Club, Player, Right
from darkseas.club.records.pages import record_views
from darkseas.club.results.naming import people, shown_names
from darkseas.club.results.naming.people import names_in
from darkseas.club.results.naming.shown_names import (
    MOST_SUGGESTED,
    found_in,
    names_of,
    players_named,
    suggested_in,
)
from darkseas.club.results.store import confirm
from darkseas.web.texts.name_keys import name_key
from tests.club.records.books import follow

from .club_events import guest, joined, new_club, reported

pytestmark = pytest.mark.django_db
WRITTEN = ("Nelson", "nelson", "NELSON", "O’Neill", "O'neill", "Émile", "émile", "ÉMILE", "Hood", "Ann Lee")


def crowd() -> Club:
    """Many go by one name, some by another's name and number, and some are somebody else by now."""
    club = new_club()
    director = joined(club, "nelson", Right.Kind.DIRECTOR)
    guests = [guest(club, name) for name in WRITTEN]
    guest(club, f"Nelson (no. {guests[0].pk})")
    guest(club, f"Hood (no. {guests[8].pk})")
    guest(club, f"Nelson (no. {guests[0].pk}) (no. {guests[1].pk})")
    merging.merge_guests(director, guests[2], guests[8], "Told so.")
    merging.merge_guests(director, guests[8], guests[9], "Told so.")
    Player.objects.filter(pk=guests[5].pk).update(left_at=director.joined_at)
    return club


def test_few_are_called_as_they_are_among_all() -> None:
    club = crowd()
    everybody = names_in(club)
    for number, name in everybody.of.items():
        assert names_of(club, [number]).of[number] == name
        assert found_in(club, name) == everybody.numbers[name_key(name)]
    numbers, chance = sorted(everybody.of), random.Random(1)
    for _ in range(20):
        some = chance.sample(numbers, 4)
        named = names_of(club, some)
        assert [named.of[one] for one in some] == [everybody.of[one] for one in some]
    assert suggested_in(club) == everybody.today
    assert found_in(club, "Nelson") is found_in(club, "nobody") is None
    assert names_of(new_club("others"), numbers).of == {}


def test_names_suggest_themselves_while_players_are_few() -> None:
    club = new_club()
    Player.objects.bulk_create(Player(club=club, name=f"Guest {one}") for one in range(MOST_SUGGESTED))
    page = Client().get("/clubs/ironclads/results/").content.decode()
    assert page.count('<option value="Guest') == MOST_SUGGESTED == 200
    guest(club, "One more")
    page = Client().get("/clubs/ironclads/results/").content.decode()
    assert '<option value="Guest' not in page
    assert '<input type="text" name="player"' in page
    assert "club-names" not in page


def test_pages_read_and_ask_no_more_in_a_club_of_many_players(monkeypatch: pytest.MonkeyPatch) -> None:
    club = new_club(rated_from=1)
    ann, bob = joined(club, "ann"), joined(club, "bob")
    result = reported(ann, bob)
    confirm(result, bob)
    follow(club)
    Player.objects.bulk_create(Player(club=club, name=f"Guest {one}") for one in range(MOST_SUGGESTED + 1))
    monkeypatch.setattr(people, "distinct", pytest.fail)  # of all
    told: list[int] = []
    plain = shown_names.distinct  # type: ignore[attr-defined]

    def distinct(names: Any) -> Any:
        told.append(len(names))
        return plain(names)

    monkeypatch.setattr(shown_names, "distinct", distinct)
    here = "/clubs/ironclads/"
    pages = ("", "results/", "results/?player=ann", f"results/{result.pk}/", "results.atom", "records/",
             "records/?ratings=fleet_battle", f"records/players/{ann.pk}/")  # fmt: skip

    def queries() -> list[int]:
        counts = []
        for address in pages:
            with CaptureQueriesContext(connection) as asked:
                answer = Client().get(here + address)
            assert (answer.status_code, b"bob" in answer.content) == (200, True)
            counts.append(len(asked))
        return counts

    few = queries()
    Player.objects.bulk_create(Player(club=club, name=f"More {one}") for one in range(300))
    assert queries() == few
    assert max(told) == 2


def test_ratings_of_unknown_rules_are_refused_before_anything_is_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new_club()
    for name in ("state_of", "names_of", "read"):
        monkeypatch.setattr(record_views, name, pytest.fail)
    assert Client().get("/clubs/ironclads/records/?ratings=nothing").status_code == 404


def test_who_takes_all_results_along_too_often_is_asked_to_wait(settings: Any) -> None:
    new_club()
    cache.clear()
    settings.MEMBER_LIMITS = {**settings.MEMBER_LIMITS, "export": {"address": (2, 600), "name": (2, 600)}}
    here = "/clubs/ironclads/results/results."
    assert [Client().get(f"{here}{kind}").status_code for kind in ("csv", "json")] == [200, 200]
    refused = Client().get(f"{here}csv")
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    assert Client().get(f"{here}json").status_code == 429
    assert Client().get("/clubs/ironclads/results/").status_code == 200


def test_players_are_found_without_accents_and_by_the_beginning_of_a_word() -> None:
    club = new_club()
    ann = joined(club, "ann")
    wanted = guest(club, "Łukasz Curaçao")
    for other in (wanted, guest(club, "Ann Lee"), guest(club, "Cora")):
        reported(ann, other)
    here = "/clubs/ironclads/results/"
    for text in ("Łukasz Curaçao", "curacao", "Cura", "Curac\u0327ao", "CURAÇAO", "lukasz", "Lu cur"):
        page = Client().get(here, {"player": text}).content.decode()
        assert ("Curaçao" in page, "Cora lost" in page, "Ann Lee lost" in page) == (True, False, False), text
    assert players_named(club, "ann") == {ann.pk}
    assert players_named(club, "L") == {wanted.pk, Player.objects.get(name="Ann Lee").pk}
    assert players_named(club, "!!!") == players_named(club, "鳥海") == set()
