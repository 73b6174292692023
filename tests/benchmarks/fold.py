"""P1: fold a stored battle, rows to state, its hash chain not checked.

Both sides read the same payloads from a SQLite file: we by the log's own reading path and the system's
setters, `eventsourcing` by getting an aggregate whose mutator keeps the fields of each event.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.core.cache import cache

from darkseas.engine.bots.battle import BotBattle
from darkseas.engine.play.replay import set_facts
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL

from . import battles, stored_sizes
from .environment import Surroundings
from .measuring import Goal, Report, cpu_seconds, in_turn

try:
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate
except ImportError:
    Application = None

BATTLES = 6
GOAL = Goal(target=6, floor=4)
ABSENT = "eventsourcing is not installed (extra `benchmark`): its side is left out"


def run(around: Surroundings) -> Report:
    """Measure P1."""
    report = Report("P1  fold a stored battle: rows to state, chain not checked")
    fought = battles.between_bots(BATTLES)
    entries = sum(len(battle.entries) for battle in fought)
    kept = [stored_sizes.store(battles.spec(), battle.entries) for battle in fought]
    report.say(f"{BATTLES} battles of Savo Island between captains, {entries} entries, {_bytes(kept)}")
    sides = [lambda: entries / cpu_seconds(lambda: _fold_all(kept))]
    sides.append(lambda: entries / cpu_seconds(lambda: _read_all(kept)))
    if Application is None:
        report.say(ABSENT)
    else:
        peer, ids = _recorded_by_peer(fought, around.folder)
        sides.append(lambda: entries / cpu_seconds(lambda: _get_all(peer, ids)))
    rounds = in_turn(*sides)
    _tell(report, rounds)
    return report


def _tell(report: Report, rounds: list[tuple[float, ...]]) -> None:
    report.figure("rows to state: log.events, setters", [values[0] for values in rounds], "entries/s")
    report.figure(
        "all of the site's reading path, nothing cached", [values[1] for values in rounds], "entries/s"
    )
    if len(rounds[0]) > 2:
        report.figure("eventsourcing, repository.get", [values[2] for values in rounds], "events/s")
        report.ratio("fold ÷ eventsourcing", [ours / theirs for ours, _, theirs in rounds], GOAL)
        report.ratio("whole reading path ÷ eventsourcing", [ours / theirs for _, ours, theirs in rounds])


def _bytes(kept: Iterable[Battle]) -> str:
    sizes = [len(row.data) for battle in kept for row in log_store.rows(battle.pk)]
    return f"{sum(sizes) / len(sizes):.0f} bytes each"


# --- ours --------------------------------------------------------------------------------


def _fold_all(kept: Iterable[Battle]) -> None:
    setters = battles.system().setters
    reader = log_store.reader_of(battles.system().key, frozenset(setters))
    for battle in kept:
        state = battles.initial_state()
        set_facts(setters, state, log_store.events(battle.pk, reader, 0, log_store.NO_END))
        if state.ended is None:
            raise AssertionError("the battle has not ended")


def _read_all(kept: Iterable[Battle]) -> None:
    for battle in kept:
        cache.clear()
        if not cursor_cache.newest(BattleContext.of(battle), ALL).is_over:
            raise AssertionError("the battle has not ended")


# --- the peer's --------------------------------------------------------------------------


def _recorded_by_peer(fought: Iterable[BotBattle], folder: Path) -> tuple[Any, list[UUID]]:
    """Return an application of the peer which holds the same events, and the aggregates' ids."""
    codec = log_store.codec_of(battles.spec().system)
    application = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "peer.sqlite3")}
    )
    ids = []
    for battle in fought:
        aggregate = Recorded(id=uuid4())
        for entry in battle.entries:
            record = json.loads(codec.encode(entry, None))
            aggregate.trigger_event(
                Recorded.Happened, kind=record["kind"], shape=record["shape"], payload=record["payload"]
            )
        application.save(aggregate)
        ids.append(aggregate.id)
    return application, ids


def _get_all(application: Any, ids: Iterable[UUID]) -> None:
    for place in ids:
        application.repository.get(place)


if Application is not None:

    class Recorded(Aggregate):  # type: ignore[misc]  # the peer may be absent
        """A battle as the peer keeps it."""

        def __init__(self, id: UUID) -> None:  # noqa: A002 - the peer's name for it
            self._id = id
            self.last: dict[str, Any] = {}

        @staticmethod
        def create_id(id: UUID) -> UUID:  # noqa: A002 - the peer's name for it
            """Return the id that the battle is given."""
            return id

        class Happened(Aggregate.Event):  # type: ignore[misc]  # the peer may be absent
            """An event with our fields."""

            kind: str
            shape: int
            payload: dict[str, Any]

            def apply(self, aggregate: "Recorded") -> None:
                """Keep what it says."""
                aggregate.last[self.kind] = self.payload
