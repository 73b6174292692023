"""A league from season to season: promotion, relegation, and creation of the next season.

Each season is a tournament of its own; at most one tournament follows it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.db import transaction

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player, Tournament
from darkseas.club.pairing.league import Division, LeagueRules, Season, next_season
from darkseas.club.pairing.round_records import UnfitSituation
from darkseas.club.tournaments import create_and_change
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.entries.entries import has_left
from darkseas.club.tournaments.regulations import Kind
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, read

from .points_standings import league_tables

State = Tournament.State
LONGEST_TITLE = 120


def usual_leavers(fought: Fought) -> frozenset[str]:
    """Return the keys of entrants who do not continue by default: they withdrew or left the club."""
    return frozenset(key_of(one) for one in fought.entrants if has_left(one) or _is_out(one))


def coming_season(fought: Fought, leaving: Sequence[str] = ()) -> Season:
    """Return the divisions of the next season with promotion and relegation. Raises TournamentRefused."""
    ordered = [
        Division(division.name, tuple(one.row.entrant for one in table))
        for division, table in league_tables(fought)
    ]
    try:
        return next_season(ordered, LeagueRules(fought.terms.moves), leaving=leaving)
    except UnfitSituation as fault:
        raise TournamentRefused(str(fault)) from None


def next_title(title: str) -> str:
    """Return the title of the next season: the last number plus one, or “…, season 2”."""
    found = re.search(r"(\d{1,6})(?=\D*$)", title)
    if found is None:
        return f"{title[: LONGEST_TITLE - 10]}, season 2"
    return f"{title[: found.start()]}{int(found[1]) + 1}{title[found.end() :]}"[:LONGEST_TITLE]


def plan_next(
    by: Player,
    tournament: Tournament,
    title: str,
    leaving: Sequence[str],
    *,
    first_day: date | None = None,
    season: int | None = None,
) -> Tournament:
    """Create the season after a closed league, with all remaining entrants in their new divisions.

    Raises TournamentRefused if it exists already, or for unknown keys in ``leaving``.
    """
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.kind != Kind.LEAGUE or held.state != State.CLOSED:
            raise TournamentRefused("Close this season first, so that its places are final.")
        if Tournament.objects.filter(follows=held).exists():
            raise TournamentRefused("The next season exists already.")
        fought = read(held)
        out = [key_of(one) for one in fought.entrants if _is_out(one)]
        coming = coming_season(fought, list(dict.fromkeys([*leaving, *out])))
        wanted = replace(create_and_change.plan_of(held), title=title, first_day=first_day, season=season)
        made = create_and_change.plan(held.club, by, wanted)
        made.follows = held
        made.save(update_fields=["follows"])
        _enter_all(by, made, fought, coming)
        audit.note(held.club, by, "tournament.followed", held, after={"by": made.pk})
    return made


def _enter_all(by: Player, made: Tournament, fought: Fought, coming: Season) -> None:
    by_key = {key_of(one): one for one in fought.entrants}
    for division in coming.divisions:
        for key in division.keys:
            one = by_key[key]
            players = [player for player in one.players.all() if player.left_at is None]
            entries.enter(by, made, players, name=one.name, strength=one.strength, group=division.name)


def _is_out(entrant: Entrant) -> bool:
    """Whether all players of an entrant have left the club; teams continue with the others."""
    return all(one.left_at is not None for one in entrant.players.all())
