"""Rate limits for PDF creation."""

from django.http import HttpRequest

from darkseas.members import rate_limits


def print_wait(request: HttpRequest) -> int:
    """Return the seconds to wait; members are counted by name, guests by network address."""
    if request.user.is_authenticated:
        return rate_limits.wait_after("print", name=str(request.user.pk))
    return rate_limits.wait_after("print", address=rate_limits.address_of(request))
