"""The demonstration club: really fought, the same each time, nobody's to change, and loaded once."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from darkseas.club.membership import joining
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Club, Pairing, RatingDocument, Result, Right, Tournament
from darkseas.local.demonstration import club_data, fighting, loading
from replays_app.models import Battle
from replays_app.seats import battle_access
from tests.support.library.stored_library import load_library
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db


def counted() -> dict[str, int]:
    """How many rows of each kind there are."""
    return {each.__name__: each.objects.count() for each in (Club, Tournament, Pairing, Result, Battle)}


@pytest.fixture
def one_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest of its contests alone: a cup with cards."""
    load_library()
    cup = club_data.CONTESTS[-1]
    days = [day for _, day in cup.rounds]
    rounds: Any = [("denmark-strait", day) for day in days]
    quick = club_data.Contest(cup.title, cup.kind, "fleet_battle", cup.text, cup.terms, tuple(rounds))
    monkeypatch.setattr(loading, "CONTESTS", (quick,))


@pytest.mark.slow
@pytest.mark.usefixtures("one_evening")
def test_load_that_was_cut_off_goes_on_and_a_second_one_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert loading.is_wanted()
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(loading, "fought", _once(fighting.fought))
        loading.load()
    assert (Battle.objects.count(), loading.is_wanted()) == (1, True)
    assert loading.load()
    whole = counted()
    assert whole == {"Club": 1, "Tournament": 1, "Pairing": 8, "Result": 8, "Battle": 8}
    assert not loading.load()
    assert (counted(), loading.is_wanted()) == (whole, False)


def _once(fought: Any) -> Any:
    """Fight once, then be cut off."""
    calls: list[None] = []

    def fight(*args: Any) -> Any:
        if calls:
            raise KeyboardInterrupt
        calls.append(None)
        return fought(*args)

    return fight


@pytest.mark.usefixtures("one_evening")
def test_all_may_look_at_it_and_nobody_joins_it_or_does_anything_there() -> None:
    loading.load()
    club = Club.objects.get()
    assert not Right.objects.filter(player__member__isnull=False).exists()
    with pytest.raises(ClubRefused, match="demonstration"):
        joining.apply_to(club, member("ann"))
    client = logged_in("ann")
    page = client.get(reverse("club", args=[club.slug])).content.decode()
    assert "This is a demonstration club" in page
    assert "Ask to join" not in page
    for name in ("club-change", "club-tournament-new", "club-result-new"):
        assert client.get(reverse(name, args=[club.slug])).status_code == 403, name
    assert club.name in Client().get(reverse("clubs")).content.decode()
    home = Client().get("/").content.decode()
    assert f'Demonstration club: <a href="{reverse("club", args=[club.slug])}">' in home
    anybody = Client()
    for result in Result.objects.select_related("battle"):
        assert result.is_ratified
        assert result.battle is not None
        assert anybody.get(reverse("replay", args=[result.battle.pk])).status_code == 200
    assert not battle_access.listed(AnonymousUser()).exists()


def test_site_with_members_is_not_shown_round_unasked() -> None:
    member("ann")
    assert not loading.is_wanted()


@pytest.mark.slow
def test_whole_season_shows_standings_a_bracket_and_curves() -> None:
    load_library()
    loading.load()
    club = Club.objects.get()
    assert {one.state for one in Tournament.objects.all()} == {Tournament.State.CLOSED}
    assert club.recomputation.made_at is not None
    for document in RatingDocument.objects.all():
        assert len(document.body["ratings"]) == len(club_data.FIGHTERS)
        assert all(len(points) > 3 for points in document.body["curves"].values())
    anybody = Client()
    for tournament in Tournament.objects.all():
        page = anybody.get(reverse("club-tournament", args=[club.slug, tournament.slug]))
        assert page.status_code == 200
        assert "Captain Aster (bot)" in page.content.decode()
    assert "<svg" in anybody.get(reverse("club-records", args=[club.slug])).content.decode()
