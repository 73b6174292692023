"""What ships cost, against the examples of the text and of its author (ES-3)."""

from typing import Any

import pytest

from darkseas.rules.easyships.model.scenario import Battery, Ratings
from darkseas.rules.easyships.scenario.points import cost, points


def ratings(kind: Any, year: int, hull: tuple[int, int, int], *guns: tuple[int, int], **more: Any) -> Ratings:
    """Ratings by armour, defence and moves, then guns by number and size."""
    batteries = tuple(Battery(count, size) for count, size in guns)
    return Ratings(kind, year, *hull, batteries, **more)


@pytest.mark.parametrize(
    ("name", "built", "cost"),
    [
        ("Wichita", ratings("CA", 1939, (4, 11, 4), (9, 8), (8, 5)), 31),
        ("Exeter", ratings("CA", 1931, (2, 8, 4), (6, 8), (4, 4), torpedoes=3), 22),
        ("Achilles", ratings("CL", 1933, (2, 7, 4), (8, 6), (4, 4), torpedoes=4), 21),
        ("Fletcher", ratings("DD", 1942, (0, 2, 5), (5, 5), torpedoes=10), 12),
        ("Scharnhorst", ratings("BC", 1939, (9, 32, 4), (9, 11), (12, 6)), 62),
        ("Graf Spee", ratings("CA", 1936, (2, 12, 3), (6, 11), (8, 6), torpedoes=8), 28),
        ("Bismarck", ratings("BB", 1940, (9, 42, 4), (8, 15), (12, 6)), 75),
        ("Hood", ratings("BC", 1920, (8, 42, 4), (8, 15), (14, 4), torpedoes=2), 74),
        ("Yamato", ratings("BB", 1941, (12, 63, 3), (9, 18), (12, 6)), 105),
        ("Type VIIC", ratings("SS", 1940, (0, 1, 1), (1, 3), torpedoes=4), 10),
        ("Enterprise", ratings("CV", 1938, (3, 20, 4), (8, 5), air=45), 57),
        ("unarmed", ratings("AUX", 1910, (0, 3, 1)), 4),
    ],
)
def test_es_g20_points_of_known_ships(name: str, built: Ratings, cost: int) -> None:
    assert points(built) == cost, name


def test_a_ship_costs_what_her_ratings_come_to_and_nothing_where_they_cannot_be_read() -> None:
    written = {"type": "CL", "year": 1933, "armour": 3, "defence": 7, "moves": 4, "torpedoes": 4}
    assert cost({**written, "batteries": [{"guns": 8, "size": 6}]}) == 22
    assert cost({"type": "CL"}) is None
    assert cost({**written, "type": "airship"}) is None
