"""Clubs on a member's account page, in the member's data export, and when the member deletes the account."""

from itertools import count

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import (
    Alternate,
    Application,
    AuditLine,
    ClaimOfGuest,
    Club,
    Entrant,
    Invitation,
    Opinion,
    Player,
    ResultPlayer,
    Right,
    Share,
    SideBid,
    Vote,
)
from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member

from .permissions import end_what_rested_on_rights, owners
from .refusals import locked

#: Name in records of a deleted account, followed by the player's number.
FORMER = "Former member"
#: Order of succession if the last owner deletes their account.
_HEIRS = (Right.Kind.DIRECTOR, Right.Kind.UMPIRE, Right.Kind.SCENARIO_EDITOR, Right.Kind.MEMBER)


def account_section(member: Member) -> AccountSection:
    """Return the section: the member's clubs and permissions."""
    mine = list(_players(member).filter(left_at=None).prefetch_related("rights"))
    links = Invitation.objects.filter(made_by__in=mine, ends_at__gt=timezone.now(), uses_left__gt=0)
    return AccountSection(
        "clubs",
        "club/membership/_account_section.html",
        {"players": mine},
        _data(member),
        forget,
        [f"a link that lets others into {link.club.name}" for link in links.select_related("club")],
        _end_links,
    )


def _end_links(member: Member) -> None:
    """End invitation links that the member made."""
    Invitation.objects.filter(made_by__member=member).delete()


def forget(member: Member) -> None:
    """Remove the member from all clubs. Their results stay under a neutral name; their scenario ratings are
    deleted.

    If the member was a club's last owner, its longest-serving director takes over, or else the
    highest-ranking player. A club without players is kept as a record.
    """
    with transaction.atomic():
        for player in Player.objects.filter(member=member).order_by("club"):
            club = locked(player.club_id)
            player.rights.all().delete()
            end_what_rested_on_rights(player, None)
            Alternate.objects.filter(player=player).delete()
            player.claims_made.filter(state=ClaimOfGuest.State.OPEN).delete()
            player.name, player.member = f"{FORMER} {player.pk}", None
            for entrant in Entrant.objects.filter(players=player, name=member.username):
                Entrant.objects.filter(pk=entrant.pk).update(name=_free_name(entrant, player.name))
            player.time_zone = ""
            player.left_at = player.left_at or timezone.now()
            player.save()
            audit.note(club, None, "player.forgotten", player)
            if not owners(club).exists():
                _pass_on(club)
        Application.objects.filter(member=member).delete()
        Opinion.objects.filter(member=member).delete()


def _free_name(entrant: Entrant, name: str) -> str:
    """Return a name that no other entrant of the tournament has."""
    taken = set(Entrant.objects.filter(tournament=entrant.tournament_id).values_list("name", flat=True))
    tries = (f"{name} ({number})" if number else name for number in count())
    return next(one for one in tries if one not in taken)


def _pass_on(club: Club) -> None:
    """Make the highest-ranking, longest-serving player of a club its owner."""
    for kind in _HEIRS:
        holders = Player.objects.filter(club=club, left_at=None, rights__kind=kind).exclude(member=None)
        new_owner = holders.order_by("joined_at", "pk").first()
        if new_owner is not None:
            Right.objects.create(player=new_owner, kind=Right.Kind.OWNER)
            reason = "the last owner deleted their account"
            audit.note(club, None, "right.granted", new_owner, reason=reason, after=Right.Kind.OWNER.value)
            return


def _data(member: Member) -> dict[str, object]:
    """Return everything that clubs store about the member."""
    return {
        "opinions": [
            {"scenario": one.scenario.key, "points": one.points, "made_at": one.made_at}
            for one in Opinion.objects.filter(member=member).select_related("scenario")
        ],
        "players": [_player_data(player) for player in _players(member).prefetch_related("rights")],
        "applications": [
            {"club": one.club.name, "text": one.text, "state": one.state, "made_at": one.made_at}
            for one in Application.objects.filter(member=member).select_related("club")
        ],
    }


def _player_data(player: Player) -> dict[str, object]:
    fought = ResultPlayer.objects.filter(player=player).select_related("side__result__scenario")
    lines = AuditLine.objects.filter(by=player)
    claims = ClaimOfGuest.objects.filter(player=player).select_related("guest")
    shares = Share.objects.filter(by=player).select_related("scenario", "hex_map")
    return {
        "club": player.club.name,
        "time_zone": player.time_zone,
        "joined_at": player.joined_at,
        "left_at": player.left_at,
        "rights": [right.kind for right in player.rights.all()],
        "results": [
            {
                "day": one.side.result.day,
                "scenario": one.side.result.scenario_text or getattr(one.side.result.scenario, "title", ""),
                "side": one.side.side,
                "half_points": one.side.score,
                "state": one.side.result.state,
            }
            for one in fought
        ],
        "tournaments": [
            {"tournament": entrant.tournament.title, "entered_at": entrant.entered_at, "name": entrant.name}
            for entrant in player.entries.select_related("tournament")
        ],
        "waits": [
            {"tournament": one.tournament.title, "state": one.state, "made_at": one.made_at}
            for one in Alternate.objects.filter(player=player).select_related("tournament")
        ],
        "votes": [
            {
                "tournament": one.choice.tournament.title,
                "scenario": one.candidate.text,
                "made_at": one.made_at,
            }
            for one in Vote.objects.filter(entrant__players=player).select_related(
                "choice__tournament", "candidate"
            )
        ],
        "bids": [
            {
                "tournament": one.entrant.tournament.title,
                "side": one.side,
                "points": one.points,
                "made_at": one.made_at,
            }
            for one in SideBid.objects.filter(entrant__players=player).select_related("entrant__tournament")
        ],
        "claims": [{"guest": one.guest.name, "state": one.state, "made_at": one.made_at} for one in claims],
        "shares": [{"key": getattr(one.scenario or one.hex_map, "key", ""), "at": one.at} for one in shares],
        "audit": [
            {"at": one.at, "deed": one.deed, "subject": one.subject, "reason": one.reason} for one in lines
        ],
    }


def _players(member: Member) -> QuerySet[Player]:
    return Player.objects.filter(member=member).select_related("club").order_by("club__name", "pk")
