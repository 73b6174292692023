"""What a ruling makes impossible lapses, told to whom it concerns; nothing of it waits for another turn."""

import pytest

from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    BlocksRegrouped,
    DetachmentsLapsed,
    DetachmentsPlotted,
    PlottedDetachment,
)
from darkseas.rules.dark_seas.model.orders import DeclareSightings, Detachment, MoveBlocks
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from darkseas.rules.dark_seas.turn import sequence
from darkseas.rules.dark_seas.turn.rulings import facts as ruled
from tests.rules.dark_seas.support.builders import (
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    events,
    group,
    single,
)
from tests.rules.dark_seas.support.night_cases import night_case
from tests.rules.dark_seas.support.table_top import Table, on_table

SHIPS = ("kako", "aoba", "kinu", "yubari")
SUNK, OVER = "dark_seas.ship_sunk", "turn_began"


def plotted(*leaving: tuple[str, str]) -> Table:
    """Turn 4: ships are to leave the group of the IJN, each lot under its name; the allies are called."""
    ijn = a_side("ijn", *map(a_ship, SHIPS), group_limit=4)
    scenario = a_scenario(ijn, a_side("allies", a_ship("helm"), a_ship("hull")), cols=10, rows=8)
    here = (group("ijn-1", "0505", *SHIPS), group("allies-1", "0907", "helm", "hull"))
    state = a_state(scenario, *here, turn=4, phase="move-3", initiative="allies")
    state.called = ("ijn",)
    table = on_table(state)
    asked = tuple(Detachment("ijn-1", tuple(ships.split()), name) for ships, name in leaving)
    table.give("ijn", MoveBlocks((), asked))
    return table


def left(table: Table) -> list[tuple[tuple[str, ...], str]]:
    """Who is still to leave, as the IJN knows it; the allies hear nothing of it."""
    assert table.views["ijn"].detaching == table.state.detaching
    assert not table.events(DetachmentsLapsed, "allies")
    assert not table.events(DetachmentsLapsed, None)
    return [(one.ships, one.name) for one in table.state.detaching.get("ijn", ())]


def faces(state: State) -> list[tuple[str, ...]]:
    """The ships of each block of the IJN."""
    return sorted(state.contents[key].ships for key, block in state.blocks.items() if block.side == "ijn")


def test_ship_ruled_sunk_does_not_leave_and_those_beside_her_do() -> None:
    """§10: her side alone is told who leaves all the same."""
    table = plotted(("aoba kinu", "Rear"), ("yubari", ""))
    table.take(ruled(table.state, SUNK, {"ship": "aoba"}))
    assert left(table) == [(("kinu",), "Rear"), (("yubari",), "")]
    table.take(ruled(table.state, SUNK, {"ship": "yubari"}))
    assert left(table) == [(("kinu",), "Rear")]
    table.give("allies", MoveBlocks())
    assert faces(table.state) == [("kako",), ("kinu",)]


def test_ship_that_nobody_plotted_for_lets_nothing_lapse() -> None:
    table = plotted(("aoba", ""))
    table.take(ruled(table.state, SUNK, {"ship": "kinu"}))
    table.take(ruled(table.state, SUNK, {"ship": "helm"}))
    assert left(table) == [(("aoba",), "")]
    assert not table.events(DetachmentsLapsed)


def test_who_would_be_the_last_to_leave_stays() -> None:
    """DS-H10: as the movement phase ends somebody is left in the group."""
    table = plotted(("aoba", ""), ("kinu yubari", "Rear"))
    table.take(ruled(table.state, SUNK, {"ship": "kako"}))
    assert left(table) == [(("aoba",), "")]
    table.give("allies", MoveBlocks())
    assert faces(table.state) == [("aoba",), ("kinu", "yubari")]


def test_nothing_is_left_to_plot_for_a_block_that_is_lost() -> None:
    table = plotted(("aoba", ""), ("kinu yubari", "Rear"))
    for ship in SHIPS:
        table.take(ruled(table.state, SUNK, {"ship": ship}))
    assert left(table) == []
    assert "ijn-1" not in table.state.blocks


def test_ship_that_is_afloat_after_all_stays_in_her_group() -> None:
    table = plotted(("aoba", ""))
    table.take(ruled(table.state, SUNK, {"ship": "aoba"}))
    table.take(ruled(table.state, "dark_seas.ship_restored", {"ship": "aoba", "fate": "undamaged"}))
    assert left(table) == []
    table.give("allies", MoveBlocks())
    assert faces(table.state) == [tuple(SHIPS)]


def test_turn_that_is_over_takes_what_was_plotted_in_it_along() -> None:
    """§10: in the next one nobody leaves by the orders of the last, whatever is plotted then."""
    table = plotted(("aoba kinu", ""), ("yubari", ""))
    table.take(ruled(table.state, OVER, {}))
    assert table.state.turn == 5
    assert left(table) == []
    assert table.events(DetachmentsLapsed, "ijn") == [DetachmentsLapsed("ijn", (), "ruling")]
    table.run_to("move-3", turn=5)
    table.give("ijn", MoveBlocks((), (Detachment("ijn-1", ("kako",)),)))
    table.give("allies", MoveBlocks())
    assert faces(table.state) == [("aoba", "kinu", "yubari"), ("kako",)]


@pytest.mark.parametrize("ships", [("kako",), ("kako", "aoba", "kinu")])
def test_battle_whose_ruling_let_nothing_lapse_goes_on(ships: tuple[str, ...]) -> None:
    """Logs of before stand: there, and where a turn left plots to the next, somebody stays all the same."""
    table = plotted(("aoba", ""), ("kinu yubari", ""))
    table.take(fact for ship in ships for fact in ruled(table.state, SUNK, {"ship": ship})[:1])
    plot = (PlottedDetachment("ijn-1", ("aoba",)), PlottedDetachment("ijn-1", ("kinu", "yubari")))
    table.state.detaching["ijn"] = plot
    table.give("allies", MoveBlocks())
    assert [one.side for one in table.events(BlocksRegrouped)] == ["ijn"]
    afloat = {ship for ship in SHIPS if table.state.ship_status[ship].afloat}
    assert afloat <= {ship for face in faces(table.state) for ship in face}
    assert table.events(DetachmentsPlotted)


# --- spotting ------------------------------------------------------------------------------------


def test_block_that_goes_down_while_the_enemy_still_declares_is_no_sighting_any_more() -> None:
    """§16b: who has said that they hold a sighting of it holds none, and the rest is announced."""
    lost, seen = group("allies-1", "0605", "helm"), group("allies-2", "0505", "hull")
    state = night_case(group("ijn-1", "0505", "kako"), lost, seen)
    state.stage = sequence.SPOTTING
    state.called, state.sightings = ("allies",), {"ijn-1": ("allies-1", "allies-2")}
    table = on_table(state)
    table.take(ruled(table.state, SUNK, {"ship": "helm"}))
    table.give("allies", DeclareSightings())
    assert [one.block for one in table.events(BlockSighted)] == ["allies-2"]


def test_single_ship_of_a_ruling_of_before_is_sighted_as_a_block_of_none() -> None:
    """DS-R36: who is sunk lies face up no more."""
    state = night_case(group("ijn-1", "0505", "kako"), single("allies-1", "0605", "helm"))
    state.ship_status["helm"] = state.ship_status["helm"]._replace(sunk=1)
    state.sightings = {"ijn-1": ("allies-1",)}
    adjudication = an_adjudication(state)
    phase.announce(adjudication)
    [sighted] = events(adjudication, BlockSighted)
    assert (sighted.ships, sighted.ship) == (0, "")
