"""The log store: the only code that appends and reads entries.

Stored bytes are hashed, served and exported as they are, never encoded again.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from os import urandom
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import IntegrityError, connection, transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from darkseas.engine.events import Audience, Entry, Fact, may_know
from darkseas.engine.log import chain
from darkseas.engine.log.chain import GENESIS_LINK, SALT_BYTES, Row
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.rules import registry
from replays_app.models import Battle, LogEntry

from . import stored_integrity_tags
from .integrity_tags import Stamp
from .reader import DecodedEntry, LogReader, as_entries

#: How many entries are fetched at once when a whole log is read.
CHUNK = 2_000

# Statements contain only our own names; outside values are parameters.
_TABLE = LogEntry._meta.db_table
_COLUMNS = (
    "battle_id", "seq", "step", "kind", "shape", "audience", "data", "salt", "leaf", "link", "given_by",
    "recorded_at",
)  # fmt: skip
_INSERT = f"INSERT INTO {_TABLE} ({', '.join(_COLUMNS)}) VALUES ({', '.join(['%s'] * len(_COLUMNS))})"  # noqa: S608
#: On PostgreSQL, COPY takes half the time of INSERT and still fires the triggers.
_COPY = f"COPY {_TABLE} ({', '.join(_COLUMNS)}) FROM STDIN"
_PART = "battle_id = %s AND seq >= %s AND seq < %s"
_RANGE = f"FROM {_TABLE} WHERE {_PART} ORDER BY seq"
_LAST = "SELECT {} FROM " + _TABLE + " WHERE battle_id = {} ORDER BY seq DESC LIMIT 1"  # noqa: S608
_LAST_BEFORE = _LAST.format("seq, step, link", "%s AND seq < %s")
_LOCKED = (
    f"SELECT b.system, ({_LAST.format('seq', 'b.id')}), ({_LAST.format('link', 'b.id')}), "  # noqa: S608
    f"{stored_integrity_tags.COLUMNS} FROM {Battle._meta.db_table} b "
    f"LEFT JOIN {stored_integrity_tags.TABLE} ON battle_id = b.id WHERE b.id = %s"
)
_KEEP = " FOR NO KEY UPDATE OF b"
#: As ``stop``: read to the end of the log.
NO_END = 2**31 - 1


class LogConflict(Exception):
    """The log does not have the expected length: somebody else has appended entries."""

    def __init__(self, expected: int, length: int) -> None:
        super().__init__(f"expected {expected} entries, there are {length}")
        self.expected = expected
        self.length = length


class Fault(NamedTuple):
    """The first bad entry of a log, and its fault: in sequence, leaf, link or columns."""

    seq: int
    what: str


class Last(NamedTuple):
    """Sequence number, step and link of the last entry of a log, or of a part of it."""

    seq: int
    step: int
    link: bytes


class Locked(NamedTuple):
    """The head that an append continues: rules system, length, last link, and any integrity tag."""

    system: str
    length: int
    link: bytes
    stamp: Stamp | None


class StoredEntry(NamedTuple):
    """An entry as stored, without its battle and its time."""

    entry: Entry
    given_by: str | None
    kind: str
    shape: int
    row: Row


@cache
def codec_of(system: str) -> LogCodec:
    """Return the codec of a rules system. Raises LookupError for an unknown one."""
    return LogCodec(registry.system(system))


@cache
def reader_of(system: str, wanted: frozenset[type] | None = None) -> LogReader:
    """Return the reader of a rules system's logs; with ``wanted``, only for events of these types."""
    return LogReader(codec_of(system), wanted)


# --- writing -----------------------------------------------------------------------------


def append(
    battle_id: UUID, expected: int, step: int, facts: Sequence[Fact], given_by: str | None = None
) -> list[Entry]:
    """Append the facts of one step, all or none, and return them as entries.

    ``expected`` is the required length of the log; LogConflict is raised for any other. ``given_by`` is the
    participant who gave the order, None for the site.
    """
    try:
        with transaction.atomic():
            locked = _lock(battle_id)
            if locked.length != expected:
                raise LogConflict(expected, locked.length)
            entries = [Entry(seq, step, *fact) for seq, fact in enumerate(facts, expected)]
            salts = urandom(SALT_BYTES * len(entries))
            stored = chained(codec_of(locked.system), entries, given_by, salts, locked.link)
            _insert(battle_id, stored, locked)
    except IntegrityError:
        _raise_conflict(battle_id, expected)
        raise
    return entries


def take_in(battle_id: UUID, stored: Iterable[StoredEntry]) -> None:
    """Store the whole log of a battle that has no log yet, byte for byte."""
    with transaction.atomic():
        _insert(battle_id, list(stored), _lock(battle_id))


def chained(
    codec: LogCodec,
    entries: Iterable[Entry],
    given_by: str | None,
    salts: bytes,
    previous: bytes = GENESIS_LINK,
) -> list[StoredEntry]:
    """Return entries in stored form, linked to the ``previous`` link. ``salts`` has 16 bytes for each."""
    stored = []
    for place, entry in enumerate(entries):
        kind = codec.names[type(entry.event)]
        data, shape = codec.encode(entry, given_by), codec.shape(kind)
        salt = salts[place * SALT_BYTES : (place + 1) * SALT_BYTES]
        leaf = chain.leaf(salt, data)
        previous = chain.link(previous, entry.seq, leaf)
        row = Row(entry.seq, salt, data, leaf, previous)
        stored.append(StoredEntry(entry, given_by, kind, shape, row))
    return stored


def _lock(battle_id: UUID) -> Locked:
    """Lock the battle until the transaction ends, and return the head of its log.

    On SQLite the transaction itself locks (IMMEDIATE). PostgreSQL, after waiting, may report the head from
    before the wait; this saves a round trip, and the primary key rejects a wrong append.
    """
    keep = _KEEP if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(_LOCKED + keep, [_id(battle_id)])
        row = cursor.fetchone()
    if row is None:
        raise Battle.DoesNotExist(str(battle_id))
    system, last, link, length, *macs = row
    stamp = None if length is None else Stamp(length, *map(bytes, macs))
    if last is None:
        return Locked(system, 0, GENESIS_LINK, stamp)
    return Locked(system, last + 1, bytes(link), stamp)


def _raise_conflict(battle_id: UUID, expected: int) -> None:
    """Raise LogConflict if the log has another length than expected."""
    now = length(battle_id)
    if now != expected:
        raise LogConflict(expected, now) from None


def _insert(battle_id: UUID, stored: Sequence[StoredEntry], behind: Locked) -> None:
    battle, moment = _id(battle_id), timezone.now()
    now = connection.ops.adapt_datetimefield_value(moment)
    values = [
        (
            battle, entry.seq, entry.step, kind, shape, " ".join(entry.audience), row.data, row.salt,
            row.leaf, row.link, given_by, now,
        )
        for entry, given_by, kind, shape, row in stored
    ]  # fmt: skip
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(_COPY) as copy:
                for line in values:
                    copy.write_row(line)
        else:
            cursor.executemany(_INSERT, values)
    written = [(entry.row.link, moment) for entry in stored]
    stored_integrity_tags.keep(battle_id, written, behind.length, behind.stamp)


def _id(battle_id: UUID) -> Any:
    """Return the id in the form that this database stores."""
    return battle_id if connection.features.has_native_uuid_field else battle_id.hex


# --- reading -----------------------------------------------------------------------------


def length(battle_id: UUID) -> int:
    """Return the number of entries."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST.format("seq", "%s"), [_id(battle_id)])
        last = cursor.fetchone()
    return 0 if last is None else int(last[0]) + 1


def read(battle_id: UUID, first: int = 0, stop: int = NO_END, reader: LogReader | None = None) -> list[Entry]:
    """Return the entries from ``first`` to before ``stop``.

    ``reader`` is the reader of the battle's rules system; leave it out if you have none.
    """
    return as_entries(read_decoded(battle_id, first, stop, reader))


def read_decoded(
    battle_id: UUID, first: int = 0, stop: int = NO_END, reader: LogReader | None = None
) -> list[DecodedEntry]:
    """Return the same as `read`, faster: decoded entries as the reader returns them."""
    stored = [data for (data,) in _fetch("data", battle_id, first, stop)]
    return decoded(battle_id, stored) if reader is None else reader.read(stored)


def decoded(battle_id: UUID, stored: Sequence[bytes]) -> list[DecodedEntry]:
    return reader_of(_system(battle_id)).read(stored)


def read_linked(
    battle_id: UUID, reader: LogReader, first: int = 0, stop: int = NO_END
) -> list[tuple[DecodedEntry, bytes]]:
    """Return a part of the log, each entry with its link."""
    stored = _fetch("data, link", battle_id, first, stop)
    entries = reader.read([data for data, _ in stored])
    return [(entry, bytes(link)) for entry, (_, link) in zip(entries, stored, strict=True)]


def events(battle_id: UUID, reader: LogReader, first: int, stop: int) -> list[Any]:
    """Return the events of the reader's types in a part of the log; nothing else is fetched."""
    kinds = ", ".join(["%s"] * len(reader.names))
    sql = f"SELECT data FROM {_TABLE} WHERE {_PART} AND kind IN ({kinds}) ORDER BY seq"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [_id(battle_id), first, stop, *reader.names])
        stored = cursor.fetchall()
    return [entry.event for entry in reader.read([data for (data,) in stored])]


def last(battle_id: UUID, stop: int = NO_END) -> Last | None:
    """Return the last entry before ``stop``, or None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST_BEFORE, [_id(battle_id), stop])
        row = cursor.fetchone()
    return None if row is None else Last(row[0], row[1], bytes(row[2]))


def newest_seq() -> Subquery:
    """Return the number of a battle's last entry, to annotate a query over battles."""
    return Subquery(LogEntry.objects.filter(battle=OuterRef("pk")).order_by("-seq").values("seq")[:1])


def newest_at() -> Subquery:
    """Return the recording time of a battle's last entry, to annotate a query over battles."""
    return Subquery(LogEntry.objects.filter(battle=OuterRef("pk")).order_by("-seq").values("recorded_at")[:1])


def orders_of_seat() -> QuerySet[LogEntry]:
    """Return the entries of a seat's own orders, latest first, for a query over seats."""
    own = LogEntry.objects.filter(battle=OuterRef("battle"), given_by=OuterRef("participant"))
    return own.order_by("-seq")


def last_known_at(battle_id: UUID, side: str) -> datetime:
    """Return when the last entry that a side may see was recorded. Raises LookupError for an empty log."""
    newest = LogEntry.objects.filter(battle=battle_id).order_by("-seq").values_list("audience", "recorded_at")
    for audience, recorded_at in newest.iterator(chunk_size=100):
        if may_know(tuple(audience.split()), side):
            return recorded_at
    raise LookupError(f"battle {battle_id} has no log")


def moments_of(battle_id: UUID) -> QuerySet[LogEntry, datetime]:
    """Return the recording times of a battle's entries, as a query."""
    return LogEntry.objects.filter(battle=battle_id).values_list("recorded_at", flat=True)


def link_at(battle_id: UUID, seq: int) -> bytes | None:
    """Return the link of an entry, or None if the entry does not exist."""
    rows = _fetch("link", battle_id, seq, seq + 1)
    return bytes(rows[0][0]) if rows else None


def audiences(battle_id: UUID, stop: int = NO_END) -> list[Audience]:
    """Return the audience of each entry before ``stop``, in order."""
    rows = LogEntry.objects.filter(battle=battle_id, seq__lt=stop).order_by("seq")
    return [tuple(audience.split()) for audience in rows.values_list("audience", flat=True)]


def head_of(battle_id: UUID) -> str:
    """Return the link of the last entry in hex, "" for an empty log."""
    last_link = link_at(battle_id, length(battle_id) - 1)
    return last_link.hex() if last_link else ""


def first_entries(battle_ids: Sequence[UUID], stop: int) -> list[tuple[UUID, int, str, bytes]]:
    """Return battle, number, kind and link of the entries before ``stop`` of several battles, in order."""
    first = LogEntry.objects.filter(battle_id__in=battle_ids, seq__lt=stop)
    found = first.order_by("battle_id", "seq").values_list("battle_id", "seq", "kind", "link")
    return [(battle_id, seq, kind, bytes(link)) for battle_id, seq, kind, link in found]


def rows(battle_id: UUID, first: int = 0, stop: int = NO_END) -> list[Row]:
    return [Row(*row) for row in _fetch("seq, salt, data, leaf, link", battle_id, first, stop)]


def verify(battle_id: UUID) -> Fault | None:
    """Return the first entry that differs from what was appended, or None."""
    return verified(battle_id)[0]


def verified(battle_id: UUID) -> tuple[Fault | None, list[bytes]]:
    """Verify a log; return the first fault, if any, and the stored bytes read so far.

    The bytes must match the chain, the columns must match the bytes, and entry 0 must belong to this battle.
    """
    after, stored = GENESIS_LINK, list[bytes]()
    while True:
        place = len(stored)
        part = _fetch(_CHECKED, battle_id, place, place + CHUNK)
        stored += [row[2] for row in part]
        broken = chain.first_break([row[:5] for row in part], after=after, first=place)
        sound = part if broken is None else part[: broken.seq - place]
        wrong = _first_wrong_copy(battle_id, sound)
        if wrong is not None:
            return Fault(wrong, "copy"), stored
        if broken is not None:
            return Fault(broken.seq, broken.what), stored
        if len(part) < CHUNK:
            return (None if stored else Fault(0, "sequence")), stored
        after = bytes(part[-1][4])


_CHECKED = "seq, salt, data, leaf, link, step, kind, shape, audience, given_by"


class _Copied(msgspec.Struct, gc=False):
    """The fields of an entry that columns repeat; the payload stays undecoded."""

    seq: Any
    step: Any
    kind: Any
    shape: Any
    audience: Any
    given_by: Any
    payload: msgspec.Raw


_copied = msgspec.json.Decoder(list[_Copied]).decode


def _first_wrong_copy(battle_id: UUID, part: Sequence[tuple[Any, ...]]) -> int | None:
    copies = _copied(b"[" + b",".join([row[2] for row in part]) + b"]")
    for (seq, _, _, _, _, *columns), data in zip(part, copies, strict=True):
        audience = " ".join(data.audience)
        said = [data.step, data.kind, data.shape, audience, data.given_by]
        if seq != data.seq or columns != said:
            return int(seq)
        if seq == 0 and msgspec.json.decode(data.payload).get("battle") != battle_id.hex:
            return 0
    return None


def _fetch(columns: str, battle_id: UUID, first: int, stop: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} {_RANGE}", [_id(battle_id), first, stop])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


@lru_cache(maxsize=10_000)
def _system(battle_id: UUID) -> str:
    """Return the key of the battle's rules system, which never changes."""
    return str(Battle.objects.values_list("system", flat=True).get(pk=battle_id))
