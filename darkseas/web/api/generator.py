"""The OpenAPI description, made by drf-spectacular from what the rooms say of their operations.

Views that are asked very often are plain functions, which drf-spectacular does not see, and bodies are read
as records, not by serializers. So each operation is handed to it as a view of its own that only describes.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NoReturn, cast

from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework.views import APIView

from darkseas.web.needed_scopes import needed
from darkseas.web.openapi.operations import Operation, Parameter, statuses
from darkseas.web.openapi.records import body_shape
from darkseas.web.openapi.shapes import TEXT, Shape, component
from darkseas.web.problems import MEDIA_TYPE

from .problem_texts import PROBLEM, PROBLEM_TEXTS
from .routes import Route, routes
from .security_schemes import SCHEMES, SCHEMES_OF

_LIMITS = {
    "RateLimit-Policy": "How often it may be asked (`q`) in how many seconds (`w`), and for whom it counts.",
    "RateLimit": "What is left (`r`), and in how many seconds all of it is there again (`t`).",
}


class DescribedSchema(AutoSchema):
    """Says of an operation what its room says."""

    route: Route
    operation: Operation

    def get_operation(self, *args: Any, **more: Any) -> Any:
        """Return the operation; a body that is needed says so."""
        self.route = cast(Any, self.view).route
        self.operation = self.route.operations[args[3]]
        made: dict[str, Any] = super().get_operation(*args, **more) or {}
        if "requestBody" in made and self.operation.body_is_needed:
            made["requestBody"]["required"] = True
        return {**made, "x-scope": self._scope()}

    def get_operation_id(self) -> str:
        """Return method and name of the address."""
        return f"{self.method.lower()}_{self.route.name.replace(':', '_').replace('-', '_')}"

    def get_summary(self) -> str:
        """Return the title."""
        return self.operation.title

    def get_description(self) -> str:  # type: ignore[override]  # spectacular does so itself
        """Return the text, and who is let in."""
        asked = f"Open to {self.operation.who.value}. A personal token needs the scope `{self._scope()}`."
        return f"{self.operation.text}\n\n{asked}".strip()

    def get_tags(self) -> list[str]:
        """Return the first word of the path."""
        return [self.route.path.removeprefix("/api/v1/").partition("/")[0]]

    def get_auth(self) -> list[Any]:
        """Return how one may say who asks."""
        return [{way: []} if way else {} for way in SCHEMES_OF[self.operation.who]]

    def get_override_parameters(self) -> list[Any]:
        """Return what a request and its answers bring beside bodies."""
        inside = [
            OpenApiParameter(name, shape, OpenApiParameter.PATH, required=True)
            for name, shape in self.route.parts.items()
        ]
        return [*inside, *map(_parameter, self.operation.parameters), *self._headers()]

    def get_request_serializer(self) -> Any:
        """Return the shape of the body."""
        body = self.operation.body
        return {} if body is None else {"application/json": self._body(body)}

    def get_response_serializers(self) -> Any:
        """Return what may come back, by status and media type."""
        good = {
            (answer.status, answer.media_type): OpenApiResponse(answer.shape, answer.text or "Well done.")
            for answer in self.operation.answers
        }
        bad = {
            (status, MEDIA_TYPE): OpenApiResponse(component("Problem"), PROBLEM_TEXTS[status])
            for status in statuses(self.operation, self._scope() != "read")
        }
        return good | bad

    def get_examples(self) -> list[OpenApiExample]:
        """Return the example of a body."""
        example = self.operation.example
        return [] if example is None else [OpenApiExample("example", example, request_only=True)]

    def _body(self, body: type | Shape) -> Shape:
        return body if isinstance(body, dict) else body_shape(body)

    def _scope(self) -> str:
        scope: str = needed(self.route.view, self.method).value
        return scope

    def _headers(self) -> list[OpenApiParameter]:
        good: list[str | int] = [str(answer.status) for answer in self.operation.answers]
        limits = [_header(name, text, [*good, "429"]) for name, text in _LIMITS.items()]
        own = [
            _header(name, text, [str(answer.status)])
            for answer in self.operation.answers
            for name, text in answer.headers.items()
        ]
        who_asks = _header("WWW-Authenticate", "How to say who asks.", ["401"])
        return [*limits, *own, who_asks, _header("Retry-After", "Seconds to wait.", ["429"])]


def _parameter(parameter: Parameter) -> OpenApiParameter:
    place: Any = OpenApiParameter.HEADER if parameter.is_header else OpenApiParameter.QUERY
    return OpenApiParameter(
        parameter.name,
        cast(Any, parameter.shape),
        place,
        required=parameter.is_needed,
        description=parameter.text,
    )


def _header(name: str, text: str, of: list[str | int]) -> OpenApiParameter:
    return OpenApiParameter(name, cast(Any, TEXT), OpenApiParameter.HEADER, description=text, response=of)


class _Enumerator(EndpointEnumerator):
    def get_api_endpoints(self, patterns: Any = None, prefix: str = "") -> list[Any]:
        """Return path, path again for spectacular's own reading, method and describing view of each."""
        return [
            (route.path, route.path, method, _describing(route))
            for route in routes()
            for method in sorted(route.operations)
        ]


class DescribedGenerator(SchemaGenerator):
    """Goes through the addresses that rooms describe."""

    endpoint_inspector_cls = _Enumerator

    def get_schema(self, *args: Any, **more: Any) -> Any:
        """Return the whole description, with what operations refer to."""
        components = {"schemas": {"Problem": PROBLEM}, "securitySchemes": SCHEMES}
        return {**cast(Any, super()).get_schema(*args, **more), "components": components}


def _describing(route: Route) -> Callable[..., Any]:
    """Return a view that stands for an address while it is described; no address leads to it."""
    handlers = {method.lower(): _describe_alone for method in route.operations}
    members = {"route": route, "schema": DescribedSchema(), **handlers}
    described = cast(Any, type("Described", (APIView,), members))
    view: Callable[..., Any] = described.as_view()
    return view


def _describe_alone(view: APIView, request: Any) -> NoReturn:
    """Refuse a request: spectacular looks at the methods of a describing view, and calls none."""
    raise TypeError(f"{request.method} {request.path} was asked of a view that only describes.")


@cache
def openapi() -> bytes:
    """Return the description of the whole API as JSON, line by line."""
    generator: Any = DescribedGenerator
    made = generator().get_schema(request=None, public=True)
    return (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode()
