"""From where a target is seen, and what lies on the line to it (ES-21, ES-22, ES-A9, ES-A10)."""

import pytest

from darkseas.engine.hexes.board import label, parse_label
from darkseas.rules.easyships.model.firing_arcs import bearing, is_abeam
from darkseas.rules.easyships.model.line_of_fire import passed_hexes

E = 0


@pytest.mark.parametrize(
    ("target", "between", "sectors"),
    [
        ("1210", False, False),  # dead ahead
        ("0810", False, False),  # dead astern
        ("1109", False, True),  # exactly 30 degrees off the bow: between bow line and dead ahead
        ("1008", True, True),  # 90 degrees, broad on the beam
        ("1108", True, True),  # 60 degrees: on the bow line itself
        ("0908", True, True),  # 120 degrees: on the quarter line itself
        ("0909", True, True),
        ("0809", False, True),
        ("1309", False, False),
    ],
)
def test_es_a9_where_all_guns_bear(target: str, between: bool, sectors: bool) -> None:
    seen = bearing(parse_label("1010"), E, parse_label(target))
    assert is_abeam(seen, "between") is between
    assert is_abeam(seen, "sectors") is sectors


@pytest.mark.parametrize("facing", range(6))
def test_each_of_the_six_neighbours_is_ahead_astern_or_abeam(facing: int) -> None:
    """Of the six directions four see the whole broadside, with the facing turned all around."""
    from_here = parse_label("1010")
    abeam = 0
    for target in ("1110", "1009", "0909", "0910", "0911", "1011"):
        seen = bearing(from_here, facing, parse_label(target))
        abeam += is_abeam(seen, "between")
    assert abeam == 4


def test_bearing_says_whether_ahead_or_astern() -> None:
    assert bearing(parse_label("1010"), E, parse_label("1310")).ahead > 0
    assert bearing(parse_label("1010"), E, parse_label("0710")).ahead < 0


def passed(start: str, end: str, reading: str) -> list[str]:
    """The hexes on a line, by label."""
    return [label(at) for at in passed_hexes(parse_label(start), parse_label(end), reading)]


@pytest.mark.parametrize("reading", ["middle", "any"])
def test_es_a10_a_line_along_a_row_passes_every_hex_of_it(reading: str) -> None:
    assert passed("1010", "1410", reading) == ["1110", "1210", "1310"]


@pytest.mark.parametrize("reading", ["middle", "any"])
def test_es_a10_a_line_along_a_hexside_grazes_both_hexes_and_passes_neither(reading: str) -> None:
    assert passed("1010", "1008", reading) == []


def test_es_a10_the_middle_reading_passes_one_hex_at_each_step_the_other_all_that_it_cuts() -> None:
    assert passed("1010", "1309", "middle") == ["1110", "1209"]
    assert passed("1010", "1309", "any") == ["1110", "1109", "1210", "1209"]


def test_a_neighbour_has_nothing_between() -> None:
    assert passed("1010", "1110", "middle") == passed("1010", "1110", "any") == []
