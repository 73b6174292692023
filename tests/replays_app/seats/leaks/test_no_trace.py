"""H-3, H-6: no byte of what a side keeps to itself gets out, and no number counts it."""

import json
import logging
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import celery
import pytest
from django.core.cache import cache

from replays_app.live.notifications import tasks
from replays_app.models import Notice
from tests.support.every_case import every_case
from tests.support.fair_battles import chance
from tests.support.fair_secrets import secrets_of, spellings

from .answers import EVERYWHERE, LETTERS, Part, answers, blanked, differences
from .dice_and_clock_worlds import fair
from .viewers import OPPONENT, OWNER, WATCHERS, Ask, viewer
from .worlds import CANARY, World, coves, coves_with, lived_in

pytestmark = pytest.mark.django_db


# --- H-3 -----------------------------------------------------------------------------------------------


def kept_to_itself(world: World) -> dict[str, bytes]:
    """What blue and the house keep to themselves: texts, nonces, the token of a seat, seeds and keys."""
    nonces = {f"nonce {name}": chance(name) for name in ("a", "b", "blue 1", "blue 2")}
    named = {"canary": CANARY.encode(), "token": world.tokens[world.hidden].encode(), **nonces}
    return named | secrets_of(world.battle)


def found_in(texts: Mapping[str, str], secrets: dict[str, bytes]) -> list[tuple[str, str]]:
    """Which secrets stand where, however they are spelled."""
    ways = [(name, way) for name, secret in secrets.items() for way in spellings(secret)]
    data = {label: text.encode() for label, text in texts.items()}
    return [(label, name) for label, bytes_ in data.items() for name, way in ways if way in bytes_]


def test_h3_nothing_that_a_side_keeps_to_itself_gets_out(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not into answers, letters and streams, nor into logs, messages to workers, names of what is cached."""
    sent: list[Any] = []
    monkeypatch.setattr(celery.Celery, "send_task", lambda *given, **named: sent.append((given[1:], named)))
    with caplog.at_level(logging.INFO), lived_in(fair(6), 1) as world:
        secrets = kept_to_itself(world)
        seen = answers(world, Part((OPPONENT, *WATCHERS), turn=0))
        Notice.objects.update(state=Notice.State.WAITING)
        tasks.tell_called()
        beside = {"log": caplog.text, "messages": repr(sent), "names": repr(list(cache._cache))}  # type: ignore[attr-defined]
        own = answers(world, Part((OWNER,), ("battles-api:unsent", "battles-api:events", "chat"), 0))
    assert found_in({**seen, **beside}, secrets) == []
    assert {name for _, name in found_in(own, secrets)} == {
        "canary",
        "nonce b",
        "nonce blue 1",
        "nonce blue 2",
    }
    assert len(seen) > len(EVERYWHERE)
    assert (len(sent) > 0, len(caplog.records) > 0, len(beside["names"]) > 100) == (True, True, True)


# --- H-6 -----------------------------------------------------------------------------------------------

COUNTED = (
    "battles-api:battle",
    "battles-api:events",
    "battles-api:outline",
    "play",
    "seats",
    "lobby",
    LETTERS,
)


@every_case("plots", [(None, None), ((1, 2), (3, 1)), (None, (2, 2))])
def test_h6_one_draft_or_nine_look_alike(plots: Any) -> None:
    pair = coves_with(1, plots, lines=(1, 9))
    assert differences(pair, Part((OPPONENT,), COUNTED, turn=0)) == []


@every_case("name", [OPPONENT, OWNER])
def test_h6_own_numbers_have_no_holes(name: str) -> None:
    with lived_in(coves(2), 1) as world:
        path = f"/api/v1/battles/{world.battle.pk}/events?count=1000"
        text = viewer(world, name).ask(Ask(path))
    entries = json.loads(text[text.index("] {") + 2 :])["entries"]
    numbers = [entry["n"] for entry in entries]
    assert numbers == list(range(len(numbers)))
    assert all(after == before + 1 for before, after in pairwise(numbers))


def test_h6_what_a_side_orders_in_secret_moves_no_number_of_anybody_else() -> None:
    with lived_in(coves_with(5, ((1, 2), (3, 1)), lines=(1, 9)), 1) as world:
        asked = Ask(f"/api/v1/battles/{world.battle.pk}/forms"), Ask("/battles/")
        before = [blanked(viewer(world, OPPONENT).ask(one)) for one in asked]
        world.go_on_in_secret(from_seats=True)
        assert [blanked(viewer(world, OPPONENT).ask(one)) for one in asked] == before
