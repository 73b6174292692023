"""Asked through the door, as a frozen release is, every system answers what it answers in process."""

import io
import json
from collections.abc import Iterator

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import DiceRolled, Entry, Fact, OrderGiven
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.play.replay import Views
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json, decode
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from darkseas.rules.door.form_json import form_from_json, form_to_json
from darkseas.rules.door.program import DOOR, serve
from tests.rules.conformance.bot_battles import SYSTEMS, scenarios, seed_of

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def spec_of(system: RulesSystem, number: int) -> ScenarioSpec:
    """One of a system's scenarios; of few they come round again."""
    specs = scenarios(system.key)
    return specs[number % len(specs)]


def entries_of(system: RulesSystem, number: int) -> tuple[Entry, ...]:
    """A battle between captains, or with an even number one of chance."""
    spec = spec_of(system, number)
    captains = {side.key: system.bot for side in spec.sides} if number % 2 else {}
    return fight(system, spec, seed_of(system.key, number), bots=captains).entries


def stored(system: RulesSystem, entries: tuple[Entry, ...]) -> list[Json]:
    """The entries as they are stored."""
    return [decode(LogCodec(system).encode(entry, None)) for entry in entries]


def conversation(*lines: Json) -> list[Json]:
    """What the program says to these lines, its greeting left out."""
    out = io.BytesIO()
    asked: Iterator[bytes] = iter([json.dumps(line).encode() for line in lines])
    serve(asked, out)
    greeting, *said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (greeting["door"], greeting["release"]) == (DOOR, registry.RELEASE)
    return said


@every_system
def test_forms_are_the_same_once_written_and_read(system: RulesSystem) -> None:
    seen = set()
    for number in range(4):
        spec = spec_of(system, number)
        sides = [side.key for side in spec.sides]
        views = Views(system, system.initial_state(spec), sides)
        for entry in entries_of(system, number):
            views.add([Fact(entry.event, entry.audience)])
            if isinstance(entry.event, OrderGiven):
                forms = [form for side in sides for form in system.legal_orders(views.of(side), side)]
                assert [form_from_json(json.loads(json.dumps(form_to_json(form)))) for form in forms] == forms
                seen |= {form.order for form in forms}
    assert len(seen) > 1


@every_system
def test_log_is_checked_and_a_changed_one_is_found(system: RulesSystem) -> None:
    entries = stored(system, entries_of(system, 1))
    question = {"ask": "check", "system": system.key, "is_strict": True, "entries": entries}
    last = next(entry for entry in entries if entry["kind"] == "battle_ended")
    otherwise = {**last, "payload": {**last["payload"], "reason": "Somebody said so."}}
    changed = [otherwise if entry is last else entry for entry in entries]
    sound, found, unknown = conversation(
        question, {**question, "entries": changed}, {**question, "entries": [{**last, "kind": "no.such"}]}
    )
    assert sound == {"answer": []}
    assert [kind for kind, _, _ in found["answer"]] == ["divergence"]
    assert "fault" in unknown


@every_system
def test_order_is_decided_with_dice_that_are_asked_for(system: RulesSystem) -> None:
    """The step with most throws: the same facts, if who asks throws what fell."""
    entries = entries_of(system, 1)
    throws: dict[int, list[DiceRolled]] = {}
    for entry in entries:
        if isinstance(entry.event, DiceRolled):
            throws.setdefault(entry.step, []).append(entry.event)
    step = max(throws, key=lambda one: len(throws[one]))
    before = tuple(entry for entry in entries if entry.step < step)
    facts = [entry for entry in entries if entry.step == step]
    given = facts[0].event
    assert isinstance(given, OrderGiven)
    question = {
        "ask": "decide",
        "system": system.key,
        "side": given.side,
        "order": given.order,
        "blanks": given.blanks,
        "nonce": "",
        "draw_offer": "",
        "entries": stored(system, before),
    }
    dice = RecordedDice(throws[step])
    told = [
        {"purpose": one.purpose, "faces": one.faces, "origin": one.origin, "scope": one.scope}
        for one in dice.left
    ]
    *asked, decided = conversation(json.loads(json.dumps(question)), *told)
    assert [one["roll"]["purpose"] for one in asked] == [one.purpose for one in throws[step]]
    told_facts = [(fact["kind"], fact["payload"], fact["audience"]) for fact in decided["answer"]]
    as_stored = stored(system, tuple(facts))
    assert told_facts == [(fact["kind"], fact["payload"], fact["audience"]) for fact in as_stored]
    *_, given_up = conversation(json.loads(json.dumps(question)), {})
    assert given_up == {"given_up": True}
