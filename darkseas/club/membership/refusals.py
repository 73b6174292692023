"""Why something cannot be done in a club, and the locks under which its people change."""

from collections.abc import Iterable

from darkseas.club.models import Club, Player


class ClubRefused(ValueError):
    """This cannot be done; the text is a sentence that says why and what to do."""


def locked(club_id: int) -> Club:
    """Return the club for this transaction alone: who is of it and who may do what changes one by one."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def keep_players(players: Iterable[int]) -> None:
    """Let none of these players leave, or become somebody else, until the transaction ends.

    They are locked in one order, behind the club where that is locked too.
    """
    held = Player.objects.filter(pk__in=set(players)).order_by("pk")
    list(held.select_for_update(no_key=True).values_list("pk"))
