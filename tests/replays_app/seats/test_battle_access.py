"""Who may watch a battle and in which lists it stands, and what is handed to whom who may not."""

from collections.abc import Callable, Mapping
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from darkseas.web.problems import Problem
from darkseas.web.sending.search_engines import HEADER, KEPT_OUT
from replays_app.api import requests
from replays_app.models import Battle, Listing
from replays_app.replay import response_cache
from replays_app.seats import battle_access
from scenarios_app.models import Draft, Scenario
from scenarios_app.visibility import show_to
from tests.support.builders import toy_battle, toy_revision, toy_started
from tests.support.members import member, moderator

pytestmark = pytest.mark.django_db

PEOPLE = ("nobody", "stranger", "helper", "owner", "judge")
#: What is changed of the scenario, and of the battle.
STATES: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "public": ({}, {}),
    "unlisted": ({"visibility": "unlisted"}, {}),
    "private": ({"visibility": "private"}, {}),
    "taken-down": ({"taken_down_at": timezone.now()}, {}),
    "unpublished": ({"current": None}, {}),
    "trial": ({}, {"origin": "trial"}),
}


@pytest.fixture
def battle() -> Battle:
    """A battle on the owner's public scenario, which a helper writes too."""
    battle = toy_battle()
    scenario = battle.revision.scenario
    scenario.owner = member("owner")
    scenario.save()
    Draft.objects.create(scenario=scenario, document=b"{}").authors.add(member("helper"))
    return battle


def put_into(battle: Battle, state: str) -> None:
    """Put the battle and its scenario into one of STATES."""
    of_scenario, of_battle = STATES[state]
    Scenario.objects.filter(pk=battle.revision.scenario_id).update(**of_scenario)
    if of_battle:
        Battle.objects.filter(pk=battle.pk).update(**of_battle)


def person(name: str) -> Any:
    """One of PEOPLE."""
    if name == "nobody":
        return AnonymousUser()
    return moderator(name) if name == "judge" else member(name)


def those(may: Callable[[Any], Any]) -> set[str]:
    """Which of PEOPLE may."""
    return {name for name in PEOPLE if may(person(name))}


WRITERS = {"helper", "owner"}
EVERYBODY = set(PEOPLE)


@pytest.mark.parametrize(
    ("state", "watch", "find"),
    [
        ("public", EVERYBODY, EVERYBODY),
        ("unlisted", EVERYBODY, WRITERS),
        ("private", {*WRITERS, "judge"}, WRITERS),
        ("taken-down", EVERYBODY, WRITERS),
        ("unpublished", {*WRITERS, "judge"}, WRITERS),
        ("trial", WRITERS, set()),
    ],
)
def test_who_may_watch_and_who_finds_in_lists(
    battle: Battle, state: str, watch: set[str], find: set[str]
) -> None:
    put_into(battle, state)
    assert those(lambda first: battle_access.visible(first).filter(pk=battle.pk).exists()) == watch
    assert those(lambda first: battle_access.listed(first).filter(pk=battle.pk).exists()) == find
    assert battle_access.is_open_to_all(battle.pk) is ("nobody" in watch)


def test_battle_of_a_helper_and_owner_stands_in_a_list_once(battle: Battle) -> None:
    draft = Draft.objects.get()
    draft.authors.add(member("owner"), member("another"))
    assert [battle_access.listed(person(name)).count() for name in ("owner", "helper", "nobody")] == [1, 1, 1]


def test_that_all_may_watch_is_remembered_and_that_they_may_not_is_not(battle: Battle) -> None:
    put_into(battle, "private")
    assert not battle_access.is_open_to_all(battle.pk)
    Scenario.objects.update(visibility="public")
    assert battle_access.is_open_to_all(battle.pk)
    put_into(battle, "private")
    assert battle_access.is_open_to_all(battle.pk)
    cache.delete(f"open-to-all:{battle.pk.hex}")
    assert not battle_access.is_open_to_all(battle.pk)


def test_that_all_may_watch_is_remembered_of_one_battle_alone(battle: Battle) -> None:
    other = toy_started(title="Other").battle
    assert battle_access.is_open_to_all(battle.pk)
    put_into(battle, "private")
    assert not battle_access.is_open_to_all(other.pk)


# --- the doors of the API ----------------------------------------------------------------------


def request_of(name: str = "nobody", token: str = "") -> Any:
    """A request of one of PEOPLE, with the token of a seat or without."""
    headers = {"Authorization": token} if token else {}
    request = RequestFactory().get("/", headers=headers)
    request.user = person(name)
    return request


def is_shut(ask: Callable[[], object]) -> bool:
    """Whether there is no such battle for who asks."""
    try:
        ask()
    except Problem as problem:
        return problem.status_code == 404
    return False


def test_answer_that_was_kept_is_handed_only_to_who_may_watch(battle: Battle) -> None:
    kept = response_cache.store(battle.pk, "lines", b"[]")
    assert requests.serve(request_of(), battle.pk, kept).headers["Cache-Control"] == response_cache.PUBLIC
    cache.clear()
    put_into(battle, "private")
    shut = {name for name in PEOPLE if is_shut(partial(requests.serve, request_of(name), battle.pk, kept))}
    assert shut == {"nobody", "stranger"}
    answer = requests.serve(request_of("owner"), battle.pk, kept)
    assert (answer.headers["Cache-Control"], "ETag" in answer.headers) == (response_cache.PRIVATE, False)


def test_token_of_a_seat_opens_its_own_battle_alone() -> None:
    revision = toy_revision()
    first, other = toy_started(), toy_started()
    Scenario.objects.filter(pk=revision.scenario_id).update(visibility="private")
    token = f"Seat {first.tokens['red']}"
    assert requests.battle_of(request_of(token=token), first.battle.pk) == first.battle
    seat = requests.seat_of(request_of(token=token), first.battle.pk)
    assert seat is not None
    assert seat.side == "red"
    for ask in (requests.battle_of, requests.seat_of):
        assert is_shut(partial(ask, request_of(token=token), other.battle.pk))
    for wrong in ("Seat nothing", first.tokens["red"], f"Bearer {first.tokens['red']}", "Seat "):
        assert is_shut(partial(requests.battle_of, request_of(token=wrong), first.battle.pk))


@pytest.mark.parametrize(
    ("text", "number"), [("", 7), ("?n=0", 0), ("?n=49", 49), ("?n=50", 50), ("?n=51", 50)]
)
def test_number_of_a_query_is_cut_to_the_most(text: str, number: int) -> None:
    assert requests.number_of(RequestFactory().get(f"/{text}"), "n", 7, 50) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "٣"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Problem) as refused:
        requests.number_of(RequestFactory().get("/", {"n": text}), "n", 7)
    assert refused.value.status_code == 422


def test_remembered_battle_is_as_old_as_what_is_remembered_of_who_may_watch_it() -> None:
    battle = toy_battle()
    first = requests.over_battle(battle.pk)
    assert first is not None
    Battle.objects.update(title="Another")
    again = requests.over_battle(battle.pk)
    assert (again is first, requests.over_battle(toy_started(title="Running").battle.pk)) == (True, None)
    cache.clear()
    anew = requests.over_battle(battle.pk)
    assert anew is not None
    assert anew.title == "Another"
    Scenario.objects.update(visibility="private")
    cache.clear()
    assert requests.over_battle(battle.pk) is None


# --- listings ----------------------------------------------------------------------------------


def finds(who: Any) -> bool:
    """Whether lists show somebody the one battle."""
    return any(rows.exists() for rows in battle_access.listings(who))


@pytest.mark.parametrize("state", ["unlisted", "private", "taken-down", "unpublished", "trial"])
def test_what_is_closed_leaves_lists_at_once_whatever_its_listing_says(battle: Battle, state: str) -> None:
    assert finds(person("nobody"))
    put_into(battle, state)
    assert Listing.objects.get().is_public
    assert those(finds) == (set() if state == "trial" else WRITERS)


def test_listing_follows_the_scenario_and_the_operator(battle: Battle) -> None:
    scenario, owner = battle.revision.scenario, member("owner")
    for choice, stands in (("private", False), ("public", True), ("unlisted", False), ("public", True)):
        show_to(scenario, owner, choice)
        assert (Listing.objects.get().is_public, finds(person("nobody")), finds(owner)) == (
            stands,
            stands,
            True,
        )
    for back, stands in ((False, False), (True, True)):
        call_command("archive_battles", battle.pk.hex, back=back, stdout=StringIO())
        assert (Listing.objects.get().is_public, finds(person("nobody"))) == (stands, stands)
        library = Client().get("/library/").content.decode()
        assert (str(battle.pk) in library) == stands
        answers = [Client().get(f"/battles/{battle.pk}/{page}") for page in ("", "prose/", "picture.png")]
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.headers.get(HEADER) for answer in answers} == {None if stands else KEPT_OUT}


def test_listings_are_made_anew_with_the_other_projections(battle: Battle) -> None:
    kept = Listing.objects.values().get()
    assert (kept["is_public"], kept["turns"]) == (True, battle.summary.turns)
    Listing.objects.all().delete()
    call_command("rebuild_projections", verbosity=0)
    assert Listing.objects.values().get() == kept
