"""Orders at a table by plain fields alone: dice are asked for, typed as faces or left to the house."""

from typing import Any

import pytest
from django.test import Client

from darkseas.engine.events import DiceRolled
from replays_app.log import store as log_store
from replays_app.models import Battle, UnsentOrder
from tests.replays_app.pages.play.fighting import FormReader, seat_of
from tests.replays_app.recording.table_battles import called, suggested_order, table_battle
from tests.support.members import logged_in
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

#: No battle asks for its first dice later.
MOST_ORDERS = 12


def page_of(battle: Battle, side: str) -> str:
    """The address of the page for one of several seats."""
    return f"/battles/{battle.pk}/orders/?seat={side}"


def form_with(text: str, name: str) -> dict[str, list[str]]:
    """The fields of the form that has one of this name."""
    return next(form for form in FormReader(text).forms if name in form)


def suggested_form(client: Client, battle: Battle, side: str) -> dict[str, list[str]]:
    """The fields of the called seat's form, filled with what the captain would order."""
    body = suggested_order(client, battle, side)
    kept = {"current": body["order"], "orders": {body["order"]: body["blanks"]}}
    UnsentOrder.objects.update_or_create(seat=seat_of(battle, side), defaults={"data": kept})
    text = one_line(client.get(page_of(battle, side)).content.decode())
    return next(form for form in FormReader(text).forms if form.get("order") == [body["order"]])


def until_dice(client: Client, battle: Battle) -> tuple[str, dict[str, list[str]], str]:
    """Give orders until one asks for dice; whose it is, its fields, and the page that asks."""
    for _ in range(MOST_ORDERS):
        side = called(client, battle)
        assert side is not None
        fields = suggested_form(client, battle, side)
        answer = client.post(page_of(battle, side), fields)
        if answer.status_code == 200:
            text = one_line(answer.content.decode())
            return side, form_with(text, "dice.0"), text
        assert answer.status_code == 302, one_line(answer.content.decode())
        assert answer["Location"].startswith(f"/battles/{battle.pk}/orders/?seat={side}&since=")
    raise AssertionError("no dice are asked for")


def send(client: Client, battle: Battle, side: str, fields: dict[str, list[str]]) -> Any:
    """Send the form again with what is typed."""
    return client.post(page_of(battle, side), fields)


def table_rolls(battle: Battle, first: int) -> list[DiceRolled]:
    """The throws since an entry that were typed in, or left to the house as no table has to."""
    events = [entry.event for entry in log_store.read(battle.pk)][first:]
    return [event for event in events if isinstance(event, DiceRolled) and event.sides <= 20]


def test_faces_are_typed_as_they_fell_or_left_to_the_house() -> None:
    client = logged_in("ann")
    battle = table_battle("first-night", "ann")
    side, fields, text = until_dice(client, battle)
    assert "Roll the dice for this order" in text
    length = log_store.length(battle.pk)
    number = 0
    while True:
        throw = f"dice.{number}"
        faces = ["1"] * count_of(text, number)
        typed = {throw: [" ".join(faces)]} if number % 2 == 0 else {f"{throw}.house": ["1"]}
        fields = {**fields, **typed}
        answer = send(client, battle, side, fields)
        if answer.status_code == 302:
            break
        text = one_line(answer.content.decode())
        fields = form_with(text, f"dice.{number + 1}")
        number += 1
    rolls = table_rolls(battle, length)
    assert [roll.origin for roll in rolls] == [("table", "house")[place % 2] for place in range(number + 1)]
    assert all(set(roll.faces) == {1} for roll in rolls[::2])


def count_of(text: str, number: int) -> int:
    """How many dice the page asks for in a throw."""
    titles = [
        part.partition(" ")[0] for part in text.split('role="group" aria-label="')[1:] if " of " in part[:30]
    ]
    return int(titles[number])


def test_what_is_no_throw_is_said_at_its_field_and_nothing_stands() -> None:
    client = logged_in("ann")
    battle = table_battle("first-night", "ann")
    side, fields, _ = until_dice(client, battle)
    length = log_store.length(battle.pk)
    for typed in ("0", "1 2 3 4 5 6 7 8 9", "21", "six", "\u0661"):
        answer = send(client, battle, side, {**fields, "dice.0": [typed]})
        assert answer.status_code == 200
        assert "Enter " in one_line(answer.content.decode())
        assert log_store.length(battle.pk) == length


def test_who_records_both_sides_turns_from_one_to_the_other() -> None:
    client = logged_in("ann")
    battle = table_battle("first-night", "ann")
    text = one_line(client.get(page_of(battle, "ijn")).content.decode())
    assert '<a href="?seat=allies">' in text
    assert "(to move)" in text
    assert f'action="/battles/{battle.pk}/orders/?seat=ijn"' in text
