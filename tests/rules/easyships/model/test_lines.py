"""Where all guns bear, and which hexes a line of fire passes (ES-21, ES-22, ES-A9, ES-A10)."""

from darkseas.engine.hexes.board import label, parse_label
from darkseas.rules.easyships.model.firing_arcs import bearing, is_abeam
from darkseas.rules.easyships.model.line_of_fire import passed_hexes

E = 0
HERE = parse_label("1010")


def test_es_a9_where_all_guns_bear() -> None:
    abeam = {
        "1210": False,  # dead ahead
        "0810": False,  # dead astern
        "1109": False,  # exactly 30 degrees off the bow
        "1008": True,  # 90 degrees, broad on the beam
        "1108": True,  # 60 degrees: on the bow line itself
        "0908": True,  # 120 degrees: on the quarter line itself
        "0909": True,
        "0809": False,
        "1309": False,
    }
    assert {target: is_abeam(bearing(HERE, E, parse_label(target))) for target in abeam} == abeam


def test_four_of_the_six_neighbours_see_the_broadside_whatever_the_facing() -> None:
    around = ("1110", "1009", "0909", "0910", "0911", "1011")
    for facing in range(6):
        assert sum(is_abeam(bearing(HERE, facing, parse_label(at))) for at in around) == 4, facing


def test_bearing_says_whether_ahead_or_astern() -> None:
    assert bearing(HERE, E, parse_label("1310")).ahead > 0
    assert bearing(HERE, E, parse_label("0710")).ahead < 0


def test_es_a10_which_hexes_a_line_passes() -> None:
    lines = {
        "1410": ["1110", "1210", "1310"],  # along a row
        "1008": [],  # along a hexside: it grazes both hexes and passes neither
        "1309": ["1110", "1209"],  # one hex at each step
        "1110": [],  # a neighbour
    }
    found = {end: [label(at) for at in passed_hexes(HERE, parse_label(end))] for end in lines}
    assert found == lines
