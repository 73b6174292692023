"""Rounds: pair, discard, start, close, reopen; paired by the system or by hand."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Pairing, Player, Round, Tournament
from darkseas.club.pairing import round_by_hand
from darkseas.club.pairing.round_by_hand import DraftPairing, Finding
from darkseas.club.pairing.round_records import Plan
from replays_app.models import Job
from replays_app.simulation import jobs

from .entries import check_in
from .entries.entries import open_round
from .regulations import KNOCK_OUTS, Kind
from .round_draw import background_draw
from .round_draw.next_pairings import next_plan, rows_by_hand
from .round_draw.pairing_input import situation_of
from .round_draw.round_rows import Setting, as_json, new_round, remove, rows_of, write
from .tournament_errors import TournamentRefused, locked, need, need_reason, still_there
from .tournament_so_far import Fought, read, standing_result
from .votes_and_bids import bids, scenario_votes

State = Tournament.State


def draw(by: Player, tournament: Tournament, setting: Setting, *, without_absent: bool = False) -> Round:
    """Pair the next round, optionally without players who did not check in. Raises TournamentRefused."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        fought = _there(by, held, without_absent=without_absent)
        return _write(by, fought, _plan(fought, setting), setting)


def draw_or_ask(
    by: Player, tournament: Tournament, setting: Setting, *, without_absent: bool = False
) -> Round | Job:
    """Pair the next round like `draw`, in the background if it takes long. Raises TournamentRefused."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if background_draw.takes_long(_ready(held)):
            return background_draw.ask(by, held, setting, without_absent=without_absent)
    return draw(by, tournament, setting, without_absent=without_absent)


def work(job: Job) -> None:
    """Pair a round in the background. Raises `jobs.LeaseLost`.

    Nothing is locked during the pairing. If its input changes in the meantime, the round is not paired, and
    the director reads why.
    """
    by, tournament, setting, without_absent = background_draw.wanted_by(job)
    try:
        if not access.may(by, Deed.DIRECT):
            raise TournamentRefused(
                "The person who requested the pairing is no longer a director. Pair the round again."
            )
        with transaction.atomic():
            fought = _there(by, locked(tournament.pk), without_absent=without_absent)
        jobs.advance(job, 1)
        plan = _plan(fought, setting)
        jobs.advance(job, 2)
        with transaction.atomic():
            now = _ready(locked(tournament.pk))
            if situation_of(now) != situation_of(fought):
                raise TournamentRefused("The tournament changed during the pairing. Pair the round again.")
            made = _write(by, now, plan, setting)
            jobs.finish(job, {"round": made.number})
    except TournamentRefused as refusal:
        jobs.fail(job, str(refusal))


def _there(by: Player, held: Tournament, *, without_absent: bool) -> Fought:
    """Return the input of the next round; with ``without_absent`` only players who checked in."""
    fought = _ready(held)
    if not without_absent:
        return fought
    check_in.leave_out_absent(by, held)
    return read(held)


def _plan(fought: Fought, setting: Setting) -> Plan:
    return next_plan(fought, sides_are_bid=setting.bid_minutes is not None)


def _write(by: Player, fought: Fought, plan: Plan, setting: Setting) -> Round:
    held = fought.tournament
    setting, choice = scenario_votes.setting_of(by, held, setting)
    made = new_round(held, plan.round_number, setting, choice)
    write(made, fought, rows_of(plan, by_hand=False), setting)
    audit.note(held.club, by, "round.drawn", made, after=as_json(made))
    return made


def draw_by_hand(
    by: Player, tournament: Tournament, setting: Setting, draft: Sequence[DraftPairing], reason: str
) -> Round:
    """Pair the next round by hand, or replace the pairings of one that has not started."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(tournament.pk)
        drawn = None if held.kind == Kind.LADDER else open_round(held)
        if drawn is not None:
            _remove(by, drawn, reason)
        fought = _ready(held)
        keys = {str(one.pk) for one in fought.entrants}
        named = [key for pair in draft for key in pair if key is not None]
        division_of = {key: one.name for one in fought.divisions for key in one.keys}
        if not draft or not keys.issuperset(named) or len(set(named)) < len(named):
            raise TournamentRefused("Pair every entrant exactly once, with an opponent or a bye.")
        if any(division_of.get(one.first) != division_of.get(one.second or one.first) for one in draft):
            raise TournamentRefused("Opponents in a league have to be in the same division.")
        setting, choice = scenario_votes.setting_of(by, held, setting)
        made = new_round(held, len(fought.rounds) + 1, setting, choice)
        write(made, fought, rows_by_hand(fought, draft), setting)
        audit.note(held.club, by, "round.drawn", made, reason=reason, after=as_json(made))
    return made


def findings(tournament: Tournament, draft: Sequence[DraftPairing]) -> tuple[Finding, ...]:
    """Return the rules that pairings by hand break."""
    fought = read(tournament)
    drawn = open_round(tournament)
    if drawn is not None:
        rounds = tuple(one for one in fought.rounds if one.pk != drawn.pk)
        pairings = tuple(one for one in fought.pairings if one.round_id != drawn.pk)
        fought = Fought(fought.tournament, fought.terms, fought.entrants, rounds, pairings, fought.sides)
    return round_by_hand.findings(situation_of(fought), draft)


def take_back(by: Player, drawn: Round, reason: str) -> None:
    """Discard the pairings of a round that has not started."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        locked(drawn.tournament_id)
        _remove(by, drawn, reason)


def begin(by: Player, drawn: Round) -> None:
    """Start a round: results can be reported, or bids made."""
    with transaction.atomic():
        _go(by, drawn, Round.State.DRAWN, Round.State.RUNNING, "round.begun")
        held = locked(drawn.tournament_id)
        check_in.end(held)
        bids.begin(held, Round.objects.get(pk=drawn.pk))


def close(by: Player, running: Round) -> None:
    """Close a round in which every table is decided."""
    with transaction.atomic():
        fought = read(locked(running.tournament_id))
        still = [one for one in fought.of_round(running.number) if not fought.is_decided(one)]
        if still:
            raise TournamentRefused(_undecided(still))
        if fought.tournament.kind in KNOCK_OUTS:
            level = [one for one in fought.of_round(running.number) if one.second and _is_level(fought, one)]
            if level:
                raise TournamentRefused("A knock-out needs one winner at each table. Decide the draws first.")
        _go(by, running, Round.State.RUNNING, Round.State.CLOSED, "round.closed")


def _undecided(still: Sequence[Pairing]) -> str:
    """Return which tables are open, and how to confirm reported results."""
    numbers = [str(one.table) for one in still]
    tables = f"table {numbers[0]} is" if len(numbers) == 1 else f"tables {', '.join(numbers)} are"
    more = "Accept reported results with the button of the round."
    waiting = any(standing_result(one) for one in still)
    return f"You cannot close the round: {tables} open." + (f" {more}" if waiting else "")


def reopen(by: Player, closed: Round, reason: str) -> None:
    """Reopen the last round to correct its results. Its deadlines stay; those that have passed decide
    nothing more.
    """
    need_reason(reason)
    with transaction.atomic():
        held = locked(closed.tournament_id)
        if held.rounds.filter(number__gt=closed.number).exists():
            raise TournamentRefused(
                "A later round is paired. Discard its pairings first, or correct the result itself."
            )
        _go(by, closed, Round.State.CLOSED, Round.State.RUNNING, "round.reopened", reason)


def _is_level(fought: Fought, pairing: Pairing) -> bool:
    first, second = fought.scores(pairing) or (0, 0)
    return first == second


def _go(by: Player, found: Round, before: str, after: str, deed: str, reason: str = "") -> None:
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(found.tournament_id)
        row = Round.objects.filter(pk=found.pk).first()
        if row is None or row.state != before or held.state != State.RUNNING:
            raise TournamentRefused("The round has changed in the meantime. Reload the page.")
        row.state = after
        if after == Round.State.RUNNING and row.begins_at is None:
            row.begins_at = timezone.now()
        row.closed_at = timezone.now() if after == Round.State.CLOSED else None
        if before == Round.State.CLOSED:
            row.reopened_at = timezone.now()
        row.save(update_fields=["state", "begins_at", "closed_at", "reopened_at"])
        audit.note(held.club, by, deed, row, reason=reason, before={"state": before}, after={"state": after})


def _ready(held: Tournament) -> Fought:
    if held.kind == Kind.LADDER:
        raise TournamentRefused("A ladder has no rounds, only challenges.")
    if held.state != State.RUNNING:
        raise TournamentRefused("Start the tournament before you pair a round.")
    if open_round(held) is not None:
        raise TournamentRefused("The last round is still open. Close it, or discard its pairings.")
    return read(held)


def _remove(by: Player, drawn: Round, reason: str) -> None:
    if still_there(Round.objects.filter(pk=drawn.pk)).state != Round.State.DRAWN:
        raise TournamentRefused("This round has started, so its pairings cannot be discarded.")
    remove(by, drawn, reason)
