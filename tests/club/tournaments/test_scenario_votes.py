"""Scenarios that dice or votes choose: sealed before, decided once, proved afterwards."""

import json
import re
import subprocess
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from darkseas.club.membership import joining
from darkseas.club.models import AuditLine, Round, ScenarioChoice, Tournament, Vote
from darkseas.club.tournaments import rounds, tournament_states
from darkseas.club.tournaments.dates import tasks
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import emails, scenario_votes
from darkseas.members.account_sections import delete_account
from replays_app.models import Wish
from tests.replays_app.live.stream.stream_server import PATIENCE_S
from tests.support.members import logged_in
from tests.support.sites import workers

from .events import CANDIDATES, asked_for_votes, bid_round, director_of, peopled

pytestmark = pytest.mark.django_db
State, Way = ScenarioChoice.State, ScenarioChoice.Way
TEXTS = [one.text for one in CANDIDATES]


def asked_for_dice(made: Tournament) -> ScenarioChoice:
    """The scenario of the next round, left to dice."""
    return scenario_votes.ask(director_of(made.club), made, Way.DRAWN, CANDIDATES, 60)


def draw(made: Tournament) -> Round:
    """The next round, drawn: its director says nothing of what is fought."""
    return rounds.draw(director_of(made.club), made, Setting())


def later(choice: ScenarioChoice) -> None:
    """Let the time for votes be up."""
    ScenarioChoice.objects.filter(pk=choice.pk).update(ends_at=timezone.now() - timedelta(minutes=1))


def fallen(secret: str, words: list[str], tied: list[int]) -> int:
    """What dice chose, worked out by what the page says."""
    lines = [secret, *words, " ".join(map(str, tied))]
    return tied[int(sha256("\n".join(lines).encode()).hexdigest(), 16) % len(tied)]


def own_secret(made: Tournament, place: str) -> str:
    """The secret of a choice, worked out from the seed that is opened at the end."""
    seed = bytes(made.lot_seed)
    return sha256(b"darkseas/scenario\0" + seed + b"\0" + place.encode()).hexdigest()


def test_dice_fall_when_the_round_is_drawn_from_a_secret_that_was_sealed_before() -> None:
    made, (ann, bob, *_) = peopled(4)
    choice = asked_for_dice(made)
    page = logged_in("ann").get(f"/clubs/ironclads/tournaments/{made.slug}/choices/{choice.pk}/")
    secret = own_secret(made, "1/1")
    assert sha256(secret.encode()).hexdigest() == choice.digest
    assert choice.digest in page.content.decode()
    assert secret not in page.content.decode()
    scenario_votes.add_words(ann, choice, "rough sea")
    scenario_votes.add_words(bob, choice, "first")
    scenario_votes.add_words(bob, choice, " 17  gulls ")
    with pytest.raises(PermissionDenied):
        scenario_votes.add_words(director_of(made.club), choice, "mine")
    found = draw(made)
    picked = fallen(secret, ["1 rough sea", "2 17 gulls"], [1, 2, 3])
    assert (found.scenario_text, found.choice_id) == (TEXTS[picked - 1], choice.pk)
    pairing = found.pairings.first()
    assert pairing is not None
    assert (pairing.first_side, pairing.second_side) == (
        CANDIDATES[picked - 1].first_side, CANDIDATES[picked - 1].second_side,
    )  # fmt: skip
    page = Client().get(f"/clubs/ironclads/tournaments/{made.slug}/choices/{choice.pk}/")
    assert secret in page.content.decode()
    with pytest.raises(TournamentRefused, match="uses this scenario"):
        scenario_votes.take_back(director_of(made.club), choice, "I want another.")


def test_choice_that_was_taken_back_leaves_its_dice_behind_and_stands_in_the_record() -> None:
    made, _ = peopled(2)
    by, first = director_of(made.club), asked_for_dice(made)
    found = draw(made)
    rounds.take_back(by, found, "One has gone home.")
    assert draw(made).scenario_text == found.scenario_text
    rounds.take_back(by, Round.objects.get(), "And is here again.")
    scenario_votes.take_back(by, first, "Nobody has the ships for it.")
    second = asked_for_dice(made)
    assert second.digest == sha256(own_secret(made, "1/2").encode()).hexdigest()
    told = [(line.words, line.reason) for line in record_of(read(made))]
    assert ("The scenario of round 1 was withdrawn.", "Nobody has the ships for it.") in told


def test_votes_are_sealed_counted_once_and_open_the_round() -> None:
    made, (ann, bob, cat, dan) = peopled(4)
    choice = asked_for_votes(made)
    scenario_votes.vote(ann, choice, 1)
    scenario_votes.vote(ann, choice, 3)
    scenario_votes.vote(bob, choice, 3)
    scenario_votes.vote(cat, choice, 2)
    scenario_votes.vote(dan, choice, 2)
    entries.withdraw(dan, made.entrants.get(number=4))
    with pytest.raises(TournamentRefused, match="still open"):
        draw(made)
    with pytest.raises(TournamentRefused, match="Choose one"):
        scenario_votes.vote(bob, choice, 4)
    tasks.settle_rounds()
    assert ScenarioChoice.objects.get().state == State.OPEN
    later(choice)
    with pytest.raises(TournamentRefused, match="Voting is closed"):
        scenario_votes.vote(cat, choice, 2)
    tasks.settle_rounds()
    tasks.settle_rounds()
    lines = AuditLine.objects.filter(deed="choice.decided")
    [line] = lines.values("by", "after__votes", "after__picked")
    assert line == {"by": None, "after__votes": [0, 1, 2], "after__picked": 3}
    assert draw(made).scenario_text == TEXTS[2]
    for vote in Vote.objects.select_related("candidate"):
        assert sha256(f"{vote.nonce} {vote.candidate.place}".encode()).hexdigest() == vote.digest


@pytest.mark.parametrize("way", ["left", "was removed", "has no account"])
def test_vote_of_who_is_of_the_club_no_more_does_not_count(way: str) -> None:
    made, (ann, bob, cat, _) = peopled(4)
    choice, by = asked_for_votes(made), director_of(made.club)
    for player, place in ((ann, 1), (bob, 2), (cat, 1)):
        scenario_votes.vote(player, choice, place)
    for gone in (ann, cat):
        assert gone.member is not None
        if way == "left":
            joining.leave(gone)
        elif way == "was removed":
            joining.remove(by, gone, "Moved away.")
        else:
            delete_account(gone.member)
    scenario_votes.close_early(by, choice, "All are here.")
    choice.refresh_from_db()
    assert (choice.picked, choice.tied) == (2, [2])
    joining.leave(bob)  # what was counted stays as it was
    page = Client().get(f"/clubs/ironclads/tournaments/{made.slug}/choices/{choice.pk}/").content.decode()
    assert "Chosen by vote, 1 of 1" in page


@pytest.mark.parametrize("votes", [(), (1, 3)])
def test_between_equals_the_sealed_secret_decides(votes: tuple[int, ...]) -> None:
    made, players = peopled(2)
    choice = asked_for_votes(made)
    for player, place in zip(players, votes, strict=False):
        scenario_votes.vote(player, choice, place)
    later(choice)
    assert draw(made).scenario_text == TEXTS[fallen(own_secret(made, "1/1"), [], [*votes] or [1, 2, 3]) - 1]
    page = Client().get(f"/clubs/ironclads/tournaments/{made.slug}/").content.decode()
    assert "by vote" in page


def test_director_closes_a_vote_early_with_a_reason() -> None:
    made, (ann, _) = peopled(2)
    choice = asked_for_votes(made)
    scenario_votes.vote(ann, choice, 1)
    with pytest.raises(TournamentRefused, match="Give a reason"):
        scenario_votes.close_early(director_of(made.club), choice, " ")
    scenario_votes.close_early(director_of(made.club), choice, "All are here.")
    assert ScenarioChoice.objects.get().picked == 1
    assert record_of(read(made))[0].reason == "All are here."


def test_what_cannot_be_asked_is_refused() -> None:
    made, _ = peopled(2, rounds=1)
    by = director_of(made.club)
    for offered, why in ((CANDIDATES[:1], "Enter 2 to"), ((CANDIDATES[0],) * 2, "listed twice")):
        with pytest.raises(TournamentRefused, match=why):
            scenario_votes.ask(by, made, Way.VOTED, offered, 60)
    with pytest.raises(TournamentRefused, match="minutes for an answer"):
        scenario_votes.ask(by, made, Way.VOTED, CANDIDATES, 0)
    asked_for_votes(made)
    with pytest.raises(TournamentRefused, match="already being chosen"):
        asked_for_dice(made)
    scenario_votes.close_early(by, ScenarioChoice.objects.get(), "So.")
    draw(made)
    with pytest.raises(TournamentRefused, match="There are no further rounds"):
        asked_for_dice(made)


def letters_sent() -> list[str]:
    """Send all that is due; to whom it went."""
    before = len(mail.outbox)
    for notice in emails.due(timezone.now()):
        emails.deliver(notice.pk.hex)
        emails.deliver(notice.pk.hex)
    return sorted(address for letter in mail.outbox[before:] for address in letter.to)


def test_who_must_vote_and_wants_letters_gets_one_once() -> None:
    made, players = peopled(3)
    for player in (*players[:2], director_of(made.club)):
        assert player.member is not None
        Wish.objects.create(member=player.member, letters=Wish.Letters.AT_ONCE)
    choice = asked_for_votes(made)
    scenario_votes.vote(players[1], choice, 1)
    assert letters_sent() == ["ann@example.org"]
    assert f"/tournaments/{made.slug}/choices/{choice.pk}/" in mail.outbox[-1].body
    assert letters_sent() == []


def test_json_has_seals_while_people_vote_and_all_of_it_when_they_are_counted() -> None:
    made, (ann, _) = peopled(2)
    choice = asked_for_votes(made)
    scenario_votes.vote(ann, choice, 1)
    address = f"/clubs/ironclads/tournaments/{made.slug}/tournament.json"
    vote = Vote.objects.get()
    [told] = json.loads(Client().get(address).content)["choices"]
    assert told["votes"] == [{"entrant": 1, "hash": vote.digest}]
    assert "secret" not in told
    scenario_votes.close_early(director_of(made.club), choice, "So.")
    [told] = json.loads(Client().get(address).content)["choices"]
    assert told["votes"] == [{"entrant": 1, "hash": vote.digest, "nonce": vote.nonce, "candidate": 1}]
    assert sha256(told["secret"].encode()).hexdigest() == told["secret_hash"]


def test_number_of_queries_does_not_hang_on_the_number_of_voters(django_assert_max_num_queries: Any) -> None:
    counts = []
    for count in (2, 6):
        made, players = peopled(count, [f"{count}-{number}" for number in range(count)])
        choice = asked_for_votes(made)
        for player in players:
            scenario_votes.vote(player, choice, 1)
        with django_assert_max_num_queries(200) as asked:
            for room in ("", f"choices/{choice.pk}/", "tournament.json"):
                Client().get(f"/clubs/ironclads/tournaments/{made.slug}/{room}")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_plan_says_how_and_pages_lead_from_it_to_the_round() -> None:
    made, _ = peopled(2, chosen_by="voted", candidates=tuple(TEXTS), answer_minutes=15)
    director, base = logged_in("dora"), f"/clubs/ironclads/tournaments/{made.slug}/"
    form = director.get(f"{base}choices/new/").content.decode()
    assert "The narrows" in form
    assert 'value="15 minutes"' in form
    body = {"way": "voted", "candidates": "The coves | Red | Blue\nThe narrows", "minutes": "15"}
    answer = director.post(f"{base}choices/new/", body)
    page = answer["Location"]
    assert answer.status_code == 302
    said = logged_in("ann").post(page, {"deed": "vote", "candidate": "1"}, follow=True).content.decode()
    assert "Your vote is sealed." in said
    assert logged_in("dora").post(page, {"deed": "vote", "candidate": "1"}).status_code == 403
    director.post(page, {"deed": "close", "reason": "All are here."})
    said = director.post(f"{base}rounds/new/", {}, follow=True).content.decode()
    assert "The round is paired." in said
    assert "by vote" in said
    assert Round.objects.get().scenario_text == "The coves"


def test_choice_of_a_tournament_that_is_closed_is_proved_by_its_seed() -> None:
    made, _ = peopled(2, rounds=1)
    by, choice = director_of(made.club), asked_for_dice(made)
    rounds.take_back(by, draw(made), "No ships.")
    tournament_states.move(by, made, Tournament.State.CLOSING)
    closed = tournament_states.move(by, made, Tournament.State.CLOSED)
    page = Client().get(f"/clubs/ironclads/tournaments/{made.slug}/").content.decode()
    assert bytes(closed.lot_seed).hex() in page
    assert sha256(own_secret(closed, "1/1").encode()).hexdigest() == choice.digest


def seen(client: Client, made: Tournament, choice: ScenarioChoice) -> str:
    """All that somebody is shown of a vote, but for what chance and the clock put there."""
    base = f"/clubs/ironclads/tournaments/{made.slug}/"
    rooms = ["", "?board", "tournament.json", f"choices/{choice.pk}/", "rounds/new/"]
    text = "".join(client.get(base + room).content.decode() for room in rooms)
    text += json.dumps(list(AuditLine.objects.order_by("-pk").values_list("deed", "before", "after")[:1]))
    return re.sub(r'[0-9a-f]{32,}|csrfmiddlewaretoken" value="\w+|\d\d:\d\d(:\d\d(\.\d+)?)?', "", text)


def test_h1_sealed_vote_is_nowhere_but_on_the_page_of_who_cast_it() -> None:
    """Two votes that differ are the same to everybody else, the director too, to the byte."""
    made, (ann, _) = peopled(2)
    choice = asked_for_votes(made)
    by_role = {name: logged_in(name) if name else Client() for name in ("ann", "bob", "dora", "")}
    worlds = []
    for place in (1, 3):
        scenario_votes.vote(ann, choice, place)
        worlds.append({role: seen(client, made, choice) for role, client in by_role.items()})
    before, after = worlds
    assert {role: after[role] == text for role, text in before.items()} == {
        "ann": False, "bob": True, "dora": True, "": True,
    }  # fmt: skip


#: Counts votes and opens bids whose time is up; with an argument it stops in the middle of the first one.
SETTLE = """
import sys, django
django.setup()
from django.utils import timezone
from darkseas.club import audit
from darkseas.club.tournaments.votes_and_bids import bids, scenario_votes
if len(sys.argv) > 1:
    def stop(*args, **more):
        print("middle", flush=True)
        sys.stdin.readline()
    audit.note = stop
print("ready", flush=True)
sys.stdin.readline()
print(scenario_votes.settle_due(timezone.now()) + bids.settle_due(timezone.now()), flush=True)
"""


def begin(process: subprocess.Popen[str]) -> None:
    """Let a process go on that waits."""
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_w1_worker_killed_in_the_middle_decides_nothing_and_racing_ones_decide_once(tmp_path: Path) -> None:
    made, (ann, *_) = peopled(4)
    bid_round(made)
    choice = asked_for_votes(made)
    scenario_votes.vote(ann, choice, 1)
    later(choice)
    Round.objects.update(bids_by=timezone.now() - timedelta(minutes=1))
    first = workers.worker(SETTLE, tmp_path, "stop")
    begin(first)
    assert first.stdout is not None
    assert first.stdout.readline() == "middle\n"
    first.kill()
    first.communicate()
    assert ScenarioChoice.objects.get().state == State.OPEN
    racing = [workers.worker(SETTLE, tmp_path) for _ in range(2)]
    for process in racing:
        begin(process)
    assert sum(int(process.communicate(timeout=PATIENCE_S)[0]) for process in racing) == 3
    assert ScenarioChoice.objects.get().picked == 1
    assert AuditLine.objects.filter(deed__in=("choice.decided", "bids.opened")).count() == 3
