"""Where history lies among a balance's battles: counted by hand, kept in the file, told by the command."""

import io
import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from darkseas.engine.presentation.standing import AFLOAT, DAMAGED, EXITED, SUNK, Fate, ShipFate, Standing
from darkseas.engine.scenario.spec import Loss, ScenarioSpec
from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.simulation import balance, library_balances
from replays_app.simulation.bots_against_history import Measure, Measured, measured, totals
from replays_app.simulation.measuring import history_table
from replays_app.simulation.outcome_distribution import Spread, spread_from
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish
from tests.support.builders import register_toy, toy_scenario
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

#: One ship of Cape Spada's six Allies is lost in the first battle, none in the second.
SPADA = "cape-spada"


def measure(history: int, **battles: int) -> Measure:
    """Battles by value, written `lost_2=5`."""
    return Measure(
        Fraction(history), {Fraction(value.split("_")[1]): count for value, count in battles.items()}
    )


def test_percentile_counts_battles_that_brought_less_and_half_of_those_that_brought_the_same() -> None:
    losses = measure(2, lost_0=30, lost_2=20, lost_3=40, lost_7=10)
    assert (losses.fewer, losses.same, losses.more) == (30, 20, 50)
    assert losses.percentile == 40
    assert losses.mean == Fraction(40 + 120 + 70, 100)


@every_case("history, is_in", [(0, False), (1, True), (2, True), (3, True), (4, True), (5, False)])
def test_history_is_in_from_the_fifth_to_the_ninety_fifth_of_a_hundred(history: int, is_in: bool) -> None:
    losses = measure(history, lost_0=4, lost_1=46, lost_3=44, lost_4=2, lost_5=4)
    assert [losses.at(percent) for percent in (5, 50, 95)] == [1, 1, 4]
    assert losses.is_in is is_in


def spada_with(losses: tuple[Loss, ...]) -> ScenarioSpec:
    """Cape Spada, with another history."""
    spec = library_spec(SPADA)
    return replace(spec, about=replace(spec.about, losses=losses))


def standing_of(spec: ScenarioSpec, fates: Mapping[str, Fate], *, hurt: Collection[str] = ()) -> Standing:
    """How a battle of Cape Spada ended, with seven points for each side."""
    ships = tuple(
        ShipFate(ship.key, side.key, ship.name, fates.get(ship.key, AFLOAT), hurt=ship.key in hurt)
        for side in spec.sides
        for ship in side.ships
    )
    return Standing({side.key: Fraction(7) for side in spec.sides}, ships)


def test_battles_are_counted_by_side_and_ship_and_come_back_from_json() -> None:
    spec, spread = library_spec(SPADA), Spread()
    spread.add(spec, standing_of(spec, {"sydney": SUNK, "colleoni": DAMAGED}))
    spread.add(spec, standing_of(spec, {"colleoni": EXITED}, hurt=["colleoni"]))
    allies, italy = (side.key for side in spec.sides)
    worth = {ship.key: Fraction(str(ship.ratings["points"])) for side in spec.sides for ship in side.ships}
    half = worth["colleoni"] / 2
    assert spread.losses == {allies: {0: 1, 1: 1}, italy: {0: 2}}
    assert spread.points == {allies: {7: 2}, italy: {7: 2}}
    assert spread.ship_points == {allies: {half: 2}, italy: {worth["sydney"]: 1, 0: 1}}
    cruiser = spread.ships[italy]["colleoni"]
    assert (cruiser.sunk, cruiser.damaged, cruiser.exited) == (0, 2, 1)
    assert spread_from(json.loads(json.dumps(spread.as_json()))) == spread
    assert spread_from({}) is None


def spada_measured(*losses: Loss) -> Measured:
    """Two battles of Cape Spada, Sydney lost in one, against this history."""
    spec, spread = spada_with(losses), Spread()
    spread.add(spec, standing_of(spec, {"sydney": SUNK}))
    spread.add(spec, standing_of(spec, {}))
    known = measured(spec, spread, 2)
    assert known is not None
    return known


def test_only_losses_of_the_battle_itself_count() -> None:
    allies = library_spec(SPADA).sides[0].key
    lost = Loss(allies, "Sydney", SUNK)
    inside = spada_measured(lost).sides[0]
    outside = spada_measured(replace(lost, outside_the_battle=True)).sides[0]
    assert [inside.losses.history, inside.losses.percentile] == [1, 75]
    assert [outside.losses.history, outside.losses.percentile] == [0, 25]
    assert [ship.sunk for ship in inside.ships if ship.ship.name == "Sydney"] == [1]
    assert [ship.sunk for ship in outside.ships if ship.ship.name == "Sydney"] == [0]


def test_a_battle_that_was_never_fought_is_compared_with_nothing() -> None:
    fought = library_spec(SPADA)
    spread = Spread()
    spread.add(fought, standing_of(fought, {}))
    assert measured(fought, spread, 1) is not None
    assert measured(replace(fought, about=replace(fought.about, hypothetical=True)), spread, 1) is None


def test_several_ships_of_a_sticker_count_as_many() -> None:
    spec = library_spec("lupo-convoy")
    known = measured(spec, Spread(losses={side.key: Counter({Fraction(0): 1}) for side in spec.sides}), 1)
    assert known is not None
    flocks = [loss for loss in spec.about.losses if loss.fate == SUNK]
    italy = next(side for side in known.sides if side.side.key == flocks[0].side)
    assert italy.losses.history == sum(loss.count for loss in flocks)


def test_points_of_history_are_those_of_its_ships() -> None:
    allies, italy = (side.key for side in library_spec(SPADA).sides)
    known = spada_measured(Loss(allies, "Sydney", DAMAGED), Loss(italy, "Bartolomeo Colleoni", SUNK))
    worth = {
        ship.name: Fraction(str(ship.ratings["points"])) for side in known.spec.sides for ship in side.ships
    }
    of_allies, of_italy = (side.points for side in known.sides)
    assert of_allies is not None
    assert of_italy is not None
    assert (of_allies.history, of_italy.history) == (worth["Bartolomeo Colleoni"], worth["Sydney"] / 2)


def test_brier_score_is_of_single_ships_beside_a_constant() -> None:
    """Eight ships: Sydney, lost in history, in one battle of two; seven that nobody lost."""
    known = spada_measured(Loss(library_spec(SPADA).sides[0].key, "Sydney", SUNK))
    ships = sum(len(side.ships) for side in known.sides)
    together = totals([known])
    assert together.brier == pytest.approx(0.25 / ships)
    assert together.constant == pytest.approx(1 / ships * (1 - 1 / ships))
    assert together.skill == pytest.approx(1 - together.brier / together.constant)
    assert (together.lost, together.lost_in_history) == (0.5, 1)


def test_system_that_cannot_say_points_has_none() -> None:
    register_toy()
    spec = toy_scenario()
    spec = replace(spec, about=replace(spec.about, winner="red"))
    spread = Spread()
    fates = tuple(
        ShipFate(ship.key, side.key, ship.name, AFLOAT) for side in spec.sides for ship in side.ships
    )
    spread.add(spec, Standing({side.key: Fraction(0) for side in spec.sides}, fates))
    known = measured(spec, spread, 1)
    assert known is not None
    assert [side.points for side in known.sides] == [None, None]
    assert measured(toy_scenario(), spread, 1) is None


# --- kept and told ----------------------------------------------------------------------------------


@pytest.fixture
def spada(db: None) -> Revision:
    """Cape Spada with a balance of four battles."""
    revision = publish(read_file(LIBRARY / f"{SPADA}.toml"), origin="library")
    call_command("fight_library", SPADA, battles=4, stdout=io.StringIO())
    return revision


def test_file_keeps_the_spread_and_a_line_without_gives_way_to_one(spada: Revision, tmp_path: Path) -> None:
    file = tmp_path / "balances.json"
    library_balances.write(file)
    kept = Balance.objects.get()
    lines = json.loads(file.read_text())
    assert lines[0]["spread"] == kept.spread
    before = [{name: value for name, value in line.items() if name != "spread"} for line in lines]
    old = tmp_path / "old.json"
    old.write_text(json.dumps(before))
    kept.delete()
    assert (library_balances.load(old), library_balances.load(old)) == (1, 0)
    assert Balance.objects.get().spread == {}
    assert (library_balances.load(file), library_balances.load(file)) == (1, 0)
    assert Balance.objects.get().spread == kept.spread
    assert library_balances.load(old) == 0


def test_command_tells_a_line_a_side_and_what_all_come_to(
    spada: Revision, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme, out = tmp_path / "README.md", io.StringIO()
    readme.write_text(f"Before.\n{history_table.BEGIN}\nold\n{history_table.END}\nAfter.\n")
    monkeypatch.setattr(history_table, "README", readme)
    call_command("compare_with_history", write=True, stdout=out)
    found = balance.current(spada)
    assert found is not None
    spec = library_spec(SPADA)
    for side in spec.sides:
        average = f"{found.losses[side.key] / 4:.1f}"
        rows = [row for row in readme.read_text().splitlines() if f"| {side.name} |" in row]
        assert [row.split(" | ")[3] for row in rows] == [average]
        assert side.name in out.getvalue()
    assert "of 1 scenarios IN" in readme.read_text()
    assert "old" not in readme.read_text()
    assert readme.read_text().startswith("Before.\n")
    assert readme.read_text().endswith("\nAfter.\n")


def test_nothing_is_told_of_what_was_not_fought(spada: Revision) -> None:
    Balance.objects.filter(release=RELEASE).update(spread={})
    with pytest.raises(CommandError, match="fight_library"):
        call_command("compare_with_history")
    with pytest.raises(CommandError, match="whole library"):
        call_command("compare_with_history", SPADA, write=True)
