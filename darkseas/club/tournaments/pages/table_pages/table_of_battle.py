"""Link a battle to its tournament table, so that players return there to report it."""

from django.urls import reverse

from darkseas.club import access
from darkseas.club.models import Pairing
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.tournament_so_far import standing_result
from replays_app.models import Battle
from replays_app.pages.play.return_link import Occasion
from scenarios_app.access import Person


def table_of(battle: Battle, person: Person) -> Occasion | None:
    """Return the table of a battle, for players of its club."""
    known = Pairing.objects.select_related("round__tournament__club", "first", "second", "result")
    pairing = known.filter(battle=battle).first()
    if pairing is None:
        return None
    event = pairing.round.tournament
    player = access.player_of(person, event.club)
    if player is None:
        return None
    address = reverse("club-tournament-table", args=[event.club.slug, event.slug, pairing.pk])
    is_open = standing_result(pairing) is None and not pairing.end and reports.may_report(player, pairing)
    return Occasion(address, f"Report result: {event.title}" if is_open else f"Back to {event.title}")
