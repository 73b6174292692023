"""The OpenAPI description: kept as the site says it, of every address, true to the views."""

import json
from typing import Any

import pytest
from django.test import Client

from darkseas.web.api.generator import openapi
from darkseas.web.api.openapi_file import PATH
from darkseas.web.api.page_operations import groups
from darkseas.web.api.routes import described, routes

KEPT = json.loads(PATH.read_bytes())
OPERATIONS = [
    (path, method, operation)
    for path, methods in KEPT["paths"].items()
    for method, operation in methods.items()
]


def test_kept_description_is_what_the_site_says() -> None:
    assert PATH.read_bytes() == openapi(), "run: python3 manage.py write_openapi"


def test_every_method_of_every_address_is_described() -> None:
    undescribed = [route.name for route in routes() if not route.operations]
    assert undescribed == []
    assert {(route.name, method) for route in routes() for method in route.operations} == set(described())
    for route in routes():
        view_class = getattr(route.view, "view_class", None)
        if view_class is not None:
            own = {name.upper() for name in view_class.http_method_names if hasattr(view_class, name)}
            assert own - {"OPTIONS"} == set(route.operations), route.path


def test_every_operation_says_what_may_come_back() -> None:
    for path, method, operation in OPERATIONS:
        statuses = set(operation["responses"])
        assert {"400", "401", "429"} <= statuses, path
        assert any(status.startswith("2") for status in statuses), path
        assert operation["summary"], path
        if method != "get":
            assert operation["x-scope"] in ("read", "play", "write")
        if "requestBody" in operation:
            assert operation["requestBody"]["content"]["application/json"]["examples"], path


def test_refusals_are_problems_and_limits_are_in_headers() -> None:
    for _, _, operation in OPERATIONS:
        for status, answer in operation["responses"].items():
            if status.startswith("4"):
                assert list(answer["content"]) == ["application/problem+json"]
            if status.startswith("2"):
                assert {"RateLimit", "RateLimit-Policy"} <= set(answer["headers"])
        assert "Retry-After" in operation["responses"]["429"]["headers"]


def test_names_of_operations_are_their_own() -> None:
    names = [operation["operationId"] for _, _, operation in OPERATIONS]
    assert len(names) == len(set(names))


def test_description_is_answered_once(client: Client) -> None:
    answer = client.get("/api/schema/")
    assert (answer.status_code, answer.content) == (200, PATH.read_bytes())
    again = client.get("/api/schema/", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_page_shows_every_operation_with_its_scope(client: Client) -> None:
    page = client.get("/api/").content.decode()
    rows = [row for _, rows in groups() for row in rows]
    assert len(rows) == len(OPERATIONS)
    missing: list[Any] = [row.id for row in rows if f'id="{row.id}"' not in page or row.path not in page]
    assert missing == []
    assert "<script" not in page.partition("<main")[2].partition("</main>")[0]
