"""Who may say that a result was otherwise: whoever fought in it, or had part in its battle at a table.

Who reported it is answered by an opponent (`opponents`). The others in it, team mates of either and players
of further sides, are asked by nobody: they may dispute it until it counts, and once an opponent has confirmed
it for as many days as the club waits for an answer. So long may who reported it, too, whose report can be a
slip, or somebody else's who was in their account. What a director has decided, or silence, stays.

Nobody is bound to who sat in a battle that was recorded at a table, with real dice: one hand may have typed
in both sides. So whoever sat in it, signed it or is named in it has the same word as who fought.
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
    """Return the players who may dispute a result at a moment, by their numbers."""
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
    """Return the players who know how a battle ended: who fought in its result, or had part in it at a table.

    The latter are of the club and have an account, and were so when it was reported: whoever comes later
    under a name that was typed at the table is somebody else.
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
    """Return the results that a player may dispute, and that wait for no answer of theirs."""
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
    """Return until when what was confirmed by a step, its last, may be disputed."""
    return confirmed.at + timedelta(days=result.club.silence_days)


def _of_no_closed_round() -> QuerySet[Result]:
    """Results of no tournament, or of a round that is still on: once it is closed, a director puts right.

    A ladder closes no round, so it is the ladder that has to be closed.
    """
    goes_on = (Tournament.State.RUNNING, Tournament.State.CLOSING)
    is_on = Q(pairing__round__state=Round.State.RUNNING, pairing__round__tournament__state__in=goes_on)
    return Result.objects.filter(Q(pairing=None) | is_on)
