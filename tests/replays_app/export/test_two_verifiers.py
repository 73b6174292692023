"""F-4: the verifier in Python and the one in the browser say the same of every changed battle file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from darkseas.engine.serialization.canonical_json import Json
from tests.engine.log.battle_samples import SAMPLES, file_of
from tests.javascript import node
from tests.replays_app.export.verifier import refusal, verify_battle

pytestmark = pytest.mark.skipif(bool(node.absence()), reason=node.absence())

ANSWER_WITHIN_S = 240
KINDS = {
    *("battle_began", "client_seed_committed", "client_seed_opened"),
    *("dice_rolled", "order_given", "seed_opened", "turn_opened"),
}


def changed_files() -> Iterator[str]:
    """Both samples as they are, and with each value of the dice changed once, under a chain made anew."""
    for make in SAMPLES.values():
        yield file_of(make()).decode()
        for seq, entry in enumerate(make()):
            for path in paths(entry["payload"]) if entry["kind"] in KINDS else ():
                if path[0] in ("scenario", "release", "system", "blanks"):
                    continue
                entries = make()
                part: Any = entries[seq]["payload"]
                for key in path[:-1]:
                    part = part[key]
                part[path[-1]] = another(part[path[-1]])
                yield file_of(entries).decode()


def cut_files() -> Iterator[str]:
    """Both samples without their last entries, and without their end alone, under a chain made anew."""
    for make in SAMPLES.values():
        for kept in range(2, len(make())):
            yield file_of(make()[:kept]).decode()
        without = [entry for entry in make() if entry["kind"] != "battle_ended"]
        yield file_of([{**entry, "seq": seq} for seq, entry in enumerate(without)]).decode()


def paths(value: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The names and places that lead to each plain value."""
    if not isinstance(value, dict | list):
        return [path]
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    return [found for key, part in parts for found in paths(part, (*path, key))]


def another(value: Json) -> Json:
    """A value of the same type that is another one."""
    if isinstance(value, str):
        return value[:-1] + ("1" if value.endswith("0") else "0") if value else "00" * 32
    return value + 1 if isinstance(value, int) else 1


def verdict(text: str) -> int | dict[str, int]:
    """The line at which Python refuses a file, or its rolls and whether it is whole."""
    found = refusal(text.encode())
    if found is not None:
        return found[0]
    battle = verify_battle.Battle()
    word = battle.check(text.encode())
    rolls = {kind: battle.rolls[kind] for kind in ("house", "table", "closed")}
    return {**rolls, "isWhole": word == "sound"}


def test_f4_both_verifiers_say_the_same_of_every_change(tmp_path: Path) -> None:
    texts, cut = list(changed_files()), list(cut_files())
    (tmp_path / "files.json").write_text(json.dumps(texts + cut), encoding="utf-8")
    done = node.run("tools/verdicts.js", str(tmp_path / "files.json"), within_s=ANSWER_WITHIN_S)
    assert done.returncode == 0, done.stderr
    by_browser = json.loads(done.stdout)
    by_python = [verdict(text) for text in texts + cut]
    assert len(texts) > 150
    assert sum(isinstance(found, int) for found in by_python) > 0.7 * len(texts)
    assert [found for found in by_python[len(texts) :] if isinstance(found, int) or found["isWhole"]] == []
    assert [pair for pair in zip(by_browser, by_python, strict=True) if pair[0] != pair[1]] == []
