"""What the page of records shows of each rules system: ratings, sides, and the records that stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from darkseas.club.models import Club, RatingDocument, Result, ResultPlayer
from darkseas.club.ratings.rating_lists import Interval, Rating
from darkseas.club.records.called import Called, called
from darkseas.club.records.documents import Kept, read
from darkseas.club.records.rated import TEXT
from darkseas.club.results.naming.people import Names
from darkseas.club.results.naming.shown_names import names_of
from darkseas.club.results.naming.texts import points_in_words, system_title
from darkseas.club.results.pages.result_rows import ResultRow, rows_of

#: Ratings that the page of records shows of each rules system; all stand on pages of their own.
MOST_RATED = 50
#: The longest battles that are shown of each rules system.
MOST_LONGEST = 3


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A place in the list: a player by number and name, their rating, and from how many battles."""

    player: int
    name: str
    rating: Interval
    battles: int


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A result that holds a record, and by how much, in words."""

    row: ResultRow
    words: str


@dataclass(frozen=True, slots=True)
class ShownSystem:
    """A rules system on the page; who has no rating yet, and what sides nobody knows about, is a number.

    ``rated`` is how many have a rating; ``ratings`` are the first of them.
    """

    key: str
    title: str
    results: int
    unrated_results: int
    ratings: tuple[ShownRating, ...]
    rated: int
    unrated: int
    sides: tuple[tuple[str, str], ...]
    unknown_sides: int
    bid_worth: Interval | None
    victories: tuple[ShownRecord, ...]
    longest: tuple[ShownRecord, ...]


def shown_systems(club: Club, turns: Iterable[tuple[int, str, int]]) -> list[ShownSystem]:
    """Return every rules system with its document, the most results first.

    ``turns`` are results with their rules system and how many turns their battles had.
    """
    documents = sorted(RatingDocument.objects.filter(club=club), key=lambda one: (-one.results, one.system))
    kept = {document.system: read(document.body) for document in documents}
    longest = _longest(turns)
    numbers = {one.result for found in kept.values() for one in found.victories}
    numbers |= {result for found in longest.values() for result, _ in found}
    rated = {int(one.player) for found in kept.values() for one, _ in rated_players(found)[:MOST_RATED]}
    fought = ResultPlayer.objects.filter(side__result__in=numbers).values_list("player", flat=True)
    names = names_of(club, rated.union(fought))
    rows = _rows(club, numbers, names)
    names_of_sides = _called(club, kept.values())
    return [
        _shown(document, kept[document.system], names, names_of_sides, rows, longest.get(document.system, ()))
        for document in documents
    ]


def rated_players(kept: Kept) -> list[tuple[Rating, Interval]]:
    """Return who has a rating, with it, the best first."""
    return [(one, one.rating) for one in kept.ratings if one.rating is not None]


def shown_rating(one: Rating, rating: Interval, names: Names) -> ShownRating:
    """Return a rating as a list shows it."""
    return ShownRating(int(one.player), names.listed([int(one.player)]), rating, one.battles)


def ratings_of(documents: Iterable[RatingDocument], player: int) -> list[tuple[RatingDocument, Kept, Rating]]:
    """Return the documents that a player stands in, with their rating there."""
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
    """Return results that count still, in words."""
    found = Result.objects.filter(club=club, is_ratified=True, pk__in=list(numbers))
    rows = rows_of(club, found.select_related("scenario").defer("scenario__words"), names)
    return {row.result.pk: row for row in rows}


def _called(club: Club, kept: Iterable[Kept]) -> Called:
    """Return what the scenarios are called whose sides are known."""
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
) -> ShownSystem:
    rated = rated_players(kept)
    known = [one for one in kept.sides if one.advantage is not None]
    return ShownSystem(
        key=document.system,
        title=system_title(document.system),
        results=document.results,
        unrated_results=document.results - document.battles,
        ratings=tuple(shown_rating(one, rating, names) for one, rating in rated[:MOST_RATED]),
        rated=len(rated),
        unrated=len(kept.ratings) - len(rated),
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
            for one in known
        ),
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
