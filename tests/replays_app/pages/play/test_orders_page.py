"""Orders as plain fields: every kind of blank, errors where they belong, each order given once."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from darkseas.engine.orders import (
    Choice,
    Course,
    Fixed,
    Leg,
    Number,
    OrderForm,
    Reached,
    Rows,
    Several,
    Turning,
)
from darkseas.engine.serialization.canonical_json import Json
from replays_app.models import Battle, Call, LogEntry, UnsentOrder
from replays_app.pages.play.plain_fields import filled_fields
from replays_app.pages.play.plain_fields.filling import fill
from replays_app.pages.play.plain_fields.form_fields import FilledForm
from replays_app.pages.play.plain_fields.kept_fields import kept_data
from tests.replays_app.pages.play.fighting import library_fight, order_form, seat_of, toy_fight
from tests.support.builders import forms_of, toy_revision
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

REACH = (Reached("0403", 1), Reached("0404", 2, "0403"), Reached("west", 3, "0404"))
FORM = OrderForm(
    "sea.order",
    "Order",
    "§1",
    (
        Rows(
            "moves", "Blocks", ((Fixed("block", "ijn-1", "piece"), Course("path", "Way", "0402", 3, REACH)),)
        ),
        Rows(
            "attacks",
            "Attacks",
            tuple(
                (
                    Fixed("target", at, "place"),
                    Several("mounts", "Batteries", ({"battery": 0}, {"battery": 1}), least=1),
                    Choice("classes", "Classes", ("", "D")),
                )
                for at in ("0501", "0502")
            ),
            once="mounts",
        ),
        Rows(
            "groups",
            "Groups",
            ((Fixed("name", "Main"), Choice("hex", "Hex", ("01", "02"), False, "place")),),
            1,
        ),
        Several("evading", "Evading", ("ijn-1", "ijn-2"), most=1, subject="piece"),
        Number("speed", "Speed", 0, 3),
        Choice("retreat", "Leave", (True,), optional=True),
    ),
)


def filled(**fields: str | list[str]) -> FilledForm:
    """The form with these fields, dots in their names written as two underlines."""
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(name.replace("__", "."), [value] if isinstance(value, str) else value)
    return fill(FORM, data, lambda cell, value: (str(value), ""))


def test_way_that_turns_is_offered_for_each_facing_at_its_end() -> None:
    """Two ways to a place, of which one comes in facing east: kept ones are found again by their places."""
    turning = Turning(0, 2, 1, ("east", "north-east", "north-west", "west", "south-west", "south-east"))
    reach = (Reached("02", 1), Reached("03", 1), Reached("04", 2, "02"))
    legs = (Leg("", "02", 1, 0), Leg("", "03", 1, 1), Leg("02", "04", 1, 1), Leg("03", "04", 1, 0))
    way = Course("way", "Way", "01", 2, reach, turning=turning)
    form = OrderForm("toy.move", "Move", "T-1", (way,))
    data = QueryDict(mutable=True)
    data["way"] = '["03","04"]'
    for given in (None, data):
        field = next(fill(form, given, lambda cell, value: (str(value), ""), legs=lambda _: legs).fields())
        assert [option.words for option in field.options] == [
            "02, facing east, costs 1",
            "03, facing north-east, costs 1",
            "04, facing north-east, costs 2",
            "04, facing east, costs 2",
        ]
        assert field.value() == (None if given is None else ["03", "04"])
    kept, _ = kept_data(form, {"way": ["03", "04"]})
    assert kept["way"] == data["way"]


def blanks_of(form: FilledForm) -> dict[str, Json]:
    """The order that a form says; there must be one."""
    read = filled_fields.read(form)
    assert read is not None, [error for field in form.fields() for error in field.errors]
    return read.blanks


def errors_of(form: FilledForm) -> dict[str, list[str]]:
    """What is wrong, by the name of the field, line or blank."""
    assert filled_fields.read(form) is None
    found: dict[str, list[str]] = {field.name: field.errors for field in form.fields()}
    for group in form.groups():
        found[group.blank.name] = group.errors
        for line in group.lines:
            found.update({field.name: field.errors for field in line.fields})
    return {name: errors for name, errors in found.items() if errors}


def test_every_kind_of_blank_is_read() -> None:
    form = filled(
        moves__0__path="0404>west",
        attacks__1__use="1",
        attacks__1__mounts=["", '{"battery":1}'],
        attacks__1__classes='"D"',
        groups__0__hex='"02"',
        evading=["", '"ijn-2"'],
        speed="2",
        retreat="true",
    )
    assert blanks_of(form) == {
        "moves": [{"block": "ijn-1", "path": ["0403", "0404", "west"]}],
        "attacks": [{"target": "0502", "mounts": [{"battery": 1}], "classes": "D"}],
        "groups": [{"name": "Main", "hex": "02"}],
        "evading": ["ijn-2"],
        "speed": 2,
        "retreat": True,
    }


def test_line_without_its_tick_does_not_count() -> None:
    form = filled(
        attacks__0__mounts='{"battery":0}', groups__0__hex='"01"', evading="", speed="0", retreat=""
    )
    assert blanks_of(form) == {
        "moves": [],
        "attacks": [],
        "groups": [{"name": "Main", "hex": "01"}],
        "evading": [],
        "speed": 0,
    }


def test_line_that_may_be_filled_twice_has_a_copy() -> None:
    fields: dict[str, Any] = {"attacks.0.copies": "2", "attacks.0.use": "1", "attacks.0+1.use": "1"}
    fields |= {"attacks.0.mounts": '{"battery":0}', "attacks.0+1.mounts": '{"battery":1}'}
    form = filled(**fields, groups__0__hex='"01"', speed="0")
    assert [row["mounts"] for row in blanks_of(form)["attacks"]] == [[{"battery": 0}], [{"battery": 1}]]
    group = next(group for group in filled(more="attacks.1").groups() if group.blank.name == "attacks")
    assert group.copies == {"attacks.0": 1, "attacks.1": 2}


def test_what_is_open_or_outside_its_bounds_says_so_at_its_field() -> None:
    form = filled(
        moves__0__path="0404>nowhere",
        attacks__0__use="1",
        attacks__0__mounts="",
        groups__0__hex="",
        evading=['"ijn-1"', '"ijn-2"'],
        speed="9",
    )
    assert errors_of(form) == {
        "attacks.0.mounts": ["Choose at least 1."],
        "groups.0.hex": ["Choose one of these."],
        "evading": ["Choose at most 1."],
        "speed": ["Enter a whole number from 0 to 3."],
    }


def sent(client: Client, battle: Battle, fields: dict[str, list[str]]) -> Any:
    """Send the fields of a form."""
    return client.post(f"/battles/{battle.pk}/orders/", fields)


def test_order_is_given_and_what_followed_is_told() -> None:
    client = Client()
    battle = toy_fight(client)
    fields, _ = order_form(client, battle)
    UnsentOrder.objects.create(seat=seat_of(battle, "red"), data={"current": "plot"})
    answer = sent(client, battle, {**fields, "hide": ["1"], "shell": ["2"]})
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"/battles/{battle.pk}/orders/?since=")
    page = one_line(client.get(answer["Location"]).content.decode())
    assert "Order submitted" in page
    assert "What happened" in page
    assert not UnsentOrder.objects.exists()
    assert order_form(client, battle)[0]["expected"] != fields["expected"]


def test_page_says_since_when_one_is_called() -> None:
    client = Client()
    battle = toy_fight(client)
    since = datetime(2026, 3, 1, 12, 4, tzinfo=UTC)
    Call.objects.filter(seat=seat_of(battle, "red")).update(since=since)
    assert "have been due since 1 March, 12:04 UTC" in one_line(
        client.get(f"/battles/{battle.pk}/orders/").content.decode()
    )
    forms = client.get(f"/api/v1/battles/{battle.pk.hex}/forms").json()
    assert forms["since"] == since.isoformat()


def test_same_form_sent_twice_gives_one_order() -> None:
    client = Client()
    battle = toy_fight(client)
    fields, _ = order_form(client, battle)
    order = {**fields, "hide": ["1"], "shell": ["2"]}
    assert sent(client, battle, order).status_code == 302
    length = LogEntry.objects.filter(battle=battle).count()
    assert sent(client, battle, order).status_code == 302
    assert LogEntry.objects.filter(battle=battle).count() == length
    other = sent(client, battle, {**order, "shell": ["3"]})
    assert other.status_code == 409


def test_form_of_an_older_moment_is_not_given_but_shown_again() -> None:
    client = Client()
    battle = toy_fight(client)
    fields, _ = order_form(client, battle)
    sent(client, battle, {**fields, "hide": ["1"], "shell": ["2"]})
    answer = sent(client, battle, {**fields, "key": ["another"], "hide": ["3"], "shell": ["1"]})
    assert answer.status_code == 409
    text = one_line(answer.content.decode())
    assert "The log has new entries" in text
    assert 'name="hide" value="3"' in text


def test_nothing_is_given_without_the_site_s_own_token() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/login/")
    token = client.cookies["csrftoken"].value
    toy_revision()
    client.post("/scenarios/coves/fight/", {"side": "red", "csrfmiddlewaretoken": token})
    battle = Battle.objects.latest("created_at")
    fields, _ = order_form(client, battle)
    order = {**fields, "hide": ["1"], "shell": ["2"]}
    assert sent(client, battle, {**order, "csrfmiddlewaretoken": ["forged"]}).status_code == 403
    assert sent(client, battle, order).status_code == 302


def test_form_that_is_not_whole_is_refused(subtests: pytest.Subtests) -> None:
    for field, value in [("expected", "x"), ("key", "ß"), ("order", "other")]:
        with subtests.test(field=field, value=value):
            client = Client()
            battle = toy_fight(client)
            fields, _ = order_form(client, battle)
            answer = sent(client, battle, {**fields, "hide": ["1"], "shell": ["2"], field: [value]})
            assert answer.status_code in (400, 409)
            assert forms_of(seat_of(battle, "red"))[0] == int(fields["expected"][0])


def test_real_battle_goes_on_by_fields_alone() -> None:
    client = Client()
    battle = library_fight(client, "savo-island", "ijn")
    fields, _ = order_form(client, battle, "deploy")
    assert sent(client, battle, fields).status_code == 302
    fields, page = order_form(client, battle, "move_blocks")
    ends = {name: ends for name, ends in page.options.items() if name.startswith("entering.")}
    assert sent(client, battle, fields).status_code == 422, "what is due has to come in"
    answer = sent(client, battle, {**fields, **{name: [ways[1]] for name, ways in ends.items()}})
    assert answer.status_code == 302
    text = one_line(client.get(answer["Location"]).content.decode())
    assert all(ways[1].rpartition(">")[2] in text for ways in ends.values())
