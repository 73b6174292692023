"""What becomes of tables whose time is up: the tournament's rule, once for each deadline of each.

Two deadlines: first orders are due, and the round is to be fought. Who has moved has given an order in a
battle that the two have begun here since the round has. Where both have, where a battle of theirs has ended,
and where who has not moved was asked for it in no battle of the round, or only shortly before, a director
has the word. A challenge on a ladder in which not both have moved
lapses where nothing else would become of it.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from darkseas.club import audit
from darkseas.club.models import Entrant, Pairing, ResultStep, Round, Tournament
from darkseas.club.results.facts import LOST, WON
from darkseas.club.results.naming.scenarios import may_all_open
from darkseas.club.results.recorded import table_battles
from darkseas.club.tournaments.formats import ladders
from darkseas.club.tournaments.fought import standing_result
from darkseas.club.tournaments.refusals import locked
from darkseas.club.tournaments.terms import FORFEIT, NOTHING, Kind, terms_of
from replays_app.projections.encounters import Encounter, encounters, in_battle

End = Pairing.End
log = logging.getLogger(__name__)
#: How long before a deadline somebody has to be called in a battle, so that they forfeit who give no order.
#: So long one has to report, too, after the other has taken a report back.
NOTICE = timedelta(days=1)
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

    None too for a day after a report was made void: until then the other had no reason to report.
    """
    passed = [each for each in (first_orders_by(pairing), ends_by(pairing)) if each and each <= now]
    last = max(passed, default=None)
    done = pairing.settled_through
    if last is None or (done is not None and last <= done):
        return None
    voided = _voided(pairing)
    return None if voided is not None and now < voided.at + NOTICE else last


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


def ends_by(pairing: Pairing) -> datetime | None:
    """Return until when a table is to be fought: as the round says, and the days that were taken for it."""
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
        met = _met(row)
        moved = _moved(met)
        if rule == NOTHING:
            return _has_lapsed(held, row, met)
        row.settled_through = deadline
        doubt = _doubt(row, met, deadline)
        if rule == FORFEIT and not doubt:
            _forfeit(row, moved)
        else:
            reason = doubt or _sentence(row, moved)
            audit.note(held.club, None, "pairing.overdue", row, reason=reason)
        row.save(update_fields=["settled_through", "end", "first_score", "second_score"])
    return True


def moved_of(pairing: Pairing) -> tuple[bool, bool]:
    """Return of each of the two whether they have moved."""
    return _moved(_met(pairing))


def _moved(met: Sequence[Encounter]) -> tuple[bool, bool]:
    return (any(one.moved[0] for one in met), any(one.moved[1] for one in met))


def _met(pairing: Pairing) -> list[Encounter]:
    if pairing.round.begins_at is None or pairing.second is None:
        return []
    first, second = (_members(one) for one in (pairing.first, pairing.second))
    own = table_battles.begun_at(pairing)
    met = [one for one in encounters(first, second, pairing.round.begins_at) if one.battle != own]
    return met if own is None else [*met, in_battle(own, first, second)]


def _doubt(row: Pairing, met: Sequence[Encounter], deadline: datetime) -> str:
    """Return why nobody forfeits by themselves at a table whose time is up; "" where somebody does.

    A battle that has ended says itself who won: who was beaten before a first order has not kept away. Nor
    has who is asked for one only shortly before the end, or where the round is not fought; nor who had
    nobody to begin a battle with, or has reported what nobody answered.
    """
    moved = _moved(met)
    absent = [one for one in (row.first, row.second) if one is not None and not _may_sit(one, row.round)]
    if absent and not any(moved):
        return f"Time is up, and {absent[0]} has nobody who could fight on this site: a director decides."
    voided = _voided(row)
    if voided is not None and voided.kind == ResultStep.Kind.LAPSED:
        return "Time is up, and what was reported was left without an answer: a director decides."
    if any(one.is_over for one in met):
        return "Time is up, and a battle of the two has ended: it is reported by its log."
    if all(moved):
        return _sentence(row, moved)
    called_by = deadline - _notice(row, deadline)
    if any(moved) and not any(_has_waited(row, one, called_by) for one in met):
        return (
            "Time is up, but no battle of this round has waited long for a first order: a director decides."
        )
    return ""


def _has_waited(row: Pairing, met: Encounter, called_by: datetime) -> bool:
    """Whether one has moved in a battle of the round, and it waits for the other's order since a moment."""
    if not any(met.moved) or not _is_of_round(row.round, met):
        return False
    since = met.called_since[met.moved.index(False)]
    return since is not None and since <= called_by


def _is_of_round(held: Round, met: Encounter) -> bool:
    """Whether a battle is on the scenario of a round, or by its rules where it has none of the site."""
    if Pairing.objects.filter(battle=met.battle).exclude(round=held).exists():
        return False  # of another tournament, in which the two have other times
    if held.scenario_id is not None:
        return met.scenario == held.scenario_id
    return met.system == held.tournament.system


def _notice(row: Pairing, deadline: datetime) -> timedelta:
    """Return how long before the end somebody has to be called: a day, or half of a shorter time."""
    begins_at = row.round.begins_at
    return NOTICE if begins_at is None else min(NOTICE, (deadline - begins_at) / 2)


def _tried(pairing: int, now: datetime) -> bool:
    try:
        return settle(pairing, now)
    except Exception:
        log.exception("time is up at table %s of a tournament, and nothing came of it", pairing)
        return False


def _has_lapsed(held: Tournament, row: Pairing, met: Sequence[Encounter]) -> bool:
    """Take out a challenge in which not both have moved; return whether there was one.

    One of the two could begin its battle alone, and keep the other from all others by that.
    """
    is_over = any(one.is_over for one in met)
    if held.kind != Kind.LADDER or all(_moved(met)) or is_over or not ladders.may_lapse(row):
        return False
    ladders.lapse(row)
    return True


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
    if not still:
        return "Time is up, and both have moved: a director decides."
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


def _may_sit(entrant: Entrant, held: Round) -> bool:
    """Whether somebody of an entrant is in the club, has an account, and may open the scenario of a round."""
    there = entrant.players.filter(left_at=None, member__is_active=True).select_related("member")
    return any(held.scenario is None or may_all_open([one], held.scenario) for one in there)


def _members(entrant: Entrant) -> list[int]:
    return list(entrant.players.exclude(member=None).values_list("member", flat=True))
