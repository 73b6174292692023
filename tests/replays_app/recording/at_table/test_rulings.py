"""Recording at a table: what happened all the same stands as a ruling with a reason."""

from typing import Any

import pytest
from django.test import Client

from darkseas.engine.events import (
    BattleEnded,
    OrderGiven,
    RulingMade,
)
from darkseas.rules.dark_seas.model.events import ShipDamaged
from replays_app.export import battle_files
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import Battle, Handover
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from tests.replays_app.export.verifier import verified
from tests.replays_app.recording.table_battles import (
    address,
    called,
    events_of,
    fight_on,
    post,
    table_battle,
)
from tests.support.builders import toy_revision
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

NIGHT = "first-night"


def rule(client: Client, battle: Battle, seat: str, order: str, key: str = "k", **blanks: Any) -> Any:
    """Make a ruling."""
    length = client.get(address(battle, "rulings", seat)).json()["length"]
    body = {"order": order, "blanks": blanks, "reason": "It ran on a mine.", "expected": length}
    return post(client, address(battle, "rulings", seat), body, key)


def test_what_happened_all_the_same_stands_as_a_ruling_once() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    assert [form["order"] for form in _rulings(client, battle)] == ["battle_ended"]  # set-up is not open
    fight_on(client, battle, 2)
    forms = {form["order"]: form for form in _rulings(client, battle)}
    assert set(forms) == {
        "dark_seas.ship_damaged",
        "dark_seas.ship_sunk",
        "dark_seas.blocks_moved",
        "turn_began",
        "battle_ended",
    }
    ships = {one["words"]: one["value"] for one in forms["dark_seas.ship_sunk"]["blanks"][0]["values"]}
    answers = [rule(client, battle, "ijn", "dark_seas.ship_sunk", ship=ships["Patterson"]) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]  # the same key, the same ruling
    body = {
        "order": "dark_seas.ship_sunk",
        "blanks": {"ship": ships["Patterson"]},
        "reason": "It ran on a mine.",
    }
    again = post(client, address(battle, "rulings", "ijn"), {**body, "expected": 1}, "k")
    assert again.status_code == 201
    other = post(client, address(battle, "rulings", "ijn"), {**body, "reason": "Other.", "expected": 1}, "k")
    assert other.status_code == 422
    assert [event.reason for event in events_of(battle, RulingMade)] == ["It ran on a mine."]
    assert {event.side for event in events_of(battle, OrderGiven)} == {"ijn", "allies", "umpire"}
    assert verification.check(battle) == []
    fight_on(client, battle, 100)
    assert verification.check(battle) == []
    assert verified(b"".join(battle_files.export_battle(battle))).entries == log_store.length(battle.pk)


def test_ship_ruled_damaged_tells_nobody_which_block_hides_her() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 2)
    form = next(form for form in _rulings(client, battle) if form["order"] == "dark_seas.ship_damaged")
    ship = form["blanks"][0]["values"][0]["value"]
    assert rule(client, battle, "ijn", "dark_seas.ship_damaged", ship=ship).status_code == 201
    assert [(event.ship, event.block) for event in events_of(battle, ShipDamaged)] == [(ship, "")]
    seen = Client().get(address(battle, "lines") + "?as=observer")
    assert (seen.status_code, "is damaged" in seen.content.decode()) == (200, True)


def _rulings(client: Client, battle: Battle) -> list[Any]:
    forms: list[Any] = client.get(address(battle, "rulings", "ijn")).json()["forms"]
    return forms


def test_what_a_wrong_die_did_to_a_ship_is_taken_back_and_the_battle_goes_on() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 2)
    sinks = next(form for form in _rulings(client, battle) if form["order"] == "dark_seas.ship_sunk")
    ships = [one["value"] for one in sinks["blanks"][0]["values"]]
    for ship in ships:  # all of them: every block is lost with its last ship
        assert rule(client, battle, "ijn", "dark_seas.ship_sunk", f"s{ship}", ship=ship).status_code == 201
    for ship in ships:
        fates = {"ship": ship, "fate": "damaged"}
        answer = rule(client, battle, "ijn", "dark_seas.ship_restored", f"d{ship}", **fates)
        assert answer.status_code == 201
    again = rule(client, battle, "ijn", "dark_seas.ship_restored", "again", ship=ships[0], fate="damaged")
    assert again.status_code == 422
    fates = {"ship": ships[0], "fate": "undamaged"}
    assert rule(client, battle, "ijn", "dark_seas.ship_restored", "whole", **fates).status_code == 201
    assert "is afloat, undamaged" in client.get(f"/battles/{battle.pk}/prose/?as=all").content.decode()
    assert verification.check(battle) == []
    fight_on(client, battle, 100)
    assert verification.check(battle) == []


def test_a_block_moved_a_turn_over_and_the_end_may_be_ruled() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 2)
    block = next(form for form in _rulings(client, battle) if form["order"] == "dark_seas.blocks_moved")
    key, hexes = block["blanks"][0]["values"][0]["value"], block["blanks"][1]["values"]
    assert (
        rule(
            client, battle, "ijn", "dark_seas.blocks_moved", "m", block=key, hex=hexes[0]["value"]
        ).status_code
        == 201
    )
    assert (
        rule(client, battle, "ijn", "dark_seas.blocks_moved", "n", block=key, hex="9999").status_code == 422
    )
    assert rule(client, battle, "ijn", "turn_began", "t").status_code == 201
    assert client.get(address(battle, "outline") + "?as=all").json()["turns"][-1]["turn"] == 2
    assert called(client, battle) is not None
    assert rule(client, battle, "ijn", "battle_ended", "e", winner="allies").status_code == 201
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert events_of(battle, BattleEnded)[0].winner == "allies"
    assert verification.check(battle) == []
    assert rule(client, battle, "ijn", "battle_ended", "f", winner="").status_code == 409


@every_case("reason", ["", "   "])
def test_ruling_needs_a_reason_a_table_and_a_seat(reason: str) -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    body = {"order": "battle_ended", "blanks": {"winner": ""}, "reason": reason, "expected": 2}
    assert post(client, address(battle, "rulings", "ijn"), body, "k").status_code == 422
    assert post(logged_in("eve"), address(battle, "rulings"), body, "k").status_code == 403
    assert log_store.length(battle.pk) == 2


BODY = {"order": "battle_ended", "blanks": {"winner": "allies"}, "reason": "We have won.", "expected": 2}


def test_of_two_recorders_none_rules_and_none_is_offered_a_form() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    for client in (logged_in("ann"), logged_in("bob")):
        answer = post(client, address(battle, "rulings"), BODY, "k")
        assert answer.status_code == 422
        assert "Agree on a draw" in answer.json()["detail"]
        assert client.get(address(battle, "rulings")).json()["forms"] == []
        assert " data-may-rule" not in client.get(f"/battles/{battle.pk}/play/").content.decode()
    assert log_store.length(battle.pk) == 2
    assert " data-may-rule" in logged_in("cy").get(f"/battles/{_alone('cy').pk}/play/").content.decode()


def _alone(name: str) -> Battle:
    """A battle whose two sides are recorded by one."""
    return begin(toy_revision(), dict.fromkeys(("red", "blue"), Holder(member=member(name))), TABLE)


@every_case("recorders", [("ann",), ("ann", "bob")])
def test_where_an_umpire_sits_they_alone_rule(recorders: tuple[str, ...]) -> None:
    battle = table_battle(NIGHT, *recorders)
    taking_seats.sit(battle.seats.get(side="umpire"), Holder(member=member("uma")), 0)
    answer = post(logged_in("ann"), address(battle, "rulings"), BODY, "k")
    assert (answer.status_code, "only the umpire may rule" in answer.json()["detail"]) == (422, True)
    uma = logged_in("uma")
    assert [form["order"] for form in uma.get(address(battle, "rulings")).json()["forms"]] == ["battle_ended"]
    assert post(uma, address(battle, "rulings"), BODY, "k").status_code == 201
    battle.refresh_from_db()
    assert battle.is_over


def test_two_recorders_hand_their_seats_to_one_who_may_rule_then() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    cy = logged_in("cy")
    for giver, other in (("ann", "bob"), ("bob", "cy")):
        logged_in(giver).post(f"/battles/{battle.pk}/seats/offer/", {"to": "link"})
        offer = Handover.objects.get(holding__member__username=giver)
        assert "has not agreed" in cy.get(f"/handovers/{offer.token}/").content.decode()
        logged_in(other).post(f"/battles/{battle.pk}/seats/{offer.pk}/agree/")
        cy.post(f"/handovers/{offer.token}/")
    assert post(cy, address(battle, "rulings"), BODY, "k").status_code == 201
