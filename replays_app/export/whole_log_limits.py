"""Rate limits and length limits for requests that read a whole log.

A request counts once, plus once for each thousand entries, so that long battles can be requested rarely and
usual ones freely.
"""

from django.http import HttpRequest

from darkseas.members import rate_limits
from replays_app.log import store as log_store
from replays_app.models import Battle

WHOLE_LOG = "whole_log"
#: Longer battles are narrated page by page, or downloaded as a file; no battle in the library is longer.
MOST_TOLD = 20_000
ENTRIES_A_TRY = 1_000


def is_too_long_to_tell(battle: Battle) -> bool:
    """Return whether a battle is too long to be narrated in one request."""
    return log_store.length(battle.pk) > MOST_TOLD


def whole_log_wait(request: HttpRequest, battle: Battle, first: int = 0) -> int:
    """Count a read of the log from an entry on; return the seconds to wait, 0 if the read is allowed now.

    Members are counted by name, everybody else by network address.
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
