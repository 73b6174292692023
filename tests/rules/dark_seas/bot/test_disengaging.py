"""When a captain fights on: who leads waits, who is beaten saves what is left, and prey may be gone."""

from darkseas.engine.hexes.board import distance, parse_label
from darkseas.rules.dark_seas.model.scenario import Aims, Victory
from darkseas.rules.dark_seas.model.state import Report, State, Track
from tests.rules.dark_seas.bot.test_sense import ends, reasons
from tests.rules.dark_seas.support.builders import (
    ShipPlan,
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    group,
)

GUN = a_battery("C", 6, 4, 2)


def cruiser(key: str, points: int = 20) -> ShipPlan:
    """A cruiser with guns and no torpedoes."""
    return a_ship(key, "C", GUN, points=points)


def a_meeting(*, otherwise: str, ratio: int = 1, home: str = "", lost: tuple[str, ...] = ()) -> State:
    """Three cruisers of the IJN, one of them sunk if told, four hexes from three of the allies."""
    names = ("kako", "kinu", "aoba")
    ijn = a_side("ijn", *(cruiser(key) for key in names), exit_edges=(home,) if home else ())
    allies = a_side("allies", *(cruiser(key) for key in ("helm", "texas", "boise")))
    victory = (Victory("ijn", 5, ratio),)  # type: ignore[arg-type]
    scenario = a_scenario(ijn, allies, aims=Aims(turn_limit=9, victory=victory, otherwise=otherwise))
    left = [key for key in names if key not in lost]
    state = a_state(
        scenario, group("ijn-1", "0505", *left), group("allies-1", "0905", "helm", "texas", "boise"),
        turn=2, phase="move-3", initiative="allies", sunk=lost,
    )  # fmt: skip
    state.called = ("ijn",)
    return state


def way_to_enemy(state: State) -> int:
    """How far the group of the IJN is from the allies when it has moved."""
    end = ends(state, "ijn").get("ijn-1", "0505")
    return distance(parse_label(end), parse_label("0905"))


def test_who_lacks_points_goes_for_the_enemy_and_who_leads_waits() -> None:
    assert way_to_enemy(a_meeting(otherwise="allies")) < 4
    leads = a_meeting(otherwise="ijn")
    assert way_to_enemy(leads) == 4
    assert "waits for the enemy and fights where that does more harm than it risks" in reasons(leads, "ijn")


def test_who_is_beaten_keeps_away() -> None:
    """Two of three cruisers are gone, and none of the enemy's: what is left is saved."""
    beaten = a_meeting(otherwise="allies", lost=("kinu", "aoba"))
    assert way_to_enemy(beaten) >= 4
    assert "breaks off and keeps away" in reasons(beaten, "ijn")


def test_who_is_beaten_goes_home_where_there_is_a_way() -> None:
    beaten = a_meeting(otherwise="allies", lost=("kinu", "aoba"), home="west")
    assert way_to_enemy(beaten) > 4
    assert "breaks off and leaves the map" in reasons(beaten, "ijn")


def test_who_wins_by_own_points_alone_fights_on_at_any_cost() -> None:
    assert way_to_enemy(a_meeting(otherwise="allies", ratio=0, lost=("kinu", "aoba"))) < 4


def test_losses_alone_are_no_defeat_for_the_stronger() -> None:
    """One of three is gone: the two that are left are still a match for the enemy, and hunt."""
    assert way_to_enemy(a_meeting(otherwise="allies", lost=("kinu",))) < 4


def test_prey_that_moves_counts_less_than_prey_that_lies_still() -> None:
    """Two targets worth as much, as far away: the one whose track of last turn ends there may be gone."""
    ijn = a_side("ijn", cruiser("kako"))
    allies = a_side("allies", cruiser("helm"), cruiser("texas"))
    victory = (Victory("ijn", 5, 1),)  # type: ignore[arg-type]
    scenario = a_scenario(ijn, allies, aims=Aims(turn_limit=9, victory=victory, otherwise="allies"))
    for moved, still in (("0705", "0305"), ("0305", "0705")):
        state = a_state(
            scenario, group("ijn-1", "0505", "kako"),
            group("allies-1", moved, "helm"), group("allies-2", still, "texas"),
            turn=2, phase="move-3", initiative="allies",
        )  # fmt: skip
        state.called = ("ijn",)
        state.reports |= {"allies-1": Report(1, (), 1, "helm"), "allies-2": Report(1, (), 1, "texas")}
        state.tracks = (Track(1, "allies", (parse_label("0504"), parse_label(moved))),)
        end = parse_label(ends(state, "ijn")["ijn-1"])
        assert distance(end, parse_label(still)) < distance(end, parse_label(moved))
