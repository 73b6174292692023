"""Rounds: drawn, looked at, begun, closed; each drawn anew, or by hand, until it begins."""

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
    """Pair the next round, without whoever was asked and is not there; nobody is called before it begins.

    Raises TournamentRefused.
    """
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        fought = _there(by, held, without_absent=without_absent)
        return _write(by, fought, _plan(fought, setting), setting)


def draw_or_ask(
    by: Player, tournament: Tournament, setting: Setting, *, without_absent: bool = False
) -> Round | Job:
    """Pair the next round as `draw` does; where that takes long, ask for it in the background.

    Raises TournamentRefused.
    """
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if background_draw.takes_long(_ready(held)):
            return background_draw.ask(by, held, setting, without_absent=without_absent)
    return draw(by, tournament, setting, without_absent=without_absent)


def work(job: Job) -> None:
    """Draw the round that a job asks for. Raises `jobs.LeaseLost`.

    Nothing is locked while it is paired; where something has changed meanwhile that it is paired from, it is
    not drawn, and a director reads why.
    """
    by, tournament, setting, without_absent = background_draw.wanted_by(job)
    try:
        if not access.may(by, Deed.DIRECT):
            raise TournamentRefused("Who asked for it is no director any more: draw it anew.")
        with transaction.atomic():
            fought = _there(by, locked(tournament.pk), without_absent=without_absent)
        jobs.advance(job, 1)
        plan = _plan(fought, setting)
        jobs.advance(job, 2)
        with transaction.atomic():
            now = _ready(locked(tournament.pk))
            if situation_of(now) != situation_of(fought):
                raise TournamentRefused("Something changed while the round was drawn: draw it once more.")
            made = _write(by, now, plan, setting)
            jobs.finish(job, {"round": made.number})
    except TournamentRefused as refusal:
        jobs.fail(job, str(refusal))


def _there(by: Player, held: Tournament, *, without_absent: bool) -> Fought:
    """Return what the next round is paired from; whoever is not there left out, where that is wanted."""
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
    """Lay out the next round, or the one that is drawn, as a director wants it."""
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
            raise TournamentRefused("Name each entrant once: against whom, or with a bye.")
        if any(division_of.get(one.first) != division_of.get(one.second or one.first) for one in draft):
            raise TournamentRefused("In a league two meet who are in one division: pair them so.")
        setting, choice = scenario_votes.setting_of(by, held, setting)
        made = new_round(held, len(fought.rounds) + 1, setting, choice)
        write(made, fought, rows_by_hand(fought, draft), setting)
        audit.note(held.club, by, "round.drawn", made, reason=reason, after=as_json(made))
    return made


def findings(tournament: Tournament, draft: Sequence[DraftPairing]) -> tuple[Finding, ...]:
    """Return what a round made by hand does not keep."""
    fought = read(tournament)
    drawn = open_round(tournament)
    if drawn is not None:
        rounds = tuple(one for one in fought.rounds if one.pk != drawn.pk)
        pairings = tuple(one for one in fought.pairings if one.round_id != drawn.pk)
        fought = Fought(fought.tournament, fought.terms, fought.entrants, rounds, pairings, fought.sides)
    return round_by_hand.findings(situation_of(fought), draft)


def take_back(by: Player, drawn: Round, reason: str) -> None:
    """Take a round back that has not begun."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        locked(drawn.tournament_id)
        _remove(by, drawn, reason)


def begin(by: Player, drawn: Round) -> None:
    """Let a round begin: its pairings can be reported from now on, or their sides bid for."""
    with transaction.atomic():
        _go(by, drawn, Round.State.DRAWN, Round.State.RUNNING, "round.begun")
        held = locked(drawn.tournament_id)
        check_in.end(held)
        bids.begin(held, Round.objects.get(pk=drawn.pk))


def close(by: Player, running: Round) -> None:
    """Close a round in which everything is decided."""
    with transaction.atomic():
        fought = read(locked(running.tournament_id))
        still = [one for one in fought.of_round(running.number) if not fought.is_decided(one)]
        if still:
            raise TournamentRefused(_undecided(still))
        if fought.tournament.kind in KNOCK_OUTS:
            level = [one for one in fought.of_round(running.number) if one.second and _is_level(fought, one)]
            if level:
                raise TournamentRefused("In a knock-out one of the two goes on: decide the draws first.")
        _go(by, running, Round.State.RUNNING, Round.State.CLOSED, "round.closed")


def _undecided(still: Sequence[Pairing]) -> str:
    """Say which tables are open, and what is to be done about what was reported there."""
    numbers = [str(one.table) for one in still]
    tables = f"table {numbers[0]} is" if len(numbers) == 1 else f"tables {', '.join(numbers)} are"
    more = "Results that were reported count once you let them: the button stands at the round."
    waiting = any(standing_result(one) for one in still)
    return f"Not everything is decided: {tables} open." + (f" {more}" if waiting else "")


def reopen(by: Player, closed: Round, reason: str) -> None:
    """Open the last round again, to put something right that was fought in it."""
    need_reason(reason)
    with transaction.atomic():
        held = locked(closed.tournament_id)
        if held.rounds.filter(number__gt=closed.number).exists():
            raise TournamentRefused(
                "A later round is drawn: take that back first, or correct the result itself."
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
            raise TournamentRefused("Somebody was quicker: look at the round as it stands now.")
        row.state = after
        if after == Round.State.RUNNING and row.begins_at is None:
            row.begins_at = timezone.now()
        if after == Round.State.CLOSED:
            row.ends_at = timezone.now()
        elif before == Round.State.CLOSED:
            row.ends_at = None
        row.save(update_fields=["state", "begins_at", "ends_at"])
        audit.note(held.club, by, deed, row, reason=reason, before={"state": before}, after={"state": after})


def _ready(held: Tournament) -> Fought:
    if held.kind == Kind.LADDER:
        raise TournamentRefused("A ladder has no rounds: people challenge each other.")
    if held.state != State.RUNNING:
        raise TournamentRefused("Rounds are drawn while it runs: let it begin first.")
    if open_round(held) is not None:
        raise TournamentRefused("The last round is still open: close it first, or take it back.")
    return read(held)


def _remove(by: Player, drawn: Round, reason: str) -> None:
    if still_there(Round.objects.filter(pk=drawn.pk)).state != Round.State.DRAWN:
        raise TournamentRefused("This round has begun: it stays.")
    remove(by, drawn, reason)
