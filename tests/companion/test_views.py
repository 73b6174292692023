"""Pages of the rules companion, and the notes that ids open."""

import json
from html import unescape

import pytest
from django.test import Client

from darkseas.companion.rule_notes import notes_address, notes_of, rule_slug
from darkseas.engine.system import RulesSystem
from darkseas.rules.dark_seas import SYSTEM as DARK_SEAS
from tests.rules.conformance.bot_battles import SYSTEMS

pytestmark = pytest.mark.django_db

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def text_of(client: Client, address: str) -> str:
    """A page's source, with the signs that it shows."""
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_list_leads_to_every_system(client: Client) -> None:
    page = text_of(client, "/rules/")
    for system in SYSTEMS:
        assert f'href="/rules/{system.key}/"' in page
        assert system.author in page


@every_system
def test_rules_of_a_system_have_all_their_parts(client: Client, system: RulesSystem) -> None:
    page = text_of(client, f"/rules/{system.key}/")
    companion = system.companion
    for text in (text for lesson in companion.lessons for text in lesson.text):
        assert text in page
    for table in companion.tables:
        assert f'id="table-{table.key}"' in page
    for entry in companion.entries.values():
        assert f'href="/rules/{system.key}/{rule_slug(entry.id)}/"' in page
    for part in ("ten-minutes", "sticker", "marks", "tables", "ids", "game"):
        assert f'id="{part}"' in page
        assert f'href="#{part}"' in page
    assert all(link.address in page for link in companion.links)
    assert f'data-rule-notes="{notes_address(system)}"' in page


@every_system
def test_every_entry_has_a_page(client: Client, system: RulesSystem) -> None:
    addresses = {f"/rules/{system.key}/{rule_slug(rule)}/" for rule in system.companion.entries}
    assert len(addresses) == len(system.companion.entries)
    for entry in system.companion.entries.values():
        page = text_of(client, f"/rules/{system.key}/{rule_slug(entry.id)}/")
        assert entry.title in page
        assert entry.text in page
        assert all(f'data-rule="{related}"' in page for related in entry.related)


def test_entry_says_where_it_may_be_seen_and_chosen(client: Client) -> None:
    shooting = text_of(client, "/rules/dark_seas/18f/")
    example = DARK_SEAS.companion.examples["§18f"]
    assert f'href="/battles/{example.battle}/#e{example.entry}"' in shooting
    assert 'href="/rules/dark_seas/#table-fixed"' in shooting
    sealed = text_of(client, "/rules/dark_seas/ds-r29/")
    assert "Evasion and attacks are declared: table, sealed" in sealed
    assert 'rel="prev">DS-R28<' in sealed
    assert 'rel="next">DS-R30<' in sealed


@pytest.mark.parametrize(
    "address", ["/rules/chess/", "/rules/chess/1/", "/rules/dark_seas/99z/", "/rules/dark_seas/fb-1/"]
)
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_notes_are_kept_for_ever_and_old_ones_lead_to_those_of_now(client: Client) -> None:
    address = notes_address(DARK_SEAS)
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "application/json"
    assert "immutable" in answer.headers["Cache-Control"]
    assert notes_of(DARK_SEAS).digest in address
    notes = json.loads(answer.content)
    assert notes.keys() == DARK_SEAS.companion.entries.keys()
    assert notes["§14a"]["title"] == "Movement phase"
    old = client.get("/rules/dark_seas/notes-0123456789ab.json")
    assert (old.status_code, old.headers["Location"]) == (302, address)
    assert "immutable" not in old.headers.get("Cache-Control", "")


@pytest.mark.parametrize("address", ["/", "/about/", "/library/", "/battles/"])
def test_pages_lead_to_the_rules(client: Client, address: str) -> None:
    assert text_of(client, address).count('href="/rules/"') >= 2
