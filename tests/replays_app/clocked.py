"""A battle of the toy between two members, whose clocks run."""

from datetime import timedelta
from typing import Any

from replays_app.lobby.seat_taking import begin
from replays_app.models import Battle, Clock, Seat, Spell
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import seats_of, toy_revision
from tests.support.members import member

HOUR = 3600
HOURS = timedelta(hours=1)


def clocked(**terms: Any) -> Battle:
    """A battle that has begun, ann against bob: ten hours for each order, then the captain."""
    usual = {"kind": "each", "allowance_s": 10 * HOUR, "at_zero": "captain"}
    clock = Clock.objects.create(**{**usual, **terms})
    holders = {"red": Holder(member=member("ann")), "blue": Holder(member=member("bob"))}
    return begin(toy_revision(), holders, clock=clock)


def seats_and_clock(battle: Battle) -> tuple[Seat, Seat, Clock]:
    """Red's seat, blue's, and the clock."""
    seats = seats_of(battle)
    return seats["red"], seats["blue"], Clock.objects.get(battle=battle)


def open_spell(seat: Seat) -> Spell:
    """The spell that a seat's clock runs for."""
    return Spell.objects.get(seat=seat, ended_at=None)


def set_back(seat: Seat, hours: float) -> None:
    """Let a seat's open spell have begun so many hours sooner."""
    earlier = timedelta(hours=hours)
    for spell in Spell.objects.filter(seat=seat, ended_at=None):
        spell.began_at -= earlier
        spell.due_at -= earlier
        spell.warn_at -= earlier
        spell.save()
