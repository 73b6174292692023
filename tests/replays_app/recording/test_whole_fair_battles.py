"""Whole battles of the library with dice of ds-dice-1, from the sealed seeds to the proof."""

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import DiceRolled
from replays_app.export import battle_files
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.start import start
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.replays_app.export.verifier import verified
from tests.support.builders import forms_of, seats_of
from tests.support.every_case import every_case
from tests.support.fair_battles import chance, exchange_seeds, now
from tests.support.library.library_specs import library_spec

pytestmark = pytest.mark.django_db


@every_case("key", ["savo-island", "denmark-strait"])
def test_battle_between_captains_is_proved_offline_die_by_die(key: str) -> None:
    battle = start(publish(library_spec(key)), scheme="ds-dice-1").battle
    exchange_seeds(battle)
    seats, chooser = seats_of(battle), Chooser(b"captains")
    context = BattleContext.of(battle)
    for number in range(2_000):
        called = [seat for seat in seats.values() if any(form.pressing for form in forms_of(seat)[1])]
        if not called:
            break
        view = cursor_cache.newest(context, called[0].side).state
        order = context.system.bot(view, called[0].side, forms_of(called[0])[1], chooser)
        now(called[0], *order, nonce=chance(str(number)).hex())
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    rolls = verified(b"".join(battle_files.export_battle(battle))).rolls
    assert (rolls["closed"], rolls["table"]) == (0, 0)
    assert rolls["house"] == sum(isinstance(entry.event, DiceRolled) for entry in log_store.read(battle.pk))
    assert rolls["house"] > 0
    assert verification.check(battle) == []
