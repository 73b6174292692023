"""Recording at a table: who sees what, which dice are asked for, who saw them fall, rulings, signatures."""

from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from darkseas.engine.events import (
    BattleEnded,
    DiceRolled,
    OrderGiven,
    RulingMade,
    TableWitnessed,
)
from darkseas.rules.dark_seas.model.events import ShipDamaged
from replays_app.export import battle_files
from replays_app.export.fairness import tallies
from replays_app.lobby.sitting import begin
from replays_app.log import store as log_store
from replays_app.models import Battle, DiceTally, Handover, Holding, Signature, TableRecord
from replays_app.recording.at_table import TableFacts
from replays_app.recording.dice_schemes import TABLE
from replays_app.seats import holdings
from replays_app.seats.holders import Holder
from replays_app.simulation import verification
from tests.replays_app.export.verifier import refused, verified
from tests.replays_app.foreseen_battles import foreseen
from tests.support.builders import forms_of, give, toy_revision
from tests.support.members import logged_in, member

from .table_battles import (
    address,
    called,
    fight_on,
    post,
    suggested_order,
    table_battle,
    with_dice,
)

pytestmark = pytest.mark.django_db

NIGHT, SALVOES = "first-night", "first-salvoes"


def events_of(battle: Battle, kind: type) -> list[Any]:
    """The events of a kind in a battle's log."""
    return [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, kind)]


# --- who sees what ---------------------------------------------------------------------------------


def test_who_records_both_sides_sees_everything_and_gives_orders_for_both() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    assert client.get(address(battle, "outline") + "?as=all").json()["perspective"] == "all"
    for side in ("ijn", "allies"):
        assert client.get(address(battle, "forms", side)).json()["side"] == side
    assert client.get(address(battle, "forms", "nobody")).status_code == 403
    assert client.get(f"/battles/{battle.pk}/play/").status_code == 200
    assert [row.battle for row in _my_battles(client)] == [battle]


def _my_battles(client: Client) -> list[Any]:
    rows: list[Any] = client.get("/play/").context["running"]
    return rows


def test_two_who_record_a_side_each_see_no_more_than_their_own() -> None:
    battle = table_battle(NIGHT, "ann", "bob")
    ann, bob = logged_in("ann"), logged_in("bob")
    fight_on(ann, battle, 0)
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    for client, own, other in ((ann, sides[0], sides[1]), (bob, sides[1], sides[0])):
        assert client.get(address(battle, "outline") + "?as=all").status_code == 404
        assert client.get(address(battle, "outline") + f"?as={other}").status_code == 404
        assert client.get(address(battle, "forms", other)).status_code == 403
        assert client.get(address(battle, "forms")).json()["side"] == own
    assert logged_in("eve").get(address(battle, "outline") + "?as=all").status_code == 404


def test_draw_of_a_target_says_which_ship_is_which_number_to_who_sees_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foreseen(monkeypatch, WITH_A_DRAW)
    battle, ann = table_battle("hood-and-bismarck", "ann"), logged_in("ann")
    drawn: list[list[str]] = []
    while not drawn and (seat := called(ann, battle)) is not None:
        body = suggested_order(ann, battle, seat)
        while (needed := post(ann, address(battle, "next-throw", seat), body).json()["needed"]) is not None:
            column = needed.get("column", {"title": "", "rows": []})
            if column["title"].startswith("one of a pool"):
                drawn.append([f"{row['roll']} {row['result']}" for row in column["rows"]])
            body["dice"].append([])  # the house throws
        assert post(ann, address(battle, "orders", seat), body, f"k{body['expected']}").status_code == 201
    assert [result[0] for result in drawn[0]] == ["1", "2"]
    assert len({name for name in SHIPS for result in drawn[0] if f"draw {name}" in result}) == len(drawn[0])


#: A battle in which a target is drawn.
WITH_A_DRAW = 900
#: Who may be drawn where Hood and Bismarck meet.
SHIPS = ("Hood", "Prince of Wales", "Bismarck", "Prinz Eugen")


def test_only_who_sees_everything_is_told_what_a_die_would_do() -> None:
    alone = table_battle(NIGHT, "ann")
    ann = logged_in("ann")
    columns = []
    while (seat := called(ann, alone)) is not None:
        body = suggested_order(ann, alone, seat)
        needed = post(ann, address(alone, "next-throw", seat), body).json()["needed"]
        columns += [needed["column"]["title"]] if needed and "column" in needed else []
        fight_on(ann, alone, 1, witnesses=[seat])
    assert any(title.startswith(("D12 at ", "one of a pool")) for title in columns)


# --- dice ------------------------------------------------------------------------------------------


def test_f10_dice_are_asked_for_before_they_are_given_and_nothing_else_is_taken() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 1)
    length = log_store.length(battle.pk)
    body = suggested_order(client, battle, "allies")
    where = address(battle, "orders", "allies")
    for number, (dice, place) in enumerate(
        [
            ([[0], [1]], "/dice/0"),
            ([[7], [1]], "/dice/0"),
            ([[1, 1], [1]], "/dice/0"),
            ([[1], [1], [1]], "/dice/2"),
        ]
    ):
        answer = post(client, where, {**body, "dice": dice}, f"wrong{number}")
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, f"#{place}")
    missing = post(client, where, {**body, "dice": [[1]]}, "one")
    assert missing.json()["needed"]["count"] == 1
    assert log_store.length(battle.pk) == length
    given = {**body, "dice": [[3], [2]]}
    answers = [post(client, where, given, "right") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert post(client, where, {**body, "dice": [[4], [4]]}, "right").status_code == 422
    assert [roll.faces for roll in events_of(battle, DiceRolled) if roll.origin == "table"] == [(3,), (2,)]


def test_f6_nobody_rolls_again_by_asking_or_by_taking_an_order_back() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 1)
    body = suggested_order(client, battle, "allies")
    where = address(battle, "next-throw", "allies")
    for _ in range(3):
        assert post(client, where, {**body, "dice": [[], []]}).json() == {"needed": None}
    answer = post(client, address(battle, "orders", "allies"), {**body, "dice": [[], []]}, "k")
    assert answer.status_code == 201
    rolls = [roll for roll in events_of(battle, DiceRolled) if roll.sides == 6]
    assert {roll.origin for roll in rolls} == {"house"}
    fight_on(client, battle, 100)
    assert verified(b"".join(battle_files.export_battle(battle))).rolls["closed"] == 0


def test_next_throw_refuses_as_giving_the_order_does() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    body = suggested_order(client, battle, "ijn")
    where = address(battle, "next-throw", "ijn")
    assert post(client, where, {**body, "expected": 99}).json()["length"] == 2
    assert post(client, where, {**body, "blanks": {}}).status_code == 422
    assert post(client, where, {**body, "order": "dark_seas.move_blocks"}).status_code == 422


def test_battle_is_recorded_to_its_end_and_proved_without_us() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 3, witnesses=["ijn", "allies"])
    fight_on(client, battle, 100, witnesses=["allies"])
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert events_of(battle, TableWitnessed) == [
        TableWitnessed(("ijn", "allies")),
        TableWitnessed(("allies",)),
    ]
    assert verification.check(battle) == []
    data = b"".join(battle_files.export_battle(battle))
    proof = verified(data)
    assert proof.rolls["house"] == sum(roll.origin == "house" for roll in events_of(battle, DiceRolled))
    assert proof.seen["seen by 2 of the sides"] == 2  # the opening initiative
    assert proof.seen["seen by 1 of the sides"] == proof.rolls["table"] - 2
    assert Battle.objects.count() == 1
    assert not battle_files.import_battle(data.splitlines(keepends=True)).is_new
    unsealed = data.replace(b'"scheme":"table","seed_hash"', b'"scheme":"table","seed_hush"')
    assert "leaf" in refused(unsealed)[1]


def test_witness_of_each_roll_stands_in_prose_and_report() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 2)
    fight_on(client, battle, 4, witnesses=["ijn"])
    page = client.get(f"/battles/{battle.pk}/prose/?as=all").content.decode()
    assert "Thrown at the table both present, Japan and Allies" in page
    assert "Thrown at the table one witness, Japan" in page
    assert (
        post(client, address(battle, "orders", "ijn"), {**_empty(), "witnesses": ["x"]}, "k").status_code
        == 422
    )


def _empty() -> dict[str, Any]:
    return {"order": "x", "blanks": {}, "expected": 1}


def test_dice_of_the_table_are_counted_apart() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    fight_on(client, battle, 100)
    counted = tallies.of_battle(battle)
    assert [kind.sides for kind in counted["house"]] == [256]
    assert 256 not in [kind.sides for kind in counted["table"]]
    thrown = sum(len(roll.faces) for roll in events_of(battle, DiceRolled) if roll.origin == "table")
    assert sum(kind.total for kind in counted["table"]) == thrown
    assert DiceTally.objects.filter(battle=battle, origin="table").exclude(face=1).count() == 0


# --- rulings ---------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("reason", ["", "   "])
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
        assert "Agree on its end by a draw" in answer.json()["detail"]
        assert client.get(address(battle, "rulings")).json()["forms"] == []
        assert " data-rules" not in client.get(f"/battles/{battle.pk}/play/").content.decode()
    assert log_store.length(battle.pk) == 2
    assert " data-rules" in logged_in("cy").get(f"/battles/{_alone('cy').pk}/play/").content.decode()


def _alone(name: str) -> Battle:
    """A battle whose two sides are recorded by one."""
    return begin(toy_revision(), dict.fromkeys(("red", "blue"), Holder(member=member(name))), TABLE)


@pytest.mark.parametrize("recorders", [("ann",), ("ann", "bob")])
def test_where_an_umpire_sits_they_alone_rule(recorders: tuple[str, ...]) -> None:
    battle = table_battle(NIGHT, *recorders)
    holdings.sit(battle.seats.get(side="umpire"), Holder(member=member("uma")), 0)
    answer = post(logged_in("ann"), address(battle, "rulings"), BODY, "k")
    assert (answer.status_code, "who alone rules" in answer.json()["detail"]) == (422, True)
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


# --- beside the log --------------------------------------------------------------------------------


def test_battle_typed_in_from_paper_says_so_with_day_and_place() -> None:
    facts = TableFacts((), True, date(1979, 5, 1), "Leeds <b>", time(20, 15))
    battle, client = table_battle(SALVOES, "ann", table=facts), logged_in("ann")
    assert events_of(battle, TableWitnessed) == [TableWitnessed((), afterwards=True)]
    words = "Typed in afterwards, fought on 01 May 1979, Leeds &lt;b&gt;, from 20:15"
    for path in ("", "prose/", "sign/"):
        assert words in client.get(f"/battles/{battle.pk}/{path}").content.decode()
    report = client.get(f"/battles/{battle.pk}/report.md?as=all").content.decode()
    assert "typed in afterwards, fought on 01 May 1979" in report
    assert b"Leeds" not in b"".join(bytes(row.data) for row in log_store.rows(battle.pk, 0, 9))


def test_when_it_ended_is_said_once_on_the_page_of_signatures() -> None:
    battle = table_battle(SALVOES, "ann", table=TableFacts(None, began_at=time(18, 20)))
    ann, page = logged_in("ann"), f"/battles/{battle.pk}/sign/"
    assert logged_in("eve").post(page, {"ended_at": "20:00"}).status_code == 403
    assert "hours and minutes" in ann.post(page, {"ended_at": "late"}, follow=True).content.decode()
    for said in ("21:40", "22:00"):
        assert ann.post(page, {"ended_at": said}).status_code == 302
    shown = ann.get(page).content.decode()
    assert "from 18:20 until 21:40" in shown
    assert "When it ended" not in shown


def test_who_records_both_sides_is_the_recorder_in_their_list_and_finds_the_way_there() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    page = client.get("/play/").content.decode()
    assert "The recorder" in page
    assert "To be recorded on" in page
    asked = client.get("/challenges/new/", {"at": "table", "scenario": battle.revision.scenario.key})
    assert asked["Location"] == f"/scenarios/{battle.revision.scenario.key}/table/"
    table_battle(NIGHT, "bob", "cy")
    assert "The recorder" not in logged_in("bob").get("/play/").content.decode()


def test_form_begins_a_battle_from_paper_and_says_what_is_wrong_with_a_day() -> None:
    battle = table_battle(NIGHT, "ann")
    client = logged_in("ann")
    page = f"/scenarios/{battle.revision.scenario.key}/table/"
    assert client.post(page, {"fought_on": "yesterday"}).status_code == 422
    asked = {
        "recorder": "both",
        "seen": "ijn",
        "afterwards": "on",
        "fought_on": "2024-02-29",
        "place": "Bath",
    }
    assert client.post(page, asked).status_code == 302
    record = TableRecord.objects.exclude(battle=battle).get()
    assert (record.is_afterwards, record.fought_on, record.place) == (True, date(2024, 2, 29), "Bath")
    assert events_of(record.battle, TableWitnessed) == [TableWitnessed(("ijn",), afterwards=True)]


def test_two_record_a_side_each_by_link_with_what_was_said_of_the_table() -> None:
    battle = table_battle(NIGHT, "ann")
    page = f"/scenarios/{battle.revision.scenario.key}/table/"
    said = {"recorder": "ijn", "seen": "ijn", "place": "Bath", "name-allies": " Bob <b>"}
    assert logged_in("ann").post(page, {**said, "name-ijn": "\u202eAnn"}).status_code == 422
    offered = logged_in("ann").post(page, said)["Location"]
    accepted = logged_in("bob").post(f"{offered}accept/")
    assert accepted.status_code == 302
    record = TableRecord.objects.exclude(battle=battle).get()
    assert record.place == "Bath"
    assert events_of(record.battle, TableWitnessed) == [TableWitnessed(("ijn",))]
    assert logged_in("bob").get(address(record.battle, "forms")).json()["side"] == "allies"
    end(record.battle)
    sign = f"/battles/{record.battle.pk}/sign/"
    assert 'value="Bob &lt;b&gt;"' in logged_in("bob").get(sign).content.decode()
    anns = logged_in("ann").get(sign).content.decode()  # who has opened the table, and may correct a name
    assert anns.count("Bob &lt;b&gt;") == 1
    assert anns.index("Bob &lt;b&gt;") > anns.index("<h2>Who plays</h2>")


def end(battle: Battle) -> Battle:
    """Let the first side resign."""
    seat = battle.seats.exclude(side="umpire").order_by("id")[0]
    length, _ = forms_of(seat)
    give(seat, "resign", {}, expected=length)
    battle.refresh_from_db()
    return battle


def test_nobody_signs_a_battle_that_is_still_fought() -> None:
    battle, ann = table_battle(SALVOES, "ann"), logged_in("ann")
    side = battle.seats.exclude(side="umpire").order_by("id")[0].side
    link = f"/signatures/{battle.signing_links.get(side=side).token}/"
    for client, page in ((ann, f"/battles/{battle.pk}/sign/"), (Client(), link)):
        assert "Sign for" not in client.get(page).content.decode()
        refused = client.post(page, {"side": side, "name": "Ann"})
        assert refused.status_code == 409
        assert "Its log is signed when it is over" in refused.content.decode()
    assert not Signature.objects.exists()
    end(battle)
    assert ann.post(f"/battles/{battle.pk}/sign/", {"side": side, "name": "Ann"}).status_code == 302
    assert Signature.objects.count() == 1


def test_both_sides_sign_one_of_them_by_link() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    page = f"/battles/{battle.pk}/sign/"
    assert "not signed yet" in client.get(page).content.decode()
    assert client.post(page, {"side": sides[0], "name": "  Ann   <b>  "}).status_code == 302
    link = battle.signing_links.get(side=sides[1])
    nobody = Client()
    assert "Sign for" in nobody.get(f"/signatures/{link.token}/").content.decode()
    assert nobody.post(f"/signatures/{link.token}/", {"name": ""}).status_code == 302
    assert nobody.post(f"/signatures/{link.token}/", {"name": "Bob"}).status_code == 302
    signatures, length = list(Signature.objects.filter(battle=battle)), log_store.length(battle.pk)
    assert [(one.side, one.name, one.entries) for one in signatures] == [
        (sides[0], "Ann <b>", length),
        (sides[1], "Bob", length),
    ]
    head = log_store.link_at(battle.pk, length - 1)
    assert head is not None
    assert {one.head for one in signatures} == {head.hex()}
    shown = client.get(f"/battles/{battle.pk}/").content.decode()
    assert "signed by both sides" in shown
    by_link = nobody.get(f"/signatures/{link.token}/").content.decode()
    assert head.hex()[:16] in by_link
    assert "Ann &lt;b&gt;" in by_link


def test_f10_only_who_holds_a_seat_signs_without_a_link_and_one_person_is_called_one() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    page = f"/battles/{battle.pk}/sign/"
    assert logged_in("eve").post(page, {"side": sides[0], "name": "Eve"}).status_code == 403
    assert "/signatures/" not in logged_in("eve").get(page).content.decode()
    for side in sides:
        client.post(page, {"side": side, "name": "Ann"})
        client.post(page, {"side": side, "name": "Ann again"})
    assert Signature.objects.count() == 2
    assert "signed for both sides by one person" in client.get(page).content.decode()


def test_who_holds_one_side_gets_no_link_for_the_other_until_nobody_holds_it() -> None:
    battle = end(table_battle(SALVOES, "ann", "bob"))
    ann, page = logged_in("ann"), f"/battles/{battle.pk}/sign/"
    shown = ann.get(page).content.decode()
    assert (shown.count("Sign for"), "/signatures/" in shown) == (1, False)
    theirs = battle.seats.exclude(side="umpire").get(holdings__member__username="bob").side
    assert ann.post(page, {"side": theirs, "name": "Bob"}).status_code == 403
    Holding.objects.filter(member__username="bob").update(member=None)
    link = battle.signing_links.get(side=theirs)
    left = ann.get(page).content.decode()
    assert (left.count("/signatures/"), f"/signatures/{link.token}/" in left) == (1, True)


def test_signature_by_link_is_told_from_one_of_a_holder() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    ours, theirs = (seat.side for seat in battle.seats.exclude(side="umpire"))
    page = f"/battles/{battle.pk}/sign/"
    client.post(page, {"side": ours, "name": "Ann"})
    assert ">by link<" not in client.get(page).content.decode()
    Client().post(f"/signatures/{battle.signing_links.get(side=theirs).token}/", {"name": "Bob"})
    assert client.get(page).content.decode().count(">by link<") == 1
    by_link = Signature.objects.order_by("id").values_list("name", "is_by_link")
    assert list(by_link) == [("Ann", False), ("Bob", True)]


def test_orders_that_no_table_gives_find_no_table() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    body = with_dice(client, battle, "ijn", suggested_order(client, battle, "ijn"))
    assert post(Client(), address(battle, "next-throw"), body).status_code == 401
    Battle.objects.filter(pk=battle.pk).update(dice_scheme="sha256-1")
    assert post(client, address(battle, "next-throw", "ijn"), body).json()["type"].endswith("no-table")
    assert client.get(f"/battles/{battle.pk}/sign/").status_code == 404
