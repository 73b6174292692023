"""Personal tokens: what they open, what they do not, and how they end."""

import json
from hashlib import sha256

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from darkseas.members.account_sections import account_data, delete_account
from darkseas.members.models import PersonalToken
from darkseas.members.personal_tokens import store
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

DRAFT = {"system": "dark_seas", "title": "By a program"}


def bearing(*scopes: str, name: str = "ada") -> dict[str, str]:
    """The header of a new token."""
    return {"Authorization": f"Bearer {store.make(member(name), 'robot', scopes)}"}


def begin_draft(headers: dict[str, str], client: Client | None = None) -> int:
    """Ask for a draft, as a browser's strict site would be asked; return the status."""
    asking = client or Client(enforce_csrf_checks=True)
    answer = asking.post("/api/v1/drafts/", DRAFT, content_type="application/json", headers=headers)
    return answer.status_code


def test_token_is_shown_once_and_kept_as_its_hash() -> None:
    client = logged_in("ada")
    page = client.post("/members/me/tokens/", {"name": "robot", "scope": ["play"]})
    kept = PersonalToken.objects.get()
    token = page.content.decode().partition('value="darkseas_')[2].partition('"')[0]
    assert page.status_code == 201
    assert "no-store" in page.headers["Cache-Control"]
    assert kept.token_hash == sha256(f"darkseas_{token}".encode()).hexdigest()
    assert kept.scopes == "read play"
    mine = client.get("/members/me/").content.decode()
    assert ("robot" in mine, "never used" in mine, token in mine) == (True, True, False)
    assert token not in json.dumps(account_data(member("ada")), default=str)


@pytest.mark.parametrize(
    ("scopes", "status"), [((), 403), (("play",), 403), (("write",), 201), (("play", "write"), 201)]
)
def test_token_gives_no_more_than_its_scopes(scopes: tuple[str, ...], status: int) -> None:
    headers = bearing(*scopes)
    assert begin_draft(headers) == status
    assert Client().get("/api/v1/drafts/", headers=headers).status_code == 200


def test_refusal_names_the_scope() -> None:
    answer = Client().post("/api/v1/drafts/", DRAFT, content_type="application/json", headers=bearing())
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.json()["type"], answer.json()["scope"]) == ("urn:darkseas:problem:scope", "write")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="write"'


def test_token_needs_no_csrf_token_and_a_session_does() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(member("ada"))
    assert begin_draft({}, client) == 403
    assert begin_draft(bearing("write"), client) == 201


@pytest.mark.parametrize("token", ["", "nonsense", "darkseas_" + "x" * 43, "ü"])
def test_token_that_opens_nothing_is_401_even_where_nobody_need_say_who_asks(token: str) -> None:
    answer = Client().get("/api/v1/systems/", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["type"]) == (401, "urn:darkseas:problem:bad-token")
    assert "invalid_token" in answer.headers["WWW-Authenticate"]


def test_token_is_not_asked_over_the_session_of_somebody_else() -> None:
    answer = logged_in("bob").get("/api/v1/drafts/", headers=bearing("write", name="ada"))
    begin_draft(bearing("write", name="ada"))
    assert answer.json() == {"drafts": []}
    assert len(logged_in("ada").get("/api/v1/drafts/").json()["drafts"]) == 1
    assert logged_in("bob").get("/api/v1/drafts/").json() == {"drafts": []}


@pytest.mark.parametrize("page", ["/members/me/", "/members/me/tokens/", "/drafts/"])
def test_pages_know_no_tokens(page: str) -> None:
    """So a token can neither make another nor delete the account."""
    answer = Client().get(page, headers=bearing("read", "play", "write"))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={page}")


def test_use_is_noted_once_an_hour() -> None:
    headers = bearing()
    Client().get("/api/v1/drafts/", headers=headers)
    first = PersonalToken.objects.get().last_used_at
    Client().get("/api/v1/drafts/", headers=headers)
    assert first is not None
    assert PersonalToken.objects.get().last_used_at == first
    PersonalToken.objects.update(last_used_at=first - 2 * store.NOTED_EVERY)
    Client().get("/api/v1/drafts/", headers=headers)
    assert first <= (PersonalToken.objects.get().last_used_at or first) <= timezone.now()
    assert "last used" in logged_in("ada").get("/members/me/").content.decode()


def test_revoked_token_opens_nothing_and_only_its_member_revokes_it() -> None:
    headers = bearing()
    number = PersonalToken.objects.get().pk
    logged_in("bob").post(f"/members/me/tokens/{number}/revoke/")
    assert Client().get("/api/v1/drafts/", headers=headers).status_code == 200
    logged_in("ada").post(f"/members/me/tokens/{number}/revoke/")
    assert Client().get("/api/v1/drafts/", headers=headers).status_code == 401
    assert not PersonalToken.objects.exists()


def test_tokens_go_with_their_member_and_rest_while_they_are_shut_out() -> None:
    headers = bearing()
    ada = member("ada")
    ada.is_active = False
    ada.save()
    assert Client().get("/api/v1/drafts/", headers=headers).status_code == 401
    delete_account(ada)
    assert not PersonalToken.objects.exists()


@pytest.mark.parametrize(
    ("name", "scopes", "sentence"),
    [
        (" ", [], "Give the token a name"),
        ("x" * 81, [], "Give the token a name"),
        ("robot", ["admin"], "Choose from the listed scopes"),
    ],
)
def test_token_that_cannot_be_is_refused_with_a_sentence(name: str, scopes: list[str], sentence: str) -> None:
    answer = logged_in("ada").post("/members/me/tokens/", {"name": name, "scope": scopes}, follow=True)
    assert sentence in answer.content.decode()
    assert not PersonalToken.objects.exists()


def test_member_has_only_so_many_tokens() -> None:
    for _ in range(store.MOST_TOKENS):
        store.make(member("ada"), "robot", [])
    with pytest.raises(store.TokenRefused, match="many tokens"):
        store.make(member("ada"), "robot", [])
    store.make(member("bob"), "robot", [])


#: Seconds of a window that does not end while a busy machine counts in it.
_DAY = 86_400


@override_settings(
    API_LIMITS={"token": (2, _DAY), "member": (3, _DAY), "address": (4, _DAY), "stream": (1, _DAY)}
)
def test_each_token_member_and_address_is_counted_by_itself() -> None:
    first, second = bearing(name="ada"), bearing(name="ada")
    for headers, left in ((first, 1), (first, 0), (second, 1)):
        answer = Client().get("/api/v1/drafts/", headers=headers)
        assert answer.headers["RateLimit-Policy"] == '"token";q=2;w=86400'
        assert answer.headers["RateLimit"].startswith(f'"token";r={left};t=')
    refused = Client().get("/api/v1/drafts/", headers=first)
    assert (refused.status_code, refused.json()["type"]) == (429, "urn:darkseas:problem:throttled")
    assert refused.headers["RateLimit"].startswith('"token";r=0;t=')
    assert 1 <= int(refused.headers["Retry-After"]) <= _DAY
    client = logged_in("ada")
    writes = [client.post("/api/v1/drafts/", {}, content_type="application/json") for _ in range(4)]
    assert [answer.status_code for answer in writes] == [422, 422, 422, 429]
    reads = [client.get("/api/v1/systems/").status_code for _ in range(5)]
    assert reads == [200, 200, 200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.9").get("/api/v1/systems/").status_code == 200
    assert "RateLimit" not in client.get("/api/schema/").headers
