"""Grants and revokes permissions one by one, each with an audit line; a club always has an owner."""

from django.db import transaction
from django.db.models import QuerySet

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Club, ClubWebhook, Player, Right

from .refusals import ClubRefused, locked

LAST_OWNER = "A club needs at least one owner. Make somebody else an owner first."


def grant(by: Player, player: Player, kind: str, reason: str = "") -> None:
    """Grant a permission. Raises ClubRefused for outsiders, guests, and permissions already held."""
    with transaction.atomic():
        club = _for_granting(by)
        # The player may have left before the lock.
        player.refresh_from_db()
        if player.left_at is not None or player.member_id is None:
            raise ClubRefused("Only members of the club can have permissions. Guests have no account.")
        _, is_new = Right.objects.get_or_create(player=player, kind=_kind(kind))
        if not is_new:
            raise ClubRefused("This player already has this permission.")
        audit.note(club, by, "right.granted", player, reason=reason.strip(), after=kind)


def take(by: Player, player: Player, kind: str, reason: str = "") -> None:
    """Revoke a permission. Raises ClubRefused if the player does not have it or is the last owner."""
    with transaction.atomic():
        club = _for_granting(by)
        if kind == Right.Kind.OWNER:
            check_owner_remains(club, player)
        number, _ = player.rights.filter(kind=_kind(kind)).delete()
        if not number:
            raise ClubRefused("This player does not have this permission.")
        end_what_rested_on_rights(player, by)
        audit.note(club, by, "right.taken", player, reason=reason.strip(), before=kind)


def end_what_rested_on_rights(player: Player, by: Player | None) -> None:
    """End links and webhooks that the player may no longer make. Call this function under the lock, after the
    revocation.

    They do not come back if the permission is granted again. A webhook must be set up again, because only its
    maker knows its address.
    """
    if not access.may(player, Deed.INVITE):
        player.invitations.all().delete()
    if access.may(player, Deed.RULE):
        return
    for webhook in ClubWebhook.objects.filter(made_by=player):
        end_webhook(webhook, by, "Its maker no longer owns the club.")


def end_webhook(webhook: ClubWebhook, by: Player | None, reason: str = "") -> None:
    """Stop a webhook, with an audit line."""
    audit.note(webhook.club, by, "webhook.removed", webhook, before={"host": webhook.host}, reason=reason)
    webhook.delete()


def owners(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, left_at=None, rights__kind=Right.Kind.OWNER)


def check_owner_remains(club: Club, without: Player) -> None:
    """Raise ClubRefused if this player is the last owner; call this function under the lock."""
    left = list(owners(club).values_list("pk", flat=True))
    if left == [without.pk]:
        raise ClubRefused(LAST_OWNER)


def _for_granting(by: Player) -> Club:
    """Lock the club and check again that the player may grant, because that may have changed before the
    lock.
    """
    club = locked(by.club_id)
    if not access.may(Player.objects.get(pk=by.pk), Deed.GRANT):
        raise ClubRefused("You may no longer grant and revoke permissions.")
    return club


def _kind(kind: str) -> str:
    if kind not in Right.Kind.values:
        raise ClubRefused("Choose one of the listed permissions.")
    return kind
