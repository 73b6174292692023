"""Permissions in a club, used by pages, feeds, files, webhooks and search alike.

To outsiders, a closed club does not exist: they get the same response as for a wrong address.
"""

from enum import Enum

from django.db.models import Q, QuerySet

from darkseas.members.models import Member
from scenarios_app.access import Person

from .models import Club, Player, Right

Kind = Right.Kind


class Deed(Enum):
    """An action in a club that needs a permission."""

    REPORT = "report results, and answer reports of one's own battles"
    ENTER = "enter tournaments"
    SHARE = "share one's own scenarios, maps and battles with the club"
    INVITE = "invite by link"
    ADJUDICATE = "say how an unfinished battle ends"
    EDIT_SCENARIOS = "put scenarios into the club's list and take them out"
    DECIDE = "decide, correct and void results, and import old ones"
    DIRECT = "plan and run tournaments, seasons and meetings"
    ADMIT = "enter guests, and decide about their claims"
    GRANT = "grant and revoke permissions, and remove players"
    RULE = "change the club and its webhooks, and export all its data"


#: The permissions that allow each action. Owners may do everything that directors may.
ALLOWED_BY: dict[Deed, frozenset[Kind]] = {
    Deed.REPORT: frozenset({Kind.MEMBER, Kind.UMPIRE, Kind.SCENARIO_EDITOR, Kind.DIRECTOR, Kind.OWNER}),
    Deed.ENTER: frozenset({Kind.MEMBER, Kind.UMPIRE, Kind.SCENARIO_EDITOR, Kind.DIRECTOR, Kind.OWNER}),
    Deed.SHARE: frozenset({Kind.MEMBER, Kind.UMPIRE, Kind.SCENARIO_EDITOR, Kind.DIRECTOR, Kind.OWNER}),
    Deed.INVITE: frozenset({Kind.DIRECTOR, Kind.OWNER}),
    Deed.ADJUDICATE: frozenset({Kind.UMPIRE, Kind.DIRECTOR, Kind.OWNER}),
    Deed.EDIT_SCENARIOS: frozenset({Kind.SCENARIO_EDITOR, Kind.OWNER}),
    Deed.DECIDE: frozenset({Kind.DIRECTOR, Kind.OWNER}),
    Deed.DIRECT: frozenset({Kind.DIRECTOR, Kind.OWNER}),
    Deed.ADMIT: frozenset({Kind.DIRECTOR, Kind.OWNER}),
    Deed.GRANT: frozenset({Kind.OWNER}),
    Deed.RULE: frozenset({Kind.OWNER}),
}


def visible(person: Person) -> QuerySet[Club]:
    """Return the clubs that a person may see: all open clubs and the person's own."""
    if not person.is_authenticated:
        return Club.objects.filter(is_closed=False)
    own = Player.objects.filter(member=person.pk, left_at=None).values("club")
    return Club.objects.filter(Q(is_closed=False) | Q(pk__in=own))


def player_of(person: Person | Member, club: Club) -> Player | None:
    """Return the person's player in a club, if they are a member of it."""
    if not person.is_authenticated:
        return None
    return Player.objects.filter(club=club, member=person.pk, left_at=None).first()


def rights_of(player: Player | None) -> frozenset[str]:
    """Return a player's permissions; empty for outsiders."""
    if player is None or player.left_at is not None:
        return frozenset()
    return frozenset(player.rights.values_list("kind", flat=True))


def directors_of(club: Club) -> list[Player]:
    """Return a club's directors, or its owners if it has none."""
    here = Player.objects.filter(club=club, left_at=None, member__isnull=False)
    directors = list(here.filter(rights__kind=Kind.DIRECTOR))
    return directors or list(here.filter(rights__kind=Kind.OWNER))


def may(player: Player | None, deed: Deed) -> bool:
    """Return whether a player may take an action; guests never may, because they cannot log in."""
    return bool(rights_of(player) & ALLOWED_BY[deed])
