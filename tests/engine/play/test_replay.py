"""Folding facts into states, and the part of a log that a side may know."""

from darkseas.engine.events import EVERYONE, UMPIRE, UMPIRE_ONLY, Entry, Fact, TurnBegan
from darkseas.engine.play.replay import Views, known_to, numbered, state_after
from tests.support.builders import toy_scenario
from tests.support.toys.toy_state import EnemyScouted, Plotted, SwellFelt
from tests.support.toys.toy_system import TOY

EVENT = TurnBegan(1)
#: Two steps that blue may not see lie between those that it may.
LOG = [
    Entry(0, 0, EVENT, EVERYONE),
    Entry(1, 1, EVENT, ("red",)),
    Entry(2, 2, EVENT, ("blue",)),
    Entry(3, 2, EVENT, ("red", "blue")),
    Entry(4, 3, EVENT, UMPIRE_ONLY),
    Entry(5, 4, EVENT, EVERYONE),
    Entry(6, 4, EVENT, ("red",)),
    Entry(7, 6, EVENT, EVERYONE),
]


def test_each_side_knows_its_own_part_and_an_observer_what_all_know() -> None:
    known = {side: [entry.seq for entry in known_to(side, LOG)] for side in ("red", "blue", None, UMPIRE)}
    assert known == {
        "red": [0, 1, 3, 5, 6, 7],
        "blue": [0, 2, 3, 5, 7],
        None: [0, 5, 7],
        UMPIRE: [0, 5, 7],
    }


def test_entries_are_numbered_anew_without_gaps_in_entries_or_steps() -> None:
    """H-6: a gap would tell how much a side has missed."""
    told = numbered(known_to("blue", LOG))
    assert [(entry.seq, entry.step) for entry in told] == [(0, 0), (1, 1), (2, 1), (3, 2), (4, 3)]
    assert [entry.audience for entry in told] == [entry.audience for entry in known_to("blue", LOG)]


def test_part_that_begins_late_is_numbered_from_nought() -> None:
    assert [(entry.seq, entry.step) for entry in numbered(LOG[4:7])] == [(0, 0), (1, 1), (2, 1)]
    assert numbered([]) == []


def test_fold_leaves_the_given_state_as_it_was() -> None:
    before = TOY.initial_state(toy_scenario())
    after = state_after(TOY, before, [TurnBegan(3), Plotted("red", 1, 2)])
    assert (after.turn, after.plots) == (3, {"red": (1, 2)})
    assert (before.turn, before.plots) == (0, {})


def test_views_hold_what_each_side_may_know() -> None:
    views = Views(TOY, TOY.initial_state(toy_scenario()), ("red", "blue"))
    facts = [
        Fact(TurnBegan(2)),
        Fact(Plotted("red", 1, 2), ("red",)),
        Fact(EnemyScouted("blue", 3), ("blue",)),
        Fact(SwellFelt(4), UMPIRE_ONLY),
    ]
    views.add(facts)
    red, blue, whole = views.of("red"), views.of("blue"), views.whole
    assert [state.turn for state in (red, blue, whole)] == [2, 2, 2]
    assert [state.plots for state in (red, blue, whole)] == [{"red": (1, 2)}, {}, {"red": (1, 2)}]
    assert [state.scouted for state in (red, blue, whole)] == [{}, {"blue": 3}, {"blue": 3}]
    assert [state.swell for state in (red, blue, whole)] == [0, 0, 4]
