"""The section on a player's page with their ratings and a link to their full record."""

from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Player, RatingDocument
from darkseas.club.results.naming.results_in_words import system_title
from scenarios_app.access import Person

from .shown_ratings import ratings_of


def ratings(player: Player, person: Person) -> ClubSection | None:
    """Return a player's ratings; None if they have no confirmed result."""
    found = ratings_of(RatingDocument.objects.filter(club=player.club_id), player.pk)
    if not found:
        return None
    rows = [(system_title(document.system), rating) for document, _, rating in found]
    return ClubSection("club/records/ratings/_player_ratings.html", {"player": player, "rows": rows})
