"""A replay inside a page of somebody else's: it may be framed, and nothing else of the site may."""

import html
import re

import pytest
from django.test import Client

from replays_app.recording.start import start
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.support.library.library_battles import library_battle

pytestmark = pytest.mark.django_db


def test_only_the_embedded_replay_may_be_framed(client: Client) -> None:
    address = f"/battles/{library_battle().pk}/"
    embedded = client.get(f"{address}embed/")
    assert embedded.status_code == 200
    assert "X-Frame-Options" not in embedded.headers
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    for page in (address, f"{address}prose/", "/", "/login/"):
        answer = client.get(page)
        assert answer.headers["X-Frame-Options"] == "DENY", page
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], page


def test_embedded_replay_has_no_head_of_the_site_and_leads_out_of_the_frame(client: Client) -> None:
    battle = library_battle()
    text = client.get(f"/battles/{battle.pk}/embed/").content.decode()
    assert "site-head" not in text
    assert "/login/" not in text
    body = text.partition("<body")[2]
    links = re.findall(r"<a [^>]*>", body)
    inside = [link for link in links if 'target="_blank"' not in link]
    assert inside == ['<a class="skip" href="#main">']
    assert f'href="/battles/{battle.pk}/" target="_blank"' in body
    assert 'class="menu-sections"' not in body


def test_page_of_a_battle_tells_the_words_to_copy(client: Client) -> None:
    battle = library_battle()
    battle.title = 'Savo "Island" <b>'
    battle.save()
    text = client.get(f"/battles/{battle.pk}/prose/").content.decode()
    assert "<iframe" not in text
    frame = html.unescape(re.findall(r"<pre[^>]*><code>(.*?)</code>", text)[0])
    assert frame.startswith(f'<iframe src="http://testserver/battles/{battle.pk}/embed/" ')
    assert 'title="Savo &quot;Island&quot; &lt;b&gt;"' in frame
    Scenario.objects.update(visibility="private")
    assert client.get(f"/battles/{battle.pk}/prose/").status_code == 404


def test_running_battle_in_a_frame_is_the_observer_s(client: Client) -> None:
    battle = start(publish(read_file(LIBRARY / "cape-bon.toml"))).battle
    assert client.get(f"/battles/{battle.pk}/embed/").status_code == 200
    outline = client.get(f"/api/v1/battles/{battle.pk}/outline").json()
    assert [perspective["key"] for perspective in outline["perspectives"]] == ["observer"]
