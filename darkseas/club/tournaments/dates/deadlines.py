"""What becomes of tables whose time is up: the tournament's rule, once for each deadline of each.

Two deadlines: first orders are due, and the round is to be fought. Who has moved has given an order in the
battle of the table (`meetings.py`). Where that does not say who was late, a director has the word. A
challenge on a ladder in which not both have moved lapses where nothing else would become of it.
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
#: So long one has to report after what was reported was made void, unless so many were reported too late.
REPORTED_ANEW, MOST_REPORTS = timedelta(days=1), 3
#: From the moment that two have agreed on until first orders are due.
SITTING_DOWN = timedelta(hours=1)
#: Whether each of the two has moved, and what follows where the rule is to forfeit.
_MARKS = {
    (True, False): (WON, LOST),
    (False, True): (LOST, WON),
    (False, False): (LOST, LOST),
}


def settle_overdue(now: datetime) -> int:
    """Deal with every table whose time is up; return with how many.

    A fault at one table is written to the site's log, and keeps no other one waiting.
    """
    return sum(_tried(pairing, now) for pairing in overdue(now))


def overdue(now: datetime) -> list[int]:
    """Return the open tables with a deadline behind them that nobody has dealt with."""
    return [one.pk for one in _open_tables() if deadline_behind(one, now) is not None]


def deadline_behind(pairing: Pairing, now: datetime) -> datetime | None:
    """Return the last deadline that a table has let pass; none where there is none, or it was dealt with.

    None too for a day after a report was made void: until then the other had no reason to report. Who makes
    report after report void puts it off three times.
    """
    passed = [each for each in (first_orders_by(pairing), ends_by(pairing)) if each and each <= now]
    last = max(passed, default=None)
    done = pairing.settled_through
    if last is None or (done is not None and last <= done):
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
    """Return when first orders are due at a table: as the round says, later where the two have agreed so."""
    due = _extended(pairing, pairing.round.first_move_by)
    return max(due, pairing.agreed_at + SITTING_DOWN) if due and pairing.agreed_at else due


def _voided(pairing: Pairing) -> ResultStep | None:
    """Return the step that made the last report of a table void; none where it stands, or there was none."""
    result = pairing.result
    if result is None or standing_result(pairing) is not None:
        return None
    return result.steps.order_by("number").last()


def _reports_since(pairing: Pairing, deadline: datetime) -> int:
    """Return how many reports were made at a table after a deadline."""
    lines = audit.lines_about(pairing).filter(deed__in=(REPORTED, REPORTED_OTHERWISE), at__gt=deadline)
    return lines.count()


def ends_by(pairing: Pairing) -> datetime | None:
    """Return until when a table is to be fought: as the round says, and the days that were taken for it.

    Where the two have agreed on a moment, until first orders are due then at the soonest.
    """
    end = time_of(pairing)
    return max(end, pairing.agreed_at + SITTING_DOWN) if end and pairing.agreed_at else end


def time_of(pairing: Pairing) -> datetime | None:
    """Return the same whatever the two have agreed on: the time in which they may agree on a moment."""
    return _extended(pairing, pairing.round.ends_at)


def _extended(pairing: Pairing, end: datetime | None) -> datetime | None:
    return None if end is None else end + timedelta(days=pairing.extended_days)


def settle(pairing_id: int, now: datetime) -> bool:
    """Deal with one table by its tournament's rule; return whether there was something to deal with."""
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
        log.exception("time is up at table %s of a tournament, and nothing came of it", pairing)
        return False


def _was_reported(row: Pairing) -> str:
    """Return a sentence where something was reported at a table that is void now; else ""."""
    if _voided(row) is None:
        return ""
    return "Time is up, and what was reported is void: a director decides."


def _lapses(row: Pairing, met: Meetings, rule: str, doubt: str) -> bool:
    """Whether a challenge is taken out: nothing else would become of it, or whoever made it has left.

    One of the two could begin its battle alone, and keep the other from all others by that.
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
    """Yield open tables of rounds with dates, in tournaments whose rule does something about them."""
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
