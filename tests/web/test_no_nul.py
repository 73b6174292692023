"""NUL, which PostgreSQL stores nowhere, is refused before any view asks the database."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from darkseas.web.invisible_characters import NoNulMiddleware


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/challenges/%00/", "/handovers/%00/", "/signatures/%00/", "/challenges/new/?scenario=%00"]
)
def test_nul_in_an_address_is_refused_with_a_sentence(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert "The request cannot be read." in answer.content.decode()
    assert "<main" in answer.content.decode()


@pytest.mark.django_db
def test_nul_in_a_plain_form_is_refused(client: Client) -> None:
    assert client.post("/login/", "username=a%00", "application/x-www-form-urlencoded").status_code == 400
    assert client.post("/login/", "username=a%2500", "application/x-www-form-urlencoded").status_code == 200
    assert client.get("/api/v1/battles?after=%00")["Content-Type"] == "application/problem+json"


@pytest.mark.django_db
def test_nul_in_a_form_of_parts_is_refused_and_files_are_left_alone(client: Client) -> None:
    assert client.post("/login/", {"username": "a\0", "password": "b"}).status_code == 400
    assert client.post("/login/", {"username\0": "a"}).status_code == 400
    sent = {"username": "a", "password": "b", "file": SimpleUploadedFile("a.csv", b"\0")}
    assert client.post("/login/", sent).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "VISITOR_COOKIE_NAME"])
def test_cookie_with_nul_is_forgotten(client: Client, name: str) -> None:
    cookie = rf'{getattr(settings, name)}="{"a" * 40}\000"'
    assert client.get("/play/", headers={"cookie": cookie}).status_code == 200


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/imports", "multipart/form-data; boundary=x"), ("/", "application/json")]
)
def test_bodies_of_programs_are_left_unread(path: str, kind: str) -> None:
    request = RequestFactory().generic("POST", path, b"\0%00", kind)

    def rest(request: HttpRequest) -> HttpResponse:
        return HttpResponse(request.read())

    assert NoNulMiddleware(rest)(request).content == b"\0%00"


@pytest.mark.django_db
def test_query_in_a_strange_code_is_refused(client: Client) -> None:
    """In it plain signs become NUL, or half a sign, after all that looks for them has looked."""
    for query in ("q=%5Cx00", "q=%5Cud800"):
        assert client.get(f"/library/?{query}").status_code == 200
        answer = client.get(f"/library/?{query}", CONTENT_TYPE="text/plain; charset=unicode_escape")
        assert answer.status_code == 400
