"""RFC 9457: every refusal of the API has one shape, and a person gets a next step."""

import errno
import json
import logging
import uuid
from collections.abc import Mapping
from typing import Protocol

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as FormError
from django.db import DataError, IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from django.utils import timezone
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web import problems
from darkseas.web.problems import Problem, faulty_places
from darkseas.web.security_headers import CONTENT_POLICY


class Broken(RuntimeError):
    """A fault of ours, as a view might have one."""


RAISED: dict[str, Exception] = {
    "gone": Http404("battle 7 of somebody else"),
    "denied": PermissionDenied("secret reason"),
    "clash": IntegrityError("UNIQUE constraint failed: secret"),
    "range": OverflowError("Python int too large"),
    "data": DataError("value out of range: secret"),
    "deep": RecursionError(),
    "unicode": UnicodeError("surrogates not allowed"),
    "suspicious": SuspiciousOperation("secret"),
    "form": FormError("secret"),
    "wait": exceptions.Throttled(wait=7),
    "login": exceptions.NotAuthenticated(),
    "own": Problem(409, "log-moved-on", "Other orders came first.", head=12),
    "broken": Broken("secret"),
    "lost": OperationalError("connection to server at secret failed"),
    "closed": InterfaceError("secret"),
    "full": OSError(errno.ENOSPC, "secret"),
}


class Raising(APIView):
    """Raises what its address names."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request, what: str) -> Response:
        """Raise it."""
        raise RAISED[what]


class Salvo(serializers.Serializer[object]):
    """Two numbers, for the sake of complaints about them."""

    guns = serializers.IntegerField(min_value=1)
    targets = serializers.ListField(child=serializers.IntegerField())


class Firing(APIView):
    """Takes a salvo."""

    authentication_classes = ()
    permission_classes = ()

    def post(self, request: Request) -> Response:
        """Check the salvo, and give it back."""
        salvo = Salvo(data=request.data)
        salvo.is_valid(raise_exception=True)
        return Response(salvo.validated_data)


def break_down(request: HttpRequest) -> HttpResponse:
    """Break, as a page might."""
    raise Broken("secret")


def store_much(request: HttpRequest) -> HttpResponse:
    """Store more than there is room for."""
    with transaction.atomic():
        Session.objects.create(session_key="k", session_data="x" * 2_000_000, expire_date=timezone.now())
    return HttpResponse()


urlpatterns = [
    path("stores", store_much),
    path("api/stores", store_much),
    path("api/raise/<slug:what>", Raising.as_view()),
    path("api/fire", Firing.as_view()),
    path("breaks", break_down),
    path("", include("darkseas.urls")),
]
handler400 = problems.bad_request
handler403 = problems.permission_denied
handler404 = problems.page_not_found
handler500 = problems.server_error

pytestmark = pytest.mark.urls(__name__)


class Answer(Protocol):
    """What the answer of a view and that of the test client have in common."""

    @property
    def status_code(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def content(self) -> bytes: ...


def problem_in(response: Answer) -> dict[str, Json]:
    """Return the problem that the answer holds, its shape already looked at."""
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Json] = json.loads(response.content)
    assert {"type", "title", "status", "detail", "instance"} <= set(body)
    assert body["status"] == response.status_code
    assert body["type"].startswith("urn:darkseas:problem:")
    assert uuid.UUID(body["instance"])
    assert b"secret" not in response.content
    return body


@pytest.mark.parametrize(
    ("what", "status", "name"),
    [
        ("gone", 404, "not-found"),
        ("denied", 403, "permission-denied"),
        ("clash", 409, "conflict"),
        ("range", 400, "out-of-range"),
        ("data", 400, "out-of-range"),
        ("deep", 413, "too-large"),
        ("unicode", 400, "malformed"),
        ("suspicious", 400, "malformed"),
        ("form", 422, "invalid"),
        ("wait", 429, "throttled"),
        ("login", 403, "not-authenticated"),
        ("own", 409, "log-moved-on"),
        ("lost", 503, "out-of-reach"),
        ("closed", 503, "out-of-reach"),
        ("full", 503, "out-of-reach"),
    ],
)
def test_exception_becomes_a_problem(client: Client, what: str, status: int, name: str) -> None:
    response = client.get(f"/api/raise/{what}")
    body = problem_in(response)
    assert (response.status_code, body["type"]) == (status, f"urn:darkseas:problem:{name}")


def test_problem_carries_its_own_members_and_headers(client: Client) -> None:
    assert problem_in(client.get("/api/raise/own"))["head"] == 12
    assert client.get("/api/raise/wait").headers["Retry-After"] == "7"


def test_fault_of_ours_is_500_without_a_word_of_it(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR):
        response = client.get("/api/raise/broken")
    body = problem_in(response)
    assert response.status_code == 500
    assert body["instance"] in caplog.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the size of an SQLite file is bounded here")
def test_full_disk_is_answered_with_503_and_a_sentence(client: Client) -> None:
    client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages + 4}")
        try:
            answers = [client.get("/stores"), client.get("/api/stores")]
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert [answer.status_code for answer in answers] == [503, 503]
    assert [answer.headers["Retry-After"] for answer in answers] == ["120", "120"]
    page = answers[0].content.decode()
    assert "The site cannot read or store data at the moment" in page
    assert "Wait a few minutes, then try again." in page
    assert problem_in(answers[1])["type"] == "urn:darkseas:problem:out-of-reach"
    assert client.get("/about/").status_code == 200


def test_invalid_fields_are_pointed_at(client: Client) -> None:
    response = client.post("/api/fire", {"guns": 0, "targets": [1, "x"]}, content_type="application/json")
    assert response.status_code == 422
    errors = problem_in(response)["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [
        ("#/guns", "min_value"),
        ("#/targets/1", "invalid"),
    ]


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"guns": 1, "guns": 2}', "application/json", 400),
        (b"[" * 40 + b"]" * 40, "application/json", 413),
        (b"guns=1", "text/plain", 415),
        (b'{"guns": 1, "targets": []}', "application/json", 200),
    ],
)
def test_body_is_read_strictly(client: Client, body: bytes, content_type: str, status: int) -> None:
    response = client.generic("POST", "/api/fire", body, content_type=content_type)
    assert response.status_code == status
    if status != 200:
        problem_in(response)


def test_other_method_and_other_media_type_are_problems(client: Client) -> None:
    assert problem_in(client.delete("/api/fire"))["status"] == 405
    assert problem_in(client.post("/api/fire", {}, headers={"accept": "text/csv"}))["status"] in (406, 415)


def test_pointer_escapes_what_rfc_6901_escapes() -> None:
    detail = {"a/b": ["x"], "c~d": {"e": ["y"]}, "non_field_errors": ["z"]}
    assert [place["pointer"] for place in faulty_places(detail)] == ["#/a~1b", "#/c~0d/e", "#"]


def test_missing_api_address_is_a_problem(client: Client) -> None:
    assert problem_in(client.get("/api/no-such-thing"))["status"] == 404


@pytest.mark.django_db
def test_person_gets_a_page_with_a_next_step(client: Client) -> None:
    client.raise_request_exception = False
    for address, status in (("/no-such-page", 404), ("/breaks", 500)):
        response = client.get(address)
        assert response.status_code == status
        assert response.headers["Content-Type"].startswith("text/html")
        assert response.headers["Content-Security-Policy"] == CONTENT_POLICY
        assert b"<p>" in response.content
        assert b"secret" not in response.content


def test_page_is_a_bare_sentence_when_its_frame_cannot_be_made(
    client: Client, caplog: pytest.LogCaptureFixture, settings: object
) -> None:
    client.raise_request_exception = False
    bare = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": False}]
    with override_settings(TEMPLATES=bare):
        response = client.get("/breaks")
    assert response.status_code == 500
    assert b"<p>Something went wrong" in response.content
    assert "the error page could not be rendered" in caplog.text


@pytest.mark.django_db
def test_form_without_its_token_is_refused_with_a_next_step() -> None:
    response = Client(enforce_csrf_checks=True).post("/breaks")
    assert response.status_code == 403
    words = response.content.decode()
    assert "Go back in your browser: your text is still there. Then send the form again." in words
    assert "reloading loses it" in words
    response = Client(enforce_csrf_checks=True).get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400


def test_too_large_request_is_413() -> None:
    request = RequestFactory().get("/api/x")
    response = problems.bad_request(request, RequestDataTooBig())
    assert problem_in(response)["status"] == 413
    assert problem_in(problems.permission_denied(request, PermissionDenied("secret")))["status"] == 403
