"""Where the links of a letter lead that a page has asked for: never where the page's caller says alone.

The header ``Host`` is what a caller writes. Its name is one of ours, or the request is refused; at its port
nobody looks.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

_USUAL_PORT = 80


def site_of(request: HttpRequest) -> str:
    """Return the site's address, without a path, as it stands before the links of letters.

    It is that of all letters. A site of one machine, of which nobody has said an address, keeps the name
    by which it was called, so that the browser that asked is known there; where the settings know no port,
    it is the one that listens.
    """
    is_whole = settings.IS_SITE_ADDRESS_SAID or settings.IS_HTTPS or settings.IS_BEHIND_PROXY
    if is_whole or (settings.IS_PUBLIC and settings.PAGES_PORT):
        return settings.SITE_ADDRESS
    called, _ = split_domain_port(request.get_host())
    address = settings.SITE_ADDRESS if settings.IS_PUBLIC else f"http://{called}"
    port = settings.PAGES_PORT or int(request.META["SERVER_PORT"])
    return address if port == _USUAL_PORT else f"{address}:{port}"
