"""P8: lists of 100, 10,000 and 100,000 battles: what a page takes of a processor, against that of the least.

Of ten battles one is fought against a bot and one lies on a private scenario, which lists do not show; five
scenarios share them, and five battles in all were ended by the umpire. Pages are asked in this process, as
requests, each of ten rows, so that there are as many to show among 100; a page in the middle is reached by
its cursor, and so is the last. Each says how many queries more it asks than the same page of the least list.
"""

import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from json import dumps
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from replays_app.models import Battle, Holding, Listing, Seat, Summary
from replays_app.projections.battle_filters import ORDERS
from replays_app.projections.listing import LENGTHS
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.revisions.store import publish

from .. import battles
from ..environment import Surroundings
from ..measuring import Goal, Report, cpu_seconds, spread

SIZES = (100, 10_000, 100_000)
ROUNDS = 7
CHUNK = 5_000
GOAL = Goal(target=1.5, floor=2, at_least=False)
FILTERS = (
    "", "scenario=savo-0", "scenario=savo-0&won=allies", "system=dark_seas", "how=aim", "how=umpire",
    "length=middle", "how=aim&length=long&scenario=savo-1", "q=savo", "q=savo+1",
)  # fmt: skip
#: Pages beside the first: behind which row each begins, of how many there are.
PLACES = {"in the middle": lambda rows: rows // 2, "the last": lambda rows: rows - 11}
WHOLE = ("/battles/", "/api/v1/battles", "/battles/new.atom")


def run(around: Surroundings) -> Report:
    """Measure P8."""
    report = Report("P8  lists of battles, by how many there are: a processor's time")
    least: dict[str, float] = {}
    fewest: dict[str, int] = {}
    ratios: dict[int, list[float]] = {size: [] for size in SIZES[1:]}
    with override_settings(ALLOWED_HOSTS=[*settings.ALLOWED_HOSTS, "testserver"]):
        revisions = _revisions()
        for size in SIZES:
            _grow(revisions, size)
            cache.clear()
            for what, address in _pages():
                times, queries = _times_of(address), _queries_of(address)
                middle = spread(times).median
                ratio = middle / least.setdefault(what, middle)
                more = f"{queries - fewest.setdefault(what, queries):+d} of {queries} queries"
                report.say(f"{size:>7,}  {what:<66} {middle:>6.1f} ms  x {ratio:.2f}  {more}")
                if size in ratios:
                    ratios[size].append(ratio)
    for size, all_pages in ratios.items():
        report.ratio(f"{size:,} battles ÷ {SIZES[0]}, the middle page of {len(all_pages)}", all_pages)
        report.ratio(f"{size:,} battles ÷ {SIZES[0]}, the dearest page", [max(all_pages)], GOAL)
    return report


def _pages() -> Iterator[tuple[str, str]]:
    """The pages to ask for: what each is called, and its address now."""
    for address in WHOLE:
        yield address, address
    for sort in ORDERS:
        for question in FILTERS:
            address = f"/battles/?count=10&sort={sort}&{question}"
            yield address, address
        for where in PLACES:
            address = f"/battles/?count=10&sort={sort}&cursor={_cursor(sort, where)}"
            yield f"/battles/?sort={sort}, {where}", address
    for where in PLACES:
        yield f"/api/v1/battles, {where}", f"/api/v1/battles?count=10&cursor={_cursor('newest', where)}"


def _cursor(sort: str, where: str) -> str:
    """Return the cursor of the row in the middle of a list, or of that before its last page."""
    names = [name.removeprefix("-") for name in ORDERS[sort]]
    shown = Listing.objects.filter(is_public=True, margin__isnull=False, turns__isnull=False)
    values = shown.order_by(*ORDERS[sort]).values_list(*names)[PLACES[where](shown.count())]
    texts = [value.isoformat() if hasattr(value, "isoformat") else str(value) for value in values]
    return urlsafe_b64encode(dumps(texts).encode()).decode().rstrip("=")


def _times_of(address: str) -> list[float]:
    """Return milliseconds of a processor in each round, as nobody in particular is answered."""
    client = Client()
    if client.get(address).status_code != 200:
        raise ValueError(f"no such page: {address}")
    return [1e3 * cpu_seconds(lambda: client.get(address)) for _ in range(ROUNDS)]


def _queries_of(address: str) -> int:
    """Return how many queries a page asks that was answered before."""
    with CaptureQueriesContext(connection) as queries:
        Client().get(address)
    return len(queries)


def _revisions() -> list[Revision]:
    """Publish the scenarios; the last is private."""
    spec = battles.spec()
    made = [
        publish(replace(spec, key=f"savo-{number}", title=f"Savo Island {number}")) for number in range(6)
    ]
    Scenario.objects.filter(key="savo-5").update(visibility=Visibility.PRIVATE)
    return made


def _grow(revisions: list[Revision], size: int) -> None:
    """Make battles until there are so many, an hour apart."""
    known, now, chance = Battle.objects.count(), timezone.now(), random.Random(size)
    for first in range(known, size, CHUNK):
        numbers = range(first, min(first + CHUNK, size))
        rows = [_battle(revisions, number, chance) for number in numbers]
        Battle.objects.bulk_create(rows)
        for number, row in zip(numbers, rows, strict=True):
            row.created_at = now - timedelta(hours=number)
        seats = Seat.objects.bulk_create(
            Seat(battle=row, side=side, participant="0" * 32) for row in rows for side in ("allies", "ijn")
        )
        Holding.objects.bulk_create(
            Holding(seat=seat, bot="captain", from_entry=0)
            for seat in seats
            if seat.side == "ijn" and seat.battle.status == Battle.Status.RUNNING
        )
        summaries = [_summary(row, number, chance) for number, row in zip(numbers, rows, strict=True)]
        Summary.objects.bulk_create(summaries)
        Listing.objects.bulk_create(_listing(summary, revisions) for summary in summaries)


def _battle(revisions: list[Revision], number: int, chance: random.Random) -> Battle:
    is_running, is_private = number % 10 == 3, number % 10 == 7
    return Battle(
        id=UUID(int=chance.getrandbits(128)), revision=revisions[5 if is_private else number % 5],
        title=f"Savo Island {number % 5}", system="dark_seas", release="r2", dice_scheme="table",
        status=Battle.Status.RUNNING if is_running else Battle.Status.FINISHED,
    )  # fmt: skip


def _summary(battle: Battle, number: int, chance: random.Random) -> Summary:
    is_of_umpire = number < 50 and number % 10 == 5
    return Summary(
        battle=battle, turns=chance.randint(2, 12), entries=300, winner=chance.choice(("allies", "ijn")),
        reason="", how="umpire" if is_of_umpire else chance.choice(("aim", "denied", "score")),
        margin=chance.randint(0, 1000), scores={"allies": "3", "ijn": "9"}, losses={},
    )  # fmt: skip


def _listing(known: Summary, revisions: list[Revision]) -> Listing:
    battle = known.battle
    row = Listing(
        battle=battle, scenario_id=battle.revision.scenario_id, system=battle.system,
        begun_at=battle.created_at, is_public=battle.is_over and battle.revision != revisions[5],
    )  # fmt: skip
    if battle.is_over:
        row.winner, row.how, row.turns, row.margin = known.winner, known.how, known.turns, known.margin
        row.length = next(key for key, (least, most) in LENGTHS.items() if least <= known.turns <= most)
    return row
