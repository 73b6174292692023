"""Who may see a club and do what in it: asked here by pages, feeds, files, webhooks and search alike.

To whoever is not of a closed club it does not exist: they get the answer that a wrong address gets.
"""

from enum import Enum

from django.db.models import Q, QuerySet

from darkseas.members.models import Member
from scenarios_app.access import Person

from .models import Club, Player, Right

Kind = Right.Kind


class Deed(Enum):
    """What somebody may do in a club beyond looking."""

    REPORT = "report results, and answer those one fought in"
    ENTER = "enter tournaments"
    SHARE = "share scenarios, maps and battles of one's own with the club"
    INVITE = "invite by link"
    ADJUDICATE = "say how an unfinished battle ends"
    EDIT_SCENARIOS = "put scenarios into the club's list and take them out"
    DECIDE = "decide, correct and void results, and import old ones"
    DIRECT = "plan and run tournaments, seasons and meetings"
    ADMIT = "enter guests, and decide about their claims"
    GRANT = "grant and take rights, and remove players"
    RULE = "change the club itself, its webhooks, and export all of it"


#: Which rights allow a deed; an owner may do everything that a director may.
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
    """Return the clubs that somebody may look at: open ones, and those they are of."""
    if not person.is_authenticated:
        return Club.objects.filter(is_closed=False)
    own = Player.objects.filter(member=person.pk, left_at=None).values("club")
    return Club.objects.filter(Q(is_closed=False) | Q(pk__in=own))


def player_of(person: Person | Member, club: Club) -> Player | None:
    """Return the person on the club's books who somebody is now, if they are of the club."""
    if not person.is_authenticated:
        return None
    return Player.objects.filter(club=club, member=person.pk, left_at=None).first()


def rights_of(player: Player | None) -> frozenset[str]:
    """Return the kinds of rights that a player has; who is not of the club has none."""
    if player is None or player.left_at is not None:
        return frozenset()
    return frozenset(player.rights.values_list("kind", flat=True))


def directors_of(club: Club) -> list[Player]:
    """Return the players to whom a club's decisions fall: its directors, its owners where it has none."""
    here = Player.objects.filter(club=club, left_at=None, member__isnull=False)
    directors = list(here.filter(rights__kind=Kind.DIRECTOR))
    return directors or list(here.filter(rights__kind=Kind.OWNER))


def may(player: Player | None, deed: Deed) -> bool:
    """Return whether a player may do something; guests may not, for nobody logs in as one."""
    return bool(rights_of(player) & ALLOWED_BY[deed])
