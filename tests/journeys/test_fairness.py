"""A reader who trusts nobody checks a battle file in their own browser."""

import io
import zipfile

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.engine.log.battle_samples import DATA

pytestmark = pytest.mark.django_db(transaction=True)


def test_battle_file_is_checked_in_the_browser(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/fairness/")
    sound = (DATA / "battle-ds-dice-1.jsonl").read_bytes()
    chosen = page.get_by_label("Battle file")
    chosen.set_input_files({"name": "sound.jsonl", "mimeType": "application/jsonl", "buffer": sound})
    verdict = page.get_by_role("status")
    expect(verdict).to_contain_text("Sound: battle 1869c9d2a11e8ecde889aa06a8114033, 32 entries")
    expect(verdict).to_contain_text("10 derived, 0 at the table, 0 not revealed yet")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("READ-ME.txt", "Compare the head.")
        packed.writestr("sound.jsonl", sound)
    chosen.set_input_files({"name": "sound.zip", "mimeType": "application/zip", "buffer": archive.getvalue()})
    expect(verdict).to_contain_text("Sound: battle 1869c9d2a11e8ecde889aa06a8114033, 32 entries")
    line, place = sound.split(b"\n")[9], sound.index(sound.split(b"\n")[9])
    at = place + line.index(b"payload")
    changed = sound[:at] + b"P" + sound[at + 1 :]
    chosen.set_input_files({"name": "changed.jsonl", "mimeType": "application/jsonl", "buffer": changed})
    expect(verdict).to_contain_text("Refused at line 10:")
