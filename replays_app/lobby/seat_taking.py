"""Beginning battles with people and bots in their seats, and seats that change hands."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from django.db import transaction
from django.utils import timezone

from darkseas.database.enqueue import enqueue
from darkseas.engine.events import UMPIRE, BidsOpened, Fact
from replays_app.log import store as log_store
from replays_app.models import Battle, Clock, Handover, Holding
from replays_app.projections import whose_turn
from replays_app.recording import bot_turns
from replays_app.recording.at_table import JUST_FOUGHT, TableFacts, is_at_table, open_table, renew_links
from replays_app.recording.dice_schemes import HOUSE, TABLE
from replays_app.recording.start import start
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import clocks, handovers, taking_seats, umpires
from replays_app.seats.battle_access import sees_scenario
from replays_app.seats.seat_integrity_tags import changing
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Revision

BOTS = "bots"


class NotShown(LookupError):
    """Somebody would sit down to a scenario that they may not see, or may not see any more."""


def begin(
    revision: Revision,
    holders: Mapping[str, Holder],
    scheme: str = HOUSE,
    *,
    has_umpire: bool = False,
    clock: Clock | None = None,
    table: TableFacts = JUST_FOUGHT,
    bids: BidsOpened | None = None,
    is_shown: bool = False,
) -> Battle:
    """Begin a battle with these holders in the seats of their sides; bots that are called answer at once.

    With an umpire there is a seat for one, who is still to come. Where bots alone sit, a worker plays.
    ``clock`` is the challenge's: it runs from now on. At a table there is an umpire's seat that nobody takes,
    in whose name its players rule; ``table`` tells of it. ``bids`` go on record before the first order.
    Where it ``is_shown`` whoever calls has seen to it that all were shown the scenario, hidden since or not.

    Raises what `start` raises, LookupError for a side that the scenario has not, and NotShown: the log of a
    battle tells all of its scenario.
    """
    if not is_shown and not all(sees_scenario(holder, revision) for holder in holders.values()):
        raise NotShown("Not every player can see it.")
    with transaction.atomic():
        has_seat = has_umpire or scheme == TABLE
        battle = start(revision, scheme=scheme, seats=(UMPIRE,) if has_seat else ()).battle
        if missing := set(holders) - set(battle.seats.values_list("side", flat=True)):
            raise LookupError(f"unknown side {', '.join(sorted(missing))}")
        if scheme == TABLE:
            open_table(battle, tuple(holders), table)
        if bids is not None:
            length = log_store.length(battle.pk)
            log_store.append(battle.pk, length, length, [Fact(bids)])
        if clock is not None:
            Clock.objects.filter(pk=clock.pk).update(battle=battle)
        taking_seats.sit_down(battle, holders, tokens_end=True)
    context = BattleContext.of(battle)
    views = whose_turn.project(context)
    if all(holder.bot for holder in holders.values()):
        with changing(battle.pk):
            Battle.objects.filter(pk=battle.pk).update(origin=BOTS)
        enqueue(bot_turns.TASK, battle.pk)
    else:
        bot_turns.answer(context, views)
    return battle


def change_holder(battle: Battle, offer: Handover, successor: Holder, person: Holder | None = None) -> None:
    """Let somebody else hold a seat that is offered, from the next entry on; a bot answers at once.

    ``person`` is all that is known of the successor. At a table they may record all sides in the end, and
    the links to sign for what they take are made anew. Raises HandoverRefused.
    """
    next_entry, is_table = partial(log_store.length, battle.pk), is_at_table(battle)
    with transaction.atomic():
        left = handovers.complete(offer, successor, next_entry, person or successor, may_record_all=is_table)
        renew_links(battle, [holding.seat.side for holding in left])
    context = BattleContext.of(battle)
    bot_turns.answer_now(context)


def leave_seat(holding: Holding) -> None:
    """Let the captain go on for a holder who leaves the site, without anybody's consent.

    The umpire's seat is open again to who has the link. No captain throws dice at a table: there whoever
    records another side goes on for both, and where nobody does the seat stays empty.
    """
    seat = holding.seat
    if seat.side == UMPIRE:
        with suppress(taking_seats.SeatGone):  # they have risen meanwhile
            umpires.leave(holding, log_store.length)
        return
    taking_seats.keep_from_acting(seat.battle_id)
    at_table = seat.battle.dice_scheme == TABLE
    successor = _other_recorder(holding) if at_table else Holder(bot=Holding.Bot.CAPTAIN)
    if successor is None:
        return
    with suppress(
        taking_seats.SeatTaken, taking_seats.HolderGone
    ):  # somebody else goes on already, or nobody
        clocks.pass_on(seat, timezone.now())
        taking_seats.change(holding, successor, log_store.length(seat.battle_id))
    if at_table:
        renew_links(seat.battle, [seat.side])


def _other_recorder(leaving: Holding) -> Holder | None:
    """Return who records another side of a battle at a table than a holder who leaves."""
    others = Holding.objects.filter(seat__battle=leaving.seat.battle_id, to_entry=None)
    people = others.exclude(seat__side=UMPIRE).exclude(member=leaving.member_id).order_by("seat")
    other = people.exclude(member=None, visitor=None).select_related("member").first()
    return Holder(member=other.member, visitor=other.visitor) if other else None
