"""Options: choices that a rules system offers to scenario authors."""

from ..serialization.canonical_json import Json
from ..serialization.records import record


@record
class Option:
    """A question to the scenario.

    `values` are the allowed answers, `origin` is rulebook, companion or house, and `rule` is the citation.
    """

    key: str
    title: str
    values: tuple[Json, ...]
    default: Json
    origin: str
    rule: str
    note: str = ""
