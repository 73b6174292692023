"""Every event told: from every perspective with a sentence, with citations that there are, sums and dice."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.events import BattleEnded, DiceRolled, OrderGiven, TurnBegan, may_know
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.serialization.codec import write
from darkseas.rules.easyships.model import events as e
from darkseas.rules.easyships.model import orders as o
from darkseas.rules.easyships.model import plot_events as p
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.hit_effects import Effect
from darkseas.rules.easyships.model.state import State, StrikeInAir
from darkseas.rules.easyships.narration.describe import describe
from darkseas.rules.easyships.scenario.setup import initial_state
from tests.rules.easyships.companion.test_coverage import RULE_IDS, RULING_IDS
from tests.rules.easyships.support import a_battle, ship
from tests.rules.easyships.turn.random_battles import SCENARIOS, fought

CITABLE = {*RULE_IDS, *RULING_IDS, "house"}
HERE, THERE = parse_label("1010"), parse_label("1110")


def a_state() -> State:
    """Two carriers of side a against a cruiser."""
    a = {"a1": ship("CV", air=30, guns=[(8, 5)]), "a2": ship("CV", air=20)}
    return a_battle(a, {"b1": ship("CA", guns=[(9, 8), (8, 5)])}).state


def narrations_of(scenario: str, side: str | None) -> Iterator[Narration]:
    """Each event of a battle told from a side's view; with None from the whole state."""
    spec = SCENARIOS[scenario]()
    state = initial_state(spec)
    for moment in fought(spec, f"{scenario}/telling"):
        for event, audience in moment.facts:
            if side is not None and not may_know(audience, side):
                continue
            yield describe(state, event)
            if type(event) in SETTERS:
                SETTERS[type(event)](state, event)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("whose", [None, 0, 1, 2])
def test_every_event_has_a_sentence_and_citations_from_every_perspective(
    scenario: str, whose: int | None
) -> None:
    sides = [*initial_state(SCENARIOS[scenario]()).scenario.sides, "nobody"]
    narrations = list(narrations_of(scenario, None if whose is None else sides[whose]))
    assert narrations
    for narration in narrations:
        assert narration.sentence.strip().endswith(".")
        assert "  " not in narration.sentence
        assert narration.rules
        assert set(narration.rules) <= CITABLE
        if narration.column is not None:
            assert sum(row.chance for row in narration.column.rows) == 1
            assert [row.rolled for row in narration.column.rows].count(True) == 1


#: What chance rarely meets, and every plot.
EVENTS = [
    e.PlanesMoved("a1", "a2", 2, {"a1": 28, "a2": 20}),
    e.DepthChargeMissedNearly("b1"),
    e.PlanesBurned("a1", 1, 29),
    e.ShipsCollided("a1", "b1", HERE, {"a1": 1, "b1": 0}, {"a1": 2, "b1": 1}),
    e.SmokeLaid("b1", (HERE, THERE)),
    e.EffectNoted(Effect("b1", "near miss", flooding=1, rule="ES-18")),
    p.TransfersPlotted("a", (o.PlaneTransfer("a1", "a2", 2),)),
    p.StrikesPlotted("a", (o.Strike(("a1",), (o.AttackGroup("b1", 8),)),)),
    p.RepairsPlotted("b", (o.Repair("b1", "fires", pair=True),), ("b1",)),
    p.GunsPlotted("b", (o.GunFire("b1", 1, "a1", starshell=True),)),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_rare_events_are_told(event: Any) -> None:
    narration = describe(a_state(), event)
    assert narration.sentence.endswith(".")
    assert set(narration.rules) <= CITABLE
    assert narration.focus


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.ShipMoved("b1", (HERE, THERE), 0, evading=True), "B1 moves to 1110 and evades."),
        (e.PingAnswered("b1", (e.FoundBoat(HERE, 3), e.FoundBoat(THERE))),
         "The sonar of B1 finds a boat in 1010 at deep depth and a boat in 1110."),
        (e.PingAnswered("b1", ()), "The sonar of B1 finds nothing."),
        (e.FiresSet("b1", 1, "ES-26"), "One fire burns on B1."),
        (e.FiresSet("b1", 0, "ES-31"), "No fires burn on B1."),
        (e.ShipSunk("b1", "b", 3, "magazine", "ES-26"), "B1 is sunk: her magazines explode."),
        (e.HullDamaged("b1", 2, 2, 1, (2, 0), no_repairs=True),
         "B1: flooding 2, one move and two guns lost, no damage control this turn."),
        (e.RepairRolled("b1", "fires", (2, 5), 0, 5, -1), "B1, fires: 2 and 5, −1."),
        (e.RepairRolled("b1", "flooding", (3,), 0, 3, 0, compulsory=True, rule="ES-34"),
         "B1, flooding (compulsory): 3, no change."),
        (e.TorpedoesFired("b", "", "a1", (1, 4), 1, 1), "Two torpedoes of Side B at A1: one hit."),
        (e.TorpedoHit("b", "a1", (1, 1), 0), "A torpedo floods A1: nothing more than flooding."),
        (e.TargetsShown("a-1", "a", (o.AttackGroup("b1", 0),)), "Nothing of the strike is left."),
        (TurnBegan(4), "Turn 4."),
        (DiceRolled("t1/gunnery/b1/0/0/0", 20, (7,), 1), "Die for the guns of B1: 7 (D20)."),
        (DiceRolled("t1/torpedoes/boat/a1/0", 6, (2,), 1), "Die for torpedoes from below at A1: 2 (D6)."),
        (DiceRolled("t1/initiative/a", 6, (7,), 1), "Die for initiative, Side A: 7 (D6)."),
    ],
)  # fmt: skip
def test_sentences(event: object, sentence: str) -> None:
    assert describe(a_state(), event).sentence == sentence


@pytest.mark.parametrize(
    ("purpose", "sentence"),
    [
        ("t1/air/b-1/0/bombs/0/hit/0/attacker", "Die for bombs and torpedoes of planes from B1: 4 (D6)."),
        ("t1/fighters/b-1/0/1", "Die for fighters against planes from B1: 4 (D6)."),
        ("t1/anti-aircraft/b-1/a1", "Die for anti-aircraft fire at planes from B1: 4 (D6)."),
    ],
)
def test_dice_of_a_strike_name_its_carriers(purpose: str, sentence: str) -> None:
    state = a_state()
    state.strikes["b-1"] = StrikeInAir("b", ("b1",), 8, (o.AttackGroup("a1", 8),))
    assert describe(state, DiceRolled(purpose, 6, (4,), 1)).sentence == sentence


def test_planes_hit_with_bombs() -> None:
    hit = e.HitResolved("b", "", "a1", 5, 8, 0, 2, 3, 4, "pierced")
    assert describe(a_state(), hit).sentence.startswith("A bomb hits A1, and it goes through")
    assert describe(a_state(), replace(hit, ship="b1")).sentence.startswith("A shell hits A1")


def test_fire_is_told_with_its_sum_its_dice_and_its_chances() -> None:
    lines = (e.ModifierLine("range under 4", -1, "ES-24"), e.ModifierLine("the target evades", 2, "ES-11"))
    fired = e.FiringResolved("b", "b1", 0, "a1", 8, 9, 3, (1, 12), lines, 1, rules=("ES-24", "ES-25"))
    narration = describe(a_state(), fired)
    assert narration.sentence == "The primary guns of B1, 9 × 8″, fire at A1: one hit."
    assert [(line.label, line.amount) for line in narration.workings] == [
        ("die", "1"), ("range under 4", "−1"), ("the target evades", "+2"), ("hits up to", "9"),
    ]  # fmt: skip
    assert narration.total == "2 against 9, then 12: one hit"
    assert [(die.sides, die.face) for die in narration.dice] == [(20, 1), (20, 12)]
    assert narration.column is not None
    assert [(row.roll, row.chance, row.rolled) for row in narration.column.rows] == [
        ("1–8", Fraction(8, 20), True), ("9–20", Fraction(12, 20), False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("guns", "added", "rolls"), [(1, 9, ["1", "2–20"]), (19, 0, ["1–19", "20"]), (19, -3, ["1–20"])]
)
def test_chances_of_fire_keep_to_the_die(guns: int, added: int, rolls: list[str]) -> None:
    lines = (e.ModifierLine("all together", added, "ES-24"),)
    narration = describe(a_state(), e.FiringResolved("b", "", -1, "a1", 8, guns, 1, (1,), lines, 1))
    assert narration.column is not None
    assert [row.roll for row in narration.column.rows] == rolls
    assert narration.sentence.startswith("Bombs fall on A1")


def test_a_shell_against_armour_is_told_with_both_sums() -> None:
    hit = e.HitResolved("b", "b1", "a1", 2, 11, 2, 5, 4, 6, "pierced")
    narration = describe(a_state(), hit)
    assert narration.total == "15 against 9: pierced"
    assert "flooding, and a move lost" in narration.sentence
    assert [line.amount for line in narration.workings] == ["2", "+11", "+2", "−5", "−4"]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (o.Ready(), "Side A, order: begin the battle."),
        (o.SetUp("north", HERE, 3), "Side A, order: set up on the north edge in line ahead from 1010, west."),
        (o.ShipMove("a1", (HERE,), evade=True, smoke="funnel"),
         "Side A, order: A1 to 1010, evade, funnel smoke."),
        (o.ShipMove("a1", ping=True), "Side A, order: A1 stays, ping."),
        (o.ShipMove("a1", depth=-1), "Side A, order: A1 up."),
        (o.EndMoves(), "Side A, order: end the movement."),
        (o.PlanStrikes((o.CarrierStrike("a1", "b1"),)), "Side A, order: all planes of A1 at B1."),
        (o.PlanStrikes(), "Side A, order: no strike."),
        (o.FireAntiAircraft((o.AntiAircraftShot("a1", "b-1/0"),)),
         "Side A, order: anti-aircraft fire of A1."),
        (o.FireGuns((o.GunFire("a1", 0, "b1"),)), "Side A, order: fire of A1 at B1."),
        (o.LaunchTorpedoes(), "Side A, order: no torpedoes."),
        (o.LaunchTorpedoes((o.TorpedoFire("a1", ("b1",)), o.TorpedoFire("a2", ("b1",)))),
         "Side A, order: torpedoes of A1 and A2 at B1."),
        (o.FireAntiAircraft(), "Side A, order: no anti-aircraft fire."),
        (o.DropDepthCharges((o.DepthCharge("a1", HERE, 2),)), "Side A, order: depth charges of A1."),
        (o.ControlDamage((o.Repair("a1", "speed"),), ("a2",)), "Side A, order: one repair roll; abandon A2."),
        (o.MovePlanes((o.PlaneTransfer("a1", "a2", 3),)), "Side A, order: three planes of A1 to A2."),
        (o.WithdrawPlot(), "Side A, order: the plot back."),
    ],
)  # fmt: skip
def test_orders_are_told(order: object, sentence: str) -> None:
    given = OrderGiven("a", o.ORDER_NAMES[type(order)], write(order))
    assert describe(a_state(), given).sentence == sentence


def test_an_order_that_nobody_knows_is_told_by_its_name() -> None:
    assert describe(a_state(), OrderGiven("a", "easyships.no_such", {})).sentence.startswith(
        "Side A: order to"
    )
    assert describe(a_state(), OrderGiven("a", "easyships.fire_guns", {"x": 1})).sentence.endswith(
        "fire guns."
    )


def test_the_end_is_told_with_its_points() -> None:
    over = BattleEnded("a", "Side B has no ship left.", "ES-36", {"a": "28", "b": "0"})
    assert describe(a_state(), over).rules == ("ES-36",)


def test_what_nobody_fights_never_grows_less_by_the_table() -> None:
    table = a_battle({"a1": ship()}, {"b1": ship("CA", defence=12)})
    rolled = e.RepairRolled("b1", "flooding", (6,), 0, 6, 0, compulsory=True, rule="ES-34")
    column = describe(table.state, rolled).column
    assert column is not None
    assert [row.result for row in column.rows] == ["+1", *["no change"] * 5]


# --- what else the dice might have done ------------------------------------------------------------------


def rows_of(narration: Narration) -> list[tuple[str, str, Fraction, bool]]:
    """The rows of a narration's column."""
    assert narration.column is not None
    assert sum(row.chance for row in narration.column.rows) == 1
    return [(row.roll, row.result, row.chance, row.rolled) for row in narration.column.rows]


def test_bombs_may_miss_by_one() -> None:
    fired = e.FiringResolved(
        "b", "", -1, "a1", 8, 4, 1, (8,), (e.ModifierLine("close", -3, "ES-24"),), 0, True
    )
    assert rows_of(describe(a_state(), fired)) == [
        ("1–7", "a hit", Fraction(7, 20), False),
        ("8", "a near miss", Fraction(1, 20), True),
        ("9–20", "no hit", Fraction(12, 20), False),
    ]


def test_torpedoes_show_how_many_might_have_hit() -> None:
    fired = e.TorpedoesFired("b", "b1", "a1", (1, 4), 1, 1)
    assert rows_of(describe(a_state(), fired)) == [
        ("0", "no hits", Fraction(25, 36), False),
        ("1", "one hit", Fraction(10, 36), True),
        ("2", "two hits", Fraction(1, 36), False),
    ]
    evading = a_state()
    evading.ship_status["a1"] = evading.ship_status["a1"]._replace(evading=True)
    assert rows_of(describe(evading, fired))[1:] == [("1", "one hit", Fraction(11, 36), True)]
    assert describe(a_state(), e.TorpedoesFired("b", "b1", "a1", (1, 4), 0, 0)).column is None
    many = rows_of(describe(a_state(), e.TorpedoesFired("b", "b1", "a1", (4,) * 9, 1, 0)))
    assert [row[0] for row in many] == ["0", "1", "2", "3", "4", "5+"]


def a_strike_on(state: State, planes: int) -> State:
    """A strike of side b in the air."""
    state.strikes["b-1"] = StrikeInAir("b", ("b1",), planes, (o.AttackGroup("a1", planes),))
    return state


def test_anti_aircraft_fire_shoots_down_no_more_planes_than_there_are() -> None:
    fired = e.AntiAircraftFired("b-1", "a1", 0, (6, 6, 1), 6, 1)
    assert rows_of(describe(a_strike_on(a_state(), 1), fired)) == [
        ("0", "no planes down", Fraction(125, 216), False),
        ("1", "one plane down", Fraction(91, 216), True),
    ]


@pytest.mark.parametrize(("outnumbered", "most"), [(False, 7), (True, 5)])
def test_fighters_show_how_many_they_might_have_shot_down(outnumbered: bool, most: int) -> None:
    state = a_battle({"a1": ship("CV", air=10)}, {"b1": ship("CV", air=30)}).state
    met = e.FightersMet("b-1", "a", 10, 30, (3,), outnumbered)
    rows = rows_of(describe(state, met))
    assert sum(row[3] for row in rows) == 1
    if outnumbered:
        assert rows[0] == ("0", "no planes down", Fraction(1, 18), False)
        assert rows[-1] == (str(most), "five planes down", Fraction(1, 18), False)
    else:
        assert rows[0][:2] == ("2", "two planes down")
        assert rows[-1][0] == "5+"
    few = e.FightersMet("b-1", "a", 10, 3, (3,), outnumbered=False)
    assert [row[0] for row in rows_of(describe(state, few))] == ["2", "3"]


def test_fighters_of_several_groups_or_of_carriers_apart_have_no_column() -> None:
    state = a_battle({"a1": ship("CV", air=10), "a2": ship("CV", air=4)}, {"b1": ship("CV", air=30)}).state
    assert describe(state, e.FightersMet("b-1", "a", 10, 30, (3,), outnumbered=True)).column is None
    assert describe(state, e.FightersMet("b-1", "a", 14, 30, (3, 1), outnumbered=True)).column is None
    assert describe(state, e.FightersMet("b-1", "a", 14, 30, (3,), outnumbered=True)).column is not None


@pytest.mark.parametrize(
    ("faces", "fell"), [((1, 1), "destroyed"), ((1, 2), "she has to rise"), ((2, 5), "nothing")]
)
def test_dice_of_depth_charges_show_what_they_might_have_done(faces: tuple[int, ...], fell: str) -> None:
    rolled = DiceRolled("t1/depth-charges/b1/a1", 6, faces, 2, scope="side:a")
    rows = rows_of(describe(a_state(), rolled))
    assert [row[2] for row in rows] == [Fraction(1, 36), Fraction(3, 36), Fraction(32, 36)]
    assert [row[1] for row in rows if row[3]] == [fell]


@pytest.mark.parametrize(
    ("lost", "results"),
    [(1, ["no change", "no change"]), (3, ["no change", "+1"]), (4, ["+1", "+1"])],
)
def test_the_table_of_engines_says_what_comes_back_to_this_ship(lost: int, results: list[str]) -> None:
    table = a_battle({"a1": ship("CA", moves=5)}, {"b1": ship()})
    table.set("a1", moves_lost=lost)
    change = 1 if results[-1] == "+1" else 0
    told = describe(table.state, e.RepairRolled("a1", "speed", (6,), 0, 6, change, False, "ES-33"))
    assert told.column is not None
    assert [row.result for row in told.column.rows[-2:]] == results
    assert told.total == next(row.result for row in told.column.rows if row.rolled)
