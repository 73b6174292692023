"""Where the library's battles show each rule."""

from pathlib import Path

import pytest

from darkseas.engine.presentation.companion import RuleExample
from replays_app.export import rule_examples
from replays_app.management.commands.find_rule_examples import LIBRARY, RULES
from tests.rules.conformance.bot_battles import SYSTEMS

Examples = dict[str, dict[str, RuleExample]]


@pytest.fixture(scope="module")
def shown() -> Examples:
    """What the library's battles show."""
    return rule_examples.find(LIBRARY.glob("*.jsonl"))


def test_whatever_a_battle_of_the_library_cites_has_an_entry(shown: Examples) -> None:
    for system in SYSTEMS:
        assert len(shown[system.key]) > 20
        assert sorted(shown[system.key].keys() - system.companion.entries.keys()) == []


def test_companions_keep_what_the_library_shows_now(shown: Examples) -> None:
    """`manage.py find_rule_examples --write` writes them anew."""
    for system in SYSTEMS:
        assert system.companion.examples == shown[system.key]
        path = Path(RULES, system.key, "companion/examples.toml")
        assert path.read_text(encoding="utf-8") == rule_examples.table_text(shown[system.key].values())


def test_entry_that_is_about_a_rule_goes_before_one_that_only_counts_with_it(shown: Examples) -> None:
    """§5 is cited in sums alone; §18f in sentences, of which one with a result table is the best."""
    savo = shown["dark_seas"]["§18f"]
    assert savo.title == "Savo Island"
    assert shown["dark_seas"]["§5"].battle == savo.battle
