"""Sides of results go by the names that they had when the result came to count."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from darkseas.club.feeds.result_news import news_of
from darkseas.club.models import Club, Result, Share
from darkseas.club.records.scenario_names import called_in
from darkseas.club.results import store
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.results.naming.side_names import side_names_of
from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.models import Revision, Visibility
from scenarios_app.revisions import scenario_and_side_titles
from scenarios_app.revisions.store import publish
from tests.support.builders import register_toy, toy_battle, toy_scenario

from .club_events import facts, joined, new_club

pytestmark = pytest.mark.django_db


def named(red: str, blue: str, key: str = "coves") -> ScenarioSpec:
    """The toy's scenario with sides of these names."""
    spec = toy_scenario(key)
    first, second = spec.sides
    return replace(spec, sides=(replace(first, name=red), replace(second, name=blue)))


def confirmed_result(club: Club, key: str = "coves") -> Result:
    """A result of a scenario of the site, confirmed."""
    ann, bob = club.players.get(member__username="ann"), club.players.get(member__username="bob")
    said = facts(ann, bob, scenario=key, scenario_text="The coves")
    sides = tuple(replace(side, side=side.side.lower()) for side in said.sides)
    result = store.report(club, ann, replace(said, sides=sides, system="toy"))
    return store.confirm(result, bob)


@pytest.fixture
def club() -> Club:
    register_toy()
    club = new_club()
    joined(club, "ann")
    joined(club, "bob")
    return club


def test_a_result_names_sides_as_they_were_and_not_what_another_club_sees_by_now(club: Club) -> None:
    revision = publish(named("Home Fleet", "Raiders"))
    result = confirmed_result(club)
    publish(named("Secret One", "Secret Two"))
    scenario = revision.scenario
    scenario.refresh_from_db()
    scenario.visibility = Visibility.CLUB
    scenario.save()
    Share.objects.create(club=new_club("others"), scenario=scenario, by=joined(new_club("third"), "eve"))
    assert side_names_of([result.pk]) == {result.pk: {"red": "Home Fleet", "blue": "Raiders"}}
    client = Client()
    for page in ("results/", f"results/{result.pk}/", "records/", "results.atom"):
        text = client.get(f"/clubs/{club.slug}/{page}").content.decode()
        assert "Secret" not in text
    shown = client.get(f"/clubs/{club.slug}/results/{result.pk}/").content.decode()
    assert "Home Fleet" in shown
    assert "Raiders" in shown
    (news,) = news_of(club, 9)
    assert any(sentence.startswith("Home Fleet: ") for sentence in news.sentences)
    (record,) = ratified(club)
    assert called_in(club, [record]).side_of(record, record.sides[0]) == "Home Fleet"


def test_the_step_that_settles_a_result_says_which_revision(club: Club) -> None:
    publish(named("First", "Raiders"))
    result = confirmed_result(club)
    publish(named("Second", "Raiders"))
    later = confirmed_result(club)
    publish(named("Third", "Raiders"))
    names = side_names_of([result.pk, later.pk])
    assert [names[pk]["red"] for pk in (result.pk, later.pk)] == ["First", "Second"]
    director = joined(club, "dora", "director")
    store.correct(result, director, "It was fought elsewhere.", replace(store.last_facts(result), place="X"))
    assert side_names_of([result.pk])[result.pk]["red"] == "Third"
    store.void(result, director, "Twice.")
    publish(named("Fourth", "Raiders"))
    assert side_names_of([result.pk])[result.pk]["red"] == "Third"


def test_a_recorded_battle_names_its_own_revision(club: Club) -> None:
    battle = toy_battle()
    result = confirmed_result(club)
    Result.objects.filter(pk=result.pk).update(battle=battle)
    publish(named("Later", "Later still", battle.revision.scenario.key))
    Result.objects.filter(pk=result.pk).update(scenario=battle.revision.scenario)
    assert side_names_of([result.pk])[result.pk]["red"] == "Red"


def test_nothing_is_said_of_a_scenario_that_is_private_by_now(club: Club) -> None:
    revision = publish(named("Home Fleet", "Raiders"))
    result = confirmed_result(club)
    revision.scenario.visibility = Visibility.PRIVATE
    revision.scenario.save()
    assert side_names_of([result.pk]) == {}


def test_as_many_queries_for_one_result_as_for_many(club: Club) -> None:
    counts = []
    for number in range(1, 4):
        key = f"coves-{number}"
        publish(named(f"Red {number}", "Blue", key))
        confirmed_result(club, key)
        publish(named("Later", "Blue", key))
        scenario_and_side_titles._remembered.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            names = side_names_of(Result.objects.values_list("pk", flat=True))
            counts.append(len(queries))
        assert {one["red"] for one in names.values()} == {f"Red {so_far}" for so_far in range(1, number + 1)}
    assert len(set(counts)) == 1
    assert Revision.objects.count() == 6
