"""What was laid down for a tournament, as a record: rounds, points, tie-breaks, how it is paired."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from darkseas.club.models import Tournament
from darkseas.club.pairing.round_records import Within
from darkseas.club.standings.ladder import Climb
from darkseas.club.standings.outcomes import PointsRule, points_rule
from darkseas.club.standings.tie_breaks.catalogue import TIE_BREAKS

from .tournament_errors import TournamentRefused

Kind = Tournament.Kind

#: Kinds that are fought in rounds which this room pairs by itself, and campaigns, paired by hand.
ROUND_ROBINS = frozenset({Kind.ROUND_ROBIN, Kind.DOUBLE_ROUND_ROBIN, Kind.LEAGUE})
KNOCK_OUTS = frozenset({Kind.KNOCK_OUT, Kind.DOUBLE_ELIMINATION})
KINDS = (
    Kind.SWISS,
    Kind.ROUND_ROBIN,
    Kind.DOUBLE_ROUND_ROBIN,
    Kind.KNOCK_OUT,
    Kind.DOUBLE_ELIMINATION,
    Kind.LADDER,
    Kind.LEAGUE,
    Kind.CAMPAIGN,
)
MOST_ROUNDS, MOST_POINTS = 30, 20
#: How far up a ladder lets challenge, and how many battles may lie between two of the same.
MOST_REACH, MOST_BETWEEN = 20, 10
#: Days in which a challenge on a ladder is to be fought: one without an end would keep two from all others.
LEAST_CHALLENGE_DAYS, MOST_CHALLENGE_DAYS = 3, 90
#: Divisions of a league, how many go up and down between two, and how often all meet.
MOST_DIVISIONS, LONGEST_DIVISION, MOST_MOVES, MOST_CYCLES = 12, 60, 6, 2
USUAL_TIE_BREAKS: Mapping[str, tuple[str, ...]] = {
    Kind.SWISS: ("points", "victory-point-ratio", "buchholz-cut-1", "direct-encounter", "lots"),
    Kind.CAMPAIGN: ("points", "victory-point-ratio", "fewest-losses", "lots"),
}
_OF_ROUND_ROBINS = ("points", "victory-point-ratio", "sonneborn-berger", "direct-encounter", "lots")
#: Days that each may take for their tables, at the most.
MOST_EXTENSION_DAYS = 60
#: Places at the most, 0 where there are as many as people.
MOST_PLACES = 256
#: Hours for which a free place is offered to one alternate, at the most.
MOST_OFFER_HOURS = 24 * 14
#: What becomes of a table whose time is up.
NOTHING, TO_DIRECTOR, FORFEIT = "nothing", "director", "forfeit"
#: Who says what a round is fought about: its director, dice from a list, or its entrants by vote.
BY_DIRECTOR, BY_DICE, BY_VOTE = "director", "drawn", "voted"
#: Scenarios that dice or votes choose from; and minutes for a vote or a bid, at the most.
MOST_CANDIDATES, LONGEST_CANDIDATE, MOST_MINUTES = 20, 360, 60 * 24 * 28
LEAST_COST, DUTCH = "least-cost", "dutch"
#: Terms that are lists where a tournament keeps them.
_LISTS = ("tie_breaks", "divisions", "candidates")


@dataclass(frozen=True, slots=True)
class Terms:
    """How a tournament is fought.

    ``win`` and ``draw`` are half points. ``rounds`` counts only where the director says how many there are,
    in Swiss tournaments and campaigns. In a mirrored tournament each pair fights from both sides. On a
    ladder one challenges somebody at most ``reach`` places above, with ``battles_between`` two of the same
    pair, within ``challenge_days``, and who wins climbs by ``climb``. In a league all of one of the
    ``divisions``, the highest first, meet ``cycles`` times, and ``moves`` go up and down between two of them.
    ``late`` says what becomes of a table whose time is up, and each entrant may take ``extension_days`` more
    for all of their tables together. Where there are only so many ``places``, one that is free is
    offered to an alternate for ``offer_hours``.
    ``chosen_by`` says who chooses the scenario of a round, where it is not laid down otherwise for one, from
    ``candidates``, a line each; where ``sides_are_bid`` the two of a table bid for their sides. For a vote
    and a bid there are so many ``answer_minutes``.
    """

    rounds: int = 0
    win: int = 2
    draw: int = 1
    tie_breaks: tuple[str, ...] = ()
    within: Within = "halves"
    paired_by: str = LEAST_COST
    groups_apart_through: int = 0
    is_mirrored: bool = False
    has_third_place: bool = False
    reach: int = 3
    battles_between: int = 1
    climb: str = Climb.TAKES_PLACE.value
    challenge_days: int = 14
    divisions: tuple[str, ...] = ()
    moves: int = 2
    cycles: int = 1
    late: str = NOTHING
    extension_days: int = 0
    places: int = 0
    offer_hours: int = 48
    chosen_by: str = BY_DIRECTOR
    candidates: tuple[str, ...] = ()
    sides_are_bid: bool = False
    answer_minutes: int = 2880

    @property
    def points(self) -> PointsRule:
        """What each ending is worth."""
        return points_rule(Fraction(self.win, 2), Fraction(self.draw, 2))

    def division(self, group: str) -> str:
        """Return the division of a league for what an entry says; the lowest where it says nothing of it."""
        return group if group in self.divisions else self.divisions[-1]


def usual_tie_breaks(kind: str) -> tuple[str, ...]:
    """Return the tie-breaks that a kind of tournament has where nobody chooses others."""
    return USUAL_TIE_BREAKS.get(kind, _OF_ROUND_ROBINS)


def terms_of(tournament: Tournament) -> Terms:
    """Return the terms of a tournament."""
    lists = {name: tuple(tournament.terms.get(name, ())) for name in _LISTS}
    return Terms(**{**tournament.terms, **lists})


def to_json(terms: Terms) -> dict[str, Any]:
    """Return terms as a tournament keeps them."""
    return {**asdict(terms), **{name: list(getattr(terms, name)) for name in _LISTS}}


def check(kind: str, terms: Terms) -> None:
    """Raise TournamentRefused for terms that do not go together."""
    if kind not in KINDS:
        raise TournamentRefused("Choose one of the kinds that are offered.", "kind")
    if kind == Kind.SWISS and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise TournamentRefused(f"A Swiss tournament has 1 to {MOST_ROUNDS} rounds.", "rounds")
    if not 0 <= terms.draw <= terms.win <= 2 * MOST_POINTS:
        raise TournamentRefused("A win is worth at least a draw, and neither less than nothing.", "win")
    _check_tie_breaks(terms)
    if terms.is_mirrored and kind in KNOCK_OUTS | {Kind.LADDER}:
        raise TournamentRefused(
            "Knock-outs and ladders are not mirrored: each pairing needs one winner.", "is_mirrored"
        )
    _check_ladder(terms)
    if kind == Kind.LEAGUE:
        _check_league(terms)
    _check_dates(terms)
    _check_choosing(kind, terms)


def _check_choosing(kind: str, terms: Terms) -> None:
    if terms.chosen_by not in (BY_DIRECTOR, BY_DICE, BY_VOTE):
        raise TournamentRefused("Choose one of the ways to a scenario that are offered.", "chosen_by")
    if kind == Kind.LADDER and (terms.chosen_by != BY_DIRECTOR or terms.sides_are_bid):
        reason = "On a ladder who challenges says what is fought: leave scenarios and sides to them."
        raise TournamentRefused(reason, "chosen_by")
    if terms.is_mirrored and terms.sides_are_bid:
        reason = "Where both sides are fought there is none to bid for: mirror it, or let people bid."
        raise TournamentRefused(reason, "sides_are_bid")
    if len(terms.candidates) > MOST_CANDIDATES or any(
        len(one) > LONGEST_CANDIDATE for one in terms.candidates
    ):
        reason = f"Name at most {MOST_CANDIDATES} scenarios, one a line, each in a few words."
        raise TournamentRefused(reason, "candidates")
    check_minutes(terms.answer_minutes)


def check_minutes(minutes: int) -> None:
    """Raise TournamentRefused where there is no time to answer, or too much."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise TournamentRefused(f"There are 1 to {MOST_MINUTES} minutes to answer.", "answer_minutes")


def _check_dates(terms: Terms) -> None:
    if terms.late not in (NOTHING, TO_DIRECTOR, FORFEIT):
        raise TournamentRefused("Choose one of the rules for late tables that are offered.", "late")
    if not (0 <= terms.places <= MOST_PLACES and 1 <= terms.offer_hours <= MOST_OFFER_HOURS):
        reason = f"There are at most {MOST_PLACES} places, offered for 1 to {MOST_OFFER_HOURS} hours."
        raise TournamentRefused(reason, "places")
    if not 0 <= terms.extension_days <= MOST_EXTENSION_DAYS:
        reason = f"Each may take 0 to {MOST_EXTENSION_DAYS} days more."
        raise TournamentRefused(reason, "extension_days")


def _check_tie_breaks(terms: Terms) -> None:
    if not terms.tie_breaks or terms.tie_breaks[0] != "points":
        raise TournamentRefused("Points come first; what follows breaks ties.", "tie_breaks")
    unknown = [key for key in terms.tie_breaks if key not in TIE_BREAKS]
    if unknown or len(set(terms.tie_breaks)) < len(terms.tie_breaks):
        raise TournamentRefused("Choose each tie-break once, from those that are offered.", "tie_breaks")


def _check_ladder(terms: Terms) -> None:
    if not (1 <= terms.reach <= MOST_REACH and 0 <= terms.battles_between <= MOST_BETWEEN):
        reason = f"On a ladder one challenges 1 to {MOST_REACH} places up, with 0 to {MOST_BETWEEN} between."
        raise TournamentRefused(reason, "reach")
    if terms.climb not in list(Climb):
        raise TournamentRefused("Choose one of the ways to climb that are offered.", "climb")
    if not LEAST_CHALLENGE_DAYS <= terms.challenge_days <= MOST_CHALLENGE_DAYS:
        days = f"{LEAST_CHALLENGE_DAYS} to {MOST_CHALLENGE_DAYS} days"
        raise TournamentRefused(f"There are {days} to fight a challenge on a ladder.", "challenge_days")


def _check_league(terms: Terms) -> None:
    names = terms.divisions
    if not 1 <= len(names) <= MOST_DIVISIONS or any(not 1 <= len(one) <= LONGEST_DIVISION for one in names):
        reason = f"Name 1 to {MOST_DIVISIONS} divisions, one a line, the highest first, each in a few words."
        raise TournamentRefused(reason, "divisions")
    if len({one.casefold() for one in names}) < len(names):
        raise TournamentRefused("Two divisions have one name: give each its own.", "divisions")
    if not 0 <= terms.moves <= MOST_MOVES:
        raise TournamentRefused(f"Between two divisions 0 to {MOST_MOVES} go up and down.", "moves")
    if not 1 <= terms.cycles <= MOST_CYCLES:
        raise TournamentRefused("In a division all meet once or twice.", "cycles")
