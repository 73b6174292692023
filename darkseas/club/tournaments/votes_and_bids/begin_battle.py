"""Start the battle of a table on the site: both players are seated, and bids are logged before any order."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.membership.refusals import keep_players
from darkseas.club.models import Entrant, Pairing, Player, Round
from darkseas.club.results.recorded.table_battles import BEGUN, stands_at
from darkseas.club.tournaments.round_draw.round_scenario import may_sit_down, revision_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, still_there
from darkseas.club.tournaments.tournament_so_far import standing_result
from darkseas.engine.scenario.spec import BadScenario
from replays_app.lobby import seat_taking
from replays_app.recording.at_table import JUST_FOUGHT
from replays_app.recording.dice_schemes import SCHEMES
from replays_app.seats.bids import are_counted
from replays_app.seats.viewer_seat import Holder

from .bids import event_of, own_place


def may_begin(by: Player | None, pairing: Pairing) -> bool:
    """Whether a player sees the button: they play at the table, and it can be played here."""
    return own_place(by, pairing) is not None and _why_not(pairing, _players(pairing)) == ""


def begin(by: Player, pairing: Pairing, dice: str) -> UUID:
    """Start the battle of a table; return its id. Raises TournamentRefused.

    With table dice, they fall in front of the player who starts; each roll waits for the opponent's consent.
    """
    need(by, Deed.ENTER)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        known = Pairing.objects.select_related(
            "round__scenario__current", "round__revision", "first", "second", "result"
        )
        row = still_there(known.filter(pk=pairing.pk))
        if (own := own_place(by, row)) is None:
            raise PermissionDenied
        # Keep both players in the club until they are seated.
        keep_players(player.pk for one in (row.first, row.second) if one for player in one.players.all())
        players = _players(row)
        if (why := _why_not(row, players)) or dice not in SCHEMES:
            raise TournamentRefused(why or "Choose one of the kinds of dice in the list.")
        revision = revision_of(row.round)
        assert revision is not None  # noqa: S101 - _why_not has looked
        holders = {
            side: Holder(member=one.member if one else None)
            for side, one in zip((row.first_side, row.second_side), players, strict=True)
        }
        try:
            seen = replace(JUST_FOUGHT, witnesses=(row.first_side if own == row.first else row.second_side,))
            battle = seat_taking.begin(revision, holders, dice, table=seen, bids=event_of(row), is_shown=True)
        except (BadScenario, LookupError) as fault:
            raise TournamentRefused(f"This scenario cannot be played any longer: {fault}") from None
        row.battle = battle
        row.save(update_fields=["battle"])
        audit.note(held.club, by, BEGUN, row, after={"battle": battle.pk.hex})
    return battle.pk


def _players(row: Pairing) -> list[Player | None]:
    """Return the player for each side; None if there is none."""
    return [_player(one) for one in (row.first, row.second)]


def _why_not(row: Pairing, players: Sequence[Player | None]) -> str:
    """Return why a table cannot be played here now, as a sentence; "" if it can."""
    found = row.round
    has_bids = found.bid_minutes is not None
    if found.state != Round.State.RUNNING:
        return "The round is not running."
    if has_bids and row.bids_opened_at is None:
        return "The bids of this table are still sealed."
    if stands_at(row) is not None or row.end or standing_result(row) is not None:
        return "This table already has a battle or a result. Reload the page."
    scenario = found.scenario
    if scenario is None or revision_of(found) is None or (has_bids and not are_counted(scenario.system)):
        return "This scenario cannot be played here. Play elsewhere and report the result."
    if not all(players) or not may_sit_down([one for one in players if one], found):
        return "Each side needs one player of the club with an account and access to the scenario."
    return ""


def _player(entrant: Entrant | None) -> Player | None:
    """Return the player of an entrant with exactly one player, if in the club and with an active account."""
    found = list(entrant.players.select_related("member")[:2]) if entrant else []
    player = found[0] if len(found) == 1 and found[0].left_at is None else None
    return player if player and player.member and player.member.is_active else None
