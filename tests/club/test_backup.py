"""What comes back from a backup shows the same as before on every page that reckons something."""

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections
from django.db.utils import ConnectionHandler
from django.test import Client

from darkseas.club.models import (
    Club,
    Player,
    Result,
    ResultStep,
    ScenarioChoice,
    Season,
    SideBid,
    Tournament,
    Vote,
)
from darkseas.club.results import store
from darkseas.club.tournaments import tournament_states
from darkseas.club.tournaments.votes_and_bids import bids, scenario_votes
from darkseas.database import url
from replays_app.models import Finding
from tests.club import rebuild_results as rebuild
from tests.club.records.books import follow, year
from tests.club.results.club_events import DAY, facts, guest, joined, new_club, reported
from tests.club.tournaments.events import (
    asked_for_votes,
    bid_round,
    director_of,
    drawn,
    fought,
    peopled,
    running,
)
from tests.support.builders import register_toy, toy_battle

pytestmark = pytest.mark.django_db(transaction=True)

_CHANGES = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>|Cache-Control.*')


def a_house() -> Club:
    """A club with people, a year of results, ships, a closed tournament in a season that is over."""
    register_toy()
    club = new_club(rated_from=2)
    ann, bob = joined(club, "ann"), joined(club, "bob")
    year(club, [ann, bob, joined(club, "cat")], 12)
    plain = facts(ann, bob, battle=toy_battle("1").pk)
    sides = [replace(side, side=key) for side, key in zip(plain.sides, ("red", "blue"), strict=True)]
    store.confirm(store.report(club, ann, replace(plain, sides=tuple(sides))), bob)
    reported(ann, guest(club, "Hornblower"))
    tournament = running(4)
    season = Season.objects.create(
        club=club, name="Winter", first_day=DAY - timedelta(days=400), last_day=DAY + timedelta(days=1)
    )
    Tournament.objects.update(season=season)
    fought(drawn(tournament))
    tournament_states.move(director_of(club), tournament, Tournament.State.CLOSING)
    tournament_states.move(director_of(club), tournament, Tournament.State.CLOSED)
    chosen_and_bid_for()
    follow(club)
    return club


def chosen_and_bid_for() -> None:
    """A tournament with a vote that is sealed, and a table of which one bid is in."""
    made, (cat, *_) = peopled(2, ("una", "vic"), rounds=2)
    choice = asked_for_votes(made)
    scenario_votes.vote(cat, choice, 1)
    scenario_votes.close_early(director_of(made.club), choice, "All are here.")
    found = bid_round(made)
    pairing = found.pairings.select_related("round").get()
    bids.bid(cat, pairing, pairing.first_side, 7)
    scenario_votes.vote(cat, asked_for_votes(made), 2)


def shown() -> dict[str, str]:
    """Every page of the club that reckons something, as anybody gets it."""
    cache.clear()
    club, client = Club.objects.get(), Client()
    rooms = ["", "members/", "calendar/", "results/", "records/", "records/ships/", "tournaments/"]
    rooms += [f"tournaments/{slug}/" for slug in club.tournaments.values_list("slug", flat=True)]
    for slug, choice in ScenarioChoice.objects.order_by("pk").values_list("tournament__slug", "pk"):
        rooms += [f"tournaments/{slug}/tournament.json", f"tournaments/{slug}/choices/{choice}/"]
    for player in Player.objects.filter(club=club).order_by("pk"):
        rooms += [f"members/{player.pk}/", f"records/players/{player.pk}/"]
    pages = {}
    for room in [*rooms, "results/results.csv", "results/results.json", "results.atom"]:
        answer = client.get(f"/clubs/{club.slug}/{room}")
        assert answer.status_code == 200, room
        pages[room] = _CHANGES.sub("", answer.content.decode())
    return pages


@contextmanager
def instead(settings: dict[str, Any]) -> Iterator[None]:
    """Let the site have another database, as an instance of its own has."""
    ours = connections["default"]
    connections["default"] = ConnectionHandler({"default": settings})["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = ours


def database(path: Path) -> AbstractContextManager[None]:
    """Let the site have an SQLite database of its own."""
    return instead({**connections["default"].settings_dict, "NAME": str(path)})


def restored(kept: Path, address: str) -> subprocess.CompletedProcess[str]:
    """Restore as an operator does, into the database of an address."""
    environment = {**os.environ, "DATABASE_URL": address, "DARKSEAS_VAR": str(kept.parent / "var")}
    call = (sys.executable, "manage.py", "restore", str(kept))
    return subprocess.run(call, check=False, env=environment, capture_output=True, text=True, timeout=300)


def test_restored_instance_shows_what_the_first_one_did(tmp_path: Path) -> None:
    if connections["default"].vendor != "sqlite":
        with pytest.raises(CommandError, match="pg_dump"):
            call_command("back_up", tmp_path / "club.backup")
        return
    a_house()
    before, kept = shown(), tmp_path / "club.backup"
    call_command("back_up", kept)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="already exists"):
        call_command("back_up", kept)
    with pytest.raises(CommandError, match="into an empty one"):
        call_command("restore", kept)
    with contextlib.closing(sqlite3.connect(kept)) as file:
        file.execute('CREATE TRIGGER "a ""b" AFTER UPDATE ON members_member BEGIN DELETE FROM club_vote; END')
        file.execute("CREATE VIEW seen AS SELECT 1")
        file.commit()
    with database(tmp_path / "new.sqlite3"):
        call_command("restore", kept)
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
            assert {name for (name,) in cursor} & {'a "b', "seen"} == set()
        after = shown()
        assert after.keys() == before.keys()
        assert [page for page in before if after[page] != before[page]] == []
        assert SideBid.objects.get().points == 7
        assert Vote.objects.latest("pk").candidate.place == 2
        assert rebuild.rebuild(Club.objects.get()) == 0
        with pytest.raises(DatabaseError, match="append-only"):
            ResultStep.objects.all()._raw_delete("default")
        assert Result.objects.count() > 12


def test_site_moves_to_postgresql(tmp_path: Path, postgres_url: str) -> None:
    if connections["default"].vendor != "sqlite":
        pytest.skip("it moves from SQLite")
    a_house()
    before, kept = shown(), tmp_path / "club.backup"
    call_command("back_up", kept)
    counted = {model: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}
    other = tmp_path / "other.backup"
    shutil.copyfile(kept, other)
    with sqlite3.connect(other) as tables:
        tables.execute("DELETE FROM django_migrations WHERE name = '0018_stamps'")
    with instead(url.database(postgres_url)):
        assert "replays_app.0018_stamps" in restored(other, postgres_url).stderr
        told = restored(kept, postgres_url)
        assert told.returncode == 0, told.stderr
        after = shown()
        assert [page for page in before if after.get(page) != before[page]] == []
        assert {model: model._base_manager.count() for model in counted} == counted
        call_command("check_battles")
        assert not Finding.objects.exists()
        assert "has rows. Create a new" in restored(kept, postgres_url).stderr
        highest = Player.objects.latest("pk").pk
        assert Player.objects.create(club=Club.objects.get(), name="New").pk > highest
        with pytest.raises(DatabaseError, match="append-only"):
            ResultStep.objects.all()._raw_delete("default")


def test_file_that_is_no_backup_is_refused(tmp_path: Path) -> None:
    if connections["default"].vendor != "sqlite":
        pytest.skip("SQLite alone has the command")
    (tmp_path / "text").write_text("Dear diary")
    sqlite3.connect(tmp_path / "other.sqlite3").execute("CREATE TABLE a (b)")
    refusals = {"text": "not a backup", "other.sqlite3": "not a backup", "none": "not found"}
    for name, sentence in refusals.items():
        with database(tmp_path / f"new-{name}"), pytest.raises(CommandError, match=sentence):
            call_command("restore", tmp_path / name)
