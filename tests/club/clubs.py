"""A club with somebody for each role, and clients of theirs."""

from django.core.cache import cache
from django.test import Client

from darkseas.club.membership import founding, guests, joining, permissions
from darkseas.club.membership.founding import ClubTerms
from darkseas.club.models import Club, Player, Right
from darkseas.engine.scenario.spec import MapSpec
from scenarios_app.maps.store import MapPublishing, publish_new
from scenarios_app.models import HexMap
from tests.support.members import logged_in, member

DEVICE = "anchor.plain.navy.white"
#: Who asks, from the least to the most. Nobody logs in as a guest, so there is no role for one.
ROLES = ("anonymous", "outsider", "member", "umpire", "scenario-editor", "director", "owner")


def a_club(name: str = "Ironclads", *, is_closed: bool = False) -> Club:
    """A club with somebody of each role, called as their role is, and a guest called Hornblower."""
    cache.clear()
    club = founding.found_club(member("owner"), ClubTerms(name, DEVICE, is_closed=is_closed))
    owner = player(club, "owner")
    for role in ROLES[2:-1]:
        joined(club, role)
        if role != "member":
            permissions.grant(owner, player(club, role), role)
    guests.add(owner, "Hornblower")
    return club


def joined(club: Club, name: str) -> Player:
    """The member of this name as a player of the club."""
    return joining.admit(club, member(name), None, "player.invited")


def player(club: Club, name: str) -> Player:
    """Who is of the club by the name of an account."""
    return Player.objects.get(club=club, member__username=name)


def guest(club: Club, name: str = "Hornblower") -> Player:
    """A guest of the club."""
    return Player.objects.get(club=club, member=None, name=name)


def client_of(role: str) -> Client:
    """The client of a role."""
    return Client() if role == "anonymous" else logged_in(role)


def rights_now(someone: Player) -> set[str]:
    """What somebody may do now."""
    return set(Right.objects.filter(player=someone).values_list("kind", flat=True))


def a_map(owner: str) -> HexMap:
    """A map of this member's, which everybody may see."""
    sea = MapSpec("", "A sound", 4, 3)
    hex_map: HexMap = publish_new(sea, member(owner), MapPublishing("", "")).hex_map
    return hex_map
