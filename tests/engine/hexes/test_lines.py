"""Lines of sight: known cases, symmetry, and a second way of finding every answer."""

from fractions import Fraction
from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.hexes.board import FACINGS, Hex, distance, is_adjacent, neighbour, neighbours, ring
from darkseas.engine.hexes.lines import crosses, is_clear, line


def within(centre: Hex, radius: int) -> list[Hex]:
    """All hexes up to this distance."""
    return [at for out in range(radius + 1) for at in ring(centre, out)]


places = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))


def centre(at: Hex) -> tuple[int, int]:
    """The centre, on a plane stretched so that a hex is 4 wide and its slanted sides fall 1 in 1."""
    return 4 * at.col + 2 * (at.row % 2), 6 * at.row


def clip(a: Hex, b: Hex, at: Hex) -> str:
    """How the line a-b meets a hex: "inside", "beside" or "apart" (corners included), by cutting it back to
    each of the hex's three strips in turn.
    """
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(at)
    first, last, beside = Fraction(0), Fraction(1), False
    for along_x, along_y, half_width in ((1, 0, 2), (1, 1, 4), (1, -1, 4)):
        begin = along_x * (ax - cx) + along_y * (ay - cy)
        change = along_x * (bx - ax) + along_y * (by - ay)
        if change == 0:
            if abs(begin) > half_width:
                return "apart"
            beside = beside or abs(begin) == half_width
            continue
        cuts = sorted((Fraction(-half_width - begin, change), Fraction(half_width - begin, change)))
        first, last = max(first, cuts[0]), min(last, cuts[1])
        if first >= last:
            return "apart"
    return "beside" if beside else "inside"


def touches_a_corner_only(a: Hex, b: Hex, at: Hex) -> bool:
    """Whether a corner of the hex lies between a and b on their line, and nothing of its inside or sides."""
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(at)
    corners = [(cx + x, cy + y) for x, y in ((0, 4), (2, 2), (2, -2), (0, -4), (-2, -2), (-2, 2))]
    return clip(a, b, at) == "apart" and any(
        (bx - ax) * (y - ay) == (by - ay) * (x - ax) and (x - ax) * (x - bx) + (y - ay) * (y - by) < 0
        for x, y in corners
    )


def stands_at(a: Hex, b: Hex, at: Hex) -> int:
    """How far along a-b the hex's centre stands, in true proportion and a unit of the line's own."""
    (ax, ay), (bx, by), (cx, cy) = centre(a), centre(b), centre(at)
    return 3 * (bx - ax) * (cx - ax) + (by - ay) * (cy - ay)


def test_row_crosses_the_hexes_between() -> None:
    assert line(Hex(1, 3), Hex(5, 3)) == ((Hex(2, 3), Hex(3, 3), Hex(4, 3)), ())


def test_slanted_row_crosses_the_hexes_between() -> None:
    assert line(Hex(4, 4), Hex(5, 1)) == ((Hex(4, 3), Hex(5, 2)), ())


@pytest.mark.parametrize(
    ("b", "side"),
    [
        (Hex(4, 2), (Hex(3, 3), Hex(4, 3))),
        (Hex(4, 6), (Hex(3, 5), Hex(4, 5))),
        (Hex(5, 3), (Hex(4, 3), Hex(5, 4))),
        (Hex(5, 5), (Hex(4, 5), Hex(5, 4))),
        (Hex(2, 3), (Hex(3, 4), Hex(3, 3))),
        (Hex(2, 5), (Hex(3, 4), Hex(3, 5))),
    ],
)
def test_line_between_two_common_neighbours_runs_along_their_side(b: Hex, side: tuple[Hex, Hex]) -> None:
    assert line(Hex(4, 4), b) == ((), (side,))


def test_line_due_south_takes_turns_between_sides_and_hexes() -> None:
    assert line(Hex(2, 0), Hex(2, 6)) == (
        (Hex(2, 2), Hex(2, 4)),
        ((Hex(1, 1), Hex(2, 1)), (Hex(1, 3), Hex(2, 3)), (Hex(1, 5), Hex(2, 5))),
    )


def test_skew_line_crosses_without_sides() -> None:
    assert line(Hex(0, 0), Hex(2, 1)) == ((Hex(1, 0), Hex(1, 1)), ())
    assert line(Hex(0, 0), Hex(1, 3)) == ((Hex(0, 1), Hex(1, 2)), ())


def test_line_through_a_corner_does_not_cross_the_hex_it_touches() -> None:
    a = Hex(0, 0)
    pairs = [(b, at) for b in within(a, 7) for at in within(a, 7) if at not in (a, b)]
    touched = [(b, at) for b, at in pairs if touches_a_corner_only(a, b, at)]
    assert {at for b, at in touched if b == Hex(4, -1)} == {Hex(1, -1), Hex(3, 0)}
    assert len({b for b, _ in touched}) > len(FACINGS)
    for b, at in touched:
        assert at not in line(a, b).crossed
        assert all(at not in pair for pair in line(a, b).sides)
        assert is_clear(a, b, {at})


@given(places)
def test_ranges_0_and_1_have_nothing_between(a: Hex) -> None:
    for b in (a, *neighbours(a)):
        assert line(a, b) == ((), ())
        assert is_clear(a, b, lambda _: True)


@settings(deadline=None)
@given(places, places)
def test_line_agrees_with_clipping_each_hex(a: Hex, b: Hex) -> None:
    found = line(a, b)
    around = [at for at in within(a, distance(a, b) + 1) if at not in (a, b)]
    inside = [at for at in around if clip(a, b, at) == "inside"]
    beside = [at for at in around if clip(a, b, at) == "beside"]
    assert list(found.crossed) == sorted(inside, key=lambda at: stands_at(a, b, at))
    flanks = [at for pair in found.sides for at in pair]
    assert len(flanks) == len(beside)
    assert set(flanks) == set(beside)
    feet = [stands_at(a, b, western) for western, _ in found.sides]
    assert feet == sorted(feet)


@settings(deadline=None, max_examples=50)
@given(places, places)
def test_line_agrees_with_nearest_centres_of_true_hexes(a: Hex, b: Hex) -> None:
    found = line(a, b)
    known = {a, b, *found.crossed, *(at for pair in found.sides for at in pair)}
    met = set()
    ends = [(at.col + at.row % 2 / 2, at.row * sqrt(3) / 2) for at in (a, b)]
    around = [(at, at.col + at.row % 2 / 2, at.row * sqrt(3) / 2) for at in within(a, distance(a, b) + 1)]
    for step in range(101):
        x, y = (ends[0][i] + (ends[1][i] - ends[0][i]) * step / 100 for i in (0, 1))
        near = sorted((hypot(x - cx, y - cy), at) for at, cx, cy in around)
        if near[1][0] - near[0][0] > 1e-6:  # well inside one hex
            met.add(near[0][1])
    assert met <= known
    assert not met & {at for pair in found.sides for at in pair}


@given(places, places)
def test_line_back_is_the_line_turned_around(a: Hex, b: Hex) -> None:
    there, back = line(a, b), line(b, a)
    assert back.crossed == there.crossed[::-1]
    assert back.sides == there.sides[::-1]
    assert crosses(a, b) == there.crossed


@given(places, places, st.integers(-5, 5), st.integers(-5, 5))
def test_line_moves_with_its_ends(a: Hex, b: Hex, cols: int, row_pairs: int) -> None:
    def shift(at: Hex) -> Hex:
        return Hex(at.col + cols, at.row + 2 * row_pairs)

    there, shifted = line(a, b), line(shift(a), shift(b))
    assert shifted.crossed == tuple(shift(at) for at in there.crossed)
    assert shifted.sides == tuple((shift(one), shift(other)) for one, other in there.sides)


@given(places, places)
def test_line_keeps_within_its_range(a: Hex, b: Hex) -> None:
    found, far = line(a, b), distance(a, b)
    flanks = [at for pair in found.sides for at in pair]
    assert all(0 < distance(a, at) <= far and 0 < distance(b, at) <= far for at in (*found.crossed, *flanks))
    assert len(set(found.crossed)) == len(found.crossed)
    assert not set(found.crossed) & {a, b, *flanks}
    assert all(is_adjacent(one, other) for one, other in found.sides)
    # Each range between the ends is met at least once; two hexes of a side stand at one range.
    assert {distance(a, at) for at in (*found.crossed, *flanks)} >= set(range(1, far))
    assert max(0, far - 1) <= len(found.crossed) + len(found.sides) <= 2 * max(0, far - 1)


@given(places, st.integers(1, 8))
def test_lines_along_facings_cross_one_hex_a_range(a: Hex, far: int) -> None:
    for facing in FACINGS:
        way = [a]
        for _ in range(far):
            way.append(neighbour(way[-1], facing))
        assert line(a, way[-1]) == (tuple(way[1:-1]), ())


def test_crossed_land_blocks() -> None:
    assert not is_clear(Hex(0, 0), Hex(4, 0), frozenset({Hex(2, 0)}))
    assert is_clear(Hex(0, 0), Hex(4, 0), frozenset({Hex(2, 1), Hex(1, 1)}))
    assert not is_clear(Hex(0, 0), Hex(4, 0), lambda at: at.col == 3)


def test_hexside_blocks_only_with_land_on_both_sides() -> None:
    a, b, western, eastern = Hex(4, 4), Hex(4, 2), Hex(3, 3), Hex(4, 3)
    assert is_clear(a, b, frozenset({western}))
    assert is_clear(a, b, frozenset({eastern}))
    assert not is_clear(a, b, frozenset({western, eastern}))
    assert not is_clear(a, b, {western: "land", eastern: "land"}.keys())


def test_each_hexside_is_judged_alone() -> None:
    a, b = Hex(2, 0), Hex(2, 4)
    assert line(a, b).sides == ((Hex(1, 1), Hex(2, 1)), (Hex(1, 3), Hex(2, 3)))
    assert is_clear(a, b, frozenset({Hex(1, 1), Hex(2, 3)}))
    assert not is_clear(a, b, frozenset({Hex(1, 3), Hex(2, 3)}))
    assert not is_clear(a, b, frozenset({Hex(2, 2)}))


def test_end_hexes_never_block() -> None:
    a, b = Hex(0, 0), Hex(4, 3)
    assert is_clear(a, b, frozenset({a, b}))
    assert is_clear(a, a, frozenset({a}))


@given(places, places, st.frozensets(places, max_size=150))
def test_is_clear_says_the_same_both_ways_and_by_set_or_question(
    a: Hex, b: Hex, land: frozenset[Hex]
) -> None:
    found = line(a, b)
    expected = not any(at in land for at in found.crossed) and not any(
        one in land and other in land for one, other in found.sides
    )
    assert is_clear(a, b, land) is expected
    assert is_clear(b, a, land) is expected
    assert is_clear(a, b, lambda at: at in land) is expected


def test_view_past_savo_island() -> None:
    savo = frozenset({Hex(8, 6)})
    assert not is_clear(Hex(6, 6), Hex(10, 6), savo)
    assert not is_clear(Hex(7, 5), Hex(8, 7), savo)
    assert is_clear(Hex(7, 6), Hex(8, 5), savo)  # its corner only
    assert is_clear(Hex(8, 5), Hex(9, 6), savo)
    assert is_clear(Hex(7, 7), Hex(7, 5), savo)  # along its western side
