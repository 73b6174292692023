"""Regulations of a tournament: rounds, points, tie-breaks, pairing, deadlines, scenarios and sides."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from darkseas.club.models import Tournament
from darkseas.club.pairing.round_records import Within
from darkseas.club.standings.ladder import Climb
from darkseas.club.standings.outcomes import PointsRule, points_rule
from darkseas.club.standings.tie_breaks.catalogue import TIE_BREAKS
from darkseas.web.texts.name_keys import name_key

from .tournament_errors import TournamentRefused

Kind = Tournament.Kind

#: Kinds that this package pairs in rounds, and campaigns, which are paired by hand.
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
#: Half-point byes that each entrant may ask for.
MOST_HALF_BYES = 5
#: Limits of a ladder: places up, and battles between two challenges of the same pair.
MOST_REACH, MOST_BETWEEN = 20, 10
#: Limits for the days of a challenge: without a deadline it would block both players for ever.
LEAST_CHALLENGE_DAYS, MOST_CHALLENGE_DAYS = 3, 90
#: Limits of a league: divisions, length of their names, promotions between two of them, meetings.
MOST_DIVISIONS, LONGEST_DIVISION, MOST_MOVES, MOST_CYCLES = 12, 60, 6, 2
USUAL_TIE_BREAKS: Mapping[str, tuple[str, ...]] = {
    Kind.SWISS: ("points", "victory-point-ratio", "buchholz-cut-1", "direct-encounter", "lots"),
    Kind.CAMPAIGN: ("points", "victory-point-ratio", "fewest-losses", "lots"),
}
_OF_ROUND_ROBINS = ("points", "victory-point-ratio", "sonneborn-berger", "direct-encounter", "lots")
#: Days of extension for each entrant.
MOST_EXTENSION_DAYS = 60
#: Limit of places; 0 places means no limit.
MOST_PLACES = 256
#: Hours for which a free place is offered to one player.
MOST_OFFER_HOURS = 24 * 14
#: Rules for overdue tables.
NOTHING, TO_DIRECTOR, FORFEIT = "nothing", "director", "forfeit"
#: The scenario of a round is chosen by the director, dice from a list, or the entrants by vote.
BY_DIRECTOR, BY_DICE, BY_VOTE = "director", "drawn", "voted"
#: Limits: scenarios in a list, length of a line, minutes for a vote or a bid.
MOST_CANDIDATES, LONGEST_CANDIDATE, MOST_MINUTES = 20, 360, 60 * 24 * 28
LEAST_COST, DUTCH = "least-cost", "dutch"
#: Fields that are lists in the stored form.
_LISTS = ("tie_breaks", "divisions", "candidates")


@dataclass(frozen=True, slots=True)
class Terms:
    """Regulations of a tournament.

    ``win`` and ``draw`` are half points. ``rounds`` is used by Swiss tournaments and campaigns only.
    ``is_mirrored``: each pair fights from both sides. In a Swiss tournament, each entrant may ask for
    ``half_byes``. On a ladder, players challenge at most ``reach`` places
    up, with ``battles_between`` two challenges of the same pair and a deadline of ``challenge_days``; winners
    rise by ``climb``. In a league, entrants of each of the ``divisions``, the highest first, meet ``cycles``
    times, and ``moves`` are promoted and relegated between two divisions. ``late`` is the rule for overdue
    tables; each entrant has ``extension_days`` in total. ``places`` limits the field; a free place is offered
    to the waiting list for ``offer_hours``. ``chosen_by`` says who chooses the scenario of a round from
    ``candidates``, if its director does not set it; ``sides_are_bid``: opponents bid for sides. Votes and
    bids take ``answer_minutes``.
    """

    rounds: int = 0
    win: int = 2
    draw: int = 1
    tie_breaks: tuple[str, ...] = ()
    within: Within = "halves"
    paired_by: str = LEAST_COST
    groups_apart_through: int = 0
    is_mirrored: bool = False
    half_byes: int = 0
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
        return points_rule(Fraction(self.win, 2), Fraction(self.draw, 2))

    @property
    def battles_a_round(self) -> int:
        return 2 if self.is_mirrored else 1

    @property
    def round_win(self) -> int:
        """Half points for winning every battle of a round."""
        return self.battles_a_round * self.win

    def division(self, group: str) -> str:
        """Return the division for the group of an entry; the lowest if it names none."""
        return group if group in self.divisions else self.divisions[-1]


def usual_tie_breaks(kind: str) -> tuple[str, ...]:
    """Return the default tie-breaks of a kind of tournament."""
    return USUAL_TIE_BREAKS.get(kind, _OF_ROUND_ROBINS)


def terms_of(tournament: Tournament) -> Terms:
    lists = {name: tuple(tournament.terms.get(name, ())) for name in _LISTS}
    return Terms(**{**tournament.terms, **lists})


def to_json(terms: Terms) -> dict[str, Any]:
    """Return regulations in their stored form."""
    return {**asdict(terms), **{name: list(getattr(terms, name)) for name in _LISTS}}


def check(kind: str, terms: Terms) -> None:
    """Raise TournamentRefused for inconsistent regulations."""
    if kind not in KINDS:
        raise TournamentRefused("Choose one of the kinds in the list.", "kind")
    if kind == Kind.SWISS and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise TournamentRefused(f"A Swiss tournament has 1 to {MOST_ROUNDS} rounds.", "rounds")
    if not 0 <= terms.draw <= terms.win <= 2 * MOST_POINTS:
        raise TournamentRefused(
            "A win must be worth at least as much as a draw, and neither less than 0.", "win"
        )
    _check_tie_breaks(terms)
    if terms.is_mirrored and kind in KNOCK_OUTS | {Kind.LADDER}:
        raise TournamentRefused(
            "Knock-outs and ladders cannot be mirrored, because each pairing needs one winner.", "is_mirrored"
        )
    if not 0 <= terms.half_byes <= MOST_HALF_BYES:
        reason = f"Allow 0 to {MOST_HALF_BYES} half-point byes per entrant."
        raise TournamentRefused(reason, "half_byes")
    _check_ladder(terms)
    if kind == Kind.LEAGUE:
        _check_league(terms)
    _check_dates(terms)
    _check_choosing(kind, terms)


def _check_choosing(kind: str, terms: Terms) -> None:
    if terms.chosen_by not in (BY_DIRECTOR, BY_DICE, BY_VOTE):
        raise TournamentRefused("Choose one of the options for the scenario.", "chosen_by")
    if kind == Kind.LADDER and (terms.chosen_by != BY_DIRECTOR or terms.sides_are_bid):
        reason = "On a ladder the challenger chooses the scenario. Set no scenarios or bids here."
        raise TournamentRefused(reason, "chosen_by")
    if terms.is_mirrored and terms.sides_are_bid:
        reason = "In a mirrored tournament everybody plays both sides. Choose either mirroring or bids."
        raise TournamentRefused(reason, "sides_are_bid")
    if len(terms.candidates) > MOST_CANDIDATES or any(
        len(one) > LONGEST_CANDIDATE for one in terms.candidates
    ):
        reason = f"Enter at most {MOST_CANDIDATES} scenarios, one short line each."
        raise TournamentRefused(reason, "candidates")
    check_minutes(terms.answer_minutes)


def check_minutes(minutes: int) -> None:
    """Raise TournamentRefused if the time for answers is too short or too long."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise TournamentRefused(f"Allow 1 to {MOST_MINUTES} minutes for an answer.", "answer_minutes")


def _check_dates(terms: Terms) -> None:
    if terms.late not in (NOTHING, TO_DIRECTOR, FORFEIT):
        raise TournamentRefused("Choose one of the rules for overdue tables.", "late")
    if not (0 <= terms.places <= MOST_PLACES and 1 <= terms.offer_hours <= MOST_OFFER_HOURS):
        reason = f"Use at most {MOST_PLACES} places, and offer them for 1 to {MOST_OFFER_HOURS} hours."
        raise TournamentRefused(reason, "places")
    if not 0 <= terms.extension_days <= MOST_EXTENSION_DAYS:
        reason = f"Use 0 to {MOST_EXTENSION_DAYS} days of extension."
        raise TournamentRefused(reason, "extension_days")


def _check_tie_breaks(terms: Terms) -> None:
    if not terms.tie_breaks or terms.tie_breaks[0] != "points":
        raise TournamentRefused("Points come first; tie-breaks follow.", "tie_breaks")
    unknown = [key for key in terms.tie_breaks if key not in TIE_BREAKS]
    if unknown or len(set(terms.tie_breaks)) < len(terms.tie_breaks):
        raise TournamentRefused("Choose each tie-break only once, from the list.", "tie_breaks")


def _check_ladder(terms: Terms) -> None:
    if not (1 <= terms.reach <= MOST_REACH and 0 <= terms.battles_between <= MOST_BETWEEN):
        reason = f"Use 1 to {MOST_REACH} places up, and 0 to {MOST_BETWEEN} battles between two challenges."
        raise TournamentRefused(reason, "reach")
    if terms.climb not in list(Climb):
        raise TournamentRefused("Choose one of the options for the winner of a challenge.", "climb")
    if not LEAST_CHALLENGE_DAYS <= terms.challenge_days <= MOST_CHALLENGE_DAYS:
        days = f"{LEAST_CHALLENGE_DAYS} to {MOST_CHALLENGE_DAYS} days"
        raise TournamentRefused(f"Allow {days} for a challenge on a ladder.", "challenge_days")


def _check_league(terms: Terms) -> None:
    names = terms.divisions
    if not 1 <= len(names) <= MOST_DIVISIONS or any(not 1 <= len(one) <= LONGEST_DIVISION for one in names):
        reason = f"Enter 1 to {MOST_DIVISIONS} divisions, highest first, one short name per line."
        raise TournamentRefused(reason, "divisions")
    if len({name_key(one) for one in names}) < len(names):
        raise TournamentRefused("Two divisions have the same name. Give each its own.", "divisions")
    if not 0 <= terms.moves <= MOST_MOVES:
        raise TournamentRefused(f"Use 0 to {MOST_MOVES} promotions between two divisions.", "moves")
    if not 1 <= terms.cycles <= MOST_CYCLES:
        raise TournamentRefused("Entrants of a division can meet once or twice.", "cycles")
