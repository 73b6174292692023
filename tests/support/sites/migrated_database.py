"""The site's test database begins as a copy of one that was migrated before: ten seconds less each time."""

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.support.sites import migrated_postgres


def _is_sqlite() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")


def migrations_mark() -> str:
    """Return what tells one state of all migrations from another."""
    mark = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        if app.models_module is None:
            continue
        folder = Path(str(import_module(app.name).__file__)).parent / "migrations"
        for file in sorted(folder.glob("*.py")):
            mark.update(file.read_bytes())
    return mark.hexdigest()[:16]


@pytest.fixture(scope="session")
def migrated_copy(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an empty database with these migrations is kept, from run to run; not so if pytest keeps none."""
    cache = getattr(pytestconfig, "cache", None)
    folder = tmp_path_factory.mktemp("migrated") if cache is None else cache.mkdir("migrated")
    return Path(folder) / f"{migrations_mark()}.sqlite3"


@pytest.fixture(scope="session")
def alone_with_the_copy() -> Iterator[ExitStack]:
    """What holds off other processes that want the copy, until it is there."""
    with ExitStack() as held:
        yield held


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    migrated_copy: Path,
    alone_with_the_copy: ExitStack,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Put SQLite's test database into a file, as on a real site: threads share no connection."""
    default: dict[str, Any] = settings.DATABASES["default"]
    test: dict[str, Any] = default.setdefault("TEST", {})
    folder = tmp_path_factory.mktemp("database")
    if not _is_sqlite():
        if migrated_postgres.is_of_the_site():
            lent = migrated_postgres.template(migrations_mark(), folder)
            _, test["TEMPLATE"] = alone_with_the_copy.enter_context(lent)
        return
    if not migrated_copy.exists():
        lock = alone_with_the_copy.enter_context(migrated_copy.with_suffix(".lock").open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX)
    file = folder / "test.sqlite3"
    if migrated_copy.exists():
        alone_with_the_copy.close()
        shutil.copyfile(migrated_copy, file)
    test["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Let Django take the copy as it is: what it does not hold is migrated as ever."""
    return django_db_keepdb or _is_sqlite()


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    migrated_copy: Path,
    alone_with_the_copy: ExitStack,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Keep the database as it is before the first test, for the next run; nobody stays on PostgreSQL's."""
    if _is_sqlite() and not migrated_copy.exists():
        made = migrated_copy.with_suffix(f".{os.getpid()}")
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(made)])
        made.replace(migrated_copy)
    alone_with_the_copy.close()
    yield
    if connection.vendor == "postgresql":
        migrated_postgres.send_away(str(connection.settings_dict["NAME"]))
