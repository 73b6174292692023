"""S-4: what every answer says about what a page may load."""

from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.views.decorators.clickjacking import xframe_options_exempt

from darkseas.web.security_headers import CONTENT_POLICY, ContentPolicyMiddleware


def plain(request: HttpRequest) -> HttpResponse:
    """Answer with nothing in particular."""
    return HttpResponse("x")


def own(request: HttpRequest) -> HttpResponse:
    """Answer with a policy of its own."""
    return HttpResponse("x", headers={"Content-Security-Policy": "sandbox"})


@pytest.mark.parametrize(
    ("view", "frames"),
    [
        (plain, "frame-ancestors 'none'"),
        (xframe_options_exempt(plain), "frame-ancestors *"),
        (own, "sandbox"),
    ],
)
def test_policy_follows_the_view(view: Callable[[HttpRequest], HttpResponse], frames: str) -> None:
    response = ContentPolicyMiddleware(view)(RequestFactory().get("/"))
    assert response.headers["Content-Security-Policy"].endswith(frames)


def test_policy_lets_nothing_in_from_elsewhere_or_inline() -> None:
    assert CONTENT_POLICY.startswith("default-src 'none';")
    for loophole in ("unsafe", "http:", "https:", "*", "nonce"):
        assert loophole not in CONTENT_POLICY


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/api/no-such-thing", "/no-such-page"])
def test_every_answer_carries_the_security_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Permissions-Policy"].startswith("camera=()")
