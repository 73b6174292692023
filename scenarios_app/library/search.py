"""Finding a scenario: by words, navy, ship, date, theatre, rules system, size and length.

However many scenarios there are, a search is the same few queries: one counts by theatre, one finds the
page, two read what its cards show, one more the marks of a theatre's chart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import Case, Count, Exists, F, OrderBy, OuterRef, Q, QuerySet, When
from django.http import QueryDict

from darkseas.web.texts.human_dates import EXAMPLES, Days, read_days, words_and_days
from darkseas.web.texts.without_accents import plain
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
#: Scenarios on a page.
PAGE = 24
LATEST_PAGE = 10_000
THEATRE_KEYS = tuple(place.key for place in THEATRES)
#: Titles and places whose words are known when a question may be a slip.
MOST_TITLES = 2000
_A_DAY = timedelta(days=1)
#: Words of which people make a battle's name, whatever it is called here: they are not looked for.
SMALL_WORDS = frozenset(["action", "and", "at", "battle", "naval", "of", "off", "the"])

#: Bands of ships and turns: from, to (both included), in words.
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
    """What somebody looks for; what they do not care about is empty."""

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
        """Return the days that stand among the words: “Exeter 13 Dec 1939”."""
        return words_and_days(self.words)[1]

    @property
    def named(self) -> str:
        """Return the words without days, no more of them than are looked for."""
        return searched(words_and_days(self.words)[0])

    @property
    def sought(self) -> tuple[str, ...]:
        """Return the words that a scenario must have, in plain letters; small ones only where all are."""
        words = plain(without_prefixes(self.named)).split()
        return tuple(word for word in words if word not in SMALL_WORDS) or tuple(words)

    @property
    def readings(self) -> tuple[str, ...]:
        """Return a sentence for each day that others would read the other way round."""
        both = (self.days.both_read,) if self.days else ()
        bounds = (days.how_read for days in (self.since, self.until) if days)
        return tuple(dict.fromkeys(sentence for sentence in (*both, *bounds) if sentence))

    @property
    def is_open(self) -> bool:
        """Return whether nothing is asked for but a page of everything."""
        return self == Question(order=self.order, page=self.page)


@dataclass(frozen=True, slots=True)
class Matches:
    """A page of scenarios, how many there are in all, and how many in each theatre, were none chosen."""

    scenarios: list[Scenario]
    total: int
    by_theatre: Mapping[str, int]
    pages: int


def question_of(query: QueryDict) -> Question:
    """Return the question of an address; what makes no sense in it is left out, and `misread` says so."""
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
    """Return a page, of so many, of the scenarios that a person may see and that answer the question.

    ``annotate`` adds to the scenarios of the page what its cards ask beside.
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
    # Keys first: the database would sort all that answers with everything that a card shows.
    in_order = matching.order_by(*_called_so(question), *_order(question.order))
    keys = list(in_order.values_list("pk", flat=True)[first : first + most])
    page = annotate(Scenario.objects.filter(pk__in=keys)).defer("words")
    scenarios = sorted(page, key=lambda scenario: keys.index(scenario.pk))
    return Matches(scenarios, total, by_theatre, max(1, -(-total // most)))


def places(listed: QuerySet[Scenario], question: Question, most: int) -> QuerySet[Scenario]:
    """Return the first scenarios that answer, wherever their page, with what a mark on a chart shows."""
    here = answering(listed, question).filter(theatre_key=question.theatre, north__isnull=False)
    return here.order_by("day", "key").only("key", "title", "north", "east")[:most]


def instead(listed: QuerySet[Scenario], question: Question) -> dict[str, tuple[str, ...]]:
    """Return what may have been meant in the blanks `q` and `ship` of a question that finds nothing."""
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
    """Return whether anything answers to a question, in its theatre too."""
    matching = answering(listed, question)
    return (matching.filter(theatre_key=question.theatre) if question.theatre else matching).exists()


def nearest_to(listed: QuerySet[Scenario], days: Days) -> list[Scenario]:
    """Return the scenario last before some days, and the one first after them, as far as there are such."""
    dated = listed.filter(current__isnull=False).order_by("day", "title").only("key", "title", "date", "day")
    near = dated.filter(day__lt=days.first).last(), dated.filter(day__gt=days.last).first()
    return [scenario for scenario in near if scenario is not None]


def _names_in(listed: QuerySet[Scenario]) -> list[str]:
    """Return the words of scenarios, of commanders too, and after them titles as they are written."""
    current = listed.filter(current__isnull=False)
    rows = current.values_list("words", "title", "place", "theatre")[:MOST_TITLES]
    words = {word: None for row in rows for word in row[0].split()}
    return [*(word.capitalize() for word in words), *(name for row in rows for name in row[1:])]


def _called_so(question: Question) -> list[OrderBy]:
    """Return the order in which those come first whose title has all the words: Savo Island, not Savoia."""
    if not question.sought:
        return []
    called = Q()
    for word in question.sought:
        called &= Q(title__icontains=word)
    return [Case(When(called, then=0), default=1).asc()]


def _order(key: str) -> list[str | OrderBy]:
    return [F("day").asc(nulls_last=True) if name == "day" else name for name in ORDERS[key]]


def answering(listed: QuerySet[Scenario], question: Question) -> QuerySet[Scenario]:
    """Return the scenarios that answer to all of a question but its theatre, in no order of their own."""
    scenarios = listed.filter(current__isnull=False)
    days = question.days
    for word in question.sought:
        scenarios = scenarios.filter(words__contains=word)
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
    """Return whose name has these words, however they are written, with USS and its like or without."""
    known = [name.casefold() for name in ships_called(text)]
    return Q(name__contains=without_prefixes(text).casefold()) | Q(name__in=known)


def _of_columns(question: Question) -> Q:
    """Return what columns of the scenario itself answer."""
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
    """Return what was fought on these days; on the one of figures that are two days, or on the other."""
    within = _not_before(days) & _not_after(days)
    return within if days.turned is None else within | _within(Days(days.turned, days.turned))


def _not_before(days: Days) -> Q:
    """Return what was fought on the first of these days or later, in the night to it too."""
    eve = days.first - _A_DAY
    return Q(day__gte=eve) & (Q(day__gt=eve) | Q(card__night=NIGHT_AFTER))


def _not_after(days: Days) -> Q:
    """Return what was fought on the last of these days or before, in the night from it too."""
    morrow = days.last + _A_DAY
    return Q(day__lte=morrow) & (Q(day__lt=morrow) | Q(card__night=NIGHT_BEFORE))


def _text(query: QueryDict, name: str) -> str:
    return query.get(name, "").replace("\0", "")[:LONGEST_QUESTION].strip()


def _one_of(known: Mapping[str, object], query: QueryDict, name: str) -> str:
    text = _text(query, name)
    return text if text in known else ""


def _misread(query: QueryDict, since: Days | None, until: Days | None) -> tuple[str, ...]:
    """Return a sentence for each part of an address that cannot be understood, or can never be answered."""
    dates = {"From": ("since", since), "Until": ("until", until)}
    sentences = [
        f"{title} is left out: “{_text(query, name)}” is no date. Write one {EXAMPLES}."
        for title, (name, days) in dates.items()
        if _text(query, name) and days is None
    ]
    lists = {"theatre": THEATRE_KEYS, "size": SIZES, "length": LENGTHS, "order": ORDERS}
    sentences += [
        f"“{text}” is no {name} that can be chosen here, and is left out."
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
