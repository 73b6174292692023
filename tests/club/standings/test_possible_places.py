"""What everybody could still reach: held against every ending there is; a bound where there are too many."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.club.standings import possible_places as module
from darkseas.club.standings.outcomes import Competition, Ending, Entrant, Unfought, points_rule
from darkseas.club.standings.possible_places import Prospect, prospects
from tests.club.standings.competitions import competition, outcome
from tests.support.time_limits import within

Pairs = list[tuple[str, str]]


def every_ending(played: Competition, remaining: Pairs) -> Iterator[dict[str, Fraction]]:
    """Yield everybody's points after each way in which the remaining battles may end."""
    rule = played.points
    win, draw, loss = (rule.of(each) for each in (Ending.WON, Ending.DRAWN, Ending.LOST))
    for endings in product(((win, loss), (draw, draw), (loss, win)), repeat=len(remaining)):
        points = {entrant.key: Fraction(0) for entrant in played.entrants}
        for each in played.outcomes:
            for showing in each.showings:
                points[showing.entrant] += rule.of(showing.ending)
        for pair, values in zip(remaining, endings, strict=True):
            for key, value in zip(pair, values, strict=True):
                points[key] += value
        yield points


def by_looking_at_all(played: Competition, remaining: Pairs) -> list[tuple[int, int]]:
    """Return best and worst places by going through every ending."""
    found = []
    for entrant in played.entrants:
        key = entrant.key
        best, worst = len(played.entrants), 1
        for points in every_ending(played, remaining):
            others = [value for other, value in points.items() if other != key]
            best = min(best, 1 + sum(value > points[key] for value in others))
            worst = max(worst, 1 + sum(value >= points[key] for value in others))
        found.append((best, worst))
    return found


@st.composite
def half_fought(draw: st.DrawFn) -> tuple[Competition, Pairs]:
    """A round robin of up to five, of which at most six battles are still to be fought."""
    names = "ABCDE"[: draw(st.integers(2, 5))]
    pairs = draw(st.permutations(list(combinations(names, 2))))
    left = draw(st.integers(0, min(6, len(pairs))))
    texts = [f"{a} {draw(st.sampled_from(['1-0', '0-1', '=']))} {b}" for a, b in pairs[left:]]
    played = competition(names, ",".join(texts), unfought=Unfought.ROUND_ROBIN)
    win, draw_points, loss = draw(st.sampled_from([(2, 1, 0), (3, 1, 0), (3, 2, 1), (1, 1, 0)]))
    rule = points_rule(win, draw_points, loss)
    return Competition(played.entrants, played.outcomes, points=rule, unfought=played.unfought), pairs[:left]


@settings(max_examples=60)
@given(half_fought())
def test_prospects_are_what_every_ending_gives(half: tuple[Competition, Pairs]) -> None:
    played, remaining = half
    found = prospects(played, remaining)
    assert all(each.is_best_exact and each.is_worst_exact for each in found)
    assert [(each.best_place, each.worst_place) for each in found] == by_looking_at_all(played, remaining)


#: A 2, C 1, B and D ½; C and D could each come up to A, but meet each other.
RIVALS = ("A 1-0 C,A = D,A = B,C 1-0 B",)
RIVALS_LEFT = [("B", "D"), ("C", "D")]


def test_rivals_who_meet_each_other_cannot_both_pass() -> None:
    played = competition("ABCD", *RIVALS, unfought=Unfought.ROUND_ROBIN)
    exact = prospects(played, RIVALS_LEFT)[0]
    assert exact == Prospect("A", 1, 2, is_best_exact=True, is_worst_exact=True)
    assert by_looking_at_all(played, RIVALS_LEFT)[0] == (1, 2)


def test_too_many_endings_give_a_bound_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 1)
    played = competition("ABCD", *RIVALS, unfought=Unfought.ROUND_ROBIN)
    bound = prospects(played, RIVALS_LEFT)[0]
    assert bound == Prospect("A", 1, 3, is_best_exact=True, is_worst_exact=False)


@pytest.mark.parametrize(
    ("prospect", "text"),
    [
        (Prospect("A", 1, 3, True, False), "Place 1 at best, 3 (a bound) at worst, by points."),
        (Prospect("A", 2, 2, True, True), "Final place by points: 2."),
    ],
)
def test_prospect_says_what_it_is(prospect: Prospect, text: str) -> None:
    assert prospect.text == text


def test_large_field_is_answered_without_looking_at_everything() -> None:
    """Sixteen all against all, half of it fought: 60 battles are left, more endings than can be looked at."""
    names = "ABCDEFGHIJKLMNOP"
    pairs = list(combinations(names, 2))
    fought = ",".join(f"{a} 1-0 {b}" for a, b in pairs[:60])
    found = prospects(competition(names, fought, unfought=Unfought.ROUND_ROBIN), pairs[60:])
    assert all(1 <= each.best_place <= each.worst_place <= 16 for each in found)
    assert not all(each.is_worst_exact for each in found)


def test_last_round_of_a_large_field_is_exact_at_once() -> None:
    """Nobody has more than one battle left, so that parts of one battle are all there is to look at."""
    names = [f"e{number:03}" for number in range(256)]
    fought = [
        outcome(f"{one} {('1-0', '=', '0-1')[place % 3]} {other}", 1)
        for place, (one, other) in enumerate(zip(names[::2], names[1::2], strict=True))
    ]
    played = Competition(tuple(Entrant(key, place) for place, key in enumerate(names)), tuple(fought))
    with within(3):
        found = prospects(played, list(zip(names[:128], names[128:], strict=True)))
    assert all(each.is_best_exact and each.is_worst_exact for each in found)
