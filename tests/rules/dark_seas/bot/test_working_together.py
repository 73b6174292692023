"""Blocks that work together: no split on contact, targets agreed among blocks, no search out of reach."""

import pytest

from darkseas.engine.hexes.board import distance, parse_label
from darkseas.rules.dark_seas.bot.assessment import assess
from darkseas.rules.dark_seas.bot.crowding import Company
from darkseas.rules.dark_seas.bot.goals import drive_of
from darkseas.rules.dark_seas.model.orders import DeclareAttacks, MoveBlocks
from darkseas.rules.dark_seas.model.scenario import Aims, Group, GroupRules, Victory
from darkseas.rules.dark_seas.model.state import Report, State
from tests.rules.dark_seas.bot.test_sense import ordered, reasons
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    group,
    view_of,
)

HUNTS = (Victory("ijn", 5),)  # type: ignore[arg-type]


def six_against_two(*enemies: str, damaged: tuple[str, ...] = ()) -> State:
    """A strong group at 0205 that hunts two weak ships."""
    keys = [f"ca{number}" for number in range(6)]
    gun = a_battery("C", 6, 4, 2)
    ijn = a_side("ijn", *(a_ship(key, "C", gun, points=20) for key in keys))
    allies = a_side("allies", *(a_ship(key, "D", a_battery("D", 1), points=20) for key in ("helm", "texas")))
    aims = Aims(turn_limit=9, victory=HUNTS, otherwise="allies")
    placed = [group("ijn-1", "0205", *keys)]
    placed += [
        group(f"allies-{n}", at, key)
        for n, (at, key) in enumerate(zip(enemies, ("helm", "texas"), strict=True), 1)
    ]
    state = a_state(
        a_scenario(ijn, allies, aims=aims),
        *placed,
        turn=2,
        phase="move-3",
        initiative="allies",
        damaged=damaged,
    )
    state.called = ("ijn",)
    return state


def test_no_group_splits_on_contact() -> None:
    """Far from the enemy she splits to hunt both; not when the enemy is, or may come, in sight."""
    for enemies, parts in ((("1405", "1407"), True), (("0405", "0405"), False), (("0705", "0706"), False)):
        order = ordered(six_against_two(*enemies), "ijn")
        assert isinstance(order, MoveBlocks)
        assert bool(order.detachments) is parts, enemies


def test_cripples_part_from_their_group_unless_it_ends_in_the_enemys_hex() -> None:
    parted = []
    for enemies in (("1405", "1407"), ("0405", "0405")):
        state = six_against_two(*enemies, damaged=("ca1",))
        order = ordered(state, "ijn")
        assert isinstance(order, MoveBlocks)
        end = order.moves[0].path[-1] if order.moves else "0205"
        parted.append((distance(parse_label(end), parse_label(enemies[0])) > 0, bool(order.detachments)))
    assert all(away == leaves for away, leaves in parted), parted


@pytest.mark.parametrize("turn", [1, 9])
def test_nobody_searches_what_is_out_of_reach(turn: int) -> None:
    gun = a_battery("C", 6, 4, 2)
    entering = Group("line", "Line", ("helm",), GroupRules(entry="east"))
    allies = a_side("allies", a_ship("helm", "C", gun, points=20), groups=[entering])
    ijn = a_side("ijn", a_ship("kako", "C", gun, points=20))
    aims = Aims(turn_limit=9, victory=HUNTS, otherwise="allies")
    state = a_state(
        a_scenario(ijn, allies, aims=aims), group("ijn-1", "0505", "kako"), turn=turn, phase="move-3"
    )
    view = view_of(state, "ijn")
    drive = drive_of(assess(view, "ijn"), Company(view, "ijn"), "ijn-1")
    assert drive.searching is (turn == 1)


# --- targets -----------------------------------------------------------------------------------------------


def blocks_in_range(*, guns: int, fish: int, others: int) -> State:
    """Three blocks of one ship each beside a cruiser at 0506 and, at 0606, another one or none."""
    keys = ("kako", "kinu", "aoba")
    ships = [a_ship(key, "C", a_battery("C", guns, guns), a_battery("T", fish, fish)) for key in keys]
    enemies = [a_ship(key, "C", a_battery("C", 3, 3), points=20) for key in ("helm", "texas")]
    scenario = a_scenario(a_side("ijn", *ships), a_side("allies", *enemies), aims=Aims(turn_limit=9))
    placed = [group(f"ijn-{number}", "0505", key) for number, key in enumerate(keys, 1)]
    placed.append(group("allies-1", "0506", "helm", spotted="sighted"))
    seen = ["allies-1"]
    if others:
        placed.append(group("allies-2", "0605", "texas", spotted="sighted"))
        seen.append("allies-2")
    state = a_state(scenario, *placed, turn=2, phase="attacks-2")
    state.called = ("ijn",)
    for number in range(1, len(keys) + 1):
        state.sightings[f"ijn-{number}"] = tuple(seen)
    for key in seen:
        state.reports[key] = Report(1, (), 1)
    return state


def fire(state: State) -> list[tuple[str, bool]]:
    """The target of each attack, and whether it is by torpedoes."""
    order = ordered(state, "ijn")
    assert isinstance(order, DeclareAttacks)
    return [
        (f"{attack.target.col:02}{attack.target.row:02}", attack.mounts[0].battery == 1)
        for attack in order.attacks
    ]


def test_blocks_share_out_their_targets() -> None:
    """Guns that sink for certain are aimed at one ship once; the next block takes the other one."""
    aimed = fire(blocks_in_range(guns=6, fish=0, others=1))
    assert {target for target, _ in aimed[:2]} == {"0506", "0605"}


def test_torpedoes_are_saved_from_a_ship_that_others_sink() -> None:
    state = blocks_in_range(guns=6, fish=4, others=0)
    assert not any(torpedoes for _, torpedoes in fire(state))
    assert "other attacks are enough" in reasons(state, "ijn")
    assert any(torpedoes for _, torpedoes in fire(blocks_in_range(guns=0, fish=4, others=0)))
