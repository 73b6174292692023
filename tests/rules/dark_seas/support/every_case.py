"""Run a test over a table of cases in one test, and report every case that fails."""

from collections.abc import Callable, Iterable
from typing import Any


def every_case(
    cases: Iterable[Any], *, name: Callable[[Any], object] = repr
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Call the decorated test with each case (a tuple is spread over its arguments); list all failures."""
    table = list(cases)

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def run() -> None:
            failures = []
            for case in table:
                try:
                    test(*(case if isinstance(case, tuple) else (case,)))
                except Exception as error:
                    failures.append(f"{name(case)}: {type(error).__name__}: {error}")
            assert table, "no cases"
            assert not failures, "\n\n".join([f"{len(failures)} of {len(table)} cases failed", *failures])

        run.__name__, run.__qualname__, run.__module__ = test.__name__, test.__qualname__, test.__module__
        run.__doc__ = test.__doc__
        return run

    return decorate
