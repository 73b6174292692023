"""The API of orders before they are given: forms in words, suggestions, previews."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from darkseas.engine.orders import Course, Fixed, OrderForm, Rows
from darkseas.rules.dark_seas import SYSTEM as DARK_SEAS
from replays_app.api.order_forms import forms_json
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.dice_schemes import FAIR
from replays_app.recording.seat_view import seat_view
from replays_app.recording.start import Started, start
from replays_app.replay.battle_context import BattleContext
from scenarios_app.revisions.store import publish
from tests.replays_app.api.test_api import address, get, give, problem
from tests.support.builders import fight_turns, forms_of, seats_of, toy_started
from tests.support.fair_battles import commit
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db


def look(battle: Battle, token: str, **body: Any) -> Any:
    """Ask what an order will do."""
    order = {"order": "plot", "blanks": {"hide": 1, "shell": 2}, **body}
    headers = {"Authorization": f"Seat {token}"} if token else {}
    return Client().post(address(battle, "/preview"), order, content_type="application/json", headers=headers)


def savo_started() -> Started:
    """Savo Island, just begun."""
    return start(publish(library_spec("savo-island")), seed=bytes(range(32)))


def suggested_until(started: Started, until: str) -> tuple[str, dict[str, Any]]:
    """Give what the captains suggest until a form of this name is asked for; whose it is, and the form."""
    for step in range(40):
        for side, token in started.tokens.items():
            told = get(address(started.battle, "/forms"), token).json()
            pressing = [form for form in told["forms"] if form["pressing"]]
            if pressing and pressing[0]["order"] == until:
                return side, pressing[0]
            if pressing:
                body = get(address(started.battle, "/suggestion"), token).json()
                order = {"order": body["order"], "blanks": body["blanks"], "expected": told["length"]}
                assert give(started.battle, token, f"{side}-{step}", **order).status_code == 201
    raise AssertionError(f"{until} is never asked for")


# --- forms in words --------------------------------------------------------------------------------


def test_form_of_a_real_battle_says_its_values_in_words() -> None:
    """Fixed values, places and courses, each with its keys on the chart; empty help is left out."""
    side, form = suggested_until(savo_started(), "dark_seas.move_blocks")
    assert form["because"].endswith(".")
    moves = next(blank for blank in form["blanks"] if blank["name"] == "moves")
    block, way = moves["rows"][0]
    assert (moves["blank"], block["blank"], block["subject"]) == ("rows", "fixed", "piece")
    assert (moves["title"], block["title"]) == ("Blocks", "Block")
    assert block["value"].startswith(side)
    assert block["words"]
    assert block["focus"][0] == block["value"]
    assert (way["blank"], way["subject"]) == ("course", "place")
    first = way["reach"][0]
    assert {"place", "cost", "before", "words", "focus"} <= set(first)
    assert "help" not in first or first["help"]
    assert "values" not in way


def test_form_says_which_part_of_its_lines_may_be_named_once_only() -> None:
    """Else a program could not know that a battery fires once, however many lines there are."""
    started = toy_started()
    context, seat = BattleContext.of(started.battle), seats_of(started.battle)["red"]
    form = OrderForm("plot", "Plot", "T-1", (Rows("attacks", "Attacks", (), least=1, once="mounts"),))
    (line,) = forms_json(context, seat, replace(seat_view(context, seat), forms=(form,)))
    assert isinstance(line, dict)
    (rows,) = line["blanks"]
    assert (rows["once"], rows["least"]) == ("mounts", 1)


def test_json_of_a_form_has_every_way_of_its_course() -> None:
    started = savo_started()
    side, told = suggested_until(started, "dark_seas.move_blocks")
    form: OrderForm = forms_of(seats_of(started.battle)[side])[1][0]
    moves = form.blanks[0]
    assert isinstance(moves, Rows)
    for row, line in zip(moves.rows, told["blanks"][0]["rows"], strict=True):
        assert isinstance(row[0], Fixed)
        assert isinstance(row[1], Course)
        ends = [(end["place"], end["cost"], end["before"]) for end in line[1]["reach"]]
        assert ends == [(end.place, end.cost, end.before) for end in row[1].reach]
        assert len(line[1]["legs"]) >= len(ends)
        assert ["", ends[0][0], ends[0][1]] in line[1]["legs"]
        assert (line[1]["start"], line[1]["allowance"]) == (row[1].start, row[1].allowance)


def test_form_to_set_up_freely_says_who_may_be_grouped_and_where() -> None:
    """As data: contingents with words, limits, the blanks of the order that it fills, what to begin with."""
    started = savo_started()
    told = get(address(started.battle, "/forms"), started.tokens["allies"]).json()
    assert [form["order"] for form in told["forms"]][:2] == ["dark_seas.deploy"] * 2
    formation = told["forms"][1]["blanks"][0]
    assert (formation["blank"], formation["name"], formation["alone"]) == ("formation", "groups", "singles")
    assert formation["fields"] == {"name": "name", "members": "ships", "member": "ship", "place": "hex"}
    assert formation["most_groups"] >= 1
    assert {part["how"] for part in formation["contingents"]} == {"free", "whole"}
    free = next(part for part in formation["contingents"] if part["how"] == "free")
    assert {"value", "words", "help", "focus"} == set(free["members"][0])
    assert free["places"][0]["value"] == free["places"][0]["words"]
    members = [member["value"] for part in formation["contingents"] for member in part["members"]]
    assert sorted(one for group in formation["suggested"] for one in group["members"]) == sorted(members)


# --- suggestions -----------------------------------------------------------------------------------


def test_suggestion_is_an_order_that_may_be_given_with_reasons() -> None:
    started = toy_started()
    red = started.tokens["red"]
    body = get(address(started.battle, "/suggestion"), red).json()
    assert body["reasons"] == ["Nobody knows where the enemy is."]
    assert get(address(started.battle, "/suggestion"), red).json() == body
    assert log_store.length(started.battle.pk) == 1
    assert give(started.battle, red, order=body["order"], blanks=body["blanks"]).status_code == 201


def test_no_suggestion_where_nothing_is_asked() -> None:
    started = toy_started(seats=["red", "blue", "umpire"])
    give(started.battle, started.tokens["red"])
    for side in ("red", "umpire"):
        answer = get(address(started.battle, "/suggestion"), started.tokens[side])
        problem(answer, 409, "nothing-asked")
    problem(get(address(started.battle, "/suggestion")), 401, "seat-needed")
    problem(look(started.battle, ""), 401, "seat-needed")


def test_giving_up_a_seed_is_never_suggested() -> None:
    started = toy_started(scheme=FAIR)
    for seat in seats_of(started.battle).values():
        commit(seat)
    answer = get(address(started.battle, "/suggestion"), started.tokens["red"])
    assert "nothing to suggest" in problem(answer, 409, "nothing-asked")["detail"]


# --- previews --------------------------------------------------------------------------------------


def test_preview_says_what_an_order_will_do_and_changes_nothing() -> None:
    started = toy_started()
    body = look(started.battle, started.tokens["red"]).json()
    assert body == {
        "length": 1,
        "lines": [
            {
                "blank": "shell",
                "text": "Cove 2 is shelled, and the squadron hides in cove 1.",
                "rule": "T-2",
                "odds": [],
                "warnings": [],
            }
        ],
    }
    assert log_store.length(started.battle.pk) == 1


def test_preview_refuses_as_giving_the_order_does(subtests: pytest.Subtests) -> None:
    refused: list[dict[str, Any]] = [
        {"blanks": {"hide": 7, "shell": 1}},
        {"blanks": {"hide": 1.5, "shell": 1}},
        {"blanks": {"shell": 1}},
        {"order": "fly"},
        {"order": "rule", "blanks": {"reason": "so", "events": []}},
        {"order": "time_out", "blanks": {}},
        {"blanks": {"hide": 1, "shell": 2, "note": "\u202esdrawkcab"}},
    ]
    for changes in refused:
        with subtests.test(changes=changes):
            started = toy_started()
            red = started.tokens["red"]
            seen = problem(look(started.battle, red, **changes), 422, "illegal-order")
            given = problem(give(started.battle, red, **changes), 422, "illegal-order")
            assert {**seen, "instance": ""} == {**given, "instance": ""}


@pytest.mark.parametrize(("order", "status"), [("resign", 200), ("offer_draw", 200), ("accept_draw", 422)])
def test_preview_of_an_end_refuses_what_nobody_offered(order: str, status: int) -> None:
    started = toy_started()
    answer = look(started.battle, started.tokens["red"], order=order, blanks={})
    assert answer.status_code == status
    assert answer.json().get("lines", []) == []


def test_draw_offered_again_at_once_is_refused_with_a_sentence_also_ahead() -> None:
    started = toy_started()
    red = started.tokens["red"]
    for order in ("offer_draw", "decline_draw"):
        length, _ = forms_of(seats_of(started.battle)["red"])
        assert give(started.battle, red, order, order=order, blanks={}, expected=length).status_code == 201
    again: dict[str, Any] = {"order": "offer_draw", "blanks": {}}
    seen = problem(look(started.battle, red, **again), 422, "illegal-order")
    refused = problem(give(started.battle, red, "again", **again, expected=length + 2), 422, "illegal-order")
    assert "Offer one again in the next phase or turn" in refused["detail"]
    assert {**seen, "instance": ""} == {**refused, "instance": ""}


def test_preview_of_a_sealed_plot_given_again_is_refused() -> None:
    started = toy_started()
    give(started.battle, started.tokens["red"])
    refused = problem(look(started.battle, started.tokens["red"]), 422, "illegal-order")
    assert refused["rule"] == "T-1"


def test_preview_after_the_end_is_refused() -> None:
    started = toy_started()
    fight_turns(started.battle, 6)
    problem(look(started.battle, started.tokens["red"]), 409, "battle-over")


def test_preview_of_attacks_has_their_odds_as_fractions() -> None:
    started = savo_started()
    side, form = suggested_until(started, "dark_seas.declare_attacks")
    token = started.tokens[side]
    suggestion = get(address(started.battle, "/suggestion"), token).json()
    asked = {"order": suggestion["order"], "blanks": suggestion["blanks"]}
    lines = look(started.battle, token, **asked).json()["lines"]
    assert [line["blank"] for line in lines] == [
        f"attacks.{number}" for number in range(len(suggestion["blanks"]["attacks"]))
    ] or lines[0]["blank"] == "attacks"
    for line in lines:
        assert line["rule"]
        for target in line["odds"]:
            assert {"ship", "name", "friendly", "drawn", "sunk", "damaged", "unhurt"} <= set(target)
    assert DARK_SEAS.key == started.battle.system
    assert form["order"] == suggestion["order"]
