"""Integrity tags of seats: a record of the holders that the site wrote.

A battle's tag (`log/integrity_tags.py`) includes a MAC of each part. Code that changes a part does so within
`changing`, which updates the tag in the same transaction. If a part did not match before the change, it keeps
its old MAC, so that tampering stays detectable.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import transaction

from darkseas.database import keyed_hash
from replays_app.models import Battle, LogStamp

#: A sentence for each part, in the order of the parts in a tag.
SENTENCES = (
    "A seat was changed, added or removed: its side, its player, or its token.",
    "The holder of a seat was changed, or the entries for which they held it.",
)
GONE = "The integrity tag of its seats is missing."

#: How many battles are queried at once.
_AT_ONCE = 500
_LENGTH = len(SENTENCES) * keyed_hash.BYTES

#: Returns a model of this app by its name: the current model, or the historical one in a migration.
GetModel = Callable[[str], Any]


@contextmanager
def changing(*battle_ids: UUID) -> Iterator[None]:
    """Change seats or holdings of these battles, and update their tags in the same transaction.

    The battles' rows are locked first, in a fixed order.
    """
    with transaction.atomic():
        _keep_from_changing(battle_ids)
        noted = dict(LogStamp.objects.filter(pk__in=battle_ids).values_list("pk", "of_seats"))
        before = now(noted)
        yield
        for battle_id, after in now(noted).items():
            kept = bytes(noted[battle_id])[:_LENGTH]
            if len(kept) == _LENGTH and before[battle_id] != after:
                LogStamp.objects.filter(pk=battle_id).update(
                    of_seats=_gone_on(kept, before[battle_id], after)
                )


def now(battle_ids: Collection[UUID], model: GetModel | None = None) -> dict[UUID, bytes]:
    """Return the tags of the battles' current rows; ``model`` returns the models to query."""
    ids = list(battle_ids)
    stamps: dict[UUID, bytes] = {}
    for first in range(0, len(ids), _AT_ONCE):
        stamps |= _now(ids[first : first + _AT_ONCE], model or _of_today)
    return stamps


def differences(kept: bytes, current: bytes) -> list[str]:
    """Return a sentence for each part that differs from the stored tag."""
    if len(kept) < _LENGTH:
        return [GONE]
    pairs = zip(SENTENCES, _parts(kept[:_LENGTH]), _parts(current), strict=True)
    return [sentence for sentence, was, is_now in pairs if was != is_now]


def _gone_on(kept: bytes, before: bytes, after: bytes) -> bytes:
    """Return the updated tag. A part that did not match before the change keeps its old MAC."""
    parts = zip(_parts(kept), _parts(before), _parts(after), strict=True)
    return b"".join(new if was == old else was for was, old, new in parts)


def _parts(stamp: bytes) -> list[bytes]:
    return [stamp[start : start + keyed_hash.BYTES] for start in range(0, len(stamp), keyed_hash.BYTES)]


def _keep_from_changing(battle_ids: Iterable[UUID]) -> None:
    locked = Battle.objects.select_for_update(no_key=True).filter(pk__in=list(battle_ids)).order_by("pk")
    list(locked.values_list("pk"))


def _now(battle_ids: list[UUID], model: GetModel) -> dict[UUID, bytes]:
    key, stamps = keyed_hash.stamp_key(), dict.fromkeys(battle_ids, b"")
    for part, rows in enumerate(_rows(battle_ids, model)):
        of_battle: dict[UUID, list[Any]] = {battle_id: [] for battle_id in battle_ids}
        for battle_id, *row in rows:
            of_battle[battle_id].append(row)
        for battle_id, found in of_battle.items():
            # Plain JSON, because a forged row may hold values that canonical JSON refuses.
            text = json.dumps(found, default=_plain).encode()
            stamps[battle_id] += keyed_hash.mac(key, b"seats\0", battle_id.bytes, bytes([part]), text)
    return stamps


def _rows(battle_ids: list[UUID], model: GetModel) -> Iterator[Iterable[Any]]:
    """Yield the rows of each part; the first column is the battle."""
    yield (
        model("Seat")
        .objects.filter(battle__in=battle_ids)
        .order_by("pk")
        .values_list("battle", "side", "participant", "token_hash")
    )
    yield (
        model("Holding")
        .objects.filter(seat__battle__in=battle_ids)
        .order_by("pk")
        .values_list("seat__battle", "seat__side", "member", "visitor", "bot", "from_entry", "to_entry")
    )


def _of_today(name: str) -> Any:
    return apps.get_model("replays_app", name)


def _plain(value: object) -> object:
    return keyed_hash.micros(value) if isinstance(value, datetime) else repr(value)
