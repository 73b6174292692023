"""Who may see a battle: asked here by pages and API alike.

A battle is as open as its scenario. One whose scenario was taken down stays open to whoever has its
address: what was fought stays fought. A trial between captains is for those who write the scenario.
"""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Q, QuerySet

from scenarios_app.access import MODERATE, Person
from scenarios_app.models import Scenario, Visibility

from .models import Battle, Seat
from .seats import token_hash

TRIAL = "trial"
#: How long it is remembered that everybody may watch a battle, in seconds: asking costs as much as
#: answering with a step that is kept, and answers to everybody may be kept elsewhere for longer anyway.
REMEMBERED_S = 10
_STANDS = Q(
    revision__scenario__visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED),
    revision__scenario__current__isnull=False,
)
_LISTED = Q(
    revision__scenario__visibility=Visibility.PUBLIC,
    revision__scenario__current__isnull=False,
    revision__scenario__taken_down_at=None,
)


def visible(person: Person) -> QuerySet[Battle]:
    """Return the battles that somebody may watch who has the address."""
    return Battle.objects.filter(watched_by(person))


def watched_by(person: Person) -> Q:
    """Return the condition that somebody may watch a battle."""
    if not person.is_authenticated:
        return _STANDS & ~Q(origin=TRIAL)
    stands = Q(pk__isnull=False) if person.has_perm(MODERATE) else _STANDS
    return (stands & ~Q(origin=TRIAL)) | _own(person)


def seated(token: str | None) -> Q:
    """Return the condition that the token of a seat opens a battle."""
    seats = Seat.objects.filter(token_hash=token_hash(token)) if token else Seat.objects.none()
    return Q(pk__in=seats.values("battle"))


def listed(person: Person) -> QuerySet[Battle]:
    """Return the battles that lists show somebody: on public scenarios, and on their own; no trials."""
    shown = _LISTED | _own(person) if person.is_authenticated else _LISTED
    return Battle.objects.filter(shown).exclude(origin=TRIAL)


def is_open_to_all(battle_id: UUID) -> bool:
    """Whether everybody may watch a battle; what was closed is closed within REMEMBERED_S."""
    key = f"open-to-all:{battle_id.hex}"
    if cache.get(key):
        return True
    may_all = visible(AnonymousUser()).filter(pk=battle_id).exists()
    if may_all:
        cache.set(key, True, REMEMBERED_S)
    return may_all


def _own(person: Person) -> Q:
    written = Scenario.objects.filter(Q(owner=person.pk) | Q(draft__authors=person.pk))
    return Q(revision__scenario__in=written.values("pk"))
