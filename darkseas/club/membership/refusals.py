"""Why something cannot be done in a club, and the lock under which its people change."""

from darkseas.club.models import Club


class ClubRefused(ValueError):
    """This cannot be done; the text is a sentence that says why and what to do."""


def locked(club_id: int) -> Club:
    """Return the club for this transaction alone: who is of it and who may do what changes one by one."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)
