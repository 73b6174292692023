"""Finding a scenario: by words, navy, ship, date, theatre, rules system, size and length.

However many scenarios there are, a search is the same few queries: one counts by theatre, one finds the
page, two read what its cards show, one more the marks of a theatre's chart.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, F, OrderBy, OuterRef, Q, QuerySet
from django.http import QueryDict

from scenarios_app.models import Scenario, ScenarioNavy, ScenarioShip
from scenarios_app.revisions.theatres import theatre

LONGEST_QUESTION = 100
#: Scenarios on a page.
PAGE = 24
LATEST_PAGE = 10_000

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
    since: date | None = None
    until: date | None = None
    theatre: str = ""
    system: str = ""
    size: str = ""
    length: str = ""
    order: str = "date"
    page: int = 1

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
    """Return the question of an address; what makes no sense in it is left out."""
    return Question(
        words=_text(query, "q"),
        navy=_text(query, "navy")[:20],
        ship=_text(query, "ship"),
        since=_day(_text(query, "since"), "01-01"),
        until=_day(_text(query, "until"), "12-31"),
        theatre=key if theatre(key := _text(query, "theatre")) else "",
        system=_text(query, "system")[:40],
        size=_one_of(SIZES, query, "size"),
        length=_one_of(LENGTHS, query, "length"),
        order=_one_of(ORDERS, query, "order") or "date",
        page=_page(_text(query, "page")),
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
    answering = _answering(listed, question)
    counts = answering.order_by().values("theatre_key").annotate(number=Count("pk"))
    by_theatre = {row["theatre_key"]: row["number"] for row in counts}
    if question.theatre:
        answering = answering.filter(theatre_key=question.theatre)
        total = by_theatre.get(question.theatre, 0)
    else:
        total = sum(by_theatre.values())
    first = (question.page - 1) * most
    # Keys first: the database would sort all that answers with everything that a card shows.
    keys = list(
        answering.order_by(*_order(question.order)).values_list("pk", flat=True)[first : first + most]
    )
    page = annotate(Scenario.objects.filter(pk__in=keys)).defer("words")
    in_order = sorted(page, key=lambda scenario: keys.index(scenario.pk))
    return Matches(in_order, total, by_theatre, max(1, -(-total // most)))


def places(listed: QuerySet[Scenario], question: Question, most: int) -> QuerySet[Scenario]:
    """Return the first scenarios that answer, wherever their page, with what a mark on a chart shows."""
    here = _answering(listed, question).filter(theatre_key=question.theatre, north__isnull=False)
    return here.order_by("day", "key").only("key", "title", "north", "east")[:most]


def _order(key: str) -> list[str | OrderBy]:
    return [F("day").asc(nulls_last=True) if name == "day" else name for name in ORDERS[key]]


def _answering(listed: QuerySet[Scenario], question: Question) -> QuerySet[Scenario]:
    scenarios = listed.filter(current__isnull=False)
    for word in question.words.casefold().split():
        scenarios = scenarios.filter(words__contains=word)
    if question.navy:
        scenarios = scenarios.filter(
            Exists(ScenarioNavy.objects.filter(scenario=OuterRef("pk"), navy=question.navy))
        )
    if question.ship:
        ships = ScenarioShip.objects.filter(scenario=OuterRef("pk"), name__contains=question.ship.casefold())
        scenarios = scenarios.filter(Exists(ships))
    return scenarios.filter(_plain(question))


def _plain(question: Question) -> Q:
    """Return what columns of the scenario itself answer."""
    condition = Q()
    if question.since:
        condition &= Q(day__gte=question.since)
    if question.until:
        condition &= Q(day__lte=question.until)
    if question.system:
        condition &= Q(system=question.system)
    if question.size:
        condition &= Q(ships__range=SIZES[question.size][:2])
    if question.length:
        condition &= Q(turns__range=LENGTHS[question.length][:2])
    return condition


def _text(query: QueryDict, name: str) -> str:
    return query.get(name, "").replace("\0", "")[:LONGEST_QUESTION].strip()


def _one_of(known: Mapping[str, object], query: QueryDict, name: str) -> str:
    text = _text(query, name)
    return text if text in known else ""


def _day(written: str, rest: str) -> date | None:
    """Return a day, or the first or last day of a year that stands alone."""
    if len(written) == 4 and written.isdigit():
        written = f"{written}-{rest}"
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _page(written: str) -> int:
    is_number = written.isascii() and written.isdigit() and len(written) <= len(str(LATEST_PAGE))
    return int(written) if is_number and 1 <= int(written) <= LATEST_PAGE else 1
