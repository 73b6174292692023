"""A DATABASE_URL, read."""

import pytest

from darkseas.database.url import BadDatabaseURL, database


def test_postgresql_url_gives_each_part() -> None:
    entry = database("postgresql://fleet%40sea:pa%2Fss@db.example:5433/dark%20seas?sslmode=require")
    assert entry["ENGINE"] == "django.db.backends.postgresql"
    assert (entry["NAME"], entry["USER"], entry["PASSWORD"]) == ("dark seas", "fleet@sea", "pa/ss")
    assert (entry["HOST"], entry["PORT"]) == ("db.example", "5433")
    assert entry["OPTIONS"]["sslmode"] == "require"
    assert entry["CONN_MAX_AGE"] == 60
    assert "pool" not in entry["OPTIONS"]


def test_postgresql_pool_takes_the_place_of_kept_connections() -> None:
    entry = database("postgres://root@127.0.0.1/darkseas?pool=8")
    assert entry["OPTIONS"]["pool"]["max_size"] == 8
    assert entry["CONN_MAX_AGE"] == 0


def test_postgresql_does_not_wait_for_an_idle_transaction() -> None:
    entry = database("postgresql:///darkseas")
    assert entry["OPTIONS"]["options"] == "-c idle_in_transaction_session_timeout=30000"
    assert entry["HOST"] == ""


@pytest.mark.parametrize(
    ("url", "name"), [("sqlite:///log.sqlite3", "log.sqlite3"), ("sqlite:////srv/a%20b.db", "/srv/a b.db")]
)
def test_sqlite_url_gives_the_file_and_takes_the_lock_at_once(url: str, name: str) -> None:
    entry = database(url)
    assert entry["NAME"] == name
    assert entry["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert (entry["OPTIONS"]["timeout"], entry["CONN_MAX_AGE"]) == (20, 60)
    assert "synchronous=FULL" in entry["OPTIONS"]["init_command"]


@pytest.mark.parametrize(
    "url", ["mysql://root@127.0.0.1/x", "postgresql://root@127.0.0.1", "sqlite://", "darkseas"]
)
def test_other_url_is_refused(url: str) -> None:
    with pytest.raises(BadDatabaseURL, match="DATABASE_URL"):
        database(url)
