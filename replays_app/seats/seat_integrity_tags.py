"""The stamp of seats: who sits where, and what else stands beside a log and not in it, as the site wrote it.

A battle's stamp (`log/integrity_tags.py`) keeps a MAC of each part. Code that changes one does so within
`changing`, which notes it in the same transaction: a part that was as noted before is noted anew, and one
that was changed past the site stays found, whatever comes after.
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

#: What is said of each part that is not as the site wrote it, in the order in which a stamp has them.
SENTENCES = (
    "A seat was changed, added or taken away: its side, its player, or the token that opens it.",
    "Who held a seat, or from which entry to which, was changed.",
)
GONE = "What the site noted of its seats is gone."

#: How many battles are asked for at once.
_AT_ONCE = 500
_LENGTH = len(SENTENCES) * keyed_hash.BYTES

#: Gives a model of this app by its name: that of today, or of a migration.
GetModel = Callable[[str], Any]


@contextmanager
def changing(*battle_ids: UUID) -> Iterator[None]:
    """Change what stands in the stamps of seats of these battles, in one transaction with their stamps.

    Their rows are locked before, in one order; without a battle it is a transaction and nothing else.
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
    """Return the stamps of seats that battles would have as they stand; ``model`` is a migration's."""
    ids = list(battle_ids)
    stamps: dict[UUID, bytes] = {}
    for first in range(0, len(ids), _AT_ONCE):
        stamps |= _now(ids[first : first + _AT_ONCE], model or _of_today)
    return stamps


def differences(kept: bytes, current: bytes) -> list[str]:
    """Return a sentence for each part that is not as the site wrote it."""
    if len(kept) < _LENGTH:
        return [GONE]
    pairs = zip(SENTENCES, _parts(kept[:_LENGTH]), _parts(current), strict=True)
    return [sentence for sentence, was, is_now in pairs if was != is_now]


def _gone_on(kept: bytes, before: bytes, after: bytes) -> bytes:
    """Return the stamp of seats that goes on from what is kept; a part that did not fit stays as it was."""
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
            # Plain JSON, and not the log's canonical one: a forged row may hold what that refuses.
            text = json.dumps(found, default=_plain).encode()
            stamps[battle_id] += keyed_hash.mac(key, b"seats\0", battle_id.bytes, bytes([part]), text)
    return stamps


def _rows(battle_ids: list[UUID], model: GetModel) -> Iterator[Iterable[Any]]:
    """Yield what each part is made of, as rows that begin with their battle."""
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
