"""H-1 at the log's own level: two battles that differ only in what a side cannot know look alike to it.

Battles differ in id, tokens, participants and when they began as well, and each question leaves one less of
those that an address may ask; so these are blanked, and nothing else is.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from darkseas.engine.orders import IllegalOrder
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.start import Started
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import forms_of, plot, seats_of, toy_started

pytestmark = pytest.mark.django_db

Secret = Callable[[Battle], None]


def hides_elsewhere(cove: int) -> Secret:
    """Blue's plot of turn 2, which red cannot see before it is opened."""

    def fight(battle: Battle) -> None:
        plot(seats_of(battle)["blue"], cove, 1)

    return fight


def has_plotted_or_not(has: bool) -> Secret:
    """Whether blue's plot is in at all."""

    def fight(battle: Battle) -> None:
        if has:
            plot(seats_of(battle)["blue"], 1, 1)

    return fight


TWINS: dict[str, tuple[Secret, Secret]] = {
    "where blue hides": (hides_elsewhere(1), hides_elsewhere(3)),
    "whether blue has plotted": (has_plotted_or_not(True), has_plotted_or_not(False)),
}


def world(secret: Secret) -> Started:
    """A battle of one turn, in which blue then has its secret."""
    started = toy_started(seats=["red", "blue", "umpire"])
    seats = seats_of(started.battle)
    plot(seats["red"], 1, 3)
    plot(seats["blue"], 2, 3)
    secret(started.battle)
    return started


def blanked(started: Started, text: str) -> str:
    """The text without what differs between any two battles."""
    for token in started.tokens.values():
        text = text.replace(token, "TOKEN")
    text = text.replace(started.battle.pk.hex, "BATTLE").replace(str(started.battle.pk), "BATTLE")
    text = re.sub(r'"begun_at":"[^"]+"|r=\d+;t=\d+', "TIME", text)
    return re.sub(r"[0-9a-f]{32,64}|urn:uuid:[-0-9a-f]+", "HEX", text)


def everything_shown(started: Started, token: str) -> dict[str, str]:
    """Status, headers and body of every answer that the holder of this token, or nobody, can get."""
    base = f"/api/v1/battles/{started.battle.pk.hex}"
    paths = ["", "/forms", "/events", "/events?after=3", "/export", "/outline", "/lines", "/battles"]
    paths += [
        f"/{what}?as={who}" for what in ("outline", "lines") for who in ("red", "blue", "all", "observer")
    ]
    paths += [f"/steps/{number}" for number in range(32)]
    headers = {"Authorization": f"Seat {token}"} if token else {}
    shown = {}
    for path in paths:
        answer = Client().get(base + path, headers=headers)
        body = answer.content.decode(errors="replace")
        shown[path] = blanked(started, f"{answer.status_code} {sorted(answer.items())} {body}")
    order = {"order": "plot", "blanks": {"hide": 9, "shell": 1}, "expected": 1}
    for key, changes in (("k1", {}), ("k2", {"expected": own_length(started)})):
        answer = Client().post(
            f"{base}/orders",
            json.dumps({**order, **changes}),
            content_type="application/json",
            headers={**headers, "Idempotency-Key": key},
        )
        shown[key] = blanked(started, f"{answer.status_code} {answer.content.decode()}")
    answer = Client().get(f"{base}/suggestion", headers=headers)
    body = json.loads(answer.content)  # chance breaks its ties, in each battle anew
    shown["suggestion"] = str([body.get(part) for part in ("status", "detail", "order", "reasons")])
    for hide in (1, 9):
        seen = {"order": "plot", "blanks": {"hide": hide, "shell": 1}}
        answer = Client().post(f"{base}/preview", seen, content_type="application/json", headers=headers)
        shown[f"preview {hide}"] = blanked(started, f"{answer.status_code} {answer.content.decode()}")
    return shown


def own_length(started: Started) -> int:
    """How much red knows."""
    return forms_of(seats_of(started.battle)["red"])[0]


@pytest.mark.parametrize("twins", TWINS)
@pytest.mark.parametrize("who", ["red", ""])
def test_h1_twin_battles_look_alike_to_who_cannot_know_the_difference(twins: str, who: str) -> None:
    first, second = (world(secret) for secret in TWINS[twins])
    shown = everything_shown(first, first.tokens.get(who, ""))
    other = everything_shown(second, second.tokens.get(who, ""))
    assert shown == other
    assert [entry.event for entry in log_store.read(first.battle.pk)] != [
        entry.event for entry in log_store.read(second.battle.pk)
    ]


@pytest.mark.parametrize("twins", TWINS)
@pytest.mark.parametrize("who", ["blue", "umpire"])
def test_h2_the_test_has_teeth(twins: str, who: str) -> None:
    """Who may know the difference sees it: so the secret is there to leak."""
    first, second = (world(secret) for secret in TWINS[twins])
    assert everything_shown(first, first.tokens[who]) != everything_shown(second, second.tokens[who])


@pytest.mark.parametrize("twins", TWINS)
def test_h4_refusal_of_an_order_does_not_hang_on_the_secret(twins: str) -> None:
    refusals_by_battle: list[Any] = []
    for secret in TWINS[twins]:
        battle = world(secret).battle
        seat = seats_of(battle)["red"]
        refusals = []
        for hide, shell in ((0, 1), (4, 1), (1, 9), (-1, -1)):
            try:
                plot(seat, hide, shell)
            except IllegalOrder as refusal:
                refusals.append((refusal.reason, refusal.rule, refusal.field))
        refusals_by_battle.append(refusals)
    assert refusals_by_battle[0] == refusals_by_battle[1]
    assert len(refusals_by_battle[0]) == 4


@pytest.mark.parametrize("twins", TWINS)
def test_h7_who_watches_is_told_nothing_that_a_side_does_not_know(twins: str) -> None:
    """So a battle need not be shown late: nobody can pass on what the fighting sides have not read."""
    started = world(TWINS[twins][1])
    watched, *known = (events_of(started, who) for who in ("", "red", "blue"))
    assert len(watched) > 5
    for own in known:
        assert [event for event in own if event in watched] == watched
        assert len(own) > len(watched)


def events_of(started: Started, who: str) -> list[str]:
    """What has happened, as the holder of a seat or nobody in particular is told it."""
    headers = {"Authorization": f"Seat {started.tokens[who]}"} if who else {}
    path = f"/api/v1/battles/{started.battle.pk.hex}/events?count=1000"
    entries = Client().get(path, headers=headers).json()["entries"]
    return [json.dumps([entry["kind"], entry["payload"]]) for entry in entries]


def test_h3_seed_is_in_no_answer_before_the_end() -> None:
    started = world(hides_elsewhere(1))
    seed = bytes(range(32)).hex()
    for side in ("red", "blue", "umpire", ""):
        for path, answer in everything_shown_raw(started, started.tokens.get(side, "")).items():
            assert seed not in answer, path
    assert all(b"seed_opened" not in row.data for row in log_store.rows(started.battle.pk))
    assert seed not in repr(cursor_cache.newest(BattleContext.of(started.battle), "all"))


def everything_shown_raw(started: Started, token: str) -> dict[str, str]:
    """The bodies as they are, without blanking."""
    base = f"/api/v1/battles/{started.battle.pk.hex}"
    headers = {"Authorization": f"Seat {token}"} if token else {}
    paths = ("", "/forms", "/events", "/outline", "/lines", "/steps/0", "/steps/9")
    return {path: Client().get(base + path, headers=headers).content.decode() for path in paths}
