"""Publishing: a spec is kept once, as canonical bytes, and never changed."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from darkseas.engine.scenario.spec import About, BadScenario, ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.revisions.store import (
    canonical,
    digest_of,
    keep_trial,
    of_file,
    publish,
    spec_from,
    spec_of,
)
from tests.support.builders import toy_scenario, toy_side
from tests.support.every_case import every_case
from tests.support.members import member

pytestmark = pytest.mark.django_db


def test_published_spec_is_read_back_as_it_was() -> None:
    spec = toy_scenario(about=About(date="9 August 1942", place="Savo Island", summary="A night."))
    revision = publish(spec, origin="library")
    assert spec_of(revision) == spec
    assert spec_of(Revision.objects.get(pk=revision.pk)) == spec
    assert bytes(revision.spec) == canonical_json.encode(write(spec)) == canonical(spec)
    assert revision.digest == digest_of(canonical(spec))
    assert revision.origin == "library"


def test_same_spec_twice_is_one_revision() -> None:
    first = publish(toy_scenario())
    second = publish(toy_scenario(), origin="library")
    assert first == second
    assert second.origin == "site"
    assert Revision.objects.count() == Scenario.objects.count() == 1


def test_changed_spec_is_a_new_revision_and_the_old_one_stays() -> None:
    first = publish(toy_scenario())
    before = bytes(first.spec)
    second = publish(toy_scenario(title="The coves, by day"))
    scenario = Scenario.objects.get()
    assert [(revision.number, revision.pk) for revision in scenario.revisions.all()] == [
        (1, first.pk),
        (2, second.pk),
    ]
    assert scenario.current == second
    assert scenario.title == "The coves, by day"
    first.refresh_from_db()
    assert bytes(first.spec) == before


def test_spec_published_again_after_another_is_current_again_under_its_old_number() -> None:
    first, second = publish(toy_scenario(), origin="library"), publish(toy_scenario(title="By day"))
    assert Scenario.objects.get().current == second
    for _ in range(2):
        assert publish(toy_scenario(), origin="library") == first
        scenario = Scenario.objects.get()
        assert (scenario.current, scenario.title) == (first, "The coves")
    assert [(revision.number, revision.pk) for revision in scenario.revisions.all()] == [
        (1, first.pk),
        (2, second.pk),
    ]


def test_publishing_what_is_current_writes_nothing() -> None:
    publish(toy_scenario(), origin="library")
    with CaptureQueriesContext(connection) as asked:
        publish(toy_scenario(), origin="library")
    assert asked.captured_queries
    assert not [
        query for query in asked.captured_queries if 'UPDATE "' in query["sql"] or "INSERT" in query["sql"]
    ]


def test_other_key_is_another_scenario() -> None:
    publish(toy_scenario("coves"))
    publish(toy_scenario("bays"))
    assert [scenario.key for scenario in Scenario.objects.all()] == ["bays", "coves"]
    assert set(Revision.objects.values_list("number", flat=True)) == {1}


def test_scenario_row_shows_what_its_current_revision_says() -> None:
    about = About(date="1942", place="Guadalcanal", theatre="Pacific", summary="Short.")
    publish(toy_scenario(about=about))
    scenario = Scenario.objects.get()
    assert (scenario.system, scenario.title) == ("toy", "The coves")
    assert (scenario.date, scenario.place, scenario.theatre, scenario.summary) == (
        "1942", "Guadalcanal", "Pacific", "Short.",
    )  # fmt: skip


def test_battle_from_a_file_hangs_on_the_very_text_that_is_published_and_else_on_nobodys() -> None:
    first = publish(toy_scenario())
    assert of_file(toy_scenario()) == first
    second = publish(toy_scenario(title="Another"))
    assert of_file(toy_scenario()) == first
    apart = of_file(toy_scenario(title="Defaced"))
    assert of_file(toy_scenario(title="Defaced")) == apart
    assert apart.scenario.key.startswith("file-")
    assert (apart.scenario.owner, apart.scenario.visibility) == (None, Visibility.UNLISTED)
    kept = Scenario.objects.get(key=toy_scenario().key)
    assert (kept.current, kept.title, kept.revisions.count()) == (second, "Another", 2)


def test_file_with_the_key_of_an_unpublished_draft_leaves_the_draft_alone() -> None:
    draft = Scenario.objects.create(key=toy_scenario().key, system="toy", title="Mine", owner=member("ann"))
    assert of_file(toy_scenario()).scenario != draft
    draft.refresh_from_db()
    assert (draft.current, draft.title) == (None, "Mine")
    own = of_file(toy_scenario(title="Theirs")).scenario
    Scenario.objects.filter(pk=own.pk).update(owner=member("ann"))
    with pytest.raises(BadScenario, match="goes by the key"):
        of_file(toy_scenario(title="Theirs"))


@every_case("keys", [("red", "red"), ("all", "red"), ("red", "umpire"), ("", "red"), ("a b", "red")])
def test_side_whose_key_means_something_else_is_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(BadScenario, match="cannot be a side"):
        publish(toy_scenario(sides=tuple(replace(toy_side("red", "RN"), key=key) for key in keys)))
    assert not Scenario.objects.exists()


@every_case(
    ("changes", "where"),
    [
        ({"sides": 3}, "sides"),
        ({"map": {"key": "m"}}, "map.title"),
        ({"weather": "fine"}, "weather"),
        ({"title": 5}, "title"),
        ({"title": "x" * 5000}, "title"),
    ],
)
def test_json_that_is_no_scenario_is_refused_with_the_place(changes: dict[str, object], where: str) -> None:
    with pytest.raises(BadScenario) as refusal:
        spec_from({**write(toy_scenario()), **changes})
    assert [finding.where for finding in refusal.value.findings] == [where]


@every_case("sea", [{"state": 1.5}, {"state": Fraction(1, 2)}, {"ü": 1}, {"state": (1, 2)}])
def test_spec_that_bytes_cannot_give_back_is_refused(sea: dict[str, object]) -> None:
    with pytest.raises((BadScenario, TypeError)):
        publish(toy_scenario(sea=sea))
    assert not Scenario.objects.exists()


def test_published_revision_cannot_be_changed() -> None:
    revision = publish(toy_scenario())
    revision.digest = "0" * 64
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        revision.save()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Revision.objects.filter(pk=revision.pk)._raw_delete("default")
    assert Revision.objects.get().digest == digest_of(canonical(toy_scenario()))


def test_spec_is_the_same_whatever_order_its_keys_came_in() -> None:
    spec = toy_scenario(sea={"b": 1, "a": {"d": 2, "c": 3}})
    other = toy_scenario(sea={"a": {"c": 3, "d": 2}, "b": 1})
    assert isinstance(spec, ScenarioSpec)
    assert publish(spec) == publish(other)


def test_trials_take_no_number_from_revisions() -> None:
    first = publish(toy_scenario())
    keep_trial(first.scenario, toy_scenario(title="Tried"))
    assert publish(toy_scenario(title="Second")).number == 2


def test_trial_of_a_published_state_is_a_revision_of_its_own() -> None:
    first = publish(toy_scenario())
    assert keep_trial(first.scenario, toy_scenario()) != first
    assert publish(toy_scenario()) == first
