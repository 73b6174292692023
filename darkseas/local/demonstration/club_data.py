"""The demonstration club, its players and its schedule: the same on every machine."""

from dataclasses import dataclass
from datetime import date

from darkseas.club.membership.calendar import SeasonTerms
from darkseas.club.membership.founding import ClubTerms
from darkseas.club.models import Tournament
from darkseas.club.tournaments.regulations import Terms, usual_tie_breaks

Kind = Tournament.Kind

CLUB = ClubTerms(
    name="The Demonstration Club",
    device="lighthouse.waves.navy.white",
    place="This machine",
    rules=(
        "Here nobody is a person. **Captains** are played by the bot of each rules system that everybody can "
        "fight against; **midshipmen** give any legal order, as it falls.\n\n"
        "Their battles were fought when this club was set up, with seeds that are always the same, and are "
        "kept like all others: each result leads to its battle, with every order and every die. The days of "
        "the season are laid down, so that there are months for the curves to go through."
    ),
    rated_from=3,
)
#: The account that owns the club; nobody can log in to it.
HOUSE = "The house"
SEASON = SeasonTerms("Season of 2025", date(2025, 1, 1), date(2025, 12, 31))


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player of the club: the captain (our bot) or a random player. ``strength`` seeds brackets."""

    name: str
    is_captain: bool
    strength: int


@dataclass(frozen=True, slots=True)
class Contest:
    """A tournament: the scenario and the day of each of its rounds, in order."""

    title: str
    kind: str
    system: str
    text: str
    terms: Terms
    rounds: tuple[tuple[str, date], ...]


FIGHTERS = (
    Fighter("Captain Aster (bot)", True, 1600),
    Fighter("Captain Borage (bot)", True, 1590),
    Fighter("Captain Clover (bot)", True, 1580),
    Fighter("Captain Dahlia (bot)", True, 1570),
    Fighter("Captain Erica (bot)", True, 1560),
    Fighter("Midshipman Fern (bot)", False, 1420),
    Fighter("Midshipman Gorse (bot)", False, 1410),
    Fighter("Midshipman Hazel (bot)", False, 1400),
)

CONTESTS = (
    Contest(
        "Winter Swiss",
        Kind.SWISS,
        "dark_seas",
        "Four nights, each against somebody who has done as well so far.",
        Terms(rounds=4, tie_breaks=usual_tie_breaks(Kind.SWISS)),
        (
            ("blackett-strait", date(2025, 1, 18)),
            ("malacca-strait", date(2025, 2, 15)),
            ("cape-bon", date(2025, 3, 15)),
            ("lofoten", date(2025, 4, 12)),
        ),
    ),
    Contest(
        "Summer league",
        Kind.ROUND_ROBIN,
        "fleet_battle",
        "Everybody meets everybody, with cards.",
        Terms(tie_breaks=usual_tie_breaks(Kind.ROUND_ROBIN)),
        (
            ("denmark-strait", date(2025, 5, 3)),
            ("denmark-strait", date(2025, 5, 24)),
            ("coral-sea", date(2025, 6, 14)),
            ("coral-sea", date(2025, 7, 5)),
            ("denmark-strait", date(2025, 7, 26)),
            ("coral-sea", date(2025, 8, 16)),
            ("denmark-strait", date(2025, 9, 6)),
        ),
    ),
    Contest(
        "Autumn cup",
        Kind.KNOCK_OUT,
        "dark_seas",
        "Who loses is out. A battle that ends in a draw is fought again with other dice.",
        Terms(tie_breaks=usual_tie_breaks(Kind.KNOCK_OUT), has_third_place=True),
        (
            ("cape-bon", date(2025, 10, 4)),
            ("lofoten", date(2025, 11, 1)),
            ("hood-and-bismarck", date(2025, 12, 6)),
        ),
    ),
)
