"""Assign entrants to the divisions of a league."""

from django.db import transaction

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Player
from darkseas.club.tournaments.regulations import Kind
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need

from .entries import need_division


def put_into(by: Player, entrant: Entrant, division: str) -> None:
    """Move an entrant into a division, before rounds are paired. Raises TournamentRefused."""
    need(by, Deed.DIRECT)
    with transaction.atomic():
        held = locked(entrant.tournament_id)
        if held.kind != Kind.LEAGUE or held.rounds.exists():
            raise TournamentRefused("The rounds are already paired, so divisions cannot change.")
        need_division(held, division)
        before, entrant.group = entrant.group, division
        entrant.save(update_fields=["group"])
        audit.note(held.club, by, "entrant.put", entrant, before=before, after=division)
