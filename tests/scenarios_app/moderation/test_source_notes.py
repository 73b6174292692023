"""Sources that members tell: asked for beside what is unconfirmed, decided once, shown with credit."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario, SourceNote
from scenarios_app.moderation import source_notes
from scenarios_app.moderation.decided_once import Decided
from scenarios_app.revisions.store import publish
from tests.support.every_case import every_case
from tests.support.members import logged_in, member, moderator
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

PAGE = "/ships/usn-northampton/chicago/"
CLASS = "/ships/usn-northampton/"
FORM = "/sources/new/?about=class/usn-northampton&fact=Speed"
TOLD = {
    "fact": "Speed",
    "work": "Friedman, U.S. Cruisers",
    "page": "412",
    "value": "32.7 knots",
    "remark": "1942",
}


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    """Begin each test with nothing counted."""
    cache.clear()


def written(**changes: Any) -> SourceNote:
    """A note that waits."""
    fields = {"about": "class/usn-northampton", "fact": "Speed", "work": "Friedman", "page": "412", **changes}
    return SourceNote.objects.create(teller=member("hipper"), **fields)


def decide(client: Client, note: SourceNote, decision: str) -> Any:
    """Send a decision."""
    return client.post(
        f"/sources/{note.pk}/", {f"n{note.pk}-decision": decision, f"n{note.pk}-note": "I looked."}
    )


def test_what_is_unconfirmed_asks_for_a_source(client: Client) -> None:
    page = one_line(client.get(PAGE).content.decode())
    assert 'href="/sources/new/?about=class%2Fusn-northampton&amp;fact=Speed"' in page
    answer = client.get(FORM)
    assert (answer.status_code, answer.headers["Location"].startswith("/login/")) == (302, True)


def test_a_source_waits_is_accepted_and_stands_with_credit() -> None:
    hers = logged_in("hipper")
    assert '<option value="Speed" selected>' in one_line(hers.get(FORM).content.decode())
    assert hers.post(FORM, TOLD).headers["Location"] == "/ships/usn-northampton/"
    note = SourceNote.objects.get()
    assert "Friedman" not in one_line(hers.get(PAGE).content.decode())
    own_page = one_line(hers.get("/members/me/").content.decode())
    assert "awaiting review" in " ".join(own_page.split())
    assert "Northampton class, Speed: Friedman" in own_page
    assert "usn-northampton" not in own_page
    his = logged_in(moderator())
    assert "Friedman, U.S. Cruisers" in one_line(his.get("/sources/").content.decode())
    assert decide(his, note, "accepted").status_code == 302
    page = one_line(Client().get(PAGE).content.decode())
    assert 'confirmed by<cite class="long">Friedman, U.S. Cruisers</cite>, p. 412' in page
    assert '<a href="/members/hipper/">hipper</a>' in page
    (line,) = his.get("/sources/accepted.json").json()["sources"]
    assert (line["fact"], line["value"], line["credit"]) == ("Speed", "32.7 knots", "hipper")


def test_a_declined_source_is_shown_to_who_told_it_alone() -> None:
    note = written()
    decide(logged_in(moderator()), note, "declined")
    assert "Friedman" not in one_line(Client().get(PAGE).content.decode())
    assert "declined: I looked." in one_line(logged_in("hipper").get("/members/me/").content.decode())


def test_a_source_is_decided_about_once_and_by_moderators_alone() -> None:
    note = written()
    assert decide(logged_in("hipper"), note, "accepted").status_code == 403
    source_notes.decide(note.pk, member("mo"), "declined", "No.")
    with pytest.raises(Decided):
        source_notes.decide(note.pk, member("mo"), "accepted", "Yes.")
    answer = logged_in(moderator()).get("/sources/accepted.json")
    assert answer.json() == {"sources": []}
    assert logged_in("hipper").get("/sources/accepted.json").status_code == 403


def test_too_many_sources_wait() -> None:
    for _ in range(source_notes.MOST_WAITING):
        written()
    page = one_line(logged_in("hipper").post(FORM, TOLD).content.decode())
    assert "20 of your sources are awaiting review." in page
    assert SourceNote.objects.count() == source_notes.MOST_WAITING


@every_case("about", ["class/usn-none", "scenario/none", "member/hipper", "", "class/", "x/y"])
def test_of_what_is_not_there_no_source_is_told(about: str) -> None:
    assert logged_in("hipper").get(f"/sources/new/?about={about}").status_code == 404


def test_moments_of_a_scenario_are_confirmed_line_by_line(client: Client) -> None:
    scenario = publish(read_file(LIBRARY / "cape-spada.toml")).scenario
    spec = read_file(LIBRARY / "cape-spada.toml")
    moment = spec.about.timeline[0].text
    note = written(about="scenario/cape-spada", fact=moment[:300], work="https://example.org/a b")
    source_notes.decide(note.pk, member("mo"), "accepted", "Yes.")
    page = one_line(client.get("/library/cape-spada/").content.decode())
    assert page.count("confirmed by") == 2, "beside the line, and among the sources"
    assert 'href="https://example.org/a b"' not in page
    Scenario.objects.filter(pk=scenario.pk).update(visibility="private")
    assert logged_in("hipper").get("/sources/new/?about=scenario/cape-spada").status_code == 404


def test_credit_of_who_has_left_names_nobody(client: Client) -> None:
    note = written()
    source_notes.decide(note.pk, member("mo"), "accepted", "Yes.")
    note.teller.leave()
    page = one_line(client.get(PAGE).content.decode())
    assert "submitted by a former member" in page
    assert "hipper" not in page


def test_what_a_source_bears_out_is_called_unconfirmed_no_longer(client: Client) -> None:
    line = re.compile(r"<dt>Speed</dt><dd>.*?</dd>", re.DOTALL)
    before = line.search(one_line(client.get(CLASS).content.decode()))
    source_notes.decide(written(value="32.5 knots").pk, member("mo"), "accepted", "")
    after = line.search(one_line(client.get(CLASS).content.decode()))
    assert before is not None
    assert after is not None
    assert "unconfirmed" in before[0]
    assert "unconfirmed" not in after[0]
    assert "p. 412, which says “32.5 knots”, submitted by" in after[0]


def test_only_who_declines_says_why() -> None:
    his, note, other = logged_in(moderator()), written(), written(fact="Belt")
    refused = his.post(f"/sources/{note.pk}/", {f"n{note.pk}-decision": "declined"})
    assert refused.status_code == 422
    assert "Give a reason for declining" in one_line(refused.content.decode())
    his.post(f"/sources/{other.pk}/", {f"n{other.pk}-decision": "accepted"})
    assert SourceNote.objects.get(pk=other.pk).decision == "accepted"
    own_page = one_line(logged_in("hipper").get("/members/me/").content.decode())
    assert re.search(r"Belt: Friedman<span[^>]*>accepted</span>", own_page)


def test_moderators_read_what_a_source_is_about_by_its_name() -> None:
    publish(read_file(LIBRARY / "cape-spada.toml"))
    written()
    source_notes.decide(written(about="scenario/cape-spada", fact="").pk, member("mo"), "declined", "No.")
    page = one_line(logged_in(moderator()).get("/sources/").content.decode())
    assert '<a href="/ships/usn-northampton/">Northampton class</a>: Speed' in page
    assert '<a href="/library/cape-spada/">Cape Spada</a>' in page
    assert "class/usn-northampton" not in page
