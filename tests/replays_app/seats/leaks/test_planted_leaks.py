"""H-2: the comparison of worlds has teeth: each of these leaks, planted alone, is noticed where it is."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.events import may_know
from replays_app.api import at_table, orders
from replays_app.log import store as log_store
from replays_app.recording import orders as recording
from replays_app.recording.needed_dice import NeededDice
from replays_app.replay import perspectives
from tests.support.builders import plot, seats_of, toy_started
from tests.support.every_case import every_case

from .addresses import ASKED
from .answers import EVERYWHERE, Part, differences
from .planted import EARLY, PLANTED, SHOWN_AFTERWARDS, Plant
from .viewers import OWNER
from .worlds import Pair, after_something_hidden, coves_with

pytestmark = pytest.mark.django_db

#: Blue has plotted or not. In the other pairs somebody else goes on for the opponent, or for blue.
PAIR = coves_with(0, (None, (3, 2)))
PAIR_OF = {"member_data": coves_with(3, (None, (3, 2))), "seats": coves_with(9, (None, (3, 2)))}
AFTERWARDS = after_something_hidden()


def pair_for(leak: str) -> Pair:
    """The worlds in which a leak would show."""
    return AFTERWARDS if leak in SHOWN_AFTERWARDS else PAIR_OF.get(PLANTED[leak][2], PAIR)


@pytest.mark.slow
@pytest.mark.parametrize("leak", PLANTED)
def test_h2_planted_leak_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, who, address = PLANTED[leak]
    if leak in EARLY:
        plant(monkeypatch)
    found = differences(pair_for(leak), Part((who,), (address,)), plant if leak not in EARLY else None)
    assert found
    assert all(label.startswith(f"{who}: {address}") for label in found)


@pytest.mark.slow
@every_case("who", sorted({who for _, who, _ in PLANTED.values()}))
def test_h2_without_a_leak_nothing_is_noticed(who: str) -> None:
    """The same worlds and addresses as above, and no difference: deeds stand behind looks."""
    places: dict[Pair, set[str]] = {}
    for leak, (_, whose, place) in PLANTED.items():
        if whose == who:
            places.setdefault(pair_for(leak), set()).add(place)
    for pair, found in places.items():
        asked = tuple(place for place in EVERYWHERE if place in found)
        assert differences(pair, Part((who,), asked)) == []


def test_h2_who_may_know_the_secret_sees_it() -> None:
    addresses = ("battles-api:events", "battles-api:unsent", "chat", "orders")
    found = differences(PAIR, Part((OWNER,), addresses))
    assert {label.split()[1] for label in found} == set(addresses)


def test_h2_there_are_enough_leaks() -> None:
    assert len(PLANTED) >= 25
    assert len({(who, address) for _, who, address in PLANTED.values()}) >= 20
    assert set(EVERYWHERE) > set(ASKED)


# --- what no pair of worlds shows: it hangs on the order that is given, or on no secret -------------------


def answer_holds_what_its_giver_knows() -> bool:
    """Whether red is told of each entry of its order that it may know, and of no other."""
    seats = seats_of(toy_started(seats=["red", "blue"]).battle)
    plot(seats["blue"], 2, 1)
    before = log_store.length(seats["red"].battle_id)
    answer = json.loads(plot(seats["red"], 1, 3).data)["entries"]
    added = list(log_store.read(seats["red"].battle_id))[before:]
    hidden = [entry for entry in added if not may_know(entry.audience, "red")]
    assert hidden
    return len(answer) == len(added) - len(hidden)


def entry_says_nothing_of_others() -> bool:
    """Whether an entry says what happened and its own number alone."""
    seats = seats_of(toy_started(seats=["red", "blue"]).battle)
    (entry, *_) = json.loads(plot(seats["red"]).data)["entries"]
    return set(entry) == {"n", "step", "kind", "shape", "payload"}


def dice_of_others_have_no_purpose() -> bool:
    """Whether red is told alike which dice to throw, whatever blue's are for."""
    seat, scope = seats_of(toy_started(seats=["red", "blue"]).battle)["red"], "side:blue"
    asked = [
        orders._dice_needed(seat, DiceNeeded(purpose, 1, 6, scope)).more for purpose in ("scout/1", "mix/2")
    ]
    shown = [
        at_table._needed_json(NeededDice(1, 6, scope, what, (), None), seat, everything=False)
        for what in ("To scout", "To mix")
    ]
    return (asked[0], shown[0]) == (asked[1], shown[1])


def _everybodys(codec: Any, view: Any, entries: Any) -> list[Any]:
    lines = [perspectives.entry_json(codec, view, entry) for entry in entries]
    for entry in entries:
        if may_know(entry.audience, view.perspective):
            view.count(entry)
    return lines


def _with_audience(patch: pytest.MonkeyPatch) -> None:
    sound = perspectives.entry_json
    patch.setattr(
        perspectives,
        "entry_json",
        lambda codec, before, entry: {**sound(codec, before, entry), "audience": entry.audience},
    )


def _with_purpose(patch: pytest.MonkeyPatch) -> None:
    def leaky(seat: Any, needed: DiceNeeded) -> Any:
        return sound(seat, DiceNeeded(needed.purpose, needed.count, needed.sides, "pub"))

    sound = orders._dice_needed
    patch.setattr(orders, "_dice_needed", leaky)


#: How each leak is planted, and what holds without it.
BESIDE_PAIRS: dict[str, tuple[Plant, Callable[[], bool]]] = {
    "an answer with everybody's entries": (
        lambda patch: patch.setattr(recording, "entries_json", _everybodys),
        answer_holds_what_its_giver_knows,
    ),
    "an entry with its audience": (_with_audience, entry_says_nothing_of_others),
    "what the other side's dice are for": (_with_purpose, dice_of_others_have_no_purpose),
}


@pytest.mark.parametrize("leak", BESIDE_PAIRS)
def test_h2_planted_leak_breaks_what_held(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, holds = BESIDE_PAIRS[leak]
    assert holds()
    plant(monkeypatch)
    assert not holds()
