"""Every address of the site, and every method that it is asked with."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from darkseas.web.api.routes import PREFIX, described

LOOKING, SENDING = "GET", "POST"


@dataclass(frozen=True, slots=True)
class SiteRoute:
    """An address by its name, with the names of what stands in it."""

    name: str
    is_api: bool
    parts: tuple[str, ...]

    @property
    def methods(self) -> list[str]:
        """What it is asked with: what the API describes; a page is looked at and sent to."""
        if self.is_api:
            return sorted(method for name, method in described() if name == self.name)
        return [LOOKING, SENDING]

    def address(self, values: dict[str, Any]) -> str:
        """The address with these values in it."""
        return reverse(self.name, kwargs={part: values[part] for part in self.parts})


def site_routes() -> list[SiteRoute]:
    """All of them, by name."""
    return sorted(_routes(get_resolver().url_patterns, "", ""), key=lambda route: route.name)


def _routes(patterns: list[Any], path: str, space: str, above: tuple[str, ...] = ()) -> Iterator[SiteRoute]:
    for pattern in patterns:
        text = path + str(pattern.pattern)
        parts = (*above, *getattr(pattern.pattern, "converters", ()))
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _routes(pattern.url_patterns, text, inner, parts)
        elif isinstance(pattern, URLPattern):
            yield SiteRoute(f"{space}{pattern.name}", text.startswith(PREFIX), parts)
