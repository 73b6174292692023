"""Options of earlier releases: stored scenarios and logs that name them still load."""

from collections.abc import Iterator, Mapping

from ..serialization.canonical_json import Json
from .spec import Finding

#: Option -> the value that is now the rule, and the ruling.
DroppedOptions = Mapping[str, tuple[Json, str]]


def without_dropped(options: Mapping[str, Json], dropped: DroppedOptions) -> dict[str, Json]:
    """Return the options without those that are no longer read."""
    return {key: value for key, value in options.items() if key not in dropped}


def dropped_findings(options: Mapping[str, Json], dropped: DroppedOptions) -> Iterator[Finding]:
    """Warn about each dropped option whose value differs from today's rule."""
    for key, value in options.items():
        now, rule = dropped.get(key, (value, ""))
        if value != now:
            text = f"This option no longer exists: {rule} now always applies, as with {str(now).lower()}."
            yield Finding(f"options.{key}", text, rule, "Remove the option.", is_advice=True)
