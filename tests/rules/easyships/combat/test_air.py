"""Air strikes die by die: launching, fighters, anti-aircraft fire, attacks, losses (ES-14 to ES-19)."""

import json
from typing import Any

import pytest

from darkseas.engine.events import EVERYONE, Entry
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.orders import IllegalOrder
from darkseas.rules.easyships import SYSTEM
from darkseas.rules.easyships.combat import air_defence, air_strikes
from darkseas.rules.easyships.combat.air_attacks import attack, divided
from darkseas.rules.easyships.model.events import (
    AntiAircraftFired,
    FightersMet,
    FiringResolved,
    GroupsPlanned,
    PlanesLost,
    StrikeLaunched,
    TargetsShown,
    TorpedoesFired,
)
from darkseas.rules.easyships.model.hit_effects import Effect
from darkseas.rules.easyships.model.orders import AntiAircraft, AttackGroup, Strike
from tests.rules.easyships.support import Table, a_battle, ship

CARRIERS = {"a1": ship("CV", air=24, hexes=1), "a2": ship("CV", air=12, hexes=1)}


def fleets(
    *,
    enemy_air: int = 0,
    year: int = 1940,
    at: Any = None,
    options: Any = None,
    own: Any = None,
    **targets: Any,
) -> Table:
    """Two carriers of side a far from an enemy carrier and a cruiser."""
    enemies = {
        "b1": ship("CV", air=enemy_air, armour=0, defence=20, hexes=1, year=1910),
        "b2": targets.get("b2", ship("CA", armour=4, hexes=1, year=1910)),
    }
    places = {"a1": "0505", "a2": "0507", "b1": "3030", "b2": "3032", **(at or {})}
    sea = targets.get("sea", {"year": year})
    return a_battle(own or CARRIERS, enemies, at=places, sea=sea, options=options or {})


def strike(*planes: int, target: str = "b1", carriers: tuple[str, ...] = ("a1",)) -> Strike:
    """A strike of groups at one target."""
    return Strike(carriers, tuple(AttackGroup(target, count) for count in planes))


def refusal(table: Table, *ordered: Strike) -> str:
    """The blank for which strikes are refused."""
    with pytest.raises(IllegalOrder) as refused:
        air_strikes.check(table.state, "a", ordered)
    assert refused.value.reason
    return refused.value.field


# --- launching -------------------------------------------------------------------------------------------


def test_a_strike_is_seen_and_its_targets_are_not() -> None:
    table = fleets()
    table.play(air_strikes.launch, "a", [strike(10, 8)])
    assert [type(event) for event in table.known("b")] == [StrikeLaunched]
    assert [type(event) for event in table.known("a")] == [StrikeLaunched, GroupsPlanned]
    assert table.state.strikes["a-1"].planes == 18
    assert table.status("a1").air_turn == 1


def test_a_carrier_flies_once_in_twelve_turns() -> None:
    table = fleets()
    table.set("a1", air_turn=1)
    table.state.turn = 12
    assert refusal(table, strike(8)) == "blanks.strikes.0.carriers"
    table.state.turn = 13
    air_strikes.check(table.state, "a", [strike(8)])


@pytest.mark.parametrize("change", [{"fires": 1}, {"evading": True}, {"air": 0}, {"sunk": 1}])
def test_no_strike_from_a_carrier_that_burns_evades_is_empty_or_sunk(change: dict[str, Any]) -> None:
    table = fleets()
    table.set("a1", **change)
    assert refusal(table, strike(8)) == "blanks.strikes.0.carriers"


@pytest.mark.parametrize(
    ("ordered", "field"),
    [
        (strike(8, carriers=()), "carriers"),
        (strike(8, carriers=("b1",)), "carriers"),
        (strike(8, carriers=("zz",)), "carriers"),
        (strike(8, carriers=("a1", "a1")), "carriers"),
        (strike(), "groups"),
        (strike(*(8,) * 7, carriers=("a1", "a2")), "groups"),
        (strike(7), "groups.0.planes"),
        (strike(8, 8, 9), "groups"),
        (strike(8, target="a2"), "groups.0.target"),
    ],
)
def test_a_strike_that_is_not_allowed_is_refused(ordered: Strike, field: str) -> None:
    assert refusal(fleets(), ordered) == f"blanks.strikes.0.{field}"


def test_a_strike_of_few_planes_needs_no_eight_in_a_group() -> None:
    few = {"a1": ship("CVL", air=6, hexes=1)}
    table = fleets(own=few, at={"a1": "0505"})
    assert refusal(table, strike(5)) == "blanks.strikes.0.groups.0.planes"
    air_strikes.check(table.state, "a", [strike(6)])


def test_a_carrier_flies_in_one_strike() -> None:
    assert refusal(fleets(), strike(8), strike(8)) == "blanks.strikes.1.carriers"
    air_strikes.check(fleets().state, "a", [strike(8), strike(8, carriers=("a2",))])


def test_carriers_more_than_ten_hexes_apart_fly_apart() -> None:
    both = strike(36, carriers=("a1", "a2"))
    air_strikes.check(fleets(at={"a2": "1505"}).state, "a", [both])
    assert refusal(fleets(at={"a2": "1605"}), both) == "blanks.strikes.0.carriers"


def test_es_a35_each_carrier_is_near_every_other() -> None:
    own = {**CARRIERS, "a3": ship("CV", air=8, hexes=1)}
    table = fleets(own=own, at={"a1": "0505", "a2": "1305", "a3": "2105"})
    assert air_strikes.clusters(table.state, ("a1", "a2", "a3")) == [("a1", "a2"), ("a3",)]


@pytest.mark.parametrize(
    ("answer", "facing", "may"), [(True, "NE", True), (True, "E", False), (False, "E", True)]
)
def test_es_x3_a_carrier_faces_into_the_wind(answer: bool, facing: str, may: bool) -> None:
    table = fleets(sea={"year": 1940, "wind": "NE"}, options={"weather": answer}, at={"a1": f"0505 {facing}"})
    assert air_strikes.may_launch(table.state, "a1") is may


# --- fighters --------------------------------------------------------------------------------------------


def met(planes: tuple[int, ...], fighters: int, *dice: int) -> tuple[FightersMet, Table]:
    """A strike that meets fighters."""
    table = fleets(enemy_air=fighters, own={"a1": ship("CV", air=60, hexes=1)}, at={"a1": "0505"})
    table.play(air_strikes.launch, "a", [strike(*planes)])
    table.play(air_defence.meet, "a-1", dice=dice)
    return table.only(FightersMet), table


@pytest.mark.parametrize(
    ("planes", "dice", "losses", "outnumbered"),
    [
        (20, (1, 6, 2), 3, True),
        (19, (1, 6, 2), 5, False),
        (20, (2, 1, 3), 0, True),
        (19, (5, 5, 1), 6, False),
    ],
)
def test_es_g15_fours_of_fighters_and_the_two_left_over(
    planes: int, dice: tuple[int, ...], losses: int, outnumbered: bool
) -> None:
    event, table = met((planes,), 10, *dice)
    assert (event.fighters, event.losses, event.outnumbered) == (10, (losses,), outnumbered)
    assert table.only(TargetsShown).groups == (AttackGroup("b1", planes - losses),)


def test_a_die_says_which_group_each_four_attacks() -> None:
    event, _ = met((8, 8, 8), 13, 2, 5, 1, 1, 3, 3, 3, 2)
    assert event.losses == (1, 3, 3)


def test_es_a17_dice_above_the_number_of_groups_are_rolled_again() -> None:
    event, table = met((8, 8), 4, 6, 3, 2, 1)
    assert event.losses == (0, 0), "outnumbered, so a 1 shoots down nobody"
    assert len({purpose for _, _, purpose, _ in table.asked}) == 4


def test_es_a20_fighters_are_compared_with_the_strike_before_any_loss() -> None:
    event, _ = met((16,), 8, 5, 5)
    assert event.losses == (4,)


def test_no_group_loses_more_than_it_has() -> None:
    event, table = met((8,), 12, 6, 6, 6)
    assert event.losses == (8,)
    assert table.state.strikes["a-1"].groups[0].planes == 0


def test_without_fighters_targets_are_shown_at_once() -> None:
    table = fleets()
    table.play(air_strikes.launch, "a", [strike(8)])
    table.play(air_defence.meet, "a-1")
    assert table.events(FightersMet) == []
    assert table.only(TargetsShown) in table.known("b")
    assert table.view("b").strikes["a-1"].groups == (AttackGroup("b1", 8),)


def test_targets_of_groups_that_were_shot_down_stay_secret_also_in_logs_of_the_first_schema() -> None:
    """Group numbers stay; a log that names those targets is read, and decided again, as one that does not."""
    _, table = met((8, 8), 12, 1, 6, 1, 6, 1, 6)
    shown = table.only(TargetsShown)
    assert [group.planes for group in shown.groups] == [0, 8]
    assert [group.target for group in shown.groups] == ["", "b1"]
    assert [group.target for group in table.view("b").strikes["a-1"].groups] == ["", "b1"]
    for view in (table.state, table.view("a")):
        assert [group.target for group in view.strikes["a-1"].groups] == ["b1", "b1"]
    codec = LogCodec(SYSTEM)
    now = json.loads(codec.encode(Entry(7, 2, shown, EVERYONE), None))
    groups = [{**group, "target": "b1"} for group in now["payload"]["groups"]]
    first = {**now, "shape": 1, "payload": {**now["payload"], "groups": groups}}
    assert codec.decode(first) == codec.decode(now) == Entry(7, 2, shown, EVERYONE)


def test_es_a34_fighters_defend_near_their_carrier() -> None:
    table = fleets(enemy_air=4, at={"b2": "0530"})
    table.play(air_strikes.launch, "a", [strike(8, target="b2")])
    assert air_defence.covers(table.state, "a-1") == ()


def test_es_a36_fighters_of_a_burning_or_evading_carrier_stay_on_board() -> None:
    for change in ({"fires": 1}, {"evading": True}):
        table = fleets(enemy_air=8)
        table.set("b1", **change)
        table.play(air_strikes.launch, "a", [strike(8)])
        assert air_defence.covers(table.state, "a-1") == (), change


# --- anti-aircraft fire ------------------------------------------------------------------------------------


def in_the_air(table: Table, *planes: int, target: str = "b2") -> Table:
    """A strike whose targets are shown."""
    table.play(air_strikes.launch, "a", [strike(*planes, target=target)])
    table.play(air_defence.meet, "a-1")
    return table


@pytest.mark.parametrize(
    ("kind", "defence", "dice"),
    [("BB", 42, 5), ("CL", 7, 1), ("CA", 8, 1), ("CA", 16, 2), ("PDN", 15, 1), ("AC", 24, 1)],
)
def test_es_g14_dice_of_anti_aircraft_fire(kind: str, defence: int, dice: int) -> None:
    table = fleets(b2=ship(kind, defence=defence, year=1905))
    assert air_defence.dice_of(table.ship("b2")) == dice


@pytest.mark.parametrize(
    ("year", "kind", "least"), [(1942, "CA", 6), (1943, "CA", 5), (1940, "CLAA", 5), (1944, "CLAA", 5)]
)
def test_which_faces_shoot_down_a_plane(year: int, kind: str, least: int) -> None:
    table = fleets(year=year, b2=ship(kind))
    assert air_defence.least_face(table.state, table.ship("b2")) == least


def test_ships_near_a_target_fire_at_the_group_that_they_name() -> None:
    table = in_the_air(fleets(b2=ship("BB", defence=42, hexes=1)), 8, 10)
    orders = [AntiAircraft("b2", 1), AntiAircraft("b1", 1)]
    table.play(air_defence.fire, "b", "a-1", orders, dice=[6, 6, 6, 5, 1, 6, 2])
    fired = table.events(AntiAircraftFired)
    assert [(event.ship, event.planes) for event in fired] == [("b1", 2), ("b2", 2)]
    assert [group.planes for group in table.state.strikes["a-1"].groups] == [8, 6]


def test_no_more_planes_fall_than_there_are() -> None:
    table = in_the_air(
        fleets(b2=ship("BB", defence=80, hexes=1), own={"a1": ship("CVL", air=2)}, at={"a1": "0505"}), 2
    )
    table.play(air_defence.fire, "b", "a-1", [AntiAircraft("b2", 0)], dice=[6] * 10)
    assert table.only(AntiAircraftFired).planes == 2
    assert list(air_defence.groups_in_reach(table.state, "b2", "a-1")) == []


@pytest.mark.parametrize(("place", "reached"), [("3028", [0]), ("3027", [])])
def test_only_ships_within_four_hexes_of_a_target_fire(place: str, reached: list[int]) -> None:
    table = in_the_air(fleets(at={"b1": place}), 8)
    assert list(air_defence.groups_in_reach(table.state, "b1", "a-1")) == reached


@pytest.mark.parametrize(
    "orders",
    [
        [AntiAircraft("a1", 0)],
        [AntiAircraft("zz", 0)],
        [AntiAircraft("b2", 1)],
        [AntiAircraft("b2", 0), AntiAircraft("b2", 0)],
    ],
)
def test_anti_aircraft_fire_that_is_not_allowed_is_refused(orders: list[AntiAircraft]) -> None:
    table = in_the_air(fleets(), 8)
    with pytest.raises(IllegalOrder) as refused:
        air_defence.check(table.state, "b", "a-1", orders)
    assert refused.value.rule == "ES-16"


def test_es_a37_anti_aircraft_fire_when_all_guns_are_silent() -> None:
    table = in_the_air(fleets(b2=ship("CA", guns=[(9, 8)], hexes=1)), 8)
    table.set("b2", fires=5)
    assert list(air_defence.groups_in_reach(table.state, "b2", "a-1")) == [0]


# --- bombs and torpedoes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("planes", "parts"), [(9, (5, 4)), (8, (4, 4)), (1, (1, 0))])
def test_es_g16_half_of_what_is_left_drops_bombs(planes: int, parts: tuple[int, int]) -> None:
    assert divided(planes) == parts


def bombed(*dice: int, year: int = 1940, planes: int = 8, evading: bool = False) -> Table:
    """A strike that is down to this many planes attacks a cruiser."""
    table = in_the_air(fleets(year=year), 24)
    strike_in_air = table.state.strikes["a-1"]
    table.state.strikes["a-1"] = strike_in_air._replace(groups=(AttackGroup("b2", planes),))
    table.set("b2", evading=evading)
    table.play(attack, "a-1", dice=dice)
    return table


@pytest.mark.parametrize(
    ("die", "evading", "hits", "near"),
    [
        (7, False, 1, False),
        (8, False, 0, True),
        (9, False, 0, False),
        (5, True, 1, False),
        (6, True, 0, True),
    ],
)
def test_es_g4_four_bombers_hit_like_guns_at_range_1(die: int, evading: bool, hits: int, near: bool) -> None:
    armour = (1, 6) if hits else ()
    table = bombed(die, *armour, 6, 6, 6, 6, evading=evading)
    fired = table.only(FiringResolved)
    assert (fired.size, fired.guns, fired.range_hexes, fired.hits, fired.near_miss) == (8, 4, 1, hits, near)
    near_miss = (Effect("b2", "near miss", flooding=1, rule="ES-18"),)
    assert table.state.effects == (near_miss if near else ())


def test_bombs_grow_heavier_in_1941_and_never_plunge() -> None:
    table = bombed(2, 3, 4, 6, 6, 6, 6, year=1941)
    assert table.only(FiringResolved).size == 11
    assert table.state.effects == (Effect("b2", "bomb", 6),)


def test_bombers_are_never_opening_fire() -> None:
    assert [line.amount for line in bombed(20, 6, 6, 6, 6).only(FiringResolved).lines] == [-1, -1, -1]


def test_the_rest_launch_torpedoes_that_hit_by_1() -> None:
    table = bombed(20, 1, 2, 2, 2, 1, 1)
    fired = table.only(TorpedoesFired)
    assert (fired.ship, fired.faces, fired.most, fired.hits) == ("", (1, 2, 2, 2), 1, 1)
    assert table.state.effects == (Effect("b2", "torpedo", 0, 0, 1, rule="ES-28"),)


def test_one_plane_drops_a_bomb_and_no_torpedo_and_none_nothing() -> None:
    assert bombed(20, planes=1).events(TorpedoesFired) == []
    assert bombed(planes=0).step == []


# --- losses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "left"), [(4, {"a1": 22, "a2": 10}), (5, {"a1": 21, "a2": 10}), (30, {"a1": 6, "a2": 0})]
)
def test_es_a38_losses_are_shared_by_the_carriers(lost: int, left: dict[str, int]) -> None:
    table = fleets()
    table.play(air_strikes.launch, "a", [strike(36, carriers=("a1", "a2"))])
    flown = table.state.strikes["a-1"]
    table.state.strikes["a-1"] = flown._replace(groups=(AttackGroup("b1", 36 - lost),))
    table.play(air_strikes.land, "a-1")
    event = table.only(PlanesLost)
    assert event.left == left
    assert sum(event.losses.values()) == lost
    assert {key: table.status(key).air for key in left} == left
    assert table.state.strikes == {}
