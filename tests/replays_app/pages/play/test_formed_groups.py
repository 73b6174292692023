"""Task groups formed freely by plain fields, and what was kept unsent as the fields of its form."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from darkseas.engine.events import OrderGiven
from darkseas.engine.orders import Contingent, Formation, Grouping, OrderForm
from darkseas.engine.serialization.canonical_json import Json
from replays_app.log import store as log_store
from replays_app.models import Battle, UnsentOrder
from replays_app.pages.play.plain_fields import filled_fields
from replays_app.pages.play.plain_fields.filling import fill
from replays_app.pages.play.plain_fields.form_fields import FilledForm
from replays_app.pages.play.plain_fields.kept_fields import kept_data
from tests.replays_app.pages.play.fighting import library_fight, order_form, seat_of, toy_fight
from tests.replays_app.pages.play.test_orders_page import FORM, sent

pytestmark = pytest.mark.django_db

FORMATION = Formation(
    "groups",
    "Task groups",
    (
        Contingent("Main, Screen", ("aoba", "kako", "yubari"), "free", 2, ("0101", "0102")),
        Contingent("Convoy", ("maru", "gawa"), "whole", 2, counts=False),
        Contingent("Picket", ("i-7",), "alone", 1, ("0203",)),
    ),
    2,
    20,
    (Grouping("Main", ("aoba", "kako")), Grouping("Convoy", ("maru", "gawa"))),
    alone="singles",
    group_members="ships",
    member="ship",
    place="hex",
)
FORM_UP = OrderForm("sea.set_up", "Groups of your own", "§1", (FORMATION,))


def filled(**fields: str) -> FilledForm:
    """The form as it is suggested, or with these fields; dots in names written as two underlines."""
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data[name.replace("__", ".")] = value
    return fill(FORM_UP, data if fields else None, lambda cell, value: (str(value), ""))


#: Two groups of the three, in two hexes; the convoy and the picket go where they must.
FIELDS = {
    "groups__0__0__name": "Main",
    "groups__0__0__place": '"0101"',
    "groups__0__1__name": "Screen",
    "groups__0__1__place": '"0102"',
    "groups__0__m0__group": "0",
    "groups__0__m1__group": "0",
    "groups__0__m2__group": "1",
    "groups__1__0__name": "Convoy",
}


def errors_of(form: FilledForm) -> list[str]:
    """What is wrong with it, from top to bottom."""
    assert filled_fields.read(form) is None
    (part,) = form.formed()
    lines = [
        error
        for line in part.lines
        for error in (*line.errors, *(one for field in line.fields for one in field.errors))
    ]
    return [*part.errors, *lines]


def test_groups_are_read_with_their_names_and_places_and_who_is_alone() -> None:
    read = filled_fields.read(filled(**FIELDS))
    assert read is not None
    assert read.blanks == {
        "groups": [
            {"ships": ["aoba", "kako"], "name": "Main", "hex": "0101"},
            {"ships": ["yubari"], "name": "Screen", "hex": "0102"},
            {"ships": ["maru", "gawa"], "name": "Convoy"},
        ],
        "singles": [{"ship": "i-7", "hex": "0203"}],
    }
    alone = filled_fields.read(
        filled(**{**FIELDS, "groups__0__m1__group": "alone", "groups__0__m1__place": '"0102"'})
    )
    assert alone is not None
    assert alone.blanks["singles"] == [{"ship": "kako", "hex": "0102"}, {"ship": "i-7", "hex": "0203"}]


def test_it_begins_with_the_groups_that_are_suggested() -> None:
    (part,) = filled().formed()
    assert part.limits == "At most 2 groups, of up to 2 each. Units marked “alone” are in no group."
    assert [slot.line.fields[0].text for slot in part.slots] == ["Main", "", "Convoy"]
    assert [one.group.value() if one.group else None for one in part.members][:3] == [0, 0, "alone"]


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"groups__0__m2__group": "0"}, ["At most 2 can be in a group; this one has 3."]),
        ({"groups__0__0__name": " "}, ["Enter a name of 1 to 20 characters."]),
        ({"groups__0__1__place": ""}, ["Choose one of these."]),
        ({"groups__0__m0__group": "7"}, ["Choose one of these."]),
        ({"groups__0__m2__group": "alone"}, ["Choose one of these."]),
    ],
)
def test_what_is_not_allowed_is_said_where_it_stands(changes: dict[str, str], errors: list[str]) -> None:
    assert errors_of(filled(**{**FIELDS, **changes})) == errors


def test_no_more_groups_are_formed_than_there_may_be() -> None:
    two_kinds = Formation(
        "groups",
        "Groups",
        (Contingent("A", ("a", "b"), "free", 2), Contingent("B", ("c", "d"), "free", 2)),
        2,
        20,
        (),
        "alone",
    )
    data = QueryDict(mutable=True)
    for name in ("0.0", "0.1", "1.0"):
        data[f"groups.{name}.name"] = name
    for name, group in (("0.m0", "0"), ("0.m1", "1"), ("1.m0", "0"), ("1.m1", "alone")):
        data[f"groups.{name}.group"] = group
    form = fill(OrderForm("o", "O", "§1", (two_kinds,)), data, lambda cell, value: (str(value), ""))
    assert errors_of(form) == ["Form at most 2 groups; you have 3."]


def test_refusal_of_the_rules_stands_at_the_group_that_it_is_about() -> None:
    form = filled(**FIELDS)
    read = filled_fields.read(form)
    assert read is not None
    assert filled_fields.refuse(form, read, "blanks.groups.1.hex", "Not there.")
    (part,) = form.formed()
    assert part.slots[1].line.fields[1].errors == ["Not there."]
    assert filled_fields.refuse(form, read, "blanks.singles", "All of them.")
    assert part.errors == ["All of them."]


def test_task_groups_of_the_library_are_formed_without_scripts() -> None:
    """Skerki Bank: the fourth group that may be formed, under a name of its own."""
    client = Client()
    battle = library_fight(client, "skerki-bank", "italy")
    fields, page = order_form(client, battle, "dark_seas.deploy#1")
    groups = [name for name in page.options if name.endswith(".group") and name.startswith("groups.0.m")]
    slots = [name for name in page.options if name.endswith(".place") and ".m" not in name]
    fields[groups[1]] = ["3"]
    fields["groups.0.3.name"] = ["Flankers"]
    for slot in slots:
        fields[slot] = [page.options[slot][1]]
    assert sent(client, battle, {**fields, groups[2]: [""]}).status_code == 422
    assert sent(client, battle, fields).status_code == 302
    events = [entry.event for entry in log_store.read(battle.pk)]
    order = next(one for one in events if isinstance(one, OrderGiven) and one.side == "italy")
    formed: Any = order.blanks["groups"]
    assert [group["name"] for group in formed] == ["Sweep", "Leading column", "Second column", "Flankers"]


# --- what was kept unsent --------------------------------------------------------------------------


def again(blanks: dict[str, Json], form: OrderForm = FORM) -> tuple[dict[str, Json], int]:
    """The order that the fields of a kept one say, and how much of it was left out."""
    data, lost = kept_data(form, blanks)
    read = filled_fields.read(fill(form, data, lambda cell, value: (str(value), "")))
    assert read is not None
    return read.blanks, lost


def test_order_that_was_kept_is_the_same_order_again() -> None:
    order: dict[str, Json] = {
        "moves": [{"block": "ijn-1", "path": ["0403", "0404", "west"]}],
        "attacks": [
            {"target": "0502", "mounts": [{"battery": 1}], "classes": "D"},
            {"target": "0502", "mounts": [{"battery": 0}], "classes": ""},
        ],
        "groups": [{"name": "Main", "hex": "02"}],
        "evading": ["ijn-2"],
        "speed": 2,
        "retreat": True,
    }
    assert again(order) == (order, 0)
    roundabout: dict[str, Json] = {**order, "moves": [{"block": "ijn-1", "path": ["0303", "0404"]}]}
    assert again(roundabout) == (roundabout, 0)
    formed = filled_fields.read(filled(**FIELDS))
    assert formed is not None
    assert again(formed.blanks, FORM_UP) == (formed.blanks, 0)


def test_what_no_longer_fits_is_left_out_and_counted() -> None:
    kept: dict[str, Json] = {
        "moves": [{"block": "ijn-9", "path": ["0403"]}, "nonsense"],
        "attacks": "nonsense",
        "groups": [{"name": "Main", "hex": "02"}],
        "evading": {"a": 1},
        "speed": 1,
    }
    blanks, lost = again(kept)
    assert (blanks["moves"], blanks["groups"], blanks["evading"], lost) == (
        [],
        [{"name": "Main", "hex": "02"}],
        [],
        2,
    )
    groups: list[Json] = [{"name": "X", "ships": ["nobody"]}, {"ships": 3}, 7]
    data, lost = kept_data(FORM_UP, {"groups": groups, "singles": [{"ship": "aoba", "hex": 5}, None]})
    assert lost == 4
    assert data["groups.0.m0.group"] == "alone"


def kept(battle: Battle, data: Json) -> None:
    """Keep something for the seat of red."""
    UnsentOrder.objects.create(seat=seat_of(battle, "red"), data=data)


def test_page_fills_in_what_was_last_kept_unsent() -> None:
    client = Client()
    battle = toy_fight(client)
    kept(battle, {"current": "plot", "orders": {"plot": {"hide": 3, "shell": 2}}})
    fields, _ = order_form(client, battle, "plot")
    assert (fields["hide"], fields["shell"]) == (["3"], ["2"])
    assert "Your unsent entries are filled in below." in page_text(client, battle)
    assert sent(client, battle, fields).status_code == 302
    assert "not sent" not in page_text(client, battle)


@pytest.mark.parametrize(
    "data", [{"orders": 3}, {"orders": {"plot": [1]}}, {"orders": {"plot": {"hide": {"a": 1}}}}]
)
def test_page_takes_no_harm_from_what_was_kept_by_who_knows_what(data: Json) -> None:
    client = Client()
    battle = toy_fight(client)
    kept(battle, data)
    assert client.get(f"/battles/{battle.pk}/orders/").status_code == 200


def page_text(client: Client, battle: Battle) -> str:
    """The text of the page."""
    return client.get(f"/battles/{battle.pk}/orders/").content.decode()
