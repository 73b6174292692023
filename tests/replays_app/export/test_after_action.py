"""The after-action report: the whole tale in one file, and nothing but text in it."""

import re
from typing import Any

import pytest
from django.test import Client

from replays_app.export import after_action, whole_log_limits
from replays_app.models import Battle
from replays_app.recording.start import start
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.revisions.store import publish
from tests.support.library.library_battles import library_battle

pytestmark = pytest.mark.django_db


def text_of(client: Client, battle: Battle, **query: str) -> str:
    """The report as it is handed out."""
    answer = client.get(f"/battles/{battle.pk}/report.md", query)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    return answer.content.decode()


def test_report_tells_every_entry_under_its_turn_and_phase(client: Client) -> None:
    battle = library_battle()
    text = text_of(client, battle)
    assert text.startswith("# Savo Island\n")
    assert "- **Result:** Victory: " in text
    assert f"- **On the map:** <http://testserver/battles/{battle.pk}/>" in text
    assert [int(number) for number in re.findall(r"^- `(\d+)` ", text, re.MULTILINE)] == list(
        range(battle.summary.entries)
    )
    turns = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert turns == ["Before turn 1", *(f"Turn {turn}" for turn in range(1, len(turns)))]
    assert re.search(r"^### Combat\n\n- ", text, re.MULTILINE)
    assert re.search(r"^- `\d+` .* fire on .*, rolled \d+ – .*\(§18f\)  \n  _.*; total ", text, re.MULTILINE)


def test_report_of_a_long_battle_is_whole(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(client, library_battle())
    monkeypatch.setattr("replays_app.replay.lines.MOST_LINES", 17)
    assert text_of(client, library_battle()) == text


def test_report_of_a_broken_log_says_where_it_ends(client: Client) -> None:
    battle = library_battle()
    assert "cannot be verified" not in text_of(client, battle)
    Battle.objects.filter(pk=battle.pk).update(broken_at=40)
    text = text_of(client, battle)
    assert re.findall(r"^- `(\d+)` ", text, re.MULTILINE)[-1] == "39"
    assert text.endswith("The rest of this log cannot be verified. Everything above is sound.**\n")


def test_report_of_a_side_holds_what_it_may_know(client: Client) -> None:
    battle = library_battle()
    truth, allies = text_of(client, battle), text_of(client, battle, **{"as": "allies"})
    assert "- **Seen by:** Allies\n" in allies
    assert len(allies) < len(truth)
    assert client.get(f"/battles/{battle.pk}/report.md", {"as": "nobody"}).status_code == 403


def test_report_of_a_running_battle_is_what_everybody_may_know(client: Client) -> None:
    battle = start(publish(read_file(LIBRARY / "cape-bon.toml"))).battle
    assert "- **Result:** still being fought\n" in text_of(client, battle)
    for secret in ("all", "italy", "allies"):
        assert client.get(f"/battles/{battle.pk}/report.md", {"as": secret}).status_code == 403


def test_report_may_leave_the_result_out_of_its_head(client: Client) -> None:
    battle = library_battle()
    address = f"/battles/{battle.pk}/report.md"
    told, hidden = (client.get(f"{address}{query}").content.decode() for query in ("", "?result=hidden"))
    heads = [text.partition("\n## ")[0] for text in (told, hidden)]
    assert re.search(r"\*\*Result:\*\* (Victory|No victor)", heads[0])
    assert "**Result:** told at the end" in heads[1]
    assert "Victory" not in heads[1]
    assert told.partition("\n## ")[2] == hidden.partition("\n## ")[2]


def test_titles_stay_text(client: Client) -> None:
    title = "Night [here](javascript:x)\n# Heading <img src=x> `code` *loud*"
    first, *_ = after_action.head_lines(title, "http://testserver/", {})
    assert first == (r"# Night \[here\](javascript:x) \# Heading \<img src=x\> \`code\` \*loud\*")


def test_tale_of_a_battle_that_is_over_is_told_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = library_battle()
    text = text_of(client, battle)
    monkeypatch.setattr(after_action, "_tale", lambda *_: iter(["another"]))
    assert text_of(client, battle) == text
    observed = text_of(client, battle, **{"as": "observer"})
    assert observed.endswith("another\n")
    Battle.objects.filter(pk=battle.pk).update(broken_at=40)
    assert text_of(client, battle).endswith("another\n")


def test_kept_tale_does_not_outlive_the_code_that_told_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = library_battle()
    text_of(client, battle)
    monkeypatch.setattr(after_action, "_tale", lambda *_: iter(["told anew"]))
    monkeypatch.setattr(after_action, "code_version", lambda: 16 * "f")
    assert text_of(client, battle).endswith("told anew\n")


def test_whole_logs_are_counted_the_longer_the_more(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    battle = library_battle()
    settings.MEMBER_LIMITS = {**settings.MEMBER_LIMITS, "whole_log": {"address": (5, 600)}}
    monkeypatch.setattr(whole_log_limits, "ENTRIES_A_TRY", battle.summary.entries)
    report, export = f"/battles/{battle.pk}/report.md", f"/api/v1/battles/{battle.pk}/export"
    assert [client.get(export).status_code for _ in range(2)] == [200, 200]
    assert client.get(report).status_code == 200
    refused = client.get(f"{export}?with=verifier")
    assert client.get(f"/api/v1/battles/{battle.pk}/events?format=ndjson").status_code == 429
    assert (refused.status_code, refused.headers["Content-Type"]) == (429, "application/problem+json")
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get(report).status_code == 200  # it is kept
    assert client.get(report, {"as": "observer"}).status_code == 429


def test_battle_beyond_the_bound_is_told_by_no_report(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = library_battle()
    monkeypatch.setattr(whole_log_limits, "MOST_TOLD", battle.summary.entries)
    assert client.get(f"/battles/{battle.pk}/report.md").status_code == 200
    monkeypatch.setattr(whole_log_limits, "MOST_TOLD", battle.summary.entries - 1)
    refused = client.get(f"/battles/{battle.pk}/report.md")
    assert refused.status_code == 422
    assert "Read the text log page by page" in refused.content.decode()


def test_pages_offer_what_may_be_taken_along(client: Client) -> None:
    finished = library_battle()
    text = client.get(f"/battles/{finished.pk}/prose/").content.decode()
    links = re.findall(r'href="([^"]+)" download', text)
    assert len(links) == 4
    assert {client.get(link.replace("&amp;", "&")).status_code for link in links} == {200}
    running = start(publish(read_file(LIBRARY / "cape-bon.toml"))).battle
    text = client.get(f"/battles/{running.pk}/prose/").content.decode()
    assert re.findall(r'href="([^"]+)" download', text) == [f"/battles/{running.pk}/report.md?as=observer"]
