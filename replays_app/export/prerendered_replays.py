"""Prerendered replays: a finished battle from one perspective, rendered once and served without queries.

The URL contains a mark, which is a hash of everything that the replay depends on: the last entry's link, the
battle's row, and the code. So an outdated replay is never mistaken for the current one, and a browser that
already has the current one gets 304.

A replay contains what the API returns step by step: outline, lines and charts (`replays_app/replay/`). A
worker renders the replay when the battle ends, or on the first request; until then viewers watch step by
step.
"""

from functools import lru_cache
from hashlib import sha256
from uuid import UUID

from django.core.cache import cache

from darkseas.database.enqueue import enqueue
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.web.sending import compression
from darkseas.web.sending.etags import to_bytes
from replays_app.log import store as log_store
from replays_app.models import Battle, Reel
from replays_app.replay import cursor_cache, perspectives
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.code_version import code_version
from replays_app.replay.lines import line_json
from replays_app.replay.outline import outline

TASK = "ds.sim.tell_ahead"
#: Longer battles are only served step by step, because a whole replay would need too much memory and time.
MOST_ENTRIES = 3_000
#: Maximum size before compression, for battles with very large charts. A larger replay is stored empty, so
#: that it is neither rendered again nor sent.
MOST_BYTES = 32 * 1024 * 1024
#: After so many seconds the same replays may be enqueued again.
RUNG_FOR_S = 60
#: How many replays a process caches; a typical one has sixty thousand bytes.
REMEMBERED = 64
_MARK_DIGITS = 32


def mark_of(battle: Battle) -> str:
    """Return the mark in the URLs of a battle's replays now; "" if the battle has no mark.

    A running battle, one with a broken chain, and one that is too long have none.
    """
    if not battle.is_over or battle.broken_at is not None:
        return ""
    last = log_store.last(battle.pk)
    if last is None or last.seq >= MOST_ENTRIES:
        return ""
    made_of = (code_version(), last.link.hex(), battle.status, battle.system, battle.release, battle.title)
    return sha256("\0".join(made_of).encode()).hexdigest()[:_MARK_DIGITS]


def stored(battle_id: UUID, mark: str, perspective: str) -> bytes | None:
    """Return a replay, compressed; None if the replay is not rendered yet."""
    try:
        return _remembered(battle_id, mark, perspective) or None
    except Reel.DoesNotExist:
        return None


@lru_cache(maxsize=REMEMBERED)
def _remembered(battle_id: UUID, mark: str, perspective: str) -> bytes:
    reel = Reel.objects.get(battle=battle_id, mark=mark, perspective=perspective)
    return bytes(reel.data)


def are_all_stored(battle: Battle, mark: str) -> bool:
    """Return whether all replays of a battle are rendered."""
    of_now = battle.reels.filter(mark=mark, perspective__in=perspectives.open_to(battle))
    told = of_now.exclude(data=b"").count()
    return told == len(perspectives.open_to(battle))


def ask_for(battle_id: UUID) -> None:
    """Enqueue the rendering of a battle's replays, unless they were enqueued a moment ago."""
    if cache.add(f"reels-asked:{code_version()}:{battle_id.hex}", True, RUNG_FOR_S):
        enqueue(TASK, battle_id, RUNG_FOR_S)


def tell_ahead(battle: Battle) -> int:
    """Render all missing replays of a battle; return how many were rendered."""
    mark, told = mark_of(battle), 0
    if not mark:
        return told
    known = {reel.perspective for reel in battle.reels.filter(mark=mark).iterator()}
    open_to = perspectives.open_to(battle)
    context = BattleContext.of(battle)
    for perspective in open_to:
        if perspective not in known and _store(context, mark, perspective, open_to):
            told += 1
    return told


def forget_stale(battle: Battle) -> None:
    """Delete the outdated replays of a battle."""
    battle.reels.exclude(mark=mark_of(battle)).delete()


def _store(context: BattleContext, mark: str, perspective: str, open_to: tuple[str, ...]) -> bool:
    """Render and store a replay, unless the battle has changed meanwhile."""
    told = to_bytes(reel_json(context, perspective, open_to))
    data = compression.packed(told) if len(told) <= MOST_BYTES else b""
    battle = Battle.objects.get(pk=context.battle.pk)
    if mark_of(battle) != mark:
        return False
    Reel.objects.update_or_create(
        battle=battle,
        perspective=perspective,
        defaults={"mark": mark, "data": data},
    )
    return True


def reel_json(context: BattleContext, perspective: str, open_to: tuple[str, ...]) -> dict[str, Json]:
    """Return a whole replay: outline, lines, and each chart that differs from the previous one.

    ``chart_of`` has the index of the chart after each line.
    """
    lines: list[Json] = []
    charts: list[Json] = []
    chart_of: list[Json] = []
    cursor = cursor_cache.at_start(context, perspective)
    for before, entry in cursor_cache.entries_on(context, cursor):
        if lines:
            _add_chart(context, before.state, charts, chart_of)
        lines.append(line_json(context, before, entry))
    if lines:
        _add_chart(context, cursor.state, charts, chart_of)
    return {
        "outline": outline(context, perspective, open_to),
        "lines": lines,
        "charts": charts,
        "chart_of": chart_of,
    }


def _add_chart(context: BattleContext, state: object, charts: list[Json], chart_of: list[Json]) -> None:
    chart = write(context.system.chart(state))
    del chart["ground"]
    if not charts or charts[-1] != chart:
        charts.append(chart)
    chart_of.append(len(charts) - 1)
