"""Names that newcomers may not choose: those of members, and names that look like them.

An unconfirmed registration reserves its name for an hour, except against its own address: a second
registration with the same address takes over the name, and the first is deleted.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from darkseas.members.models import Member
from darkseas.web.texts.homoglyphs import looks_like_one_of, pattern_of
from darkseas.web.texts.name_keys import name_key

TAKEN = "This name is taken. Choose another."
LOOKS_TAKEN = "This name looks like another member's. Choose another."


def fault_of(name: str, address: str) -> str:
    """Return why a newcomer with this address may not have a name, or an empty string."""
    keepers = Member.objects.exclude(pk__in=Member.objects.registered_only(address).values("pk"))
    if keepers.filter(name_key=name_key(name)).exists():
        return TAKEN
    return LOOKS_TAKEN if looks_like_one_of(name, _names_of(_like(name, keepers))) else ""


def free(name: str, address: str) -> None:
    """Delete registrations that no longer reserve a name but still occupy it or one that looks like it.

    Registrations whose link has expired are deleted too.
    """
    found = _like(name, Member.objects.registered_only(address))
    in_the_way = [one for one in _names_of(found) if _is_like(name, one)]
    too_old = timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    never_came = Q(username__in=in_the_way) | Q(date_joined__lt=too_old)
    # The lock re-evaluates the filter, so a registration confirmed in the meantime is no longer among them.
    held = Member.objects.registered_only(address).filter(never_came).select_for_update()
    Member.objects.filter(pk__in=[one.pk for one in held]).delete()


def _is_like(name: str, other: str) -> bool:
    return name_key(name) == name_key(other) or looks_like_one_of(name, [other])


def _like(name: str, members: QuerySet[Member]) -> QuerySet[Member]:
    return members.filter(Q(name_key=name_key(name)) | Q(username__regex=pattern_of(name)))


def _names_of(members: QuerySet[Member]) -> list[str]:
    return list(members.values_list("username", flat=True))
