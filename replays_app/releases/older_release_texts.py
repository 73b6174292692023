"""Narrate battles of an older release with the current rules, without predicting results of orders."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from darkseas.engine.orders import Cell, Course, Given, Leg
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import Circumstance, Preview, RulesSystem, TargetOdds, ValueWords, plain_words

_NOTHING_HOLDS: Mapping[str, Circumstance] = {}


@cache
def telling(system: RulesSystem) -> RulesSystem:
    """Return a system that reads, folds, narrates and draws like this one, without previews and odds.

    Forms come from the battle's own release. If the current rules have no words for a value, it is shown
    unchanged.
    """

    def words(view: Any, side: str, blank: Cell, value: Json) -> ValueWords:
        try:
            return system.words(view, side, blank, value)
        except (LookupError, TypeError, ValueError, AttributeError):
            return plain_words(view, side, blank, value)

    return replace(
        system,
        words=words,
        odds=_no_odds,
        preview=_no_preview,
        reasons=_no_reasons,
        legs=_no_legs,
        circumstances=_NOTHING_HOLDS,
    )


def _no_odds(state: Any, given: Given) -> tuple[tuple[TargetOdds, ...], ...]:
    return ()


def _no_preview(view: Any, given: Given) -> Preview:
    return Preview()


def _no_reasons(view: Any, given: Given) -> tuple[str, ...]:
    return ()


def _no_legs(view: Any, side: str, course: Course) -> tuple[Leg, ...]:
    return ()
