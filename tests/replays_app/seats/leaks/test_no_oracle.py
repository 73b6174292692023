"""H-4, H-5: how an order is received tells nothing of the enemy's secrets, nor does the time it takes."""

import math
import random
import statistics
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.rules import registry
from replays_app.models import Battle
from tests.replays_app.seats.leaks.addresses import Scene
from tests.replays_app.seats.leaks.answers import blanked
from tests.replays_app.seats.leaks.dice_and_clock_worlds import at_a_table, fair
from tests.replays_app.seats.leaks.engine_pairs import Running, chooser_of, pair_of_logs
from tests.replays_app.seats.leaks.viewers import OPPONENT, Ask, Viewer, viewer
from tests.replays_app.seats.leaks.worlds import Pair, coves_with, lived_in, stored
from tests.rules.conformance.corrupt_orders import spoiled
from tests.support.builders import plot, seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db

#: Orders tried in each pair of worlds; the pairs are four.
FEW, MANY = 8, 125


def blocks_at_night() -> Pair:
    """The first of some pairs at the end of which the opponent has something to order."""
    spec = library_spec("first-night")
    for number in count(7):
        logs = pair_of_logs(spec, number)
        run = Running(registry.system(spec.system), spec)
        for _, facts in logs.logs[0]:
            run.views.add(facts)
        if run.forms(logs.opponent):
            return stored("night", logs, number)
    raise AssertionError("there is always another pair")


PAIRS: dict[str, Callable[[], Pair]] = {
    "where blue hides": lambda: coves_with(2, ((1, 2), (3, 1)), lines=(1, 9)),
    "dice of both sides": lambda: fair(0),
    "whether blue has plotted": lambda: coves_with(4, (None, (2, 1)), lines=(0, 9)),
    "blocks at night": blocks_at_night,
}


# --- H-4 -----------------------------------------------------------------------------------------------


def attempts(scene: Scene, chooser: Chooser) -> Iterator[dict[str, Any]]:
    """Orders that the opponent tries: good ones, spoiled ones, and such as know too little."""
    earlier: dict[str, Any] = {}
    for number in count():
        name, blanks = random_order(scene.forms, chooser)
        given = blanks if number % 2 else spoiled(blanks, earlier, chooser)
        yield {"order": name, "blanks": given, "expected": scene.length - (number % 20 == 19)}
        earlier = blanks


def received(pair: Pair, which: int, tries: int) -> tuple[list[str], list[str]]:
    """How so many orders are received in a world: what is said of them before, and when they are given."""
    before, given = [], []
    with lived_in(pair, which) as world:
        who, scene = viewer(world, OPPONENT), Scene(world, OPPONENT)
        orders = attempts(scene, chooser_of(pair.name, "attempts"))
        for number in range(tries):
            order = next(orders)
            before.append(answer(who, scene, "preview", {k: order[k] for k in ("order", "blanks")}))
            with transaction.atomic():
                given.append(answer(who, scene, "orders", order, f"try-{number}"))
                transaction.set_rollback(True)
    return before, given


def answer(who: Viewer, scene: Scene, path: str, body: Any, key: str = "key") -> str:
    """What is answered to an order, without what each answer has of its own."""
    return blanked(who.ask(Ask(scene.path(f"battles-api:{path}"), "POST", body, {"Idempotency-Key": key})))


@every_case("name", PAIRS)
def test_h4_orders_are_received_alike_whatever_the_enemy_hides(name: str, in_full: bool) -> None:
    pair, tries = PAIRS[name](), MANY if in_full else FEW
    (before, given), (other_before, other_given) = (received(pair, which, tries) for which in (0, 1))
    assert before == other_before
    statuses = [text[:3] for text in given]
    assert statuses == [text[:3] for text in other_given]
    assert {"201", "422"} <= set(statuses)
    refused = [number for number, status in enumerate(statuses) if status != "201"]
    assert [given[number] for number in refused] == [other_given[number] for number in refused]


def test_h4_order_whose_dice_were_asked_for_at_a_table_stands() -> None:
    """Which dice an order needs tells where the enemy hides; so nobody asks of one order after the other."""
    with lived_in(at_a_table(0), 1) as world:
        scene, who = Scene(world, OPPONENT), viewer(world, OPPONENT)
        orders = [
            {"order": "plot", "blanks": {"hide": hide, "shell": shell}, "expected": scene.length}
            for hide, shell in ((2, 1), (2, 2), (2, 3))
        ]
        wrong = {**orders[0], "blanks": {"hide": 9, "shell": 1}}
        asked = [answer(who, scene, "next-throw", order)[:3] for order in (wrong, *orders, orders[0])]
        given = [answer(who, scene, "orders", order)[:3] for order in (orders[1], orders[2])]
        dice = [[4], [2], [5]]
        assert (asked, given) == (["422", "200", "422", "422", "200"], ["422", "422"])
        assert answer(who, scene, "orders", {**orders[0], "dice": dice})[:3] == "201"


def test_h4_order_that_was_given_without_its_dice_stands_too() -> None:
    with lived_in(at_a_table(0), 1) as world:
        scene, who = Scene(world, OPPONENT), viewer(world, OPPONENT)
        body = {"order": "plot", "blanks": {"hide": 2, "shell": 1}, "expected": scene.length}
        assert answer(who, scene, "orders", body)[:3] == "422"
        other = {**body, "blanks": {"hide": 2, "shell": 3}}
        assert "you cannot change it" in answer(who, scene, "next-throw", other)
        assert answer(who, scene, "orders", {**body, "dice": [[4], [2], [5]]})[:3] == "201"


def asked_of_another(scene: Scene, who: Viewer, order: str, blanks: Any) -> str:
    """What is answered to the question which dice another order needs, on what the seat knows now."""
    return answer(who, scene, "next-throw", {"order": order, "blanks": blanks, "expected": scene.length})


def test_h4_no_offer_of_a_draw_lets_one_ask_of_another_order() -> None:
    with lived_in(at_a_table(0), 1) as world:
        scene, who = Scene(world, OPPONENT), viewer(world, OPPONENT)
        first = {"hide": 2, "shell": 1}
        assert asked_of_another(scene, who, "plot", first)[:3] == "200"
        for number, ending in enumerate(("offer_draw", "decline_draw")):
            length = scene.length
            body = {"order": ending, "blanks": {}, "expected": length}
            assert answer(who, scene, "orders", body, f"ending-{number}")[:3] == "201"
            scene = Scene(world, OPPONENT)
            assert scene.length > length
            assert "you cannot change it" in asked_of_another(scene, who, "plot", {**first, "shell": 3})
        given = {"order": "plot", "blanks": first, "expected": scene.length, "dice": [[4], [2], [5]]}
        assert answer(who, scene, "orders", given)[:3] == "201"
        scene = Scene(world, OPPONENT)
        assert asked_of_another(scene, who, "plot", {"hide": 1, "shell": 3})[:3] == "200"


# --- H-5 -----------------------------------------------------------------------------------------------

CALLS = 500
#: Medians lie no further apart, in seconds.
NEAR_S = 0.002
#: Below this, two samples are from different distributions.
IMPROBABLE = 0.001


def same_distribution(one: list[float], other: list[float]) -> float:
    """The probability that two samples of one distribution are this far apart (Kolmogorov, Smirnov)."""
    first, second = sorted(one), sorted(other)
    apart = max(
        abs(bisect_right(first, x) / len(first) - bisect_right(second, x) / len(second))
        for x in (*first, *second)
    )
    scale = apart * math.sqrt(len(first) * len(second) / (len(first) + len(second)))
    if scale < 0.2:
        return 1.0
    return 2 * math.fsum((-1.0) ** (k - 1) * math.exp(-2 * (k * scale) ** 2) for k in range(1, 100))


def test_h5_measure_tells_distributions_apart() -> None:
    chance = random.Random(5)
    usual, more = ([chance.gauss(2, 0.1) for _ in range(CALLS)] for _ in range(2))
    assert same_distribution(usual, more) > 0.01
    assert same_distribution(usual, [x + 0.05 for x in more]) < IMPROBABLE


@pytest.mark.slow
def test_h5_time_does_not_tell_what_the_enemy_has_plotted() -> None:
    """Calls in both battles are mixed by chance: whatever else the machine does meets them alike."""
    battles = [toy_started(seats=["red", "blue"]) for _ in range(2)]
    plot(seats_of(battles[0].battle)["blue"], 1, 2)
    plot(seats_of(battles[1].battle)["blue"], 3, 1)
    heads = [{"Authorization": f"Seat {started.tokens['red']}"} for started in battles]
    calls = [(which, kind) for which in (0, 1) for kind in ("validate", "view")] * CALLS
    random.Random(7).shuffle(calls)
    times: dict[tuple[int, str], list[float]] = {call: [] for call in calls}
    client = Client()
    for which, kind in calls:
        began = time.perf_counter()
        ask(client, battles[which].battle, kind, heads[which])
        times[which, kind].append(time.perf_counter() - began)
    for kind in ("validate", "view"):
        one, other = times[0, kind], times[1, kind]
        assert abs(statistics.median(one) - statistics.median(other)) < NEAR_S
        assert same_distribution(one, other) > IMPROBABLE


def ask(client: Client, battle: Battle, kind: str, headers: dict[str, str]) -> None:
    """Have an order looked at, or look at what one may order and what has happened."""
    base = f"/api/v1/battles/{battle.pk.hex}"
    if kind == "validate":
        body = {"order": "plot", "blanks": {"hide": 1, "shell": 2}}
        client.post(f"{base}/preview", body, content_type="application/json", headers=headers)
    else:
        client.get(f"{base}/forms", headers=headers)
