"""Scopes of personal tokens, and the scope that each view declares for its requests."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import TextChoices


class Scope(TextChoices):
    """Scopes of personal tokens; every token may read."""

    READ = "read", "read what the member can see"
    PLAY = "play", "start battles, take seats, submit orders"
    WRITE = "write", "change drafts, scenarios and maps"


SAFE = ("GET", "HEAD", "OPTIONS")

View = TypeVar("View", bound=Callable[..., Any])


def needs(scope: Scope) -> Callable[[View], View]:
    """Declare the scope that a view needs for methods other than GET."""

    def mark(view: View) -> View:
        view.needed_scope = scope  # type: ignore[attr-defined]  # read below, on whatever a view is
        return view

    return mark


def needed(view: Callable[..., Any], method: str) -> Scope:
    """Return the scope that a request with this method to a view needs.

    A view without a declaration needs the scope for writing scenarios, so new views are closed by default.
    """
    if method in SAFE:
        return Scope.READ
    marked = getattr(view, "needed_scope", None) or getattr(
        getattr(view, "view_class", None), "needed_scope", None
    )
    return Scope(marked or Scope.WRITE)
