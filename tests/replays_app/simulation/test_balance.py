"""The library's balances: fought, written down, read elsewhere."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.simulation import balance, library_balances
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision, Scenario
from scenarios_app.revisions.store import publish


@pytest.fixture
def spada(db: None) -> Revision:
    """A scenario of the library."""
    return publish(read_file(LIBRARY / "cape-spada.toml"), origin="library")


def test_command_fights_writes_and_another_site_reads(
    spada: Revision, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, file = io.StringIO(), tmp_path / "balances.json"
    monkeypatch.setattr(library_balances, "FILE", file)
    call_command("fight_library", "cape-spada", battles=6, stdout=out)
    assert out.getvalue().startswith("cape-spada: ")
    library_balances.write(file)
    kept = Balance.objects.get()
    assert json.loads(file.read_text())[0]["digest"] == spada.digest
    kept.delete()
    assert (library_balances.load(file), library_balances.load(file)) == (1, 0)
    loaded = balance.current(spada)
    assert loaded is not None
    assert (loaded.battles, loaded.wins, loaded.losses) == (6, kept.wins, kept.losses)


def test_balance_of_another_revision_or_release_does_not_count(spada: Revision, tmp_path: Path) -> None:
    line = {
        "scenario": "cape-spada",
        "battles": 6,
        "wins": {},
        "drawn": 6,
        "losses": {},
        "turns": 1,
        "entries": 1,
    }
    file = tmp_path / "balances.json"
    others = [
        {**line, "digest": "0" * 64, "release": RELEASE},
        {**line, "digest": spada.digest, "release": "r0"},
    ]
    file.write_text(json.dumps(others))
    assert library_balances.load(file) == 0
    assert balance.current(spada) is None


def test_unknown_scenario_is_named(spada: Revision) -> None:
    with pytest.raises(CommandError, match="atlantis"):
        call_command("fight_library", "atlantis")
    assert Scenario.objects.count() == 1
