"""What came of a pairing: a result of the club, a forfeit, a director's word."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Pairing, Player, Result, Round, Tournament
from darkseas.club.results import store
from darkseas.club.results.answers.opponents import answerers
from darkseas.club.results.facts import LOST, WON, ResultFacts, SideFacts, scores
from darkseas.club.results.recorded import recorded_battles, table_battles
from darkseas.club.results.recorded.recorded_battles import Recorded
from darkseas.club.results.result_states import ResultConflict
from replays_app.models import Battle, Holding
from replays_app.recording.dice_schemes import TABLE

from .decisions_from_audit import ENTERED, OTHERWISE, OWN_WORD
from .tournament_errors import TournamentRefused, locked, need, need_reason, still_there
from .tournament_so_far import standing_result

End = Pairing.End
FIRST, SECOND, DRAW = "first", "second", "draw"
OWN_TABLE = "You fight at this table: say in the remarks how it ended and who saw it. Your opponent reads it."
#: The first words of each say whose it is to say otherwise than a table's own battle.
LOG_SAYS = "The battle that was fought here has ended, and its log says how: report it by its log."
LOG_SAYS_TO_PLAYERS = f"{LOG_SAYS} If it was otherwise, ask a director."
LOG_SAYS_TO_DIRECTORS = f"{LOG_SAYS} To enter it otherwise, or without the log, say why in the remarks."
GOES_ON = (
    "The battle that was begun here is not over: fight it to its end, agree on a draw in it, or resign; then "
    "report it by its log. Where it is not fought on, an umpire or a director says how the table ended."
)
OLDER = "This battle was fought before the round began: ask a director, if it is of this table."
OTHER_REVISION = (
    "This battle was fought on another revision of the scenario than this round: report it without its log, "
    "and say so in the remarks."
)
OWN_END = "You fight at this table: another umpire, or a director, says how it ended."
BY_ITS_LOG = "As the log of its battle says."
NONE_TAKEN = (
    "Nothing counts by this: what your own side reported, what says otherwise than the log of the battle "
    "fought there, or what was reported before that was over, is decided on its own page, with a reason."
)
TAKEN_AS_REPORTED = "Taken as reported by the director of the tournament."
#: Results that a director may let count as they were reported; a dispute is decided by itself.
ACCEPTABLE = (Result.State.REPORTED, Result.State.UNANSWERED)
WINNERS: Mapping[str, int | None] = {FIRST: 0, SECOND: 1, DRAW: None}
#: Who forfeits, and what each of the two gets.
FORFEITS = {FIRST: (LOST, WON), SECOND: (WON, LOST), "both": (LOST, LOST)}


@dataclass(frozen=True, slots=True)
class Reported:
    """How a battle of a tournament ended: who won, and for each what is known of points and ships lost.

    ``points`` are those that were made, without what a bid for a side gives; a recorded battle has that in
    its log, whatever ``winner``, points and losses are here. ``is_theirs`` says that the two fought it though
    nothing in it does. ``day`` is when it was fought, today where it is none.
    """

    winner: str
    points: tuple[Decimal | None, Decimal | None] = (None, None)
    losses: tuple[int | None, int | None] = (None, None)
    remarks: str = ""
    battle: UUID | None = None
    day: date | None = None
    is_theirs: bool = False


def report(by: Player, pairing: Pairing, said: Reported) -> Result:
    """Report a battle of a tournament; a director's report counts at once, a player's once it is answered.

    A director who fights at the table says why in the remarks, which stand in the record; where the two have
    sat down to its battle here, and dice of the site fell, its log says it. While the battle that was begun
    here goes on a director alone reports; once it has ended, a director alone otherwise than its log, and
    says why there too.
    Raises TournamentRefused, and ResultRefused as reports elsewhere do.
    """
    need(by, Deed.REPORT)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = _open(pairing)
        if why := why_not_report(by, row):
            raise TournamentRefused(why)
        _check_bids(row, said)
        decides, is_own = access.may(by, Deed.DECIDE), is_fighter(by, row)
        is_otherwise = _is_otherwise(row, said)
        remark = said.remarks.strip() if decides and (is_own or is_otherwise) else ""
        if decides and is_own and not remark and not log_speaks(row, said.battle):
            raise TournamentRefused(OWN_TABLE, "remarks")
        if is_otherwise and not remark:
            _refuse_otherwise(decides=decides)
        facts = _facts(row, said)
        begun = row.round.begins_at
        # A day more: the evening of a table may be another day in UTC.
        earliest = begun.date() - timedelta(days=1) if begun else date.min
        if said.battle is not None and not decides and table_battles.is_older(said.battle, earliest):
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
    """Whether a report leaves out the log of the table's own battle, which has ended."""
    ended = table_battles.ended_at(row)
    return ended is not None and said.battle != ended


def _refuse_otherwise(*, decides: bool) -> None:
    if decides:
        raise TournamentRefused(LOG_SAYS_TO_DIRECTORS, "remarks")
    raise TournamentRefused(LOG_SAYS_TO_PLAYERS, "battle")


def _word(remark: str, *, is_own: bool, is_otherwise: bool) -> str:
    """Return the reason with which a director's report counts at once."""
    if is_own:
        return f"{OWN_WORD} {remark or BY_ITS_LOG}"
    return f"{OTHERWISE} {remark}" if is_otherwise else ENTERED


def log_speaks(pairing: Pairing, battle: UUID | None) -> bool:
    """Whether a battle's log says by itself how a table ended: begun for it, fought out by its two.

    Any other a director may have a hand in: one who fights at the table could choose it, write it alone, or
    win against the captain of who has left.
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
    """Return what a recorded battle says, what each of the two did in it, and what is to be asked about that.

    Raises TournamentRefused and ResultRefused where it cannot be their result.
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
    """Let all results of a round count that wait for an answer; return how many those were.

    What somebody of one's own side has reported is left out, and what leaves out the log of the table's own
    battle, over or not: that is decided by itself, with a reason.
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
            # A dispute that comes in between is not decided over: the step that was seen has to be the last.
            with suppress(ResultConflict):
                store.decide(result, by, TAKEN_AS_REPORTED, seen=result.steps_taken)
                taken += 1
    return taken


def forfeit(by: Player, pairing: Pairing, who: str, reason: str) -> None:
    """Write down that one of the two, or both, did not fight."""
    first, second = FORFEITS[who]
    _end(by, pairing, End.DOUBLE_FORFEIT if who == "both" else End.FORFEIT, (first, second), reason)


def adjudicate(by: Player, pairing: Pairing, winner: str, reason: str) -> None:
    """Decide a battle that was not fought to its end."""
    need(by, Deed.ADJUDICATE)
    _end(by, pairing, End.ADJUDICATED, marks_of(winner), reason, Deed.ADJUDICATE)


def marks_of(winner: str) -> tuple[int, int]:
    """Return what each of two gets, in half points, by who has won."""
    first, second = scores(2, WINNERS[winner])
    return (first, second)


def change_end(by: Player, pairing: Pairing, end: str, marks: tuple[int, int], reason: str) -> None:
    """Let another forfeit or word stand in the place of one, also in a round that is closed."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = still_there(Pairing.objects.select_related("round").filter(pk=pairing.pk))
        if row.end in ("", End.BYE) or held.state == held.State.CLOSED:
            raise TournamentRefused("There is nothing here that could be changed so.")
        before = {"end": row.end, "scores": [row.first_score, row.second_score]}
        row.end = end
        row.first_score, row.second_score = marks
        row.save(update_fields=["end", "first_score", "second_score"])
        after = {"end": end, "scores": list(marks)}
        audit.note(held.club, by, "pairing.changed", row, reason=reason, before=before, after=after)


def take_back_end(by: Player, pairing: Pairing, reason: str) -> None:
    """Take a forfeit or a director's word back, so that the pairing is open again."""
    need(by, Deed.DIRECT)
    need_reason(reason)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = still_there(Pairing.objects.select_related("round").filter(pk=pairing.pk))
        if row.end in ("", End.BYE) or held.state == held.State.CLOSED:
            raise TournamentRefused("There is nothing here to take back.")
        if row.round.state != Round.State.RUNNING:
            raise TournamentRefused("Its round is closed: open it again first.")
        before = {"end": row.end, "scores": [row.first_score, row.second_score]}
        row.end, row.first_score, row.second_score = "", None, None
        row.save(update_fields=["end", "first_score", "second_score"])
        audit.note(held.club, by, "pairing.opened", row, reason=reason, before=before)


def open_pairings(found: Round) -> list[Pairing]:
    """Return the pairings of a round that wait for what came of them, by table; none before it begins."""
    if found.state != Round.State.RUNNING:
        return []
    known = Pairing.objects.select_related("round", "first", "second", "result")
    of_two = known.filter(round=found, end="", second__isnull=False).order_by("table", "leg")
    return [one for one in of_two if standing_result(one) is None]


def is_fighter(by: Player | None, pairing: Pairing) -> bool:
    """Whether a player fights at a table."""
    both = [one for one in (pairing.first_id, pairing.second_id) if one]
    return by is not None and Entrant.objects.filter(pk__in=both, players=by).exists()


def may_report(by: Player | None, pairing: Pairing) -> bool:
    """Whether a player may report a pairing: who fights in it, or who reports for others."""
    if by is None or not access.may(by, Deed.REPORT):
        return False
    return is_fighter(by, pairing) or any(access.may(by, deed) for deed in store.FOR_OTHERS)


def why_not_report(by: Player | None, pairing: Pairing) -> str:
    """Return why no player reports a table now, as a sentence; "" where they may, and for a director.

    Who is about to lose the battle of the table would write down that they won, and resign after it counts.
    """
    if access.may(by, Deed.DECIDE) or not table_battles.goes_on_at(pairing):
        return ""
    return GOES_ON


def why_not_end(by: Player | None, pairing: Pairing) -> str:
    """Return why an umpire does not say how a table ended, as a sentence; "" where they may.

    A director may, with a reason: at a table of their own too, and otherwise than the log of its battle.
    """
    if access.may(by, Deed.DECIDE):
        return ""
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
        audit.note(held.club, by, f"pairing.{end}", row, reason=reason, after={"scores": list(marks)})


def _open(pairing: Pairing) -> Pairing:
    near = ("round__tournament__club", "round__scenario", "result", "first", "second")
    row = still_there(Pairing.objects.select_related(*near).filter(pk=pairing.pk))
    if row.round.state != Round.State.RUNNING:
        raise TournamentRefused("This round is not being fought: let it begin, or open it again, first.")
    if row.round.tournament.state == Tournament.State.CLOSED:
        raise TournamentRefused("It is closed: what it stands by stays.")
    if row.end or standing_result(row) is not None:
        raise TournamentRefused("What came of it is known already: look at it as it stands now.")
    return row


def _ask_whose(by: Player, facts: ResultFacts, battle: UUID) -> None:
    club = by.club
    question = recorded_battles.doubt(recorded_battles.recorded(club, by, battle), facts)
    if question:
        raise TournamentRefused(question, "is_theirs")


def _check_bids(row: Pairing, said: Reported) -> None:
    """Refuse a report before the sides are known, and a battle in whose log the bids do not stand."""
    if row.waits_for_bids:
        raise TournamentRefused("The sides of this table are still bid for: report it once they are known.")
    if said.battle is not None and said.battle != row.battle_id and row.first_bid + row.second_bid:
        reason = "A bid counts at this table, and this battle knows nothing of it: report it without its log."
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
        day=said.day or datetime.now(ZoneInfo(tournament.club.time_zone)).date(),
        sides=sides,
        scenario=found.scenario.key if found.scenario else "",
        scenario_text=found.scenario_text,
        battle=said.battle,
        remarks=said.remarks,
    )


def _sides_in(pairing: Pairing, facts: ResultFacts) -> tuple[str, str]:
    """Return the sides that the two had by the result: a recorded battle has its own order, and its own keys.

    Raises TournamentRefused for a battle of another scenario, or of others.
    """
    wanted = pairing.round.scenario
    if facts.battle is not None and wanted is not None and facts.scenario != wanted.key:
        raise TournamentRefused("This battle was fought on another scenario than this round.", "battle")
    kept = pairing.round.revision_id
    if (
        facts.battle is not None
        and kept
        and not Battle.objects.filter(pk=facts.battle, revision=kept).exists()
    ):
        raise TournamentRefused(OTHER_REVISION, "battle")
    sides = table_battles.sides_of_two(pairing, facts)
    if sides is None:
        raise TournamentRefused("This battle was not fought by these two, one on each side.", "battle")
    return sides


def _players(entrant: Entrant) -> tuple[int, ...]:
    return tuple(entrant.players.order_by("pk").values_list("pk", flat=True))
