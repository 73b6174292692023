"""What the tree keeps of the library, battles and balances, is of the library as it stands today."""

import json
from collections import Counter

from darkseas.engine.serialization import canonical_json
from darkseas.rules import registry
from replays_app.management.commands.load_battles import LIBRARY as BATTLES
from replays_app.simulation import library_balances
from replays_app.simulation.analysis import library_analyses
from scenarios_app.library.loader import read_file, scenario_files
from scenarios_app.revisions.store import canonical, digest_of


def test_battles_and_balances_are_of_todays_scenarios_under_todays_rules() -> None:
    """A battle of a former text makes a second revision; a balance of one is shown nowhere."""
    scenarios = {spec.key: canonical(spec) for spec in map(read_file, scenario_files())}
    fought: Counter[str] = Counter()
    for file in sorted(BATTLES.glob("*.jsonl")):
        with file.open("rb") as lines:
            next(lines)
            began = json.loads(next(lines))["entry"]["payload"]
        key = began["scenario"]["key"]
        assert canonical_json.encode(began["scenario"]) == scenarios[key], file.name
        assert began["release"] == registry.RELEASE, file.name
        fought[key] += 1
    assert fought.keys() == scenarios.keys()
    balances = {line["scenario"]: line for line in json.loads(library_balances.FILE.read_text())}
    assert balances.keys() == scenarios.keys()
    for key, line in balances.items():
        assert (line["digest"], line["release"]) == (digest_of(scenarios[key]), registry.RELEASE), key


def test_kept_analyses_are_of_library_battles_under_todays_rules_and_add_up() -> None:
    ids = library_analyses.library_battle_ids()
    paths = sorted(library_analyses.FOLDER.glob("*.json"))
    assert paths
    faults = []
    for path in paths:
        stored = json.loads(path.read_text("utf-8"))
        content = stored["content"]
        first, other = content["sides"]
        sums = content["sums"]
        moved = sums["luck"] + sums["judgement"][first] - sums["judgement"][other]
        if path.stem not in ids or stored["release"] != registry.RELEASE:
            faults.append(f"{path.name}: of no library battle under these rules")
        if abs(content["start"] + moved - content["end"]["win"]) > 1e-4:
            faults.append(f"{path.name}: luck and judgement do not add up")
    assert faults == []
