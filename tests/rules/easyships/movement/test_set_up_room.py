"""Room for both sides at set-up (ES-A46): no battle begins in which a side can never set up."""

from cProfile import Profile
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import HexBoard, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, IllegalOrder
from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec, ScenarioSpec
from darkseas.engine.serialization.codec import read
from darkseas.rules.easyships.bot.deployment import deploy as captains_set_up
from darkseas.rules.easyships.model.orders import SetUp
from darkseas.rules.easyships.model.scenario import SideRules
from darkseas.rules.easyships.movement.formations import edges_of, fitting
from darkseas.rules.easyships.scenario.setup import initial_state
from darkseas.rules.easyships.turn.deployment_forms import deploy, deploy_forms
from tests.rules.easyships.support import Ships, Table, a_side, a_spec, ship

_GUNS = {"BB": 16, "CA": 8, "DD": 4, "SS": 3}


def cramped(seed: int) -> ScenarioSpec:
    """Up to three ships a side on a small map, some with an edge of their own."""
    chance = Random(seed)

    def fleet(side: str) -> Ships:
        kinds = [chance.choice(list(_GUNS)) for _ in range(chance.randint(1, 3))]
        return {
            f"{side}{number}": ship(kind, guns=[(4, _GUNS[kind])], torpedoes=4)
            for number, kind in enumerate(kinds)
        }

    edges = chance.choice([("", ""), ("", "north"), ("west", "east"), ("south", "")])
    sides = [a_side(side, fleet(side), edge=edge) for side, edge in zip("ab", edges, strict=True)]
    sea = MapSpec("sea", "Sea", chance.randint(9, 22), chance.randint(9, 18), land=("0303", "0804"))
    return a_spec({}, {}, sides=tuple(sides), map=sea, options={"edge_depth": 3})


def table_for(spec: ScenarioSpec, first: str) -> Table:
    table = Table(spec)
    table.state.sets_up_first = first
    return table


def offered(table: Table, side: str) -> set[SetUp]:
    """Every set-up that the forms offer, boats on the surface."""
    found = set()
    for form in deploy_forms(table.state, side):
        blanks = {blank.name: blank for blank in form.blanks}
        fixed = {name: blank.value for name, blank in blanks.items() if isinstance(blank, Fixed)}
        leaders = blanks["hex"]
        assert isinstance(leaders, Choice)
        found |= {read(SetUp, {**fixed, "hex": leader}) for leader in leaders.values}
    return found


def reply(spec: ScenarioSpec, first: str, order: SetUp) -> bool:
    """Whether the captain of the other side finds a legal set-up after this one."""
    table = table_for(spec, first)
    table.play(deploy, first, order)
    second = table.state.scenario.enemy_of(first)
    form = next(deploy_forms(table.state, second), None)
    if form is None:
        return False
    table.play(deploy, second, read(SetUp, captains_set_up(table.state, second, form, Chooser(bytes(32)))))
    return True


@pytest.mark.parametrize("first", ["a", "b"])
def test_es_a46_who_sets_up_first_leaves_the_other_side_room(first: str, subtests: pytest.Subtests) -> None:
    """On small maps: what is offered leaves a reply, what is not offered leaves none and is refused."""
    played = withheld = 0
    for seed in range(10):
        spec, chance = cramped(seed), Random(seed)
        try:
            table = table_for(spec, first)
        except BadScenario:
            continue
        played += 1
        scenario = table.state.scenario
        fits = [
            SetUp(way.edge, leader, way.facing, formation=way.formation)
            for way, leader, _ in fitting(scenario, first, edges_of(scenario, first))
        ]
        free = offered(table, first)
        with subtests.test(seed=seed):
            assert free
            assert free <= set(fits)
            for order in chance.sample(fits, min(8, len(fits))):
                if order in free:
                    assert reply(spec, first, order)
                    continue
                withheld += 1
                with pytest.raises(IllegalOrder) as refused:
                    table_for(spec, first).play(deploy, first, order)
                assert refused.value.rule == "ES-A46"
                unhindered = Table(spec)
                unhindered.play(deploy, first, order)
                assert not any(deploy_forms(unhindered.state, scenario.enemy_of(first)))
    assert played >= 4
    assert withheld >= 4


def test_scenarios_in_which_no_two_set_ups_go_together_are_refused(subtests: pytest.Subtests) -> None:
    """ES-A46: compared with every pair of set-ups; `cramped` gives some of each."""
    found = set()
    for seed in range(16, 34):
        spec = cramped(seed)
        with subtests.test(seed=seed):
            try:
                initial_state(spec)
                faults: tuple[Finding, ...] = ()
            except BadScenario as refused:
                faults = refused.findings
            assert all(fault.remedy and fault.rule == "ES-2" for fault in faults)
            assert bool(faults) == (not has_pair(spec))
            found.add(bool(faults))
    assert found == {True, False}


def has_pair(spec: ScenarioSpec) -> bool:
    """Whether any set-up of the first side and any of the second are out of each other's range."""
    placed = replace(
        spec, sides=tuple(replace(side, rules={**side.rules, "edge": ""}) for side in spec.sides)
    )
    roomy = initial_state(replace(placed, map=MapSpec("sea", "Sea", 60, 60))).scenario
    small = replace(spec.map, key="small") if spec.map is not None else None
    assert small is not None
    board = HexBoard(small.cols, small.rows, frozenset(parse_label(text) for text in small.land))
    sides = {
        key: replace(side, rules=read(SideRules, dict(written.rules)))
        for (key, side), written in zip(roomy.sides.items(), spec.sides, strict=True)
    }
    scenario = replace(roomy, board=board, sides=sides)
    ways = [
        {(way.edge, guns) for way, _, guns in fitting(scenario, side, edges_of(scenario, side))}
        for side in "ab"
    ]
    return any(
        edge != other and all(distance(a.bow, b.bow) > max(a.reach, b.reach) for a in guns for b in those)
        for (edge, guns), (other, those) in product(*ways)
    )


def test_edges_that_a_scenario_gives_are_left_to_their_side() -> None:
    """A first side without an edge of its own may not take the only one of the other side."""
    sides = (a_side("a", {"a1": ship()}), a_side("b", {"b1": ship()}, edge="north"))
    edges = {order.edge for order in offered(table_for(a_spec({}, {}, sides=sides), "a"), "a")}
    assert edges == {"south", "east", "west"}


def test_fleets_on_the_largest_map_set_up_first_in_few_steps() -> None:
    fleet = [{f"{side}{number}": ship("DD", hexes=1) for number in range(60)} for side in "ab"]
    table = table_for(a_spec(*fleet, map=MapSpec("sea", "Sea", 100, 100)), "a")
    profile = Profile()
    profile.runcall(list, deploy_forms(table.state, "a", ("ahead",)))
    assert sum(entry.callcount for entry in profile.getstats()) < 4_000_000
