"""D-2: what was acknowledged is kept; the database in use is asked, not the settings."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from darkseas.database.durability import durability_findings

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_database_in_use_keeps_what_it_acknowledged() -> None:
    assert durability_findings(None, ["default"]) == []
    assert durability_findings(None, None) == []


@pytest.mark.django_db
def test_weaker_database_is_found() -> None:
    weaken, restore, expected = {
        "sqlite": (
            "PRAGMA recursive_triggers=OFF",
            "PRAGMA recursive_triggers=ON",
            "recursive_triggers is off",
        ),
        "postgresql": (
            "SET synchronous_commit=off",
            "SET synchronous_commit=on",
            "synchronous_commit is off",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(weaken)
        findings = durability_findings(None, ["default"])
        cursor.execute(restore)
    assert [finding.msg for finding in findings] == [f"Database 'default': {expected}"]
    assert findings[0].is_serious()


def check_of(database_url: str, var_dir: Path) -> subprocess.CompletedProcess[str]:
    """Run the site's database checks on a database, in a process of its own."""
    ours = {"DATABASE_URL": database_url, "DARKSEAS_VAR": str(var_dir), "DARKSEAS_NO_BOOTSTRAP": "1"}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--database", "default"],
        cwd=ROOT,
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_postgresql_passes_the_check(postgres_url: str, tmp_path: Path) -> None:
    result = check_of(postgres_url, tmp_path)
    assert result.returncode == 0, result.stderr


def test_check_refuses_postgresql_that_commits_late(postgres_url: str, tmp_path: Path) -> None:
    name = sql.Identifier(postgres_url.rsplit("/", 1)[1])
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(sql.SQL("ALTER DATABASE {} SET synchronous_commit = off").format(name))
    result = check_of(postgres_url, tmp_path)
    assert result.returncode == 1
    assert "synchronous_commit is off" in result.stderr
