"""The viewer's seat on a battle page."""

from uuid import UUID

from django.http import Http404, HttpRequest

from replays_app.models import Battle, Seat
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import held_seat, holder_of, seat_wanted


def own_seat(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the person's seat in a battle, a side's or the umpire's; None for spectators.

    Raises Http404 if the person may not see the battle.
    """
    person = holder_of(request)
    seat = held_seat(person, battle_id, seat_wanted(request))
    if seat is None and not battle_access.visible(request.user, person).filter(pk=battle_id).exists():
        raise Http404
    return seat


def is_over(battle: Battle) -> bool:
    """Return whether the battle has ended and accepts no further orders."""
    return battle.is_over or battle.broken_at is not None
