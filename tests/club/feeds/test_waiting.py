"""Votes and bids that wait for somebody: in their weekly letter, on their pages, in their own calendar."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from darkseas.club.feeds.calendar_file import own_calendar_of
from darkseas.club.feeds.weekly import emails
from darkseas.club.models import Player, WeeklyLetter, WeeklyWish
from darkseas.club.tournaments.votes_and_bids import bids, scenario_votes
from tests.club.feeds.calendar_reader import read_calendar
from tests.club.tournaments.events import asked_for_votes, bid_round, peopled
from tests.support.members import logged_in
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db
#: Days of weeks to come, each after its letters went out.
DAYS = [datetime(2100, 1, 6, 12, tzinfo=UTC) + timedelta(days=7 * week) for week in range(4)]


def heard_by(player: Player, week: int) -> dict[str, str]:
    """What a player hears of what waits for them, by where it stands."""
    assert player.member is not None
    since = timezone.now() - timedelta(days=30)
    WeeklyWish.objects.get_or_create(member=player.member, defaults={"since": since})
    mail.outbox.clear()
    emails.note(DAYS[week])
    WeeklyLetter.objects.update(due_at=timezone.now())
    for letter in emails.due(timezone.now()):
        emails.deliver(letter.pk.hex)
    calendar = read_calendar(own_calendar_of(player).encode())
    client = logged_in(str(player))
    return {
        "letter": "".join(str(letter.body) for letter in mail.outbox if letter.to == [player.member.email]),
        "home": one_line(client.get("/members/me/").content.decode()),
        "club": client.get("/clubs/ironclads/").content.decode(),
        "calendar": "".join(one.text("SUMMARY") for one in calendar.parts),
    }


def test_vote_and_bid_are_told_until_they_are_given() -> None:
    made, (ann, bob) = peopled(2, rounds=3)
    choice = asked_for_votes(made)
    words = {"letter": "your vote for the scenario of round 1", "home": "Vote for the scenario of round 1"}
    words |= {"club": "Vote on the scenario", "calendar": "scenario of round 1: your vote"}
    heard = heard_by(ann, 0)
    assert {where: word in heard[where] for where, word in words.items()} == dict.fromkeys(words, True)
    scenario_votes.vote(ann, choice, 1)
    heard = heard_by(ann, 1)
    assert {where: word in heard[where] for where, word in words.items()} == dict.fromkeys(words, False)
    scenario_votes.take_back(Player.objects.get(member__username="dora"), choice, "Another evening.")
    found = bid_round(made)
    words = {"letter": "your bid for a side", "home": "Bid for a side", "club": "Bid for your side"}
    words["calendar"] = ": your bid"
    heard = heard_by(bob, 2)
    assert {where: word in heard[where] for where, word in words.items()} == dict.fromkeys(words, True)
    bids.bid(bob, found.pairings.get(), "Red", 3)
    heard = heard_by(bob, 3)
    assert {where: word in heard[where] for where, word in words.items()} == dict.fromkeys(words, False)
