"""The battle that was begun here for a table of a tournament: whether it goes on, and what its log says."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from darkseas.club import audit
from darkseas.club.models import AuditLine, Club, Pairing, Result, ResultPlayer, Tournament
from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Summary, TableRecord

from ..checks import ResultRefused
from ..facts import ResultFacts

#: The deed of who begins the battle of a tournament's table on this site.
BEGUN = "pairing.battle"
#: The deeds of who reports a table.
REPORTED, REPORTED_OTHERWISE = "pairing.reported", "pairing.reported-otherwise"


def begun_at(pairing: Pairing) -> UUID | None:
    """Return the battle that was begun here for a table of a tournament; none where none was."""
    battle: UUID | None = pairing.battle_id
    if battle is None:
        return None
    begun = audit.lines_about(pairing).filter(deed=BEGUN).values_list("after", flat=True)
    return battle if battle.hex in {(after or {}).get("battle") for after in begun} else None


def stands_at(pairing: Pairing) -> UUID | None:
    """Return the same where it is fought, or was to its end: in the place of another a new one is begun.

    That is one that was broken off or put away, or whose chain does not fit: nobody fights it on.
    """
    battle = begun_at(pairing)
    stands = Battle.objects.filter(broken_at=None, put_away_at=None)
    stands = stands.exclude(status=Battle.Status.BROKEN_OFF)
    return battle if battle is not None and stands.filter(pk=battle).exists() else None


def ended_at(pairing: Pairing) -> UUID | None:
    """Return the battle that was begun at a table, where its two sat in it and its log says how it ended.

    Who has left their seat since, or the site, sat there all the same; who follows somebody there did not.
    """
    battle = begun_at(pairing)
    if battle is None or not _says_how_it_ended(battle):
        return None
    return battle if _both_sat(pairing, battle) else None


def goes_on_at(pairing: Pairing) -> bool:
    """Whether the battle that was begun at a table, in which its two sat, is not over yet.

    One that was broken off or put away, or whose chain does not fit, is fought on by nobody.
    """
    battle = begun_at(pairing)
    running = Battle.objects.filter(status=Battle.Status.RUNNING, broken_at=None, put_away_at=None)
    return battle is not None and running.filter(pk=battle).exists() and _both_sat(pairing, battle)


def _both_sat(pairing: Pairing, battle: UUID) -> bool:
    sat = Holding.objects.filter(seat__battle=battle, member__isnull=False).exclude(seat__side=UMPIRE)
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    theirs = {player.member_id for one in both for player in one.players.all()} - {None}
    return theirs <= set(sat.values_list("member", flat=True))


def is_older(battle: UUID, day: date) -> bool:
    """Whether a battle was fought before a day: as was written down at its table, else by when it began."""
    written = TableRecord.objects.filter(battle=battle).values_list("fought_on", flat=True).first()
    begun = Battle.objects.filter(pk=battle).values_list("created_at", flat=True).first()
    fought_on = written or (begun and begun.date())
    return fought_on is not None and fought_on < day


def is_against_log(result: Result) -> bool:
    """Whether a result of a table says otherwise than the log of its own battle, or leaves it out.

    So does what was reported while that battle still goes on: its log is not written to its end.
    """
    pairing = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if pairing is None:
        return False
    ended = ended_at(pairing)
    return goes_on_at(pairing) if ended is None else ended != result.battle_id


def let_table_follow(result: Result) -> None:
    """Take off a table what a report has left there that is void now, or put it there where it counts again.

    That is its battle, unless one was begun there, and the sides that the two had in it.
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
    if begun_at(table) is None:  # nor may one be lost that was begun since
        known.filter(battle=table.battle_id).update(battle=result.battle_id if stands else None)


def let_sides_follow(result: Result, facts: ResultFacts) -> None:
    """Give the two of a table the sides on which its result has them; where it has others they stay."""
    table = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if table is None:
        return
    sides = sides_of_two(table, facts)
    if sides is not None:
        Pairing.objects.filter(pk=table.pk).update(first_side=sides[0], second_side=sides[1])


def sides_of_two(table: Pairing, facts: ResultFacts) -> tuple[str, str] | None:
    """Return on which sides of a result the two of a table stand; None where not each has one alone."""
    found = []
    for entrant in (table.first, table.second):
        theirs = set(entrant.players.values_list("pk", flat=True)) if entrant else set()
        found += [side.side for side in facts.sides if theirs.intersection(side.players)][:1]
    return (found[0], found[1]) if len(set(found)) == len(facts.sides) == len(found) else None


def keep_table(result: Result) -> None:
    """Let nobody report the table that a result was reported at until the transaction ends."""
    table = _reported_at(result)
    if table is not None:
        list(
            Tournament.objects.select_for_update(no_key=True).filter(rounds__pairings=table).values_list("pk")
        )


def is_reported_anew(result: Result) -> bool:
    """Whether the table that a void result was reported at has ended otherwise since: both would count."""
    table = _reported_at(result)
    if table is None:
        return False
    other = table.result if table.result_id != result.pk else None
    return bool(table.end) or (other is not None and other.state != Result.State.VOID)


def strangers_at_table(result: Result, players: Iterable[int]) -> frozenset[int]:
    """Return who of these players does not fight at the table of a result, and stood in it not before."""
    table = Pairing.objects.select_related("first", "second").filter(result=result).first()
    if table is None:
        return frozenset()
    known = {one.pk for each in (table.first, table.second) if each for one in each.players.all()}
    stood = ResultPlayer.objects.filter(side__result=result).values_list("player", flat=True)
    return frozenset(set(players) - known - set(stood))


def _reported_at(result: Result) -> Pairing | None:
    """Return the table of a tournament that a result was reported at, whatever stands there now."""
    lines = AuditLine.objects.filter(
        club=result.club_id, deed__in=(REPORTED, REPORTED_OTHERWISE), after__result=result.pk
    )
    subject = lines.values_list("subject", flat=True).first()
    if subject is None:
        return None
    return Pairing.objects.select_related("result").filter(pk=subject.rpartition(":")[2]).first()


def table_of(club: Club, battle: UUID) -> Pairing | None:
    """Return the table of a tournament that a battle was begun for; none where there is none any more."""
    known = Pairing.objects.select_related("round__tournament").filter(round__tournament__club=club)
    return next((one for one in known.filter(battle=battle) if begun_at(one) == battle), None)


def need_own_table(club: Club, battle: UUID, table: Pairing | None) -> None:
    """Raise ResultRefused for a battle that was begun for a table, but for the report at that table."""
    own = table_of(club, battle)
    if own is not None and own != table:
        event = own.round.tournament.title
        reason = f"This battle was begun for a table of “{event}”: report it at that table, where it counts."
        raise ResultRefused("battle", reason)


def _says_how_it_ended(battle: UUID) -> bool:
    sound = Battle.objects.filter(status=Battle.Status.FINISHED, broken_at=None)
    if not sound.filter(pk=battle).exists():
        return False
    summary = Summary.objects.filter(battle=battle).first()
    return summary is None or summary.winner is None or summary.winner in summary.losses
