"""Which battle the page of a scenario leads to, and how it says which one."""

import pytest
from django.test import Client

from replays_app.lobby.seat_taking import begin
from replays_app.models import Battle
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import toy_battle, toy_revision
from tests.support.members import member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def button(battle: Battle, words: str) -> str:
    """The button as it stands on the page."""
    return f'<a class="button" href="/battles/{battle.pk}/">{words}</a>'


def test_battle_that_was_fought_to_its_end_comes_before_newer_ones_that_were_not() -> None:
    running = begin(toy_revision(), {side: Holder(member=member(side)) for side in ("red", "blue")})
    assert button(running, "Watch a running battle") in one_line(
        Client().get("/library/coves/").content.decode()
    )
    Battle.objects.filter(pk=running.pk).update(status=Battle.Status.BROKEN_OFF)
    page = one_line(Client().get("/library/coves/").content.decode())
    assert button(running, "Watch an abandoned battle") in page
    finished = toy_battle()
    Battle.objects.filter(pk=running.pk).update(created_at=finished.created_at.replace(year=2100))
    assert button(finished, "Watch a battle") in one_line(Client().get("/library/coves/").content.decode())


def test_the_librarys_battle_comes_before_newer_ones_that_members_fought() -> None:
    of_library, of_member = toy_battle(), toy_battle("2")
    Battle.objects.filter(pk=of_library.pk).update(origin="library")
    Battle.objects.filter(pk=of_member.pk).update(created_at=of_library.created_at.replace(year=2100))
    assert button(of_library, "Watch a battle") in one_line(Client().get("/library/coves/").content.decode())
