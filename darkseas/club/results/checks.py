"""Validation of results from forms, files and directors."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Q
from django.utils import timezone

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Club, Player, Result, Season
from darkseas.web.invisible_characters import REFUSED, has_unseen
from darkseas.web.texts.name_keys import name_key

from .facts import ResultFacts, SideFacts, are_scores
from .result_states import FOR_DIRECTORS, State

MOST_SIDES, MOST_PLAYERS = 6, 12
#: Results of a club, including void ones.
MOST_OF_A_CLUB = 50_000
#: Unanswered reports of one player; days after a season's end in which players may still report into it.
MOST_WAITING, LATE_DAYS = 30, 14
#: How far back players may report.
LONGEST_AGO = timedelta(days=365)
#: Reports of one player in a day, including withdrawn and void ones.
MOST_A_DAY = 60
MOST_POINTS, MOST_LOSSES = Decimal(999_999), 10_000
FIRST_DAY = date(1850, 1, 1)
LONGEST = {"system": 60, "scenario_text": 200, "place": 120, "remarks": 4000, "source": 200}
LONGEST_SIDE = 80


class ResultRefused(ValueError):
    """A result is not valid; the message tells its author why.

    ``field`` names the place: a field of the facts, or ``side.<number>.<field>``.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


def check(club: Club, facts: ResultFacts) -> None:
    """Raise ResultRefused for the first error in a result."""
    fault = next(faults(club, facts), None)
    if fault is not None:
        raise fault
    players = set(facts.players)
    if Player.objects.filter(club=club, pk__in=players).count() != len(players):
        raise ResultRefused("sides", "One of these players is not in this club.")


def check_report(by: Player, facts: ResultFacts, *, is_of_table: bool = False) -> None:
    """Raise ResultRefused for a report that only a director may make, or if too many wait for an answer.

    At a tournament table the director named the players, so even those who left may be named.
    """
    waiting = Result.objects.filter(reported_by=by, state__in=(State.REPORTED, *FOR_DIRECTORS)).count()
    if waiting >= MOST_WAITING:
        reason = f"{waiting} of your reports are not settled yet. Withdraw wrong ones, or wait for answers."
        raise ResultRefused("sides", reason)
    season = season_over(by.club, facts.day)
    if season is not None:
        reason = f"“{season}” ended on {season.last_day:%-d %B %Y}. Ask a director to enter this result."
        raise ResultRefused("day", reason)
    if not access.may(by, Deed.ADJUDICATE):  # an umpire may report any number for the players present
        _check_number(by)
        _check_day(by.club, facts.day)
        if not is_of_table:
            _check_people(facts)


def check_confirmation(result: Result) -> None:
    """Raise ResultRefused for a late confirmation in a season that ended too long ago."""
    season = late_season(result)
    if season is not None:
        raise ResultRefused(
            "state", f"Nobody answered in time, and “{season}” is over. A director must decide."
        )


def late_season(result: Result) -> Season | None:
    """Return the season if it ended too long ago for a player to confirm this unanswered result."""
    return season_over(result.club, result.day) if result.state == State.UNANSWERED else None


def season_over(club: Club, day: date) -> Season | None:
    """Return the season of a day if only directors may still add to it, else None."""
    over = club.today - timedelta(days=LATE_DAYS)
    return Season.objects.filter(club=club, first_day__lte=day, last_day__gte=day, last_day__lt=over).first()


def _check_number(by: Player) -> None:
    since = timezone.now() - timedelta(days=1)
    if Result.objects.filter(reported_by=by, reported_at__gt=since).count() >= MOST_A_DAY:
        reason = f"You have reported {MOST_A_DAY} results within a day. Wait, or ask an umpire to enter more."
        raise ResultRefused("sides", reason)


def _check_day(club: Club, day: date) -> None:
    if day < club.today - LONGEST_AGO:
        reason = f"Only an umpire or director can enter results more than {LONGEST_AGO.days} days old."
        raise ResultRefused("day", reason)


def _check_people(facts: ResultFacts) -> None:
    """Refuse players who left the club, because they cannot answer; guests are allowed."""
    is_gone = Q(left_at__isnull=False) | Q(member__is_active=False)
    found = Player.objects.filter(is_gone, pk__in=facts.players, merged_into=None).select_related("member")
    gone = {player.pk: str(player) for player in found}
    for place, side in enumerate(facts.sides):
        for player in side.players:
            if player in gone:
                reason = f"{gone[player]} has left the club or the site. Ask a director to enter the result."
                raise ResultRefused(f"side.{place}.players", reason)


def check_once(facts: ResultFacts) -> None:
    """Raise ResultRefused if a side or player appears twice."""
    fault = next(_repeated(facts), None)
    if fault is not None:
        raise fault


def faults(club: Club, facts: ResultFacts) -> Iterator[ResultRefused]:
    """Yield the errors in a result that need no database."""
    yield from _head_faults(facts)
    if not FIRST_DAY <= facts.day <= club.today:
        today = f"{club.today:%-d %B %Y}"
        reason = f"Enter a date between {FIRST_DAY.year} and today, which is {today} in the club’s time zone."
        yield ResultRefused("day", reason)
    if not 2 <= len(facts.sides) <= MOST_SIDES:
        yield ResultRefused("sides", f"Enter 2 to {MOST_SIDES} sides.")
    elif not are_scores([side.score for side in facts.sides]):
        yield ResultRefused("winner", "Choose one winner, or a draw.")
    for place, side in enumerate(facts.sides):
        yield from _side_faults(place, side)
    yield from _repeated(facts)


def _head_faults(facts: ResultFacts) -> Iterator[ResultRefused]:
    for name, longest in LONGEST.items():
        if len(getattr(facts, name)) > longest:
            yield ResultRefused(name, f"Use at most {longest} characters.")
        if has_unseen(getattr(facts, name), lawful="\r\n\t" if name == "remarks" else ""):
            yield ResultRefused(name, REFUSED)
    if not facts.system:
        yield ResultRefused("system", "Enter the rules system.")
    if not facts.scenario and not facts.scenario_text:
        yield ResultRefused("scenario", "Enter a scenario: one of the library, or any name.")


def _side_faults(place: int, side: SideFacts) -> Iterator[ResultRefused]:
    if not 1 <= len(side.side) <= LONGEST_SIDE:
        yield ResultRefused(f"side.{place}.side", f"Name the side, in at most {LONGEST_SIDE} characters.")
    if has_unseen(side.side):
        yield ResultRefused(f"side.{place}.side", REFUSED)
    if not 1 <= len(side.players) <= MOST_PLAYERS:
        yield ResultRefused(f"side.{place}.players", f"Name 1 to {MOST_PLAYERS} players.")
    if side.points is not None and abs(side.points) > MOST_POINTS:
        yield ResultRefused(f"side.{place}.points", f"Enter points from -{MOST_POINTS} to {MOST_POINTS}.")
    if side.losses is not None and not 0 <= side.losses <= MOST_LOSSES:
        yield ResultRefused(f"side.{place}.losses", f"Enter 0 to {MOST_LOSSES} ships.")
    if not 0 <= side.bid <= MOST_POINTS:
        yield ResultRefused(f"side.{place}.bid", f"Enter a bid from 0 to {MOST_POINTS}.")


def _repeated(facts: ResultFacts) -> Iterator[ResultRefused]:
    names = Counter(name_key(side.side) for side in facts.sides)
    players = Counter(facts.players)
    for place, side in enumerate(facts.sides):
        if names[name_key(side.side)] > 1:
            yield ResultRefused(f"side.{place}.side", "Two sides have the same name.")
        if any(players[player] > 1 for player in side.players):
            yield ResultRefused(f"side.{place}.players", "A player appears twice in this battle.")
