"""Exports all results of a club that count; importing the file gives equal results."""

from darkseas.club.models import Club, Result
from darkseas.club.results import rows
from darkseas.club.results.facts import DREW, LOST, WON, ResultFacts, SideFacts
from darkseas.club.results.naming.people import Names, names_in
from darkseas.club.results.naming.results_in_words import number

from .file_records import ResultRecord, SideRecord

ENDED = {WON: "won", DREW: "drew", LOST: "lost"}


def records_of(club: Club) -> list[ResultRecord]:
    """Return a club's results that count, oldest first, with a fixed number of queries."""
    names = names_in(club)
    counted = Result.objects.filter(club=club, is_ratified=True)
    sides = rows.sides_of(counted.order_by())
    results = counted.select_related("scenario").defer("scenario__words", "scenario__card")
    return [
        record_of(rows.facts_of(result, sides.get(result.pk, ())), names)
        for result in results.order_by("day", "id")
    ]


def record_of(facts: ResultFacts, names: Names) -> ResultRecord:
    """Convert a result to a file record."""
    return ResultRecord(
        where="",
        sides=tuple(_side(side, names) for side in facts.sides),
        day=facts.day.isoformat(),
        scenario=facts.scenario_text,
        scenario_key=facts.scenario,
        system=facts.system,
        battle=facts.battle.hex if facts.battle else "",
        place=facts.place,
        remarks=facts.remarks,
        source=facts.source,
    )


def _side(side: SideFacts, names: Names) -> SideRecord:
    return SideRecord(
        side=side.side,
        players=tuple(names.listed([player]) for player in side.players),
        ended=ENDED[side.score],
        points="" if side.points is None else number(side.points),
        losses="" if side.losses is None else str(side.losses),
        bid=number(side.bid) if side.bid else "",
    )
