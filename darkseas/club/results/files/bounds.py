"""Limits of an imported file: new names, and a club's players and results."""

from darkseas.club.membership.guests import MOST_PLAYERS
from darkseas.club.models import Club, Player, Result
from darkseas.club.results.checks import MOST_OF_A_CLUB, ResultRefused

from .file_records import Fault

#: New names in one file.
MOST_NEW_NAMES = 500
#: Each new name is compared with all known ones: the limit of such pairs for one file.
MOST_COMPARED = 250_000


def most_new_names(known: int) -> int:
    """Return how many new names a file may contain for a club with this many known names."""
    return min(MOST_NEW_NAMES, MOST_COMPARED // max(known, 1))


def too_many_new(known: int) -> Fault:
    """Return the error for a file with too many new names."""
    most = most_new_names(known)
    return Fault(
        "", "", f"More than {most} names in this file are new to the club. Split it into several files."
    )


def faults_for(club: Club, guests: int, results: int) -> list[Fault]:
    """Return errors if this many more guests and results exceed the club's limits; two queries."""
    found = []
    players = Player.objects.filter(club=club).count()
    if guests and players + guests > MOST_PLAYERS:
        reason = f"A club can have at most {MOST_PLAYERS} players; this club has {players}."
        found.append(Fault("", "", reason))
    kept = Result.objects.filter(club=club).count()
    if kept + results > MOST_OF_A_CLUB:
        reason = (
            f"A club can have at most {MOST_OF_A_CLUB} results, including void ones; this club has {kept}."
        )
        found.append(Fault("", "", reason))
    return found


def check_room(club: Club, guests: int, results: int) -> None:
    """Raise ResultRefused if this many more guests and results exceed the club's limits.

    The caller locks the club.
    """
    for fault in faults_for(club, guests, results):
        raise ResultRefused("file", fault.reason)
