"""Captains whose aims ask them to be somewhere at the end: who goes, when, and what the enemy makes of it."""

from fractions import Fraction

import pytest

from darkseas.engine.hexes.board import distance, parse_label
from darkseas.rules.dark_seas.model.scenario import Aims, Presence, Victory
from darkseas.rules.dark_seas.model.state import State
from tests.rules.dark_seas.bot.test_sense import ends, reasons
from tests.rules.dark_seas.support.builders import a_battery, a_scenario, a_ship, a_side, a_state, group

GUN = a_battery("C", 6, 4, 2)
#: Where the convoy has to be at the end: five hexes from where it lies.
POST = "0205"


def a_convoy(turn: int, *, at: str = "0705", home: str = "") -> State:
    """Turn so-and-so of six: a convoy of speed 2 and its escort, and an enemy far off who needs 10 points."""
    ijn = a_side("ijn", a_ship("maru", "M", points=30, speed=2), a_ship("kako", "C", GUN, points=20))
    allies = a_side("allies", a_ship("boise", "C", GUN, points=20), exit_edges=(home,) if home else ())
    aims = Aims(
        turn_limit=6,
        victory=(Victory("allies", Fraction(10)), Victory("ijn", Fraction(30))),
        otherwise="allies",
        presence=(Presence("ijn", "harbour"),),
    )
    scenario = a_scenario(ijn, allies, aims=aims, areas={"harbour": (POST,)})
    return a_state(
        scenario,
        group("ijn-1", at, "maru"),
        group("ijn-2", "0805", "kako"),
        group("allies-1", "1305", "boise"),
        turn=turn,
        phase="move-3",
    )


def end_of(state: State, side: str, key: str, start: str) -> int:
    """How far from the post a block is when it has moved."""
    state.called, state.initiative = (side,), "allies" if side == "ijn" else "ijn"
    return distance(parse_label(ends(state, side).get(key, start)), parse_label(POST))


def test_convoy_starts_in_time_to_be_there() -> None:
    """Five hexes at two a turn take three turns, and turn 4 of six is the last to begin."""
    assert end_of(a_convoy(4), "ijn", "ijn-1", "0705") <= 4


def test_convoy_does_not_go_where_it_could_not_come_back_in_time() -> None:
    """With a turn to spare it may wait, and nothing more."""
    assert end_of(a_convoy(3), "ijn", "ijn-1", "0705") <= 6


def test_who_is_there_in_the_last_turn_stays() -> None:
    assert end_of(a_convoy(6, at=POST), "ijn", "ijn-1", POST) == 0


def test_escort_that_is_not_needed_there_does_its_duty_elsewhere() -> None:
    state = a_convoy(4)
    assert end_of(state, "ijn", "ijn-2", "0805") >= 6
    assert "wins once its ships are where they must be at the end" in reasons(state, "ijn")


@pytest.mark.parametrize("home", ["", "east"])
def test_enemy_who_would_win_if_nobody_came_there_hunts_those_who_can(home: str) -> None:
    """They win as things stand, but not once the convoy is in: so neither waiting nor going home will do."""
    assert end_of(a_convoy(2, home=home), "allies", "allies-1", "1305") < 11
