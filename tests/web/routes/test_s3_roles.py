"""S-3: every address, asked by everybody: who is let in stands in a table, and an address beside it fails.

After a change the failing test says where the table of now lies: keep it once every new cell is meant.
"""

from pathlib import Path

import pytest

from .site_routes import SiteRoute, site_routes
from .world import ROLES, World, world

pytestmark = pytest.mark.django_db

HERE = Path(__file__).parent
#: On a scenario that everybody may see, and on one that is its holder's alone.
TABLES = {"public": HERE / "roles.txt", "private": HERE / "roles_private.txt"}
#: A table is asked in so many parts, each by a test of its own: several processors share them.
PARTS = 4


def row(cells: list[str]) -> str:
    """A line of the table."""
    return f"{cells[0]:7}{cells[1]:28}{''.join(f'{cell:10}' for cell in cells[2:])}".rstrip()


def rows_of(visibility: str) -> list[tuple[SiteRoute, str]]:
    """What a table asks: addresses with their methods.

    Where nothing stands in an address, what is private makes no difference.
    """
    routes = [one for one in site_routes() if visibility == "public" or one.parts]
    return [(route, method) for route in routes for method in route.methods]


def line_of(site: World, route: SiteRoute, method: str) -> str:
    """A line as the site is: the status that each role gets; tokens are asked for on the API alone."""
    cells = [
        "-"
        if role == "token" and not route.is_api
        else str(site.ask(role, method, site.address(route, role)).status_code)
        for role in ROLES
    ]
    return row([method, route.name, *cells])


def table_of(site: World, visibility: str) -> list[str]:
    """The table as the site is."""
    lines = [line_of(site, route, method) for route, method in rows_of(visibility)]
    return [row(["method", "address", *ROLES]), *lines]


def kept(visibility: str) -> list[str]:
    """The lines of the table that is kept, below its head."""
    return TABLES[visibility].read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("visibility", TABLES)
def test_s3_every_address_stands_in_the_table(visibility: str) -> None:
    known = [tuple(line.split()[:2]) for line in kept(visibility)]
    assert {(method, route.name) for route, method in rows_of(visibility)} == set(known)
    assert len(known) == len(set(known))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("visibility", TABLES)
def test_s3_everybody_gets_what_the_table_says(tmp_path: Path, visibility: str, part: int) -> None:
    site = world(visibility)
    table = kept(visibility)
    odd = [
        line
        for line in (line_of(site, *one) for one in rows_of(visibility)[part::PARTS])
        if line not in table
    ]
    now = tmp_path / TABLES[visibility].name
    if odd:
        now.write_text("\n".join(table_of(site, visibility)) + "\n", encoding="utf-8")
    assert odd == [], f"as it is now: {now}; keep it as {now.name} once every new cell is meant"


@pytest.mark.parametrize("visibility", TABLES)
def test_s3_table_lets_nobody_in_where_only_few_may(visibility: str) -> None:
    """What a table must say, for it may be kept in a hurry."""
    cells = {
        tuple(line.split()[:2]): dict(zip(ROLES, line.split()[2:], strict=True)) for line in kept(visibility)
    }
    assert [place for place, by_role in cells.items() if "500" in by_role.values()] == []
    for (method, name), by_role in cells.items():
        if name in ("battles-api:forms", "battles-api:orders", "battles-api:unsent"):
            assert by_role["anonymous"] == "401"
            assert {by_role["member"], by_role["moderator"]} <= {"403", "404"}
        if name.startswith("drafts-api:") and "scenario" not in name and name != "drafts-api:drafts":
            assert {by_role[who] for who in ("member", "other", "umpire", "moderator")} == {"404"}, name
        if method != "GET" and by_role["token"] != "-" and name not in READING:
            assert by_role["token"] == "403", name
        if name.startswith(("report-decide", "report-put", "reports", "source-decide", "sources")):
            assert by_role["moderator"] != by_role["member"], name


#: Nothing is changed by these, so a token that only reads may send to them.
READING = ("maps-api:read", "maps-api:write-tiled", "maps-api:from-coast")
