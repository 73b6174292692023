"""Addresses of what members make tell nothing of what others have made."""

import re
from collections.abc import Iterable

import pytest

from darkseas.engine.scenario.spec import MapSpec
from scenarios_app.drafts import store as drafts
from scenarios_app.maps.store import MapPublishing, publish_new
from scenarios_app.models import HexMap, Scenario
from tests.support.builders import toy_scenario
from tests.support.members import member

pytestmark = pytest.mark.django_db

BY_CHANCE = re.compile(r"the-coves-[0-9a-f]{8}")
SEA = MapSpec("", "The coves", 4, 3, land=("0101",))


def keys_of(drafted: Iterable[str]) -> list[str]:
    """Create a scenario for each of these members; their keys."""
    return [drafts.start(member(name), toy_scenario(title="The coves")).scenario.key for name in drafted]


def test_key_is_alike_whether_somebody_has_a_private_thing_of_this_title_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    keys = keys_of(["hipper", "kondo", "kondo"])
    keys += [publish_new(SEA, member(name), MapPublishing()).hex_map.key for name in ("hipper", "kondo")]
    assert all(BY_CHANCE.fullmatch(key) for key in keys), keys
    assert len(set(keys)) == len(keys)


def test_address_from_former_days_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    Scenario.objects.create(key="the-coves", title="The coves", system="toy", owner=member("hipper"))
    HexMap.objects.create(key="the-coves-2", title="The coves", owner=member("hipper"))
    keys_of(["kondo"])
    assert Scenario.objects.filter(key="the-coves").count() == 1
    assert HexMap.objects.get().key == "the-coves-2"


def test_longest_title_gives_a_key_that_a_scenario_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    draft = drafts.start(member("hipper"), toy_scenario(title="x" * 200))
    assert len(draft.scenario.key) <= 80
