"""Signal of new chat lines for followers of a battle.

It only says that a line was written, never the text, and ignores notes.
"""

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from django.db.models import OuterRef, Subquery

from replays_app.models import ChatLine, Seat


def newest_lines(battle_ids: Collection[UUID]) -> dict[UUID, tuple[int, ...]]:
    """Return by battle the newest line that each seat wrote to all seats; leave out battles without lines.

    The value changes whenever another line can be read; callers only compare values.
    """
    to_all = ChatLine.objects.filter(seat=OuterRef("pk"), audience=ChatLine.Audience.SEATS)
    newest = Subquery(to_all.order_by("-id").values("id")[:1])
    seats = Seat.objects.filter(battle__in=battle_ids).annotate(newest=newest).exclude(newest=None)
    lines: dict[UUID, tuple[int, ...]] = defaultdict(tuple)
    for battle_id, line in seats.order_by("pk").values_list("battle", "newest"):
        lines[battle_id] += (line,)
    return dict(lines)
