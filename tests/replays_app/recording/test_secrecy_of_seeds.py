"""Seeds of running battles that nobody may know, of ds-dice-1: F-11, F-12, F-13."""

import base64
import json
import re
from collections import Counter
from itertools import groupby

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.events import DiceRolled
from darkseas.engine.orders import Given, IllegalOrder
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording import seeds
from replays_app.recording.dice_schemes import FAIR
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from tests.support.builders import forms_of, give, plot, seats_of, toy_started
from tests.support.fair_battles import SIDES, chance, exchange_seeds, fair_open, fight_fair_turns, now
from tests.support.fair_secrets import ROOT, began, chain_of, leaked, secrets_of

pytestmark = pytest.mark.django_db

#: What has the length of a key or a seed, in hex or base64.
OF_32_BYTES = (rb"(?<![\w+/-])([0-9a-fA-F]{64})(?![\w+/-])", rb"(?<![\w+/-])([\w+/-]{43})(?![\w+/-])")
URL_SAFE = bytes.maketrans(b"+/", b"-_")


# --- F-11 and F-12: what leaks of seeds --------------------------------------------------------------


def dump() -> bytes:
    """Every value of every row of every table."""
    values: list[bytes] = []
    for model in apps.get_models():
        for row in model._default_manager.values_list():
            values += [bytes(v) if isinstance(v, bytes | memoryview) else str(v).encode() for v in row]
    return b"\n".join(values)


def test_f11_database_without_the_secret_key_foretells_nothing(settings: Settings) -> None:
    battle = fair_open()
    fight_fair_turns(battle, 2)
    assert leaked(battle, dump() + ROOT) == ["root"]
    assert leaked(battle, dump()) == []
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "whoever has the dump", []
    with pytest.raises(seeds.SeedLost):
        fight_fair_turns(battle, 1, first=3)


def fetched(client: Client, battle: Battle, token: str) -> bytes:
    """Everything that a seat can fetch of a running battle."""
    api, seat = f"/api/v1/battles/{battle.pk.hex}", {"Authorization": f"Seat {token}"}
    length = json.loads(client.get(f"{api}/forms", headers=seat).content)["length"]
    asked = ["", "/forms", "/events?count=1000", "/lines?count=1000", "/outline", "/export"]
    asked += [f"/steps/{number}" for number in range(length)]
    pages = [f"/battles/{battle.pk}/", f"/battles/{battle.pk}/prose/", "/fairness/", "/fairness/register/"]
    answers = [client.get(f"{api}{path}", headers=seat) for path in asked]
    answers += [client.get(page) for page in pages]
    return b"\n".join(answer.content + str(answer.headers).encode() for answer in answers)


def test_f12_nothing_that_a_side_can_fetch_leads_to_another_sides_dice(client: Client) -> None:
    started = toy_started(scheme=FAIR)
    battle, seats = started.battle, seats_of(started.battle)
    exchange_seeds(battle)
    fight_fair_turns(battle, 3)
    plot(seats["blue"], nonce=chance("blue secret").hex())
    data = fetched(client, battle, started.tokens["red"])
    assert chance("red 3").hex().encode() in data
    assert leaked(battle, data) == []
    assert dice_by(values_of_32_bytes(data), battle, "side:blue") == []
    assert len([name for name in secrets_of(battle) if name.startswith("key side:blue")]) == 3
    assert [number for number in range(1, 4) if chance(f"blue {number}").hex().encode() in data] == []
    assert chance("blue secret").hex().encode() not in data


def values_of_32_bytes(data: bytes) -> set[bytes]:
    """Every value of the length of a key or a seed that stands in the data, in hex or base64."""
    in_hex, in_base64 = (re.findall(way, data) for way in OF_32_BYTES)
    found = {bytes.fromhex(text.decode()) for text in in_hex}
    return found | {base64.urlsafe_b64decode(text.translate(URL_SAFE) + b"=") for text in in_base64}


def dice_by(values: set[bytes], battle: Battle, scope: str) -> list[str]:
    """Which steps' secret dice follow from one of the values, as the key itself or as the seed below it."""
    bid, ledger, found = battle.pk.bytes, Ledger.of(began(battle)), []
    for _, step in groupby(log_store.read(battle.pk, 1), key=lambda entry: entry.step):
        for entry in step:
            roll = entry.event
            if isinstance(roll, DiceRolled) and roll.scope == scope:
                number = ledger.number(scope)
                keys = values | {ledger.key(scope, value) for value in values}
                right = ledger.key(scope, chain_of(bid, scope)[number])
                found += [f"{scope} {number}" for key in keys if key == right]
            ledger.apply(entry.event)
    return found


def test_f12_search_finds_what_would_lead_there() -> None:
    battle = fair_open()
    fight_fair_turns(battle, 2)
    seed = chain_of(battle.pk.bytes, "side:blue")[2]
    for text in (seed.hex().encode(), base64.b64encode(seed), base64.urlsafe_b64encode(seed)):
        assert dice_by(values_of_32_bytes(b"?" + text + b"!"), battle, "side:blue") == ["side:blue 2"]
    assert dice_by(values_of_32_bytes(bytes(range(32)).hex().encode()), battle, "side:blue") == []


# --- F-13: asking what would be --------------------------------------------------------------------


def test_f13_no_question_opens_the_seed_store(client: Client) -> None:
    started = toy_started(scheme=FAIR)
    battle, seats = started.battle, seats_of(started.battle)
    exchange_seeds(battle)
    fight_fair_turns(battle, 1)
    context, chooser = BattleContext.of(battle), Chooser(b"probe")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        for number in range(200):
            side = SIDES[number % 2]
            view = cursor_cache.newest(context, side).state
            forms = forms_of(seats[side])[1]
            name, blanks = random_order(forms, chooser)
            context.system.bot(view, side, forms, chooser)
            context.system.odds(view, Given(side, context.system.orders[name](**blanks)))
            with pytest.raises((IllegalOrder, log_store.LogConflict)):
                if number % 4 < 2:
                    give(seats[side], name, blanks, expected=1)
                else:
                    now(seats[side], "plot", {"hide": 9, "shell": number})
        fetched(client, battle, started.tokens["red"])
    tables = Counter("battlesecret" in query["sql"] for query in queries.captured_queries)
    assert tables[True] == 0
    assert tables[False] > 200
