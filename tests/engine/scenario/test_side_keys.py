"""Keys of sides, refused before a battle begins whatever its rules."""

from dataclasses import replace

import pytest

from darkseas.engine.scenario.side_keys import side_key_findings
from darkseas.engine.scenario.spec import BadScenario
from darkseas.rules.registry import system
from tests.support.library.library_specs import library_spec

BATTLES = {"dark_seas": "savo-island", "fleet_battle": "denmark-strait", "easyships": "river-plate-easyships"}


@pytest.mark.parametrize("key", ["rn", "a-1", "4th-fleet", 40 * "a"])
def test_small_letters_digits_and_hyphens_are_taken(key: str) -> None:
    assert list(side_key_findings([key])) == []


@pytest.mark.parametrize("key", ["", "A", "a_b", "a/b", "é", "-a", "a--b", "a\n", "\ud7ff\uffff", 41 * "a"])
def test_everything_else_is_refused(key: str) -> None:
    (finding,) = side_key_findings([key])
    assert (finding.where, finding.is_advice) == (f"sides.{key}", False)


@pytest.mark.parametrize("system_key", BATTLES)
@pytest.mark.parametrize("key", ["é", "everyone", "umpire", "score", "draw"])
def test_no_rules_begin_a_battle_with_such_a_side(system_key: str, key: str) -> None:
    spec = library_spec(BATTLES[system_key])
    first, second = spec.sides
    odd = replace(spec, sides=(replace(first, key=key), second))
    with pytest.raises(BadScenario) as refused:
        system(system_key).initial_state(odd)
    assert f"sides.{key}" in [finding.where for finding in refused.value.findings]
