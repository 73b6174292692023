"""The cache's server may fall: the site answers without it, and what is counted begins anew."""

import logging
import socket

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from darkseas.database.redis_outages import KeptClients
from tests.support.builders import register_toy, toy_battle

AWAY = {
    "default": {
        "BACKEND": "darkseas.database.redis_outages.RedisThatMayFall",
        "LOCATION": "redis://127.0.0.1:{port}/0",
        "OPTIONS": {"socket_connect_timeout": 1},
    }
}


@pytest.fixture
def away() -> object:
    """A site whose cache is at a port where nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    location = AWAY["default"]["LOCATION"].format(port=port)  # type: ignore[attr-defined]
    return override_settings(CACHES={"default": {**AWAY["default"], "LOCATION": location}})


def test_server_that_is_away_answers_as_an_empty_one(away: override_settings) -> None:
    with away:
        kept = caches["default"]
        assert (kept.get("a", 7), kept.get_many(["a"]), kept.incr("a"), "a" in kept) == (7, {}, 1, False)
        assert (kept.add("a", 1), kept.set_many({"a": 1}), kept.delete("a")) == (True, ["a"], False)


def test_client_is_kept_from_one_call_to_the_next(away: override_settings) -> None:
    with away:
        clients = KeptClients([caches["default"]._servers[0]])  # type: ignore[attr-defined]  # Django's own
        assert clients.get_client("a") is clients.get_client("b")
        assert clients.get_client("a", write=True) is clients.get_client("b", write=True)


@pytest.mark.django_db
def test_site_goes_on_without_redis_and_says_so_once(
    away: override_settings, caplog: pytest.LogCaptureFixture
) -> None:
    register_toy()
    battle = toy_battle()
    with away, caplog.at_level(logging.ERROR):
        answers = [
            Client().get("/api/v1/battles"),
            Client().get(f"/api/v1/battles/{battle.pk}"),
            Client().get(f"/battles/{battle.pk}/"),
            Client().post("/login/", {"username": "nobody", "password": "guessed"}),
        ]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len([line for line in caplog.messages if "the cache does not answer" in line]) == 1
