"""Opponents: the players who may answer a report, on sides other than the reporter's."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from darkseas.club import audit
from darkseas.club.access import ALLOWED_BY, Deed
from darkseas.club.membership.joining import CAME
from darkseas.club.models import Player, Result, ResultPlayer, ResultSide
from darkseas.club.results.result_states import FOLLOWS, Kind

#: The states in which an opponent may answer.
ANSWERABLE = FOLLOWS[Kind.CONFIRMED]


def fighters(result: Result) -> frozenset[int]:
    """Return the ids of the players in a battle who can log in."""
    rows = ResultPlayer.objects.filter(side__result=result, player__member__isnull=False)
    return frozenset(rows.values_list("player", flat=True))


def answerers(result: Result) -> frozenset[int]:
    """Return the ids of the players who may answer a result; guests never may.

    If the reporter did not fight, everybody who did may answer. A reporter keeps their side even after
    leaving.
    """
    fought = list(ResultPlayer.objects.filter(side__result=result).select_related("player"))
    own = {one.side_id for one in fought if one.player_id == result.reported_by_id}
    others = [one.player for one in fought if one.side_id not in own]
    return frozenset(player.pk for player in others if player.member_id is not None)


def can_be_answered(result: Result) -> bool:
    """Whether a player who may answer is in the club and can log in now."""
    return _answering_now(result).exists()


def could_answer(result: Result, named: Collection[int], since: datetime) -> bool:
    """Whether a player has been able to answer a result since a moment.

    That needs club membership, a login and the right to answer.

    ``named`` are the players named in the report. Any other player in the report was a guest whose record a
    member claimed later. A player who joined, or rejoined, after that moment does not count.
    """
    own = Player.objects.filter(merged_into=OuterRef("pk"), pk__in=named, left_at__lte=since)
    known = _answering_now(result).filter(Q(pk__in=named) | Exists(own))
    return any(not _came_since(player, since) for player in known)


def _came_since(player: Player, since: datetime) -> bool:
    return audit.lines_about(player).filter(deed__in=CAME, at__gt=since).exists()


def _answering_now(result: Result) -> QuerySet[Player]:
    here = Player.objects.filter(pk__in=answerers(result), left_at=None, member__is_active=True)
    return here.filter(rights__kind__in=ALLOWED_BY[Deed.REPORT])


def waiting_for(player: Player) -> QuerySet[Result]:
    """Return the results that wait for a player's answer."""
    reporter = ResultPlayer.objects.filter(side=OuterRef("pk"), player=OuterRef("result__reported_by"))
    other_sides = ResultSide.objects.filter(~Exists(reporter), players__player=player)
    return Result.objects.filter(
        club=player.club_id, state__in=ANSWERABLE, pk__in=other_sides.values("result")
    )
