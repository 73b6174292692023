"""P12: the pages of a club of 500 members, 20 years and 20,000 results, with a tournament of 200 in round 5.

There is no peer for this: each page tells its queries, and what it takes of a processor, of a warm process.
Asked for are less than 0.2 s at the 95th percentile, as many queries as in a small club tests hold.
"""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import override_settings

from darkseas.club.models import Club, Player, Result, ResultStep, Right, Season, Tournament
from darkseas.club.records import recomputation
from darkseas.club.results import rows, store
from darkseas.club.results.facts import ResultFacts, SideFacts, scores
from darkseas.club.results.result_states import AFTER, NOTHING, Kind
from darkseas.members.models import Member
from replays_app.simulation import jobs
from tests.club.results.club_events import new_club
from tests.club.tournaments.events import director_of, drawn, fought, running
from tests.support.members import logged_in

from ..environment import Surroundings
from ..measuring import Report, cpu_seconds, percentile

MEMBERS, YEARS, RESULTS, SCENARIOS = 500, 20, 20_000, 60
ENTRANTS, ROUNDS, ROUNDS_FOUGHT = 200, 7, 4
ASKED = 20
FIRST_DAY = date(2006, 9, 1)


def run(around: Surroundings) -> Report:
    """Build the club, and ask for each of its pages as a visitor and as its director."""
    report = Report("P12: pages of a large club, a processor's time (asked for: p95 below 200 ms)")
    with override_settings(ALLOWED_HOSTS=[*settings.ALLOWED_HOSTS, "testserver"]):
        club = large_club()
        anew = cpu_seconds(lambda: _recompute(club))
        report.say(f"{'all that is kept of its results, made anew':<58} {anew:>23.1f} s")
        for who, client in (("visitor", Client()), ("director", logged_in("dora"))):
            for page in pages(club):
                report.say(_measured(client, f"/clubs/{club.slug}/{page}", f"{who} /{page}"))
    return report


def pages(club: Club) -> list[str]:
    """The club's pages to look at, below its address; of players the one with the most results."""
    player = Player.objects.filter(club=club, member__username="member-000").values_list("pk", flat=True)[0]
    other = Player.objects.filter(club=club, member__username="member-001").values_list("pk", flat=True)[0]
    result = Result.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)[0]
    event = Tournament.objects.get(club=club).slug
    season = Season.objects.filter(club=club).values_list("pk", flat=True)[0]
    return [
        "", "members/", "members/?page=5", f"members/{player}/", "calendar/", "results/",
        f"results/?player=member-000&season={season}", f"results/{result}/", "records/",
        f"records/players/{player}/", f"records/players/{player}/?against={other}", "records/ships/",
        "tournaments/", f"tournaments/{event}/", f"tournaments/{event}/?spoilers=hide",
        f"tournaments/{event}/?part=round-2", f"tournaments/{event}/?part=entrants",
        f"tournaments/{event}/?part=crosstable", "records/?ratings=dark_seas&page=2",
        f"tournaments/{event}/?part=standings", f"tournaments/{event}/print/slips/",
        f"tournaments/{event}/print/standings.pdf", f"tournaments/{event}/print/slips.pdf",
        "results.atom", "calendar.ics",
    ]  # fmt: skip


def large_club() -> Club:
    """Return a club with members, twenty seasons of results, and a tournament that is on."""
    club = new_club(rated_from=5)
    director_of(club)
    members = Member.objects.bulk_create(
        Member(username=f"member-{number:03}", name_key=f"member-{number:03}", email=f"m{number}@example.org")
        for number in range(MEMBERS)
    )
    players = Player.objects.bulk_create(Player(club=club, member=member) for member in members)
    Right.objects.bulk_create(Right(player=player, kind=Right.Kind.MEMBER) for player in players)
    for year in range(YEARS):
        first = FIRST_DAY.replace(year=FIRST_DAY.year + year)
        last = first.replace(year=first.year + 1) - timedelta(days=1)
        Season.objects.create(club=club, name=f"{first.year}/{last.year}", first_day=first, last_day=last)
    keep(club, list(facts_by_chance([player.pk for player in players])))
    event = running(ENTRANTS, rounds=ROUNDS)
    for _ in range(ROUNDS_FOUGHT):
        fought(drawn(event))
    drawn(event)
    return club


def facts_by_chance(players: list[int]) -> Iterator[ResultFacts]:
    """Yield twenty years of results, the first players the strongest and the busiest."""
    chance = random.Random(1)
    for number in range(RESULTS):
        red, blue = (min(chance.randrange(MEMBERS), chance.randrange(MEMBERS)) for _ in range(2))
        blue = blue if red != blue else (blue + 1) % MEMBERS
        winner = None if chance.random() < 0.1 else int(chance.random() > 0.5 + (blue - red) / 1200)
        marks = scores(2, winner)
        yield ResultFacts(
            system=("dark_seas", "fleet_battle")[number % 4 == 0],
            day=FIRST_DAY + timedelta(days=YEARS * 365 * number // RESULTS),
            sides=(
                SideFacts("Red", marks[0], (players[red],)),
                SideFacts("Blue", marks[1], (players[blue],)),
            ),
            scenario_text=f"Action {chance.randrange(SCENARIOS)}",
        )


def keep(club: Club, known: list[ResultFacts]) -> None:
    """Keep results with their one step, many at a time, as an import does."""
    standing = AFTER[Kind.IMPORTED] or NOTHING
    results = [Result(club=club) for _ in known]
    for result, facts in zip(results, known, strict=True):
        rows.fill(result, facts, standing, 1, None)
    Result.objects.bulk_create(results)
    pairs = list(zip(results, known, strict=True))
    rows.put_sides({result.pk: facts.sides for result, facts in pairs})
    ResultStep.objects.bulk_create(
        ResultStep(result=result, number=1, kind=Kind.IMPORTED, facts=store.step_json(facts, standing))
        for result, facts in pairs
    )


def _recompute(club: Club) -> None:
    recomputation.ask(club, recomputation.lines_of(club))
    asked = club.recomputation.job
    job = None if asked is None else jobs.take(asked.pk.hex)
    if job is not None:
        recomputation.work(job)


def _measured(client: Client, address: str, name: str) -> str:
    """Ask for a page some times; return what it took as a line."""

    def ask() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise ValueError(f"{address}: {answer.status_code}")

    queries: list[str] = []

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        queries.append(sql)
        return execute(sql, *rest)

    ask()
    with connection.execute_wrapper(count):
        ask()
    seconds = percentile([cpu_seconds(ask) for _ in range(ASKED)], 0.95)
    verdict = "" if seconds < 0.2 else "  ABOVE"
    return f"{name:<58} {len(queries):>3} queries  p95 {1000 * seconds:>6.0f} ms{verdict}"
