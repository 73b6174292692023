"""Template tags for tabletop battles: names of sides and players."""

from collections.abc import Mapping
from typing import Any

from django import template

from replays_app.models import TableRecord

register = template.Library()


@register.simple_tag
def side_name(sides: Mapping[str, Mapping[str, Any]], key: str) -> str:
    """Return a side's name from the scenario's card, or its key if the card has no name."""
    return str(sides.get(key, {}).get("name", key))


@register.simple_tag
def name_given(record: TableRecord | None, side: str) -> str:
    """Return the player's name for a side, "" if there is none."""
    return str(record.names.get(side, "")) if record else ""
