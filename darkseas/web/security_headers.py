"""Security headers of every response, such as the content security policy."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

# Nothing from other hosts, no inline script or style, and no eval.
LOADING = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'"
)
CONTENT_POLICY = f"{LOADING}; frame-ancestors 'none'"
# For a view marked with Django's ``xframe_options_exempt``: an embedded replay.
EMBEDDED_CONTENT_POLICY = f"{LOADING}; frame-ancestors *"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

Answer = Callable[[HttpRequest], HttpResponse]


class ContentPolicyMiddleware:
    """Sets ``Content-Security-Policy`` and ``Permissions-Policy``, unless the view has set them."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the two headers to the response."""
        response = self.get_response(request)
        is_framable = getattr(response, "xframe_options_exempt", False)
        policy = EMBEDDED_CONTENT_POLICY if is_framable else _content_policy(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


def _content_policy(request: HttpRequest) -> str:
    """Return the content security policy; it includes the origin of streams if they have their own port."""
    if not settings.STREAM_PORT:
        return CONTENT_POLICY
    try:
        host, _ = split_domain_port(request.get_host())
    except DisallowedHost:
        return CONTENT_POLICY
    return CONTENT_POLICY.replace("connect-src 'self'", f"connect-src 'self' {host}:{settings.STREAM_PORT}")
