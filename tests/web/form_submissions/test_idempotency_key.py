"""API requests with the same Idempotency-Key and body create one thing, for maps, drafts and chat."""

from typing import Any

import pytest
from django.test import Client

from replays_app.models import ChatLine
from scenarios_app.models import Draft, HexMap
from tests.support.builders import register_toy
from tests.web.routes.world import World, world

pytestmark = pytest.mark.django_db


@pytest.fixture
def site() -> World:
    register_toy()
    return world()


def requests_of(site: World) -> list[tuple[Any, str, dict[str, Any], dict[str, Any]]]:
    """What each creates, its address, a body, and another body."""
    system = {"system": "dark_seas"}
    sea = {"key": "", "title": "A bay", "cols": 4, "rows": 3}
    return [
        (HexMap, "/api/v1/maps/", {"map": sea}, {"map": {**sea, "title": "A sound"}}),
        (Draft, "/api/v1/drafts/", {**system, "title": "One"}, {**system, "title": "Two"}),
        (ChatLine, f"/api/v1/battles/{site.values['battle_id'].hex}/chat", {"text": "Ahoy"}, {"text": "Aye"}),
    ]


def test_same_key_and_body_is_one_thing_and_gets_the_first_answer(site: World) -> None:
    client: Client = site.clients["holder"]
    for model, address, body, other in requests_of(site):

        def sent(key: str | None, body: dict[str, Any], address: str = address) -> Any:
            headers = {} if key is None else {"Idempotency-Key": key}
            return client.post(address, body, content_type="application/json", headers=headers)

        before = model.objects.count()
        first, again = sent("k", body), sent("k", body)
        assert (first.status_code, again.status_code) == (201, 201), first.content
        assert again.content == first.content
        assert again.get("Location") == first.get("Location")
        assert again["Content-Type"] == first["Content-Type"]
        assert model.objects.count() == before + 1
        for key, content in (("other", body), ("k", other), (None, body), (None, body)):
            assert sent(key, content).status_code == 201
        assert model.objects.count() == before + 5
        for key in ("", "x" * 201, "a\x7fb"):
            assert (sent(key, body).status_code, model.objects.count()) == (400, before + 5)


def test_refused_request_can_be_sent_again_under_its_key(site: World) -> None:
    client, address = site.clients["holder"], "/api/v1/maps/"
    for _ in range(2):
        wrong = {"map": {"title": 3}}
        answer = client.post(
            address, wrong, content_type="application/json", headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code == 422
    before = HexMap.objects.count()
    for name in ("holder", "other"):  # a key is its sender's own
        body: dict[str, Any] = {"map": {"key": "", "title": "A bay", "cols": 4, "rows": 3}}
        sender = site.clients[name]
        answer = sender.post(address, body, content_type="application/json", headers={"Idempotency-Key": "k"})
        assert answer.status_code == 201
    assert HexMap.objects.count() == before + 2
