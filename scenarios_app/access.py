"""Access rules for scenarios and maps, shared by pages, API, search and background jobs."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from darkseas.members.models import Member

from .models import HexMap, Scenario, Visibility
from .visibility import granted_maps, granted_scenarios

Person = Member | AnonymousUser

#: Permission to decide reports.
MODERATE = "scenarios_app.change_report"


def listed(person: Person) -> QuerySet[Scenario]:
    """Return the scenarios shown to someone in lists: public ones, their own and their clubs'."""
    return Scenario.objects.filter(_public() | _own(person) | granted_scenarios(person))


def visible(person: Person) -> QuerySet[Scenario]:
    """Return the scenarios that someone may open by address."""
    if person.has_perm(MODERATE):
        return Scenario.objects.all()
    open_to_all = Q(visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED), current__isnull=False)
    shown = (open_to_all & Q(taken_down_at=None)) | granted_scenarios(person)
    return Scenario.objects.filter(shown | _own(person))


def may_edit(person: Person, scenario: Scenario) -> bool:
    """Return whether someone may edit a scenario's draft: the owner and accepted helpers."""
    if not person.is_authenticated:
        return False
    return scenario.owner_id == person.pk or scenario.draft_authors().filter(pk=person.pk).exists()


def is_owner(person: Person, thing: Scenario | HexMap) -> bool:
    """Return whether a person may publish, hide or transfer a scenario or a map."""
    return person.is_authenticated and thing.owner_id == person.pk


def is_public(thing: Scenario | HexMap) -> bool:
    """Return whether everybody sees something in lists."""
    return (
        thing.visibility == Visibility.PUBLIC and thing.current_id is not None and thing.taken_down_at is None
    )


def listed_maps(person: Person) -> QuerySet[HexMap]:
    """Return the maps shown to someone in lists."""
    mine = Q(owner=person.pk) if person.is_authenticated else Q(pk=None)
    return HexMap.objects.filter(
        Q(visibility=Visibility.PUBLIC, taken_down_at=None, current__isnull=False)
        | mine
        | granted_maps(person)
    )


def visible_maps(person: Person) -> QuerySet[HexMap]:
    """Return the maps that someone may open by address."""
    if person.has_perm(MODERATE):
        return HexMap.objects.all()
    mine = Q(owner=person.pk) if person.is_authenticated else Q(pk=None)
    open_to_all = Q(visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED), current__isnull=False)
    return HexMap.objects.filter((open_to_all & Q(taken_down_at=None)) | granted_maps(person) | mine)


def _public() -> Q:
    return Q(visibility=Visibility.PUBLIC, current__isnull=False, taken_down_at=None)


def _own(person: Person) -> Q:
    if not person.is_authenticated:
        return Q(pk=None)
    # A join would return a scenario once per author, and DISTINCT would sort the whole result.
    return Q(owner=person.pk) | Q(pk__in=person.drafts.values("scenario"))
