"""Settings as the environment makes them, each asked of a fresh process."""

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.environment import values

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {
    "DARKSEAS_HOSTS": "darkseas.example",
    "DARKSEAS_SECRET_KEY": "k" * 25 + "0123456789-abcdefghijklmnopq",
}


def python(call: list[str], var_dir: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder with this environment and nothing else of ours."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DARKSEAS_")}
    for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        clean.pop(name, None)
    ours = {"DARKSEAS_VAR": str(var_dir), "DARKSEAS_NO_BOOTSTRAP": "1", **environment}
    return subprocess.run(
        [sys.executable, *call],
        cwd=ROOT,
        env={**clean, **ours},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def settings_with(names: list[str], var_dir: Path, **environment: str) -> dict[str, Json]:
    """Return these settings as a fresh process has them."""
    code = (
        "import json; from darkseas import settings\n"
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
    )
    result = python(["-c", code], var_dir, **environment)
    assert result.returncode == 0, result.stderr
    found: dict[str, Json] = json.loads(result.stdout)
    return found


def test_local_site_needs_nothing_from_the_environment(tmp_path: Path) -> None:
    names = ["DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECRET_KEY", "CELERY_BROKER_URL"]
    found = settings_with(names, tmp_path)
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["SESSION_COOKIE_SECURE"] is False
    assert found["CELERY_BROKER_URL"] == "memory://"
    assert len(str(found["SECRET_KEY"])) > 50


def test_local_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as processes:
        keys = set(processes.map(lambda _: settings_with(["SECRET_KEY"], tmp_path)["SECRET_KEY"], range(4)))
    assert len(keys) == 1
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key"]


def test_public_site_asks_for_its_key(tmp_path: Path) -> None:
    result = python(["-c", "import darkseas.settings"], tmp_path, DARKSEAS_HOSTS="darkseas.example")
    assert result.returncode == 1
    assert "DARKSEAS_SECRET_KEY" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("key", ["short", "k" * 64])
def test_key_that_could_be_guessed_is_refused_with_a_sentence(tmp_path: Path, key: str) -> None:
    result = python(["-c", "import darkseas.settings"], tmp_path, **{**PUBLIC, "DARKSEAS_SECRET_KEY": key})
    assert result.returncode == 1
    assert "DARKSEAS_SECRET_KEY is too weak" in result.stderr


def test_hosts_below_ours_are_bound_to_https_only_where_it_is_wished(tmp_path: Path) -> None:
    names = ["SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD"]
    assert list(settings_with(names, tmp_path, **PUBLIC).values()) == [31_622_400, False, False]
    wished = settings_with(names, tmp_path, DARKSEAS_HSTS_FOR_ALL="1", **PUBLIC)
    assert list(wished.values()) == [31_622_400, True, True]


def test_public_site_passes_the_deployment_check(tmp_path: Path) -> None:
    result = python(["manage.py", "check", "--deploy", "--fail-level", "WARNING"], tmp_path, **PUBLIC)
    assert result.returncode == 0, result.stderr
    assert settings_with(["DEBUG"], tmp_path, DARKSEAS_DEBUG="1", **PUBLIC) == {"DEBUG": False}


def test_public_cookies_travel_by_https_alone(tmp_path: Path) -> None:
    names = ["SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "CSRF_TRUSTED_ORIGINS"]
    assert settings_with(names, tmp_path, **PUBLIC) == {
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "CSRF_TRUSTED_ORIGINS": ["https://darkseas.example"],
    }


def test_named_servers_are_used(tmp_path: Path) -> None:
    found = settings_with(
        ["DATABASES", "CACHES", "CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS"],
        tmp_path,
        DATABASE_URL="postgresql://fleet@db.example/darkseas",
        REDIS_URL="unix:///run/broker.sock",
    )
    assert found["DATABASES"]["default"]["HOST"] == "db.example"
    assert found["CACHES"]["default"]["LOCATION"] == "unix:///run/broker.sock"
    assert found["CELERY_BROKER_URL"] == "redis+socket:///run/broker.sock"
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] == 1800


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CELERY_TASK_ACKS_LATE", True),
        ("CELERY_TASK_REJECT_ON_WORKER_LOST", True),
        ("CELERY_WORKER_PREFETCH_MULTIPLIER", 1),
        ("CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS", False),
        ("CELERY_TASK_IGNORE_RESULT", True),
        ("CELERY_ACCEPT_CONTENT", ["json"]),
        ("CELERY_TASK_CREATE_MISSING_QUEUES", False),
    ],
)
def test_celery_loses_no_work(name: str, value: object) -> None:
    assert getattr(settings, name) == value


def test_broker_returns_work_only_when_its_worker_must_be_dead() -> None:
    assert settings.CELERY_VISIBILITY_TIMEOUT > 2 * settings.CELERY_TASK_TIME_LIMIT
    assert settings.CELERY_TASK_TIME_LIMIT > settings.CELERY_TASK_SOFT_TIME_LIMIT


def test_celery_app_of_the_site_is_the_default_one_in_every_thread(tmp_path: Path) -> None:
    code = (
        "import threading, django; django.setup()\n"
        "import celery, darkseas.celery\n"
        "def look(): print(celery.current_app.main, celery.current_app.conf.task_default_queue)\n"
        "other = threading.Thread(target=look); other.start(); other.join()"
    )
    result = python(["-c", code], tmp_path, DJANGO_SETTINGS_MODULE="darkseas.settings")
    assert result.stdout == "darkseas sim\n", result.stderr


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("DARKSEAS_PORT", "abc", "DARKSEAS_PORT must be a whole number of at least 0, not 'abc'."),
        ("DARKSEAS_VISITOR_BATTLE_DAYS", "0", "must be a whole number of at least 1, not '0'."),
        ("DARKSEAS_LOG_LEVEL", "loud", "DARKSEAS_LOG_LEVEL must be one of DEBUG, INFO"),
        ("DARKSEAS_HOSTS", "https://sea.example", "'https://sea.example' is not a host name."),
        ("DARKSEAS_HOSTS", "a.example,b.example", "must be a list of host names separated by spaces"),
        ("DARKSEAS_ADDRESS", "sea.example", "DARKSEAS_ADDRESS must begin with https:// or http://"),
    ],
)
def test_what_the_environment_says_wrongly_is_answered_with_a_sentence(
    name: str, text: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, text)
    read: dict[str, Callable[[str], object]] = {
        "DARKSEAS_PORT": lambda name: values.whole_number(name, 0),
        "DARKSEAS_VISITOR_BATTLE_DAYS": lambda name: values.whole_number(name, 60, least=1),
        "DARKSEAS_LOG_LEVEL": lambda name: values.one_of(name, ("DEBUG", "INFO"), "INFO"),
        "DARKSEAS_HOSTS": values.hosts,
        "DARKSEAS_ADDRESS": values.address,
    }
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        read[name](name)


def test_names_of_hosts_of_all_kinds_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DARKSEAS_HOSTS", "sea.example .sea.example 127.0.0.1 [::1] localhost")
    assert values.hosts("DARKSEAS_HOSTS") == [
        "sea.example",
        ".sea.example",
        "127.0.0.1",
        "[::1]",
        "localhost",
    ]
