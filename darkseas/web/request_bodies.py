"""Bodies of requests to the API, read as records; what is wrong in them as problems."""

from collections.abc import Iterable
from typing import Any, TypeVar

from darkseas.engine.scenario.spec import Finding
from darkseas.engine.serialization.codec import BadShape, read

from .problems import UNACCEPTABLE, Problem

T = TypeVar("T")


def record_of(kind: type[T], body: Any) -> T:
    """Return the body of a request as a record. Raises Problem 422 naming the place that is wrong."""
    try:
        record: T = read(kind, body)
    except BadShape as fault:
        raise invalid(fault.where, fault.reason) from None
    return record


def invalid(where: str, reason: str) -> Problem:
    """Return the problem that a place of the body, as a dotted path, is wrong."""
    place = {"pointer": pointer(where), "detail": reason}
    return Problem(422, "invalid", UNACCEPTABLE, errors=[place])


def places(findings: Iterable[Finding], under: str = "") -> list[dict[str, str]]:
    """Return what a problem says of findings: where in the body, below the part ``under``, and what."""
    return [{"pointer": f"#{under}{_path(finding.where)}", "detail": finding.text} for finding in findings]


def pointer(where: str) -> str:
    """Return a dotted path as a JSON pointer in a fragment (RFC 6901 §6)."""
    return f"#{_path(where)}"


def _path(where: str) -> str:
    return "".join(f"/{part}" for part in where.split(".") if part)
