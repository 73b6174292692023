"""What was decided in a tournament, and why, as its audit has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from darkseas.club import audit
from darkseas.club.models import AuditLine

from .tournament_so_far import Fought

#: What each deed did, in words; what it was done to comes before.
_DEEDS: Mapping[str, str] = {
    "tournament.changed": "was changed",
    "tournament.planned": "went back to planning",
    "tournament.running": "was let go on",
    "tournament.closing": "was opened again",
    "entrant.withdrawn": "was withdrawn",
    "entrant.left": "left",
    "entrant.substituted": "is followed by somebody else",
    "round.drawn": "was laid out by hand",
    "round.taken-back": "was taken back",
    "challenge.made": "was made",
    "round.reopened": "was opened again",
    "pairing.reported": "was entered by a director who fights there",
    "pairing.reported-otherwise": "was entered otherwise than the log of its battle says",
    "pairing.forfeit": "was forfeited",
    "pairing.double-forfeit": "was forfeited by both",
    "pairing.extended": "has more time",
    "pairing.overdue": "is left to a director",
    "pairing.adjudicated": "was adjudicated",
    "pairing.changed": "ended otherwise",
    "pairing.opened": "was opened again",
    "pairing.fought-on": "was shown to captains",
    "result.disputed": "was disputed",
    "result.decided": "was decided by a director",
    "result.corrected": "was corrected",
    "result.voided": "was made void",
    "choice.decided": "was decided before the time was up",
    "choice.taken-back": "was taken back",
}
#: Reasons of results that a director entered: at any table, and at their own.
ENTERED = "Entered by the director of the tournament."
OWN_WORD = "Entered by the director, who fights at this table:"
OTHERWISE = "Entered by the director, otherwise than by the log of the battle fought here:"
MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Who decided what, when and why."""

    at: datetime
    by: str
    words: str
    reason: str


def record_of(fought: Fought) -> list[RecordLine]:
    """Return what was decided with a reason, the newest first; one query."""
    subjects = _subjects(fought)
    lines = AuditLine.objects.filter(club=fought.tournament.club_id, subject__in=subjects)
    # What a director typed in at a table stands there, and is nothing that was decided later.
    lines = (
        lines.exclude(reason__in=("", ENTERED))
        .exclude(reason__startswith=OWN_WORD)
        .exclude(reason__startswith=OTHERWISE)
    )
    lines = lines.select_related("by__member")
    return [
        RecordLine(
            line.at,
            str(line.by) if line.by else "",
            f"{subjects[line.subject]} {_DEEDS.get(line.deed, 'was changed')}.",
            line.reason,
        )
        for line in lines.order_by("-id")[:MOST_LINES]
    ]


def _subjects(fought: Fought) -> dict[str, str]:
    """Return how the audit names each part of a tournament, with how people do."""
    named = {audit.subject_of(fought.tournament): "The tournament"}
    named |= {audit.subject_of(one): one.name for one in fought.entrants}
    named |= {audit.subject_of(one): f"Round {one.number}" for one in fought.rounds}
    named |= {audit.subject_of(one): f"The scenario of round {one.number}" for one in fought.choices}
    for one in fought.pairings:
        table = f"Round {one.round.number}, table {one.table},"
        named[audit.subject_of(one)] = table
        if one.result is not None:
            named[audit.subject_of(one.result)] = f"{table} its result"
    return named
