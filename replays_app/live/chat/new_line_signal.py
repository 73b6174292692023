"""What rings for who follows a battle: that somebody has written to all seats, never what, and no note."""

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from django.db.models import OuterRef, Subquery

from replays_app.models import ChatLine, Seat


def newest_lines(battle_ids: Collection[UUID]) -> dict[UUID, tuple[int, ...]]:
    """Return by battle which line each seat wrote last to all seats; a battle without any is left out.

    It is another value whenever a line more can be read, and nothing else is to be made of it.
    """
    to_all = ChatLine.objects.filter(seat=OuterRef("pk"), audience=ChatLine.Audience.SEATS)
    newest = Subquery(to_all.order_by("-id").values("id")[:1])
    seats = Seat.objects.filter(battle__in=battle_ids).annotate(newest=newest).exclude(newest=None)
    lines: dict[UUID, tuple[int, ...]] = defaultdict(tuple)
    for battle_id, line in seats.order_by("pk").values_list("battle", "newest"):
        lines[battle_id] += (line,)
    return dict(lines)
