"""Add, re-key and remove a club's webhooks; each change is audited."""

import re

from django.db import IntegrityError, transaction
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.membership.permissions import end_webhook
from darkseas.club.membership.refusals import ClubRefused, locked
from darkseas.club.models import AuditLine, ClubWebhook, Player, WebhookDelivery
from darkseas.club.models.subscriptions import new_secret
from replays_app.live.notifications.public_addresses import BadAddress, check_form

#: The most webhooks of one club.
MOST_WEBHOOKS = 5
#: The most events that can be resent at once.
MOST_SENT_AGAIN = 200


def add(by: Player, url: str) -> ClubWebhook:
    """Add a webhook that receives events from this moment on. Raise ClubRefused."""
    url = url.strip()
    try:
        host = check_form(url)
    except BadAddress as fault:
        raise ClubRefused(str(fault)) from None
    try:
        with transaction.atomic():
            club = locked(by.club_id)
            _need_rule(by)
            if club.webhooks.count() >= MOST_WEBHOOKS:
                raise ClubRefused(f"A club can have at most {MOST_WEBHOOKS} webhooks. Remove one first.")
            newest = AuditLine.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first()
            made = ClubWebhook.objects.create(
                club=club, url=url, host=host.rstrip("."), made_by=by, noted_to=newest or 0
            )
            audit.note(club, by, "webhook.set", made, after={"host": host})
    except IntegrityError:
        raise ClubRefused("The club already has a webhook with this address.") from None
    return made


def renew_secret(by: Player, webhook: ClubWebhook) -> None:
    with transaction.atomic():
        club = locked(by.club_id)
        _need_rule(by)
        ClubWebhook.objects.filter(pk=webhook.pk).update(secret=new_secret())
        audit.note(club, by, "webhook.secret-renewed", webhook)


def remove(by: Player, webhook: ClubWebhook) -> None:
    """Remove a webhook and its pending deliveries."""
    with transaction.atomic():
        locked(by.club_id)
        _need_rule(by)
        end_webhook(webhook, by)


def send_again(by: Player, webhook: ClubWebhook) -> int:
    """Resend the newest failed deliveries with their old ids; return how many."""
    with transaction.atomic():
        club = locked(by.club_id)
        _need_rule(by)
        failed = WebhookDelivery.objects.filter(webhook=webhook, state=WebhookDelivery.State.FAILED)
        newest = failed.order_by("-line_id").values_list("pk", flat=True)[:MOST_SENT_AGAIN]
        now, waiting = timezone.now(), WebhookDelivery.State.WAITING
        again = WebhookDelivery.objects.filter(pk__in=list(newest))
        number = again.update(state=waiting, attempts=0, due_at=now, made_at=now)
        audit.note(club, by, "webhook.sent-again", webhook, after={"deliveries": number})
    return number


def host_of(webhook: ClubWebhook) -> str:
    """Return the host of a webhook; the rest of the address may be secret."""
    return re.split("[/?#]", webhook.url.removeprefix("https://"), maxsplit=1)[0]


def _need_rule(by: Player) -> None:
    if not access.may(Player.objects.get(pk=by.pk), Deed.RULE):
        raise ClubRefused("You may no longer change the club.")
