"""What templates of a table ask: what a side is called, and who plays it."""

from collections.abc import Mapping
from typing import Any

from django import template

from replays_app.models import TableRecord

register = template.Library()


@register.simple_tag
def side_name(sides: Mapping[str, Mapping[str, Any]], key: str) -> str:
    """Return the name of a side as the scenario's card has it, else its key."""
    return str(sides.get(key, {}).get("name", key))


@register.simple_tag
def name_given(record: TableRecord | None, side: str) -> str:
    """Return the name that was given for who plays a side, nothing where none was."""
    return str(record.names.get(side, "")) if record else ""
