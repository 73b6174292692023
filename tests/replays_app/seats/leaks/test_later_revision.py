"""Who fought a scenario before its owner made it private is told nothing of what it has become since."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from replays_app.lobby import challenges
from replays_app.models import Challenge
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Visibility
from scenarios_app.revisions.store import publish, spec_of
from scenarios_app.visibility import show_to
from tests.support.builders import toy_revision, toy_scenario
from tests.support.library.library_battles import library_battle
from tests.support.members import logged_in, member

from .answers import Part, blanked, differences
from .viewers import ANONYMOUS, OPPONENT, WATCHERS, Ask, viewer
from .worlds import Clock, Pair, World, coves, lived_in

pytestmark = pytest.mark.django_db

#: What the later revision is called in each of the worlds, when and where it is fought.
NAMES, DAYS = ("Quartz", "Zephyr"), ("1941-05-24", "1943-12-26")
SEARCHES = ("q=Quartz", "q=Zephyr", "since=1943", "until=1942", "q=coves", "q=coves&since=1943")


def made_private(world: World, which: int) -> World:
    """The same world, whose scenario has become private, and then another one."""
    scenario, owner = world.battle.revision.scenario, member("olga")
    scenario.owner = owner
    scenario.save()
    show_to(scenario, owner, Visibility.PRIVATE)
    spec, name = spec_of(world.battle.revision), NAMES[which]
    about = replace(spec.about, date=DAYS[which], place=name, summary=f"The {name}.")
    sides = tuple(replace(side, name=f"{name} {side.key}") for side in spec.sides)
    publish(replace(spec, title=f"The {name}", about=about, sides=sides), author=owner)
    return world


def later(number: int) -> Pair:
    """Two worlds that differ in a later private revision alone."""
    first = coves(number)

    def make(which: int, clock: Clock) -> World:
        return made_private(first.make(0, clock), which)

    return Pair(f"later revision {number}", make)


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_h1_no_address_tells_of_a_later_private_revision(number: int) -> None:
    pair = later(number)
    assert differences(pair, Part((OPPONENT, ANONYMOUS), turn=number)) == []


def test_no_search_finds_a_battle_by_words_of_a_later_private_revision() -> None:
    found: list[list[str]] = []
    for which in (0, 1):
        with lived_in(later(0), which) as world:
            people = [viewer(world, name) for name in (OPPONENT, *WATCHERS)]
            pages = [who.ask(Ask(f"/battles/?{query}")) for who in people for query in SEARCHES]
            found.append([blanked(page) for page in pages])
            own = people[0].ask(Ask("/battles/?q=coves"))
            assert f"/battles/{world.battle.pk}/" in own
            assert f"/library/{world.battle.revision.scenario.key}/" not in own
            owners = logged_in("olga").get(f"/battles/?q={NAMES[which]}").content.decode()
            assert f"/battles/{world.battle.pk}/" in owners
    assert found[0] == found[1]


def test_ended_battles_and_challenges_speak_of_their_own_revision() -> None:
    battle, olga = library_battle("cape-bon"), member("olga")
    spec = spec_of(battle.revision)
    renamed = tuple(replace(side, name=f"Quartz {side.key}") for side in spec.sides)
    publish(replace(spec, title="Quartz", sides=renamed))
    page = Client().get("/battles/").content.decode().partition("<tbody>")[2]  # the form names sides of today
    assert "cape-bon" in page
    assert not re.search(r"Quartz [a-z]", page)
    first = toy_revision()
    offered = challenges.make(first, Holder(member=olga), challenges.Wanted("red"))
    renamed = tuple(replace(side, name="Quartz") for side in toy_scenario().sides)
    publish(toy_scenario(title="Quartz", sides=renamed))
    asked = Client().get(f"/challenges/{Challenge.objects.get(pk=offered.pk).token}/").content.decode()
    assert "The coves" in asked
    assert "Quartz" not in asked
