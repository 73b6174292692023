"""Who gets what from the addresses of results, in an open club and in a closed one."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from darkseas.club.models import Club, ImportBatch, Result, Right
from darkseas.club.results.files import importing
from darkseas.club.results.pages.urls import urlpatterns
from tests.support.members import logged_in

from .club_events import guest, joined, new_club, reported

pytestmark = pytest.mark.django_db

#: Who asks: nobody, a member of the site, one of the club, and so on.
ROLES = ("anonymous", "outsider", "member", "reporter", "opponent", "umpire", "director", "owner")
#: What each gets who looks (GET), then who sends an empty form (POST), in an open club. What says nothing is
#: refused as a form (422), or as a step that nobody has seen the state of (403).
TABLE = """
club-results             200 200 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-results-waiting     403 403 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-results-disputes    403 403 403 403 403 403 200 200 | 405 405 405 405 405 405 405 405
club-result-new          403 403 200 200 200 200 200 200 | 403 403 422 422 422 422 422 422
club-result-battle       405 405 405 405 405 405 405 405 | 403 403 302 302 302 302 302 302
club-result-scenarios    403 403 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-results-csv         200 200 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-results-json        200 200 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-imports             403 403 403 403 403 403 200 200 | 403 403 403 403 403 403 422 422
club-import-keep         405 405 405 405 405 405 405 405 | 403 403 403 403 403 403 422 422
club-import              403 403 403 403 403 403 200 200 | 405 405 405 405 405 405 405 405
club-import-take-back    405 405 405 405 405 405 405 405 | 403 403 403 403 403 403 422 422
club-result              200 200 200 200 200 200 200 200 | 405 405 405 405 405 405 405 405
club-result-confirm      405 405 405 405 405 405 405 405 | 403 403 403 403 302 403 403 403
club-result-dispute      405 405 405 405 405 405 405 405 | 403 403 422 422 422 422 422 422
club-result-decide       403 403 403 403 403 403 200 200 | 403 403 403 403 403 403 422 422
club-result-correct      403 403 403 403 403 403 200 200 | 403 403 403 403 403 403 422 422
club-result-void         405 405 405 405 405 405 405 405 | 403 403 422 422 422 422 422 422
"""
#: What says why: then only who may do it gets through.
WITH_REASON = {"club-result-dispute": ("opponent",), "club-result-void": ("reporter", "director", "owner")}


def table() -> dict[str, tuple[list[int], list[int]]]:
    """The table by name: statuses of looking, and of sending."""
    lines = [line.partition(" ") for line in TABLE.strip().splitlines()]
    halves = {name: [half.split() for half in rest.split("|")] for name, _, rest in lines}
    return {
        name: ([int(x) for x in looks], [int(x) for x in sends]) for name, (looks, sends) in halves.items()
    }


def clients(club: Club) -> dict[str, Client]:
    for name, kind in (
        ("member", "MEMBER"),
        ("umpire", "UMPIRE"),
        ("director", "DIRECTOR"),
        ("owner", "OWNER"),
    ):
        joined(club, name, Right.Kind[kind])
    return {name: Client() if name == "anonymous" else logged_in(name) for name in ROLES}


@pytest.fixture
def club() -> Club:
    club = new_club()
    reported(joined(club, "reporter"), joined(club, "opponent"))
    director = joined(club, "brought", Right.Kind.DIRECTOR)
    guest(club, "Nelson")
    text = "day,scenario,system,side_1,players_1,ended_1,side_2,players_2,ended_2\n"
    text += "1999-05-14,Savo,Dark Seas,Red,Nelson,won,Blue,brought,lost\n"
    importing.keep(club, director, importing.old_file("old.csv", "", text.encode()))
    return club


def address(name: str, result: Result, batch: ImportBatch) -> str:
    part = next(pattern for pattern in urlpatterns if pattern.name == name).pattern
    arguments: list[Any] = ["ironclads"]
    if "number" in part.converters:
        arguments.append(batch.pk if name.startswith("club-import") else result.pk)
    return reverse(name, args=arguments)


def statuses(club: Club, method: str, body: dict[str, str]) -> dict[str, list[int]]:
    """What each role gets from each address; every answer is asked of a club of its own state."""
    result, batch = Result.objects.filter(batch=None).get(), ImportBatch.objects.get()
    found: dict[str, list[int]] = {}
    everybody = clients(club)
    for pattern in urlpatterns:
        name = str(pattern.name)
        for client in everybody.values():
            with transaction.atomic():
                answer = getattr(client, method)(address(name, result, batch), body)
                transaction.set_rollback(True)
            found.setdefault(name, []).append(answer.status_code)
    return found


def test_everybody_gets_what_the_table_says(club: Club) -> None:
    assert statuses(club, "get", {}) == {name: looks for name, (looks, _) in table().items()}


def test_whoever_sends_gets_what_the_table_says(club: Club) -> None:
    assert statuses(club, "post", {"seen": "1"}) == {name: sends for name, (_, sends) in table().items()}


def test_a_reason_lets_only_those_through_who_may(club: Club) -> None:
    found = statuses(club, "post", {"seen": "1", "reason": "So it is."})
    for name, may in WITH_REASON.items():
        assert dict(zip(ROLES, found[name], strict=True)) == {
            role: 302 if role in may else 403 for role in ROLES
        }


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_closed_club_is_not_there_for_outsiders(club: Club, method: str) -> None:
    Club.objects.filter(pk=club.pk).update(is_closed=True)
    result, batch = Result.objects.filter(batch=None).get(), ImportBatch.objects.get()
    for client in (Client(), logged_in("outsider")):
        for pattern in urlpatterns:
            here = address(str(pattern.name), result, batch)
            closed = getattr(client, method)(here, {"seen": "1"})
            absent = getattr(client, method)(here.replace("ironclads", "no-such-club"), {"seen": "1"})
            assert closed.status_code == absent.status_code
            assert closed.status_code in (404, 405)
            assert b"Ironclads" not in closed.content
            bare = absent.content.replace(b"no-such-club", b"ironclads")
            assert _without_token(closed.content) == _without_token(bare)


def test_results_of_another_club_are_not_found_below_ones_own(club: Club) -> None:
    other = new_club("others")
    owner = logged_in(joined(other, "boss", Right.Kind.OWNER).member or "boss")
    result, batch = Result.objects.filter(batch=None).get(), ImportBatch.objects.get()
    for pattern in urlpatterns:
        if "number" in pattern.pattern.converters:
            here = address(str(pattern.name), result, batch).replace("ironclads", "others")
            sent = {"seen": "1", "reason": "x"}
            assert {owner.get(here).status_code, owner.post(here, sent).status_code} <= {404, 405}, here


def _without_token(content: bytes) -> bytes:
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", content)
