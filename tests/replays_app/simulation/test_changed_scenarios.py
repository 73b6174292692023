"""T-6: rows of scenarios and revisions that were changed past the site are found, named and made anew."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from darkseas.engine.scenario.spec import About, Position
from replays_app.log import triggers
from replays_app.simulation.tasks import check_scenario
from scenarios_app.models import Revision, Scenario, ScenarioNavy, ScenarioShip
from scenarios_app.revisions import rebuild_list_rows
from scenarios_app.revisions.store import canonical, digest_of, keep_trial, publish
from tests.support.builders import toy_scenario
from tests.support.library.stored_library import load_library

pytestmark = pytest.mark.django_db

ABOUT = About(
    date="1942-08-09",
    place="Savo Island",
    theatre="Solomons",
    summary="A night.",
    position=Position(-547, 9590),
)


@pytest.fixture
def scenario() -> Scenario:
    """A scenario of two revisions, the second of them current, and a trial."""
    publish(toy_scenario(about=ABOUT, title="The creeks"))
    current = publish(toy_scenario(about=ABOUT))
    keep_trial(current.scenario, toy_scenario(title="Tried"))
    return current.scenario


def columns(**values: Any) -> Callable[[Scenario], None]:
    """Something that changes the row of a scenario."""

    def tamper(scenario: Scenario) -> None:
        assert Scenario.objects.filter(pk=scenario.pk).update(**values)

    return tamper


def rows_of(scenario: Scenario) -> list[Any]:
    """All that lists and searches ask of a scenario."""
    return [
        Scenario.objects.filter(pk=scenario.pk).values().get(),
        sorted(scenario.navies.values_list("navy")),
        sorted(scenario.ship_rows.values_list("name", "navy", "class_key")),
    ]


def revision(number: int | None, **values: Any) -> Callable[[Scenario], None]:
    """Something that changes a revision, or a trial, whose guard was taken off."""

    def tamper(scenario: Scenario) -> None:
        triggers.remove("default")
        assert Revision.objects.filter(scenario=scenario, number=number).update(**values)

    return tamper


def first_gone(scenario: Scenario) -> None:
    """Delete the first revision."""
    triggers.remove("default")
    assert scenario.revisions.filter(number=1).delete()[0]


def of_another(scenario: Scenario) -> None:
    """Show what another scenario is as current."""
    other = publish(toy_scenario("rocks"))
    Scenario.objects.filter(key="rocks").update(current=None)
    Scenario.objects.filter(pk=scenario.pk).update(current=other)


def trial_as_current(scenario: Scenario) -> None:
    """Show a trial as current."""
    Scenario.objects.filter(pk=scenario.pk).update(current=scenario.revisions.get(number=None))


FORGED = canonical(toy_scenario(about=ABOUT, title="Forged"))
STRANGE = canonical(toy_scenario("rocks"))
BROKEN = canonical(toy_scenario()).replace(b'"sides":[', b'"sides":7,"sydes":[')
REVISIONS: list[tuple[str, Callable[[Scenario], None], str]] = [
    ("its text", revision(2, spec=FORGED), "Revision 2 does not match its digest."),
    ("text of an earlier one", revision(1, spec=FORGED), "Revision 1 does not match"),
    ("its digest", revision(2, digest="0" * 64), "Revision 2 does not match"),
    ("text of a trial", revision(None, spec=FORGED), "Trial "),
    (
        "text of another scenario",
        revision(1, spec=STRANGE, digest=digest_of(STRANGE)),
        "a different scenario",
    ),
    ("no text", revision(1, spec=b"7", digest=digest_of(b"7")), "contains a different scenario"),
    ("what nobody can read", revision(2, spec=BROKEN, digest=digest_of(BROKEN)), "cannot read revision 2"),
    ("a revision gone", first_gone, "Missing revisions: 1 of 2."),
    ("nothing current", columns(current=None), "has no current revision"),
    ("another's revision as current", of_another, "was never published"),
    ("a trial as current", trial_as_current, "was never published"),
]


def test_t6_revision_changed_past_the_site_is_named(scenario: Scenario) -> None:
    wrong: list[object] = []
    for name, tamper, words in REVISIONS:
        with transaction.atomic():
            tamper(Scenario.objects.get(pk=scenario.pk))
            Scenario.objects.filter(pk=scenario.pk).update(place="Tulagi")
            found = rebuild_list_rows.check(scenario.pk)
            kept = Scenario.objects.get(pk=scenario.pk).place  # the lists are not rebuilt from a changed text
            if kept != "Tulagi" or len(found) != 1 or words not in found[0]:
                wrong.append((name, found, kept))
            transaction.set_rollback(True)
    assert wrong == []


def test_t6_command_and_task_name_changed_scenarios(
    scenario: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    revision(2, digest="0" * 64)(scenario)
    out = io.StringIO()
    with pytest.raises(CommandError, match="0 battles checked, 1 errors"):
        call_command("check_battles", stdout=out)
    assert "scenario coves: Revision 2 does not match its digest." in out.getvalue()
    check_scenario(scenario.pk)
    assert "scenario coves: Revision 2 does not match" in caplog.text


def test_t6_a_check_rebuilds_what_lists_and_searches_read(scenario: Scenario) -> None:
    before = rows_of(scenario)
    columns(title="Forged", ships=99, day=date(1943, 1, 1), card={})(scenario)
    assert ScenarioShip.objects.filter(scenario=scenario, name="red-1").update(name="yamato")
    assert ScenarioNavy.objects.filter(scenario=scenario, navy="RN").update(navy="USN")
    assert rebuild_list_rows.check(scenario.pk) == []
    assert rows_of(scenario) == before


def test_whatever_the_site_does_with_scenarios_is_sound(scenario: Scenario) -> None:
    assert rebuild_list_rows.check(scenario.pk) == []
    publish(toy_scenario(about=ABOUT, title="The creeks"))  # an earlier revision, current again
    assert rebuild_list_rows.check(scenario.pk) == []
    publish(toy_scenario(about=replace(ABOUT, date="no day that is known", position=None)))
    assert rebuild_list_rows.check(scenario.pk) == []
    assert rebuild_list_rows.check(0) == []  # deleted since the check was asked for
    never = Scenario.objects.create(key="never", system="toy", title="Never published")
    keep_trial(never, toy_scenario("never"))
    assert rebuild_list_rows.check(never.pk) == []


def test_rows_of_the_library_are_sound() -> None:
    load_library()
    keys = Scenario.objects.values_list("pk", flat=True)
    assert len(keys) > 40
    assert [rebuild_list_rows.check(key) for key in keys] == [[]] * len(keys)
