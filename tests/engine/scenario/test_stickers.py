"""Ships of stickers and groups, as every rules system takes them from a scenario."""

import pytest

from darkseas.engine.scenario.scenario_errors import Findings
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, ShipSpec, SideSpec
from darkseas.engine.scenario.stickers import add_ships, ships_of_group


def a_sticker(key: str, count: int = 1) -> ShipSpec:
    return ShipSpec(key, key.title(), "", "USN", "DD", {}, count)


def a_ship(key: str, name: str, place: int) -> tuple[str, str, int]:
    return key, name, place


def test_sticker_of_several_numbers_them_and_goes_on_behind_the_ships_there_are() -> None:
    findings = Findings()
    ships: dict[str, tuple[str, str, int]] = {}
    assert add_ships(a_sticker("boise"), ships, a_ship, "here", findings) == ("boise",)
    assert add_ships(a_sticker("fubuki", 2), ships, a_ship, "here", findings) == ("fubuki-1", "fubuki-2")
    assert list(ships.values()) == [
        ("boise", "Boise", 0),
        ("fubuki-1", "Fubuki 1", 1),
        ("fubuki-2", "Fubuki 2", 2),
    ]
    findings.settle()


def test_key_that_two_stickers_come_to_is_noted_where_the_second_stands() -> None:
    findings = Findings()
    ships: dict[str, tuple[str, str, int]] = {}
    add_ships(a_sticker("fubuki-2"), ships, a_ship, "first", findings)
    add_ships(a_sticker("fubuki", 2), ships, a_ship, "second", findings)
    with pytest.raises(BadScenario) as refused:
        findings.settle()
    assert [(finding.where, finding.text) for finding in refused.value.findings] == [
        ("second", "Two ships have the same key.")
    ]


def test_group_has_the_ships_of_its_stickers_and_notes_one_that_its_side_lacks() -> None:
    findings = Findings()
    group = GroupSpec("van", "Van", ("boise", "kako", "fubuki"))
    stickers = {"boise": ("boise",), "fubuki": ("fubuki-1", "fubuki-2")}
    ships = tuple(ships_of_group(group, stickers, "sides.usn.groups.van", findings, "FB-7"))
    assert ships == ("boise", "fubuki-1", "fubuki-2")
    with pytest.raises(BadScenario) as refused:
        findings.settle()
    (finding,) = refused.value.findings
    assert (finding.where, finding.text) == ("sides.usn.groups.van", "This side has no ship “kako”.")
    assert finding.rule == "FB-7"


def test_side_wears_the_colours_of_its_first_navy() -> None:
    assert SideSpec("allies", "Allies", ("USN", "RN"), ()).navy == "USN"
    assert SideSpec("nobody", "Nobody", (), ()).navy == ""
