"""Open votes and bids of a player, for e-mails, calendars and the club's page."""

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from darkseas.club.models import Entrant, Pairing, Player, Round, ScenarioChoice, SideBid, Tournament, Vote
from darkseas.club.tournaments.entries.entries import has_left

#: Limit of each; the pages of the tournaments show all.
MOST_SHOWN = 20


def votes_of(player: Player) -> list[ScenarioChoice]:
    """Return the open votes of a player, earliest deadline first; two queries."""
    voted = Vote.objects.filter(choice=OuterRef("pk"), entrant__players=player)
    open_ones = ScenarioChoice.objects.filter(
        ~Exists(voted),
        tournament__entrants__players=player,
        tournament__state__in=(Tournament.State.OPEN, Tournament.State.RUNNING),
        way=ScenarioChoice.Way.VOTED,
        state=ScenarioChoice.State.OPEN,
        ends_at__gt=timezone.now(),
    )
    found = list(open_ones.select_related("tournament__club").order_by("ends_at", "pk")[:MOST_SHOWN])
    tournaments = [one.tournament_id for one in found]
    mine = {
        one.tournament_id: one for one in Entrant.objects.filter(players=player, tournament__in=tournaments)
    }
    return [one for one in found if not has_left(mine[one.tournament_id])]


def bids_of(player: Player) -> list[Pairing]:
    """Return the tables at which a player can bid and has not, earliest deadline first; one query."""
    bid = SideBid.objects.filter(pairing=OuterRef("pk"), entrant__players=player)
    tables = Pairing.objects.filter(
        ~Exists(bid),
        Q(first__players=player) | Q(second__players=player),
        end="",
        second__isnull=False,
        bids_opened_at=None,
        round__state=Round.State.RUNNING,
        round__tournament__state=Tournament.State.RUNNING,
        round__bids_by__gt=timezone.now(),
    )
    known = tables.select_related("round__tournament__club", "first", "second").distinct()
    return list(known.order_by("round__bids_by", "pk")[:MOST_SHOWN])
