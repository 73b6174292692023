"""A club with its people, and results that they fought: what the tests of this room begin with."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from darkseas.club.models import Club, Player, Result, Right
from darkseas.club.results import store
from darkseas.club.results.facts import ResultFacts, SideFacts, scores
from tests.support.members import member

#: The third of last month: players report what was fought within the last year.
DAY = (timezone.now().date().replace(day=1) - timedelta(days=1)).replace(day=3)


def new_club(slug: str = "ironclads", **changes: Any) -> Club:
    """A club, open unless asked for otherwise."""
    return Club.objects.create(slug=slug, name=slug.title(), device="anchor.plain.navy.white", **changes)


def joined(club: Club, name: str, *kinds: str) -> Player:
    """A member of the site who is of the club, with these rights, or those of a member."""
    player = Player.objects.create(club=club, member=member(name))
    for kind in kinds or (Right.Kind.MEMBER,):
        Right.objects.create(player=player, kind=kind)
    return player


def guest(club: Club, name: str) -> Player:
    """A player without an account."""
    return Player.objects.create(club=club, name=name)


def facts(red: Player, blue: Player, winner: int | None = 0, **changes: Any) -> ResultFacts:
    """What may be reported of a battle between two players; the first side won."""
    red_score, blue_score = scores(2, winner)
    sides = (
        SideFacts("Red", red_score, (red.pk,), Decimal("12.50"), 1),
        SideFacts("Blue", blue_score, (blue.pk,), Decimal("7.00"), 3),
    )
    plain = ResultFacts(system="fleet_battle", day=DAY, sides=sides, scenario_text="The coves")
    return replace(plain, **changes)


def reported(red: Player, blue: Player, winner: int | None = 0, **changes: Any) -> Result:
    """A result that red has reported."""
    return store.report(red.club, red, facts(red, blue, winner, **changes))
