"""Integrity tags in the database: extended with each append, verified by a check, renewed by an operator."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from replays_app.models import Battle, LogEntry, LogStamp
from replays_app.seats import seat_integrity_tags

from . import integrity_tags
from .integrity_tags import Stamp

#: For queries that read the tag together with other columns.
TABLE, COLUMNS = LogStamp._meta.db_table, "length, of_row, of_links, of_times"


def keep(
    battle_id: UUID, written: Sequence[tuple[bytes, datetime]], length: int, stamp: Stamp | None
) -> None:
    """Extend the tag by what was appended to a log of ``length`` entries.

    A log without a tag gets none. If entries are missing, or were added without the site's code, the tag
    stays as it is, so that the change stays detectable.
    """
    if length == 0:
        stamp = integrity_tags.carried_on(integrity_tags.begun(battle_id, _row(battle_id)), written)
        LogStamp.objects.bulk_create([_as_row(battle_id, stamp)], ignore_conflicts=True)
    elif stamp is not None:
        stamp = integrity_tags.carried_on(stamp, written)
        LogStamp.objects.filter(pk=battle_id, length=length).update(
            length=stamp.length, of_links=stamp.of_links, of_times=stamp.of_times
        )


def differences(battle_id: UUID) -> list[str]:
    """Return a sentence for each part of a battle that differs from what the site wrote."""
    sentences = _differences(battle_id)
    if not sentences:
        return sentences
    with transaction.atomic():
        # Read once more under a lock, because tag and battle may have been read at different moments.
        list(Battle.objects.select_for_update(no_key=True).filter(pk=battle_id).values_list("pk"))
        return _differences(battle_id)


def stamp_anew(battle_id: UUID) -> None:
    """Accept a battle's present state as written by the site, for operators who changed the secret key."""
    with transaction.atomic():
        list(Battle.objects.select_for_update(no_key=True).filter(pk=battle_id).values_list("pk"))
        LogStamp.objects.filter(pk=battle_id).delete()
        _as_row(battle_id, _now(battle_id)).save(force_insert=True)


def lost_battles() -> list[UUID]:
    """Return the battles that have entries or a tag, but no longer a row."""
    there = Battle.objects.order_by().values("pk")
    entries = LogEntry.objects.exclude(battle_id__in=there).order_by().values_list("battle_id", flat=True)
    stamped = LogStamp.objects.exclude(pk__in=there).values_list("pk", flat=True)
    return sorted({*entries.distinct(), *stamped})


def _differences(battle_id: UUID) -> list[str]:
    kept = LogStamp.objects.filter(pk=battle_id).first()
    if kept is None:
        return ["It has no integrity tag, so changes cannot be detected."]
    of_log = Stamp(kept.length, bytes(kept.of_row), bytes(kept.of_links), bytes(kept.of_times))
    sentences = integrity_tags.differences(of_log, _now(battle_id))
    if sentences == [integrity_tags.NOTHING_FITS]:
        return sentences
    sentences += seat_integrity_tags.differences(
        bytes(kept.of_seats), seat_integrity_tags.now([battle_id])[battle_id]
    )
    return sentences


def _now(battle_id: UUID) -> Stamp:
    """Return the tag of a battle's present state."""
    entries = LogEntry.objects.filter(battle=battle_id).order_by("seq").values_list("link", "recorded_at")
    linked = ((bytes(link), recorded_at) for link, recorded_at in entries.iterator())
    return integrity_tags.carried_on(integrity_tags.begun(battle_id, _row(battle_id)), linked)


def _row(battle_id: UUID) -> tuple[object, ...]:
    return tuple(Battle.objects.values_list(*integrity_tags.ROW_FIELDS).get(pk=battle_id))


def _as_row(battle_id: UUID, stamp: Stamp) -> LogStamp:
    return LogStamp(
        battle_id=battle_id,
        length=stamp.length,
        of_row=stamp.of_row,
        of_links=stamp.of_links,
        of_times=stamp.of_times,
        of_seats=seat_integrity_tags.now([battle_id])[battle_id],
    )
