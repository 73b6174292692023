"""Check the rows that repeat data of a log: the battle's row, its revision, its seats, stored answers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from darkseas.engine.events import UMPIRE, BattleAborted, BattleBegan, BattleEnded, SeedOpened
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import BadJson, Json
from darkseas.engine.serialization.codec import write
from replays_app.log import store as log_store
from replays_app.log.reader import DecodedEntry
from replays_app.models import Battle, Receipt, Seat
from replays_app.recording import seeds
from replays_app.replay.perspectives import may_see, of_seat
from replays_app.seats.taking_seats import DICE_ASKED
from scenarios_app.revisions.store import spec_from, spec_of

#: Origins of battles that were imported as a file, and may be unfinished.
TAKEN_IN = ("file", "library", "trial")


class Contradiction(NamedTuple):
    """A row that differs from the log: the kind of error, the entry, and a sentence."""

    kind: str
    seq: int | None
    text: str


def looks(battle: Battle, entries: Sequence[DecodedEntry]) -> Iterator[Iterator[Contradiction]]:
    """Yield the errors that each check finds in the rows of a readable log."""
    for look in _LOOKS:
        yield look(battle, entries)


def _start(battle: Battle, entries: Sequence[DecodedEntry]) -> Iterator[Contradiction]:
    began = entries[0].event
    if not isinstance(began, BattleBegan):
        yield Contradiction("row", 0, "Entry 0 does not begin a battle.")
        return
    try:
        fits = spec_from(began.scenario) == spec_of(battle.revision)
    except (BadScenario, BadJson):
        fits = False
    if not fits:
        yield Contradiction("row", 0, "Entry 0 has another scenario than the battle's revision.")
    if (began.system, began.release, began.dice.get("scheme")) != (
        battle.system, battle.release, battle.dice_scheme,
    ):  # fmt: skip
        yield Contradiction("row", 0, "Entry 0 has other rules or dice than the battle's row.")
    seats = dict(battle.seats.values_list("side", "participant"))
    if any(seats.get(side) != participant for side, participant in began.seats.items()):
        yield Contradiction("row", 0, "Entry 0 has other participants than the seats.")
    for side in sorted(seats.keys() - began.seats.keys()):
        yield Contradiction("row", 0, f"There is a seat of “{side}”, which entry 0 does not have.")


def _end(battle: Battle, entries: Sequence[DecodedEntry]) -> Iterator[Contradiction]:
    is_from_file = battle.origin in TAKEN_IN
    status, last = (Battle.Status.BROKEN_OFF if is_from_file else Battle.Status.RUNNING), None
    for entry in entries:
        if isinstance(entry.event, BattleEnded):
            status, last = Battle.Status.FINISHED, entry.seq
        elif isinstance(entry.event, BattleAborted):
            status, last = Battle.Status.BROKEN_OFF, entry.seq
    if battle.status != status:
        text = f"Its status is {battle.get_status_display()}, but by its log it is {status.label}."
        yield Contradiction("row", last, text)
    began = entries[0].event
    if is_from_file or not isinstance(began, BattleBegan) or "seed_hash" not in began.dice:
        return
    is_open = any(isinstance(entry.event, SeedOpened) for entry in entries)
    if last is not None and not is_open:
        yield Contradiction("row", last, "It has ended, but the seed of its dice was not opened.")
    if last is None and not seeds.is_kept(battle, str(began.dice["seed_hash"])):
        text = "By its log it has not ended, but the seed of its dice is missing or another one."
        yield Contradiction("row", None, text)


def _answers(battle: Battle, entries: Sequence[DecodedEntry]) -> Iterator[Contradiction]:
    codec = log_store.codec_of(battle.system)
    for seat in battle.seats.all():
        perspective = of_seat(seat)
        seen = [entry for entry in entries if may_see(perspective, entry.audience)]
        answered = Receipt.objects.filter(seat=seat).exclude(key__startswith=DICE_ASKED)
        for receipt in answered.order_by("pk"):
            wrong = _first_wrong_line(codec, bytes(receipt.answer), seen)
            if wrong is not None:
                yield _answered(seat, wrong, seen)
                break


def _answered(seat: Seat, number: int, seen: Sequence[DecodedEntry]) -> Contradiction:
    who = "The umpire" if seat.side == UMPIRE else f"Side {seat.side}"
    if number >= len(seen):
        text = f"{who} was sent its entry {number}, but the log has only {len(seen)} for it."
        return Contradiction("receipt", None, text)
    return Contradiction("receipt", seen[number].seq, f"{who} was sent another version of this entry.")


def _first_wrong_line(codec: LogCodec, answer: bytes, seen: Sequence[DecodedEntry]) -> int | None:
    """Return the seat's number of the first entry that differs in a stored answer."""
    try:
        told = canonical_json.decode(answer)
        for line in told["entries"]:
            if line["n"] >= len(seen) or not _fits(codec, line, seen[line["n"]].event):
                return int(line["n"])
        return len(seen) if told["length"] > len(seen) else None
    except (BadJson, LookupError, TypeError):
        return len(seen)


def _fits(codec: LogCodec, line: Json, event: Any) -> bool:
    """Return whether a stored line matches this event. For an older schema version, compare only the kind."""
    kind = codec.names[type(event)]
    if line["kind"] != kind or line["shape"] != codec.shape(kind):
        return bool(line["kind"] == kind)
    return canonical_json.encode(write(event)) == canonical_json.encode(line["payload"])


_LOOKS: tuple[Callable[[Battle, Sequence[DecodedEntry]], Iterator[Contradiction]], ...] = (
    _start,
    _end,
    _answers,
)
