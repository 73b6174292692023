"""The sentences of the events that every rules system shares."""

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
    DrawDeclined,
    DrawOffered,
    OrderGiven,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    RulingMade,
    SeedOpened,
    SideResigned,
    SideTimedOut,
    TableConfirmed,
    TableWitnessed,
    TurnBegan,
    TurnOpened,
)
from darkseas.engine.presentation.ends import end_reason
from darkseas.engine.presentation.narration import QUIET, STRONG
from darkseas.engine.presentation.shared_events import (
    HOUSE,
    RULING,
    describe_shared,
    dice_narration,
    order_words,
    purpose_words,
)

NAMES = {"ijn": "Japan", "allies": "Allies"}

ALLIES_HAVE_FIVE = (
    "The bids are revealed: Japan bid 5 for Japan and Allies bid 3 for Japan; "
    "5 points count for Allies from the start."
)
EXAMPLES = (
    (
        BattleBegan(
            "b1", "dark_seas", "r12", {"title": "Savo Island"}, {"scheme": "sha256-1"}, {"ijn": "p1"}
        ),
        "The battle begins: Savo Island.",
    ),
    (TurnBegan(3), "Turn 3."),
    (TurnBegan(9, "Daylight"), "Turn 9: Daylight."),
    (PhaseBegan("spotting", "spotting phase", "§14b"), "Spotting phase."),
    (OrderGiven("ijn", "dark_seas.declare_evasion", {}), "Japan: order to declare evasion."),
    (OrderGiven("umpire", "rule", {}), "The umpire: order to rule."),
    (OrderGiven("raiders", "rule", {}), "raiders: order to rule."),
    (OrderGiven("ijn", "commit_seed", {"commit": "0f"}), "Japan seals its own seed for the dice."),
    (OrderGiven("ijn", "commit_seed", {"commit": "none"}), "Japan contributes no seed to the dice."),
    (OrderGiven("ijn", "open_seed", {"seed": "0f"}), "Japan opens its seed for the dice."),
    (OrderGiven("ijn", "open_seed", {"seed": "lost"}), "Japan reports its dice seed as lost."),
    (OrderWithdrawn("allies", "dark_seas.deploy"), "Allies: plot withdrawn (deploy)."),
    (
        PlotsRevealed("dark_seas.deploy", ("ijn", "allies"), "§7"),
        "Plots revealed (deploy): Japan and Allies.",
    ),
    (DiceRolled("t3/spotting/ijn", 6, (4,), 3), "Die for spotting, Japan: 4 (D6)."),
    (
        DiceRolled("t3/two-dice", 6, (4, 2), 3, "table"),
        "Dice for two dice: 4 and 2 (D6, rolled at the table).",
    ),
    (RulingMade("The block was moved in error"), "The umpire rules: The block was moved in error."),
    (
        BattleEnded("allies", "The higher score.", "DS-R33", {"ijn": "12", "allies": "55/2"}),
        "The battle is over. Victory: Allies, 27½ to 12 points. The higher score.",
    ),
    (
        BattleEnded(None, "Neither side did enough.", "DS-R33", {}),
        "The battle is over. A draw. Neither side did enough.",
    ),
    (
        BattleEnded("allies", "The other side resigned.", "ending", {"ijn": "12", "allies": "2"}),
        "The battle is over. Victory: Allies, 2 to 12 points. Japan resigned.",
    ),
    (
        BattleEnded("ijn", "The other side ran out of time.", "ending", {"ijn": "1", "allies": "2"}),
        "The battle is over. Victory: Japan, 1 to 2 points. Allies ran out of time.",
    ),
    (
        BattleEnded(None, "The other side resigned.", "ending", {"a": "0", "b": "0", "c": "0"}),
        "The battle is over. A draw, 0 to 0 to 0 points. One side resigned.",
    ),
    (
        BidsOpened({"ijn": "ijn", "allies": "ijn"}, {"ijn": 5, "allies": 3}, {"allies": 5}),
        ALLIES_HAVE_FIVE,
    ),
    (
        BidsOpened({"ijn": "ijn", "allies": "allies"}, {"ijn": 1, "allies": 9}, {}),
        "The bids are revealed: Japan bid 1 for Japan and Allies bid 9 for Allies; no points are given.",
    ),
    (TableWitnessed(("ijn",), True), "Table dice: entered afterwards, from the notes of Japan."),
    (TableConfirmed("ijn"), "Japan: we saw the dice entered so far, and the entries are correct."),
    (SideResigned("ijn"), "Japan resigns."),
    (SideTimedOut("ijn"), "Japan ran out of time."),
    (DrawOffered("ijn"), "Japan offers a draw."),
    (DrawDeclined("allies"), "Allies declines the draw; the battle continues."),
    (SeedOpened("00"), "The site’s seed is published: every roll of the site can be verified."),
    (ClientSeedCommitted("ijn", "00"), "Japan: seed for the dice sealed."),
    (ClientSeedOpened("ijn", "00"), "Japan: seed for the dice opened."),
    (TurnOpened(2, (), {}), "The seeds of turn 2 are published: its rolls can be verified."),
    (TurnOpened(0, (), {}), "The seeds of the set-up are published: its rolls can be verified."),
    (TableWitnessed(("ijn", "allies")), "Table dice: both present, Japan and Allies."),
    (TableWitnessed(("ijn",)), "Table dice: one witness, Japan."),
    (TableWitnessed(), "Table dice: seen only by the person who entered them."),
    (
        TableWitnessed(("ijn",), afterwards=True),
        "Table dice: entered afterwards, from the notes of Japan.",
    ),
    (TableWitnessed(afterwards=True), "Table dice: entered afterwards."),
    (BattleAborted(("ijn",), "no order came."), "The battle is abandoned: no order came."),
)


@pytest.mark.parametrize(("event", "sentence"), EXAMPLES)
def test_shared_event_is_told(event: object, sentence: str) -> None:
    told = describe_shared(event, NAMES)
    assert told is not None
    assert told.sentence == sentence
    assert told.rules
    assert all(told.rules)


def test_every_shared_event_has_an_example_here() -> None:
    assert {type(event) for event, _ in EXAMPLES} == set(SHARED_EVENTS.values())


def test_event_of_a_system_is_left_to_that_system() -> None:
    assert describe_shared(object(), NAMES) is None


def test_citation_comes_from_the_event_then_the_system_then_the_house() -> None:
    citations = {TurnBegan: "§14", PhaseBegan: "§99"}
    turn = describe_shared(TurnBegan(1), NAMES, citations)
    phase = describe_shared(PhaseBegan("combat", "Combat", "§14c"), NAMES, citations)
    house = describe_shared(TurnBegan(1), NAMES)
    ruling = describe_shared(RulingMade("So be it.", ""), NAMES)
    assert turn is not None
    assert phase is not None
    assert house is not None
    assert ruling is not None
    assert (turn.rules, phase.rules, house.rules, ruling.rules) == (("§14",), ("§14c",), (HOUSE,), (RULING,))


def test_end_of_a_battle_shows_every_score_winner_first() -> None:
    told = describe_shared(BattleEnded("allies", "", "DS-R33", {"ijn": "12", "allies": "55/2"}), NAMES)
    assert told is not None
    points = [("Points of Allies", "27½"), ("Points of Japan", "12")]
    assert [(line.label, line.amount) for line in told.workings] == points
    assert told.total == "27½ to 12 points"
    assert (told.weight, told.side) == (STRONG, "allies")


def test_dice_are_shown_as_they_fell_and_quietly() -> None:
    told = describe_shared(DiceRolled("t3/x", 6, (4, 2), 3, "table", "side:ijn"), NAMES)
    assert told is not None
    assert [(die.sides, die.face, die.origin) for die in told.dice] == [(6, 4, "table"), (6, 2, "table")]
    assert (told.weight, told.side) == (QUIET, "ijn")
    assert dice_narration(DiceRolled("t3/x", 12, (7,), 3), "the attack", "§18f").sentence == (
        "Die for the attack: 7 (D12)."
    )


def test_stored_names_become_words() -> None:
    assert order_words("dark_seas.declare_evasion") == "declare evasion"
    assert order_words("rule") == "rule"
    assert purpose_words("t12/draw/allies/attack-2", NAMES) == "draw, Allies, attack 2"
    assert purpose_words("opening", NAMES) == "opening"


@pytest.mark.parametrize(
    ("on_record", "said"),
    [
        ("IJN needed at least 1 points, and has them.", "IJN needed at least 1 point and reached that."),
        ("IJN needed at least 15/2 points, and has them.", "IJN needed at least 7½ points and reached that."),
        ("IJN needed at least 11 points, and has them.", "IJN needed at least 11 points and reached that."),
        (
            "IJN needed 3/2 times the other side's score, and has them.",
            "IJN needed 1½ times the other side's score and reached that.",
        ),
    ],
)
def test_points_of_a_reason_on_record_are_said_as_people_say_them(on_record: str, said: str) -> None:
    assert end_reason(BattleEnded("japan", on_record, "DS-R33", {}), {}) == said
