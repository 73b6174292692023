"""No line of the log holds the token of a link."""

import logging
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

pytestmark = pytest.mark.django_db
TOKEN = "aB3-_" * 8


def _addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield before + str(one.pattern)
        elif one.app_name != "admin":
            yield from _addresses(one, before + str(one.pattern))


WITH_TOKENS = [one for one in _addresses(get_resolver()) if "token>" in one]


def test_there_are_links_with_tokens() -> None:
    assert len(WITH_TOKENS) >= 10


@pytest.mark.parametrize("address", WITH_TOKENS)
def test_refusal_of_a_link_is_logged_without_its_token(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = re.sub("<[^>]*token>", TOKEN, address)
    path = re.sub("<[^>]*uidb64>", "MQ", path)
    with caplog.at_level(logging.INFO):
        Client(enforce_csrf_checks=True).post(path, {})
        Client().get(path)
        Client().delete(path)
    lines = [one.getMessage() for one in caplog.records]
    assert lines, "nothing was refused, so this asks nothing"
    assert not [line for line in lines if TOKEN in line]
