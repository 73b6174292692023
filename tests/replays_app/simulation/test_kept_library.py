"""What the tree keeps of the library, battles and balances, is of the library as it stands today."""

import json
from collections import Counter

from darkseas.engine.serialization import canonical_json
from darkseas.rules import registry
from replays_app.management.commands.load_battles import LIBRARY as BATTLES
from replays_app.simulation import library_balances
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
