"""A backup holds accounts and keys of seats: whoever else is on the machine may not read it."""

import os
import stat
from pathlib import Path

import pytest
from django.db import connection

from darkseas.database.backups import back_up


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is backed up by pg_dump")
def test_backup_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        back_up(tmp_path / "backup.sqlite3")
    finally:
        os.umask(before)
    (made,) = tmp_path.iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
