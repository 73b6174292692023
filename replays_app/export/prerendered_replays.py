"""Reels: a battle that is over, told whole from one perspective once, to be watched without asking again.

A reel is addressed by a mark, which is another one as soon as anything is that it was told of: the last
entry's link, the battle's row, or the code that tells. So what was told before is never taken for what stands
now, and who has a reel already is told so without a byte of it. It holds what the API tells of the battle
step by step, and nothing else: outline, lines, charts (`replays_app/replay/`). Workers tell it when a battle
ends, or when it is asked for first; until then the battle is watched step by step. What bears no stamp of
this site was written past it: nobody is sent it, and it is told anew.
"""

from functools import lru_cache
from hashlib import sha256
from uuid import UUID

from django.core.cache import cache

from darkseas.database.enqueue import enqueue
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.web.etags import to_bytes
from darkseas.web.sending import compression
from replays_app.log import store as log_store
from replays_app.models import Battle, Reel
from replays_app.replay import cursor_cache, perspectives
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.code_version import code_version
from replays_app.replay.lines import line_json
from replays_app.replay.outline import outline

TASK = "ds.sim.tell_ahead"
#: Longer battles are watched step by step: a reel of them would take a browser's memory and a worker's time.
MOST_ENTRIES = 3_000
#: So are those whose charts are very large: a longer reel, before it is compressed, is kept empty, so that
#: nobody tells it a second time, and sent to nobody.
MOST_BYTES = 32 * 1024 * 1024
#: For so many seconds nobody else rings for the same reels.
RUNG_FOR_S = 60
#: Reels that a process remembers; a usual one has sixty thousand bytes.
REMEMBERED = 64
_MARK_DIGITS = 32


def mark_of(battle: Battle) -> str:
    """Return by what the reels of a battle are addressed now; "" where it has none.

    None has one that still goes on, whose chain is broken, or that is too long.
    """
    if not battle.is_over or battle.broken_at is not None:
        return ""
    last = log_store.last(battle.pk)
    if last is None or last.seq >= MOST_ENTRIES:
        return ""
    made_of = (code_version(), last.link.hex(), battle.status, battle.system, battle.release, battle.title)
    return sha256("\0".join(made_of).encode()).hexdigest()[:_MARK_DIGITS]


def stored(battle_id: UUID, mark: str, perspective: str) -> bytes | None:
    """Return a reel, compressed; None where it is not told yet."""
    try:
        return _remembered(battle_id, mark, perspective) or None
    except Reel.DoesNotExist:
        return None


@lru_cache(maxsize=REMEMBERED)
def _remembered(battle_id: UUID, mark: str, perspective: str) -> bytes:
    reel = Reel.objects.get(battle=battle_id, mark=mark, perspective=perspective)
    return bytes(reel.data)


def are_all_stored(battle: Battle, mark: str) -> bool:
    """Whether a battle has all its reels, so that none that is asked for is missing."""
    of_now = battle.reels.filter(mark=mark, perspective__in=perspectives.open_to(battle))
    told = of_now.exclude(data=b"").count()
    return told == len(perspectives.open_to(battle))


def ask_for(battle_id: UUID) -> None:
    """Let a worker tell a battle's reels, unless one was asked just now."""
    if cache.add(f"reels-asked:{code_version()}:{battle_id.hex}", True, RUNG_FOR_S):
        enqueue(TASK, battle_id, RUNG_FOR_S)


def tell_ahead(battle: Battle) -> int:
    """Tell all reels of a battle that are not told yet; return how many that were."""
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
    """Delete the reels of a battle that nobody can be led to any more, or that are not sent to anybody."""
    battle.reels.exclude(mark=mark_of(battle)).delete()


def _store(context: BattleContext, mark: str, perspective: str, open_to: tuple[str, ...]) -> bool:
    """Tell a reel and keep it, unless the battle has become another one meanwhile."""
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
    """Return a battle told whole: outline, lines, and the charts that differ from the one before.

    ``chart_of`` names by its place the chart after each line.
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
