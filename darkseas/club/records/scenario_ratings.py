"""Members' ratings of a scenario, from 1 to 5, and their mean."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Avg, Count

from darkseas.club.models import Opinion, ResultPlayer
from darkseas.engine.events import UMPIRE
from darkseas.members.models import Member
from replays_app.models import Battle, Holding
from scenarios_app.access import Person
from scenarios_app.models import Scenario

LEAST, MOST = 1, 5
#: With fewer ratings no mean is shown, because it would reveal single members' ratings.
ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Opinions:
    """How many members rated a scenario, and their mean; None below `ENOUGH`."""

    count: int
    mean: float | None


def opinions_on(scenario: Scenario) -> Opinions:
    """Return the ratings by members who played a scenario; one query."""
    found = Opinion.objects.filter(scenario=scenario).aggregate(count=Count("pk"), mean=Avg("points"))
    return Opinions(found["count"], found["mean"] if found["count"] >= ENOUGH else None)


def own_opinion(person: Person, scenario: Scenario) -> int | None:
    """Return a person's rating of a scenario; None if they have not rated it."""
    if not person.is_authenticated:
        return None
    said = Opinion.objects.filter(scenario=scenario, member=person.pk).values_list("points", flat=True)
    return said.first()


def has_fought(person: Person, scenario: Scenario) -> bool:
    """Whether a person played a scenario: in a confirmed club result or in a finished battle on the site."""
    if not person.is_authenticated:
        return False
    results = ResultPlayer.objects.filter(
        player__member=person.pk, side__result__scenario=scenario, side__result__is_ratified=True
    )
    seats = Holding.objects.filter(
        member=person.pk,
        seat__battle__revision__scenario=scenario,
        seat__battle__status=Battle.Status.FINISHED,
    ).exclude(seat__side=UMPIRE)
    return results.exists() or seats.exists()


def give(member: Member, scenario: Scenario, points: int) -> None:
    """Store or replace a member's rating of a scenario; 0 withdraws it.

    Raise PermissionDenied for members who have not played it, and ValueError for a number out of range.
    """
    if not has_fought(member, scenario):
        raise PermissionDenied
    if points == 0:
        Opinion.objects.filter(scenario=scenario, member=member).delete()
        return
    if not LEAST <= points <= MOST:
        raise ValueError(f"from {LEAST} to {MOST}")
    Opinion.objects.update_or_create(scenario=scenario, member=member, defaults={"points": points})
