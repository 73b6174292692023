"""Store and delete the rows of a round, with its audit line."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from darkseas.club import audit
from darkseas.club.models import Entrant, Pairing, Player, Round, ScenarioChoice, Tournament
from darkseas.club.pairing.reasons import Reason
from darkseas.club.pairing.round_records import Plan
from darkseas.club.results.facts import DREW, WON
from darkseas.club.results.naming.scenarios import is_open_to
from darkseas.club.tournaments.regulations import BY_DIRECTOR, check_minutes, terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, still_there
from darkseas.club.tournaments.tournament_so_far import Fought, key_of
from darkseas.web.texts.name_keys import name_key
from scenarios_app.models import Revision, Scenario

#: Audit action for a deleted round without results.
TAKEN_BACK = "round.taken-back"


@dataclass(frozen=True, slots=True)
class Setting:
    """Scenario (of the site, or any name), sides and dates of a round.

    Sides are the keys of a site scenario, which is fixed at its current or the given ``revision``;
    ``is_open``: every entrant had access to it. Rounds of one evening have no dates. With ``bid_minutes``,
    opponents bid for their sides for that time.
    """

    scenario: Scenario | None = None
    text: str = ""
    first_side: str = "First side"
    second_side: str = "Second side"
    first_move_by: datetime | None = None
    ends_by: datetime | None = None
    bid_minutes: int | None = None
    revision: Revision | None = None
    is_open: bool = False


def remove(by: Player | None, drawn: Round, reason: str) -> None:
    """Delete a round without results, with an audit line; ``by`` is None if a challenge lapsed."""
    row = still_there(Round.objects.filter(pk=drawn.pk))
    begun = row.begins_at.isoformat() if row.begins_at else None
    before = {**as_json(row), "tournament": row.tournament_id, "begun": begun}
    audit.note(row.tournament.club, by, TAKEN_BACK, row, reason=reason, before=before)
    row.delete()


def new_round(held: Tournament, number: int, setting: Setting, choice: ScenarioChoice | None = None) -> Round:
    """Store a round that has not started. Raises TournamentRefused without a scenario."""
    text = setting.text.strip() or (setting.scenario.title if setting.scenario else "")
    if not text:
        raise TournamentRefused("Enter a scenario: one of the library, or any name.", "scenario")
    if name_key(setting.first_side) == name_key(setting.second_side):
        raise TournamentRefused("Both sides have the same name. Give each its own.", "second_side")
    _check_bids(held, setting)
    return Round.objects.create(
        tournament=held,
        number=number,
        scenario=setting.scenario,
        revision=setting.revision or (setting.scenario.current if setting.scenario else None),
        scenario_text=text[:200],
        first_move_by=setting.first_move_by,
        ends_at=setting.ends_by,
        choice=choice,
        bid_minutes=setting.bid_minutes,
    )


def _check_bids(held: Tournament, setting: Setting) -> None:
    if setting.bid_minutes is None:
        return
    check_minutes(setting.bid_minutes)
    if terms_of(held).is_mirrored or held.kind == held.Kind.LADDER:
        raise TournamentRefused("Bids are not possible here. Pair the round without bids.", "sides_are_bid")


#: Two keys (the second None for a bye), the reasons, and whether a director paired them.
Row = tuple[str, str | None, tuple[dict[str, Any], ...], bool]


def rows_of(plan: Plan, *, by_hand: bool) -> list[Row]:
    """Return pairings as rows, byes last; each row also has the reasons of the whole round."""
    rows: list[Row] = [
        (one.first, one.second, _kept(*one.reasons, *plan.reasons), by_hand) for one in plan.pairings
    ]
    rows += [(one.key, None, _kept(*one.reasons, *plan.reasons), by_hand) for one in plan.byes]
    return rows


def _kept(*reasons: Reason) -> tuple[dict[str, Any], ...]:
    return tuple(asdict(reason) for reason in reasons)


def write(made: Round, fought: Fought, rows: Sequence[Row], setting: Setting) -> None:
    """Store the pairings of a round (two battles each if mirrored), half-point byes last, and whether
    everybody has access.
    """
    by_key: dict[str, Entrant] = {str(one.pk): one for one in fought.entrants}
    sides = (setting.first_side[:80], setting.second_side[:80])
    for table, (first, second, reasons, is_manual) in enumerate(rows, start=1):
        pair = (by_key[first], None if second is None else by_key[second])
        kept = {"round": made, "table": table, "reasons": list(reasons), "is_manual": is_manual}
        if pair[1] is None:
            Pairing.objects.create(
                first=pair[0], end=Pairing.End.BYE, first_score=WON, second_score=0, **kept
            )
            continue
        named = {"first_side": sides[0], "second_side": sides[1]}
        Pairing.objects.create(first=pair[0], second=pair[1], **named, **kept)
        if fought.terms.is_mirrored:
            Pairing.objects.create(first=pair[1], second=pair[0], leg=2, **named, **kept)
    paired = {key for first, second, *_ in rows for key in (first, second)}
    asked = [one for one in fought.entrants if made.number in one.half_byes and not one.has_withdrawn]
    waiting = [one for one in asked if key_of(one) not in paired]
    for table, one in enumerate(waiting, start=len(rows) + 1):
        Pairing.objects.create(
            round=made, table=table, first=one, end=Pairing.End.HALF_BYE, first_score=DREW, second_score=0
        )
    if made.scenario is not None:
        both = Q(entries__pairings_first__round=made) | Q(entries__pairings_second__round=made)
        players = Player.objects.filter(both).distinct()
        made.is_open = setting.is_open or is_open_to(players, made.scenario)
        made.save(update_fields=["is_open"])


def as_json(found: Round) -> dict[str, Any]:
    """Return what the audit log stores of a round."""
    pairs = found.pairings.select_related("first", "second")
    return {
        "number": found.number,
        "scenario": found.scenario_text,
        "chosen_by": found.choice.way if found.choice else BY_DIRECTOR,
        "bid_minutes": found.bid_minutes,
        "pairings": [[one.first.number, one.second.number if one.second else None] for one in pairs],
    }
