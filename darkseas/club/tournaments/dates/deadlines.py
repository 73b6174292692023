"""Apply the tournament's rule to overdue tables, once for each of their deadlines.

There are two deadlines: first orders, and the end of the round. A player has moved if they gave an order in
the battle of the table (`battles_of_pair.py`). If that does not show who was late, a director decides. A
challenge on a ladder lapses if not both players have moved and no other rule applies.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction

from darkseas.club import audit
from darkseas.club.models import Pairing, ResultStep, Round, Tournament
from darkseas.club.results.facts import LOST, WON
from darkseas.club.results.recorded.table_battles import REPORTED, REPORTED_OTHERWISE
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.regulations import FORFEIT, NOTHING, Kind, terms_of
from darkseas.club.tournaments.tournament_errors import locked
from darkseas.club.tournaments.tournament_so_far import standing_result

from .battles_of_pair import Meetings, meetings_of

End = Pairing.End
log = logging.getLogger(__name__)
#: Time to report again after a report was voided, for at most so many reports after the deadline.
REPORTED_ANEW, MOST_REPORTS = timedelta(days=1), 3
#: From the agreed time until first orders are due.
SITTING_DOWN = timedelta(hours=1)
#: Scores by forfeit, by whether each player has moved.
_MARKS = {
    (True, False): (WON, LOST),
    (False, True): (LOST, WON),
    (False, False): (LOST, LOST),
}


def settle_overdue(now: datetime) -> int:
    """Settle every overdue table; return how many. An error at one table is logged and does not stop the
    others.
    """
    return sum(_tried(pairing, now) for pairing in overdue(now))


def overdue(now: datetime) -> list[int]:
    """Return the ids of open tables with a deadline that has passed and is not settled yet."""
    return [one.pk for one in _open_tables() if deadline_behind(one, now) is not None]


def deadline_behind(pairing: Pairing, now: datetime) -> datetime | None:
    """Return the last passed deadline of a table; None if there is none, or it is settled.

    Reopening the round settles the deadlines before it, because the director then has the word.

    Also None for a day after a report was voided, because the opponent had no reason to report before.
    Voiding report after report postpones the deadline at most three times.
    """
    passed = [each for each in (first_orders_by(pairing), ends_by(pairing)) if each and each <= now]
    last = max(passed, default=None)
    done = [each for each in (pairing.settled_through, pairing.round.reopened_at) if each is not None]
    if last is None or any(last <= each for each in done):
        return None
    voided = _voided(pairing)
    if (
        voided is not None
        and now < voided.at + REPORTED_ANEW
        and _reports_since(pairing, last) < MOST_REPORTS
    ):
        return None
    return last


def first_orders_by(pairing: Pairing) -> datetime | None:
    """Return the deadline for first orders: as set for the round, or later if the players agreed on a later
    time.
    """
    due = _extended(pairing, pairing.round.first_move_by)
    return max(due, pairing.agreed_at + SITTING_DOWN) if due and pairing.agreed_at else due


def _voided(pairing: Pairing) -> ResultStep | None:
    """Return the step that voided the last report of a table; None if there is no voided report."""
    result = pairing.result
    if result is None or standing_result(pairing) is not None:
        return None
    return result.steps.order_by("number").last()


def _reports_since(pairing: Pairing, deadline: datetime) -> int:
    lines = audit.lines_about(pairing).filter(deed__in=(REPORTED, REPORTED_OTHERWISE), at__gt=deadline)
    return lines.count()


def ends_by(pairing: Pairing) -> datetime | None:
    """Return the deadline of a table: the end of the round plus extensions.

    If the players agreed on a time, the deadline is at least an hour after it.
    """
    end = time_of(pairing)
    return max(end, pairing.agreed_at + SITTING_DOWN) if end and pairing.agreed_at else end


def time_of(pairing: Pairing) -> datetime | None:
    """Return the deadline without regard to the agreed time: agreed times have to be before it."""
    return _extended(pairing, pairing.round.ends_at)


def _extended(pairing: Pairing, end: datetime | None) -> datetime | None:
    if end is None or not pairing.extended_days:
        return end
    return pairing.round.tournament.club.days_after(end, pairing.extended_days)


def settle(pairing_id: int, now: datetime) -> bool:
    """Settle one table by the rule of its tournament; return whether there was anything to settle."""
    with transaction.atomic():
        row = Pairing.objects.select_related("round").get(pk=pairing_id)
        held = locked(row.round.tournament_id)
        row = Pairing.objects.select_related("round", "first", "second", "result").get(pk=pairing_id)
        deadline = deadline_behind(row, now)
        rule = terms_of(held).late
        if deadline is None or not _is_open(held, row):
            return False
        met = meetings_of(row)
        doubt = _was_reported(row) or met.doubt(deadline)
        if held.kind == Kind.LADDER and _lapses(row, met, rule, doubt):
            ladders.lapse(row, is_other_away=met.absent == row.second or met.moved[0])
            return True
        if rule == NOTHING and not (held.kind == Kind.LADDER and _was_reported(row)):
            return False
        row.settled_through = deadline
        if rule == FORFEIT and not doubt:
            _forfeit(row, met.moved)
        else:
            reason = doubt or _sentence(row, met.moved)
            audit.note(held.club, None, "pairing.overdue", row, reason=reason)
        row.save(update_fields=["settled_through", "end", "first_score", "second_score"])
    return True


def _tried(pairing: int, now: datetime) -> bool:
    try:
        return settle(pairing, now)
    except Exception:
        log.exception("could not settle overdue table %s of a tournament", pairing)
        return False


def _was_reported(row: Pairing) -> str:
    """Return a sentence if the report of a table was voided, else ""."""
    if _voided(row) is None:
        return ""
    return "Time is up, and the report is void: a director decides."


def _lapses(row: Pairing, met: Meetings, rule: str, doubt: str) -> bool:
    """Whether a challenge is removed: no other rule applies, or the challenger has left.

    Otherwise a player could block an opponent for ever by starting the battle alone.
    """
    is_won = rule == FORFEIT and any(met.moved) and not doubt
    if is_won or met.is_fought or _was_reported(row):
        return False
    return (rule == NOTHING or ladders.is_gone(row.first)) and ladders.may_lapse(row)


def _forfeit(row: Pairing, moved: tuple[bool, bool]) -> None:
    marks = _MARKS[moved]
    row.end = End.FORFEIT if WON in marks else End.DOUBLE_FORFEIT
    row.first_score, row.second_score = marks
    audit.note(
        row.round.tournament.club,
        None,
        f"pairing.{row.end}",
        row,
        reason=_sentence(row, moved),
        after={"scores": list(marks)},
    )


def _sentence(row: Pairing, moved: tuple[bool, bool]) -> str:
    still = [str(one) for one, has in zip((row.first, row.second), moved, strict=True) if not has]
    return f"Time is up, and {' and '.join(still)} {'has' if len(still) == 1 else 'have'} not moved."


def _is_open(held: Tournament, row: Pairing) -> bool:
    is_running = held.state == Tournament.State.RUNNING and row.round.state == Round.State.RUNNING
    return is_running and not row.end and row.second_id is not None and standing_result(row) is None


def _open_tables() -> Iterator[Pairing]:
    """Yield open tables of rounds with deadlines, in tournaments that have a rule for them."""
    found = Pairing.objects.filter(
        round__state=Round.State.RUNNING,
        round__tournament__state=Tournament.State.RUNNING,
        end="",
        second__isnull=False,
    ).exclude(round__first_move_by=None, round__ends_at=None)
    for one in found.select_related("round__tournament", "result").order_by("pk"):
        held = one.round.tournament
        has_rule = terms_of(held).late != NOTHING or (held.kind == Kind.LADDER and ladders.may_lapse(one))
        if has_rule and standing_result(one) is None:
            yield one
