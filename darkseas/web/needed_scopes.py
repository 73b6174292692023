"""What a personal token may be used for, and which scope a request needs: said by the view."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import TextChoices


class Scope(TextChoices):
    """What a personal token may be used for; reading is open to each of them."""

    READ = "read", "look at what its member may see"
    PLAY = "play", "begin battles, take seats, give orders"
    WRITE = "write", "change drafts, scenarios and maps"


SAFE = ("GET", "HEAD", "OPTIONS")

View = TypeVar("View", bound=Callable[..., Any])


def needs(scope: Scope) -> Callable[[View], View]:
    """Say which scope a view needs where it is not asked with GET."""

    def mark(view: View) -> View:
        view.needed_scope = scope  # type: ignore[attr-defined]  # read below, on whatever a view is
        return view

    return mark


def needed(view: Callable[..., Any], method: str) -> Scope:
    """Return the scope that a request with this method to a view needs.

    A view that says nothing changes what its member has written: a new one is shut until it says better.
    """
    if method in SAFE:
        return Scope.READ
    marked = getattr(view, "needed_scope", None) or getattr(
        getattr(view, "view_class", None), "needed_scope", None
    )
    return Scope(marked or Scope.WRITE)
