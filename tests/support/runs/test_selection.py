"""What ``--fast`` keeps and what it leaves out."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.runs.selection import (
    CONFORMANCE,
    FAST_PLACES,
    LAWS,
    TESTS,
    WAITS,
    asks_database,
    is_fast,
    keep_systems_together,
    starts_programs,
)


def a_program() -> subprocess.CompletedProcess[bytes]:
    """Start a program."""
    return subprocess.run([sys.executable, "--version"], check=True, capture_output=True)


def by_another() -> list[int]:
    """Start one by way of another function, inside a third."""
    return [number for number in range(3) if a_program().returncode == number]


class Starter:
    """Starts one in a method."""

    def start(self) -> None:
        """Start it."""
        by_another()


def nothing_of_the_kind() -> str:
    """Ask the file system alone."""
    return str(Path.cwd())


@pytest.mark.parametrize("function", [a_program, by_another, Starter])
def test_program_is_found_behind_other_functions(function: object) -> None:
    assert starts_programs(function)


@pytest.mark.parametrize("function", [nothing_of_the_kind, Path, sys.exit, None, subprocess.run])
def test_others_start_none(function: object) -> None:
    assert not starts_programs(function)


@pytest.mark.parametrize("place", [*FAST_PLACES, *WAITS, CONFORMANCE, LAWS], ids=lambda place: place.name)
def test_place_that_is_named_holds_tests(place: Path) -> None:
    assert any(place.rglob("test_*.py"))


@pytest.fixture
def started() -> int:
    """What a program of ours ended with."""
    return a_program().returncode


def test_test_that_needs_nothing_is_fast(request: pytest.FixtureRequest) -> None:
    assert is_fast(request.node)


@pytest.mark.slow
def test_slow_test_is_not(request: pytest.FixtureRequest) -> None:
    assert not is_fast(request.node)


def test_test_with_a_database_is_not(request: pytest.FixtureRequest, db: None) -> None:
    assert not is_fast(request.node)


def test_test_with_a_program_behind_a_fixture_is_not(request: pytest.FixtureRequest, started: int) -> None:
    assert started == 0
    assert not is_fast(request.node)


def test_test_with_a_database_is_asked_on_postgresql_too(request: pytest.FixtureRequest, db: None) -> None:
    assert asks_database(request.node)


@pytest.mark.django_db
def test_so_is_one_that_is_marked(request: pytest.FixtureRequest) -> None:
    assert asks_database(request.node)


def test_test_that_needs_no_database_of_the_site_is_not(request: pytest.FixtureRequest) -> None:
    assert not asks_database(request.node)


def test_questions_about_one_systems_battles_stand_together() -> None:
    """In front those about one, at the back those about the other, between them all else as it was."""
    names = ["test_a[dark_seas]", "test_a[easyships]", "test_b", "test_c[dark_seas]", "test_c[easyships]"]
    items: list[Any] = [SimpleNamespace(path=CONFORMANCE / "test_x.py", name=name) for name in names]
    elsewhere: Any = SimpleNamespace(path=TESTS / "web/test_y.py", name="test_d[easyships]")
    waits: Any = SimpleNamespace(path=WAITS[0] / "test_z.py", name="test_e")
    keep_systems_together(items := [*items[:3], elsewhere, *items[3:], waits])
    assert [item.name for item in items] == [
        "test_e",
        *("test_a[easyships]", "test_c[easyships]"),
        *("test_b", "test_d[easyships]"),
        *("test_a[dark_seas]", "test_c[dark_seas]"),
    ]
