"""A log decided again with its own dice: which entry is the first that differs, and how."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from darkseas.engine.events import EVERYONE, DiceRolled, Entry, Fact, OrderGiven
from darkseas.engine.play.verification import Divergence, first_divergence, first_odd_order
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from tests.support.builders import toy_bot_battle
from tests.support.toys.toy_state import CoveShelled, EnemyScouted
from tests.support.toys.toy_system import TOY

BOT_BATTLE = toy_bot_battle()
ENTRIES = BOT_BATTLE.entries

Change = Callable[[Entry], list[Entry]]


def place_of(kind: type) -> int:
    """The number of the first entry of this kind."""
    return next(entry.seq for entry in ENTRIES if isinstance(entry.event, kind))


def in_words(event: CoveShelled) -> str:
    """An event as a sentence shows it."""
    return f"toy.cove_shelled {canonical_json.encode(write(event)).decode()} for everyone"


def checked(place: int, change: Change) -> Divergence | None:
    """What the check finds after one entry was replaced by others."""
    return first_divergence(
        TOY, BOT_BATTLE.initial, [*ENTRIES[:place], *change(ENTRIES[place]), *ENTRIES[place + 1 :]]
    )


def test_sound_log_has_no_divergence() -> None:
    assert checked(0, lambda entry: [entry]) is None


@pytest.mark.parametrize("audience", [EVERYONE, ("blue",), ("red", "blue"), ()])
def test_entry_for_another_audience_is_found(audience: tuple[str, ...]) -> None:
    place = next(entry.seq for entry in ENTRIES if entry.audience == ("red",) and entry.step > 1)
    found = checked(place, lambda entry: [entry._replace(audience=audience)])
    assert found is not None
    assert (found.seq, found.why) == (place, "the event's audience is different")


def test_roll_told_to_another_audience_is_found() -> None:
    place = next(e.seq for e in ENTRIES if isinstance(e.event, DiceRolled) and e.audience != EVERYONE)
    found = checked(place, lambda entry: [entry._replace(audience=EVERYONE)])
    assert found is not None
    assert (found.seq, found.why) == (place, "the event's audience is different")


def test_another_event_is_found_with_what_is_decided_now() -> None:
    place = place_of(CoveShelled)
    was = ENTRIES[place].event
    assert isinstance(was, CoveShelled)
    other = replace(was, cove=was.cove % 3 + 1)
    found = checked(place, lambda entry: [entry._replace(event=other)])
    assert found is not None
    assert (found.seq, found.why) == (place, "the next event is different")
    assert (found.recorded, found.decided) == (Fact(other, EVERYONE), Fact(was, EVERYONE))
    order = next(e.event for e in ENTRIES if e.step == found.step and isinstance(e.event, OrderGiven))
    assert found.sentence(TOY) == (
        f"step {found.step} ({order.side}: {order.order}): the next event is different; "
        f"the log has {in_words(other)}, the rules decide {in_words(was)}"
    )


def test_entry_too_many_at_the_end_of_a_step_is_found() -> None:
    last = next(e.seq for e in ENTRIES if ENTRIES[e.seq + 1].step > e.step > 1)
    found = checked(last, lambda entry: [entry, entry._replace(event=EnemyScouted("red", 1))])
    assert found is not None
    assert (found.seq, found.why, found.decided) == (last, "no further event follows", None)


def test_entry_that_is_missing_at_the_end_of_a_step_is_found() -> None:
    last = next(e.seq for e in ENTRIES if ENTRIES[e.seq + 1].step > e.step > 1)
    found = checked(last, lambda entry: [])
    assert found is not None
    assert (found.seq, found.why) == (last - 1, "a further event follows")
    assert (found.recorded, found.decided) == (None, Fact(ENTRIES[last].event, ENTRIES[last].audience))


def test_step_that_does_not_begin_with_an_order_is_found() -> None:
    found = checked(place_of(OrderGiven), lambda entry: [])
    assert found is not None
    assert found.why == "the step does not begin with an order"


def test_order_that_is_refused_now_is_found_with_the_reason() -> None:
    place = place_of(OrderGiven)
    said = ENTRIES[place].event
    assert isinstance(said, OrderGiven)
    blanks = {**said.blanks, "hide": 9}
    found = checked(place, lambda entry: [entry._replace(event=replace(said, blanks=blanks))])
    assert found is not None
    assert (found.seq, found.why) == (place, "the order is now refused: There is no such cove.")


def test_dice_that_nobody_asks_for_now_are_found() -> None:
    place = place_of(DiceRolled)
    roll = ENTRIES[place].event
    assert isinstance(roll, DiceRolled)
    found = checked(place, lambda entry: [entry._replace(event=replace(roll, purpose="t1/other"))])
    assert found is not None
    assert found.why.startswith("the rules now require different dice")


def test_order_in_another_form_is_odd() -> None:
    place = place_of(OrderGiven)
    assert first_odd_order(TOY, ENTRIES) is None
    said = ENTRIES[place].event
    assert isinstance(said, OrderGiven)
    more = replace(said, blanks=dict(reversed(list(said.blanks.items()))))
    assert first_odd_order(TOY, [ENTRIES[place]._replace(event=more)]) is None
