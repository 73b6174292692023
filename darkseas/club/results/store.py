"""Writes results; no other module does. Each action is one step, one audit line and one transaction.

Permissions are checked here as well as on the pages. A step that no longer fits because another came first
raises ResultConflict and changes nothing.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.membership.merging import kept_owners, owners_of_records
from darkseas.club.models import Club, Pairing, Player, Result, ResultStep

from . import emails, result_states, rows
from .answers.disputes import concerned, who_may_dispute
from .answers.opponents import ANSWERABLE, answerers, could_answer, fighters
from .answers.own_decisions import on_record, why_not_decide
from .checks import ResultRefused, check, check_confirmation, check_once, check_report
from .facts import ResultFacts, from_json, to_json
from .naming.scenarios import with_side_keys
from .recorded import recorded_battles, table_battles
from .result_states import NOTHING, Kind, ResultConflict, Standing, State

#: Permissions to report battles of others.
FOR_OTHERS = (Deed.DECIDE, Deed.ADJUDICATE)
#: Steps that name the players.
SAYS_WHO = (Kind.REPORTED, Kind.DECIDED, Kind.CORRECTED)


@dataclass(frozen=True, slots=True)
class StepBy:
    """The author of a step and the reason. ``seen`` is the number of steps the author had seen, None to skip
    that check.
    """

    player: Player | None
    reason: str = ""
    seen: int | None = None


def report(club: Club, by: Player, facts: ResultFacts, table: Pairing | None = None) -> Result:
    """Report how a battle ended, at a tournament ``table`` if it belongs to one.

    Raises ResultRefused, and ResultConflict if the battle already has a result.
    """
    known = () if table is None else (table.first_side, table.second_side)
    facts = _settled(club, by, facts, None, known)
    if facts.battle is not None:
        table_battles.need_own_table(club, facts.battle, table)
    if by.pk not in facts.players and not any(access.may(by, deed) for deed in FOR_OTHERS):
        raise ResultRefused(
            "sides", "You can only report your own battles. Umpires and directors can report for others."
        )
    if not access.may(by, Deed.REPORT):
        raise PermissionDenied
    if not access.may(by, Deed.DECIDE):
        check_report(by, facts, is_of_table=table is not None)
    result = Result(club=club, day=facts.day, system=facts.system, reported_by=by)
    with _one_result_a_battle(), transaction.atomic():
        step_of(result, Kind.REPORTED, StepBy(by), facts, NOTHING)
        emails.ask(result, who_may_dispute(result, timezone.now()))
    return result


def confirm(result: Result, by: Player, seen: int | None = None) -> Result:
    """Confirm a report as an opponent.

    Raises ResultConflict, and ResultRefused if only a director may still do so.
    """
    with transaction.atomic():
        held = locked(result.pk)
        if by.pk not in answerers(held) or not access.may(by, Deed.REPORT):
            raise PermissionDenied
        check_confirmation(held)
        return step(held, Kind.CONFIRMED, StepBy(by, seen=seen))


def dispute(result: Result, by: Player, reason: str, seen: int | None = None) -> Result:
    """Dispute a result. Raises ResultConflict, ResultRefused."""
    _need_reason(reason, "Say how the battle ended, so that a director can decide.")
    with transaction.atomic():
        held = locked(result.pk)
        is_own = by.pk == held.reported_by_id and held.state in ANSWERABLE  # their own report
        if is_own or by.pk not in concerned(held) or not access.may(by, Deed.REPORT):
            raise PermissionDenied
        if by.pk not in who_may_dispute(held, timezone.now()):
            raise (
                result_states.stale(held.state)
                if _is_stale(held, seen)
                else result_states.too_late(held.state)
            )
        return step(held, Kind.DISPUTED, StepBy(by, reason, seen))


def decide(
    result: Result, by: Player, reason: str, facts: ResultFacts | None = None, seen: int | None = None
) -> Result:
    """Decide a result as a director: as reported, or with these facts.

    Like corrections and voiding, it is for another director if ``by`` fought in it and there is one.
    """
    _need_reason(reason, "Give a reason; it is shown with the decision.")
    return _direct(result, Kind.DECIDED, StepBy(by, reason, seen), facts)


def correct(result: Result, by: Player, reason: str, facts: ResultFacts, seen: int | None = None) -> Result:
    """Correct a result that counts, as a director; the old facts stay readable."""
    _need_reason(reason, "Say what was wrong; it is shown with the correction.")
    return _direct(result, Kind.CORRECTED, StepBy(by, reason, seen), facts)


def void(result: Result, by: Player, reason: str, seen: int | None = None) -> Result:
    """Void a result as a director, or withdraw your own unanswered report."""
    _need_reason(reason, "Give a reason. It will be recorded.")
    with transaction.atomic():
        held = locked(result.pk)
        is_own = held.reported_by_id == by.pk and held.state in (State.REPORTED, State.UNANSWERED)
        if is_own and access.may(by, Deed.REPORT):
            return step(held, Kind.VOIDED, StepBy(by, reason, seen))
        if not access.may(by, Deed.DECIDE):
            raise PermissionDenied
        return step(held, Kind.VOIDED, _from_outside(held, StepBy(by, reason, seen)))


def lapse(result_id: int, now: datetime) -> bool:
    """Apply the club's rule to an unanswered report; return whether it was due.

    Nothing is auto-confirmed if nobody could have answered in that time, if it contradicts the log of the
    table's own battle, or if it came while that battle was running; a director must decide instead.
    """
    with transaction.atomic():
        held = locked(result_id)
        since = now - timedelta(days=held.club.silence_days)
        if held.state != State.REPORTED or held.reported_at > since:
            return False
        rule = held.club.silence
        is_unsaid = not could_answer(held, last_facts(held).players, since) or table_battles.is_against_log(
            held
        )
        if rule == Club.Silence.CONFIRM and is_unsaid:
            rule = Club.Silence.DIRECTOR
        step(held, Kind.LAPSED, StepBy(None), rule=rule)
        return True


def last_facts(result: Result) -> ResultFacts:
    """Return the facts of a result's last step."""
    kept: dict[str, Any] = (
        ResultStep.objects.filter(result=result).order_by("-number").values_list("facts", flat=True)[0]
    )
    return from_json(kept)


# --- steps -------------------------------------------------------------------------------


def locked(result_id: int) -> Result:
    """Return a result, locked until the transaction ends."""
    return Result.objects.select_for_update(of=("self",)).select_related("club", "scenario").get(pk=result_id)


def step(held: Result, kind: str, by: StepBy, facts: ResultFacts | None = None, rule: str = "") -> Result:
    """Take a step on a locked result. Raises ResultConflict if it does not fit."""
    if _is_stale(held, by.seen):
        raise result_states.stale(held.state)
    standing = Standing(held.state, held.is_ratified)
    step_of(held, kind, by, facts or last_facts(held), standing, rule)
    if State.VOID in (held.state, standing.state):
        table_battles.let_table_follow(held)
    if held.state != State.VOID:
        table_battles.let_sides_follow(held, last_facts(held))
    return held


def _is_stale(held: Result, seen: int | None) -> bool:
    return seen is not None and seen != held.steps_taken


def step_of(
    result: Result, kind: str, by: StepBy, facts: ResultFacts, before: Standing, rule: str = ""
) -> None:
    """Store a step and update the rows, in the caller's transaction."""
    after = result_states.after(kind, before, rule)
    number = result.steps_taken + 1
    known = rows.facts_of(result) if result.pk else None
    rows.fill(result, facts, after, number, rows.scenario_ids([facts.scenario]).get(facts.scenario))
    result.save()
    sides = rows.with_players(facts, kept_owners(result.club, facts.players))
    if kind in SAYS_WHO:  # a guest may have been merged in the meantime
        check_once(replace(facts, sides=sides))
    if known is None or known.sides != sides:
        rows.put_sides({result.pk: sides})
    if after.state in result_states.FOR_DIRECTORS and after.state != before.state:
        emails.ask_directors(result, by.player)
    kept = step_json(facts, after)
    ResultStep.objects.create(
        result=result, number=number, kind=kind, by=by.player, reason=by.reason, facts=kept
    )
    audit.note(
        result.club, by.player, f"result.{kind}", result, reason=by.reason,
        before=None if before == NOTHING else {"state": before.state},
        after={"state": after.state, "step": number},
    )  # fmt: skip


def step_json(facts: ResultFacts, standing: Standing) -> dict[str, Any]:
    """Return what a step stores: the whole result and its state."""
    return {**to_json(facts), "state": standing.state, "is_ratified": standing.is_ratified}


def _direct(result: Result, kind: str, by: StepBy, facts: ResultFacts | None) -> Result:
    if by.player is None or not access.may(by.player, Deed.DECIDE):
        raise PermissionDenied
    known = [side.side for side in last_facts(result).sides]
    settled = None if facts is None else _settled(result.club, by.player, facts, result, known)
    with _one_result_a_battle(), transaction.atomic():
        table_battles.keep_table(result)
        held = locked(result.pk)
        if settled is not None:
            _need_own_people(held, settled)
        if settled is not None and settled.battle is not None:
            _need_free(held, settled.battle)
        if held.state == State.VOID and table_battles.is_reported_anew(held):
            raise ResultConflict("The table has a newer result that counts. Decide or correct that one.")
        return step(held, kind, _from_outside(held, by, () if settled is None else settled.players), settled)


def _from_outside(held: Result, by: StepBy, named: Collection[int] = ()) -> StepBy:
    """Return a director's step with the reason as it is stored. Raises ResultRefused if the director fought
    in it, by the result or by the ``named`` players, and somebody else can decide.
    """
    assert by.player is not None  # noqa: S101 - the deadline decides nothing here
    parties = fighters(held) | frozenset(named)
    if why := why_not_decide(by.player, parties):
        raise ResultRefused("reason", why)
    return replace(by, reason=on_record(by.player, parties, by.reason))


def _need_free(held: Result, battle: UUID) -> None:
    """Refuse a table's battle in a result of another table, unless the result already had it."""
    if held.state == State.VOID or battle != held.battle_id:
        own = Pairing.objects.filter(result=held).first()
        table_battles.need_own_table(held.club, battle, own)


def _need_own_people(held: Result, facts: ResultFacts) -> None:
    """Refuse new players who do not fight at the result's table."""
    strangers = table_battles.strangers_at_table(held, facts.players)
    if not strangers:
        return
    stranger = Player.objects.select_related("member").get(pk=min(strangers))
    place = next(number for number, side in enumerate(facts.sides) if stranger.pk in side.players)
    reason = (
        f"{stranger} is not at this table. Substitute them for one of its players in the tournament first."
    )
    raise ResultRefused(f"side.{place}.players", reason)


def _settled(
    club: Club, by: Player, facts: ResultFacts, result: Result | None = None, known: Collection[str] = ()
) -> ResultFacts:
    """Return facts ready to store, with those of the recorded battle. Raises ResultRefused.

    Merged guests are replaced by their members. ``known`` sides are keys.
    """
    facts = replace(facts, sides=rows.with_players(facts, owners_of_records(club)))
    if facts.battle is not None:
        is_known = result is not None and result.battle_id == facts.battle
        of_battle = recorded_battles.recorded(club, None if is_known else by, facts.battle)
        facts = recorded_battles.taken_from(of_battle, facts)
    facts = with_side_keys(facts, known)
    check(club, facts)
    return facts


def _need_reason(reason: str, sentence: str) -> None:
    if not reason.strip():
        raise ResultRefused("reason", sentence)


@contextmanager
def _one_result_a_battle() -> Iterator[None]:
    """Turn the database's unique constraint into an error message."""
    try:
        yield
    except IntegrityError as fault:
        raise ResultConflict("This battle already has a result in this club.") from fault
