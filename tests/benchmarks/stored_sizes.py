"""Battles in the benchmark's own database."""

from collections.abc import Iterable
from os import urandom
from uuid import uuid4

from darkseas.engine.events import BattleBegan, Entry, Fact
from darkseas.engine.log.chain import SALT_BYTES
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.codec import write
from replays_app.log import store as log_store
from replays_app.models import Battle, Seat
from scenarios_app.revisions.store import publish

RELEASE = "benchmark"
PARTICIPANT = "0" * 32


def begun(spec: ScenarioSpec) -> Battle:
    """Return a new battle with its entry 0 and a seat for each side."""
    battle = _row(spec)
    log_store.append(battle.pk, 0, 0, [Fact(_first_entry(battle, spec))])
    return battle


def store(spec: ScenarioSpec, entries: Iterable[Entry]) -> Battle:
    """Return a finished battle with these entries; entry 0 is written anew, for it names the battle."""
    battle = _row(spec, status=Battle.Status.FINISHED)
    _, *later = entries
    all_entries = [Entry(0, 0, _first_entry(battle, spec), ("everyone",)), *later]
    salts = urandom(SALT_BYTES * len(all_entries))
    log_store.take_in(
        battle.pk, log_store.chained(log_store.codec_of(spec.system), all_entries, PARTICIPANT, salts)
    )
    return battle


def _row(spec: ScenarioSpec, **changes: object) -> Battle:
    battle = Battle.objects.create(
        id=uuid4(),
        revision=publish(spec),
        title=spec.title,
        system=spec.system,
        release=RELEASE,
        dice_scheme="table",
        **changes,
    )
    Seat.objects.bulk_create(
        Seat(battle=battle, side=side.key, participant=PARTICIPANT) for side in spec.sides
    )
    return battle


def _first_entry(battle: Battle, spec: ScenarioSpec) -> BattleBegan:
    seats = {side.key: PARTICIPANT for side in spec.sides}
    return BattleBegan(battle.pk.hex, spec.system, RELEASE, write(spec), {"scheme": "table"}, seats)
