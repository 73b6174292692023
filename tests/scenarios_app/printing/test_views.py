"""Where sheets are chosen and handed out: who may, what is refused, what a browser need not fetch again."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from darkseas.engine.scenario.spec import About
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.revisions.store import publish
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

SAVO = library_spec("savo-island")
CARD = "/library/savo-island/print/card.pdf"
PAGE = "/library/savo-island/print/"


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    """Forget what earlier tests asked for."""
    cache.clear()


@pytest.fixture
def revision() -> Revision:
    """Savo Island, published."""
    return publish(SAVO)


@every_case("sheet", ["card", "roster", "stickers", "map"])
def test_sheet_is_a_pdf_with_a_name(client: Client, revision: Revision, sheet: str) -> None:
    answer = client.get(f"{PAGE}{sheet}.pdf", {"paper": "letter"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == f'inline; filename="savo-island-{sheet}.pdf"'
    assert answer.content.startswith(b"%PDF-")
    assert b"/MediaBox [ 0 0 612 792 ]" in answer.content or b"/MediaBox [ 0 0 792 612 ]" in answer.content


def test_browser_that_knows_the_sheet_is_told_so(client: Client, revision: Revision) -> None:
    etag = client.get(CARD).headers["ETag"]
    again = client.get(CARD, headers={"if-none-match": etag})
    assert again.status_code == 304
    assert again.content == b""
    for said in ({"paper": "letter"}, {"side": "ijn"}):
        address = CARD.replace("card", "roster") if "side" in said else CARD
        assert client.get(address, said).headers["ETag"] != etag
    assert client.get(CARD, {"paper": "a4"}).headers["ETag"] == etag


def test_revision_of_former_days_is_printed_as_it_was(client: Client, revision: Revision) -> None:
    newer = publish(replace(SAVO, title="Savo again", about=About(summary="Shorter.")))
    first, second, now = (
        client.get(address).headers["ETag"]
        for address in (
            "/library/savo-island/revisions/1/print/card.pdf",
            "/library/savo-island/revisions/2/print/card.pdf",
            CARD,
        )
    )
    assert newer.number == 2
    assert first != second == now
    page = client.get("/library/savo-island/revisions/1/print/")
    assert b"/library/savo-island/revisions/1/print/map.pdf" in page.content


@every_case(
    "address",
    [
        "/library/savo-island/print/poster.pdf", "/library/savo-island/print/cards.pdf",
        "/library/nowhere/print/", "/library/nowhere/print/card.pdf",
        "/library/savo-island/revisions/7/print/card.pdf",
        "/library/savo-island/revisions/99999999999999999999/print/card.pdf",
    ],
)  # fmt: skip
def test_what_there_is_not_is_not_found(client: Client, revision: Revision, address: str) -> None:
    assert client.get(address).status_code == 404


@every_case(
    ("sheet", "said"),
    [
        ("card", {"paper": "a3"}), ("stickers", {"size": "1000"}), ("map", {"hex": "-1"}),
        ("map", {"hex": "0.0001"}), ("roster", {"side": "nobody"}), ("card", {"paper": "a4\x01"}),
    ],
)  # fmt: skip
def test_choice_that_there_is_not_is_refused_with_what_to_do(
    client: Client, revision: Revision, sheet: str, said: dict[str, str]
) -> None:
    answer = client.get(f"{PAGE}{sheet}.pdf", said)
    assert answer.status_code == 400
    assert b"Choose for" in answer.content


def test_only_reading_is_allowed(client: Client, revision: Revision) -> None:
    assert client.post(CARD).status_code == 405
    assert client.head(CARD).status_code == 200


def test_private_scenario_is_printed_by_its_owner_alone(client: Client, revision: Revision) -> None:
    Scenario.objects.update(owner=member("hipper"), visibility=Visibility.PRIVATE)
    addresses = (PAGE, CARD, "/library/savo-island/revisions/1/print/card.pdf")
    assert [client.get(address).status_code for address in addresses] == [404] * 3
    assert [logged_in("scheer").get(address).status_code for address in addresses] == [404] * 3
    assert [logged_in("hipper").get(address).status_code for address in addresses] == [200] * 3


def test_scenario_without_a_published_revision_is_not_found(client: Client) -> None:
    Scenario.objects.create(key="begun", system="dark_seas", title="Begun", owner=member("hipper"))
    assert logged_in("hipper").get("/library/begun/print/").status_code == 404


def test_who_asks_for_too_many_is_asked_to_wait(
    client: Client, revision: Revision, settings: Settings
) -> None:
    settings.MEMBER_LIMITS = {"print": {"address": (2, 600), "name": (3, 600)}}
    etag = client.get(CARD).headers["ETag"]
    assert client.get(CARD).status_code == 200
    refused = client.get(CARD)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get(CARD, headers={"if-none-match": etag}).status_code == 304
    assert client.get(PAGE).status_code == 200
    own = logged_in("hipper")
    assert [own.get(CARD).status_code for _ in range(4)] == [200, 200, 200, 429]


def test_members_may_print_more_than_strangers() -> None:
    limits = settings.MEMBER_LIMITS["print"]
    assert limits["name"][0] > limits["address"][0]


def test_page_offers_the_sheets_that_the_scenario_has(client: Client, revision: Revision) -> None:
    page = client.get(PAGE).content.decode()
    for sheet in ("card", "roster", "stickers", "map"):
        assert f'action="/library/savo-island/print/{sheet}.pdf"' in page
    assert "cards.pdf" not in page
    assert '<option value="ijn">Japan</option>' in page
    publish(read_file(LIBRARY / "convoy-hg-76.toml"))
    other = client.get("/library/convoy-hg-76/print/").content.decode()
    assert "cards.pdf" in other
    assert "map.pdf" not in other


def test_title_on_the_page_is_text(client: Client) -> None:
    publish(replace(SAVO, title="<script>alert(1)</script>"))
    assert b"<script>alert" not in client.get(PAGE).content
