"""Who fought a battle that is over, side by side: members by name where their page shows their battles."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.urls import reverse

from replays_app.models import Battle, Holding
from scenarios_app.models import MemberPage


class SideByline(NamedTuple):
    """A side, who held it at the end, and where more of them is shown, if anywhere."""

    side: str
    name: str
    address: str


def fought_by(battle: Battle, names: Mapping[str, str]) -> list[SideByline]:
    """Return who held each side when the battle ended, in the order of `names`; nothing of a running one.

    Nothing either of one that no person fought. A name is told of members alone who show their battles.
    """
    if not battle.is_over:
        return []
    last = Holding.objects.filter(seat__battle=battle, seat__side__in=names).order_by("from_entry")
    held = {one.seat.side: one for one in last.select_related("seat", "member")}
    if all(one.bot for one in held.values()):
        return []
    shown = set(
        MemberPage.objects.filter(
            member__in=[one.member_id for one in held.values() if one.member_id],
            member__is_active=True,
            member__email_confirmed_at__isnull=False,
            shows_battles=True,
        ).values_list("member", flat=True)
    )
    return [_line(names[side], held[side], shown) for side in names if side in held]


def _line(side: str, holding: Holding, shown: Collection[int]) -> SideByline:
    member = holding.member
    if holding.bot:
        return SideByline(side, holding.get_bot_display(), "")
    if holding.visitor:
        return SideByline(side, "a visitor", "")
    if member is None or not member.is_active:
        return SideByline(side, "a former member", "")
    if member.pk not in shown:
        return SideByline(side, "a member", "")
    return SideByline(side, member.username, reverse("member-page", args=[member.username]))
