"""Where ways come in that may turn only so far: the cheapest way to each place with each facing."""

from darkseas.engine.orders import Course, Leg, Reached, Turning
from darkseas.engine.play.cheapest_ways import arrivals

FACINGS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
LEGS = (
    Leg("", "ahead", 1, 0),
    Leg("", "aport", 1, 1),
    Leg("ahead", "far", 1, 1),
    Leg("aport", "far", 1, 0),
    Leg("ahead", "beyond", 1, 0),
)
REACH = (Reached("ahead", 1), Reached("aport", 1), Reached("far", 2, "ahead"), Reached("beyond", 2, "ahead"))


def course(faces: int, allowance: int = 2, at_once: int = 1) -> Course:
    """A course of a ship that faces east."""
    return Course("way", "Way", "start", allowance, REACH, turning=Turning(0, faces, at_once, FACINGS))


def test_each_facing_has_its_way_and_turns_end_where_they_are_used_up() -> None:
    assert [one.way for one in arrivals(course(2), LEGS) if one.place == "far"] == [
        ("ahead", "far"),
        ("aport", "far"),
    ]
    (only,) = [one for one in arrivals(course(1), LEGS) if one.place == "far"]
    assert (only.way, only.facing, only.turned, only.cost) == (("ahead", "far"), 1, 1, 2)
    assert [one.place for one in arrivals(course(0), LEGS)] == ["ahead", "beyond"]


def test_no_way_costs_more_or_turns_more_at_once_than_may_be() -> None:
    assert {one.place for one in arrivals(course(2, allowance=1), LEGS)} == {"ahead", "aport"}
    about = (Leg("", "astern", 1, 3), Leg("", "abeam", 1, 2))
    assert [one.place for one in arrivals(course(6, at_once=2), about)] == ["abeam"]


def test_turning_goes_the_short_way_round_the_circle() -> None:
    turning = Turning(0, 6, 6, FACINGS)
    assert [turning.between(5, other) for other in range(6)] == [1, 2, 3, 2, 1, 0]


def test_course_that_does_not_turn_has_one_way_to_each_place() -> None:
    legs = (Leg("", "ahead", 1), Leg("", "far", 3), Leg("ahead", "far", 1))
    found = arrivals(Course("way", "Way", "start", 3, REACH), legs)
    assert [(one.place, one.cost) for one in found] == [("ahead", 1), ("far", 2)]
