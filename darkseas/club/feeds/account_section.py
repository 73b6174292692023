"""The feeds section of a member's account: its page, the data export, and closing the account."""

from django.db.models import QuerySet

from darkseas.club.membership.permissions import end_webhook
from darkseas.club.models import ClubWebhook, Player, RenewedAddress, WeeklyLetter
from darkseas.club.tournaments.votes_and_bids import open_votes_and_bids
from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member

from .weekly import subscriptions

#: The most emails in the export of a member's data.
MOST_LETTERS = 1000


def account_section(member: Member) -> AccountSection:
    """Return the section about the weekly email and about votes and bids that are due."""
    is_wanted = subscriptions.is_wanted(member)
    sent = WeeklyLetter.objects.filter(member=member)[:MOST_LETTERS]
    letters = [{"week": letter.week, "state": letter.state} for letter in sent]
    mine = list(Player.objects.filter(member=member, left_at=None))
    asked = {
        "votes": [vote for player in mine for vote in open_votes_and_bids.votes_of(player)],
        "bids": [table for player in mine for table in open_votes_and_bids.bids_of(player)],
    }
    return AccountSection(
        "weekly_letter",
        "club/feeds/_account_section.html",
        {"is_wanted": is_wanted, **asked},
        {"is_wanted": is_wanted, "letters": letters},
        subscriptions.forget,
        [
            *(f"calendar and results of {player.club.name}" for player in _players(member)),
            *(f"webhook of {webhook.club.name} at {webhook.host}" for webhook in _webhooks(member)),
        ],
        _shut_out,
    )


def _players(member: Member) -> QuerySet[Player]:
    return Player.objects.filter(member=member, left_at=None, club__is_closed=True).select_related("club")


def _webhooks(member: Member) -> QuerySet[ClubWebhook]:
    return ClubWebhook.objects.filter(made_by__member=member).select_related("club", "made_by").order_by("pk")


def _shut_out(member: Member) -> None:
    """Renew the member's feed keys and end their webhooks."""
    for player in Player.objects.filter(member=member, left_at=None):
        RenewedAddress.renew(player)
    for webhook in _webhooks(member):
        end_webhook(webhook, webhook.made_by, "Its owner revoked all access.")
