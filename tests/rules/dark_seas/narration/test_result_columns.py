"""What else the dice might have done, beside what they did."""

from dataclasses import replace

from darkseas.engine.play.replay import set_facts
from darkseas.rules.dark_seas.model import events as e
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.narration.describe import describe
from tests.rules.dark_seas.support.narrated_events import SHOT, STATE


def rows(event: object) -> list[tuple[str, str, str, bool]]:
    """The rows of an event's result table."""
    column = describe(STATE, event).column
    assert column is not None
    return [(row.roll, row.result, str(row.chance), row.rolled) for row in column.rows]


def test_column_of_an_attack_has_each_result_with_its_chance() -> None:
    shot = replace(SHOT, odds_halves=5, die=4, result="damaged", weapons="torpedoes", defence_class="C")
    assert rows(shot) == [
        ("1–2", "sunk", "1/6", False),
        ("3–5", "damaged", "1/4", True),
        ("6–12", "no effect", "7/12", False),
    ]
    assert rows(replace(shot, odds_halves=0, die=1, result="none")) == [("1–12", "no effect", "1", True)]
    damaged = STATE.copy()
    set_facts(SETTERS, damaged, [e.ShipDamaged(SHOT.ship, "allies-1", "§18f")])
    column = describe(damaged, replace(shot, result="sunk")).column
    assert column is not None
    assert [row.result for row in column.rows] == ["sunk", "no effect"]


def test_column_of_spotting_counts_what_each_face_shows() -> None:
    looks = (
        e.SpottingAttempt("ijn-1", "allies-1", 0, 8, {"training": 5}, "sighted"),
        e.SpottingAttempt("ijn-1", "allies-2", 1, 6, {"training": 5, "per_hex": -2}, ""),
    )
    assert rows(e.SpottingWorked("ijn", 3, looks)) == [
        ("1", "nothing spotted", "1/6", False),
        ("2–3", "1 sighting", "1/3", True),
        ("4–6", "2 sightings", "1/2", False),
    ]


def test_no_column_where_no_die_decides() -> None:
    by_day = e.SpottingAttempt("ijn-1", "allies-1", 0, 0, {}, "sighted")
    assert describe(STATE, e.SpottingWorked("ijn", 3, (by_day,))).column is None
    alone = e.TargetDrawn(1, "ijn", "guns", 1, 0, 0, "kako", False)
    assert describe(STATE, alone).column is None


def test_column_of_initiative_compares_sums() -> None:
    taken = e.InitiativeTaken("ijn", {"ijn": 4, "allies": 5}, {"ijn": 5, "allies": 2}, "§13")
    assert rows(taken) == [
        ("sum of IJN higher", "IJN", "5/6", True),
        ("sums equal", "IJN", "1/12", False),
        ("sum of ALLIES higher", "ALLIES", "1/12", False),
    ]


def test_column_of_a_draw_tells_enemies_from_blanks_and_no_more() -> None:
    drawn = e.TargetDrawn(1, "ijn", "guns", 4, 6, 100, "kako", True, 6, "§18i.iii")
    assert rows(drawn) == [
        ("4 enemy ships", "one of them is the target", "2/5", False),
        ("6 blanks", "the fire falls on a friend", "3/5", True),
    ]
