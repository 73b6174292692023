"""Start battles with people and bots in their seats, and hand seats over."""

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
    """A person who would take a seat cannot see the scenario, or can no longer see it."""


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
    """Start a battle with these seat holders; bots with orders due act at once.

    An umpire's seat stays open for now. If only bots play, a worker runs the battle. ``clock`` is the
    challenge's and starts now. At a table, nobody holds the umpire's seat, in whose name the players make
    rulings; ``table`` has the table's facts. ``bids`` are logged before the first order. ``is_shown`` says
    that the caller has already checked that every holder was shown the scenario, even if it has been hidden
    since. Raises the exceptions of `start`, LookupError for an unknown side, and NotShown, because the log of
    a battle reveals its whole scenario.
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
    """Hand an offered seat to its successor from the next entry on; a bot acts at once.

    ``person`` is the successor with all known identities. At a table the successor may then record all sides,
    and the signing links of the seats they take are replaced. Raises HandoverRefused.
    """
    next_entry, is_table = partial(log_store.length, battle.pk), is_at_table(battle)
    with transaction.atomic():
        left = handovers.complete(offer, successor, next_entry, person or successor, may_record_all=is_table)
        renew_links(battle, [holding.seat.side for holding in left])
    context = BattleContext.of(battle)
    bot_turns.answer_now(context)


def leave_seat(holding: Holding) -> None:
    """Hand the seat of a holder whose account is deleted to the captain, without consent.

    The umpire's seat is open again by its link. The captain cannot roll dice at a table: there the recorder
    of another side takes over both, or the seat stays empty.
    """
    seat = holding.seat
    if seat.side == UMPIRE:
        with suppress(taking_seats.SeatGone):  # they have left the seat meanwhile
            umpires.leave(holding, log_store.length)
        return
    taking_seats.keep_from_acting(seat.battle_id)
    at_table = seat.battle.dice_scheme == TABLE
    successor = _other_recorder(holding) if at_table else Holder(bot=Holding.Bot.CAPTAIN)
    if successor is None:
        return
    with suppress(
        taking_seats.SeatTaken, taking_seats.HolderGone
    ):  # somebody else has already taken over, or nobody will
        clocks.pass_on(seat, timezone.now())
        taking_seats.change(holding, successor, log_store.length(seat.battle_id))
    if at_table:
        renew_links(seat.battle, [seat.side])


def _other_recorder(leaving: Holding) -> Holder | None:
    """Return the recorder of another side at the same table, for a holder who leaves."""
    others = Holding.objects.filter(seat__battle=leaving.seat.battle_id, to_entry=None)
    people = others.exclude(seat__side=UMPIRE).exclude(member=leaving.member_id).order_by("seat")
    other = people.exclude(member=None, visitor=None).select_related("member").first()
    return Holder(member=other.member, visitor=other.visitor) if other else None
