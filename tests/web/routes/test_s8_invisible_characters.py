"""S-8: signs that nobody sees stand in no name or title, and those that turn the order in no free text."""

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from darkseas.club.models import Club, Meeting, Player
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec
from darkseas.members.models import Member
from darkseas.web.invisible_characters import REFUSED, refuse_unseen, without_turns
from replays_app.live.chat import store as chat
from replays_app.log import store as log_store
from replays_app.models import Signature
from replays_app.recording.orders import Order, give_ruling
from replays_app.replay.battle_context import BattleContext
from scenarios_app.drafts import store as drafts
from scenarios_app.maps.store import faults_of
from scenarios_app.models import Draft, Report, Scenario
from tests.club.clubs import a_club, client_of, joined
from tests.club.membership.test_founding import FORM
from tests.members.accounts import errors_of, register
from tests.replays_app.recording.table_battles import end, table_battle
from tests.scenarios_app.drafts.test_api import API, begin, save
from tests.support.builders import toy_revision, toy_started
from tests.support.members import logged_in, member

from .hostile_texts import ENDING, TURNS, UNSEEN

pytestmark = pytest.mark.django_db
#: As one reads it, this ends in "gpj.exe".
DISGUISED = "Savo \u202egpj.exe"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Nothing was tried yet."""
    cache.clear()


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_s8_no_name_holds_a_sign_that_nobody_sees(sign: str) -> None:
    with pytest.raises(ValidationError, match="invisible characters"):
        refuse_unseen(f"Savo{sign}Island")
    with pytest.raises(chat.BadLine):
        chat.clean(f"Savo{sign}Island")


@pytest.mark.parametrize("sign", ENDING, ids=ascii)
def test_s8_no_name_goes_on_in_another_line_and_a_text_does_so_by_the_usual_sign(sign: str) -> None:
    with pytest.raises(ValidationError, match="invisible characters"):
        refuse_unseen(f"Savo{sign}Island")
    assert chat.clean(f"Savo{sign}Island") == "Savo\nIsland"
    answer = logged_in("worden").post("/clubs/new/", {**FORM, "place": f"Savo{sign}Island"})
    assert REFUSED in answer.content.decode()
    toy_revision()
    asked = {"reason": next(iter(Report.REASONS)), "text": f"Savo{sign}Island"}
    logged_in(member("eve")).post("/library/coves/report/", asked)
    assert [report.text for report in Report.objects.all()] == ["Savo\nIsland"]


@pytest.mark.parametrize(
    "name", ["Ciński’s Überfall – 4", "ガダルカナル", "صنعاء", "می\u200cخواهم", "👩\u200d✈️", "חיפה"]
)
def test_s8_honest_names_of_all_scripts_stand(name: str) -> None:
    refuse_unseen(name)
    assert without_turns(name) == name


def test_s8_free_text_is_read_in_the_order_in_which_it_was_typed() -> None:
    assert without_turns(f"a{''.join(TURNS)}b\n\tc") == "ab\n\tc"


def test_s8_scenario_with_such_a_name_is_neither_begun_nor_saved() -> None:
    client = logged_in("hipper")
    asked = {"system": "dark_seas", "title": DISGUISED, "template": "six-a-side"}
    answer = client.post(API, asked, content_type="application/json")
    assert (answer.status_code, REFUSED in answer.json()["detail"]) == (422, True)
    form = {"from": "begin", **{f"begin-{name}": value for name, value in asked.items()}}
    assert REFUSED in client.post("/drafts/new/", form).content.decode()
    assert not Scenario.objects.exists()
    address = begin(client)
    spec = client.get(address).json()["spec"]
    spec["sides"][1]["name"] = DISGUISED
    refused = save(client, address, 1, spec)
    assert refused.status_code == 422
    assert [one["pointer"] for one in refused.json()["errors"]] == ["#/spec/sides/1/name"]
    spec["sides"][1]["name"] = "East"
    spec["about"]["notes"] = ["Left \u202ethgir\u202c."]
    assert save(client, address, 1, spec).status_code == 200
    assert client.get(address).json()["spec"]["about"]["notes"] == ["Left thgir."]


def test_s8_scenario_that_was_stored_with_such_a_name_still_opens() -> None:
    client = logged_in("hipper")
    address = begin(client)
    draft = Draft.objects.get()
    draft.document = bytes(draft.document).replace(b"A night off the cape", DISGUISED.encode())
    draft.save()
    assert drafts.document_of(draft).title == DISGUISED
    assert client.get(address).json()["spec"]["title"] == DISGUISED
    assert client.get(f"/drafts/{draft.pk}/").status_code == 200


def test_s8_map_with_such_a_name_is_not_published() -> None:
    chart = MapSpec("", DISGUISED, 4, 3, places=(PlaceSpec(DISGUISED, "0101"),), source="")
    assert [(one.where, one.text) for one in faults_of(chart)] == [
        ("title", REFUSED),
        ("places.0.name", REFUSED),
    ]


@pytest.mark.parametrize("part", ["name", "place"])
def test_s8_club_with_such_a_name_is_not_founded(part: str) -> None:
    answer = logged_in("worden").post("/clubs/new/", {**FORM, part: DISGUISED})
    assert REFUSED in answer.content.decode()
    assert not Club.objects.exists()


def test_s8_names_in_a_club_are_read_as_they_are_and_its_texts_in_their_order() -> None:
    club = a_club()
    joined(club, "dee")
    director = client_of("director")
    home = f"/clubs/{club.slug}/"
    director.post(f"{home}members/guests/", {"name": DISGUISED})
    assert not Player.objects.filter(name__contains="exe").exists()
    meeting = {"title": DISGUISED, "begins_at": "2030-01-01T10:00", "ends_at": "2030-01-01T12:00"}
    assert REFUSED in director.post(f"{home}calendar/new/", meeting).content.decode()
    director.post(f"{home}calendar/new/", {**meeting, "title": "Savo", "text": DISGUISED})
    assert Meeting.objects.get().text == "Savo gpj.exe"


def test_s8_nobody_registers_or_signs_under_such_a_name() -> None:
    assert errors_of(register(Client(), username="ann\u202e"))
    assert not Member.objects.filter(username__startswith="ann").exists()
    battle = end(table_battle("first-salvoes", "ann"))
    side = battle.seats.exclude(side="umpire").order_by("id")[0].side
    page = f"/battles/{battle.pk}/sign/"
    said = logged_in("ann").post(page, {"side": side, "name": DISGUISED}, follow=True)
    assert REFUSED in said.content.decode()
    assert not Signature.objects.exists()


def test_s8_report_is_kept_in_its_order() -> None:
    toy_revision()
    asked = {"reason": next(iter(Report.REASONS)), "text": DISGUISED}
    client = logged_in(member("eve"))
    client.post("/library/coves/report/", asked)
    assert [report.text for report in Report.objects.all()] == ["Savo gpj.exe"]


def test_s8_order_with_such_a_text_is_refused_wherever_it_stands() -> None:
    battle = toy_started(seats=["umpire"]).battle
    length = log_store.length(battle.pk)
    for blanks in (
        {"reason": DISGUISED, "events": []},
        {"reason": "So be it.", "events": [{"a": [DISGUISED]}]},
    ):
        with pytest.raises(IllegalOrder, match="invisible characters"):
            umpire = battle.seats.get(side="umpire")
            give_ruling(BattleContext.of(battle), umpire, Order("rule", blanks, length), lambda: None)
    assert log_store.length(battle.pk) == length
