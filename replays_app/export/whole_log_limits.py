"""How often somebody may ask for what goes through a whole log, and how long a log may be for it.

A try counts as one and as one more for each thousand entries, so a long battle is asked for seldom and usual
ones as often as anybody likes.
"""

from django.http import HttpRequest

from darkseas.members import rate_limits
from replays_app.log import store as log_store
from replays_app.models import Battle

WHOLE_LOG = "whole_log"
#: Longer battles are told page by page, and taken along as a file: above every battle of the library.
MOST_TOLD = 20_000
ENTRIES_A_TRY = 1_000


def is_too_long_to_tell(battle: Battle) -> bool:
    """Whether a battle is told by no request as a whole."""
    return log_store.length(battle.pk) > MOST_TOLD


def whole_log_wait(request: HttpRequest, battle: Battle, first: int = 0) -> int:
    """Count that a log is gone through, from an entry on; return the seconds to wait, 0 when it may be.

    A member is counted by name, everybody else by network address.
    """
    whose = (
        {"name": str(request.user.pk)}
        if request.user.is_authenticated
        else {"address": rate_limits.address_of(request)}
    )
    wait = rate_limits.wait_after(WHOLE_LOG, **whose)
    if not wait:
        rate_limits.count_more(
            WHOLE_LOG, max(log_store.length(battle.pk) - first, 0) // ENTRIES_A_TRY, **whose
        )
    return wait
