"""Run a test over a table of cases in one go, and list every case that fails."""

import functools
import inspect
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction

Test = Callable[..., None]


def every_case(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but one test: it fails with all the cases that fail.

    Each case starts from the database as the fixtures left it. Other fixtures are shared.
    """
    given = tuple(names.replace(" ", "").split(",")) if isinstance(names, str) else names
    table = list(cases)

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def run_all(**fixtures: Any) -> None:
            failures = []
            for case in table:
                values = (case,) if len(given) == 1 else tuple(case)
                try:
                    _run(test, fixtures | dict(zip(given, values, strict=True)))
                except Exception as failure:
                    failures.append(f"{_label(values)}: {type(failure).__name__}: {failure}")
            assert table, "there is no case"
            assert not failures, f"{len(failures)} of {len(table)} cases fail:\n" + "\n".join(failures)

        del run_all.__wrapped__  # pytest would ask the inner test for its fixtures
        rest = [one for name, one in signature.parameters.items() if name not in given]
        run_all.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        return run_all

    return decorate


def _run(test: Test, arguments: dict[str, Any]) -> None:
    """Run one case; in a test with a database, undo what it wrote and empty the cache."""
    with ExitStack() as undone:
        if connection.in_atomic_block:
            undone.enter_context(transaction.atomic())
            undone.callback(transaction.set_rollback, True)
            undone.callback(cache.clear)
        test(**arguments)


def _label(values: tuple[Any, ...]) -> str:
    return ", ".join(str(getattr(value, "key", value))[:60] for value in values)
