"""Integrity tags (MACs) of battles, made with the site's secret key, which is not in the database.

The hash chain shows that entries follow from each other, but somebody with write access to the database could
rebuild the chain or cut off its end. They cannot forge a tag, which has HMACs of the battle's row, of all
chain links and of all recording times, extended with each append, and of seats and their holders
(`seats/seat_integrity_tags.py`).

A tampered battle stays detectable, because an append extends the stored tag and not a tag of the present
rows. Restoring an older copy of the whole database is not detected.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from darkseas.database.keyed_hash import mac, micros, stamp_key
from darkseas.engine.serialization import canonical_json

#: Columns of a battle's row that never change.
ROW_FIELDS = ("revision_id", "title", "system", "release", "dice_scheme", "created_at")
NOTHING_FITS = "The integrity tag does not verify: SECRET_KEY has changed, or all of the battle was changed."


class Stamp(NamedTuple):
    """The length of a log, and MACs of its battle's row, links and times."""

    length: int
    of_row: bytes
    of_links: bytes
    of_times: bytes


def begun(battle_id: UUID, row: Sequence[Any]) -> Stamp:
    """Return the tag of a battle without entries; ``row`` has the values of ROW_FIELDS."""
    key = stamp_key()
    fields = [micros(field) if isinstance(field, datetime) else str(field) for field in row]
    row_mac = mac(key, b"row\0", battle_id.bytes, canonical_json.encode(fields))
    return Stamp(0, row_mac, mac(key, b"links\0", battle_id.bytes), mac(key, b"times\0", battle_id.bytes))


def carried_on(stamp: Stamp, entries: Iterable[tuple[bytes, datetime]]) -> Stamp:
    """Return the tag extended by entries; each entry is given as its link and its recording time."""
    key = stamp_key()
    length, row, links, times = stamp
    for link, recorded_at in entries:
        length += 1
        links = mac(key, links, link)
        times = mac(key, times, micros(recorded_at).to_bytes(8, "big"))
    return Stamp(length, row, links, times)


def differences(stamp: Stamp, now: Stamp) -> list[str]:
    """Return a sentence for each changed part of a battle; ``now`` is its present tag."""
    if now.length == stamp.length and not set(now[1:]) & set(stamp[1:]):
        return [NOTHING_FITS]
    sentences = []
    if now.of_row != stamp.of_row:
        sentences.append("The battle's row was changed: title, revision, rules, dice or start time.")
    if now.length < stamp.length:
        sentences.append(
            f"The end was cut off: the site wrote {stamp.length} entries, {now.length} are here."
        )
    elif now.length > stamp.length:
        sentences.append(f"Entries were added: the site wrote {stamp.length} entries, {now.length} are here.")
    else:
        if now.of_links != stamp.of_links:
            sentences.append("The hash chain was rebuilt: these are not the entries that the site wrote.")
        if now.of_times != stamp.of_times:
            sentences.append("The recording time of an entry was changed.")
    return sentences
