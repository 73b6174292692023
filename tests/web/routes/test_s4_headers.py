"""S-4: every answer of every address says what a page may load, refusals and files too."""

import pytest
from django.test import Client

from darkseas.web.security_headers import CONTENT_POLICY, EMBEDDED_CONTENT_POLICY

from .site_routes import LOOKING, site_routes
from .world import world

pytestmark = pytest.mark.django_db

EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
#: Pages of other people show these inside their own.
EMBEDDED = ("embed",)


def lacking(headers: dict[str, str], is_embedded: bool = False) -> list[str]:
    """Which headers an answer lacks, or has otherwise than it should."""
    policy = EMBEDDED_CONTENT_POLICY if is_embedded else CONTENT_POLICY
    wanted = {**EXPECTED, "Content-Security-Policy": policy}
    found = [name for name, value in wanted.items() if headers.get(name) != value]
    if not headers.get("Permissions-Policy", "").startswith("camera=()"):
        found.append("Permissions-Policy")
    if headers.get("X-Frame-Options") != (None if is_embedded else "DENY"):
        found.append("X-Frame-Options")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("role", ["anonymous", "holder"])
def test_s4_every_address_carries_the_headers(role: str) -> None:
    site = world()
    odd = {}
    for route in site_routes():
        for method in route.methods:
            answer = site.ask(role, method, site.address(route))
            is_shown = route.name in EMBEDDED and answer.status_code == 200
            if found := lacking(dict(answer.items()), is_shown):
                odd[f"{method} {route.name} {answer.status_code}"] = found
    assert odd == {}


@pytest.mark.parametrize("address", ["/no-such-page", "/api/v1/no-such-thing", "/static/no-such-file.js"])
def test_s4_what_is_not_there_carries_them(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, lacking(dict(answer.items()))) == (404, [])


@pytest.mark.parametrize("name", ["darkseas/kit/dom.js", "darkseas/css/forms.css"])
def test_s4_files_carry_them(client: Client, name: str) -> None:
    answer = client.get(f"/static/{name}")
    list(answer.streaming_content)  # type: ignore[attr-defined]
    assert (answer.status_code, lacking(dict(answer.items()))) == (200, [])


@pytest.mark.parametrize("headers", [{"host": "elsewhere.example"}, {"authorization": "Bearer nonsense"}])
def test_s4_what_is_refused_before_a_view_carries_them(client: Client, headers: dict[str, str]) -> None:
    answer = client.get("/api/v1/systems/", headers=headers)
    assert (answer.status_code in (400, 401), lacking(dict(answer.items()))) == (True, [])


def test_s4_what_breaks_carries_them(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    monkeypatch.setattr("scenarios_app.access.listed", None)
    for address in ("/library/", "/api/v1/scenarios/"):
        answer = client.get(address)
        assert (answer.status_code, lacking(dict(answer.items()))) == (500, [])


def test_s4_only_what_holds_nothing_of_anybody_is_kept_by_everybody() -> None:
    """A shared cache that keeps what a member sees would show it to the next one."""
    site = world("private")
    kept = {}
    for route in site_routes():
        if route.is_api or route.parts:
            answer = site.ask("holder", LOOKING, site.address(route))
            if "public" in answer.headers.get("Cache-Control", "") and answer.status_code == 200:
                other = site.ask("anonymous", LOOKING, site.address(route))
                kept[route.name] = other.status_code
    assert {name for name, status in kept.items() if status != 200} == set()
