"""Stamps: what the site itself wrote of each battle, under its secret key, which is not in the database.

A chain shows that entries follow from each other; whoever has the whole database can make it anew, or cut
its end off. They cannot make a stamp: HMACs of the battle's row, of all links and of all times of recording,
carried on with each append; and of what stands beside the log (`seats/seat_integrity_tags.py`).
A battle that was
changed past the site stays found, since an append goes on from the stamp and not from what it finds. An older
state of the whole database, stamps and all, stays unseen.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from darkseas.database.keyed_hash import mac, micros, stamp_key
from darkseas.engine.serialization import canonical_json

#: What of a battle's row never changes.
ROW_FIELDS = ("revision_id", "title", "system", "release", "dice_scheme", "created_at")
NOTHING_FITS = "Nothing of its stamp fits: the site's secret key is another one now, or all was changed."


class Stamp(NamedTuple):
    """The length of a log, and MACs of its battle's row, of its links, of its times."""

    length: int
    of_row: bytes
    of_links: bytes
    of_times: bytes


def begun(battle_id: UUID, row: Sequence[Any]) -> Stamp:
    """Return the stamp of a battle without entries; ``row`` is what ROW_FIELDS name."""
    key = stamp_key()
    fields = [micros(field) if isinstance(field, datetime) else str(field) for field in row]
    row_mac = mac(key, b"row\0", battle_id.bytes, canonical_json.encode(fields))
    return Stamp(0, row_mac, mac(key, b"links\0", battle_id.bytes), mac(key, b"times\0", battle_id.bytes))


def carried_on(stamp: Stamp, entries: Iterable[tuple[bytes, datetime]]) -> Stamp:
    """Return the stamp with more entries: of each its link and when it was recorded."""
    key = stamp_key()
    length, row, links, times = stamp
    for link, recorded_at in entries:
        length += 1
        links = mac(key, links, link)
        times = mac(key, times, micros(recorded_at).to_bytes(8, "big"))
    return Stamp(length, row, links, times)


def differences(stamp: Stamp, now: Stamp) -> list[str]:
    """Return a sentence for each part of a battle that is not as the site wrote it.

    ``now`` is the stamp that it would have as it stands.
    """
    if now.length == stamp.length and not set(now[1:]) & set(stamp[1:]):
        return [NOTHING_FITS]
    sentences = []
    if now.of_row != stamp.of_row:
        sentences.append("The battle's row was changed: title, revision, rules, dice or when it began.")
    if now.length < stamp.length:
        sentences.append(
            f"The end was cut off: the site wrote {stamp.length} entries, {now.length} are here."
        )
    elif now.length > stamp.length:
        sentences.append(f"Entries were added: the site wrote {stamp.length} entries, {now.length} are here.")
    else:
        if now.of_links != stamp.of_links:
            sentences.append("The chain was made anew: these are not the entries that the site wrote.")
        if now.of_times != stamp.of_times:
            sentences.append("A time at which an entry was recorded was changed.")
    return sentences
