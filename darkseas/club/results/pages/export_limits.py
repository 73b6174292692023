"""Limits how often somebody may download all results of a club."""

from django.http import HttpRequest

from darkseas.members import rate_limits


def export_wait(request: HttpRequest) -> int:
    """Return the seconds to wait: counted by member, or else by network address."""
    if request.user.is_authenticated:
        return rate_limits.wait_after("export", name=str(request.user.pk))
    return rate_limits.wait_after("export", address=rate_limits.address_of(request))
