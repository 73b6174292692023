"""Operations of the API, prepared for the documentation page."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .generator import openapi


@dataclass(frozen=True, slots=True)
class OperationRow:
    """An operation on the page. ``example`` is a request body as JSON."""

    id: str
    method: str
    path: str
    title: str
    text: list[SafeString]
    scope: str
    parameters: list[dict[str, Any]]
    example: str
    answers: list[tuple[str, SafeString]]


@cache
def groups() -> list[tuple[str, list[OperationRow]]]:
    """Return all operations, grouped by the first segment of their paths."""
    by_tag: dict[str, list[OperationRow]] = {}
    for path, methods in json.loads(openapi())["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append(_row(path, method, operation))
    return sorted(by_tag.items())


def _row(path: str, method: str, operation: Mapping[str, Any]) -> OperationRow:
    return OperationRow(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        title=operation["summary"],
        text=[with_code(part) for part in operation["description"].split("\n\n")],
        scope=operation["x-scope"],
        parameters=[_parameter(one) for one in operation.get("parameters", [])],
        example=_example(operation.get("requestBody", {})),
        answers=[
            (status, with_code(answer["description"])) for status, answer in operation["responses"].items()
        ],
    )


def _parameter(parameter: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": parameter["name"],
        "place": {"path": "in the path", "query": "in the query", "header": "a header"}[parameter["in"]],
        "text": with_code(parameter.get("description", "")),
        "is_needed": parameter.get("required", False),
    }


def with_code(text: str) -> SafeString:
    """Return a text as HTML, with text between backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", it) if at % 2 else it,) for at, it in parts)
    )


def _example(body: Mapping[str, Any]) -> str:
    content = body.get("content", {}).get("application/json", {})
    examples = [example["value"] for example in content.get("examples", {}).values()]
    return json.dumps(examples[0], ensure_ascii=False) if examples else ""
