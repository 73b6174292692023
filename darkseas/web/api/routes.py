"""Every URL of the API, with the operations that apps declare for it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, SlugConverter, UUIDConverter

from darkseas.web.extensions import extensions
from darkseas.web.openapi.operations import ApiOperations, Operation
from darkseas.web.openapi.shapes import FROM_0, TEXT, UUID, Shape

PREFIX = "api/v1/"
_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_SHAPES: tuple[tuple[type, Shape], ...] = (
    (UUIDConverter, UUID),
    (IntConverter, FROM_0),
    (SlugConverter, {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}),
)


@dataclass(frozen=True, slots=True)
class Route:
    """A URL of the API: its name, its path with the schemas of its parameters, its view and its methods."""

    name: str
    path: str
    parts: dict[str, Shape]
    view: Callable[..., Any]
    operations: dict[str, Operation]


@cache
def described() -> dict[tuple[str, str], Operation]:
    """Return the declared operations of all apps, by route name and method."""
    return {key: one for added in extensions(ApiOperations) for key, one in added.operations.items()}


def routes() -> list[Route]:
    """Return every URL below `PREFIX`, sorted by path."""
    return sorted(_routes(get_resolver().url_patterns, "", ""), key=lambda route: route.path)


def _routes(patterns: list[Any], path: str, space: str) -> Iterator[Route]:
    for pattern in patterns:
        text = path + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _routes(pattern.url_patterns, text, inner)
        elif isinstance(pattern, URLPattern) and text.startswith(PREFIX):
            yield _route(pattern, text, f"{space}{pattern.name}")


def _route(pattern: URLPattern, text: str, name: str) -> Route:
    operations = {method: one for (named, method), one in described().items() if named == name}
    converters = pattern.pattern.converters
    parts = {key: _shape(converter) for key, converter in converters.items()}
    return Route(name, "/" + _PART.sub(r"{\1}", text), parts, pattern.callback, operations)


def _shape(converter: object) -> Shape:
    return next((shape for kind, shape in _SHAPES if isinstance(converter, kind)), TEXT)
