"""The entries of a battle: as stored once it is over, before that what the asker may know."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay import cursor_cache, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext

from .requests import answering_problems, battle_of, number_of, seat_of, serve

COUNT, MOST_COUNT = 100, 1000


@answering_problems("GET", "HEAD")
def tell_entries(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with entries of a number greater than ``after`` (left out: from the first), at most ``count``.

    Of a battle that is over: the stored bytes, each with leaf, link and salt in hex, as in a battle
    file. Of a running one: the seat's own view, or an observer's, numbered anew, without digests.
    """
    first = number_of(request, "after", -1) + 1
    count = number_of(request, "count", COUNT, MOST_COUNT)
    name = f"entries/{first}/{count}"
    answer = response_cache.cached(battle_id, name)
    if answer is not None:
        return serve(request, battle_id, answer)
    battle = battle_of(request, battle_id)
    if battle.is_over:
        return serve(request, battle_id, response_cache.store(battle_id, name, _stored(battle, first, count)))
    seat = seat_of(request, battle_id)
    perspective = perspectives.OBSERVER if seat is None else perspectives.of_seat(seat)
    return response_cache.private(_view(BattleContext.of(battle), perspective, first, count))


def _stored(battle: Battle, first: int, count: int) -> bytes:
    lines = [
        b'{"entry":%b,"leaf":"%b","link":"%b","salt":"%b"}'
        % (row.data, row.leaf.hex().encode(), row.link.hex().encode(), row.salt.hex().encode())
        for row in log_store.rows(battle.pk, first, first + count)
    ]
    return b'{"battle":"%b","entries":[%b]}' % (battle.pk.hex.encode(), b",".join(lines))


def _view(context: BattleContext, perspective: str, first: int, count: int) -> bytes:
    entries = []
    if count:
        for cursor, entry in cursor_cache.entries_from(context, perspective, first, count):
            entries.append(
                perspectives.entry_json(context.codec, entry, cursor.length, cursor.step_of(entry))
            )
            if len(entries) == count:
                break
    return response_cache.to_bytes({"battle": context.battle.pk.hex, "entries": entries})
