"""Many cases in one test: all of them run, and the failures are listed together."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import connection, transaction

Test = Callable[..., None]


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for each case, with what a case changes in the database undone after it.

    ``names`` are the parameters that a case fills, separated by commas; a case of one parameter is its value.
    """
    filled = [name.strip() for name in names.split(",")]
    values = [case if len(filled) > 1 else (case,) for case in cases]
    assert values, "there are no cases"

    def looped(test: Test) -> Test:
        def run(**fixtures: Any) -> None:
            failures = []
            for case in values:
                try:
                    _run(test, fixtures | dict(zip(filled, case, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:
                    failures.append(f"{case!r:.200}: {type(fault).__name__}: {fault}")
            if failures:
                pytest.fail(f"{len(failures)} of {len(values)} cases fail:\n" + "\n".join(failures))

        functools.update_wrapper(run, test)
        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in filled]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]  # what pytest reads
        del run.__wrapped__  # type: ignore[attr-defined]  # else pytest would read that
        return run

    return looped


def _run(test: Test, arguments: dict[str, Any]) -> None:
    if not connection.in_atomic_block:
        test(**arguments)
        return
    with transaction.atomic():
        test(**arguments)
        transaction.set_rollback(True)
