"""T-6: rows made from a log that were changed past the site are found, named and made anew."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model

from darkseas.web.sending import compression
from replays_app.export import prerendered_replays
from replays_app.models import Battle, Call, DiceTally, Listing, ShipRecord, Summary
from replays_app.projections import project
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.perspectives import ALL
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from replays_app.simulation.tasks import check_battle
from tests.replays_app.simulation.test_changes_past_the_site import Case, finished, fought
from tests.support.builders import forms_of, give, plot, seats_of, toy_battle, toy_started
from tests.support.members import member

pytestmark = pytest.mark.django_db


def row_of(kind: type[Model], **columns: Any) -> Callable[[Battle], None]:
    """Something that changes rows of a battle that are made from its log."""
    return lambda battle: _updated_of(kind, battle, columns)


def _updated_of(kind: type[Model], battle: Battle, columns: dict[str, Any]) -> None:
    assert kind._default_manager.filter(battle=battle).update(**columns)


def without(kind: type[Model]) -> Callable[[Battle], None]:
    """Something that deletes such a row."""
    return lambda battle: _deleted(kind._default_manager.filter(battle=battle).first())


def _deleted(row: Model | None) -> None:
    assert row is not None
    row.delete()


def other_reel(battle: Battle) -> None:
    """Let the battle told ahead tell of another one, under its own mark."""
    reel = battle.reels.get(perspective=ALL)
    reel.data = compression.packed(compression.unpacked(bytes(reel.data)).replace(b"red", b"rot"))
    reel.save()


def called(battle: Battle) -> None:
    """Say of a side that it is not called."""
    seat = seats_of(battle)["red"]
    assert Call.objects.filter(seat=seat, is_called=True).update(is_called=False)


def held() -> Battle:
    """A running battle in which people sit."""
    battle = toy_started().battle
    for number, seat in enumerate(seats_of(battle).values()):
        taking_seats.sit(seat, Holder(member=member(f"m{number}")), 0)
    project(BattleContext.of(battle))
    return battle


def forged_since(battle: Battle) -> None:
    """Say that a side has been called for longer than it is."""
    assert Call.objects.filter(seat__battle=battle).update(since=battle.created_at - timedelta(days=9))


ROWS: list[Case] = [
    ("winner", finished, row_of(Summary, winner=None), [("rows", "otherwise than the log: winner")]),
    ("points", finished, row_of(Summary, scores={"red": "9", "blue": "0"}), [("rows", "scores")]),
    ("losses", finished, row_of(Summary, losses={"red": 9, "blue": 0}), [("rows", "losses")]),
    ("turns and reason", fought, row_of(Summary, turns=9, reason="So."), [("rows", "turns, reason")]),
    ("more entries", fought, row_of(Summary, entries=999), [("rows", "of 999 entries")]),
    ("fewer entries", finished, row_of(Summary, entries=1), [
        ("rows", "turns, winner"), ("rows", "row in lists"), ("rows", "dice"),
    ]),
    ("no summary", finished, without(Summary), [("rows", "summary is gone")]),
    ("how it ended in lists", finished, row_of(Listing, how="aim", margin=1), [("rows", "how, margin")]),
    ("its length in lists", finished, row_of(Listing, turns=3, length="long"), [("rows", "length")]),
    ("hidden from lists", finished, row_of(Listing, is_public=False), [("rows", "who finds it")]),
    ("another title in lists", finished, row_of(Listing, own_title="Forged"), [("rows", "who finds it")]),
    ("no row in lists", finished, without(Listing), [("rows", "row in lists is gone")]),
    ("faces of dice", finished, row_of(DiceTally, count=77), [("rows", "tally of dice")]),
    ("one face less", finished, without(DiceTally), [("rows", "tally of dice")]),
    ("a ship that was sunk", finished, row_of(ShipRecord, fate="sunk"), [("rows", "fates of ships")]),
    ("who is called", held, called, [("rows", "Whether side red is called")]),
    ("since when", held, forged_since, [("rows", "side red"), ("rows", "side blue")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("begun", "tamper", "expected"), [case[1:] for case in ROWS], ids=[case[0] for case in ROWS]
)
def test_t6_row_changed_past_the_site_is_named_and_made_anew(
    begun: Callable[[], Battle], tamper: Callable[[Battle], None], expected: list[tuple[str, str]]
) -> None:
    battle = begun()
    assert verification.check(battle) == []
    tamper(battle)
    found = verification.check(Battle.objects.get(pk=battle.pk))
    assert [finding.kind for finding in found] == [kind for kind, _ in expected], [one.text for one in found]
    for finding, (_, words) in zip(found, expected, strict=True):
        assert words in finding.text
        assert verification.MADE_ANEW in finding.text
    assert verification.check(Battle.objects.get(pk=battle.pk)) == []


def test_rows_that_a_dead_process_left_behind_are_made_anew_without_a_word() -> None:
    battle = fought(1)
    kinds: tuple[type[Model], ...] = (Summary, Listing, DiceTally, ShipRecord)
    before = {kind: list(kind._default_manager.filter(battle=battle)) for kind in kinds}
    red, blue = seats_of(battle)["red"], seats_of(battle)["blue"]
    plot(red)
    plot(blue)
    give(red, "resign", {}, expected=forms_of(red)[0])
    battle.refresh_from_db()
    right = {kind: rows_of(kind, battle) for kind in kinds}
    for kind, rows in before.items():
        kind._default_manager.filter(battle=battle).delete()
        kind._default_manager.bulk_create(rows)
    assert right != {kind: rows_of(kind, battle) for kind in kinds}
    assert verification.check(battle) == []
    assert right == {kind: rows_of(kind, battle) for kind in kinds}


def rows_of(kind: type[Model], battle: Battle) -> list[dict[str, Any]]:
    """Rows of a battle, whatever their own ids."""
    rows = kind._default_manager.filter(battle=battle).values()
    return sorted(({name: row[name] for name in row if name != "id"} for row in rows), key=repr)


def test_t6_forged_reel_is_sent_to_nobody_named_and_told_anew(caplog: pytest.LogCaptureFixture) -> None:
    battle = toy_battle()
    assert prerendered_replays.tell_ahead(battle) == 4
    mark = prerendered_replays.mark_of(battle)
    other_reel(battle)
    assert prerendered_replays.stored(battle.pk, mark, ALL) is None
    assert prerendered_replays.stored(battle.pk, mark, "red") is not None
    check_battle(battle.pk.hex)
    assert "rows: It was told ahead otherwise as all." in caplog.text
    assert [finding.kind for finding in battle.findings.all()] == ["rows"]
    assert set(battle.reels.values_list("perspective", flat=True)) == {"red", "blue", "observer"}
    assert prerendered_replays.tell_ahead(battle) == 1
    told = prerendered_replays.stored(battle.pk, mark, ALL)
    assert told is not None
    assert b"red" in compression.unpacked(told)


def test_t6_reel_of_one_perspective_passes_for_no_other() -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    whole = battle.reels.get(perspective=ALL)
    battle.reels.filter(perspective="observer").update(data=whole.data, stamp=whole.stamp)
    assert prerendered_replays.forged(battle) == ["observer"]
