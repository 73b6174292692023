"""Directors who took part in the battle: another director decides, if the club has one.

If nobody else can decide, they may, and the reason on record starts with `OWN_DECISION`.
"""

from collections.abc import Collection

from darkseas.club.access import ALLOWED_BY, Deed
from darkseas.club.models import Club, Player

#: Reasons of directors who decided their own battle. Stored in the audit log and matched: never change them.
OWN_WORD = "Entered by the director, who fights at this table:"
OWN_DECISION = "Decided by a director who fought here, because the club has no other director:"
#: Names in a message.
_MOST_NAMES = 5


def others_who_decide(club: Club, parties: Collection[int]) -> list[Player]:
    """Return the members with an account who may decide results and are none of the parties, by id."""
    here = Player.objects.filter(club=club, left_at=None, member__is_active=True).exclude(pk__in=parties)
    able = here.filter(rights__kind__in=ALLOWED_BY[Deed.DECIDE]).select_related("member")
    return list(able.distinct().order_by("pk")[:_MOST_NAMES])


def why_not_decide(by: Player, parties: Collection[int]) -> str:
    """Return why a director cannot decide between these players, as a sentence; "" if they can."""
    others = others_who_decide(by.club, parties) if by.pk in parties else []
    if not others:
        return ""
    return f"You fought in this battle, so somebody else must decide: {', '.join(map(str, others))}."


def on_record(by: Player, parties: Collection[int], reason: str) -> str:
    """Return the reason as it is stored; it says so if a party decided."""
    is_marked = reason.startswith((OWN_WORD, OWN_DECISION))
    return f"{OWN_DECISION} {reason.strip()}" if by.pk in parties and not is_marked else reason
