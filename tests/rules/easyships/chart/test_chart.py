"""The chart of EasyShips: ships along their hexes, fire of the turn, nothing that a view does not know."""

from collections.abc import Iterator

import pytest

from darkseas.engine.events import PhaseBegan, TurnBegan
from darkseas.engine.hexes.board import FACINGS, HexBoard, parse_label
from darkseas.engine.presentation.chart import Caption, Chart, Patch, Piece, Stroke, WeaponRange
from darkseas.rules.easyships.chart.chart import chart
from darkseas.rules.easyships.combat import gunnery, torpedoes
from darkseas.rules.easyships.model import events as e
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.orders import GunFire, TorpedoFire
from darkseas.rules.easyships.model.plot_events import GunsPlotted
from darkseas.rules.easyships.model.ship_hexes import hull
from darkseas.rules.easyships.model.state import State
from tests.rules.easyships.support import Table, a_battle, ship
from tests.rules.easyships.turn.random_battles import SCENARIOS, fought


def a_table() -> Table:
    """A battle-cruiser, a destroyer and a boat against a cruiser that lies abeam of the first."""
    a = {
        "gs": ship("BC", guns=[(9, 11)]),
        "z": ship("DD", torpedoes=8, defence=2),
        "u": ship("SS", torpedoes=4, defence=1),
    }
    at = {"gs": "1010 NE", "z": "1212 E", "u": "1608 W", "ex": "1510 W"}
    return a_battle(a, {"ex": ship("CA", guns=[(6, 8)])}, at=at)


def piece_of(drawn: Chart, key: str) -> Piece:
    (piece,) = [piece for piece in drawn.pieces if piece.key == key]
    return piece


def of_kind(drawn: Chart, kind: str) -> list[Stroke]:
    return [stroke for stroke in drawn.strokes if stroke.kind == kind]


def begin(table: Table, *events: object) -> None:
    """Set events of the sequence of play."""
    for event in events:
        SETTERS[type(event)](table.state, event)


def test_a_ship_lies_along_her_hexes_from_bow_to_stern() -> None:
    """ES-4: three hexes of a battle-cruiser, one of a destroyer."""
    drawn = chart(a_table().state)
    assert drawn.ground.pieces == "ships"
    gs, z = piece_of(drawn, "gs"), piece_of(drawn, "z")
    assert (gs.at, gs.facing, gs.hexes) == ("1010", "NE", ("1010", "0911", "0912"))
    assert (z.at, z.facing, z.hexes) == ("1212", "E", ("1212",))
    assert gs.figures[0].value == "9 × 11″"


def test_what_has_befallen_a_ship_is_marked_and_counted() -> None:
    table = a_table()
    table.set("gs", fires=2, flooding=1, moves_lost=1, guns_lost=(3,), evading=True)
    piece = piece_of(chart(table.state), "gs")
    assert piece.marks == ("evading", "burning", "flooding", "damaged")
    assert piece.note == "Battle-cruiser; two fires; flooding 1; one move lost; three guns lost"
    assert {figure.label: figure.value for figure in piece.figures}["Moves"] == "3 of 4"
    assert piece.figures[0].workings == ("six guns left",)


def test_a_sunk_ship_lies_where_she_went_down() -> None:
    table = a_table()
    begin(table, e.ShipSunk("ex", "b", 3, "magazine", "ES-26"))
    piece = piece_of(chart(table.state), "ex")
    assert (piece.at, piece.face, piece.marks, piece.hexes) == ("1510", "out", ("sunk",), ())
    assert piece.note == "Heavy cruiser; sunk in turn 3"


def test_fire_of_the_turn_is_drawn_with_its_hits_and_its_splashes() -> None:
    table = a_table()
    table.play(gunnery.resolve, "a", (GunFire("gs", 0, "ex"),), dice=[20])
    table.play(gunnery.resolve, "b", (GunFire("ex", 0, "z"),), dice=[2, 6, 1])
    drawn = chart(table.state)
    assert of_kind(drawn, "gunfire") == [
        Stroke("gunfire", "a", ("1010", "1510"), "Shells: no hit", outcome="missed"),
        Stroke("gunfire", "b", ("1510", "1212"), "Shells: one hit", outcome="damaged"),
    ]
    assert Patch("splash", ("1510", "1212"), label="Splashes") in drawn.patches
    assert {"fired", "targeted"} <= set(piece_of(drawn, "ex").marks)
    begin(table, e.TurnOver(1), TurnBegan(2))
    later = chart(table.state)
    assert later.strokes == ()
    assert later.patches == ()
    assert piece_of(later, "ex").marks == ()


def test_torpedoes_of_a_boat_below_come_from_her_wakes_and_not_from_her() -> None:
    """ES-12, ES-29: whoever does not know where she is sees the hex that she gave away."""
    table = a_table()
    begin(table, PhaseBegan("torpedoes", "Torpedoes", "ES-27"))
    table.put("u", "1608", "W", depth=1)
    table.play(torpedoes.resolve, "a", (TorpedoFire("u", ("ex",), parse_label("1607")),), dice=[6, 6, 6, 6])
    (fan,) = of_kind(chart(table.state), "fan")
    assert (fan.path, fan.label) == (("1607", "1510"), "Torpedoes: no hit")


def test_torpedoes_of_planes_have_no_origin() -> None:
    table = a_table()
    begin(table, PhaseBegan("anti-aircraft", "Anti-aircraft fire", "ES-16"))
    begin(table, e.TorpedoesFired("a", "", "ex", (1, 4), 1, 1))
    begin(table, PhaseBegan("torpedoes", "Torpedoes", "ES-27"), e.WakeSeen("a", parse_label("1607")))
    (fan,) = of_kind(chart(table.state), "fan")
    assert (fan.path, fan.outcome) == (("1510",), "damaged")


def test_smoke_lies_where_it_was_laid_and_about_ships_that_make_it() -> None:
    """ES-9: chemical smoke in its hexes, funnel smoke in all hexes of a ship."""
    table = a_table()
    table.set("gs", smoke="funnel")
    begin(table, e.SmokeLaid("z", (parse_label("1112"),)))
    drawn = chart(table.state)
    assert Patch("smoke", ("1112", "1010", "0911", "0912"), label="Smoke") in drawn.patches
    assert piece_of(drawn, "gs").marks == ("smoke",)


def test_sealed_fire_is_drawn_until_it_is_opened() -> None:
    table = a_table()
    begin(table, GunsPlotted("a", (GunFire("gs", 0, "ex"),)))
    table.state.sealed = ("a",)
    assert of_kind(chart(table.state), "gunfire") == [Stroke("gunfire", "a", ("1010", "1510"))]
    table.state.sealed = ()
    assert of_kind(chart(table.state), "gunfire") == []


def test_the_legend_has_turn_phase_scores_and_who_is_first() -> None:
    table = a_table()
    begin(table, TurnBegan(2), e.InitiativeTaken({"a": 2, "b": 5}, "b"))
    begin(table, PhaseBegan("gunnery", "Gunnery", "ES-20"))
    captions = chart(table.state).captions
    assert captions[:3] == (
        Caption("Turn", "2"), Caption("Phase", "Gunnery"), Caption("First this turn", "Side B", "b"),
    )  # fmt: skip
    assert Caption("Afloat", "3 of 3", "a") in captions


# --- whole battles from every view -------------------------------------------------------------------


def views(scenario: str) -> Iterator[tuple[str, State, State]]:
    """Each side, its view and the whole state, at every moment of a battle."""
    for moment in fought(SCENARIOS[scenario](), f"{scenario}/chart"):
        for side, view in moment.views.items():
            yield side, view, moment.state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_drawn_lies_on_the_map(scenario: str) -> None:
    for _side, view, _state in views(scenario):
        drawn = chart(view)
        assert drawn.ground.map is not None
        board = HexBoard(drawn.ground.map.cols, drawn.ground.map.rows)
        places = [at for piece in drawn.pieces for at in (*piece.hexes, *([piece.at] if piece.at else []))]
        places += [at for stroke in drawn.strokes for at in stroke.path]
        places += [at for patch in drawn.patches for at in patch.places]
        assert all(board.contains(parse_label(at)) for at in places)
        assert all(piece.facing in FACINGS for piece in drawn.pieces if piece.face == "up")


def test_a_boat_below_is_on_her_own_sides_chart_alone() -> None:
    """ES-12: also what it would be drawn by is not in the other side's chart."""
    below = 0
    for side, view, state in views("convoy"):
        drawn = chart(view)
        for key, status in state.ship_status.items():
            if not status.submerged or status.sunk or status.bow is None:
                continue
            below += 1
            own = state.scenario.ships[key].side == side
            shown = [piece for piece in drawn.pieces if piece.key == key]
            assert bool(shown) == own
            if own:
                lies = hull(status.bow, status.facing, state.scenario.ships[key].hexes)
                assert len(shown[0].hexes) <= len(lies)
                assert "submerged" in shown[0].marks
    assert below


def test_secret_damage_is_on_the_owners_chart_alone() -> None:
    """ES-A44: all but fires, where the scenario keeps damage to the ship's own side."""
    hurt = 0
    for moment in fought(SCENARIOS["river-plate"](damage_known="owner"), "secret damage/chart"):
        marks = {piece.key: set(piece.marks) for piece in chart(moment.state).pieces}
        for side, view in moment.views.items():
            for piece in chart(view).pieces:
                own = piece.side == side
                seen, all_of_them = set(piece.marks), marks[piece.key] & {"flooding", "damaged"}
                hurt += bool(all_of_them)
                assert (seen & {"flooding", "damaged"}) == (all_of_them if own else set())
    assert hurt


def test_a_ship_shows_the_reach_of_what_she_can_still_fire() -> None:
    """ES-20, ES-22, ES-27, ES-31: guns that are lost or silent, and tubes that are empty, reach nobody."""
    table = a_battle({"a1": ship("CA", guns=[(8, 8), (4, 4)], torpedoes=4)}, {"b1": ship("DD", torpedoes=4)})
    assert piece_of(chart(table.state), "a1").ranges == (
        WeaponRange("Primary guns, 8 × 8″", 9, 60, 120),
        WeaponRange("Secondary guns, 4 × 4″", 5, 60, 120),
        WeaponRange("Torpedoes", 6),
    )
    table.set("a1", guns_lost=(8, 0), fires=4, torpedo_turn=1)
    table.set("b1", torpedo_turn=1)
    assert [piece.ranges for piece in chart(table.state).pieces] == [(), ()]
