"""Battle files: out and in again byte for byte, and nothing is believed that can be checked."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from darkseas.engine.log import battle_file, chain
from darkseas.engine.log.battle_file import BadBattleFile
from darkseas.engine.presentation.chart import Chart
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from darkseas.rules import registry
from replays_app.export import battle_files
from replays_app.export.fairness import register, tallies
from replays_app.log import store as log_store
from replays_app.log import triggers
from replays_app.management.commands import load_battles
from replays_app.models import Battle, Seat
from replays_app.replay.perspectives import ALL, OBSERVER, open_to
from replays_app.simulation import verification
from scenarios_app.models import Revision, Scenario
from tests.support.builders import (
    fight_turns,
    toy_battle,
    toy_file,
    toy_revision,
    toy_scenario,
    toy_side,
    toy_started,
)
from tests.support.every_case import every_case
from tests.support.library.first_published import publish_first
from tests.support.library.library_battles import battle_lines

pytestmark = pytest.mark.django_db

Record = dict[str, Any]


def exported(battle: Battle) -> bytes:
    """The battle's file."""
    return b"".join(battle_files.export_battle(battle))


def records(lines: list[bytes]) -> list[Record]:
    """The entries of a file as JSON."""
    return [dict(entry) for entry in battle_file.read(lines).entries]


def forged(entries: list[Record]) -> list[bytes]:
    """A file of these entries whose every hash is right: only their meaning can betray them."""
    rows, previous = [], chain.GENESIS_LINK
    for seq, entry in enumerate(entries):
        data = canonical_json.encode({**entry, "seq": seq})
        salt = seq.to_bytes(16, "big")
        leaf = chain.leaf(salt, data)
        previous = chain.link(previous, seq, leaf)
        rows.append((data, salt, leaf, previous))
    return list(battle_file.write(entries[0]["payload"]["battle"], rows))


def forget_everything() -> None:
    """Empty the database, as on another server."""
    triggers.remove("default")
    with connection.cursor() as cursor:
        for table in (
            "logentry",
            "logstamp",
            "receipt",
            "seat",
            "battlesecret",
            "summary",
            "dicetally",
            "shiprecord",
            "battle",
        ):
            cursor.execute(f"DELETE FROM replays_app_{table}")
        for table in ("scenarionavy", "scenarioship"):
            cursor.execute(f"DELETE FROM scenarios_app_{table}")
        cursor.execute("UPDATE scenarios_app_scenario SET current_id = NULL")
        cursor.execute("DELETE FROM scenarios_app_revision")
        cursor.execute("DELETE FROM scenarios_app_scenario")
    triggers.install("default")


def test_v9_file_taken_in_elsewhere_comes_out_the_same() -> None:
    battle = toy_started().battle
    fight_turns(battle, 6)
    lines = exported(battle).splitlines(keepends=True)
    stored = log_store.rows(battle.pk)
    forget_everything()
    assert not Battle.objects.exists()
    taken, is_new = battle_files.import_battle(lines)
    assert is_new
    assert taken.pk == battle.pk
    assert log_store.rows(taken.pk) == stored
    assert exported(taken) == b"".join(lines)
    assert verification.check(taken) == []


def test_taken_in_battle_has_all_that_a_battle_has() -> None:
    battle = toy_battle()
    assert (battle.title, battle.system, battle.status) == ("The coves", "toy", Battle.Status.FINISHED)
    assert (battle.origin, battle.dice_scheme) == ("file", "sha256-1")
    assert open_to(battle) == (ALL, "red", "blue", OBSERVER)
    assert battle.summary.entries == log_store.length(battle.pk)
    assert [seat.token_hash for seat in battle.seats.all()] == [None, None]


def test_scenario_of_a_file_does_not_take_the_place_of_the_library_s() -> None:
    current = toy_revision(title="The coves, revised")
    battle = toy_battle()
    assert battle.revision != current
    assert Scenario.objects.get(key="coves").current == current


def test_check_finds_no_fault_in_battles_of_files_until_somebody_changes_them() -> None:
    """Whether the scenario is unknown here, published, or published in another wording; ended or not."""
    battle_files.import_battle(toy_file())
    toy_revision(title="The coves, revised")
    battle_files.import_battle(forged([one for one in records(toy_file("2")) if one["step"] < 4]))
    toy_revision()
    battle_files.import_battle(toy_file("3"))
    said = io.StringIO()
    call_command("check_battles", stdout=said)
    assert said.getvalue() == "3 battles checked, no errors.\n"
    Scenario.objects.filter(revisions__origin="file").update(key="file-0")
    with pytest.raises(CommandError):
        call_command("check_battles", stdout=said)
    assert "scenario file-0: Revision 1 contains a different scenario." in said.getvalue()


def test_same_battle_twice_is_recognised() -> None:
    first = battle_files.import_battle(toy_file())
    second = battle_files.import_battle(toy_file())
    assert (first.is_new, second.is_new) == (True, False)
    assert first.battle == second.battle
    assert Battle.objects.count() == Revision.objects.count() == 1


def test_another_battle_under_the_same_id_is_refused() -> None:
    entries = records(toy_file())
    battle_files.import_battle(toy_file())
    with pytest.raises(BadBattleFile, match="another battle has this id") as refusal:
        battle_files.import_battle(forged(entries))
    assert refusal.value.line == 1
    with pytest.raises(BadBattleFile, match="another battle"):
        battle_files.import_battle(forged(entries[:30]))


def test_battle_that_was_broken_off_is_taken_in_as_such() -> None:
    entries = records(toy_file())
    step = entries[40]["step"]
    part = [entry for entry in entries if entry["step"] < step]
    battle, _ = battle_files.import_battle(forged(part))
    assert battle.status == Battle.Status.BROKEN_OFF
    assert battle.summary.winner is None
    assert verification.check(battle) == []


# --- what is refused -----------------------------------------------------------------------


def index_of(entries: list[Record], kind: str, nth: int = 0) -> int:
    """The place of an entry of this kind."""
    return [place for place, entry in enumerate(entries) if entry["kind"] == kind][nth]


def change(kind: str, nth: int = 0, /, **changes: Any) -> Callable[[list[Record]], None]:
    """Change fields of an entry; of its payload, for names that are none of an entry."""

    def forge(entries: list[Record]) -> None:
        entry = entries[index_of(entries, kind, nth)]
        for name, value in changes.items():
            place = entry if name in entry else entry["payload"]
            place[name] = value

    return forge


def drop(kind: str, nth: int = 0) -> Callable[[list[Record]], None]:
    """Leave an entry out."""

    def forge(entries: list[Record]) -> None:
        entries.pop(index_of(entries, kind, nth))

    return forge


def witnessed(entries: list[Record]) -> None:
    """Have dice fall in front of a side, at a table that there was not."""
    place = index_of(entries, "dice_rolled")
    entry = {**entries[place], "kind": "table_witnessed", "payload": {"by": ["red"]}, "shape": 1}
    entries.insert(place, entry)


def twice(kind: str, nth: int = 0) -> Callable[[list[Record]], None]:
    """Put an entry in twice."""

    def forge(entries: list[Record]) -> None:
        place = index_of(entries, kind, nth)
        entries.insert(place, entries[place])

    return forge


def behind_the_end(kind: str) -> Callable[[list[Record]], None]:
    """Put an entry once more, as a step of its own behind the one that ends the battle."""

    def forge(entries: list[Record]) -> None:
        end = index_of(entries, "battle_ended")
        last = max(n for n, entry in enumerate(entries) if entry["step"] == entries[end]["step"])
        for entry in entries[last + 1 :]:
            entry["step"] += 1
        late = {**entries[index_of(entries, kind)], "step": entries[end]["step"] + 1}
        entries.insert(last + 1, late)

    return forge


def scenario(**changes: Any) -> Callable[[list[Record]], None]:
    """Change the scenario in entry 0."""

    def forge(entries: list[Record]) -> None:
        entries[0]["payload"]["scenario"] = {**entries[0]["payload"]["scenario"], **changes}

    return forge


def lose_seat(entries: list[Record]) -> None:
    """Leave a side without a seat."""
    del entries[0]["payload"]["seats"]["red"]


def seed_of_somebody_else(entries: list[Record]) -> None:
    """Open another seed than the one committed to."""
    entries[-1]["payload"] = {"seed": "00" * 32}


def move_on(entries: list[Record]) -> None:
    """Leave a step's number out."""
    for entry in entries:
        entry["step"] += entry["step"] >= 5


LONELY = [write(toy_side("red", "RN"))]
FORGERIES: dict[str, tuple[Callable[[list[Record]], None], str]] = {
    "a die turned": (change("dice_rolled", faces=[6, 6]), "seed gives|other dice"),
    "a die more": (change("dice_rolled", faces=[1, 1, 1]), "seed gives|other dice"),
    "a purpose changed": (change("dice_rolled", purpose="t1/other"), "seed gives|cannot have"),
    "a purpose that is none": (change("dice_rolled", purpose="T1 X"), "cannot have thrown"),
    "dice of the table": (change("dice_rolled", origin="table"), "rolled by house"),
    "an order changed": (change("order_given", blanks={"hide": 3, "shell": 3}), "next event is different"),
    "an order refused": (change("order_given", blanks={"hide": 9, "shell": 3}), "refused"),
    "an order unknown": (change("order_given", order="fly"), "refused"),
    "an outcome changed": (change("toy.cove_shelled", cove=2), "the next event is different"),
    "an outcome left out": (drop("toy.cove_shelled"), "the log has .*, the rules decide toy.cove_shelled"),
    "an outcome twice": (twice("toy.cove_shelled"), "the log has toy.cove_shelled .*, the rules decide "),
    "a secret told": (
        change("toy.plotted", audience=["everyone"]),
        "audience is different; the log has toy.plotted .* for everyone, the rules decide .* for (red|blue)",
    ),
    "an audience of nobody": (change("toy.plotted", audience=["green"]), "no side"),
    "an order of somebody else": (change("order_given", given_by="0" * 32), "given by"),
    "an outcome of somebody else": (change("toy.cove_shelled", given_by=None), "given by"),
    "a step left out": (move_on, "after step"),
    "an unknown kind": (change("toy.cove_shelled", kind="toy.airship"), "no event"),
    "a shape to come": (change("toy.cove_shelled", shape=2), "shape 2"),
    "a field too many": (change("toy.cove_shelled", colour="red"), "colour"),
    "a field of another type": (change("toy.cove_shelled", cove="1"), "cove"),
    "another seed": (seed_of_somebody_else, "not the one whose hash"),
    "a seed that is none": (change("seed_opened", seed="zz"), "not 32 bytes"),
    "a seed opened early": (lambda entries: entries.insert(5, entries[-1]), "after step|before the end"),
    "a second beginning": (twice("battle_began"), "exactly one entry 0"),
    "a rules system unknown": (change("battle_began", system="chess"), "no rules system"),
    "another rules system": (scenario(system="dark_seas"), "another rules system"),
    "a scenario that is none": (scenario(sides=3), "the rules cannot run its scenario"),
    "a scenario refused": (scenario(sides=LONELY), "the rules cannot run its scenario"),
    "a title that reads backwards": (scenario(title="The \u202esevoc"), "reverse the direction of text"),
    "a side without a seat": (lose_seat, "no seat"),
    "a seat of nobody": (
        change("battle_began", seats={"red": "0" * 32, "blue": "1" * 32, "x": "2" * 32}),
        "seat",
    ),
    "a participant that is a name": (
        change("battle_began", seats={"red": "Jones", "blue": "1" * 32}),
        "participant",
    ),
    "a dice scheme that is none": (change("battle_began", dice={"scheme": 3}), "dice scheme"),
    "a dice scheme of nobody": (change("battle_began", dice={"scheme": "<b>x"}), "dice scheme"),
    "dice of another scheme": (witnessed, "dice events that sha256-1 does not use"),
    "a beginning for few": (change("battle_began", audience=["red"]), "its first entry is not public"),
    "a second end": (twice("battle_ended"), "has already ended"),
    "a seed for few": (change("seed_opened", audience=["red"]), "must be public"),
    "an order behind the end": (behind_the_end("order_given"), "has already ended"),
    "a turn behind the end": (behind_the_end("turn_began"), "has already ended"),
    "points that are no number": (
        change("battle_ended", scores={"red": "1/0", "blue": "0"}),
        "not valid numbers",
    ),
    "points without end": (
        change("battle_ended", scores={"red": "1e300000000", "blue": "0"}),
        "not valid numbers",
    ),
}


@every_case("name", FORGERIES)
def test_forged_file_is_refused_with_line_and_reason(name: str) -> None:
    entries = records(toy_file())
    forge, reason = FORGERIES[name]
    forge(entries)
    with pytest.raises(BadBattleFile, match=reason) as refusal:
        battle_files.import_battle(forged(entries))
    assert 2 <= refusal.value.line <= len(entries) + 1
    assert not Battle.objects.exists()
    assert not Revision.objects.exists()
    assert not Seat.objects.exists()


def test_t1_changed_byte_anywhere_is_refused() -> None:
    data = b"".join(toy_file())
    for place in range(0, len(data), 97):
        wrong = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        with pytest.raises(BadBattleFile):
            battle_files.import_battle(io.BytesIO(wrong))
    assert not Battle.objects.exists()


def test_refusal_names_the_line_of_the_changed_entry() -> None:
    lines = toy_file()
    lines[20] = lines[20].replace(b'"step":', b'"step": ')
    with pytest.raises(BadBattleFile) as refusal:
        battle_files.import_battle(lines)
    assert refusal.value.line == 21


def test_nothing_is_half_taken_when_storing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_revision("other")

    def full(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(log_store, "take_in", full)
    with pytest.raises(OSError, match="full"):
        battle_files.import_battle(toy_file())
    assert not Battle.objects.exists()
    assert Revision.objects.count() == 1


def test_ruling_that_makes_no_sense_is_refused_not_followed() -> None:
    """The umpire may rule anything; a file from elsewhere may not make the rules fall over."""
    battle = toy_started(seats=["umpire"]).battle
    entries = records(exported(battle).splitlines(keepends=True))
    participant = entries[0]["payload"]["seats"]["umpire"]
    ruled = {"kind": "toy.enemy_scouted", "payload": {"side": "red", "cove": 1}, "audience": ["everyone"]}
    blanks = {"reason": "So be it.", "events": [ruled]}
    common = {"given_by": participant, "shape": 1, "step": 1, "seq": 0}
    entries += [
        {**common, "kind": "order_given", "audience": [],
         "payload": {"side": "umpire", "order": "rule", "blanks": blanks}},
        {**common, "kind": "ruling_made", "audience": ["everyone"], "payload": {"reason": "So be it."}},
        {**common, "kind": "toy.enemy_scouted", "audience": ["everyone"], "payload": ruled["payload"]},
    ]  # fmt: skip
    sound = battle_files.check_file(battle_file.read(forged(entries)))
    assert len(sound.entries) == 4
    nonsense = {"ship": "nobody", "hits": 1}
    ruled.update(kind="toy.ship_hit", payload=nonsense)
    entries[-1].update(kind="toy.ship_hit", payload=nonsense)
    entries += [{**entry, "step": 2} for entry in entries[1:3]]
    entries[-1]["payload"] = {"side": "red", "order": "plot", "blanks": {}}
    with pytest.raises(BadBattleFile):
        battle_files.check_file(battle_file.read(forged(entries)))


def test_ruling_that_nobody_can_tell_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules follow it, and yet every page of the battle would fall over."""
    battle = toy_started(seats=["umpire"]).battle
    entries = records(exported(battle).splitlines(keepends=True))
    common = {"given_by": entries[0]["payload"]["seats"]["umpire"], "shape": 1, "step": 1, "seq": 0}
    blanks = {"reason": "So be it.", "events": []}
    entries += [
        {**common, "kind": "order_given", "audience": [],
         "payload": {"side": "umpire", "order": "rule", "blanks": blanks}},
        {**common, "kind": "ruling_made", "audience": ["everyone"], "payload": {"reason": "So be it."}},
    ]  # fmt: skip
    lines = forged(entries)
    assert len(battle_files.check_file(battle_file.read(lines)).entries) == 3

    def fall(_: object) -> Chart:
        raise KeyError("nobody")

    system = replace(registry.system("toy"), chart=fall)
    monkeypatch.setattr(registry, "system", lambda key: system)
    with pytest.raises(BadBattleFile, match="cannot be narrated"):
        battle_files.check_file(battle_file.read(lines))


def test_library_folder_is_read_by_load_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish_first(toy_scenario())
    (tmp_path / "coves.jsonl").write_bytes(b"".join(toy_file()))
    monkeypatch.setattr(load_battles, "LIBRARY", tmp_path)
    reports = []
    for _ in range(2):
        out = io.StringIO()
        call_command("load_battles", stdout=out)
        reports.append(out.getvalue())
    assert reports == [f"1 battles in the library, {new} of them new here.\n" for new in (1, 0)]
    assert Battle.objects.get().origin == "library"
    assert toy_scenario().key == Battle.objects.get().revision.scenario.key


def test_battle_of_the_library_leaves_the_scenario_as_it_was_published_last() -> None:
    newer = toy_revision(title="The coves, charted anew")
    battle = battle_files.import_battle(toy_file(), origin="library").battle
    assert (battle.origin, battle.revision.origin) == ("library", "file")
    assert battle.revision != newer
    assert Scenario.objects.get(key=toy_scenario().key).current == newer


def test_file_that_comes_twice_at_once_is_one_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is stored while this one is being checked."""
    checked = battle_files.check_file

    def meanwhile(file: battle_file.BattleFile) -> battle_files.CheckedFile:
        monkeypatch.setattr(battle_files, "check_file", checked)
        assert battle_files.import_battle(toy_file()).is_new
        return checked(file)

    monkeypatch.setattr(battle_files, "check_file", meanwhile)
    second = battle_files.import_battle(toy_file())
    assert not second.is_new
    assert Battle.objects.get() == second.battle


def test_battle_from_a_file_is_promised_and_counted_nowhere() -> None:
    battle = toy_battle()
    assert tallies.of_battle(battle)["house"] != []
    assert tallies.of_all_battles()["house"] == []
    Battle.objects.update(dice_scheme="ds-dice-1")
    assert not register.committed_battles().exists()
    Battle.objects.update(origin="site")
    assert register.committed_battles().get() == battle
    assert tallies.of_all_battles()["house"] != []


def test_header_alone_tells_whether_a_battle_is_here() -> None:
    header = toy_file()[0]
    assert not battle_files.is_here(header)
    toy_battle()
    assert battle_files.is_here(header)
    assert not battle_files.is_here(header.replace(b'"head":"', b'"head":"0')[:-4])
    assert not battle_files.is_here(toy_file("2")[0])
    for nonsense in (b"", b"[]\n", b"{}\n", b'{"battle":3,"entries":1,"head":""}\n', b"\xff"):
        assert not battle_files.is_here(nonsense)


def test_order_in_another_form_than_recorded_is_refused() -> None:
    """What stands at its default is left out where we write it; "2/4" is never written for 1/2."""
    entries = records(list(battle_lines("cape-spada", "a")))
    moves = next(entry for entry in entries if entry["payload"].get("order") == "dark_seas.set_speeds")
    assert "evading" not in moves["payload"]["blanks"]
    moves["payload"]["blanks"]["evading"] = []
    with pytest.raises(BadBattleFile, match="canonical form"):
        battle_files.check_file(battle_file.read(forged(entries)))
