"""What evasion and combat ask of sightings: who may evade, whom a block and its ships may attack."""

from typing import Any

import pytest

from darkseas.engine.hexes.board import parse_label
from darkseas.rules.dark_seas.model.orders import DeclareSightings
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.builders import group
from tests.rules.dark_seas.support.night_cases import HOLD, night_case, play


def spotted_by(state: State, *orders: tuple[str, DeclareSightings]) -> State:
    return play(state, *(orders or (HOLD,))).state


def test_only_a_block_that_has_spotted_may_evade() -> None:
    """§17f: not by another block's sighting; a contact is enough (DS-R15)."""
    state = spotted_by(
        night_case(
            group("ijn-1", "0505", "kako"),
            group("ijn-2", "0705", "aoba"),
            group("ijn-3", "0105", "kinu"),
            group("allies-1", "0805", "helm"),
            radar=3,
        )
    )
    assert [phase.may_evade(state, key) for key in ("ijn-1", "ijn-2", "ijn-3")] == [True, True, False]
    assert (state.contacts, state.sightings) == ({"ijn-1": ("allies-1",)}, {"ijn-2": ("allies-1",)})


def test_block_whose_last_warship_has_sunk_may_not_evade() -> None:
    """§17d: merchantmen may not."""
    state = night_case(
        group("allies-1", "0505", "helm", "cargo"), group("ijn-1", "0505", "kako"), spotting_modifier=9
    )
    after = spotted_by(state, HOLD, ("allies", DeclareSightings()))
    assert phase.may_evade(after, "allies-1")
    after.ship_status["helm"] = after.ship_status["helm"]._replace(sunk=2)
    assert not phase.may_evade(after, "allies-1")


def test_attackable_hexes_hold_the_blocks_this_block_has_sighted() -> None:
    """§18a: it cannot rely on another's sighting, and a contact is none (§16f)."""
    state = spotted_by(
        night_case(
            group("ijn-1", "0505", "kako"),
            group("ijn-2", "0405", "aoba"),
            group("allies-1", "0605", "helm"),
            group("allies-2", "0605", "hull"),
            group("allies-3", "0505", "quincy"),
            group("allies-4", "0705", "texas"),
            radar=2,
        )
    )
    assert phase.attackable(state, "ijn-1") == {
        parse_label("0605"): ("allies-1", "allies-2"),
        parse_label("0505"): ("allies-3",),
    }
    assert phase.attackable(state, "ijn-2") == {parse_label("0505"): ("allies-3",)}


def test_smoke_between_takes_a_target_away() -> None:
    """§18l, DS-R28: sighted before, not to be fired at through smoke."""
    blocks = group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm")
    state = spotted_by(night_case(*blocks, visibility=2))
    assert list(phase.attackable(state, "ijn-1")) == [parse_label("0705")]
    state.smoke[parse_label("0605")] = ("allies",)
    assert phase.attackable(state, "ijn-1") == {}


def test_nothing_is_attackable_beyond_the_longest_range() -> None:
    """§5: weapons reach 3 hexes, however far one sees."""
    blocks = (
        group("ijn-1", "0505", "kako"),
        group("allies-1", "0905", "helm"),
        group("allies-2", "0805", "hull"),
    )
    state = spotted_by(night_case(*blocks, visibility=4, light="day"), HOLD, ("allies", DeclareSightings()))
    assert state.sightings["ijn-1"] == ("allies-1", "allies-2")
    assert phase.attackable(state, "ijn-1") == {parse_label("0805"): ("allies-2",)}


def able(state: State, target: str = "allies-1") -> list[str]:
    return [ship.key for ship in phase.ships_able_to_attack(state, "ijn-1", target)]


def a_mixed_group(die: int, **options: Any) -> State:
    """Kako (R3) and Aoba (none) in one block with an enemy 1 hex off: value die + 1 + 3 - 1, or less 3."""
    blocks = group("ijn-1", "0505", "kako", "aoba"), group("allies-1", "0605", "helm")
    return play(
        night_case(*blocks, training=1, radar=3, **options), *([HOLD] if die > 3 else []), ijn=die
    ).state


@pytest.mark.parametrize(("die", "ships"), [(3, []), (4, ["kako", "aoba"])])
def test_block_attacks_as_one_by_default(die: int, ships: list[str]) -> None:
    """DS-R13."""
    assert able(a_mixed_group(die)) == ships


@pytest.mark.parametrize(
    ("die", "keen", "ships"), [(3, 0, []), (4, 0, ["kako"]), (6, 0, ["kako"]), (6, 1, ["kako", "aoba"])]
)
def test_ship_by_ship_only_those_attack_whose_own_radar_is_enough(
    die: int, keen: int, ships: list[str]
) -> None:
    """§16g, §18c: all may evade."""
    state = a_mixed_group(die, ship_by_ship=True, keen=keen)
    assert able(state) == ships
    assert phase.may_evade(state, "ijn-1") is bool(ships)


def test_ship_by_ship_merchantmen_do_not_attack() -> None:
    """§16e, §18a."""
    state = night_case(
        group("allies-1", "0505", "helm", "cargo"), group("ijn-1", "0505", "kako"), keen=-9,
        light="day", ship_by_ship=True,
    )  # fmt: skip
    after = spotted_by(state, HOLD, ("allies", DeclareSightings()))
    assert [ship.key for ship in phase.ships_able_to_attack(after, "allies-1", "ijn-1")] == ["helm"]


def test_without_a_sighting_no_ship_is_able_to_attack() -> None:
    """§18a, §16f."""
    state = spotted_by(night_case(group("ijn-1", "0505", "kako"), group("allies-1", "0705", "helm"), radar=2))
    assert able(state) == []
    assert able(state, "allies-9") == []
