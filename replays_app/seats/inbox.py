"""A person's battles: the battles in which they have orders due, and since when."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding, Seat
from scenarios_app.revisions.scenario_and_side_titles import own_card

from . import clocks, visitor_to_member
from .viewer_seat import Holder, name_of

#: The most finished battles on a page.
MOST_OVER = 50
RUNNING = Battle.Status.RUNNING


@dataclass(frozen=True, slots=True)
class BattleOfMine:
    """A battle in the list of a person who holds a seat in it.

    ``side`` is the person's side, from the scenario's card; ``others`` names the holders of the other seats.
    ``is_recorder`` says whether the person holds all sides and records a table alone. ``is_called`` says
    whether they have orders due, ``since`` when these became due or the person last received an entry.
    ``is_offered_draw`` and ``offers_draw`` are open draw offers to and from the person. ``time`` is the time
    left to the side to move, as far as the person may see it; ``ending`` names the winner.
    """

    battle: Battle
    side: Mapping[str, Any]
    others: str
    is_recorder: bool
    is_called: bool
    is_offered_draw: bool
    offers_draw: bool
    since: datetime | None
    time: str
    ending: str = ""


def running(person: Holder) -> list[BattleOfMine]:
    """Return a person's running battles: those with orders due first, the longest waiting at the top."""
    held = _current(person).filter(seat__battle__status=RUNNING)
    ordered = held.order_by(F("seat__call__is_called").desc(nulls_last=True), "seat__call__since")
    return [of_mine(holding) for holding in _once(_with_all(ordered))]


def over(person: Holder, most: int = MOST_OVER) -> list[BattleOfMine]:
    """Return a person's finished battles, newest first."""
    held = _current(person).exclude(seat__battle__status=RUNNING)
    newest = _with_all(held.order_by("-seat__battle__created_at"))[:most]
    return [of_mine(holding) for holding in _once(newest)]


def _once(holdings: Iterable[Holding]) -> Iterable[Holding]:
    """Return the first holding of each battle. A recorder of both sides of a table has several."""
    first: dict[UUID, Holding] = {}
    for holding in holdings:
        first.setdefault(holding.seat.battle_id, holding)
    return first.values()


def all_of(person: Holder) -> QuerySet[Holding]:
    """Return a person's holdings in running and finished battles, for `of_mine`."""
    return _with_all(_current(person))


def calls(person: Holder) -> int:
    """Return the number of battles in which a person is to move, or has a draw offer to answer."""
    if not person.is_somebody:
        return 0
    is_offered_draw = ~Q(seat__call__offering_side="") & ~Q(seat__call__offering_side=F("seat__side"))
    is_called = Q(seat__call__is_called=True) | (Q(seat__call__isnull=False) & is_offered_draw)
    called = _current(person).filter(is_called, seat__battle__status=RUNNING)
    return called.values("seat__battle").distinct().count()


def claimable(person: Holder) -> int:
    """Return how many battles of this browser's visitor the logged-in member can claim."""
    if person.member is None or person.visitor is None:
        return 0
    return (
        visitor_to_member.claimable(person.member, person.visitor).values("seat__battle").distinct().count()
    )


def _current(person: Holder) -> QuerySet[Holding]:
    return person.holdings().filter(to_entry=None)


def _with_all(held: QuerySet[Holding]) -> QuerySet[Holding]:
    others = Holding.objects.filter(to_entry=None).select_related("seat", "member")
    return (
        held.select_related(
            "seat__call", "seat__battle__revision__scenario", "seat__battle__summary", "seat__battle__clock"
        )
        .defer("seat__battle__revision__spec")
        .prefetch_related(Prefetch("seat__battle__seats__holdings", others, to_attr="current"))
    )


def of_mine(holding: Holding) -> BattleOfMine:
    """Return the battle of a holding as its holder sees it in a list."""
    seat, battle = holding.seat, holding.seat.battle
    sides = {side["key"]: side for side in own_card(battle.revision).sides}
    call = getattr(seat, "call", None)
    held = [
        (place.side, other)
        for place in battle.seats.all()
        if place.pk != seat.pk
        for other in getattr(place, "current", ())
    ]
    others = [name_of(other) for _, other in held]
    is_umpire = seat.side == UMPIRE
    enemies = [other for side, other in held if side != UMPIRE]
    own = (holding.member_id, holding.visitor, holding.bot)
    is_recorder = (
        not is_umpire
        and bool(enemies)
        and all((other.member_id, other.visitor, other.bot) == own for other in enemies)
    )
    offer = call.offering_side if call and not battle.is_over else ""
    return BattleOfMine(
        battle=battle,
        side=sides.get(seat.side, {"key": seat.side, "name": "The umpire" if is_umpire else seat.side}),
        others=", ".join(others),
        is_recorder=is_recorder,
        is_called=bool(call and call.is_called and not battle.is_over),
        is_offered_draw=offer not in ("", seat.side),
        offers_draw=offer == seat.side,
        since=call.since if call else None,
        time="" if is_umpire else _time(battle, seat),
        ending=_ending(battle, "" if is_recorder else seat.side, sides) if battle.is_over else "",
    )


def _ending(battle: Battle, own: str, sides: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the winner as this side sees it; how the battle ended if nobody won."""
    summary = getattr(battle, "summary", None)
    if battle.status != Battle.Status.FINISHED or summary is None:
        return battle.get_status_display().capitalize()
    if not summary.winner:
        return "Nobody won"
    if summary.winner == own:
        return "You won"
    return f"{sides.get(summary.winner, {}).get('name', summary.winner)} won"


def _time(battle: Battle, seat: Seat) -> str:
    """Return the time left to the side to move: the person's own, otherwise the opponent's."""
    if battle.is_over or not hasattr(battle, "clock"):
        return ""
    times = clocks.times_of(battle.clock, seat, timezone.now())
    return times.own if times.is_own_on else times.other
