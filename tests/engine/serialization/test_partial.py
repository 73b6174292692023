"""Half-written records: what can be read is kept."""

from fractions import Fraction

from darkseas.engine.serialization.partial import read_what_is_there
from darkseas.rules.dark_seas.model.scenario import Aims, Deadline, SideRules, Victory


def test_whole_record_is_read_as_ever() -> None:
    said = {"turn_limit": 3, "victory": [{"winner": "ijn", "ratio": "2"}]}
    assert read_what_is_there(Aims, said) == Aims(3, (Victory("ijn", ratio=Fraction(2)),))


def test_fields_that_are_wrong_or_unknown_are_left_out() -> None:
    said = {"turn_limit": "many", "sunk": "x", "damaged": "1/4", "colour": "blue"}
    assert read_what_is_there(Aims, said, turn_limit=1) == Aims(1, damaged=Fraction(1, 4))


def test_members_that_are_wrong_are_left_out_one_by_one() -> None:
    said = {"turn_limit": 3, "deadlines": [{"side": "ijn"}, {"side": "ijn", "by_turn": 2}, 7]}
    assert read_what_is_there(Aims, said) == Aims(3, deadlines=(Deadline("ijn", 2),))


def test_record_without_what_it_needs_is_none() -> None:
    assert read_what_is_there(SideRules, {"training": 3}) is None
    assert read_what_is_there(SideRules, {"training": 3}, group_limit=0) == SideRules(3, 0)
    assert read_what_is_there(Aims, None) is None
    assert read_what_is_there(Aims, [1], turn_limit=1) == Aims(1)
