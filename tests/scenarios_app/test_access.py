"""Who gets what: every address of scenarios, drafts and battles, asked by everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from replays_app.export import battle_files
from replays_app.models import Battle
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts import urls as draft_urls
from scenarios_app.drafts.publishing import Publishing, publish_draft
from scenarios_app.library import urls as library_urls
from scenarios_app.models import Report, Scenario
from scenarios_app.moderation import urls as moderation_urls
from scenarios_app.revisions.store import keep_trial, spec_from
from tests.support.builders import register_toy, toy_file, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member, moderator

pytestmark = pytest.mark.django_db
register_toy()

#: Who asks, in the order of the tables below.
PEOPLE = ("nobody", "stranger", "helper", "owner", "judge")
#: What its one asker may keep, and has to ask about each time; nothing else of a battle may be kept.
TAGGED = "/api/v1/battles/{battle}"

#: Of a scenario in each state: what nobody, a stranger, a helper, the owner, a moderator get.
STATES: dict[str, tuple[int, int, int, int, int]] = {
    "public": (200, 200, 200, 200, 200),
    "unlisted": (200, 200, 200, 200, 200),
    "private": (404, 404, 200, 200, 200),
    "taken-down": (410, 410, 200, 200, 200),
    "unpublished": (404, 404, 404, 404, 404),
}
SCENARIO_PAGES = (
    "/library/coves/",
    "/library/coves/scenario.json",
    "/library/coves/difference/",
    "/library/coves/revisions/1/",
    "/library/coves/revisions/1/scenario.json",
)

#: Of a battle on it, by its page and by the API; what was fought on a taken-down scenario stays.
BATTLE_STATES: dict[str, tuple[int, int, int, int, int]] = {
    "public": (200, 200, 200, 200, 200),
    "unlisted": (200, 200, 200, 200, 200),
    "private": (404, 404, 200, 200, 200),
    "taken-down": (200, 200, 200, 200, 200),
    "trial": (404, 404, 200, 200, 404),
}
BATTLE_PLACES = (
    "/battles/{battle}/",
    "/battles/{battle}/prose/",
    "/battles/{battle}/report.md",
    "/api/v1/battles/{battle}",
    "/api/v1/battles/{battle}/events",
    "/api/v1/battles/{battle}/outline",
    "/api/v1/battles/{battle}/lines",
    "/api/v1/battles/{battle}/steps/1",
    "/api/v1/battles/{battle}/export",
)

#: Pages of members; a draft is there for nobody but those who write it.
DRAFT_PAGES: dict[str, tuple[int, int, int, int, int]] = {
    "/drafts/": (302, 200, 200, 200, 200),
    "/drafts/new/": (302, 200, 200, 200, 200),
    "/drafts/{draft}/": (302, 404, 200, 200, 404),
    "/drafts/{draft}/difference/": (302, 404, 200, 200, 404),
    "/drafts/{draft}/states/": (302, 404, 200, 200, 404),
    "/drafts/{draft}/sharing/": (302, 404, 403, 200, 404),
    "/drafts/{draft}/delete/": (302, 404, 403, 200, 404),
    "/api/v1/drafts/": (403, 200, 200, 200, 200),
    "/api/v1/drafts/{draft}/": (403, 404, 200, 200, 404),
    "/api/v1/drafts/{draft}/states/": (403, 404, 200, 200, 404),
    "/api/v1/drafts/{draft}/states/1/": (403, 404, 200, 200, 404),
    "/reports/": (302, 403, 403, 403, 200),
    "/reports/{report}/put-back/": (302, 403, 403, 403, 200),
}

#: Deeds: method, address, body, and what each gets. Bodies that the owner may send are sound.
DEEDS: tuple[tuple[str, str, Any, tuple[int, int, int, int, int]], ...] = (
    ("put", "/api/v1/drafts/{draft}/", {"version": 1, "spec": {}}, (403, 404, 422, 422, 404)),
    ("put", "/api/v1/drafts/{draft}/authors/", {"names": ["helper"]}, (403, 404, 403, 200, 404)),
    ("post", "/api/v1/drafts/{draft}/publish/", {}, (403, 404, 403, 422, 404)),
    ("delete", "/api/v1/drafts/{draft}/", None, (403, 404, 403, 409, 404)),
    ("patch", "/api/v1/scenarios/coves/", {"visibility": "private"}, (403, 404, 403, 200, 403)),
    ("post", "/api/v1/drafts/", {"revision": -1}, (403, 422, 422, 422, 422)),
    ("post", "/library/coves/revisions/1/fork/", None, (302, 404, 302, 302, 302)),
    ("post", "/api/v1/battles", {"scenario": "coves"}, (422, 422, 201, 201, 201)),
    ("post", "/drafts/{draft}/states/", None, (302, 404, 404, 404, 404)),
    ("post", "/drafts/{draft}/leave/", None, (302, 404, 302, 403, 404)),
    ("post", "/drafts/invitations/1/", {"accept": "1"}, (302, 404, 404, 404, 404)),
    ("post", "/reports/{report}/", None, (302, 403, 403, 403, 422)),
)


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Begin each test with nothing kept."""
    cache.clear()


@pytest.fixture
def places() -> dict[str, str]:
    """A scenario of the owner's, published and public, with a helper, a battle and a report."""
    owner = member("owner")
    draft = drafts.start(owner, toy_scenario(title="Coves"))
    draft.authors.add(member("helper"))
    spec = drafts.document_of(draft)
    about = {"licence": "CC BY 4.0", "sources": [{"title": "Own invention"}]}
    ready = toy_scenario(title="Coves", key=spec.key, about=_about(about))
    draft = drafts.save(draft.pk, owner, 1, ready)
    revision = publish_draft(draft.pk, owner, Publishing())
    battle = battle_files.import_battle(toy_file(), revision=revision).battle
    report = Report.objects.create(
        scenario=draft.scenario, reason="other", decision="taken-down", decided_at=timezone.now()
    )
    report.decided_by = moderator("judge")
    report.save()
    return {"draft": str(draft.pk), "battle": str(battle.pk), "report": str(report.pk)}


def _about(values: dict[str, Any]) -> Any:
    return spec_from({"key": "x", "title": "x", "system": "toy", "sides": [], "about": values}).about


def client_of(name: str) -> Client:
    """The client of one of PEOPLE."""
    if name == "nobody":
        return Client()
    return logged_in(moderator("judge") if name == "judge" else name)


def put_into(state: str) -> None:
    """Put the one scenario into a state."""
    scenario = Scenario.objects.get()
    scenario.visibility = state if state in ("public", "unlisted", "private") else "public"
    if state == "taken-down":
        scenario.taken_down_at = timezone.now()
    if state in ("unpublished", "trial"):
        scenario.current, scenario.visibility = None, "private"
    scenario.save()
    if state == "trial":
        trial = keep_trial(scenario, toy_scenario(key=scenario.key))
        Battle.objects.update(origin="trial", revision=trial)


def statuses(ask: Callable[[Client], Any]) -> tuple[int, ...]:
    """What each of PEOPLE gets."""
    return tuple(ask(client_of(name)).status_code for name in PEOPLE)


@every_case("state", STATES)
@every_case("address", SCENARIO_PAGES)
def test_pages_of_scenarios(places: dict[str, str], state: str, address: str) -> None:
    put_into(state)
    wanted = STATES[state]
    if state == "unpublished" and "revisions" in address:
        wanted = (404, 404, 200, 200, 200)  # the revision is there; its authors alone can know
    assert statuses(lambda client: client.get(address)) == wanted


@every_case("state", BATTLE_STATES)
@every_case("address", BATTLE_PLACES)
def test_battles(places: dict[str, str], state: str, address: str) -> None:
    put_into(state)
    where = address.format(**places)
    assert statuses(lambda client: client.get(where)) == BATTLE_STATES[state]
    # Also where the answer was kept.
    assert statuses(lambda client: client.get(where)) == BATTLE_STATES[state]


@every_case("state", BATTLE_STATES)
def test_battle_on_a_foreign_page_is_shown_as_to_nobody(places: dict[str, str], state: str) -> None:
    put_into(state)
    address = f"/battles/{places['battle']}/embed/"
    assert statuses(lambda client: client.get(address)) == (BATTLE_STATES[state][0],) * len(PEOPLE)


@every_case("address", BATTLE_PLACES)
def test_only_what_all_may_see_is_kept_by_others(places: dict[str, str], address: str) -> None:
    put_into("private")
    answer = client_of("owner").get(address.format(**places))
    if address.startswith("/api/"):
        keeping = "private, no-cache" if address == TAGGED else "private, no-store"
        assert answer.headers["Cache-Control"] == keeping


def test_battle_that_was_kept_while_public_is_closed_when_it_is_forgotten(places: dict[str, str]) -> None:
    address = f"/api/v1/battles/{places['battle']}/lines"
    assert Client().get(address).status_code == 200
    put_into("private")
    cache.delete(f"open-to-all:{places['battle'].replace('-', '')}")
    assert Client().get(address).status_code == 404
    answer = client_of("owner").get(address)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")


@every_case(
    ("state", "listed"),
    [
        ("public", (True, True, True, True, True)),
        ("unlisted", (False, False, True, True, False)),
        ("private", (False, False, True, True, False)),
        ("taken-down", (False, False, True, True, False)),
    ],
)
def test_lists(places: dict[str, str], state: str, listed: tuple[bool, ...]) -> None:
    put_into(state)
    for address, sign in (("/library/", "/library/coves/"), ("/battles/", f"/battles/{places['battle']}/")):
        said = [sign in client_of(name).get(address).content.decode() for name in PEOPLE]
        assert tuple(said) == listed, address


def test_trials_are_in_no_list(places: dict[str, str]) -> None:
    put_into("trial")
    for name in PEOPLE:
        assert f"/battles/{places['battle']}/" not in client_of(name).get("/battles/").content.decode()


@every_case("address", DRAFT_PAGES)
def test_pages_of_members(places: dict[str, str], address: str) -> None:
    put_into("private")
    assert statuses(lambda client: client.get(address.format(**places))) == DRAFT_PAGES[address]


@every_case(("method", "address", "body", "wanted"), DEEDS)
def test_deeds(places: dict[str, str], method: str, address: str, body: Any, wanted: tuple[int, ...]) -> None:
    put_into("private")

    def ask(client: Client) -> Any:
        send = getattr(client, method)
        where = address.format(**places)
        return send(where, body, content_type="application/json") if body is not None else send(where)

    assert statuses(ask) == wanted


def test_a_seat_opens_its_battle_on_a_private_scenario(places: dict[str, str]) -> None:
    put_into("private")
    body = {"scenario": "coves", "seats": ["red"]}
    begun = client_of("owner").post("/api/v1/battles", body, content_type="application/json").json()
    address = f"/api/v1/battles/{begun['battle']}"
    token = {"authorization": f"Seat {begun['seats']['red']}"}
    for place in ("", "/events", "/outline", "/lines"):
        assert Client().get(f"{address}{place}").status_code == 404
        assert Client().get(f"{address}{place}", headers=token).status_code == 200
        other = f"/api/v1/battles/{places['battle']}{place}"
        assert Client().get(other, headers=token).status_code == 404


def test_every_address_of_drafts_library_and_moderation_is_in_a_table() -> None:
    """A new address must say who gets what."""
    patterns = (
        *draft_urls.urlpatterns, *draft_urls.api, *library_urls.urlpatterns, *moderation_urls.urlpatterns
    )  # fmt: skip
    names = {pattern.name for pattern in patterns if hasattr(pattern, "name")}
    known = {
        "drafts", "draft-new", "draft", "draft-difference", "draft-sharing", "draft-states", "draft-delete",
        "draft-leave", "draft-invitation",
        "difference", "scenario-file", "revision", "revision-file", "fork", "reports", "report-decide",
        "report-put-back", "publish", "states", "state", "authors", "scenario",
    }  # fmt: skip
    elsewhere = {
        "report-scenario", "report-map",  # test_moderation.py
        "map-use",  # maps/test_views.py
        "library",  # public to everybody
        "api-scenarios",  # public to everybody: tests/web/routes/
        "member-page", "member-page-choose",  # library/test_member_pages.py
        "source-new", "sources", "sources-file", "source-decide",  # moderation/test_source_notes.py
    }  # fmt: skip
    assert names - {None} == known | elsewhere
