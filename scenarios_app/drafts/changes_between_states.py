"""Describes in sentences what changed between stored versions of a draft."""

from collections.abc import Iterator, Sequence

from scenarios_app.differences.chapters import differences
from scenarios_app.models import Draft, DraftState

from .store import document_at

#: Maximum number of changes listed for one state.
MOST_TOLD = 20


def with_changes(draft: Draft, states: Sequence[DraftState]) -> Iterator[tuple[DraftState, list[str] | None]]:
    """Yield states, newest first, each with its changes; None for the oldest stored state."""
    if not states:
        return
    versions = draft.states.filter(version__lt=states[-1].version).values_list("version", flat=True)
    older = versions.order_by("-version").first()
    after, _ = document_at(draft, states[0].version)
    for state, before_version in zip(states, [*(one.version for one in states[1:]), older], strict=True):
        if before_version is None:
            yield state, None
            return
        before, _ = document_at(draft, before_version)
        yield state, [text for part in differences(before, after) for text in part.sentences][:MOST_TOLD]
        after = before
