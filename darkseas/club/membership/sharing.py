"""Scenarios and maps shared with clubs.

A scenario's battles are shared with it. The owner can end the sharing at any time.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from darkseas.club import audit
from darkseas.club.access import ALLOWED_BY, Deed, visible
from darkseas.club.models import Club, Player, Share
from darkseas.members.models import Member
from scenarios_app.models import HexMap, Scenario, Visibility
from scenarios_app.visibility import Grants, NoSuchChoice, Thing

PREFIX = "club:"


def shares_of(club: Club) -> QuerySet[Share]:
    """Return the scenarios and maps shared with a club, latest first."""
    stands = Q(visibility=Visibility.CLUB, current__isnull=False, taken_down_at=None)
    scenarios = Scenario.objects.filter(stands).values("pk")
    maps = HexMap.objects.filter(stands).values("pk")
    shown = Share.objects.filter(Q(scenario__in=scenarios) | Q(hex_map__in=maps), club=club)
    return shown.select_related("scenario__owner", "hex_map__owner", "by__member")


def take_out(by: Player, share: Share) -> None:
    """Make a scenario or map private again."""
    with transaction.atomic():
        thing = _thing_of(share)
        audit.note(share.club, by, "share.taken-out", thing)
        share.delete()
        type(thing).objects.filter(pk=thing.pk, visibility=Visibility.CLUB).update(
            visibility=Visibility.PRIVATE
        )


def _thing_of(share: Share) -> Thing:
    """Return the shared scenario or map. Raises ValueError if the share has neither, which never happens in
    the database.
    """
    thing = share.scenario or share.hex_map
    if thing is None:
        raise ValueError(f"share {share.pk} has no scenario and no map")
    return thing


def _scenarios(member: Member) -> Q:
    return Q(pk__in=_seen_by(member).values("scenario"))


def _maps(member: Member) -> Q:
    return Q(pk__in=_seen_by(member).values("hex_map"))


def _seen_by(member: Member) -> QuerySet[Share]:
    """Return what is shared with a member's clubs."""
    clubs = Player.objects.filter(member=member, left_at=None).values("club")
    return Share.objects.filter(club__in=clubs)


def _choices(member: Member) -> list[tuple[str, str]]:
    allowing = [kind.value for kind in ALLOWED_BY[Deed.SHARE]]
    mine = Player.objects.filter(member=member, left_at=None, rights__kind__in=allowing)
    clubs = Club.objects.filter(pk__in=mine.values("club"))
    return [(f"{PREFIX}{club.slug}", f"The members of {club.name}") for club in clubs]


def _choice_of(thing: Thing) -> str:
    slug = Share.objects.filter(_of(thing)).values_list("club__slug", flat=True).first()
    return f"{PREFIX}{slug}" if slug else ""


def _words_of(thing: Thing, member: Member) -> str:
    share = Share.objects.filter(_of(thing)).select_related("club").first()
    if share is None:
        return ""
    is_known = visible(member).filter(pk=share.club_id).exists()
    return f"the members of {share.club.name}" if is_known else "the members of another club"


def _share(thing: Thing, member: Member, choice: str) -> None:
    """Share a scenario or map with one club only. Raises NoSuchChoice for outsiders."""
    before = Share.objects.filter(_of(thing)).select_related("club").first()
    slug = choice.removeprefix(PREFIX)
    if before is not None and before.club.slug == slug:
        return
    if before is not None:
        audit.note(before.club, _player(member, before.club), "share.withdrawn", thing)
        before.delete()
    if not choice:
        return
    club = Club.objects.get(slug=slug)
    by = _player(member, club)
    if by is None:
        raise NoSuchChoice("You are no longer a member of this club.")
    Share.objects.create(club=club, by=by, **_field(thing))
    audit.note(club, by, "share.made", thing)


def _player(member: Member, club: Club) -> Player | None:
    return Player.objects.filter(club=club, member=member, left_at=None).first()


def _of(thing: Thing) -> Q:
    return Q(**_field(thing))


def _field(thing: Thing) -> dict[str, Any]:
    return {"scenario" if isinstance(thing, Scenario) else "hex_map": thing}


GRANTS = Grants(_scenarios, _maps, _choices, _choice_of, _words_of, _share)
