"""Who fights or rules: the seat of whoever asks for a page."""

from uuid import UUID

from django.http import Http404, HttpRequest

from replays_app.models import Battle, Seat
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import held_seat, holder_of, seat_wanted


def own_seat(request: HttpRequest, battle_id: UUID) -> Seat | None:
    """Return the seat that a person holds in a battle, a side's or the umpire's; None for who may only watch.

    Raises Http404 for whoever may not even know of the battle.
    """
    person = holder_of(request)
    seat = held_seat(person, battle_id, seat_wanted(request))
    if seat is None and not battle_access.visible(request.user, person).filter(pk=battle_id).exists():
        raise Http404
    return seat


def is_over(battle: Battle) -> bool:
    """Return whether nobody can give an order any more."""
    return battle.is_over or battle.broken_at is not None
