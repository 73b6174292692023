"""The battle started on this site for a tournament table: its state, and the result in its log."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from darkseas.club import audit
from darkseas.club.models import AuditLine, Club, Pairing, Result, ResultPlayer, Tournament
from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Summary, TableRecord

from ..checks import ResultRefused
from ..facts import ResultFacts

#: Audit action: a table's battle was started on this site.
BEGUN = "pairing.battle"
#: Audit actions: a table was reported.
REPORTED, REPORTED_OTHERWISE = "pairing.reported", "pairing.reported-otherwise"


def begun_at(pairing: Pairing) -> UUID | None:
    """Return the battle started for a table, or None."""
    battle: UUID | None = pairing.battle_id
    if battle is None:
        return None
    begun = audit.lines_about(pairing).filter(deed=BEGUN).values_list("after", flat=True)
    return battle if battle.hex in {(after or {}).get("battle") for after in begun} else None


def stands_at(pairing: Pairing) -> UUID | None:
    """Return the battle of a table if it is running or finished; otherwise a new one may start.

    An abandoned or archived battle, or one with a broken chain, does not count.
    """
    battle = begun_at(pairing)
    stands = Battle.objects.filter(broken_at=None, put_away_at=None)
    stands = stands.exclude(status=Battle.Status.BROKEN_OFF)
    return battle if battle is not None and stands.filter(pk=battle).exists() else None


def ended_at(pairing: Pairing) -> UUID | None:
    """Return the battle of a table if both players sat in it and its log says how it ended.

    A player who left the seat or the site afterwards still counts; a substitute does not.
    """
    battle = begun_at(pairing)
    if battle is None or not _says_how_it_ended(battle):
        return None
    return battle if _both_sat(pairing, battle) else None


def goes_on_at(pairing: Pairing) -> bool:
    """Whether the battle of a table, with both players in it, is still running.

    An abandoned or archived battle, or one with a broken chain, is not running.
    """
    battle = begun_at(pairing)
    running = Battle.objects.filter(status=Battle.Status.RUNNING, broken_at=None, put_away_at=None)
    return battle is not None and running.filter(pk=battle).exists() and _both_sat(pairing, battle)


def _both_sat(pairing: Pairing, battle: UUID) -> bool:
    sat = Holding.objects.filter(seat__battle=battle, member__isnull=False).exclude(seat__side=UMPIRE)
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    theirs = {player.member_id for one in both for player in one.players.all()} - {None}
    return theirs <= set(sat.values_list("member", flat=True))


def is_older(club: Club, battle: UUID, day: date) -> bool:
    """Whether a battle was fought before a day: by its recorded date, or else by its start."""
    written = TableRecord.objects.filter(battle=battle).values_list("fought_on", flat=True).first()
    begun = Battle.objects.filter(pk=battle).values_list("created_at", flat=True).first()
    fought_on = written or (begun and club.day_of(begun))
    return fought_on is not None and fought_on < day


def is_against_log(result: Result) -> bool:
    """Whether a table's result contradicts or ignores the log of its own battle.

    A report while that battle is still running counts as a contradiction too.
    """
    pairing = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if pairing is None:
        return False
    ended = ended_at(pairing)
    return goes_on_at(pairing) if ended is None else ended != result.battle_id


def let_table_follow(result: Result) -> None:
    """Remove a void result's battle and sides from its table, or restore them if it counts again.

    A battle that was started at the table stays.
    """
    table = Pairing.objects.filter(result=result).first()
    if table is None:
        return
    stands = result.state != Result.State.VOID
    known = Pairing.objects.filter(pk=table.pk)
    lines = audit.lines_about(table).filter(deed__in=(REPORTED, REPORTED_OTHERWISE))
    report = next((line for line in lines if (line.after or {}).get("result") == result.pk), None)
    if report is not None and (sides := ((report.after if stands else report.before) or {}).get("sides")):
        known.update(first_side=sides[0], second_side=sides[1])
    if begun_at(table) is None:  # keep a battle that was started since
        known.filter(battle=table.battle_id).update(battle=result.battle_id if stands else None)


def let_sides_follow(result: Result, facts: ResultFacts) -> None:
    """Give the players of a table the sides from their result, if it has both of them."""
    table = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if table is None:
        return
    sides = sides_of_two(table, facts)
    if sides is not None:
        Pairing.objects.filter(pk=table.pk).update(first_side=sides[0], second_side=sides[1])


def sides_of_two(table: Pairing, facts: ResultFacts) -> tuple[str, str] | None:
    """Return the sides of a table's two players in a result; None unless each has one alone."""
    found = []
    for entrant in (table.first, table.second):
        theirs = set(entrant.players.values_list("pk", flat=True)) if entrant else set()
        found += [side.side for side in facts.sides if theirs.intersection(side.players)][:1]
    return (found[0], found[1]) if len(set(found)) == len(facts.sides) == len(found) else None


def keep_table(result: Result) -> None:
    """Lock a result's table against other reports until the transaction ends."""
    table = _reported_at(result)
    if table is not None:
        list(
            Tournament.objects.select_for_update(no_key=True).filter(rounds__pairings=table).values_list("pk")
        )


def is_reported_anew(result: Result) -> bool:
    """Whether a void result's table now has another result. Restoring the void one would count both."""
    table = _reported_at(result)
    if table is None:
        return False
    other = table.result if table.result_id != result.pk else None
    return bool(table.end) or (other is not None and other.state != Result.State.VOID)


def strangers_at_table(result: Result, players: Iterable[int]) -> frozenset[int]:
    """Return the newly named players who do not fight at a result's table."""
    table = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if table is None:
        return frozenset()
    known = {one.pk for each in (table.first, table.second) if each for one in each.players.all()}
    stood = ResultPlayer.objects.filter(side__result=result).values_list("player", flat=True)
    return frozenset(set(players) - known - set(stood))


def _reported_at(result: Result) -> Pairing | None:
    """Return the table at which a result was reported, whatever its present result."""
    lines = AuditLine.objects.filter(
        club=result.club_id, deed__in=(REPORTED, REPORTED_OTHERWISE), after__result=result.pk
    )
    subject = lines.values_list("subject", flat=True).first()
    if subject is None:
        return None
    return Pairing.objects.select_related("result").filter(pk=subject.rpartition(":")[2]).first()


def table_of(club: Club, battle: UUID) -> Pairing | None:
    """Return the table for which a battle was started, or None."""
    known = Pairing.objects.select_related("round__tournament").filter(round__tournament__club=club)
    return next((one for one in known.filter(battle=battle) if begun_at(one) == battle), None)


def need_own_table(club: Club, battle: UUID, table: Pairing | None) -> None:
    """Raise ResultRefused for a table's battle, except in the report at that table."""
    own = table_of(club, battle)
    if own is not None and own != table:
        event = own.round.tournament.title
        reason = f"This battle was started for a table of “{event}”. Report it at that table."
        raise ResultRefused("battle", reason)


def _says_how_it_ended(battle: UUID) -> bool:
    sound = Battle.objects.filter(status=Battle.Status.FINISHED, broken_at=None)
    if not sound.filter(pk=battle).exists():
        return False
    summary = Summary.objects.filter(battle=battle).first()
    return summary is None or summary.winner is None or summary.winner in summary.losses
