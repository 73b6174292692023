"""Battles typed in from paper, and tables of which each side records its own."""

from datetime import date, time

import pytest

from darkseas.engine.events import (
    TableWitnessed,
)
from replays_app.log import store as log_store
from replays_app.models import TableRecord
from replays_app.recording.at_table import TableFacts
from tests.replays_app.recording.table_battles import (
    address,
    end,
    events_of,
    table_battle,
)
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db

NIGHT, SALVOES = "first-night", "first-salvoes"


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
    assert "End of the battle" not in shown


def test_who_records_both_sides_is_the_recorder_in_their_list_and_finds_the_way_there() -> None:
    battle, client = table_battle(NIGHT, "ann"), logged_in("ann")
    page = client.get("/play/").content.decode()
    assert "Recorder" in page
    assert "Continue recording" in page
    asked = client.get("/challenges/new/", {"at": "table", "scenario": battle.revision.scenario.key})
    assert asked["Location"] == f"/scenarios/{battle.revision.scenario.key}/table/"
    table_battle(NIGHT, "bob", "cy")
    assert "Recorder" not in logged_in("bob").get("/play/").content.decode()


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
    assert anns.index("Bob &lt;b&gt;") > anns.index("<h2>Players</h2>")
