"""Results of pairings: reports, forfeits, adjudications, and their changes."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Pairing, Player, Result, Round, Tournament
from darkseas.club.results import store
from darkseas.club.results.answers.opponents import answerers
from darkseas.club.results.answers.own_decisions import OWN_WORD, on_record, why_not_decide
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.facts import LOST, WON, ResultFacts, SideFacts, scores
from darkseas.club.results.recorded import recorded_battles, table_battles
from darkseas.club.results.recorded.recorded_battles import Recorded
from darkseas.club.results.result_states import ResultConflict
from replays_app.models import Battle, Holding
from replays_app.recording.dice_schemes import TABLE

from .decisions_from_audit import ENTERED, OTHERWISE
from .tournament_errors import TournamentRefused, locked, need, need_reason, still_there
from .tournament_so_far import standing_result

End = Pairing.End
#: Ends of pairings that nobody ruled on.
WITHOUT_RULING = ("", End.BYE, End.HALF_BYE)
FIRST, SECOND, DRAW = "first", "second", "draw"
OWN_TABLE = (
    "You play at this table. Say in the remarks how it ended and who saw it; your opponent can read them."
)
#: First words of the messages on contradicting the log of a table's own battle.
LOG_SAYS = "The battle at this table is over, and its log has the result. Report it from the log."
LOG_SAYS_TO_PLAYERS = f"{LOG_SAYS} If the log is wrong, ask a director."
LOG_SAYS_TO_DIRECTORS = (
    f"{LOG_SAYS} To enter another result, or to ignore the log, give a reason in the remarks."
)
GOES_ON = (
    "The battle at this table is not over. Finish it, agree on a draw in it, or resign; then report it from "
    "its log. If it is not continued, an umpire or a director decides the table."
)
OLDER = "This battle was fought before the round began. Ask a director whether it counts for this table."
OTHER_REVISION = (
    "This battle was fought on another revision of the scenario than this round. Report the result without "
    "the log, and say so in the remarks."
)
OWN_END = "You play at this table, so another umpire or a director has to decide it."
BY_ITS_LOG = "According to the log of its battle."
NONE_TAKEN = (
    "No result was accepted. Decide a result on its own page, with a reason, if your own side reported it, "
    "if it contradicts the log of the battle, or if it was reported before that battle was over."
)
TAKEN_AS_REPORTED = "Accepted as reported by the director of the tournament."
#: Results that a director may accept in bulk; disputes need a decision of their own.
ACCEPTABLE = (Result.State.REPORTED, Result.State.UNANSWERED)
WINNERS: Mapping[str, int | None] = {FIRST: 0, SECOND: 1, DRAW: None}
#: Half points of both players by who forfeits.
FORFEITS = {FIRST: (LOST, WON), SECOND: (WON, LOST), "both": (LOST, LOST)}


@dataclass(frozen=True, slots=True)
class Reported:
    """A reported result: the winner, and points and ships lost if known.

    ``points`` are as made in the battle, without the bid for a side; a log of a battle includes the bid. With
    a ``battle``, its log overrides winner, points and losses. ``is_theirs`` confirms that the two players
    fought it although the log does not show it. ``day`` is the date of the battle, today by default.
    """

    winner: str
    points: tuple[Decimal | None, Decimal | None] = (None, None)
    losses: tuple[int | None, int | None] = (None, None)
    remarks: str = ""
    battle: UUID | None = None
    day: date | None = None
    is_theirs: bool = False


def report(by: Player, pairing: Pairing, said: Reported) -> Result:
    """Report a result; a director's report counts at once, a player's after the opponent's answer.

    Directors who play at the table report like any player if the club has another director. Otherwise they
    must give a remark for the decision log, unless the log of a battle here with dice of the site says it.
    While the battle started at the table is running, only a director can
    report. Once it is over, only a director can report a result other than in its log, with a reason in the
    remarks. Raises TournamentRefused, and ResultRefused like other reports.
    """
    need(by, Deed.REPORT)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = _open(pairing)
        if why := why_not_report(by, row):
            raise TournamentRefused(why)
        _check_bids(row, said)
        decides, is_own = may_decide(by, row), is_fighter(by, row)
        is_otherwise = _is_otherwise(row, said)
        remark = said.remarks.strip() if decides and (is_own or is_otherwise) else ""
        if decides and is_own and not remark and not log_speaks(row, said.battle):
            raise TournamentRefused(OWN_TABLE, "remarks")
        if is_otherwise and not remark:
            _refuse_otherwise(decides=decides)
        facts = _facts(row, said)
        begun = row.round.begins_at
        # One day earlier, because players in another time zone write the day that it is there.
        earliest = held.club.day_of(begun) - timedelta(days=1) if begun else date.min
        named = None if decides else said.battle
        if named is not None and table_battles.is_older(held.club, named, earliest):
            raise TournamentRefused(OLDER, "battle")
        if said.battle is not None and said.battle != row.battle_id and not said.is_theirs:
            _ask_whose(by, facts, said.battle)
        result = store.report(held.club, by, facts, row)
        row.result = result
        if table_battles.begun_at(row) is None:
            row.battle = result.battle
        drawn = [row.first_side, row.second_side]
        row.first_side, row.second_side = _sides_in(row, store.last_facts(result))
        row.save(update_fields=["result", "battle", "first_side", "second_side"])
        if decides:
            result = store.decide(result, by, _word(remark, is_own=is_own, is_otherwise=is_otherwise))
        deed = table_battles.REPORTED_OTHERWISE if is_otherwise else table_battles.REPORTED
        after = {"result": result.pk, "sides": [row.first_side, row.second_side]}
        audit.note(held.club, by, deed, row, reason=remark, before={"sides": drawn}, after=after)
    return result


def _is_otherwise(row: Pairing, said: Reported) -> bool:
    """Whether a report ignores the log of the table's own, finished battle."""
    ended = table_battles.ended_at(row)
    return ended is not None and said.battle != ended


def _refuse_otherwise(*, decides: bool) -> None:
    if decides:
        raise TournamentRefused(LOG_SAYS_TO_DIRECTORS, "remarks")
    raise TournamentRefused(LOG_SAYS_TO_PLAYERS, "battle")


def _word(remark: str, *, is_own: bool, is_otherwise: bool) -> str:
    """Return the reason that is stored with a director's report."""
    if is_own:
        return f"{OWN_WORD} {remark or BY_ITS_LOG}"
    return f"{OTHERWISE} {remark}" if is_otherwise else ENTERED


def log_speaks(pairing: Pairing, battle: UUID | None) -> bool:
    """Whether the log of a battle decides the table without a remark: it was started for it and fought by its
    players.

    At their own table, directors could choose any other battle, write it alone, or beat the captain that
    plays for an opponent who left.
    """
    if battle is None or battle != table_battles.begun_at(pairing):
        return False
    held = Holding.objects.filter(seat__battle=battle, to_entry=None).values_list("member", flat=True)
    both = {
        player.member_id for one in (pairing.first, pairing.second) if one for player in one.players.all()
    }
    is_fought_out = None not in held and both == set(held)
    return is_fought_out and not Battle.objects.filter(pk=battle, dice_scheme=TABLE).exists()


def of_battle(
    by: Player, pairing: Pairing, battle: UUID
) -> tuple[Recorded, tuple[SideFacts, SideFacts], str]:
    """Return what a recorded battle says, the facts of each player, and the doubt to ask about.

    Raises TournamentRefused and ResultRefused if it cannot be their result.
    """
    row = _open(pairing)
    said = Reported(DRAW, battle=battle)
    _check_bids(row, said)
    found = recorded_battles.recorded(row.round.tournament.club, by, battle)
    facts = recorded_battles.taken_from(found, _facts(row, said))
    by_side = {side.side: side for side in facts.sides}
    first, second = _sides_in(row, facts)
    question = "" if battle == row.battle_id else recorded_battles.doubt(found, facts)
    return found, (by_side[first], by_side[second]), question


def accept_reported(by: Player, running: Round) -> int:
    """Confirm all reported results of a round that wait for an answer; return how many.

    Reports from one's own side are left out, and reports that ignore the log of the table's own battle: they
    need a decision with a reason.
    """
    need(by, Deed.DECIDE)
    waiting = running.pairings.filter(result__state__in=ACCEPTABLE).select_related("result")
    with transaction.atomic():
        taken = 0
        locked(running.tournament_id)
        for pairing in waiting:
            result = pairing.result
            assert result is not None  # noqa: S101 - the query asks for it
            if is_fighter(by, pairing) and by.pk not in answerers(result):
                continue
            if table_battles.is_against_log(result):
                continue
            # Do not override a dispute that arrives in between: the step that was read must be the last.
            with suppress(ResultConflict, ResultRefused):
                if is_fighter(by, pairing) and not may_decide(by, pairing):
                    store.confirm(result, by, seen=result.steps_taken)
                else:
                    store.decide(result, by, TAKEN_AS_REPORTED, seen=result.steps_taken)
                taken += 1
    return taken


def forfeit(by: Player, pairing: Pairing, who: str, reason: str) -> None:
    """Enter a forfeit by one player or both."""
    first, second = FORFEITS[who]
    _end(by, pairing, End.DOUBLE_FORFEIT if who == "both" else End.FORFEIT, (first, second), reason)


def adjudicate(by: Player, pairing: Pairing, winner: str, reason: str) -> None:
    """Decide a battle that was not finished."""
    need(by, Deed.ADJUDICATE)
    _end(by, pairing, End.ADJUDICATED, marks_of(winner), reason, Deed.ADJUDICATE)


def marks_of(winner: str) -> tuple[int, int]:
    """Return the half points of both players by who won."""
    first, second = scores(2, WINNERS[winner])
    return (first, second)


def change_end(by: Player, pairing: Pairing, end: str, marks: tuple[int, int], reason: str) -> None:
    """Replace a forfeit or adjudication by another, also in a closed round."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = still_there(Pairing.objects.select_related("round").filter(pk=pairing.pk))
        if row.end in WITHOUT_RULING or held.state == held.State.CLOSED:
            raise TournamentRefused("There is no decision here that you can change.")
        if why := why_not_decide(by, _parties(row)):
            raise TournamentRefused(why)
        before = {"end": row.end, "scores": [row.first_score, row.second_score]}
        row.end = end
        row.first_score, row.second_score = marks
        row.save(update_fields=["end", "first_score", "second_score"])
        after = {"end": end, "scores": list(marks)}
        reason = on_record(by, _parties(row), reason)
        audit.note(held.club, by, "pairing.changed", row, reason=reason, before=before, after=after)


def take_back_end(by: Player, pairing: Pairing, reason: str) -> None:
    """Withdraw a forfeit or adjudication, so that the pairing is open again."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = still_there(Pairing.objects.select_related("round").filter(pk=pairing.pk))
        if row.end in WITHOUT_RULING or held.state == held.State.CLOSED:
            raise TournamentRefused("There is no decision here that you can withdraw.")
        if row.round.state != Round.State.RUNNING:
            raise TournamentRefused("The round is closed. Reopen it first.")
        if why := why_not_decide(by, _parties(row)):
            raise TournamentRefused(why)
        reason = on_record(by, _parties(row), reason)
        before = {"end": row.end, "scores": [row.first_score, row.second_score]}
        row.end, row.first_score, row.second_score = "", None, None
        row.save(update_fields=["end", "first_score", "second_score"])
        audit.note(held.club, by, "pairing.opened", row, reason=reason, before=before)


def open_pairings(found: Round) -> list[Pairing]:
    """Return the pairings of a running round without a result, by table."""
    if found.state != Round.State.RUNNING:
        return []
    known = Pairing.objects.select_related("round", "first", "second", "result")
    of_two = known.filter(round=found, end="", second__isnull=False).order_by("table", "leg")
    return [one for one in of_two if standing_result(one) is None]


def is_fighter(by: Player | None, pairing: Pairing) -> bool:
    both = [one for one in (pairing.first_id, pairing.second_id) if one]
    return by is not None and Entrant.objects.filter(pk__in=both, players=by).exists()


def may_decide(by: Player | None, pairing: Pairing) -> bool:
    """Whether a player decides a table: a director who does not play there, or is the only one."""
    return by is not None and access.may(by, Deed.DECIDE) and not why_not_decide(by, _parties(pairing))


def _parties(pairing: Pairing) -> frozenset[int]:
    both = [one for one in (pairing.first_id, pairing.second_id) if one]
    return frozenset(Player.objects.filter(entries__in=both).values_list("pk", flat=True))


def may_report(by: Player | None, pairing: Pairing) -> bool:
    """Whether a player may report a pairing: they play in it, or report for others."""
    if by is None or not access.may(by, Deed.REPORT):
        return False
    return is_fighter(by, pairing) or any(access.may(by, deed) for deed in store.FOR_OTHERS)


def why_not_report(by: Player | None, pairing: Pairing) -> str:
    """Return why players cannot report a table now, as a sentence; "" if they can, and for directors.

    Otherwise a player about to lose could report a win, and resign once it counts.
    """
    if may_decide(by, pairing) or not table_battles.goes_on_at(pairing):
        return ""
    return GOES_ON


def why_not_end(by: Player | None, pairing: Pairing) -> str:
    """Return why an umpire or director cannot decide a table, as a sentence; "" if they can.

    A director can, with a reason: against the log of its battle, and at their own table if the club has no
    other director.
    """
    if may_decide(by, pairing):
        return ""
    if by is not None and access.may(by, Deed.DECIDE):
        return why_not_decide(by, _parties(pairing))
    if is_fighter(by, pairing):
        return OWN_END
    return "" if table_battles.ended_at(pairing) is None else LOG_SAYS_TO_PLAYERS


def _end(
    by: Player, pairing: Pairing, end: str, marks: tuple[int, int], reason: str, deed: Deed = Deed.DIRECT
) -> None:
    need(by, deed)
    need_reason(reason)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = _open(pairing)
        if why := why_not_end(by, row):
            raise TournamentRefused(why)
        row.end = end
        row.first_score, row.second_score = marks
        row.save(update_fields=["end", "first_score", "second_score"])
        reason = on_record(by, _parties(row), reason)
        audit.note(held.club, by, f"pairing.{end}", row, reason=reason, after={"scores": list(marks)})


def _open(pairing: Pairing) -> Pairing:
    near = ("round__tournament__club", "round__scenario", "result", "first", "second")
    row = still_there(Pairing.objects.select_related(*near).filter(pk=pairing.pk))
    if row.round.state != Round.State.RUNNING:
        raise TournamentRefused("This round is not running. Start or reopen it first.")
    if row.round.tournament.state == Tournament.State.CLOSED:
        raise TournamentRefused("The tournament is closed, so results cannot change.")
    if row.end or standing_result(row) is not None:
        raise TournamentRefused("This table already has a result. Reload the page to see it.")
    return row


def _ask_whose(by: Player, facts: ResultFacts, battle: UUID) -> None:
    club = by.club
    question = recorded_battles.doubt(recorded_battles.recorded(club, by, battle), facts)
    if question:
        raise TournamentRefused(question, "is_theirs")


def _check_bids(row: Pairing, said: Reported) -> None:
    """Refuse a report before the sides are known, and a battle whose log does not have the bids."""
    if row.waits_for_bids:
        raise TournamentRefused(
            "Bids for the sides of this table are still open. Report the result when they are closed."
        )
    if said.battle is not None and said.battle != row.battle_id and row.first_bid + row.second_bid:
        reason = (
            "A bid counts at this table, and the log of this battle does not have it. Report without the log."
        )
        raise TournamentRefused(reason, "battle")


def _with_bid(points: Decimal | None, given: int) -> Decimal | None:
    return None if points is None else points + given


def _facts(pairing: Pairing, said: Reported) -> ResultFacts:
    found, tournament = pairing.round, pairing.round.tournament
    assert pairing.second is not None  # noqa: S101 - a bye has an end
    marks = scores(2, WINNERS[said.winner])
    sides = tuple(
        SideFacts(side, score, _players(entrant), _with_bid(points, given), losses, Decimal(bid))
        for side, score, entrant, points, losses, bid, given in zip(
            (pairing.first_side, pairing.second_side),
            marks,
            (pairing.first, pairing.second),
            said.points,
            said.losses,
            (pairing.first_bid, pairing.second_bid),
            (pairing.second_bid, pairing.first_bid),
            strict=True,
        )
    )
    return ResultFacts(
        system=tournament.system,
        day=said.day or tournament.club.today,
        sides=sides,
        scenario=found.scenario.key if found.scenario else "",
        scenario_text=found.scenario_text,
        battle=said.battle,
        remarks=said.remarks,
    )


def _sides_in(pairing: Pairing, facts: ResultFacts) -> tuple[str, str]:
    """Return the sides of both players in the result: a recorded battle has its own order and keys.

    Raises TournamentRefused for a battle on another scenario or of other players.
    """
    wanted = pairing.round.scenario
    if facts.battle is not None and wanted is not None and facts.scenario != wanted.key:
        raise TournamentRefused("This battle was not fought on the scenario of this round.", "battle")
    kept = pairing.round.revision_id
    if (
        facts.battle is not None
        and kept
        and not Battle.objects.filter(pk=facts.battle, revision=kept).exists()
    ):
        raise TournamentRefused(OTHER_REVISION, "battle")
    sides = table_battles.sides_of_two(pairing, facts)
    if sides is None:
        raise TournamentRefused(
            "This battle was not fought by these two players, one on each side.", "battle"
        )
    return sides


def _players(entrant: Entrant) -> tuple[int, ...]:
    return tuple(entrant.players.order_by("pk").values_list("pk", flat=True))
