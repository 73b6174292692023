"""Parses request bodies of the API into records, and reports errors as problems."""

from collections.abc import Iterable
from typing import Any, TypeVar

from darkseas.engine.scenario.spec import Finding
from darkseas.engine.serialization.codec import BadShape, read

from .problems import UNACCEPTABLE, Problem

T = TypeVar("T")


def record_of(kind: type[T], body: Any) -> T:
    """Return the body of a request as a record. Raises Problem 422 with the invalid places."""
    try:
        record: T = read(kind, body)
    except BadShape as fault:
        raise invalid(fault.where, fault.reason) from None
    return record


def invalid(where: str, reason: str) -> Problem:
    """Return the problem for an invalid value at a dotted path of the body."""
    place = {"pointer": pointer(where), "detail": reason}
    return Problem(422, "invalid", UNACCEPTABLE, errors=[place])


def places(findings: Iterable[Finding], under: str = "") -> list[dict[str, str]]:
    """Return findings as the ``errors`` of a problem, with their paths below ``under`` in the body."""
    return [{"pointer": f"#{under}{_path(finding.where)}", "detail": finding.text} for finding in findings]


def pointer(where: str) -> str:
    """Return a dotted path as a JSON pointer in a fragment (RFC 6901 §6)."""
    return f"#{_path(where)}"


def _path(where: str) -> str:
    return "".join(f"/{part}" for part in where.split(".") if part)
