"""Create tournaments and change their regulations; changes after the start are logged with a reason."""

import secrets
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Club, Player, Season, Tournament
from darkseas.web.texts.slugs import slug_of

from .regulations import Terms, check, terms_of, to_json
from .tournament_errors import TournamentRefused, locked, need, need_reason

State = Tournament.State
#: Length of the seed for lots, in bytes.
SEED_BYTES = 32
#: Attempts to find a free address in the club.
MOST_SLUGS = 100
#: Maximum length of the title's part of an address.
LONGEST_STEM = 70
#: Reserved words: they are addresses of other pages.
TAKEN_SLUGS = frozenset({"new"})
#: Audit actions of changes that calendars show, and of those to regulations alone, which they do not count.
CHANGED, REGULATIONS = "tournament.changed", "tournament.regulations-changed"
#: What calendars show of a tournament.
IN_CALENDAR = ("title", "text", "first_day")


@dataclass(frozen=True, slots=True)
class Plan:
    """A director's entries for a tournament; ``system`` is the key of a rules system, or any name."""

    title: str
    kind: str
    system: str
    terms: Terms
    text: str = ""
    first_day: date | None = None
    season: int | None = None


def plan(club: Club, by: Player, wanted: Plan, *, seed: bytes | None = None) -> Tournament:
    """Create a tournament. Raises TournamentRefused for inconsistent regulations.

    Lots come from a random ``seed`` of 32 bytes; only the demonstration passes its own.
    """
    need(by, Deed.DIRECT)
    check(wanted.kind, wanted.terms)
    seed = seed or secrets.token_bytes(SEED_BYTES)
    made = Tournament(club=club, kind=wanted.kind, lot_seed=seed, lot_hash=sha256(seed).hexdigest())
    with transaction.atomic():
        _fill(made, wanted)
        _save_under_free_slug(made)
        audit.note(club, by, "tournament.planned", made, after=as_json(made))
    return made


def change(by: Player, tournament: Tournament, wanted: Plan, reason: str = "") -> Tournament:
    """Change a tournament. Once it is running, a reason is required and its kind cannot change.

    Nothing is logged if the entries are the same as before. Raises TournamentRefused.
    """
    need(by, Deed.DIRECT)
    check(wanted.kind, wanted.terms)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.state == State.CLOSED:
            raise TournamentRefused("The tournament is closed. Reopen it before you change it.")
        if held.state in (State.RUNNING, State.CLOSING):
            need_reason(reason)
            if wanted.kind != held.kind:
                raise TournamentRefused("The tournament is running, so its kind cannot change.", "kind")
            _need_same_rounds(held, wanted.terms)
        known, before = plan_of(held), as_json(held)
        held.kind = wanted.kind
        _fill(held, wanted)
        if plan_of(held) == known:
            return held
        held.save()
        after = as_json(held)
        is_in_calendar = any(before[name] != after[name] for name in IN_CALENDAR)
        deed = CHANGED if is_in_calendar else REGULATIONS
        audit.note(held.club, by, deed, held, reason=reason, before=before, after=after)
    return held


def plan_of(tournament: Tournament) -> Plan:
    """Return the current entries of a tournament, to fill the form."""
    return Plan(
        title=tournament.title,
        kind=tournament.kind,
        system=tournament.system,
        terms=terms_of(tournament),
        text=tournament.text,
        first_day=tournament.first_day,
        season=tournament.season_id,
    )


def as_json(tournament: Tournament) -> dict[str, Any]:
    """Return what the audit log stores of a tournament."""
    kept = asdict(plan_of(tournament)) | {"terms": tournament.terms}
    kept["first_day"] = tournament.first_day.isoformat() if tournament.first_day else None
    return kept


def _need_same_rounds(held: Tournament, wanted: Terms) -> None:
    """Refuse new divisions of a league that is already paired."""
    kept = terms_of(held)
    if held.rounds.exists() and (kept.divisions, kept.cycles) != (wanted.divisions, wanted.cycles):
        raise TournamentRefused(
            "The rounds are already paired, so divisions and the number of meetings cannot change.",
            "divisions",
        )


def _fill(tournament: Tournament, wanted: Plan) -> None:
    season = None
    if wanted.season is not None:
        season = Season.objects.filter(club=tournament.club, pk=wanted.season).first()
        if season is None:
            raise TournamentRefused("The club has no such season.", "season")
    tournament.season = season
    tournament.title, tournament.text = wanted.title, wanted.text
    tournament.system, tournament.first_day = wanted.system, wanted.first_day
    tournament.terms = to_json(wanted.terms)


def _save_under_free_slug(tournament: Tournament) -> None:
    stem = slug_of(tournament.title, LONGEST_STEM, "tournament")
    for number in range(1, MOST_SLUGS):
        if number == 1 and stem in TAKEN_SLUGS:
            continue
        tournament.slug = stem if number == 1 else f"{stem}-{number}"
        try:
            with transaction.atomic():
                tournament.save()
            return
        except IntegrityError:
            tournament.pk = None
    raise TournamentRefused("Too many tournaments of the club have this title. Choose another.", "title")
