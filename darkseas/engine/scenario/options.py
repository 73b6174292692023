"""What a rules system asks of a scenario beside its ships and its sea."""

from ..serialization.canonical_json import Json
from ..serialization.records import record


@record
class Option:
    """A choice or a missing number that a system asks of the scenario.

    `values` are the allowed answers; `origin` is rulebook, companion or house; `rule` the citation.
    """

    key: str
    title: str
    values: tuple[Json, ...]
    default: Json
    origin: str
    rule: str
    note: str = ""
