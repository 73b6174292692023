"""Battles on a member's account page, in their data export and in the deletion of the account."""

from django.db.models import Q
from django.urls import reverse

from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member
from replays_app.models import Challenge, Handover, Holding, Holiday
from replays_app.seats import inbox, taking_seats, umpires, visitor_to_member
from replays_app.seats.viewer_seat import Holder
from scenarios_app.library.tutorial_scenarios import FIRST_BATTLES
from scenarios_app.models import Scenario

from .seat_taking import leave_seat

#: Lookup from an offered seat to the battle's title.
TITLE = "holding__seat__battle__title"


def account_section(member: Member) -> AccountSection:
    held = Holding.objects.filter(member=member)
    battles = held.values("seat__battle").distinct().count()
    running = inbox.running(Holder(member=member))
    context = {
        "battles": battles,
        "called": [one for one in running if one.is_called],
        "waiting": sum(not one.is_called for one in running),
        "first": Scenario.objects.filter(key__in=FIRST_BATTLES, current__isnull=False).order_by("key")
        if not battles
        else (),
    }
    return AccountSection(
        "battles",
        "replays_app/lobby/_account_section.html",
        context,
        _data(member),
        leave_all,
        _open_to_others(member),
        _take_back,
    )


def _open_to_others(member: Member) -> list[str]:
    """Return the member's open offers, challenges and consents that others may still act on."""
    offers = Handover.objects.filter(holding__member=member, state=Handover.State.OPEN)
    made = Challenge.objects.filter(member=member, state=Challenge.State.OPEN)
    return [
        *(
            f"your seat in “{title}”, offered to somebody else"
            for title in offers.values_list(TITLE, flat=True)
        ),
        *(
            f"your challenge on “{title}”"
            for title in made.values_list("revision__scenario__title", flat=True)
        ),
        *(
            f"your consent to {one.umpire} as umpire of “{one.battle}”"
            for one in umpires.consented_to_by(member)
        ),
    ]


def _take_back(member: Member) -> None:
    """Withdraw open offers, challenges and consents in the member's name."""
    taking_seats.end_offers(Q(holding__member=member))
    visitor_to_member.withdraw_challenges(member)
    umpires.take_consents_back(member)


def leave_all(member: Member) -> None:
    """Remove the member from all battles; `leave_seat` decides who takes over running ones."""
    with visitor_to_member.leaving(member):
        held = Holding.objects.filter(member=member, to_entry=None).select_related("seat__battle")
        for holding in held.order_by("seat__battle_id"):
            if not holding.seat.battle.is_over:
                leave_seat(holding)
        # Seats that stay empty must no longer be on offer either.
        taking_seats.end_offers(Q(holding__member=member))
        visitor_to_member.forget(member)
        Holiday.objects.filter(member=member).delete()


def _data(member: Member) -> dict[str, object]:
    """Return the member's seats, challenges and vacations.

    Entry numbers are included only for finished battles, because they count hidden entries too (H-6).
    """
    held = Holding.objects.filter(member=member).select_related("seat__battle").order_by("id")
    made = Challenge.objects.filter(member=member).select_related("revision__scenario")
    return {
        "seats": [
            {
                "battle": holding.seat.battle.title,
                "address": reverse("replay", args=[holding.seat.battle_id]),
                "side": holding.seat.side,
                "since": holding.since,
                **_entries(holding),
            }
            for holding in held
        ],
        "holidays": [
            {"begins_at": holiday.begins_at, "ends_at": holiday.ends_at}
            for holiday in Holiday.objects.filter(member=member)
        ],
        "umpire_of": list(
            Challenge.objects.filter(umpire=member).values_list("revision__scenario__key", flat=True)
        ),
        "challenges": [
            {
                "scenario": challenge.revision.scenario.key,
                "side": challenge.side,
                "bid": {"side": challenge.bid_side, "points": challenge.bid_points}
                if challenge.is_by_bid
                else None,
                "dice": challenge.dice,
                "made_at": challenge.made_at,
                "state": challenge.state,
            }
            for challenge in made
        ],
    }


def _entries(holding: Holding) -> dict[str, int | None]:
    if not holding.seat.battle.is_over:
        return {}
    return {"from_entry": holding.from_entry, "to_entry": holding.to_entry}
