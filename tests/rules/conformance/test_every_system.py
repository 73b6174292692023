"""What is asked of every rules system that is registered."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import EVERYONE, UMPIRE, BattleEnded, DiceRolled, OrderGiven, may_know
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.play.replay import Views, known_to, state_after
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.play.verification import first_divergence
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import (
    SYSTEMS,
    Fought,
    all_battles,
    random_battles,
    scenarios,
    steps_of,
    system_bot_battles,
)

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def _perspectives(fought: Fought) -> list[str | None]:
    return [*(side.key for side in fought.spec.sides), None]


@every_system
def test_random_and_captain_battles_come_to_an_end(system: RulesSystem) -> None:
    """V-10: bots finish every scenario; `fight` fails when nobody can act or an order is refused."""
    for fought in all_battles(system):
        kinds = [type(entry.event) for entry in fought.bot_battle.entries]
        assert kinds.count(BattleEnded) == 1
        assert system.result(fought.bot_battle.state) is not None
        assert system.legal_orders(fought.bot_battle.state, fought.spec.sides[0].key) == ()


@every_system
def test_every_scenario_is_fought_by_both_kinds_of_bots(system: RulesSystem) -> None:
    keys = {spec.key for spec in scenarios(system.key)}
    assert keys
    assert {fought.spec.key for fought in random_battles(system)} == keys
    assert {fought.spec.key for fought in system_bot_battles(system)} == keys


@every_system
def test_store_and_load_gives_equal_events(system: RulesSystem) -> None:
    codec = LogCodec(system)
    for fought in all_battles(system):
        for entry in fought.bot_battle.entries:
            stored = codec.encode(entry, "someone")
            assert codec.decode(canonical_json.decode(stored)) == entry


@every_system
def test_fold_of_the_log_is_what_decide_left(system: RulesSystem) -> None:
    for fought in all_battles(system):
        initial = system.initial_state(fought.spec)
        folded = state_after(system, initial, (entry.event for entry in fought.bot_battle.entries))
        # Each has read the scenario for itself: a state holds its scenario by identity.
        folded.scenario = fought.bot_battle.state.scenario
        assert folded == fought.bot_battle.state


@every_system
def test_check_of_every_log_finds_nothing(system: RulesSystem) -> None:
    for fought in all_battles(system):
        assert first_divergence(system, system.initial_state(fought.spec), fought.bot_battle.entries) is None


@every_system
def test_check_names_the_step_where_a_die_was_changed(system: RulesSystem) -> None:
    fought = system_bot_battles(system)[0]
    place, event = next(
        (place, entry.event)
        for place, entry in enumerate(fought.bot_battle.entries)
        if isinstance(entry.event, DiceRolled) and entry.audience == EVERYONE
    )
    entry = fought.bot_battle.entries[place]
    face = event.faces[0] % event.sides + 1
    fields = write(event) | {"faces": (face, *event.faces[1:])}
    changed = entry._replace(event=type(event)(**fields))
    entries = (*fought.bot_battle.entries[:place], changed, *fought.bot_battle.entries[place + 1 :])
    found = first_divergence(system, system.initial_state(fought.spec), entries)
    assert found is not None
    assert found.step == entry.step


@every_system
def test_every_prefix_and_every_sides_part_folds(system: RulesSystem) -> None:
    """V-2 in small: a view built entry by entry equals the fold of what its side may know."""
    for fought in (*random_battles(system)[:6], *system_bot_battles(system)):
        initial = system.initial_state(fought.spec)
        views = Views(system, initial, [side.key for side in fought.spec.sides])
        known = 0
        for facts in steps_of(fought):
            views.add(facts)
            known += len(facts)
            prefix = fought.bot_battle.entries[:known]
            assert views.whole == state_after(system, initial, (entry.event for entry in prefix))
        for side in fought.spec.sides:
            part = known_to(side.key, fought.bot_battle.entries)
            assert views.of(side.key) == state_after(system, initial, (entry.event for entry in part))
        system.chart(
            state_after(system, initial, (e.event for e in known_to(None, fought.bot_battle.entries)))
        )


@every_system
def test_forms_from_a_sides_view_are_the_forms_from_the_whole_state(system: RulesSystem) -> None:
    """H-4: what a side may order depends on nothing that it cannot know."""
    for fought in (*random_battles(system)[:12], *system_bot_battles(system)):
        sides = [side.key for side in fought.spec.sides]
        views = Views(system, system.initial_state(fought.spec), sides)
        for facts in steps_of(fought):
            views.add(facts)
            for side in sides:
                assert system.legal_orders(views.of(side), side) == system.legal_orders(views.whole, side)


@every_system
def test_a_refused_order_changes_nothing(system: RulesSystem) -> None:
    """Orders given at the wrong moment, by the wrong side, or out of another step of the battle."""
    for fought in (*random_battles(system)[:4], *system_bot_battles(system)[:1]):
        sides = [side.key for side in fought.spec.sides]
        views = Views(system, system.initial_state(fought.spec), sides)
        orders = [e.event for e in fought.bot_battle.entries if isinstance(e.event, OrderGiven)]
        for facts in steps_of(fought):
            views.add(facts)
            before = views.whole.copy()
            for order in orders[:: max(1, len(orders) // 8)]:
                for side in (*sides, UMPIRE, "nobody"):
                    refused = _refusal(system, views.whole, side, order)
                    assert refused is None or (refused.reason.strip() and refused.rule)
                    assert views.whole == before


def _refusal(system: RulesSystem, state: object, side: str, order: OrderGiven) -> IllegalOrder | None:
    try:
        given = read_order(system, side, order.order, dict(order.blanks))
        take_step(system, state, given, SeededDice(bytes(32)))
    except IllegalOrder as refused:
        return refused
    return None


@every_system
def test_every_event_has_a_sentence_and_a_citation_from_every_perspective(system: RulesSystem) -> None:
    for fought in (*random_battles(system)[:4], *system_bot_battles(system)):
        for side in (*_perspectives(fought), "all"):
            state = system.initial_state(fought.spec)
            for entry in fought.bot_battle.entries:
                if side != "all" and not may_know(entry.audience, side):
                    continue
                narration = system.describe(state, entry.event)
                assert narration.sentence.strip(), entry.event
                assert narration.rules, entry.event
                setter = system.setters.get(type(entry.event))
                if setter is not None:
                    setter(state, entry.event)


@every_system
def test_orders_are_known_to_their_giver_alone(system: RulesSystem) -> None:
    for fought in all_battles(system):
        for entry in fought.bot_battle.entries:
            if isinstance(entry.event, OrderGiven):
                assert entry.audience == (entry.event.side,)


@every_system
def test_secret_rolls_hang_on_a_key_of_their_own(system: RulesSystem) -> None:
    """A roll that not everybody may know must not be drawn from the public key (ds-dice-1)."""
    for fought in all_battles(system):
        for entry in fought.bot_battle.entries:
            if isinstance(entry.event, DiceRolled):
                assert (entry.event.scope == "pub") == (entry.audience == EVERYONE)


@every_system
def test_random_orders_are_legal_again_and_again(system: RulesSystem) -> None:
    """The form is complete: whatever a bot fills in is accepted, at the same moment, many times."""
    for fought in random_battles(system)[:4]:
        sides = [side.key for side in fought.spec.sides]
        views = Views(system, system.initial_state(fought.spec), sides)
        chooser = Chooser(sha256(fought.seed).digest())
        for facts in steps_of(fought):
            views.add(facts)
            for side in sides:
                forms = system.legal_orders(views.of(side), side)
                for _ in range(3 if forms else 0):
                    name, blanks = random_order(forms, chooser)
                    take_step(
                        system, views.whole, read_order(system, side, name, blanks), SeededDice(bytes(32))
                    )


LOG_PROGRAM = """
import sys, hashlib, django
django.setup()
from darkseas.engine.bots.battle import fight
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.rules.registry import system
from scenarios_app.library import loader
kinds, *keys = sys.argv[1:]
digests = {key: hashlib.sha256() for key in keys}
for number, path in enumerate(loader.scenario_files()):
    spec = loader.read_file(path)
    if spec.system not in digests:
        continue
    rules = system(spec.system)
    ways = {}, {side.key: rules.bot for side in spec.sides}
    for bots in ways if kinds == "both" else ways[number % 2 :][:1]:
        codec = LogCodec(rules)
        for entry in fight(rules, spec, bytes(range(32)), bots=bots).entries:
            digests[spec.system].update(codec.encode(entry, None))
print(*(digest.hexdigest() for digest in digests.values()))
"""


def _log_digests(hash_seed: str, zone: str, *, in_full: bool) -> list[str]:
    """A digest of battles over every scenario of each system, fought in a process of its own.

    Each is fought by both kinds of bots in full, else by one of the two, in turn.
    """
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone}
    kinds = "both" if in_full else "one"
    run = subprocess.run(
        [sys.executable, "-c", LOG_PROGRAM, kinds, *(system.key for system in SYSTEMS)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return run.stdout.split()


@pytest.mark.slow
def test_v1_one_seed_is_one_log_under_any_hash_seed_and_time_zone(in_full: bool) -> None:
    """V-1: the same log in fresh processes of two hash seeds and time zones; of three in full."""
    runs = [("0", "UTC"), ("4294967295", "America/Los_Angeles"), ("1", "Asia/Tokyo")]
    asked = runs[: 3 if in_full else 2]
    first, *others = (_log_digests(hash_seed, zone, in_full=in_full) for hash_seed, zone in asked)
    assert [len(digest) for digest in first] == [64] * len(SYSTEMS)
    assert others == [first] * len(others)


@every_system
def test_v1_one_seed_is_one_log_twice_in_one_process(system: RulesSystem) -> None:
    fought = random_battles(system)[0]
    again = fight(system, fought.spec, fought.seed)
    assert again.entries == fought.bot_battle.entries


@every_system
def test_order_of_unknown_kind_or_shape_is_refused_with_its_field(system: RulesSystem) -> None:
    name = next(iter(system.orders))
    for order, blanks, field in ((name + "x", {}, "order"), (name, {"no_such": 1}, "blanks.no_such")):
        with pytest.raises(IllegalOrder) as refused:
            read_order(system, "somebody", order, blanks)
        assert refused.value.field == field


@every_system
def test_given_orders_read_back_as_they_were(system: RulesSystem) -> None:
    for fought in system_bot_battles(system):
        for entry in fought.bot_battle.entries:
            if isinstance(entry.event, OrderGiven):
                given = read_order(system, entry.event.side, entry.event.order, dict(entry.event.blanks))
                assert isinstance(given, Given)
                assert write(given.order) == dict(entry.event.blanks)
