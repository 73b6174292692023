"""Disputes: which players may object to a result.

An opponent answers a report (`opponents`). Team mates and players of further sides are not asked; they may
dispute the result until it counts, and after an opponent confirmed it for as many days as the club waits for
answers. The reporter may do so too, because a report can be a mistake. What a director decided or the
deadline confirmed stays.

A battle recorded at a table with real dice proves little about its players, because one person may have
entered both sides. So every player who sat in it, signed it or is named in it may dispute its result too.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from darkseas.club.models import (
    Player,
    Result,
    ResultPlayer,
    ResultSide,
    ResultStep,
    Round,
    Tournament,
)
from darkseas.club.results.recorded.recorded_battles import beside_at_tables, had_part
from darkseas.club.results.result_states import Kind, State
from replays_app.recording.dice_schemes import TABLE

from .opponents import ANSWERABLE, fighters


def who_may_dispute(result: Result, now: datetime) -> frozenset[int]:
    """Return the ids of the players who may dispute a result now."""
    fought = concerned(result)
    if result.state in ANSWERABLE:
        return fought - {result.reported_by_id}
    confirmed = ResultStep.objects.filter(
        result=result, number=result.steps_taken, kind=Kind.CONFIRMED
    ).first()
    if confirmed is None or now > until(result, confirmed):
        return frozenset()
    is_open = _of_no_closed_round().filter(pk=result.pk).exists()
    return fought - {confirmed.by_id} if is_open else frozenset()


def concerned(result: Result) -> frozenset[int]:
    """Return the ids of players who know how a battle ended: its fighters, and others at its table.

    Others at the table need an account and club membership, both now and when the result was reported.
    """
    fought = fighters(result)
    if result.battle is None or result.battle.dice_scheme != TABLE:
        return fought
    known = Player.objects.filter(
        pk__in=had_part(result.club, result.battle),
        left_at=None,
        member__isnull=False,
        joined_at__lte=result.reported_at,
    )
    return fought | frozenset(known.values_list("pk", flat=True))


def unheard_of(player: Player, now: datetime) -> QuerySet[Result]:
    """Return the results that a player may dispute and has not been asked about."""
    beside = ResultPlayer.objects.filter(side=OuterRef("pk"), player=OuterRef("result__reported_by"))
    reporters = ResultSide.objects.filter(Exists(beside), players__player=player)
    since = now - timedelta(days=player.club.silence_days)
    confirmed = ResultStep.objects.filter(
        result=OuterRef("pk"), number=OuterRef("steps_taken"), kind=Kind.CONFIRMED, at__gte=since
    ).exclude(by=player)
    own = ResultPlayer.objects.filter(player=player, side__result__club=player.club_id)
    fought = Q(pk__in=own.values("side__result"))
    at_table = Q(battle__in=beside_at_tables(player).values("pk")) & ~fought
    return (
        _of_no_closed_round()
        .filter(fought | at_table, club=player.club_id)
        .exclude(reported_by=player)
        .filter(
            Q(at_table | Q(pk__in=reporters.values("result")), state__in=ANSWERABLE)
            | Q(Exists(confirmed), state=State.CONFIRMED)
        )
    )


def until(result: Result, confirmed: ResultStep) -> datetime:
    """Return the deadline for disputing a result that this step confirmed."""
    return confirmed.at + timedelta(days=result.club.silence_days)


def _of_no_closed_round() -> QuerySet[Result]:
    """Select results outside tournaments or in a running round; in a closed round a director corrects them.

    A ladder closes no rounds, so there the ladder itself must be closed.
    """
    goes_on = (Tournament.State.RUNNING, Tournament.State.CLOSING)
    is_on = Q(pairing__round__state=Round.State.RUNNING, pairing__round__tournament__state__in=goes_on)
    return Result.objects.filter(Q(pairing=None) | is_on)
