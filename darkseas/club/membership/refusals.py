"""Refusals of club actions, and the locks under which membership changes."""

from collections.abc import Iterable

from darkseas.club.models import Club, Player


class ClubRefused(ValueError):
    """The action is refused; the message says why and what to do."""


def locked(club_id: int) -> Club:
    """Lock the club for this transaction, so that membership and permissions change one at a time."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def keep_players(players: Iterable[int]) -> None:
    """Keep these players from leaving or merging until the transaction ends.

    Players are locked in one order, after the club if the club is also locked.
    """
    held = Player.objects.filter(pk__in=set(players)).order_by("pk")
    list(held.select_for_update(no_key=True).values_list("pk"))
