"""Players of a finished battle by side. Only members whose page shows their battles are named."""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Holding
from scenarios_app.models import MemberPage


class SideByline(NamedTuple):
    """A side, its last holder, and the address of the holder's page, if any."""

    side: str
    name: str
    address: str


def fought_by(battle: Battle, names: Mapping[str, str]) -> list[SideByline]:
    """Return the last holder of each side in the order of `names`.

    Empty for a running battle, and for a battle that no person played. Only members who show their battles
    are named.
    """
    return fought_by_each({battle: names}).get(battle.pk, [])


def fought_by_each(names_of: Mapping[Battle, Mapping[str, str]]) -> dict[UUID, list[SideByline]]:
    """Return `fought_by` by battle id, in at most two queries."""
    over = {battle.pk: names for battle, names in names_of.items() if battle.is_over}
    held = _last_holdings(over) if over else {}
    fought = {pk: sides for pk, sides in held.items() if not all(one.bot for one in sides.values())}
    members = {one.member_id for sides in fought.values() for one in sides.values() if one.member_id}
    shown = _who_show_battles(members) if members else frozenset()
    return {
        pk: [_line(name, sides[side], shown) for side, name in over[pk].items() if side in sides]
        for pk, sides in fought.items()
    }


def _last_holdings(battles: Collection[UUID]) -> dict[UUID, dict[str, Holding]]:
    """Return the last holder of each side by battle, without umpires."""
    last = Holding.objects.filter(seat__battle__in=battles).exclude(seat__side=UMPIRE).order_by("from_entry")
    held: dict[UUID, dict[str, Holding]] = {}
    for one in last.select_related("seat", "member"):
        held.setdefault(one.seat.battle_id, {})[one.seat.side] = one
    return held


def _who_show_battles(members: Collection[int]) -> frozenset[int]:
    pages = MemberPage.objects.filter(
        member__in=members,
        member__is_active=True,
        member__email_confirmed_at__isnull=False,
        shows_battles=True,
    )
    return frozenset(pages.values_list("member", flat=True))


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
