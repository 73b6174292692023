"""Reports about scenarios and maps, and what moderators decide."""

from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from darkseas.engine.scenario.spec import MapSpec
from scenarios_app.drafts.publishing import fork
from scenarios_app.maps.store import MapPublishing, publish_new
from scenarios_app.models import HexMap, MapRevision, Report, Scenario
from scenarios_app.moderation import reports_and_takedowns as moderation
from scenarios_app.revisions.store import publish
from tests.support.builders import register_toy, toy_revision, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member, moderator

pytestmark = pytest.mark.django_db
register_toy()

PAGE = "/library/coves/"
REPORT = {"reason": "copyright", "text": "It is out of my book."}


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    """Begin each test with nothing counted."""
    cache.clear()


@pytest.fixture
def scenario() -> Scenario:
    """A public scenario of a member's."""
    found = toy_revision().scenario
    found.owner = member("hipper")
    found.save()
    return found


def reported(scenario: Scenario, **changes: Any) -> Report:
    """A report that waits."""
    return Report.objects.create(scenario=scenario, reason="copyright", **changes)


def decide(client: Client, report: Report, decision: str, note: str = "We looked at the book.") -> Any:
    """Send a decision."""
    form = {f"r{report.pk}-decision": decision, f"r{report.pk}-note": note}
    return client.post(f"/reports/{report.pk}/", form)


def a_map() -> HexMap:
    """A public map."""
    found = HexMap.objects.create(key="sound", title="The Sound", owner=member("hipper"))
    found.current = MapRevision.objects.create(hex_map=found, number=1, digest="0" * 64, spec=b"{}")
    found.save()
    return found


def test_anybody_reports_a_scenario_from_its_page(scenario: Scenario) -> None:
    anyone = Client()
    assert f'href="{PAGE}report/"' in anyone.get(PAGE).content.decode()
    assert anyone.get(f"{PAGE}report/").status_code == 200
    answer = anyone.post(f"{PAGE}report/", REPORT)
    assert answer.headers["Location"] == PAGE
    (report,) = Report.objects.all()
    assert (report.scenario, report.reporter, report.reason, report.text) == (
        scenario,
        None,
        "copyright",
        "It is out of my book.",
    )
    logged_in("kondo").post(f"{PAGE}report/", REPORT)
    reporter = Report.objects.latest("pk").reporter
    assert reporter is not None
    assert reporter.username == "kondo"


def test_report_without_a_reason_is_asked_again(scenario: Scenario) -> None:
    answer = Client().post(f"{PAGE}report/", {"text": "x"})
    assert answer.status_code == 200
    assert "This field is required." in answer.content.decode()
    assert not Report.objects.exists()


def test_who_reports_too_often_waits(scenario: Scenario) -> None:
    most = settings.MEMBER_LIMITS["report"]["address"][0]
    client = Client()
    said = [client.post(f"{PAGE}report/", REPORT).status_code for _ in range(most + 1)]
    assert said == [302] * most + [429]
    assert Report.objects.count() == most


def test_private_scenarios_cannot_be_reported_by_strangers(scenario: Scenario) -> None:
    Scenario.objects.update(visibility="private")
    assert Client().get(f"{PAGE}report/").status_code == 404
    assert Client().post(f"{PAGE}report/", REPORT).status_code == 404


def test_maps_are_reported_decided_and_put_back_likewise() -> None:
    hex_map = a_map()
    Client().post("/maps/sound/report/", REPORT)
    report = Report.objects.get()
    assert report.hex_map == hex_map
    judge = logged_in(moderator())
    assert "The Sound" in judge.get("/reports/").content.decode()
    decide(judge, report, "taken-down")
    hex_map.refresh_from_db()
    assert hex_map.taken_down_at is not None
    assert Client().get("/maps/sound/report/").status_code == 404
    assert Client().get("/maps/sound/").status_code == 410
    assert Client().get("/maps/sand/").status_code == 404
    judge.post(f"/reports/{report.pk}/put-back/", {"note": "Their own after all."})
    hex_map.refresh_from_db()
    assert hex_map.taken_down_at is None


def test_queue_is_for_moderators(scenario: Scenario) -> None:
    report = reported(scenario)
    for address in ("/reports/", f"/reports/{report.pk}/put-back/"):
        assert Client().get(address).headers["Location"].startswith("/login/")
        assert logged_in("kondo").get(address).status_code == 403
    assert decide(logged_in("kondo"), report, "taken-down").status_code == 403
    assert decide(Client(), report, "taken-down").status_code == 302
    report.refresh_from_db()
    assert report.decided_at is None
    assert logged_in(moderator()).get("/reports/").status_code == 200


def test_dismissed_report_changes_nothing_and_stays_on_record(scenario: Scenario) -> None:
    report = reported(scenario)
    judge = logged_in(moderator())
    assert decide(judge, report, "dismissed", "It is their own work.").headers["Location"] == "/reports/"
    text = judge.get("/reports/").content.decode()
    assert "No reports to review." in text
    assert "It is their own work." in text
    report.refresh_from_db()
    assert report.decided_by is not None
    assert (report.decision, report.decided_by.username) == ("dismissed", "judge")
    assert Client().get(PAGE).status_code == 200


def test_taken_down_scenario_says_so_to_all_but_authors_and_moderators(scenario: Scenario) -> None:
    decide(logged_in(moderator()), reported(scenario), "taken-down")
    for client in (Client(), logged_in("kondo")):
        for place in ("", "revisions/1/", "scenario.json", "revisions/1/scenario.json", "difference/"):
            answer = client.get(f"{PAGE}{place}")
            assert answer.status_code == 410
            assert "A moderator took this down" in answer.content.decode()
        assert "coves" not in client.get("/library/").content.decode()
    for client in (logged_in("hipper"), logged_in("judge")):
        text = client.get(PAGE).content.decode()
        assert "Taken down on" in text
        assert "We looked at the book." in text
        assert "/fork/" not in text


def test_taken_down_private_or_unpublished_things_stay_unknown(scenario: Scenario) -> None:
    decide(logged_in(moderator()), reported(scenario), "taken-down")
    Scenario.objects.update(visibility="private")
    assert Client().get(PAGE).status_code == 404


def test_taken_down_scenario_is_not_forked_even_by_its_owner(scenario: Scenario) -> None:
    decide(logged_in(moderator()), reported(scenario), "taken-down")
    scenario.refresh_from_db()
    assert scenario.current is not None
    with pytest.raises(ValueError, match="taken down"):
        fork(member("hipper"), scenario.current)


def test_publishing_again_does_not_put_a_scenario_back(scenario: Scenario) -> None:
    decide(logged_in(moderator()), reported(scenario), "taken-down")
    publish(toy_scenario(title="The coves once more"))
    assert Client().get(PAGE).status_code == 410


def test_one_decision_settles_all_reports_about_a_thing(scenario: Scenario) -> None:
    first, second = reported(scenario), reported(scenario)
    other = reported(toy_revision("other").scenario)
    judge = logged_in(moderator())
    decide(judge, first, "taken-down")
    second.refresh_from_db()
    other.refresh_from_db()
    assert (second.decision, other.decision) == ("taken-down", "")
    late = decide(judge, second, "dismissed")
    assert late.status_code == 302
    second.refresh_from_db()
    assert second.decision == "taken-down"


def test_put_back_stands_again_and_both_decisions_stay_on_record(scenario: Scenario) -> None:
    report = reported(scenario)
    judge = logged_in(moderator())
    decide(judge, report, "taken-down")
    address = f"/reports/{report.pk}/put-back/"
    assert address in judge.get("/reports/").content.decode()
    assert judge.get(address).status_code == 200
    assert judge.post(address, {"note": ""}).status_code == 200
    assert Client().get(PAGE).status_code == 410
    judge.post(address, {"note": "The author of the book agrees."})
    assert Client().get(PAGE).status_code == 200
    assert [one.decision for one in Report.objects.order_by("pk")] == ["taken-down", "restored"]
    text = judge.get("/reports/").content.decode()
    assert "The author of the book agrees." in text
    assert "We looked at the book." in text
    assert address not in text
    judge.post(address, {"note": "Twice."})
    assert Report.objects.count() == 2


def test_decision_needs_a_reason(scenario: Scenario) -> None:
    report = reported(scenario)
    answer = decide(logged_in(moderator()), report, "taken-down", note=" ")
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    assert Client().get(PAGE).status_code == 200


def test_report_is_shown_as_text(scenario: Scenario) -> None:
    reported(scenario, text="<script>alert(1)</script>")
    text = logged_in(moderator()).get("/reports/").content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_command_makes_and_unmakes_moderators() -> None:
    member("hipper")
    out = StringIO()
    call_command("add_moderator", "HIPPER", stdout=out)
    assert "hipper can now decide reports" in out.getvalue()
    assert logged_in("hipper").get("/reports/").status_code == 200
    call_command("add_moderator", "hipper", "--remove", stdout=out)
    assert logged_in("hipper").get("/reports/").status_code == 403
    with pytest.raises(CommandError, match="no member called nobody"):
        call_command("add_moderator", "nobody")


def test_map_taken_down_stays_in_its_owners_lists_alone() -> None:
    owner = member("hipper")
    publish_new(MapSpec("", "The Sound", 4, 3), owner, MapPublishing())
    Client().post("/maps/the-sound/report/", REPORT)
    decide(logged_in(moderator()), Report.objects.get(), "taken-down")
    for address in ("/maps/", "/api/v1/maps/"):
        people = (Client(), logged_in("kondo"), logged_in(owner))
        shown = ["The Sound" in client.get(address).content.decode() for client in people]
        assert shown == [False, False, True], address


def test_private_maps_cannot_be_reported_by_strangers() -> None:
    HexMap.objects.filter(pk=a_map().pk).update(visibility="private")
    for client in (Client(), logged_in("kondo")):
        assert client.get("/maps/sound/report/").status_code == 404
        assert client.post("/maps/sound/report/", REPORT).status_code == 404
    assert not Report.objects.exists()


@every_case("change", [{"visibility": "private"}, {"current": None}])
def test_taken_down_map_that_nobody_could_see_stays_unknown(change: dict[str, Any]) -> None:
    HexMap.objects.filter(pk=a_map().pk).update(taken_down_at="2026-01-01T00:00Z", **change)
    assert Client().get("/maps/sound/").status_code == 404


def test_scenario_taken_down_before_it_was_published_stays_unknown(scenario: Scenario) -> None:
    Scenario.objects.update(taken_down_at="2026-01-01T00:00Z", current=None)
    assert Client().get(PAGE).status_code == 404


def test_decision_about_one_map_leaves_reports_about_another() -> None:
    sound = a_map()
    other = HexMap.objects.create(key="strait", title="The Strait", owner=member("hipper"))
    first, second = (Report.objects.create(hex_map=one, reason="other") for one in (sound, other))
    decide(logged_in(moderator()), first, "taken-down")
    second.refresh_from_db()
    other.refresh_from_db()
    assert (second.decision, other.taken_down_at) == ("", None)


def test_queue_begins_with_the_oldest_report_and_decisions_with_the_latest(scenario: Scenario) -> None:
    first, second = reported(scenario), reported(toy_revision("other").scenario)
    assert list(moderation.waiting()) == [first, second]
    judge = moderator()
    for report in (first, second):
        moderation.decide(report.pk, judge, "dismissed", "x")
    assert list(moderation.decided()) == [second, first]


def test_only_what_was_taken_down_can_be_put_back(scenario: Scenario) -> None:
    report = reported(scenario, decision="dismissed")
    assert logged_in(moderator()).get(f"/reports/{report.pk}/put-back/").status_code == 404


def test_queue_leads_to_the_map_and_to_the_scenario(scenario: Scenario) -> None:
    Report.objects.create(hex_map=a_map(), reason="other")
    reported(scenario)
    text = logged_in(moderator()).get("/reports/").content.decode()
    assert 'href="/maps/sound/"' in text
    assert f'href="{PAGE}"' in text


def test_reports_of_one_member_are_counted_wherever_they_come_from(scenario: Scenario) -> None:
    most = settings.MEMBER_LIMITS["report"]["name"][0]
    client = logged_in("kondo")
    said = [
        client.post(f"{PAGE}report/", REPORT, REMOTE_ADDR=f"10.0.0.{number}").status_code
        for number in range(most + 1)
    ]
    assert said == [302] * most + [429]
