"""Scenario search by words, navy, ship, date, theatre, rules system, size and length.

The number of queries is constant: one counts by theatre, one selects the page, two load its cards, and one
loads the markers of a theatre's map.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import Case, Count, Exists, F, OrderBy, OuterRef, Q, QuerySet, When
from django.http import QueryDict

from darkseas.web.texts.human_dates import EXAMPLES, Days, read_days, words_and_days
from darkseas.web.texts.search_filters import NOTHING, holds_words, in_any_spelling
from darkseas.web.texts.search_words import Term, search_terms
from scenarios_app.models import Scenario, ScenarioNavy, ScenarioShip
from scenarios_app.revisions.search_rows import NIGHT_AFTER, NIGHT_BEFORE
from scenarios_app.revisions.theatres import THEATRES, theatre
from scenarios_app.ships.search import (
    meant_instead,
    searched,
    ships_called,
    too_many_words,
    without_prefixes,
)

LONGEST_QUESTION = 100
#: Scenarios per page.
PAGE = 24
LATEST_PAGE = 10_000
THEATRE_KEYS = tuple(place.key for place in THEATRES)
#: Maximum number of titles and places used for spelling suggestions.
MOST_TITLES = 2000
_A_DAY = timedelta(days=1)
#: Common words in battle names; the search ignores them.
SMALL_WORDS = frozenset(["action", "and", "at", "battle", "naval", "of", "off", "the"])

#: Ranges of ships and turns: from and to (inclusive), label.
SIZES = {
    "small": (1, 8, "to 8 ships"),
    "middle": (9, 20, "9 to 20 ships"),
    "large": (21, 40, "21 to 40 ships"),
    "fleet": (41, 10**6, "over 40 ships"),
}
LENGTHS = {
    "short": (1, 6, "to 6 turns"),
    "evening": (7, 10, "7 to 10 turns"),
    "long": (11, 10**6, "over 10 turns"),
}
ORDERS = {
    "date": ("day", "title", "key"),
    "newest": ("-created_at", "key"),
    "title": ("title", "key"),
    "size": ("ships", "title", "key"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """Search criteria; empty fields match everything."""

    words: str = ""
    navy: str = ""
    ship: str = ""
    since: Days | None = None
    until: Days | None = None
    theatre: str = ""
    system: str = ""
    size: str = ""
    length: str = ""
    order: str = "date"
    page: int = 1
    misread: tuple[str, ...] = ()

    @property
    def days(self) -> Days | None:
        """Return the dates among the words, as in “Exeter 13 Dec 1939”."""
        return words_and_days(self.words)[1]

    @property
    def named(self) -> str:
        """Return the words without dates, up to the maximum searched."""
        return searched(words_and_days(self.words)[0])

    @property
    def sought(self) -> tuple[Term, ...]:
        """Return the required words; common words count only if there are no others."""
        terms = search_terms(without_prefixes(self.named))
        return tuple(term for term in terms if term[0][0] not in SMALL_WORDS) or terms

    @property
    def readings(self) -> tuple[str, ...]:
        """Return a sentence for each date that could be read as month-day or day-month."""
        both = (self.days.both_read,) if self.days else ()
        bounds = (days.how_read for days in (self.since, self.until) if days)
        return tuple(dict.fromkeys(sentence for sentence in (*both, *bounds) if sentence))

    @property
    def is_open(self) -> bool:
        """Return whether there are no criteria besides the page number."""
        return self == Question(order=self.order, page=self.page)


@dataclass(frozen=True, slots=True)
class Matches:
    """A page of scenarios, the total, and the total by theatre ignoring the theatre filter."""

    scenarios: list[Scenario]
    total: int
    by_theatre: Mapping[str, int]
    pages: int


def question_of(query: QueryDict) -> Question:
    """Parse the query string; invalid parts are ignored and reported in `misread`."""
    since, until = (read_days(_text(query, name)) for name in ("since", "until"))
    return Question(
        words=_text(query, "q"),
        navy=_text(query, "navy")[:20],
        ship=_text(query, "ship"),
        since=since,
        until=until,
        theatre=key if theatre(key := _text(query, "theatre")) else "",
        system=_text(query, "system")[:40],
        size=_one_of(SIZES, query, "size"),
        length=_one_of(LENGTHS, query, "length"),
        order=_one_of(ORDERS, query, "order") or "date",
        page=_page(_text(query, "page")),
        misread=_misread(query, since, until),
    )


def find(
    listed: QuerySet[Scenario],
    question: Question,
    *,
    most: int = PAGE,
    annotate: Callable[[QuerySet[Scenario]], QuerySet[Scenario]] = lambda scenarios: scenarios,
) -> Matches:
    """Return a page of at most `most` visible scenarios that match.

    ``annotate`` adds what the cards of this page need.
    """
    matching = answering(listed, question)
    counts = matching.order_by().values("theatre_key").annotate(number=Count("pk"))
    by_theatre = {row["theatre_key"]: row["number"] for row in counts}
    if question.theatre:
        matching = matching.filter(theatre_key=question.theatre)
        total = by_theatre.get(question.theatre, 0)
    else:
        total = sum(by_theatre.values())
    first = (question.page - 1) * most
    # Select keys first, so that the database does not sort all matches with their card data.
    in_order = matching.order_by(*_called_so(question), *_order(question.order))
    keys = list(in_order.values_list("pk", flat=True)[first : first + most])
    page = annotate(Scenario.objects.filter(pk__in=keys)).defer("words")
    scenarios = sorted(page, key=lambda scenario: keys.index(scenario.pk))
    return Matches(scenarios, total, by_theatre, max(1, -(-total // most)))


def places(listed: QuerySet[Scenario], question: Question, most: int) -> QuerySet[Scenario]:
    """Return the first matches, regardless of page, with the data for map markers."""
    here = answering(listed, question).filter(theatre_key=question.theatre, north__isnull=False)
    return here.order_by("day", "key").only("key", "title", "north", "east")[:most]


def instead(listed: QuerySet[Scenario], question: Question) -> dict[str, tuple[str, ...]]:
    """Return spelling suggestions for the fields `q` and `ship` when nothing matches."""
    names = _names_in(listed) if question.named else []
    day = f" {question.days.in_words}" if question.days else ""

    def finds(words: str) -> bool:
        return _finds(listed, replace(question, words=words + day))

    def finds_ship(name: str) -> bool:
        return _finds(listed, replace(question, ship=name))

    words = meant_instead(question.named, names, finds)
    meant = {
        "q": tuple(text + day for text in words),
        "ship": meant_instead(question.ship, is_answered=finds_ship),
    }
    return {blank: questions for blank, questions in meant.items() if questions}


def _finds(listed: QuerySet[Scenario], question: Question) -> bool:
    """Return whether anything matches, including the theatre filter."""
    matching = answering(listed, question)
    return (matching.filter(theatre_key=question.theatre) if question.theatre else matching).exists()


def nearest_to(listed: QuerySet[Scenario], days: Days) -> list[Scenario]:
    """Return the last scenario before the dates and the first after them, if any."""
    dated = listed.filter(current__isnull=False).order_by("day", "title").only("key", "title", "date", "day")
    near = dated.filter(day__lt=days.first).last(), dated.filter(day__gt=days.last).first()
    return [scenario for scenario in near if scenario is not None]


def _names_in(listed: QuerySet[Scenario]) -> list[str]:
    """Return the searchable words of scenarios, including commanders, followed by their titles."""
    current = listed.filter(current__isnull=False)
    rows = current.values_list("words", "title", "place", "theatre")[:MOST_TITLES]
    words = {word: None for row in rows for word in row[0].split()}
    return [*(word.capitalize() for word in words), *(name for row in rows for name in row[1:])]


def _called_so(question: Question) -> list[OrderBy]:
    """Order scenarios with all words in the title first: Savo Island before Savoia."""
    if not question.sought:
        return []
    return [Case(When(in_any_spelling("title", question.sought), then=0), default=1).asc()]


def _order(key: str) -> list[str | OrderBy]:
    return [F("day").asc(nulls_last=True) if name == "day" else name for name in ORDERS[key]]


def answering(listed: QuerySet[Scenario], question: Question) -> QuerySet[Scenario]:
    """Return the matches ignoring the theatre filter, unordered."""
    scenarios = listed.filter(current__isnull=False)
    days = question.days
    if question.named.strip():
        scenarios = scenarios.filter(holds_words("words", question.sought) if question.sought else NOTHING)
    if days:
        scenarios = scenarios.filter(_within(days))
    if question.navy:
        scenarios = scenarios.filter(
            Exists(ScenarioNavy.objects.filter(scenario=OuterRef("pk"), navy=question.navy))
        )
    if question.ship:
        ships = ScenarioShip.objects.filter(_is_called(question.ship), scenario=OuterRef("pk"))
        scenarios = scenarios.filter(Exists(ships))
    return scenarios.filter(_of_columns(question))


def _is_called(text: str) -> Q:
    """Match ship names with these words in any spelling, with or without a prefix such as USS."""
    known = Q(name__in=[name.casefold() for name in ships_called(text)])
    terms = search_terms(without_prefixes(text))
    return known | in_any_spelling("name", terms) if terms else known


def _of_columns(question: Question) -> Q:
    """Return the filter on the scenario's own columns."""
    condition = Q()
    if question.since:
        condition &= _not_before(question.since)
    if question.until:
        condition &= _not_after(question.until)
    if question.system:
        condition &= Q(system=question.system)
    if question.size:
        condition &= Q(ships__range=SIZES[question.size][:2])
    if question.length:
        condition &= Q(turns__range=LENGTHS[question.length][:2])
    return condition


def _within(days: Days) -> Q:
    """Match battles on these dates; an ambiguous date matches either reading."""
    within = _not_before(days) & _not_after(days)
    return within if days.turned is None else within | _within(Days(days.turned, days.turned))


def _not_before(days: Days) -> Q:
    """Match battles on or after the first of these dates, including the night before."""
    eve = days.first - _A_DAY
    return Q(day__gte=eve) & (Q(day__gt=eve) | Q(card__night=NIGHT_AFTER))


def _not_after(days: Days) -> Q:
    """Match battles on or before the last of these dates, including the night after."""
    morrow = days.last + _A_DAY
    return Q(day__lte=morrow) & (Q(day__lt=morrow) | Q(card__night=NIGHT_BEFORE))


def _text(query: QueryDict, name: str) -> str:
    return query.get(name, "").replace("\0", "")[:LONGEST_QUESTION].strip()


def _one_of(known: Mapping[str, object], query: QueryDict, name: str) -> str:
    text = _text(query, name)
    return text if text in known else ""


def _misread(query: QueryDict, since: Days | None, until: Days | None) -> tuple[str, ...]:
    """Return a message for each part of the query that is invalid or can never match."""
    dates = {"From": ("since", since), "Until": ("until", until)}
    sentences = [
        f"{title} is ignored: “{_text(query, name)}” is not a date. Write one {EXAMPLES}."
        for title, (name, days) in dates.items()
        if _text(query, name) and days is None
    ]
    lists = {"theatre": THEATRE_KEYS, "size": SIZES, "length": LENGTHS, "order": ORDERS}
    sentences += [
        f"“{text}” is not a known {name}, so it is ignored."
        for name, known in lists.items()
        if (text := _text(query, name)) and text not in known
    ]
    sentences += [too_many_words(words_and_days(_text(query, "q"))[0])]
    if since and until and since.first > until.last:
        sentences.append(f"{since.in_words} is later than {until.in_words}: no day lies between them.")
    return tuple(sentence for sentence in sentences if sentence)


def _page(written: str) -> int:
    is_number = written.isascii() and written.isdigit() and len(written) <= len(str(LATEST_PAGE))
    return int(written) if is_number and 1 <= int(written) <= LATEST_PAGE else 1
