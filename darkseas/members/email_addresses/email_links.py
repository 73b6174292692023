"""Base address of links in e-mails, which a request alone must not decide.

The client writes the ``Host`` header. Django refuses requests whose host name is not ours, but does not check
the port.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

_USUAL_PORT = 80


def site_of(request: HttpRequest) -> str:
    """Return the base address (without a path) of links in e-mails.

    Normally that is the site's address. A site on one machine without a configured address uses the host name
    of the request, so that the browser keeps its cookies there. If the settings have no port, the port of the
    server is used.
    """
    is_whole = settings.IS_SITE_ADDRESS_SAID or settings.IS_HTTPS or settings.IS_BEHIND_PROXY
    if is_whole or (settings.IS_PUBLIC and settings.PAGES_PORT):
        return settings.SITE_ADDRESS
    called, _ = split_domain_port(request.get_host())
    address = settings.SITE_ADDRESS if settings.IS_PUBLIC else f"http://{called}"
    port = settings.PAGES_PORT or int(request.META["SERVER_PORT"])
    return address if port == _USUAL_PORT else f"{address}:{port}"
