"""Which tests a run leaves out by choice: slow ones unless asked for; most of them with ``--fast``."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from django.conf import settings

#: What a slow test is skipped with.
SLOW = "slow; all tests: python3 manage.py test --all"
TESTS = Path(__file__).resolve().parents[2]
#: Where rules systems are asked about the same battles, and at which end of a run those of two stand.
CONFORMANCE = TESTS / "rules/conformance"
ENDS = {"easyships": -1, "dark_seas": 1}
#: What waits much and takes long, one test at a time: begun first, it waits while others work, and the many
#: short tests at the end leave no process idle.
WAITS = (TESTS / "local", TESTS / "journeys")
#: What the end of a run says that asked all tests, but drew and repeated a part.
PART = "--all: a part of what is drawn or repeated at length; in full: python3 manage.py test --nightly"
#: Where ``--fast`` looks: at what is pure, and at the laws of the house.
FAST_PLACES = tuple(TESTS / name for name in ("engine", "rules", "support", "architecture"))
#: Folders in them whose tests play whole battles: of every system, of captains, of worlds side by side.
WHOLE_BATTLES = {"conformance", "bot", "leaks"}
#: What keeps a test out of it there: markers and fixtures that bring in a database, a browser or a server.
NOT_FAST_MARKERS = ("slow", "needs_postgres", "needs_redis", "needs_chromium")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
FAST = "--fast: all but engine, rules and laws of the house; of those what is slow, whole battles, programs."
#: What the end of a run says that has the site on PostgreSQL.
ON_POSTGRES = "--postgres: what asks nothing of the site's database; the other runs do."
#: Whose programs are the very tools that say whether a law holds: formatter, types, contracts of imports.
LAWS = TESTS / "architecture"


def add_options(parser: pytest.Parser) -> None:
    """Teach pytest ``--all``, ``--nightly`` and ``--fast``."""
    group = parser.getgroup("darkseas")
    group.addoption("--all", action="store_true", help="leave out no test, slow ones neither")
    group.addoption(
        "--nightly", action="store_true", help="as --all; and what is drawn or repeated is so in full"
    )
    group.addoption(
        "--fast", action="store_true", help="only the engine, the rules and the laws of the house"
    )


def is_left_out_as_slow(item: pytest.Item) -> bool:
    """Say whether a test is slow and nobody asked for it: neither for all, nor for it or its file by name."""
    return (
        item.get_closest_marker("slow") is not None
        and not (item.config.getoption("--all") or item.config.getoption("--nightly"))
        and not is_named(item)
    )


def is_named(item: pytest.Item) -> bool:
    """Say whether the command line names the test or its file."""
    return _is_file_named(item.path, item.config)


def _is_file_named(path: Path, config: pytest.Config) -> bool:
    folder = config.invocation_params.dir
    return path.resolve() in {(folder / argument.partition("::")[0]).resolve() for argument in config.args}


def is_not_looked_at(path: Path, config: pytest.Config) -> bool:
    """Say whether a file need not even be read for ``--fast``."""
    if not config.getoption("--fast") or path.is_dir() or _is_file_named(path, config):
        return False
    return is_whole_battles(path) or not any(path.is_relative_to(place) for place in FAST_PLACES)


def is_whole_battles(path: Path) -> bool:
    """Say whether a file of tests lies where whole battles are played."""
    return path.is_relative_to(TESTS) and not WHOLE_BATTLES.isdisjoint(path.relative_to(TESTS).parts)


def keep_only(
    is_wanted: Callable[[pytest.Item], bool], config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Take from the items of a run those that are neither such nor asked for by name."""
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (kept if is_wanted(item) or is_named(item) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def keep_systems_together(items: list[pytest.Item]) -> None:
    """Move what is asked of battles of the two dear rules systems to the ends of a run, what waits first.

    Parallel processes take it from the front and from the back: each makes one system's battles, not all
    make both's.
    """
    items.sort(key=_end)


def _end(item: pytest.Item) -> int:
    """Return less than 0 for the front, 1 for the back, 0 for what stays between in its order."""
    if any(item.path.is_relative_to(place) for place in WAITS):
        return -2
    if not item.path.is_relative_to(CONFORMANCE):
        return 0
    return next((end for key, end in ENDS.items() if key in item.name), 0)


def is_on_postgres() -> bool:
    """Say whether the site's own database in this run is PostgreSQL's."""
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("postgresql")


def asks_database(item: pytest.Item) -> bool:
    """Say whether a test asks the site's own database; whichever it is, others come out the same."""
    has_marker = item.get_closest_marker("django_db") is not None
    return has_marker or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def is_fast(item: pytest.Item) -> bool:
    """Say whether a test needs nothing but Python: no database, browser or server, no program but a law's."""
    has_marker = any(item.get_closest_marker(marker) is not None for marker in NOT_FAST_MARKERS)
    if has_marker or asks_database(item):
        return False
    if item.path.is_relative_to(LAWS):
        return True
    fixtures = [one.func for several in _fixtures(item).values() for one in several]
    return not any(map(starts_programs, (getattr(item, "function", None), *fixtures)))


def _fixtures(item: pytest.Item) -> Mapping[str, Sequence[pytest.FixtureDef[Any]]]:
    """The fixtures that a test asks for, by name."""
    info = getattr(item, "_fixtureinfo", None)
    return info.name2fixturedefs if info else {}


@cache
def starts_programs(function: Any) -> bool:
    """Say whether a function of the tests, or one of theirs that it names, uses ``subprocess``."""
    waiting, seen = [function], set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen or not str(getattr(one, "__module__", "")).startswith("tests."):
            continue
        seen.add(id(one))
        if inspect.isclass(one):
            waiting += vars(one).values()
        elif isinstance(one, FunctionType):
            names = _names(one.__code__)
            if "subprocess" in names:
                return True
            waiting += [one.__globals__.get(name) for name in names]
    return False


def _names(code: CodeType) -> set[str]:
    """Every name that a piece of code looks up, in functions inside it too."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*(_names(part) for part in inner))
