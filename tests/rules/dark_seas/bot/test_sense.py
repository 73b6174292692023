"""A captain's sense: nobody beats them by doing nothing; they search, keep apart, and waste no fire."""

from hashlib import sha256

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.bots.idle_bot import idle_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import BattleEnded
from darkseas.engine.hexes.board import distance, parse_label
from darkseas.engine.play.steps import read_order
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.orders import DeclareAttacks, Deploy, MoveBlocks
from darkseas.rules.dark_seas.model.scenario import Aims, Deadline, ExitPoints, Group, GroupRules, Victory
from darkseas.rules.dark_seas.model.state import SET_UP, Report, State
from tests.rules.dark_seas.bot.test_bot import a_duel, weapons_used
from tests.rules.dark_seas.support.builders import (
    a_battery,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    group,
    hexes,
    view_of,
)
from tests.support.library.library_specs import library_spec


def ordered(state: State, side: str, luck: int = 0) -> object:
    """What the captain of a side orders now."""
    view = view_of(state, side)
    forms = SYSTEM.legal_orders(view, side)
    name, blanks = SYSTEM.bot(view, side, forms, Chooser(bytes([luck]) * 32))
    return read_order(SYSTEM, side, name, blanks).order


def ends(state: State, side: str, luck: int = 0) -> dict[str, str]:
    """Where the blocks that move end, by their keys."""
    order = ordered(state, side, luck)
    assert isinstance(order, MoveBlocks)
    return {move.block: move.path[-1] for move in order.moves}


def reasons(state: State, side: str) -> str:
    """Why, as it is told."""
    view = view_of(state, side)
    name, blanks = SYSTEM.bot(view, side, SYSTEM.legal_orders(view, side), Chooser(bytes(32)))
    return " ".join(SYSTEM.reasons(view, read_order(SYSTEM, side, name, blanks)))


# --- doing nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "captain"),
    [
        ("first-night", "ijn"),
        ("cape-spada", "italy"),
        ("cape-bon", "allies"),
        ("tassafaronga", "ijn"),
        ("horaniu", "usn"),
        ("sirte-first", "italy"),
        ("sirte-second", "italy"),
        ("barents-sea", "germany"),
        ("kolombangara", "ijn"),
        ("empress-augusta-bay", "usn"),
        ("ushant", "allies"),
        ("sunda-strait", "allies"),
        ("savo-island", "ijn"),
        ("jervis-bay", "germany"),
    ],
)
def test_doing_nothing_never_beats_a_captain(key: str, captain: str) -> None:
    spec = library_spec(key)
    idle = {side.key: idle_order for side in spec.sides if side.key != captain}
    for number in range(3):
        seed = sha256(f"idle/{key}/{number}".encode()).digest()
        battle = fight(SYSTEM, spec, seed, bots={captain: SYSTEM.bot, **idle})
        (end,) = (entry.event for entry in battle.entries if isinstance(entry.event, BattleEnded))
        assert end.winner in (captain, None)


@pytest.mark.parametrize(
    ("key", "captain", "number"),
    [
        ("first-night", "ijn", 23),
        ("cape-spartivento", "rn", 13),
        ("cape-spartivento", "rn", 75),
        ("calabria", "rn", 11),
        ("calabria", "rn", 62),
        ("sydney-and-kormoran", "germany", 42),
        ("koh-chang", "france", 10),
        ("koh-chang", "france", 48),
        ("jervis-bay", "germany", 25),
        ("savo-island", "ijn", 356),
        ("savo-island", "ijn", 579),
    ],
)
def test_captain_wins_where_doing_nothing_had_won(key: str, captain: str, number: int) -> None:
    """Battles by the seeds in which sides had won by not turning up, or the captain had stayed too long."""
    spec = library_spec(key)
    idle = {side.key: idle_order for side in spec.sides if side.key != captain}
    # The seeds of `manage.py measure_bots`.
    seed = sha256(f"darkseas/bot-battle/seed\0{key}/measured/{number}".encode()).digest()
    battle = fight(SYSTEM, spec, seed, bots={captain: SYSTEM.bot, **idle})
    (end,) = (entry.event for entry in battle.entries if isinstance(entry.event, BattleEnded))
    assert end.winner == captain


# --- searching and going home --------------------------------------------------------------------


def two_hunters(*, aims: Aims | None = None, **more: str) -> State:
    """Two groups of the IJN in one hex; the allies come in over the east edge, if they come."""
    gun = a_battery("C", 6, 4, 2)
    ijn = a_side(
        "ijn", a_ship("kako", "C", gun, points=20), a_ship("kinu", "C", gun, points=20), exit_edges=("west",)
    )
    entering = Group("line", "Line", ("helm", "texas"), GroupRules(entry="east"))
    allies = a_side(
        "allies", a_ship("helm", "C", gun, points=20), a_ship("texas", "C", gun, points=20),
        groups=[entering],
    )  # fmt: skip
    victory = (Victory("ijn", 5),)  # type: ignore[arg-type]
    scenario = a_scenario(ijn, allies, aims=aims or Aims(turn_limit=9, victory=victory, otherwise="allies"))
    placed = [group("ijn-1", "0505", "kako"), group("ijn-2", "0505", "kinu")]
    placed += [group(f"allies-{n}", label, ship) for n, (ship, label) in enumerate(more.items(), 1)]
    state = a_state(scenario, *placed, turn=2, phase="move-3", initiative="allies")
    state.called = ("ijn",)
    return state


def test_captain_who_knows_of_nobody_searches_where_the_enemy_comes_in() -> None:
    state = two_hunters()
    found = ends(state, "ijn")
    assert set(found) == {"ijn-1", "ijn-2"}
    assert all(parse_label(end).col > 5 for end in found.values())
    assert len(set(found.values())) == 2
    assert "knows of no enemy, and searches towards" in reasons(state, "ijn")


def test_groups_go_for_enemies_apart() -> None:
    """One enemy is nearer and so the better prey; all the same not both groups go for her."""
    state = two_hunters(helm="0905", texas="0508")
    found = {key: parse_label(end) for key, end in ends(state, "ijn").items()}
    assert len(set(found.values())) == 2
    goals = [parse_label("0905"), parse_label("0508")]
    nearest = [min(goals, key=lambda goal, end=end: distance(end, goal)) for end in found.values()]  # type: ignore[misc]
    assert len(set(nearest)) == 2


def test_untrained_groups_do_not_crowd_one_hex() -> None:
    """DS-R21: with one enemy alone in reach the second group stays out of the hex of the first."""
    state = two_hunters(helm="0605")
    for luck in range(4):
        found = ends(state, "ijn", luck)
        places = [parse_label(found.get(key, "0505")) for key in ("ijn-1", "ijn-2")]
        assert len(set(places)) == 2


def test_captain_leaves_only_when_leaving_wins() -> None:
    """Leaving brings 20 of 30 points, so they hunt; it brings all 20 that are asked for, so they leave."""

    def wanting(points: int) -> State:
        victory = (Victory("ijn", points),)  # type: ignore[arg-type]
        exits = (ExitPoints("ijn", 1 / 2),)  # type: ignore[arg-type]
        return two_hunters(
            aims=Aims(turn_limit=9, victory=victory, otherwise="allies", exit_points=exits), helm="0905"
        )

    assert any(parse_label(end).col > 5 for end in ends(wanting(30), "ijn").values())
    assert all(parse_label(end).col < 5 for end in ends(wanting(20), "ijn").values())
    assert "wins if its ships leave the map" in reasons(wanting(20), "ijn")


def test_captain_who_cannot_win_by_leaving_fights_on_past_the_deadline() -> None:
    deadlines = (Deadline("ijn", 3),)
    victory = (Victory("ijn", 5),)  # type: ignore[arg-type]
    late = Aims(turn_limit=9, victory=victory, otherwise="allies", deadlines=deadlines)
    assert any(parse_label(end).col > 5 for end in ends(two_hunters(aims=late, helm="0905"), "ijn").values())


def pressed(limit: int, ratio: int, **enemies: str) -> State:
    """Two groups five hexes from home, in turn 2; who stays on the map after the last turn counts half."""
    victory = (Victory("ijn", 5, ratio),)  # type: ignore[arg-type]
    aims = Aims(turn_limit=limit, victory=victory, otherwise="allies", deadlines=(Deadline("ijn", limit),))
    return two_hunters(aims=aims, **enemies)


def test_who_loses_by_staying_goes_no_farther_than_there_is_time_to_come_back() -> None:
    """Six hexes off the map at three a turn: in turn 2 of four nobody may go farther, of five they may."""
    state = pressed(4, 3, helm="0905")
    assert all(parse_label(end).col <= 5 for end in ends(state, "ijn").values())
    for roomy in (pressed(5, 3, helm="0905"), pressed(4, 1, helm="0905")):
        assert any(parse_label(end).col > 5 for end in ends(roomy, "ijn").values())


@pytest.mark.parametrize(("helm", "texas"), [("0205", "0805"), ("0805", "0205")])
def test_who_has_to_be_home_in_time_counts_the_way_back(helm: str, texas: str) -> None:
    """Of two enemies as far off, the one on the way home takes fewer turns."""
    found = ends(pressed(9, 3, helm=helm, texas=texas), "ijn")
    assert parse_label(found.get("ijn-1", "0505")).col < 5


# --- fire and task groups ------------------------------------------------------------------------


def test_what_no_die_can_make_hurt_is_not_fired() -> None:
    """DS-R22: odds under 1:2 are no attack; with half the odds it is one."""
    assert weapons_used(a_duel(fish=0, defence=4)) == ["D"]
    assert weapons_used(a_duel(fish=0, defence=40)) == []


def test_holding_fire_that_cannot_hurt_is_told() -> None:
    state = a_duel(fish=0, defence=40)
    order = ordered(state, "ijn")
    assert isinstance(order, DeclareAttacks)
    assert order.attacks == ()
    assert "no die roll could hurt anybody" in reasons(state, "ijn")


def test_sound_ships_part_from_cripples() -> None:
    """§10: a task group that hunts is not held back by a damaged ship."""
    gun = a_battery("C", 6, 4, 2)
    ijn = a_side("ijn", *(a_ship(key, "C", gun, points=20) for key in ("kako", "kinu", "aoba")))
    allies = a_side("allies", a_ship("helm", "C", gun, points=20))
    victory = (Victory("ijn", 5),)  # type: ignore[arg-type]
    scenario = a_scenario(ijn, allies, aims=Aims(turn_limit=9, victory=victory, otherwise="allies"))
    state = a_state(
        scenario, group("ijn-1", "0505", "kako", "kinu", "aoba"), group("allies-1", "0905", "helm"),
        turn=2, phase="move-3", initiative="allies", damaged=["kinu"],
    )  # fmt: skip
    state.called = ("ijn",)
    order = ordered(state, "ijn")
    assert isinstance(order, MoveBlocks)
    assert [parted.ships for parted in order.detachments] == [("kinu",)]
    assert "part from" in reasons(state, "ijn")
    state.ship_status["kinu"] = state.ship_status["kinu"]._replace(damaged=False)
    assert ordered(state, "ijn").detachments == ()  # type: ignore[attr-defined]


def test_set_up_serves_the_plan() -> None:
    """Who lacks points begins near the enemy, groups apart; the dice of set-up still choose among places."""
    ships = [a_ship(key, "C", a_battery("C", 6), points=20) for key in ("kako", "kinu")]
    area = {"line": ["0105", "0205", "0305", "0405", "0505", "0506", "0504"], "bay": ["1305"]}
    groups = [Group(s.key, s.key.title(), (s.key,), GroupRules(zone="line")) for s in ships]
    ijn = a_side("ijn", *ships, groups=groups)
    off = Group("helm", "Helm", ("helm",), GroupRules(zone="bay"))
    allies = a_side("allies", a_ship("helm", "C", a_battery("C", 6), points=20), groups=[off])
    victory = (Victory("ijn", 5),)  # type: ignore[arg-type]
    aims = Aims(turn_limit=9, victory=victory, otherwise="allies")
    state = State(a_scenario(ijn, allies, aims=aims, areas=area))
    state.stage, state.called = SET_UP, ("ijn", "allies")
    places = set()
    for luck in range(6):
        order = ordered(state, "ijn", luck)
        assert isinstance(order, Deploy)
        taken = [formed.hex for formed in order.groups]
        assert len(set(taken)) == 2
        assert all(place is not None and place.col >= 4 for place in taken)
        places.update(taken)
    assert len(places) > 2
    assert hexes("0105").isdisjoint(places)
    assert "near the waters where the enemy starts" in reasons(state, "ijn")


def test_report_narrows_what_fire_could_hurt() -> None:
    """§16b: fire that could only hurt a ship of a class that is not there is in vain."""
    gun = a_battery("D", 1, 1)
    ijn = a_side("ijn", a_ship("kako", "C", gun), training=5)
    allies = a_side("allies", a_ship("texas", "B", defence=12), a_ship("helm", "D"), training=2)
    scenario = a_scenario(ijn, allies, aims=Aims(turn_limit=9))
    state = a_state(
        scenario, group("ijn-1", "0505", "kako"), group("allies-1", "0506", "texas", spotted="sighted"),
        group("allies-2", "0909", "helm"), turn=2, phase="attacks-2",
    )  # fmt: skip
    state.called = ("ijn",)
    state.sightings["ijn-1"] = ("allies-1",)
    state.reports["allies-1"] = Report(1, (("ABC", 1),), 1)
    assert ordered(state, "ijn").attacks == ()  # type: ignore[attr-defined]
    state.reports["allies-1"] = Report(1, (), 1)
    assert ordered(state, "ijn").attacks != ()  # type: ignore[attr-defined]
