"""Background tasks for the dates of rounds. State is in the database, and every task may run twice."""

from celery import shared_task
from django.utils import timezone

from darkseas.club.tournaments.entries import waiting_list
from darkseas.club.tournaments.votes_and_bids import bids, scenario_votes
from darkseas.club.tournaments.votes_and_bids import emails as asking_letters

from . import deadlines, emails


@shared_task(name="ds.club.settle_rounds")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def settle_rounds() -> None:
    """Settle votes, bids and tables whose deadline has passed."""
    now = timezone.now()
    scenario_votes.settle_due(now)
    bids.settle_due(now)
    deadlines.settle_overdue(now)


@shared_task(name="ds.club.settle_offers")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def settle_offers() -> None:
    """Offer free places to the waiting list; unanswered offers go to the next player."""
    waiting_list.settle_offers(timezone.now())


@shared_task(name="ds.out.tell_asked")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_asked() -> None:
    """Queue e-mails about open votes and bids."""
    for notice in asking_letters.due(timezone.now()):
        deliver_asking_letter.delay(notice.pk.hex)


@shared_task(name="ds.out.deliver_asking_letter", expires=60)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_asking_letter(notice_id: str) -> None:
    """Send one e-mail, if it still waits."""
    asking_letters.deliver(notice_id)


@shared_task(name="ds.out.tell_tournaments")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_tournaments() -> None:
    """Queue waiting e-mails about tournaments."""
    for notice in emails.due(timezone.now()):
        deliver_tournament_letter.delay(notice.pk.hex)


@shared_task(name="ds.out.deliver_tournament_letter", expires=60)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def deliver_tournament_letter(notice_id: str) -> None:
    """Send one e-mail, if it still waits."""
    emails.deliver(notice_id)
