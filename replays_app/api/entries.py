"""Entries of a battle: as stored if the battle is over, otherwise as the requester may see them."""

from collections.abc import Iterator
from itertools import islice
from uuid import UUID

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from darkseas.engine.log.chain import Row
from darkseas.engine.serialization.canonical_json import Json
from darkseas.members.limits.api_limits import TooMany, count_stream
from darkseas.web.sending import ndjson
from replays_app.export.whole_log_limits import whole_log_wait
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import cursor_cache, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext

from .requests import MOST_NUMBER, answering_problems, battle_of, number_of, over_battle, seat_of, serve

COUNT, MOST_COUNT = response_cache.GRID, 1000


@answering_problems("GET", "HEAD")
def tell_entries(request: HttpRequest, battle_id: UUID) -> HttpResponse | StreamingHttpResponse:
    """Answer with at most ``count`` entries after number ``after`` (default: from the first).

    For finished battles: the stored bytes, each with leaf, link and salt in hex, as in a battle file. For
    running battles: the view of the seat or of an observer, renumbered, without digests. As NDJSON
    (``format=ndjson``): all remaining entries, one per line.
    """
    first = number_of(request, "after", -1) + 1
    if ndjson.is_wanted(request):
        return _stream(request, battle_id, first)
    count = number_of(request, "count", COUNT, MOST_COUNT)
    name = response_cache.on_grid("entries", first, count)
    answer = response_cache.cached(battle_id, name)
    if answer is not None:
        return serve(request, battle_id, answer)
    battle = over_battle(battle_id) or battle_of(request, battle_id)
    if battle.is_over:
        name = name if first < log_store.length(battle_id) else ""
        return serve(request, battle_id, response_cache.store(battle_id, name, _stored(battle, first, count)))
    seat = seat_of(request, battle_id)
    perspective = perspectives.OBSERVER if seat is None else perspectives.of_seat(seat)
    return response_cache.private(_view(BattleContext.of(battle), perspective, first, count))


def _stream(request: HttpRequest, battle_id: UUID, first: int) -> StreamingHttpResponse:
    """Stream all entries from a number on, one per line, in the format of the plain answer."""
    battle = battle_of(request, battle_id)
    seat = None if battle.is_over else seat_of(request, battle_id)
    count_stream(request)
    wait = whole_log_wait(request, battle, first)
    if wait:
        raise TooMany(wait)
    if battle.is_over:
        return ndjson.stream(_all_stored(battle_id, first))
    perspective = perspectives.OBSERVER if seat is None else perspectives.of_seat(seat)
    context = BattleContext.of(battle)
    lines = (response_cache.to_bytes(entry) for entry in _viewed(context, perspective, first))
    return ndjson.stream(lines)


def _all_stored(battle_id: UUID, first: int) -> Iterator[bytes]:
    part = log_store.rows(battle_id, first, first + MOST_COUNT)
    while part:
        yield from map(_stored_json, part)
        first += len(part)
        part = log_store.rows(battle_id, first, first + MOST_COUNT) if len(part) == MOST_COUNT else []


def _stored(battle: Battle, first: int, count: int) -> bytes:
    lines = [_stored_json(row) for row in log_store.rows(battle.pk, first, first + count)]
    return b'{"battle":"%b","entries":[%b]}' % (battle.pk.hex.encode(), b",".join(lines))


def _stored_json(row: Row) -> bytes:
    return b'{"entry":%b,"leaf":"%b","link":"%b","salt":"%b"}' % (
        row.data,
        row.leaf.hex().encode(),
        row.link.hex().encode(),
        row.salt.hex().encode(),
    )


def _view(context: BattleContext, perspective: str, first: int, count: int) -> bytes:
    entries = list(islice(_viewed(context, perspective, first, count), count))
    return response_cache.to_bytes({"battle": context.battle.pk.hex, "entries": entries})


def _viewed(context: BattleContext, perspective: str, first: int, count: int = MOST_NUMBER) -> Iterator[Json]:
    if count:
        for cursor, entry in cursor_cache.entries_from(context, perspective, first, count):
            yield perspectives.entry_json(context.codec, cursor, entry)
