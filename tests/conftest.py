"""What every test may ask for: servers that answer, a browser, a database of its own."""

import os
from datetime import timedelta
from pathlib import Path

import hypothesis
import pytest
from _pytest import runner
from django.conf import settings

from replays_app.log.python_gc import collect_seldom
from tests.support.runs import requirements, selection, stack_memory
from tests.support.sites import emptied_database

pytest_plugins = [
    "tests.support.sites.browser",
    "tests.support.sites.prepared_site",
    "tests.support.sites.migrated_database",
    "tests.support.sites.servers",
]


# Examples are the same in every run, so that none fails on somebody else's change; and no example has to be
# quick, for the machine may be busy. DARKSEAS_TEST_CHANCE=1 draws new ones, as a nightly run should.
hypothesis.settings.register_profile(
    "darkseas", deadline=None, derandomize=os.environ.get("DARKSEAS_TEST_CHANCE") != "1"
)
hypothesis.settings.load_profile("darkseas")

_run_with_room = stack_memory.in_one_piece(runner.pytest_runtest_protocol)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Teach pytest which tests may be left out."""
    selection.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Trade what costs time in a test and proves nothing there."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_AUTOREFRESH = True
    settings.WHITENOISE_USE_FINDERS = True


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file that the fast ones are not in."""
    return True if selection.is_not_looked_at(collection_path, config) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by the fixtures it asks for, so that no marker can be forgotten; keep the fast ones."""
    for item in items:
        for fixture, marker in requirements.MARKER_OF_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)
    if config.getoption("--fast"):
        selection.keep_only(selection.is_fast, config, items)
    if selection.is_on_postgres():
        selection.keep_only(selection.asks_database, config, items)
    selection.keep_systems_together(items)


def pytest_collection_finish() -> None:
    """Take what stays for the whole run out of the collector's rounds; let them be few."""
    collect_seldom()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, with room for all its calls."""
    return _run_with_room(item, nextitem)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out, aloud, where it is slow, or its server absent; on CI the latter is a failure."""
    if selection.is_left_out_as_slow(item):
        pytest.skip(f"{requirements.LEFT_OUT}{selection.SLOW}")
    for need in requirements.NEEDS:
        if item.get_closest_marker(need.marker) is None:
            continue
        absence = need.absence()
        if absence and os.environ.get("CI") == "true":
            pytest.fail(f"{absence} On CI nothing is left out.", pytrace=False)
        if absence:
            pytest.skip(f"{requirements.LEFT_OUT}{absence}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say plainly, at the end of the run, which tests were left out and why."""
    left_out = requirements.left_out(terminalreporter.stats.get("skipped", []))
    if config.getoption("--fast"):
        left_out.append(selection.FAST)
    elif config.getoption("--all") and not config.getoption("--nightly"):
        left_out.append(selection.PART)
    if selection.is_on_postgres():
        left_out.append(selection.ON_POSTGRES)
    if left_out:
        terminalreporter.section("LEFT OUT", sep="=", yellow=True, bold=True)
        for line in left_out:
            terminalreporter.write_line(line, yellow=True)


emptied_database.install()


@pytest.fixture(autouse=True, scope="session")
def _deeds_of_all_tests_are_not_one_members() -> None:
    """What a member does on pages is counted by their key, which the next test's member has too."""
    settings.ACTION_LIMITS = dict.fromkeys(settings.ACTION_LIMITS, (10**9, 3600))


@pytest.fixture(autouse=True, scope="session")
def _same_form_sent_twice_by_a_test_is_meant_twice() -> None:
    """Tests send forms without the number that a page gives them; those about sending twice say so."""
    from darkseas.web.form_submissions import store  # needs the apps, which not every run loads

    store.REMEMBERED_WITHOUT_NUMBER = timedelta(0)


@pytest.fixture(scope="session")
def in_full(pytestconfig: pytest.Config) -> bool:
    """Whether what is drawn or repeated is so in full (``--nightly``), and not in a part."""
    return bool(pytestconfig.getoption("--nightly"))
