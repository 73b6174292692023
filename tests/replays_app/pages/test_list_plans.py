"""Lists of battles are read in the order of an index, from where a page begins, and nothing is sorted.

Asked of the database's plan, not of time: pages of 100,000 battles cost what those of 100 do.
"""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import QuerySet

from darkseas.web import paging
from replays_app.models import Listing
from replays_app.projections.battle_filters import ORDERS, filters_of, queries_of
from replays_app.seats import battle_access
from tests.support.library.library_battles import library_battle

pytestmark = pytest.mark.django_db

FILTERS: tuple[dict[str, str], ...] = (
    {},
    {"scenario": "cape-bon"},
    {"scenario": "cape-bon", "won": "allies"},
    {"won": "allies"},
    {"system": "dark_seas"},
    {"how": "aim"},
    {"length": "short"},
    {"scenario": "cape-bon", "how": "aim", "length": "short", "system": "dark_seas"},
)


def plan_of(rows: QuerySet[Listing]) -> str:
    """How the database goes about it; PostgreSQL would rather read a few rows whole and sort them."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    return rows.explain()


@pytest.mark.parametrize("sort", ORDERS)
@pytest.mark.parametrize("asked", FILTERS, ids=lambda asked: "+".join(asked) or "all")
def test_pages_of_a_list_come_from_an_index_in_its_order(asked: dict[str, str], sort: str) -> None:
    library_battle("cape-bon")
    row = Listing.objects.get()
    wanted = filters_of({**asked, "sort": sort})
    (public,) = battle_access.listings(AnonymousUser())
    (want,) = queries_of(wanted)
    found = public.filter(want).order_by(*wanted.order)
    field, last = (name.removeprefix("-") for name in wanted.order)
    value = getattr(row, field)
    sign = "lt" if wanted.order[0].startswith("-") else "gt"
    beyond = {f"{field}__{sign}": value}
    like = {field: value, f"{last}__gt": row.pk}
    for page in (found, found.filter(**beyond), found.filter(**like)):
        plan = plan_of(page[: paging.PAGE])
        assert re.search(r"listing_\w+", plan), plan
        assert not re.search(r"TEMP B-TREE|\bSort\b|Seq Scan on replays_app_listing", plan), plan
        assert "SCAN replays_app_listing" not in plan, plan
