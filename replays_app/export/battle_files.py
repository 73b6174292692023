"""Export and import of battle files.

Nothing in an imported file is trusted: the importer reads, checks and adjudicates the whole file again before
it writes a single row, and then stores the file byte for byte.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.events import (
    EVERYONE,
    UMPIRE,
    BattleAborted,
    BattleBegan,
    BattleEnded,
    ClientSeedCommitted,
    ClientSeedOpened,
    Entry,
    OrderGiven,
    RulingMade,
    SeedOpened,
    TableConfirmed,
    TableWitnessed,
    TurnOpened,
)
from darkseas.engine.log import battle_file
from darkseas.engine.log.battle_file import BadBattleFile, BattleFile
from darkseas.engine.log.entry_codec import LogCodec, UnknownEvent
from darkseas.engine.play.replay import set_facts
from darkseas.engine.play.rulings import has_sound_points
from darkseas.engine.play.verification import first_divergence, first_odd_order
from darkseas.engine.scenario.spec import BadScenario, ScenarioSpec
from darkseas.engine.serialization.codec import BadShape, read
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from darkseas.web.invisible_characters import has_turns
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.models import Battle, Seat
from replays_app.recording.dice_schemes import FAIR, SCHEMES, TABLE
from replays_app.releases.archives import RulesNotHere
from replays_app.releases.battle_rules import OwnRules
from replays_app.releases.children import RulesFell
from replays_app.replay.battle_context import BattleContext
from scenarios_app.models import Revision
from scenarios_app.revisions.store import of_file, spec_from

_RELEASE_LENGTH, _PARTICIPANT_LENGTH = 100, 32
#: Events that only one dice scheme has.
_OF_SCHEMES: Mapping[str, Any] = {
    FAIR: ClientSeedCommitted | ClientSeedOpened | TurnOpened,
    TABLE: TableWitnessed | TableConfirmed,
}
#: Events about seeds, and about witnesses of dice at a table.
_FOR_EVERYBODY = (
    SeedOpened | ClientSeedCommitted | ClientSeedOpened | TurnOpened | TableConfirmed | TableWitnessed
)
#: Events allowed after the step that ends a battle: revealed seeds, and witnesses at a table.
_BEHIND_THE_END = SeedOpened | ClientSeedOpened | TurnOpened | TableConfirmed | TableWitnessed


class Imported(NamedTuple):
    """The imported battle, and whether it is new here."""

    battle: Battle
    is_new: bool


class OfOtherRules(BadBattleFile):
    """A battle file from a release that cannot be run here; the message says what to do."""


class CheckedFile(NamedTuple):
    """A checked battle file: system, scenario and entries, decoded."""

    file: BattleFile
    system: RulesSystem
    spec: ScenarioSpec
    entries: tuple[Entry, ...]

    @property
    def began(self) -> BattleBegan:
        """Entry 0."""
        began = self.entries[0].event
        assert isinstance(began, BattleBegan)  # noqa: S101 (read_file has seen to it)
        return began


def export_battle(battle: Battle) -> Iterator[bytes]:
    """Yield the lines of a battle's file, its stored bytes unchanged."""
    rows = log_store.rows(battle.pk)
    return battle_file.write(battle.pk.hex, ((row.data, row.salt, row.leaf, row.link) for row in rows))


def import_battle(
    lines: Iterable[bytes], *, origin: str = "file", revision: Revision | None = None
) -> Imported:
    """Import a battle file completely or not at all; recognise a battle that is stored already.

    ``origin`` is a key of ``Battle.ORIGINS``. The battle is attached to the given revision, to the published
    one with the same scenario, or to a separate one. Raises BadBattleFile with line and reason.
    """
    file = battle_file.read(lines)
    known = Battle.objects.filter(pk=UUID(file.battle)).first()
    if known is not None:
        return Imported(_same(known, file), is_new=False)
    checked = check_file(file)
    if has_turns(checked.began.scenario):
        raise BadBattleFile(2, "its scenario contains characters that reverse the direction of text")
    try:
        with transaction.atomic():
            battle = _store(checked, origin, revision or of_file(checked.spec))
    except BadScenario as fault:
        raise BadBattleFile(2, f"its scenario cannot be stored: {fault}") from None
    except IntegrityError:
        if (known := Battle.objects.filter(pk=UUID(file.battle)).first()) is None:
            raise
        return Imported(_same(known, file), is_new=False)  # it was imported again meanwhile
    projections.project(BattleContext.of(battle))
    return Imported(battle, is_new=True)


def is_here(header: bytes) -> bool:
    """Return whether a file's battle is already stored, judging only by its first line.

    For our own files, to avoid reading them completely: a header proves nothing.
    """
    try:
        fields = battle_file.read_header(header)
        battle_id, length, head = UUID(fields["battle"]), fields["entries"], fields["head"]
    except BadBattleFile:
        return False
    last = log_store.link_at(battle_id, length - 1)
    return last is not None and last.hex() == head and log_store.length(battle_id) == length


def _same(known: Battle, file: BattleFile) -> Battle:
    last = log_store.link_at(known.pk, len(file.rows) - 1)
    if log_store.length(known.pk) != len(file.rows) or last != file.rows[-1].link:
        raise BadBattleFile(1, "another battle has this id here")
    return known


# --- checking ----------------------------------------------------------------------------


def check_file(file: BattleFile) -> CheckedFile:
    """Decode a file, verify its hash chain, and adjudicate it again. Raises BadBattleFile."""
    system, spec, codec = _foundations(file)
    entries = tuple(_entry(codec, record, line) for line, record in enumerate(file.entries, 2))
    checked = CheckedFile(file, system, spec, entries)
    _check_frame(checked)
    _check_giving(checked)
    die = first_wrong_die(entries)
    if die is not None:
        raise BadBattleFile(die.seq + 2, die.why)
    _check_decisions(checked)
    _check_telling(checked)
    return checked


def _foundations(file: BattleFile) -> tuple[RulesSystem, ScenarioSpec, LogCodec]:
    """Return what entry 0 defines: rules system, scenario, codec."""
    try:
        began: BattleBegan = read(BattleBegan, file.entries[0]["payload"])
        system = registry.system(began.system)
        spec = spec_from(began.scenario)
        if spec.system != system.key:
            raise BadBattleFile(2, "the scenario belongs to another rules system")
        system.initial_state(spec)
    except BadShape as fault:
        raise BadBattleFile(2, f"battle_began: {fault}") from None
    except LookupError as fault:
        raise BadBattleFile(2, str(fault.args[0])) from None
    except BadScenario as fault:
        raise BadBattleFile(2, f"the rules cannot run its scenario: {fault}") from None
    return system, spec, log_store.codec_of(system.key)


def _entry(codec: LogCodec, record: dict[str, Any], line: int) -> Entry:
    try:
        return codec.decode(record)
    except (BadShape, UnknownEvent) as fault:
        raise BadBattleFile(line, f"{record['kind']}: {fault}") from None
    except (LookupError, TypeError, ValueError):
        raise BadBattleFile(line, f"{record['kind']} cannot be upcast to today's schema version") from None


def _check_frame(checked: CheckedFile) -> None:
    """Refuse steps out of order, unknown audiences, and entries in the wrong place."""
    sides = {side.key for side in checked.spec.sides}
    step, last = 0, len(checked.entries) - 1
    for entry in checked.entries:
        line = entry.seq + 2
        if entry.step not in (step, step + 1) or (entry.seq == 0 and entry.step):
            raise BadBattleFile(line, f"step {entry.step} after step {step}")
        step = entry.step
        if entry.audience != EVERYONE and not sides.issuperset(entry.audience):
            raise BadBattleFile(line, "its audience names no side of the scenario")
        if entry.audience != EVERYONE and isinstance(entry.event, _FOR_EVERYBODY):
            raise BadBattleFile(line, "an entry that must be public is not")
        if isinstance(entry.event, SeedOpened) and not (
            entry.seq == last and _is_over(checked.entries, BattleEnded | BattleAborted)
        ):
            raise BadBattleFile(line, "the seed is opened before the end")
    if checked.entries[0].audience != EVERYONE:
        raise BadBattleFile(2, "its first entry is not public")
    _check_beginning(checked.began, sides)
    _check_ends(checked.entries)
    _check_dice_events(checked)


def _check_ends(entries: Sequence[Entry]) -> None:
    """Refuse orders and rulings after the end, a second end, and unreadable points."""
    ends = [entry for entry in entries if isinstance(entry.event, BattleEnded | BattleAborted)]
    if ends[1:]:
        raise BadBattleFile(ends[1].seq + 2, "the battle has already ended")
    for late in entries if ends else ():
        if late.step > ends[0].step and not isinstance(late.event, _BEHIND_THE_END):
            raise BadBattleFile(late.seq + 2, "the battle has already ended")
    for end in ends:
        # An older release's own rules check its orders; they may accept events that we cannot narrate.
        if isinstance(end.event, BattleEnded) and not has_sound_points(end.event):
            raise BadBattleFile(end.seq + 2, "its points are not valid numbers")


def _check_dice_events(checked: CheckedFile) -> None:
    """Refuse dice events that do not match the dice scheme in entry 0."""
    scheme = checked.began.dice["scheme"]
    for entry in checked.entries:
        if any(isinstance(entry.event, events) and scheme != own for own, events in _OF_SCHEMES.items()):
            raise BadBattleFile(entry.seq + 2, f"it has dice events that {scheme} does not use")


def _check_beginning(began: BattleBegan, sides: set[str]) -> None:
    scheme = began.dice.get("scheme")
    if scheme not in SCHEMES or len(began.release) > _RELEASE_LENGTH:
        raise BadBattleFile(2, "its dice scheme or release is unknown")
    if not sides <= began.seats.keys():
        raise BadBattleFile(2, "a side has no seat")
    for side, participant in began.seats.items():
        if side not in sides and side != UMPIRE:
            raise BadBattleFile(2, "a seat belongs to no side of the scenario")
        if type(participant) is not str or len(participant) != _PARTICIPANT_LENGTH:
            raise BadBattleFile(2, "a participant's id does not have 32 characters")


def _check_giving(checked: CheckedFile) -> None:
    """Refuse entries that were not given by the seat whose order began their step."""
    givers: dict[int, Any] = {}
    for entry, record in zip(checked.entries, checked.file.entries, strict=True):
        if isinstance(entry.event, OrderGiven):
            givers.setdefault(entry.step, checked.began.seats.get(entry.event.side))
        if record["given_by"] != givers.get(entry.step):
            raise BadBattleFile(entry.seq + 2, "not given by the seat whose order it follows")


def _check_decisions(checked: CheckedFile) -> None:
    system, release = checked.system, checked.began.release
    if release != registry.RELEASE:
        _check_elsewhere(checked, release)
        return
    try:
        divergence = first_odd_order(system, checked.entries) or first_divergence(
            system, system.initial_state(checked.spec), checked.entries
        )
    except Exception as fault:
        # A ruling may contain any event, so what follows it in a foreign file may be nonsense.
        raise BadBattleFile(2, f"the rules cannot replay it: {fault!r}") from fault
    if divergence is not None:
        raise BadBattleFile(divergence.seq + 2, divergence.sentence(system))


def _check_telling(checked: CheckedFile) -> None:
    """Refuse rulings after which the battle's pages could never narrate or draw it."""
    if not any(isinstance(entry.event, RulingMade) for entry in checked.entries):
        return
    system, state = checked.system, checked.system.initial_state(checked.spec)
    for entry in checked.entries:
        try:
            system.describe(state, entry.event)
            set_facts(system.setters, state, [entry.event])
            system.chart(state)
            system.standing(state)
        except Exception as fault:
            raise BadBattleFile(
                entry.seq + 2, f"the battle cannot be narrated from here on: {fault!r}"
            ) from fault


def _check_elsewhere(checked: CheckedFile, release: str) -> None:
    """Refuse orders that the battle's own older release adjudicates differently.

    Refuse releases that are not installed, too.
    """
    rules = OwnRules(Battle(system=checked.system.key, release=release), checked.system)
    try:
        found = rules.check((row.data for row in checked.file.rows), is_strict=True)
    except RulesNotHere as trouble:
        raise OfOtherRules(2, str(trouble)) from None
    except RulesFell as trouble:
        raise BadBattleFile(2, str(trouble)) from None
    if found:
        raise BadBattleFile((found[0].seq or 0) + 2, found[0].text)


def _is_over(entries: Sequence[Entry], endings: type | UnionType = BattleEnded) -> bool:
    return any(isinstance(entry.event, endings) for entry in entries)


# --- storing -----------------------------------------------------------------------------


def _store(checked: CheckedFile, origin: str, revision: Revision) -> Battle:
    began = checked.began
    is_over = _is_over(checked.entries)
    battle = Battle.objects.create(
        id=UUID(began.battle),
        revision=revision,
        title=checked.spec.title,
        system=checked.system.key,
        release=began.release,
        dice_scheme=began.dice["scheme"],
        status=Battle.Status.FINISHED if is_over else Battle.Status.BROKEN_OFF,
        origin=origin,
    )
    places = [side.key for side in checked.spec.sides] + [UMPIRE] * (UMPIRE in began.seats)
    Seat.objects.bulk_create(
        Seat(battle=battle, side=place, participant=began.seats[place]) for place in places
    )
    log_store.take_in(battle.pk, _stored(checked))
    return battle


def _stored(checked: CheckedFile) -> Iterator[log_store.StoredEntry]:
    records = zip(checked.entries, checked.file.entries, checked.file.rows, strict=True)
    for entry, record, row in records:
        yield log_store.StoredEntry(entry, record["given_by"], record["kind"], record["shape"], row)
