"""Decisions in a tournament with their reasons, read from the audit log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from darkseas.club import audit
from darkseas.club.models import AuditLine
from darkseas.club.results.answers.own_decisions import OWN_WORD

from .tournament_so_far import Fought

#: Text for each action; it follows the name of the subject.
_DEEDS: Mapping[str, str] = {
    "tournament.changed": "was changed",
    "tournament.regulations-changed": "was changed",
    "tournament.planned": "returned to planning",
    "tournament.running": "was resumed",
    "tournament.closing": "was reopened",
    "entrant.withdrawn": "was withdrawn",
    "entrant.left": "left",
    "entrant.substituted": "was substituted",
    "entrant.half-bye": "asked for a half-point bye",
    "entrant.half-bye-taken-back": "withdrew a half-point bye",
    "round.drawn": "was paired by hand",
    "round.taken-back": "was withdrawn",
    "challenge.made": "was made",
    "round.reopened": "was reopened",
    "pairing.reported": "was reported by a director playing there",
    "pairing.reported-otherwise": "was reported with a result other than in the log of its battle",
    "pairing.forfeit": "was forfeited",
    "pairing.double-forfeit": "was forfeited by both players",
    "pairing.extended": "was extended",
    "pairing.overdue": "is overdue",
    "pairing.adjudicated": "was adjudicated",
    "pairing.changed": "ended otherwise",
    "pairing.opened": "was reopened",
    "pairing.fought-on": "was forecast by the captains",
    "result.disputed": "was disputed",
    "result.decided": "was decided by a director",
    "result.corrected": "was corrected",
    "result.voided": "was voided",
    "choice.decided": "was decided before the deadline",
    "choice.taken-back": "was withdrawn",
}
#: Reasons of results that a director entered. Stored in the audit log and matched below: never change them.
ENTERED = "Entered by the director of the tournament."
OTHERWISE = "Entered by the director, otherwise than by the log of the battle fought here:"
MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class RecordLine:
    at: datetime
    by: str
    words: str
    reason: str


def record_of(fought: Fought) -> list[RecordLine]:
    """Return the decisions with a reason, newest first; one query."""
    subjects = _subjects(fought)
    lines = AuditLine.objects.filter(club=fought.tournament.club_id, subject__in=subjects)
    # A report by a director is shown at its table; it is no later decision.
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
    """Return the readable name of each part of a tournament by its subject in the audit log."""
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
