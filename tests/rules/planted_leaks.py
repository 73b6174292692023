"""Leaks that are planted into what rules put on record, to show that tests of secrets notice them."""

from collections.abc import Callable
from typing import Any

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE, Audience

#: Plants a leak for as long as the patch lasts.
Plant = Callable[[pytest.MonkeyPatch], None]
Change = Callable[[Any, Any, Audience], tuple[Any, Audience]]


def recorded(kind: type, change: Change) -> Plant:
    """Events of a kind go on record changed, or for others; the state before is known."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        record = Adjudication.record

        def leaky(self: Any, event: Any, audience: Audience = EVERYONE) -> None:
            if isinstance(event, kind):
                event, audience = change(self.state, event, audience)
            record(self, event, audience)

        patch.setattr(Adjudication, "record", leaky)

    return plant


def to_everybody(kind: type, purpose: str = "") -> Plant:
    """Everybody is told of events of a kind; of dice, of those for such a purpose."""

    def change(_: Any, event: Any, audience: Audience) -> tuple[Any, Audience]:
        return event, EVERYONE if purpose in getattr(event, "purpose", "") else audience

    return recorded(kind, change)
