"""Creates the demonstration club step by step, through the same functions that pages use.

Existing parts are left as they are, so an interrupted load continues where it stopped, and loading a complete
club changes nothing.
"""

from collections.abc import Mapping
from datetime import date
from hashlib import sha256

from darkseas.club.membership import calendar, founding, guests
from darkseas.club.models import Club, Player, Right, Round, Season, Tournament
from darkseas.club.records import recomputation
from darkseas.club.tournaments import create_and_change, reports, rounds, tournament_states
from darkseas.club.tournaments.create_and_change import Plan
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.members.models import Member
from replays_app.simulation import jobs
from scenarios_app.models import Scenario

from .club_data import CLUB, CONTESTS, FIGHTERS, HOUSE, SEASON, Contest
from .fighting import fought

State = Tournament.State


class NoScenario(LookupError):
    """A scenario of the season is missing. The message is its key."""


def is_wanted() -> bool:
    """Return whether a local site without accounts lacks any part of the club."""
    club = _club()
    return not Member.objects.exists() if club is None else not _is_whole(club)


def load() -> bool:
    """Create the missing parts of the club; return whether there were any. Raises NoScenario."""
    club = _club()
    if club is not None and _is_whole(club):
        return False
    scenarios = _scenarios()
    house = _house(club)
    season = Season.objects.filter(club=house.club).first() or calendar.begin_season(house, SEASON)
    people = _people(house)
    for contest in CONTESTS:
        _fight_out(house, _tournament(house, season, contest), contest, people, scenarios)
    _make_records(house.club)
    return True


def _club() -> Club | None:
    return Club.objects.filter(is_demonstration=True).first()


def _is_whole(club: Club) -> bool:
    return Tournament.objects.filter(club=club, state=State.CLOSED).count() == len(CONTESTS)


def _scenarios() -> Mapping[str, Scenario]:
    wanted = {key for contest in CONTESTS for key, _ in contest.rounds}
    published = Scenario.objects.filter(key__in=wanted, current__isnull=False).select_related("current")
    found = {scenario.key: scenario for scenario in published}
    for key in sorted(wanted - found.keys()):
        raise NoScenario(key)
    return found


def _house(club: Club | None) -> Player:
    if club is None:
        return founding.found_for_the_house(CLUB, HOUSE)
    return Player.objects.select_related("club").get(club=club, rights__kind=Right.Kind.OWNER)


def _people(house: Player) -> Mapping[str, Player]:
    known = {one.name: one for one in guests.guests_of(house.club)}
    return {one.name: known.get(one.name) or guests.add(house, one.name) for one in FIGHTERS}


def _tournament(house: Player, season: Season, contest: Contest) -> Tournament:
    known = Tournament.objects.filter(club=house.club, title=contest.title).first()
    if known is not None:
        return known
    plan = Plan(
        contest.title,
        contest.kind,
        contest.system,
        contest.terms,
        contest.text,
        contest.rounds[0][1],
        season.pk,
    )
    return create_and_change.plan(house.club, house, plan, seed=sha256(contest.title.encode()).digest())


def _fight_out(
    house: Player,
    tournament: Tournament,
    contest: Contest,
    people: Mapping[str, Player],
    scenarios: Mapping[str, Scenario],
) -> None:
    """Play a tournament to its end from its current state."""
    if tournament.state == State.PLANNED:
        entered = set(tournament.entrants.values_list("name", flat=True))
        for one in FIGHTERS:
            if one.name not in entered:
                entries.enter(house, tournament, [people[one.name]], strength=one.strength)
        tournament = tournament_states.move(house, tournament, State.RUNNING)
    if tournament.state == State.RUNNING:
        for number, (key, day) in enumerate(contest.rounds, start=1):
            _fight_pairings(house, tournament, number, scenarios[key], day)
        tournament = tournament_states.move(house, tournament, State.CLOSING)
    if tournament.state == State.CLOSING:
        tournament_states.move(house, tournament, State.CLOSED)


def _fight_pairings(
    house: Player, tournament: Tournament, number: int, scenario: Scenario, day: date
) -> None:
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        first, second = (side["key"] for side in scenario.card["sides"])
        found = rounds.draw(house, tournament, Setting(scenario, first_side=first, second_side=second))
    if found.state == Round.State.DRAWN:
        rounds.begin(house, found)
        found.refresh_from_db()
    for pairing in reports.open_pairings(found):
        battle = fought(pairing, scenario)
        # The result is read from the battle; other fields of the report are ignored.
        reports.report(house, pairing, Reported(reports.DRAW, battle=battle.pk, day=day, is_theirs=True))
    if found.state == Round.State.RUNNING:
        rounds.close(house, found)


def _make_records(club: Club) -> None:
    """Update the club's records at once, so that pages show them as soon as the season is over."""
    recomputation.ask(club, recomputation.lines_of(club))
    asked = club.recomputation.job
    job = None if asked is None else jobs.take(asked.pk.hex)
    if job is not None:
        recomputation.work(job)
