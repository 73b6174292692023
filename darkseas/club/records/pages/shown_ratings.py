"""Ratings, side balance and record results on the records page, by rules system."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from darkseas.club.models import Club, RatingDocument, Result, ResultPlayer
from darkseas.club.ratings.rating_lists import Interval, Rating, SideBalance
from darkseas.club.records.rated_results import TEXT
from darkseas.club.records.rating_bounds import MOST_SYSTEMS
from darkseas.club.records.scenario_names import Called, called
from darkseas.club.records.stored_ratings import Kept, read
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.results_in_words import points_in_words, system_title
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.pages.result_rows import ResultRow, rows_of

#: Ratings of each rules system on the records page; the full list has its own pages.
MOST_RATED = 50
#: Rules systems on the records page, and scenarios of each; the full lists have their own pages.
MOST_SHOWN, MOST_SCENARIOS = 8, 30
#: How many of the longest battles are shown for each rules system.
MOST_LONGEST = 3


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A row of the rating list: a player by number and name, their rating and its number of battles."""

    player: int
    name: str
    rating: Interval
    battles: int


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record result (such as a largest victory), with its margin or length as text."""

    row: ResultRow
    words: str


@dataclass(frozen=True, slots=True)
class ShownSystem:
    """A rules system on the page; unrated players and sides without enough battles are only counted.

    ``rated`` is how many players have a rating; ``ratings`` lists the first of them, as ``sides`` lists the
    first of ``known_sides``. ``average_players`` and ``even_sides`` were left out of the fit.
    """

    key: str
    title: str
    results: int
    unrated_results: int
    ratings: tuple[ShownRating, ...]
    rated: int
    unrated: int
    average_players: int
    sides: tuple[tuple[str, str], ...]
    known_sides: int
    unknown_sides: int
    even_sides: int
    bid_worth: Interval | None
    victories: tuple[ShownRecord, ...]
    longest: tuple[ShownRecord, ...]


@dataclass(frozen=True, slots=True)
class MoreRules:
    """Rules systems and results that the page leaves out: other rated systems, and unrated results.

    ``systems`` has keys, titles and numbers of results; the other fields are counts, ``rated`` of rated
    systems.
    """

    systems: tuple[tuple[str, str, int], ...] = ()
    unrated_systems: int = 0
    unrated_results: int = 0
    rated: int = 0


def shown_systems(
    club: Club, turns: Iterable[tuple[int, str, int]], only: str | None = None
) -> tuple[list[ShownSystem], MoreRules]:
    """Return the most used rules systems and a summary of the rest; with ``only``, one in full.

    ``turns`` has results with their rules system and the number of turns of their battles.
    """
    rows = RatingDocument.objects.filter(club=club)
    known = {row: read(row.body) for row in (rows if only is None else rows.filter(system=only))}
    ranked = sorted(known, key=lambda row: (-len(known[row].ratings), -row.results, row.system))
    shown = {row: known[row] for row in ranked[:MOST_SHOWN]}
    return _shown_systems(club, shown, turns, only is not None), _more(club, ranked)


def _more(club: Club, ranked: Sequence[RatingDocument]) -> MoreRules:
    """Summarise the rules left out of the page. Unrated rules exist only above the limit of rated systems."""
    more = tuple((row.system, system_title(row.system), row.results) for row in ranked[MOST_SHOWN:])
    if len(ranked) < MOST_SYSTEMS:
        return MoreRules(more)
    counted = Result.objects.filter(club=club, is_ratified=True)
    others = counted.exclude(system__in=[row.system for row in ranked])
    found = others.aggregate(systems=Count("system", distinct=True), results=Count("pk"))
    return MoreRules(more, found["systems"], found["results"], len(ranked))


def _shown_systems(
    club: Club, known: Mapping[RatingDocument, Kept], turns: Iterable[tuple[int, str, int]], is_whole: bool
) -> list[ShownSystem]:
    kept = {document.system: found for document, found in known.items()}
    longest = {system: found for system, found in _longest(turns).items() if system in kept}
    numbers = {one.result for found in kept.values() for one in found.victories}
    numbers |= {result for found in longest.values() for result, _ in found}
    rated = {int(one.player) for found in kept.values() for one, _ in rated_players(found)[:MOST_RATED]}
    fought = ResultPlayer.objects.filter(side__result__in=numbers).values_list("player", flat=True)
    names = names_of(club, rated.union(fought))
    rows = _rows(club, numbers, names)
    names_of_sides = _called(club, kept.values())
    return [
        _shown(document, found, names, names_of_sides, rows, longest.get(document.system, ()), is_whole)
        for document, found in known.items()
    ]


def rated_players(kept: Kept) -> list[tuple[Rating, Interval]]:
    """Return the rated players with their ratings, best first."""
    return [(one, one.rating) for one in kept.ratings if one.rating is not None]


def shown_rating(one: Rating, rating: Interval, names: Names) -> ShownRating:
    """Return a rating as a list row."""
    return ShownRating(int(one.player), names.listed([int(one.player)]), rating, one.battles)


def ratings_of(documents: Iterable[RatingDocument], player: int) -> list[tuple[RatingDocument, Kept, Rating]]:
    """Return the documents that include a player, with the player's rating in each."""
    found = []
    for document in documents:
        kept = read(document.body)
        mine = next((one for one in kept.ratings if one.player == str(player)), None)
        if mine is not None:
            found.append((document, kept, mine))
    return sorted(found, key=lambda one: (-one[2].battles, one[0].system))


def _longest(turns: Iterable[tuple[int, str, int]]) -> Mapping[str, Sequence[tuple[int, int]]]:
    by_system: dict[str, list[tuple[int, int]]] = {}
    for result, system, number_of_turns in turns:
        by_system.setdefault(system, []).append((result, number_of_turns))
    return {
        system: sorted(found, key=lambda one: (-one[1], one[0]))[:MOST_LONGEST]
        for system, found in by_system.items()
    }


def _rows(club: Club, numbers: Iterable[int], names: Names) -> Mapping[int, ResultRow]:
    """Return the results that are still confirmed, as rows of text."""
    found = Result.objects.filter(club=club, is_ratified=True, pk__in=list(numbers))
    rows = rows_of(club, found.select_related("scenario").defer("scenario__words"), names)
    return {row.result.pk: row for row in rows}


def _called(club: Club, kept: Iterable[Kept]) -> Called:
    """Return the names of scenarios and sides with enough battles."""
    titles: dict[str, str] = {}
    side_names: dict[str, Mapping[str, str]] = {}
    keys: set[str] = set()
    for each in kept:
        titles |= each.titles
        side_names |= each.side_names
        keys |= {one.sides.scenario for one in each.sides if one.advantage is not None}
    return called(club, (key for key in keys if not key.startswith(TEXT)), titles, side_names)


def _shown(
    document: RatingDocument,
    kept: Kept,
    names: Names,
    names_of_sides: Called,
    rows: Mapping[int, ResultRow],
    longest: Sequence[tuple[int, int]],
    is_whole: bool,
) -> ShownSystem:
    rated = rated_players(kept)
    known = [one for one in kept.sides if one.advantage is not None]
    listed = known if is_whole else _most_fought(known)
    return ShownSystem(
        key=document.system,
        title=system_title(document.system),
        results=document.results,
        unrated_results=document.results - document.battles,
        ratings=tuple(shown_rating(one, rating, names) for one, rating in rated[:MOST_RATED]),
        rated=len(rated),
        unrated=len(kept.ratings) - len(rated) - kept.average_players,
        average_players=kept.average_players,
        sides=tuple(
            (
                names_of_sides.scenario(one.sides.scenario),
                one.words(
                    {
                        key: names_of_sides.side(one.sides.scenario, key)
                        for key in (one.sides.side, one.sides.other)
                    }
                ),
            )
            for one in listed
        ),
        known_sides=len(known),
        even_sides=kept.even_sides,
        unknown_sides=len(kept.sides) - len(known),
        bid_worth=kept.bid_worth,
        victories=tuple(
            ShownRecord(rows[one.result], f"by {points_in_words(one.margin)}")
            for one in kept.victories
            if one.result in rows
        ),
        longest=tuple(
            ShownRecord(rows[result], f"{turns} turn{'' if turns == 1 else 's'}")
            for result, turns in longest
            if result in rows
        ),
    )


def _most_fought(known: Sequence[SideBalance]) -> list[SideBalance]:
    """Return the most played scenarios, in their original order."""
    least = sorted((one.battles for one in known), reverse=True)[MOST_SCENARIOS - 1 : MOST_SCENARIOS]
    return [one for one in known if not least or one.battles >= least[0]][:MOST_SCENARIOS]
