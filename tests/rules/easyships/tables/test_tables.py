"""Every cell of the tables of EasyShips, against the numbers of the sheet and of the text."""

import pytest

from darkseas.rules.easyships.tables.rules_tables import (
    BATTERIES,
    CRITICAL_HITS,
    DEEP,
    DEPTHS,
    FIGHTERS,
    FIRES,
    FIXED,
    FLOODING,
    HOUSE,
    LENGTHS,
    MODIFIERS,
    PERISCOPE,
    RATES,
    REPAIRS,
    SHALLOW,
    SONAR,
    SURFACE,
    TYPES,
    YEARS,
    aircraft_of,
    firings_of,
    level_of,
    row_of,
    shot_down,
)


@pytest.mark.parametrize(
    ("roll", "does"),
    [
        (1, {"fires": 1}),
        (2, {"flooding": 1}),
        (3, {"small_guns": 2, "fires_by_gun": 1}),
        (4, {"fires": 1, "flooding": 1}),
        (5, {"large_guns": 2}),
        (6, {"flooding": 1, "speed": 1, "speed_floor": 1}),
        (7, {"no_repairs": True}),
        (8, {"fires_by_die": True}),
        (9, {"flooding": 1, "speed": 2}),
        (10, {"magazine": True}),
    ],
)
def test_critical_hit(roll: int, does: dict[str, int | bool]) -> None:
    row = row_of(CRITICAL_HITS, roll)
    every = (
        "fires", "fires_by_gun", "fires_by_die", "flooding", "small_guns", "large_guns", "speed",
        "speed_floor", "no_repairs", "magazine",
    )  # fmt: skip
    assert row.roll == roll
    assert {name: getattr(row, name) for name in every} == {name: does.get(name, 0) for name in every}


def test_critical_hits_above_the_last_row_are_the_last_row() -> None:
    assert row_of(CRITICAL_HITS, 15).magazine
    assert len(CRITICAL_HITS) == 10
    assert len({row.label for row in CRITICAL_HITS}) == 10


@pytest.mark.parametrize(
    ("level", "silent", "sinks_below", "sinks_submarine", "sinks_all"),
    [
        (1, 0, 0, False, False),
        (2, 4, 0, True, False),
        (3, 3, 0, True, False),
        (4, 2, 12, True, False),
        (5, 1, 24, True, False),
        (6, 1, 0, True, True),
    ],
)
def test_fires(level: int, silent: int, sinks_below: int, sinks_submarine: bool, sinks_all: bool) -> None:
    row = level_of(FIRES, level)
    assert row is not None
    assert (row.level, row.no_air, row.silent) == (level, True, silent)
    assert (row.sinks_below, row.sinks_submarine, row.sinks_all) == (sinks_below, sinks_submarine, sinks_all)


@pytest.mark.parametrize(
    ("level", "small_loss", "loss", "cap", "sinks_below", "sinks_all"),
    [
        (1, 1, 0, -1, 0, False),
        (2, 2, 1, -1, 0, False),
        (3, 0, 0, 1, 8, False),
        (4, 0, 0, 1, 16, False),
        (5, 0, 0, 0, 32, False),
        (6, 0, 0, 0, 0, True),
    ],
)
def test_flooding(
    level: int, small_loss: int, loss: int, cap: int, sinks_below: int, sinks_all: bool
) -> None:
    row = level_of(FLOODING, level)
    assert row is not None
    assert (row.level, row.small_loss, row.loss, row.cap) == (level, small_loss, loss, cap)
    assert (row.sinks_below, row.sinks_submarine, row.sinks_all) == (sinks_below, True, sinks_all)


def test_levels_beyond_the_table_are_its_last_and_level_0_is_none() -> None:
    assert level_of(FIRES, 9) is FIRES[-1]
    assert level_of(FLOODING, 7) is FLOODING[-1]
    assert level_of(FIRES, 0) is None


@pytest.mark.parametrize(
    ("roll", "fires", "flooding", "speed", "if_lost"),
    [
        (1, 1, 1, 0, 0),
        (2, 0, 0, 0, 0),
        (3, 0, 0, 0, 0),
        (4, -1, 0, 0, 0),
        (5, -1, -1, 1, 4),
        (6, -1, -1, 1, 3),
    ],
)
def test_damage_control(roll: int, fires: int, flooding: int, speed: int, if_lost: int) -> None:
    row = row_of(REPAIRS, roll)
    assert (row.roll, row.fires, row.flooding, row.speed, row.speed_if_lost) == (
        roll, fires, flooding, speed, if_lost,
    )  # fmt: skip


def test_damage_control_below_1_is_row_1_and_above_6_row_6() -> None:
    assert row_of(REPAIRS, 0).roll == 1
    assert row_of(REPAIRS, 7).roll == 6


def test_modifiers_of_gunnery() -> None:
    assert {key: (line.amount, line.rule) for key, line in MODIFIERS.items()} == {
        "long": (1, "ES-24"),
        "opening": (2, "ES-24"),
        "short": (-1, "ES-24"),
        "close": (-1, "ES-24"),
        "point_blank": (-1, "ES-24"),
        "target_evades": (2, "ES-11"),
        "firer_evades": (1, "ES-11"),
    }


@pytest.mark.parametrize(("size", "times"), [(1, 3), (3, 3), (4, 2), (6, 2), (7, 1), (18, 1)])
def test_rate_of_fire(size: int, times: int) -> None:
    assert firings_of(size) == times
    assert [(rate.most_size, rate.firings) for rate in RATES] == [(3, 3), (6, 2)]


@pytest.mark.parametrize(("face", "planes"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_fighters(face: int, planes: int) -> None:
    assert shot_down(face) == planes
    assert len(FIGHTERS) == 3


@pytest.mark.parametrize(
    ("year", "bomb", "aa"), [(1905, 8, 6), (1940, 8, 6), (1941, 11, 6), (1942, 11, 6), (1943, 11, 5)]
)
def test_aircraft_by_year(year: int, bomb: int, aa: int) -> None:
    assert (aircraft_of(year).bomb, aircraft_of(year).aa) == (bomb, aa)
    assert [line.since for line in YEARS] == [0, 1941, 1943]


def test_depths() -> None:
    assert (SURFACE, PERISCOPE, SHALLOW, DEEP) == (0, 1, 2, 3)
    assert [(depth.key, depth.sonar, depth.dice) for depth in DEPTHS] == [
        ("surface", 0, 0), ("periscope", 0, 1), ("shallow", -1, 2), ("deep", -2, 3),
    ]  # fmt: skip


def test_sonar() -> None:
    assert {moved: (line.beside, line.beyond) for moved, line in SONAR.items()} == {
        0: (True, True),
        1: (True, False),
        2: (False, False),
    }


@pytest.mark.parametrize(
    ("key", "faces", "marks"),
    [
        ("BB", 1, {"heavy"}),
        ("PDN", 1, {"heavy", "one_aa_die"}),
        ("BC", 1, {"heavy"}),
        ("AC", 2, {"heavy", "one_aa_die"}),
        ("CA", 2, {"heavy"}),
        ("CL", 2, set()),
        ("CLAA", 2, {"aa_ship"}),
        ("DD", 3, {"hunts"}),
        ("DE", 2, {"hunts"}),
        ("CV", 2, set()),
        ("CVL", 2, set()),
        ("SS", 2, {"dives"}),
        ("AUX", 2, set()),
    ],
)
def test_types(key: str, faces: int, marks: set[str]) -> None:
    kind = TYPES[key]
    every = {"hunts", "one_aa_die", "aa_ship", "heavy", "dives"}
    assert kind.faces == faces
    assert {mark for mark in every if getattr(kind, mark)} == marks
    assert kind.basis == ("house" if key == "AUX" else "stated")
    assert kind.title
    assert kind.plural != kind.title


def test_lengths_are_of_every_type() -> None:
    assert LENGTHS == {
        "BB": 3, "BC": 3, "CV": 3, "PDN": 2, "AC": 2, "CA": 2, "CL": 2, "CLAA": 2, "CVL": 2,
        "DD": 1, "DE": 1, "SS": 1, "AUX": 1,
    }  # fmt: skip
    assert LENGTHS.keys() == TYPES.keys()


def test_fixed_numbers() -> None:
    assert FIXED == {
        "die": 6, "gunnery_die": 20,
        "points_weight": 2, "points_gun_share": 3, "points_share": 2, "submarine_gun_size": 12,
        "collision_loss": 1, "collision_defence": 20,
        "smoke_hexes": 5, "smoke_wait": 5, "smoke_clears": 2,
        "evasion_cost": 1, "evasion_torpedo": 1,
        "sonar_since": 1920, "sonar_finds": 1, "sonar_depth": 5,
        "strike_wait": 12, "most_groups": 6, "group_planes": 8, "carriers_apart": 10,
        "fighter_four": 4, "fighter_odds": 2, "aa_range": 4, "aa_share": 8,
        "bomb_range": 1, "near_miss": 1,
        "range_beyond_size": 1, "split_guns": 20, "close_range": 4, "point_blank": 1,
        "plunging_size": 7, "plunging": 2, "tie_fires": 3,
        "torpedo_range": 6, "torpedo_wait_submarine": 3, "torpedo_wait_heavy": 4, "torpedo_split": 8,
        "torpedo_hits": 1, "torpedo_hits_near": 2, "torpedo_near_range": 2, "torpedo_critical_less": 2,
        "torpedo_flooding": 1,
        "depth_charge_since": 1918, "depth_charge_hit": 1, "depth_charge_near": 2,
        "small_ship": 8, "repair_share": 10, "carrier_fire_roll": -1,
        "long_lance_range": 2, "long_lance_since": 1939,
        "armour_parts": 2, "tons_of_defence": 1000, "knots_added": 1, "knots_of_a_move": 5, "moves_less": 2,
        "least_rating": 1, "planes_share": 2,
    }  # fmt: skip
    assert HOUSE == {"fighter_cover": 10}
    assert BATTERIES == ("primary", "secondary", "tertiary", "quarternary")
