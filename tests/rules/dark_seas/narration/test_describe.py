"""Every event told: from the whole state, from either side's view, and by an observer who knows nothing."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.events import (
    SHARED_EVENTS,
    BattleAborted,
    BattleBegan,
    BattleEnded,
    BidsOpened,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    OrderGiven,
    SeedOpened,
    SideResigned,
    SideTimedOut,
    TableConfirmed,
    TableWitnessed,
    TurnBegan,
    TurnOpened,
)
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Narration
from darkseas.engine.stages.stage import PlotSealed, Stage, StageOpened
from darkseas.rules.dark_seas.model import events as e
from darkseas.rules.dark_seas.model import orders as o
from darkseas.rules.dark_seas.narration.describe import describe
from darkseas.rules.dark_seas.narration.names import stage_words
from darkseas.rules.dark_seas.spotting import phase
from darkseas.rules.dark_seas.turn.sequence import DAY, DAY_SEALED, NIGHT, NIGHT_SEALED
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
from tests.rules.dark_seas.support.every_case import every_case
from tests.rules.dark_seas.support.narrated_events import (
    ATTACK,
    AUTOMATIC,
    BLANK,
    DRAWN,
    GIVEN,
    HERE,
    LOOK,
    OPEN,
    ORDERS,
    OWN,
    SCENARIO,
    SHOT,
    STATE,
    VIEWS,
)


def text_of(narration: Narration) -> str:
    """All that a person reads of an event."""
    lines = [f"{line.label} {line.amount}" for line in narration.workings]
    return "\n".join((narration.sentence, narration.total, *lines, *(die.label for die in narration.dice)))


@every_case(OPEN)
def test_open_event_is_told_to_an_observer(event: object, said: str) -> None:
    narration = describe(VIEWS["observer"], event)
    assert narration.sentence[: len(said)] == said


@every_case((*OWN, *GIVEN))
def test_own_event_is_told_to_its_owner(event: object, said: str) -> None:
    narration = describe(VIEWS["ijn"], event)
    assert narration.sentence[: len(said)] == said
    assert narration.side == "ijn"


@every_case([(view, case[0]) for view in VIEWS for case in (*OPEN, *OWN, *GIVEN)])
def test_event_has_a_sentence_and_a_citation_in_every_view(view: str, event: object) -> None:
    narration = describe(VIEWS[view], event)
    assert narration.sentence.endswith((".", "!", "?"))
    assert narration.sentence[0].isupper()
    assert "  " not in narration.sentence
    assert narration.rules
    assert all(narration.rules)
    assert "" not in narration.focus
    assert len(set(narration.focus)) == len(narration.focus)
    assert all(line.label for line in narration.workings)


def test_every_event_type_is_tried_here() -> None:
    tried = {type(case[0]) for case in (*OPEN, *OWN, *GIVEN)}
    assert tried == set(e.EVENTS.values()) | set(SHARED_EVENTS.values())


def test_every_order_type_is_tried_here() -> None:
    assert {type(order) for order, _ in ORDERS} == set(o.ORDERS.values())


def test_event_of_another_system_is_refused() -> None:
    with pytest.raises(KeyError, match="object"):
        describe(STATE, object())


# --- what a side may not know --------------------------------------------------------------------


@every_case([(view, case[0]) for view in ("allies", "observer") for case in OPEN])
def test_open_event_names_no_hidden_block_and_no_ship_that_it_does_not_hold(view: str, event: object) -> None:
    narration = text_of(describe(VIEWS[view], event))
    assert "TG ijn" not in narration
    for ship in SCENARIO.sides["ijn"].ships:
        assert SCENARIO.ships[ship].name not in narration or ship in repr(event)


def test_hidden_names_are_there_to_be_told() -> None:
    move = e.BlocksMoved("ijn", (e.BlockMoved("ijn-1", (HERE,), 1),))
    assert describe(VIEWS["ijn"], move).sentence == "TG ijn-1 moves one hex to 0505."
    assert describe(VIEWS["whole"], move).sentence == "TG ijn-1 moves one hex to 0505."
    assert describe(VIEWS["allies"], move).sentence == "A Japanese block (ijn-1) moves one hex to 0505."
    assert describe(VIEWS["nobody"], move).sentence == "A Japanese block (ijn-1) moves one hex to 0505."


def test_sighting_names_the_spotter_only_where_the_view_holds_the_sighting() -> None:
    sighted = e.BlockSighted("allies-1", "ijn", 1, 4, 1, {"ABC": 1}, "DS-R16")
    own = VIEWS["ijn"].copy()
    own.sightings = {"ijn-2": ("allies-2",), "ijn-1": ("allies-1",)}
    assert (
        describe(own, sighted).sentence == "TG ijn-1 sights one Allied ship at one hex: one larger warship."
    )
    assert describe(VIEWS["allies"], sighted).sentence == (
        "Japanese lookouts sight TG allies-1, one ship, at one hex: one larger warship."
    )
    own.contacts = {"ijn-1": ("allies-1",)}
    contact = e.ContactMade("allies-1", "ijn", 1, "DS-R15")
    assert describe(own, contact).sentence.startswith("Radar of TG ijn-1 finds an Allied block (allies-1)")


def test_draw_names_the_attacker_once_the_attack_is_declared() -> None:
    state = VIEWS["observer"].copy()
    state.attacks = {"ijn": (ATTACK,)}
    said = "draw Canberra from a pool of ten."
    assert describe(state, DRAWN).sentence == f"Guns of a Japanese block (ijn-1) {said}"
    assert describe(state, replace(DRAWN, attack=2)).sentence == f"Guns of IJN {said}"


def test_ruled_event_about_unknown_things_is_told_by_their_keys() -> None:
    assert describe(STATE, e.ShipDamaged("ghost", "x-1", "§18f")).sentence == "Ghost is damaged."
    assert describe(STATE, e.BlockLost("phantom", "ijn")).sentence.startswith(
        "Block phantom has no ship left"
    )


def test_order_with_blanks_that_do_not_fit_is_told_plainly() -> None:
    assert describe(STATE, OrderGiven("ijn", "dark_seas.declare_evasion", {"blocks": 5})).sentence == (
        "IJN: order to declare evasion."
    )


# --- numbers -------------------------------------------------------------------------------------


def amount(text: str) -> int:
    return int(text.split(",")[0].replace("−", "-").replace("+", ""))


def test_lines_of_every_spotting_sum_add_up_to_its_total() -> None:
    """From real attempts: the die and each addend make the sum that decides (DS-R14)."""
    state = a_state(
        SCENARIO,
        group("ijn-1", "0505", "chokai", "aoba", moved=2),
        single("ijn-2", "0505", "yunagi", attacked=2, moved=3),
        group("allies-1", "0506", "canberra", was_attacked=2),
        turn=3,
    )
    adjudication = an_adjudication(state, 4, 5)
    phase.begin(adjudication)
    sums = 0
    for worked in events(adjudication, e.SpottingWorked):
        running = 0
        for line in describe(state, worked).workings:
            if line.label == "sum":
                assert amount(line.amount) == running
                sums += 1
            else:
                running = amount(line.amount) + running if line.amount else 0
    assert sums == sum(len(worked.looks) for worked in events(adjudication, e.SpottingWorked)) == 4


def test_spotting_sum_says_what_it_means() -> None:
    narration = describe(
        VIEWS["ijn"], e.SpottingWorked("ijn", 4, (LOOK, replace(LOOK, value=6, outcome=""), AUTOMATIC))
    )
    assert [(line.label, line.amount, line.rule) for line in narration.workings] == [
        ("TG ijn-1 at an Allied block (allies-1), 1 hex", "", "§16"),
        ("die", "4", "§16"),
        ("training level", "+5", "§9"),
        ("range", "−1", "§16"),
        ("sum", "8, over 6: sighted", "§16a"),
        ("TG ijn-1 at an Allied block (allies-1), 1 hex", "", "§16"),
        ("die", "4", "§16"),
        ("training level", "+5", "§9"),
        ("range", "−1", "§16"),
        ("sum", "6, not over 6: not spotted", "§16a"),
        ("Yunagi at an Allied block (allies-2), 1 hex", "sighted by daylight", "§23b.i"),
    ]
    assert [(die.sides, die.face) for die in narration.dice] == [(6, 4)]


def test_attack_shows_every_factor_the_odds_and_what_the_die_needed() -> None:
    narration = describe(VIEWS["observer"], SHOT)
    assert [(line.label, line.amount, line.rule) for line in narration.workings] == [
        ("Aoba C", "6", "§5"),
        ("target evades", "× ⅔", "§17c"),
        ("Aoba C is worth", "4", "DS-R23"),
        ("Chokai C", "7", "§5"),
        ("Chokai C is worth", "7", "DS-R23"),
        ("total", "11", "DS-R22"),
        ("defence", "3 C", "§5"),
        ("odds", "3½ : 1", "§19"),
        ("needs", "7 or less damages, 3 or less sinks", "§18f"),
        ("die", "4", "§18f"),
        ("result", "damaged", "§18f"),
    ]
    assert narration.total == "3½ : 1, rolled 4: damaged"
    assert [(die.sides, die.face) for die in narration.dice] == [(12, 4)]
    assert narration.focus == ("ijn-1", "0505", "0506", "canberra")


@pytest.mark.parametrize(
    ("fields", "needs"),
    [
        ({"odds_halves": 0}, "no roll succeeds"),
        ({"odds_halves": 1}, "1 damages, nothing sinks"),
        ({"odds_halves": 2}, "2 or less damages, 1 sinks"),
        ({"odds_halves": 15}, "any roll damages, 7 or less sinks"),
        ({"odds_halves": 30}, "any roll damages, any roll sinks"),
        (
            {"odds_halves": 7, "with_d": True, "defence_class": "B"},
            "7 or less damages a sound ship, nothing sinks",
        ),
        ({"odds_halves": 7, "weapons": "torpedoes", "defence_class": "D"}, "7 or less sinks"),
        ({"odds_halves": 7, "ship": "blue"}, "7 or less sinks, already damaged"),
    ],
)
def test_attack_says_what_the_die_needs(fields: dict[str, Any], needs: str) -> None:
    state = STATE.copy()
    state.ship_status["blue"] = state.ship_status["blue"]._replace(damaged=True)
    lines = {line.label: line.amount for line in describe(state, replace(SHOT, **fields)).workings}
    assert lines["needs"] == needs


def test_daylight_step_is_shown_for_guns_alone() -> None:
    scenario = a_scenario(
        a_side("ijn", a_ship("aoba"), a_ship("chokai")), a_side("allies", a_ship("canberra")), light="day"
    )
    state = a_state(scenario)
    guns = {line.label for line in describe(state, SHOT).workings}
    torpedoes = {line.label for line in describe(state, replace(SHOT, weapons="torpedoes")).workings}
    assert "daylight" in guns
    assert "daylight" not in torpedoes


def test_draw_shows_its_pool_and_no_dice() -> None:
    narration = describe(STATE, DRAWN)
    assert [(line.label, line.amount) for line in narration.workings] == [
        ("enemy ships", "4"),
        ("blanks, 75 % of friends at risk", "6"),
    ]
    assert narration.total == "pool of 10"
    assert [(line.label, line.amount) for line in describe(STATE, BLANK).workings][1:] == [
        ("blanks, 50 % of friends at risk", "1"),
        ("friends drawn from", "2"),
    ]
    assert narration.dice == describe(STATE, BLANK).dice == ()


def test_initiative_shows_both_sums() -> None:
    narration = describe(
        STATE, e.InitiativeTaken("ijn", {"allies": 5, "ijn": 4}, {"allies": 2, "ijn": 5}, "§13")
    )
    assert [(line.label, line.amount) for line in narration.workings] == [
        ("IJN, die", "4"),
        ("IJN, training", "+5"),
        ("IJN, sum", "9"),
        ("ALLIES, die", "5"),
        ("ALLIES, training", "+2"),
        ("ALLIES, sum", "7"),
    ]
    assert narration.total == "9 : 7"


def test_weight_follows_what_matters_in_the_story() -> None:
    weights = {type(case[0]): describe(STATE, case[0]).weight for case in (*OPEN, *OWN)}
    quiet = {
        StageOpened, PlotSealed, e.SpottingWorked, e.SightingsHeld, DiceRolled, e.MarkersPlaced,
        e.BlocksMarked, e.ResultsHeld, e.MovementEnded, e.EvasionEnded, e.FacesSet, SeedOpened,
        ClientSeedCommitted, ClientSeedOpened, TableConfirmed, TableWitnessed, TurnOpened,
    }  # fmt: skip
    strong = {
        BattleBegan, TurnBegan, BattleEnded, BattleAborted, SideResigned, SideTimedOut, e.ShipSunk,
        e.ShipDamaged, e.ShipRestored, e.BlockSighted, e.ShipsExited, BidsOpened,
    }  # fmt: skip
    resolved = e.AttackResolved
    assert {kind for kind, weight in weights.items() if weight == QUIET} == quiet
    assert {kind for kind, weight in weights.items() if weight == STRONG} - {resolved} == strong
    assert describe(STATE, SHOT).weight == STRONG
    assert describe(STATE, replace(SHOT, result="none")).weight == NORMAL


def test_every_stage_of_the_sequence_of_play_has_a_title_of_its_own() -> None:
    for stage in dict.fromkeys((*NIGHT, *NIGHT_SEALED, *DAY, *DAY_SEALED)):
        title, rule = stage_words(stage)
        assert "-" not in title.replace("sub-phase", "").replace("Set-up", "")
        assert rule.startswith("§")
    assert stage_words(Stage.of("sub-2-1")) == ("Movement, second sub-phase", "§23a.i")
    assert stage_words(Stage.of("fog-rolls")) == ("Fog rolls", "§14")
