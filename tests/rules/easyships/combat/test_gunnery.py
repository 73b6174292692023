"""Guns die by die, with the example of the text, and what may not be fired at (ES-20 to ES-26)."""

from typing import Any

import pytest

from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships.combat.gunnery import check, resolve
from darkseas.rules.easyships.model.events import BatteryFired, FiringResolved, HitResolved
from darkseas.rules.easyships.model.hit_effects import Effect
from darkseas.rules.easyships.model.orders import GunFire
from tests.rules.easyships.support import Table, a_battle, ship, way

FIRE = GunFire("a1", 0, "b1")


def duel(away: int, *, guns: Any = ((9, 11),), armour: int = 4, options: Any = None, **more: Any) -> Table:
    """A ship at 1010 that faces north-east, and a target so many hexes east: on the bow line, abeam."""
    at = {"a1": "1010 NE", "b1": f"{10 + away}10 E"}
    ships = {"a1": ship("BC", guns=guns, hexes=1)}
    enemy = {"b1": ship("CA", armour=armour, hexes=1, **more)}
    return a_battle(ships, enemy, at=at, options=options or {})


def shelled(table: Table, *dice: int, order: GunFire = FIRE) -> tuple[Effect, ...]:
    """Fire, and return what hits will do."""
    table.play(resolve, "a", [order], dice=dice)
    return table.state.effects


def same_target(table: Table) -> Table:
    """The battery fired at the same target last turn."""
    table.set("a1", targets=("b1",) * 1, fired=(1,))
    table.state.turn = 2
    return table


def refusal(table: Table, *orders: GunFire, side: str = "a") -> tuple[str, str]:
    """Rule and blank of fire that is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, side, orders)
    assert refused.value.reason
    return refused.value.rule, refused.value.field


# --- golden: the example of the text ---------------------------------------------------------------------


def test_es_g1_scharnhorst_hits_wichita_at_5_with_either_history() -> None:
    opening, later = duel(5), same_target(duel(5))
    for table, total in ((opening, 1), (later, -1)):
        assert shelled(table, 7, 2, 5) == (Effect("b1", "shell", 4),)
        fired = table.only(FiringResolved)
        assert (fired.guns, fired.faces, fired.hits) == (9, (7,), 1)
        assert sum(line.amount for line in fired.lines) == total
        hit = table.only(HitResolved)
        assert (hit.attacker_die + hit.size + hit.plunging, hit.defender_die + hit.armour) == (13, 9)
        assert (hit.row, hit.outcome) == (4, "pierced")


def test_es_g2_at_6_the_shell_plunges() -> None:
    table = same_target(duel(6))
    assert shelled(table, 7, 2, 5) == (Effect("b1", "shell", 6),)
    assert table.only(FiringResolved).lines == ()
    assert table.only(HitResolved).plunging == 2


def test_es_g3_long_range_and_beyond() -> None:
    table = same_target(duel(11))
    shelled(table, 9)
    fired = table.only(FiringResolved)
    assert ([line.amount for line in fired.lines], fired.hits) == ([1], 0)
    check(duel(12).state, "a", [FIRE])
    assert refusal(duel(13), FIRE) == ("ES-20", "blanks.fire.0.target")


def test_es_g5_two_firings_of_two_groups() -> None:
    table = duel(3, guns=[(20, 5)])
    shelled(table, 20, 19, 18, 17)
    assert [fired.guns for fired in table.events(FiringResolved)] == [10, 10, 10, 10]
    assert [purpose for _, _, purpose, _ in table.asked] == [
        "t1/gunnery/a1/0/0/0", "t1/gunnery/a1/0/0/1", "t1/gunnery/a1/0/1/0", "t1/gunnery/a1/0/1/1",
    ]  # fmt: skip


def test_es_g6_natural_ones_earn_rolls() -> None:
    table = duel(8, guns=[(6, 11)], armour=20)
    shelled(table, 1, 1, 14, 1, 6, 1, 6)
    fired = table.only(FiringResolved)
    assert (fired.faces, fired.hits) == ((1, 1, 14), 2)
    few = duel(8, guns=[(3, 11)], armour=20)
    shelled(few, 1, 1, 6)
    assert (few.only(FiringResolved).faces, few.only(FiringResolved).hits) == ((1,), 1)


def test_es_a8_the_roll_after_a_natural_1_hits_as_any_other() -> None:
    table = duel(8, guns=[(6, 11)], armour=20)
    shelled(table, 1, 3, 1, 6, 1, 6)
    assert (table.only(FiringResolved).faces, table.only(FiringResolved).hits) == ((1, 3), 2)


def test_es_a8_an_extra_roll_that_hits_without_a_1_earns_no_other() -> None:
    table = duel(8, guns=[(8, 11)], armour=20)
    shelled(table, 1, 2, 1, 6, 1, 6)
    assert table.only(FiringResolved).faces == (1, 2)


def test_a_natural_1_hits_whatever_is_added() -> None:
    table = duel(8, guns=[(1, 11)], armour=20)
    table.set("b1", evading=True)
    shelled(table, 1, 1, 6)
    assert table.only(FiringResolved).hits == 1


@pytest.mark.parametrize(
    ("defender", "fires", "outcome", "effects"),
    [
        (5, 0, "superstructure", (Effect("b1", "shell", fires=1, tie=True),)),
        (5, 2, "superstructure", (Effect("b1", "shell", fires=1, tie=True),)),
        (5, 3, "superstructure", ()),
        (6, 0, "stopped", ()),
        (4, 0, "pierced", (Effect("b1", "shell", 1),)),
    ],
)
def test_es_g7_shells_that_the_armour_holds(
    defender: int, fires: int, outcome: str, effects: tuple[Effect, ...]
) -> None:
    table = duel(4, guns=[(9, 8)])
    table.set("b1", fires=fires)
    assert shelled(table, 2, 1, defender) == effects
    assert table.only(HitResolved).outcome == outcome


@pytest.mark.parametrize(("die", "fires"), [(1, 1), (2, 2), (5, 1), (6, 2)])
def test_the_eighth_row_throws_for_one_or_two_fires(die: int, fires: int) -> None:
    table = duel(5, armour=0)
    assert shelled(table, 7, 3, 6, die) == (Effect("b1", "shell", 8, fires),)


def test_a_difference_over_ten_is_the_last_row() -> None:
    assert shelled(duel(5, armour=0), 7, 6, 1) == (Effect("b1", "shell", 10),)


def test_evasion_counts_for_both() -> None:
    table = same_target(duel(8))
    table.set("a1", evading=True)
    table.set("b1", evading=True)
    shelled(table, 7)
    assert (sum(line.amount for line in table.only(FiringResolved).lines), table.state.effects) == (3, ())


def test_what_a_battery_fired_at_is_remembered() -> None:
    table = duel(8)
    shelled(table, 20)
    assert table.only(BatteryFired).turn == 1
    assert (table.status("a1").targets, table.status("a1").fired) == (("b1",), (1,))


def test_ships_fire_in_the_order_of_battle_and_battery_by_battery() -> None:
    ships = {key: ship("CA", guns=[(9, 8), (8, 7)], hexes=1) for key in ("a1", "a2")}
    at = {"a1": "1010 NE", "a2": "1012 NE", "b1": "1410"}
    table = a_battle(ships, {"b1": ship("CA", hexes=1)}, at=at)
    orders = [GunFire("a2", 0, "b1"), GunFire("a1", 1, "b1"), GunFire("a1", 0, "b1")]
    table.play(resolve, "a", orders, dice=[20, 20, 20])
    fired = [(event.ship, event.battery) for event in table.events(BatteryFired)]
    assert fired == [("a1", 0), ("a1", 1), ("a2", 0)]


# --- who may fire at whom --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "rule", "field"),
    [
        (GunFire("zz", 0, "b1"), "ES-20", "ship"),
        (GunFire("b1", 0, "b1"), "ES-20", "ship"),
        (GunFire("a1", 1, "b1"), "ES-20", "battery"),
        (GunFire("a1", -1, "b1"), "ES-20", "battery"),
        (GunFire("a1", 0, "a1"), "ES-20", "target"),
        (GunFire("a1", 0, "zz"), "ES-20", "target"),
        (GunFire("a1", 0, "b1", starshell=True), "ES-X5", "starshell"),
    ],
)
def test_fire_that_is_not_allowed_is_refused(order: GunFire, rule: str, field: str) -> None:
    assert refusal(duel(5), order) == (rule, f"blanks.fire.0.{field}")


@pytest.mark.parametrize(
    ("key", "change", "rule"),
    [
        ("a1", {"sunk": 1}, "ES-12"),
        ("a1", {"depth": 1}, "ES-12"),
        ("a1", {"guns_lost": (9,)}, "ES-20"),
        ("a1", {"fires": 5}, "ES-31"),
        ("b1", {"sunk": 1}, "ES-20"),
        ("b1", {"depth": 1}, "ES-20"),
        ("b1", {"bow": None}, "ES-20"),
    ],
)
def test_nobody_fires_without_guns_or_at_what_is_not_there(
    key: str, change: dict[str, Any], rule: str
) -> None:
    table = duel(5)
    table.set(key, **change)
    assert refusal(table, FIRE)[0] == rule


def test_a_battery_has_one_target_and_batteries_may_differ() -> None:
    at = {"a1": "1010 NE", "b1": "1410", "b2": "1408"}
    ships = {"a1": ship("BC", guns=[(9, 11), (12, 6)], hexes=1)}
    enemies = {"b1": ship(hexes=1), "b2": ship(hexes=1)}
    table = a_battle(ships, enemies, at=at)
    assert refusal(table, FIRE, GunFire("a1", 0, "b2")) == ("ES-20", "blanks.fire.1.battery")
    check(table.state, "a", [FIRE, GunFire("a1", 1, "b2")])


def between(key: str, side: str, place: str = "1210", options: Any = None) -> Table:
    """A duel at four hexes with another ship of a side somewhere, her stern to the west."""
    ships = {"a1": ship("BC", guns=[(9, 11)], hexes=1)}
    enemies = {"b1": ship("CA", hexes=1)}
    (ships if side == "a" else enemies)[key] = ship("CA", hexes=2)
    at = {"a1": "1010 NE", "b1": "1410", key: place}
    return a_battle(ships, enemies, at=at, options=options or {})


@pytest.mark.parametrize("place", ["1110", "1210", "1310"])
def test_a_ship_in_the_line_of_fire_stops_it_with_bow_or_stern(place: str) -> None:
    assert refusal(between("b2", "b", place), FIRE) == ("ES-21", "blanks.fire.0.target")


def test_a_submerged_boat_and_one_beside_the_line_stop_nothing() -> None:
    check(between("b2", "b", "1209").state, "a", [FIRE])
    table = between("b2", "b")
    table.set("b2", depth=1)
    check(table.state, "a", [FIRE])


def test_es_a10_friends_in_the_line_of_fire_block_it() -> None:
    assert refusal(between("a2", "a"), FIRE)[0] == "ES-21"


def test_es_a10_a_ship_whose_hex_is_only_grazed_does_not_block() -> None:
    at = {"a1": "1010 NE", "b1": "1309", "b2": "1109"}
    ships = {"a1": ship("BC", guns=[(9, 11)], hexes=1)}
    table = a_battle(ships, {"b1": ship("CA", hexes=1), "b2": ship("DD")}, at=at)
    check(table.state, "a", [FIRE])


def test_her_own_stern_is_in_nobodys_way() -> None:
    ships = {"a1": ship("BB", guns=[(9, 11)], hexes=3)}
    enemies = {"b1": ship("BB", hexes=3)}
    check(a_battle(ships, enemies, at={"a1": "1010 E", "b1": "0510 W"}).state, "a", [FIRE])


# --- smoke, weather, night -------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["1010", "1210", "1410"])
def test_no_shot_goes_through_smoke(place: str) -> None:
    table = duel(4)
    table.state.smoke[way(place)[0]] = ("b1",)
    assert refusal(table, FIRE) == ("ES-10", "blanks.fire.0.target")


def test_es_a27_smoke_where_the_line_begins_and_ends_blocks_fire() -> None:
    for place in ("1010", "1210", "1410"):
        table = duel(4)
        table.state.smoke[way(place)[0]] = ("b1",)
        assert refusal(table, FIRE)[0] == "ES-10", place


def sea(away: int, options: dict[str, Any], *, radar: bool = False, low: bool = False, **said: Any) -> Table:
    """A duel on a sea of which something is said."""
    batteries = [{"guns": 9, "size": 11}, {"guns": 12, "size": 6, "low": low}]
    ships = {"a1": ship("BC", batteries=batteries, hexes=1, radar=radar)}
    at = {"a1": "1010 NE", "b1": f"{10 + away}10 E"}
    enemies = {"b1": ship("CA", hexes=1)}
    return a_battle(ships, enemies, at=at, options=options, sea={"year": 1940, **said})


@pytest.mark.parametrize(("answer", "hidden"), [(True, True), (False, False)])
def test_es_x3_weather_and_es_x5_night_shorten_sight(answer: bool, hidden: bool) -> None:
    dark = sea(6, {"night": answer}, night=True, sight=5)
    rough = sea(6, {"weather": answer}, weather="rough", sight=5)
    for table in (dark, rough):
        if hidden:
            assert refusal(table, FIRE)[0] == "ES-X5"
        else:
            check(table.state, "a", [FIRE])
    check(sea(5, {"night": answer}, night=True, sight=5).state, "a", [FIRE])


@pytest.mark.parametrize(("answer", "silent"), [(True, True), (False, False)])
def test_es_x3_a_storm_silences_guns_near_the_water(answer: bool, silent: bool) -> None:
    low = GunFire("a1", 1, "b1")
    table = sea(3, {"weather": answer}, low=True, weather="storm")
    if silent:
        assert refusal(table, low)[0] == "ES-X3"
    else:
        check(table.state, "a", [low])
    check(table.state, "a", [FIRE])
    check(sea(3, {"weather": True}, low=True, weather="rough").state, "a", [low])


def test_es_x5_beyond_the_searchlights_smaller_guns_light_the_target() -> None:
    table = sea(5, {"night": True}, night=True, sight=9, searchlights=2)
    light = GunFire("a1", 1, "b1", starshell=True)
    assert refusal(table, FIRE)[0] == "ES-X5"
    check(table.state, "a", [FIRE, light])
    table.play(resolve, "a", [FIRE, light], dice=[20])
    assert [fired.battery for fired in table.events(FiringResolved)] == [0]
    assert refusal(sea(5, {}, night=True), FIRE, light) == ("ES-X5", "blanks.fire.1.starshell")
    near = sea(2, {"night": True}, night=True, sight=9, searchlights=2)
    check(near.state, "a", [FIRE])


def test_es_x6_radar_sees_through_smoke_weather_and_night() -> None:
    options = {"night": True, "gunnery_radar": True}
    table = sea(6, options, radar=True, night=True, sight=3, searchlights=2)
    table.state.smoke[way("1210")[0]] = ("b1",)
    check(table.state, "a", [FIRE])
    for other in (
        sea(6, options, night=True, sight=3),
        sea(6, {"night": True}, radar=True, night=True, sight=3),
    ):
        assert refusal(other, FIRE)[0] == "ES-X5"
