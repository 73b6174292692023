"""Two who record a side of one table each: what each says of the dice, and what both phones send."""

from typing import Any

import pytest
from django.test import Client

from darkseas.engine.events import DiceRolled, OrderGiven, TableConfirmed, TableWitnessed
from darkseas.rules.dark_seas.model.events import AttackResolved
from replays_app.export import battle_files
from replays_app.lobby import challenges
from replays_app.lobby.challenges import Wanted
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.at_table import TableFacts
from replays_app.recording.dice_schemes import TABLE
from replays_app.recording.table_recorders.unconfirmed_throws import MOST_TOLD
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.replays_app.export.verifier import verified
from tests.replays_app.recording.table_battles import (
    address,
    fight_on,
    post,
    suggested_order,
    table_battle,
    with_dice,
)
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

NIGHT = "first-night"
#: Ann's side of it, and Bob's.
IJN, ALLIES = "ijn", "allies"
ONE_WITNESS = TableFacts(witnesses=(IJN,))


def events_of(battle: Battle, *kinds: type) -> list[Any]:
    """The events of these kinds in a battle's log."""
    return [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, kinds)]


def record_on(battle: Battle, orders: int, **more: Any) -> list[str]:
    """Let Ann and Bob record so many orders, each for their own side; return whose each was."""
    recorders = {IJN: logged_in("ann"), ALLIES: logged_in("bob")}
    whose: list[str] = []
    for _ in range(orders):
        side = next((one for one, client in recorders.items() if is_called(client, battle)), None)
        if side is None:
            break
        client = recorders[side]
        body = with_dice(client, battle, side, suggested_order(client, battle, side))
        answer = post(client, address(battle, "orders", side), {**body, **more}, f"{side}{body['expected']}")
        assert answer.status_code == 201, answer.content
        whose.append(side)
    return whose


def is_called(client: Client, battle: Battle) -> bool:
    """Whether an order is asked of somebody's own seat."""
    return any(form["pressing"] for form in client.get(address(battle, "forms")).json()["forms"])


def waiting(client: Client, battle: Battle) -> Any:
    """How many throws wait for somebody's word."""
    return client.get(address(battle, "forms")).json().get("unconfirmed")


def confirm(client: Client, battle: Battle, expected: int | None = None) -> Any:
    """Confirm what the other side typed in."""
    length = client.get(address(battle, "forms")).json()["length"] if expected is None else expected
    return post(client, address(battle, "confirmations"), {"expected": length})


def witnesses_of_throws(battle: Battle) -> list[tuple[str, tuple[str, ...]]]:
    """Who typed each throw at the table, and in front of whom it fell by what was said then."""
    by: tuple[str, ...] = ()
    giver = ""
    throws: list[tuple[str, tuple[str, ...]]] = []
    for event in events_of(battle, TableWitnessed, OrderGiven, DiceRolled):
        if isinstance(event, TableWitnessed):
            by = event.by
        elif isinstance(event, OrderGiven):
            giver = event.side
        elif event.origin == "table":
            throws.append((giver, by))
    return throws


# --- the opening ----------------------------------------------------------------------------------


@every_case(
    "made, accepted, by",
    [
        (None, True, (IJN, ALLIES)),
        (None, False, (IJN,)),
        ((IJN,), False, (IJN,)),
        ((ALLIES,), True, (ALLIES,)),
        ((ALLIES,), False, ()),
    ],
)
def test_both_are_present_where_both_say_so_and_each_speaks_for_their_own_side(
    made: tuple[str, ...] | None, accepted: bool, by: tuple[str, ...]
) -> None:
    wanted = Wanted(IJN, TABLE, is_listed=False, table=TableFacts(witnesses=made))
    challenge = challenges.make(publish(library_spec(NIGHT)), Holder(member=member("ann")), wanted)
    page = logged_in("bob").get(f"/challenges/{challenge.token}/").content.decode()
    assert "I am at the table and see every roll" in page
    said = {"sees_dice": "on"} if accepted else {}
    assert logged_in("bob").post(f"/challenges/{challenge.token}/accept/", said).status_code == 302
    assert events_of(Battle.objects.get(), TableWitnessed) == [TableWitnessed(by)]


# --- dice that wait for a word --------------------------------------------------------------------


def test_what_one_types_has_one_witness_until_the_other_confirms_it() -> None:
    battle = table_battle(NIGHT, "ann", "bob", table=ONE_WITNESS)
    ann, bob = logged_in("ann"), logged_in("bob")
    both = {"witnesses": [IJN, ALLIES]}
    whose = record_on(battle, 6, **both)  # each says that both are there, and speaks for itself alone
    throws = witnesses_of_throws(battle)
    assert set(whose) == {giver for giver, _ in throws} == {IJN, ALLIES}
    assert all(by == (giver,) for giver, by in throws if giver == IJN)
    assert all(by == (IJN, ALLIES) for giver, by in throws if giver == ALLIES)  # Ann said so at the opening
    open_to_bob = sum(ALLIES not in by for _, by in throws)
    assert (waiting(ann, battle), waiting(bob, battle)) == (0, open_to_bob)
    assert open_to_bob > 0
    assert confirm(bob, battle).json() == {"confirmed": open_to_bob}
    assert (waiting(bob, battle), confirm(bob, battle).json()) == (0, {"confirmed": 0})
    assert events_of(battle, TableConfirmed) == [TableConfirmed(ALLIES)]
    prose = ann.get(f"/battles/{battle.pk}/prose/").content.decode()
    assert "we saw the dice entered so far, and the entries are correct" in prose
    more = record_on(battle, 200)
    battle.refresh_from_db()
    assert battle.is_over
    assert more
    assert verification.check(battle) == []
    seen = verified(b"".join(battle_files.export_battle(battle))).seen
    at_once = sum(len(by) == 2 for _, by in witnesses_of_throws(battle))
    assert seen["seen by 2 of the sides"] == at_once + open_to_bob
    assert sum(seen.values()) == len(witnesses_of_throws(battle))


def test_each_throw_that_waits_is_told_with_who_fires_at_whom() -> None:
    battle = table_battle(NIGHT, "ann", "bob", table=ONE_WITNESS)
    bob = logged_in("bob")
    record_on(battle, 6)
    length = bob.get(address(battle, "forms")).json()["length"]
    assert confirm(bob, battle).status_code == 200
    assert bob.get(address(battle, "forms")).json()["unconfirmed_throws"] == []
    while not events_of(battle, AttackResolved):
        record_on(battle, 1)
    told = bob.get(address(battle, "forms")).json()
    throws = told["unconfirmed_throws"]
    assert len(throws) == min(told["unconfirmed"], MOST_TOLD) > 0
    lines = bob.get(address(battle, "lines"), {"as": ALLIES, "count": "1000"}).json()["lines"]
    assert {lines[one["n"]]["kind"] for one in throws} == {"dice_rolled"}
    assert all(one["dice"].rstrip(".") in lines[one["n"]]["sentence"] for one in throws)
    assert {one["outcome"] for one in throws} <= {line["sentence"] for line in lines}
    assert all(one["n"] > length for one in throws)
    assert any(" fires " in one["outcome"] for one in throws), throws


def test_where_both_said_so_at_the_opening_nothing_waits() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    record_on(battle, 6)
    assert {by for _, by in witnesses_of_throws(battle)} == {(IJN, ALLIES)}
    assert [waiting(logged_in(name), battle) for name in ("ann", "bob")] == [0, 0]
    record_on(battle, 1, witnesses=[])  # the other is at the bar
    assert len(witnesses_of_throws(battle)[-1][1]) in (1, 2)


def test_confirmation_is_given_on_what_the_side_knows_and_by_a_side_alone() -> None:
    battle = table_battle(NIGHT, "ann", "bob", table=ONE_WITNESS)
    bob = logged_in("bob")
    record_on(battle, 6)
    length = bob.get(address(battle, "forms")).json()["length"]
    assert confirm(bob, battle, length - 1).json()["length"] == length
    assert confirm(bob, battle, length).status_code == 200
    again = confirm(bob, battle, length)  # sent twice: the first stands, and nothing is doubled
    assert (again.status_code, again.json()["length"]) == (409, length + 1)
    assert confirm(logged_in("eve"), battle, length).status_code == 403
    assert confirm(Client(), battle, length).status_code == 401
    alone = table_battle(NIGHT, "cy")
    fight_on(logged_in("cy"), alone, 3, witnesses=[IJN])
    assert "unconfirmed" not in logged_in("cy").get(address(alone, "forms", ALLIES)).json()
    refused = post(logged_in("cy"), address(alone, "confirmations", ALLIES), {"expected": 9})
    assert refused.status_code == 422
    record_on(battle, 200)
    assert confirm(bob, battle).json()["type"].endswith("battle-over")


# --- what both phones send ------------------------------------------------------------------------


def test_order_that_two_phones_of_a_side_send_stands_once_and_the_second_is_told() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    record_on(battle, 1)
    phone, seat = logged_in("bob"), ALLIES  # whose set-up is the last, and asks for the opening dice
    body = with_dice(phone, battle, seat, suggested_order(phone, battle, seat), face=2)
    body["dice"][0] = [3]
    where = address(battle, "orders", seat)
    assert post(phone, where, body, "first").status_code == 201
    length = log_store.length(battle.pk)
    for late in (body, {**body, "dice": [[1] for _ in body["dice"]]}, {**body, "dice": []}):
        for path in ("orders", "next-throw"):
            told = post(phone, address(battle, path, seat), late, "second" if path == "orders" else "")
            assert (told.status_code, told.json()["type"].rpartition(":")[2]) == (409, "recorded-already")
            recorded = told.json()["recorded"]
            assert (recorded["is_same"], recorded["dice"]) == (True, body["dice"])
    other = post(phone, where, {**body, "order": "resign", "blanks": {}, "dice": []}, "third").json()
    assert (other["recorded"]["is_same"], other["recorded"]["order"]) == (False, body["order"])
    assert post(phone, where, body, "first").status_code == 201  # the first one again, its answer lost
    assert log_store.length(battle.pk) == length
    assert verification.check(battle) == []


def test_throw_that_both_phones_typed_in_without_a_line_stands_once() -> None:
    """Both plotted and typed in the opening dice: who comes first needs none, who comes second has them."""
    battle = table_battle(NIGHT, "ann", "bob")
    phones = {IJN: logged_in("ann"), ALLIES: logged_in("bob")}
    bodies = {side: suggested_order(phone, battle, side) for side, phone in phones.items()}
    opening = [[5], [3]]
    ann = post(phones[IJN], address(battle, "orders", IJN), {**bodies[IJN], "dice": opening}, "ann")
    assert (ann.status_code, ann.json()["errors"][0]["pointer"]) == (422, "#/dice/0")  # nothing asks for them
    assert post(phones[IJN], address(battle, "orders", IJN), bodies[IJN], "ann2").status_code == 201
    length = phones[ALLIES].get(address(battle, "forms")).json()["length"]
    body = {**bodies[ALLIES], "dice": opening, "expected": length}
    answers = [post(phones[ALLIES], address(battle, "orders", ALLIES), body, "bob") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    thrown = [roll.faces for roll in events_of(battle, DiceRolled) if roll.origin == "table"]
    assert thrown == [(5,), (3,)]
    assert [event.side for event in events_of(battle, OrderGiven)] == [IJN, ALLIES]
