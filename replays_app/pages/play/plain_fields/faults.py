"""Validate a field, with an error message next to the field."""

from darkseas.engine.orders import Choice, Course, Number, Several
from darkseas.engine.serialization.canonical_json import Json

from .form_fields import Field, Name, Reason


def read_field(one: Field, blanks: dict[str, Json]) -> int:
    """Store a field's value in the blanks; return whether it is invalid."""
    value = one.value()
    reason = _why_not(one, value)
    if reason:
        one.errors.append(reason)
        return 1
    if value is not None:
        blanks[one.cell.name] = value
    return 0


def _why_not(one: Field, value: Json) -> str:
    cell = one.cell
    if isinstance(cell, Name):
        is_good = isinstance(value, str) and len(value) <= cell.longest
        return "" if is_good else f"Enter a name of 1 to {cell.longest} characters."
    if isinstance(cell, Reason):
        is_good = isinstance(value, str) and len(value) <= cell.longest
        return "" if is_good else f"Enter a reason of at most {cell.longest} characters."
    if isinstance(cell, Number):
        is_within = isinstance(value, int) and cell.least <= value <= cell.most
        return "" if is_within else f"Enter a whole number from {cell.least} to {cell.most}."
    if isinstance(cell, Several):
        return _why_not_several(cell, len(value) if isinstance(value, list) else 0)
    if value is None and (isinstance(cell, Course) or (isinstance(cell, Choice) and not cell.optional)):
        return "Choose one of these."
    return ""


def _why_not_several(cell: Several, count: int) -> str:
    if count < cell.least:
        return f"Choose at least {cell.least}."
    return f"Choose at most {cell.most}." if count > cell.most else ""
