"""Battles recorded at a table: begun, and fought with the captain's orders and dice typed in."""

from typing import Any

from django.test import Client

from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.at_table import JUST_FOUGHT, TableFacts
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish, spec_of
from tests.support.builders import forms_of, give
from tests.support.library.library_specs import library_spec
from tests.support.members import member


def table_battle(key: str, *recorders: str, table: TableFacts = JUST_FOUGHT) -> Battle:
    """A battle at a table: one recorder for both sides, or one each in the order of the sides."""
    revision = publish(library_spec(key))
    sides = [side.key for side in spec_of(revision).sides]
    people = recorders * len(sides) if len(recorders) == 1 else recorders
    holders = {side: Holder(member=member(name)) for side, name in zip(sides, people, strict=True)}
    return begin(revision, holders, TABLE, table=table)


def address(battle: Battle, path: str, seat: str = "") -> str:
    """The address of a part of the API of a battle, as somebody in a seat asks it."""
    return f"/api/v1/battles/{battle.pk.hex}/{path}{f'?seat={seat}' if seat else ''}"


def post(client: Client, where: str, body: Any, key: str = "") -> Any:
    """Send JSON, with a key where there is one."""
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(where, body, content_type="application/json", headers=headers)


def suggested_order(client: Client, battle: Battle, seat: str) -> dict[str, Any]:
    """What the captain would order in a seat, as the body of an order without dice."""
    advice = client.get(address(battle, "suggestion", seat)).json()
    return {"order": advice["order"], "blanks": advice["blanks"], "expected": advice["length"], "dice": []}


def with_dice(
    client: Client, battle: Battle, seat: str, body: dict[str, Any], face: int = 1
) -> dict[str, Any]:
    """The order with all its dice, each showing this face."""
    dice: list[list[int]] = []
    while True:
        answer = post(client, address(battle, "next-throw", seat), {**body, "dice": dice})
        assert answer.status_code == 200, answer.content
        needed = answer.json()["needed"]
        if needed is None:
            return {**body, "dice": dice}
        dice.append([min(face, needed["sides"])] * needed["count"])


def called(client: Client, battle: Battle) -> str | None:
    """The side whose order is asked, None where the battle is over."""
    for seat in battle.seats.exclude(side="umpire"):
        forms = client.get(address(battle, "forms", seat.side)).json()["forms"]
        if any(form["pressing"] for form in forms):
            return seat.side
    return None


def fight_on(client: Client, battle: Battle, orders: int, **more: Any) -> int:
    """Record so many orders of captains; return how many there were before the end."""
    for number in range(orders):
        seat = called(client, battle)
        if seat is None:
            return number
        body = with_dice(client, battle, seat, suggested_order(client, battle, seat))
        key = f"{seat}/{body['expected']}"
        answer = post(client, address(battle, "orders", seat), {**body, **more}, key)
        assert answer.status_code == 201, answer.content
    return orders


def events_of(battle: Battle, kind: type) -> list[Any]:
    """The events of a kind in a battle's log."""
    return [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, kind)]


def end(battle: Battle) -> Battle:
    """Let the first side resign."""
    seat = battle.seats.exclude(side="umpire").order_by("id")[0]
    length, _ = forms_of(seat)
    give(seat, "resign", {}, expected=length)
    battle.refresh_from_db()
    return battle
