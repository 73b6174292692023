"""The events that webhooks receive and their payloads, derived from lines of the audit log.

Each action writes its audit line in the same transaction, so no event is lost or invented.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from darkseas.club.models import AuditLine, Club, ResultStep, Round, Tournament, WebhookDelivery
from darkseas.club.results.facts import from_json
from darkseas.club.results.files.export import record_of
from darkseas.club.results.files.json_files import record_json
from darkseas.club.results.naming.shown_names import names_of

#: Event names by audit action.
EVENTS: Mapping[str, str] = {
    "result.reported": "result.reported",
    "result.confirmed": "result.confirmed",
    "result.disputed": "result.disputed",
    "result.lapsed": "result.lapsed",
    "result.decided": "result.decided",
    "result.corrected": "result.corrected",
    "result.voided": "result.voided",
    "tournament.open": "tournament.opened",
    "round.begun": "round.begun",
    "tournament.closed": "tournament.closed",
}


def event_of(delivery: WebhookDelivery) -> dict[str, Any]:
    """Return the payload of a delivery."""
    line = delivery.line
    kind, _, number = line.subject.partition(":")
    return {
        "id": delivery.pk.hex,
        "event": EVENTS[line.deed],
        "at": line.at.isoformat(timespec="seconds"),
        "club": {"name": line.club.name, "page": _address("club", line.club.slug)},
        **_PARTS[kind](line, int(number)),
    }


def _result(line: AuditLine, number: int) -> dict[str, Any]:
    """Return a result as of the step that the audit line records, in the format of result files."""
    after: dict[str, Any] = line.after or {}
    step = ResultStep.objects.get(result=number, number=after["step"])
    facts = from_json(step.facts)
    record = record_json(record_of(facts, names_of(line.club, facts.players)))
    return {
        "result": {
            "number": number,
            "page": _address("club-result", line.club.slug, number),
            "step": step.number,
            "state": step.facts["state"],
            "counts": step.facts["is_ratified"],
            **record,
        }
    }


def _tournament(line: AuditLine, number: int) -> dict[str, Any]:
    return {"tournament": _tournament_json(line.club, Tournament.objects.get(pk=number))}


def _round(line: AuditLine, number: int) -> dict[str, Any]:
    """Return a round with its pairings; a bye has no second entrant."""
    found = Round.objects.select_related("tournament").get(pk=number)
    pairings = found.pairings.select_related("first", "second")
    return {
        "tournament": _tournament_json(line.club, found.tournament),
        "round": {
            "number": found.number,
            "scenario": found.scenario_text,
            "pairings": [
                {
                    "table": pairing.table,
                    "leg": pairing.leg,
                    "first": pairing.first.name,
                    "second": pairing.second.name if pairing.second else None,
                }
                for pairing in pairings
            ],
        },
    }


def _tournament_json(club: Club, tournament: Tournament) -> dict[str, Any]:
    return {
        "title": tournament.title,
        "page": _address("club-tournament", club.slug, tournament.slug),
        "kind": tournament.kind,
        "system": tournament.system,
    }


def _address(name: str, *parts: object) -> str:
    return settings.SITE_ADDRESS + reverse(name, args=parts)


_PARTS = {"result": _result, "tournament": _tournament, "round": _round}
