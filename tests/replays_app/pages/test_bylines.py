"""Who fought a battle is told of members who show their battles, once it is over."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from darkseas.engine.events import UMPIRE
from darkseas.members.models import Member
from replays_app.models import Battle, Seat
from replays_app.pages.bylines import fought_by
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import CAPTAIN, Holder
from scenarios_app.models import MemberPage
from tests.support.builders import seats_of
from tests.support.library.library_battles import library_battle
from tests.support.members import member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

BOT = Holder(bot=CAPTAIN)


def fought(*, by: Member | None = None) -> Battle:
    """A battle that is over, of a member against the captain, or of two captains."""
    battle = library_battle("cape-bon", "a" if by else "b")
    seats = seats_of(battle)
    taking_seats.sit(seats["allies"], Holder(member=by) if by else BOT, 0)
    taking_seats.sit(seats["italy"], BOT, 0)
    return battle


def list_of(client: Client) -> str:
    """The list of battles."""
    return one_line(client.get("/battles/").content.decode())


def byline_of(client: Client, battle: Battle) -> str:
    """What the page says of who fought it, nothing where it says nothing."""
    text = one_line(client.get(f"/battles/{battle.pk}/prose/").content.decode())
    return text.partition("<p>Players: ")[2].partition(".</p>")[0]


def test_a_member_who_shows_their_battles_is_named_with_their_page(client: Client) -> None:
    tanaka = member("Tanaka")
    MemberPage.objects.create(member=tanaka, shows_battles=True)
    battle = fought(by=tanaka)
    page = "/members/Tanaka/"
    assert (
        byline_of(client, battle)
        == f'Allies,<a href="{page}">Tanaka</a>; Italy, the captain (computer opponent)'
    )
    told = one_line(client.get(page).content.decode())
    winner = {"allies": "Allies", "italy": "Italy"}.get(battle.summary.winner or "")
    assert f"; {winner} won</span>" in told if winner else "won</span>" not in told
    assert f'<a href="{page}">Tanaka</a>' in one_line(client.get(f"/battles/{battle.pk}/").content.decode())
    assert page not in one_line(client.get(f"/battles/{battle.pk}/embed/").content.decode())


def test_who_does_not_show_them_is_a_member_and_no_more(client: Client) -> None:
    battle = fought(by=member("Tanaka"))
    assert byline_of(client, battle).startswith("Allies, a member; ")
    assert "Tanaka" not in one_line(client.get(f"/battles/{battle.pk}/").content.decode())


def test_the_list_names_them_as_the_page_of_a_battle_does(client: Client) -> None:
    tanaka = member("Tanaka")
    battle = fought(by=tanaka)
    assert "Players: Allies, a member; Italy, the captain (computer opponent)" in list_of(client)
    MemberPage.objects.create(member=tanaka, shows_battles=True)
    assert f"Players: {byline_of(client, battle)}" in list_of(client)
    Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.RUNNING)
    assert "Tanaka" not in list_of(client)


def test_an_umpire_is_told_of_nowhere() -> None:
    battle = fought()
    seat = Seat.objects.create(battle=battle, side=UMPIRE)
    taking_seats.sit(seat, Holder(member=member("Tanaka")), 0)
    assert fought_by(battle, {"allies": "Allies", "italy": "Italy"}) == []


def test_a_long_list_asks_no_oftener_than_a_short_one(client: Client) -> None:
    def query_count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/battles/")
        return len(queries)

    MemberPage.objects.create(member=member("Tanaka"), shows_battles=True)
    fought(by=member("Tanaka"))
    query_count()
    before = query_count()
    for seed in ("c", "d", "e"):
        seats = seats_of(library_battle("cape-bon", seed))
        taking_seats.sit(seats["allies"], Holder(member=member(f"captain-{seed}")), 0)
    assert query_count() == before


def test_nothing_is_told_of_a_running_battle_nor_of_captains(client: Client) -> None:
    tanaka = member("Tanaka")
    MemberPage.objects.create(member=tanaka, shows_battles=True)
    running = fought(by=tanaka)
    Battle.objects.filter(pk=running.pk).update(status=Battle.Status.RUNNING)
    assert byline_of(client, running) == ""
    assert byline_of(client, fought()) == ""
