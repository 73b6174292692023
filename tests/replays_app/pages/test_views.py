"""Pages of battles: the list, the frame of the replay, the prose."""

import json
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from darkseas.engine.presentation.words import points_text
from replays_app.log import store as log_store
from replays_app.models import Battle, Listing
from replays_app.projections.endings import PHRASES
from replays_app.recording.start import start
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.revisions.store import publish
from tests.support.library.library_battles import library_battle
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


class Inline(HTMLParser):
    """Collects what the content policy would refuse: scripts, styles and handlers inside a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_code = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if is_code or tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.tags.append(self.get_starttag_text() or tag)


def imports_of(name: str) -> set[str]:
    """Return the modules that a module of the viewer imports, and theirs, as the site serves them."""
    modules: set[str] = set()
    waiting = [name]
    while waiting:
        importer = waiting.pop()
        found = finders.find(importer)
        assert found is not None
        text = Path(found).read_text(encoding="utf-8")
        named = re.findall(r'^import [^;]*? from "(\..+?)";$', text, re.MULTILINE)
        new = {posixpath.normpath(f"{posixpath.dirname(importer)}/{path}") for path in named} - modules
        modules |= new
        waiting += new
    return modules


def running_battle() -> Battle:
    """A battle that has only begun."""
    return start(publish(read_file(LIBRARY / "cape-bon.toml"))).battle


def test_replay_page_frames_the_battle(client: Client) -> None:
    battle = library_battle()
    text = one_line(client.get(f"/battles/{battle.pk}/").content.decode())
    assert f'data-api="/api/v1/battles/{battle.pk}/"' in text
    assert "maps/coast/ironbottom_sound.json" in text
    assert f'href="/battles/{battle.pk}/prose/"' in text
    assert 'href="/library/savo-island/"' in text
    assert "Victory: " in text


def test_replay_knows_the_pages_of_its_ships_and_a_frame_does_not(client: Client) -> None:
    battle = library_battle()
    text = one_line(client.get(f"/battles/{battle.pk}/").content.decode())
    (brought,) = re.findall(r'<script id="ship-pages" type="application/json">(.*?)</script>', text)
    pages = json.loads(brought)
    assert pages["chokai"] == "/ships/ijn-takao-early/chokai/"
    assert client.get(pages["chokai"]).status_code == 200
    assert "ship-pages" not in one_line(client.get(f"/battles/{battle.pk}/embed/").content.decode())


def test_replay_page_loads_every_module_at_once(client: Client) -> None:
    text = one_line(client.get(f"/battles/{library_battle().pk}/").content.decode())
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/([^"]+)"', text))
    assert preloaded == imports_of("replays_app/replay_page/page.js")


def test_replay_page_of_a_running_battle_tells_no_result(client: Client) -> None:
    text = one_line(client.get(f"/battles/{running_battle().pk}/").content.decode())
    assert "Victory" not in text
    assert '<p id="result" class="result tells-result" hidden></p>' in text


@pytest.mark.parametrize("page", ["", "prose/"])
def test_battle_that_is_not_there_is_not_found(client: Client, page: str) -> None:
    assert client.get(f"/battles/00000000-0000-4000-8000-000000000000/{page}").status_code == 404


def test_prose_tells_the_whole_battle_page_by_page(client: Client) -> None:
    battle = library_battle(seed="h")
    numbers: list[int] = []
    page = 1
    while True:
        text = one_line(client.get(f"/battles/{battle.pk}/prose/", {"page": page}).content.decode())
        numbers += [int(n) for n in re.findall(r'id="e(\d+)"', text)]
        if f"page={page + 1}" not in text:
            break
        page += 1
    assert numbers == list(range(battle.summary.entries))
    assert page > 1


def test_prose_begins_with_the_battle_in_short(client: Client) -> None:
    address = f"/battles/{library_battle().pk}/prose/"
    text = one_line(client.get(address).content.decode())
    first, tale = text.split('<article class="tale"')
    assert "Japan won in turn " in first
    assert "Decisive moments" in first
    assert "For the first time: " in first
    assert 'id="in-short-title"' not in one_line(client.get(address, {"page": 2}).content.decode())
    assert "<details" in tale.split('id="e1"')[0]
    assert "<details" not in tale.split('id="e1"')[1]


@pytest.mark.parametrize("page", ["prose", "seats"])
def test_head_of_a_log_stands_where_it_can_be_noted_once_the_battle_is_over(
    client: Client, page: str
) -> None:
    battle = library_battle()
    head = log_store.rows(battle.pk)[-1].link.hex()
    text = one_line(client.get(f"/battles/{battle.pk}/{page}/").content.decode())
    assert "The head of this log" in text
    assert head in text
    running = one_line(client.get(f"/battles/{running_battle().pk}/{page}/").content.decode())
    assert "The head of this log" not in running


def test_result_of_the_tale_is_in_what_is_hidden_on_wish(client: Client) -> None:
    text = one_line(client.get(f"/battles/{library_battle().pk}/prose/").content.decode())
    shown, _, hidden = text.partition('<div class="result-part">')
    told = hidden.partition('<div class="tells-result">')[2].partition("<nav")[0]
    assert "Victory: " in told
    assert "Summary" in told
    assert "Victory: " not in shown
    assert 'id="hide-result"' in hidden


def test_prose_has_turns_phases_and_citations(client: Client) -> None:
    text = one_line(client.get(f"/battles/{library_battle().pk}/prose/").content.decode())
    assert ">Turn 1</h2>" in text
    contents = text.partition('<nav class="contents"')[2].partition("</nav>")[0]
    turns = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>', contents)
    assert turns == re.findall(r'<h2 id="([\w-]+)">([^<]+)</h2>', text.partition('class="tale"')[2])
    assert len(turns) > 1
    assert "<h3>Movement</h3>" in text
    assert '<span class="cites">' in text


def test_ids_in_prose_lead_to_what_they_decide(client: Client) -> None:
    text = one_line(client.get(f"/battles/{library_battle().pk}/prose/").content.decode())
    assert '<a class="rule" href="/rules/dark_seas/14a/" data-rule="§14a">§14a</a>' in text
    assert 'data-rules="/rules/dark_seas/"' in text


def test_prose_with_sums_tells_what_else_the_dice_might_have_done(client: Client) -> None:
    battle = library_battle(seed="h")
    address = f"/battles/{battle.pk}/prose/"
    short = one_line(client.get(address, {"page": 1}).content.decode())
    assert "Else 1" not in short
    assert "page=1&amp;sums=1" in short
    long = one_line(client.get(f"{address}?page=1&sums=1").content.decode())
    assert re.search(r"D12 at [^:]* : 1: \S+ [a-z ]+ \(\d+ %\)\. Else ", long)
    assert "page=2&amp;sums=1" in long
    assert re.findall(r'id="e(\d+)"', long) == re.findall(r'id="e(\d+)"', short)


def test_prose_has_no_other_pages(client: Client, subtests: pytest.Subtests) -> None:
    for page in ["0", "-1", "x", "²", "9" * 30, "500"]:
        with subtests.test(page=page):
            assert client.get(f"/battles/{library_battle().pk}/prose/", {"page": page}).status_code == 404


def test_prose_from_a_side_is_shorter_than_the_truth(client: Client) -> None:
    address = f"/battles/{library_battle().pk}/prose/"
    truth = one_line(client.get(address).content.decode())
    assert one_line(client.get(address, {"as": "allies"}).content.decode()) != truth
    assert client.get(address, {"as": "nobody"}).status_code == 403


def test_prose_of_a_running_battle_is_what_everybody_may_know(client: Client) -> None:
    address = f"/battles/{running_battle().pk}/prose/"
    assert client.get(address).status_code == 200
    for secret in ("all", "italy", "allies"):
        assert client.get(address, {"as": secret}).status_code == 403


def test_battles_are_listed_newest_first(client: Client) -> None:
    assert "No battles yet. Choose a scenario in" in one_line(client.get("/battles/").content.decode())
    first, second = library_battle("cape-bon"), library_battle()
    text = one_line(client.get("/battles/").content.decode())
    assert text.index(str(second.pk)) < text.index(str(first.pk))


def test_list_tells_how_battles_ended_and_nothing_of_those_that_run(client: Client) -> None:
    won, running = library_battle(), running_battle()
    seat = running.seats.first()
    assert seat is not None
    taking_seats.sit(seat, Holder(visitor="0" * 64), 0)
    rows = re.findall(r"<tr>.*?</tr>", one_line(client.get("/battles/").content.decode()), re.DOTALL)
    of = {battle.pk: next(row for row in rows if str(battle.pk) in row) for battle in (won, running)}
    names = {side["key"]: side["name"] for side in won.revision.scenario.card["sides"]}
    assert f"{names[won.summary.winner]} won</span>: {PHRASES[won.summary.how]}" in of[won.pk]
    points = ", ".join(f"{name} {points_text(won.summary.scores[side])}" for side, name in names.items())
    assert points in of[won.pk]
    assert f"/battles/{won.pk}/picture.png?size=small" in of[won.pk]
    hidden = f'class="instead-of-result" src="/battles/{won.pk}/picture.png?size=small&amp;result=hidden"'
    assert hidden in of[won.pk]
    assert "picture.png" not in of[running.pk]
    assert ">running</td>" in of[running.pk]
    assert "won" not in of[running.pk]


def test_list_of_battles_costs_the_same_for_one_and_for_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    library_battle("cape-bon")
    with django_assert_num_queries(3):  # the battles, who fought them, and which sides have won at all
        client.get("/battles/")
    library_battle("cape-bon", "b")
    library_battle("cape-bon", "c")
    with django_assert_num_queries(3):
        client.get("/battles/")


@pytest.mark.parametrize(
    "address", ["/", "/library/", "/library/savo-island/", "/about/", "/battles/", "{}", "{}prose/"]
)
def test_no_page_holds_what_the_content_policy_refuses(client: Client, address: str) -> None:
    battle = library_battle()
    answer = client.get(address.format(f"/battles/{battle.pk}/"))
    assert answer.status_code == 200
    inline = Inline()
    inline.feed(one_line(answer.content.decode()))
    assert inline.tags == []


def test_page_of_prose_that_cannot_be_is_not_found(client: Client, subtests: pytest.Subtests) -> None:
    for page in ["0", "100001", "x", "٣", "000000001" + "9" * 30, "1" * 5000]:
        with subtests.test(page=page):
            assert client.get(f"/battles/{running_battle().pk}/prose/", {"page": page}).status_code == 404


def test_battles_are_found_by_words_and_days_as_people_write_them(client: Client) -> None:
    savo, bon = library_battle("savo-island"), library_battle("cape-bon")

    def listed(**asked: str) -> set[str]:
        text = one_line(client.get("/battles/", asked).content.decode())
        return {str(battle.pk) for battle in (savo, bon) if f"/battles/{battle.pk}/" in text}

    assert listed() == {str(savo.pk), str(bon.pk)}
    assert listed(q="USS Chicago") == listed(q="Mikawa") == listed(since="7.8.1942") == {str(savo.pk)}
    assert listed(q="SAVO island", until="Aug 1942") == {str(savo.pk)}
    assert listed(until="1941") == listed(q="Sikh") == {str(bon.pk)}
    assert listed(q="zeppelin") == listed(q="!!!") == listed(q="鳥海") == set()
    Listing.objects.filter(battle=bon).update(own_title="Nuit de Łódź: U-99")
    for words in ("lodz", "ŁÓDŹ", "Lo\u0301dz", "u99", "U 99", "nuit, lodz!"):
        assert listed(q=words) == {str(bon.pk)}


def test_a_question_to_the_battles_says_what_was_not_understood(client: Client) -> None:
    library_battle("savo-island")
    text = one_line(client.get("/battles/", {"since": "yesterday"}).content.decode())
    assert "From is ignored: “yesterday” is not a date." in text
    assert ">1 battle." in one_line(client.get("/battles/", {"q": "savo"}).content.decode())
    slip = one_line(client.get("/battles/", {"q": "Chicgo"}).content.decode())
    assert '<a href="?q=Chicago">Chicago</a>' in slip
    assert ">0 battles." in slip
