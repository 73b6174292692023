"""Parse plain fields as an order, with error messages next to the fields."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from darkseas.engine.orders import Fixed
from darkseas.engine.serialization.canonical_json import Json

from .faults import read_field
from .form_fields import Field, FilledForm, FormedGroups, Group, Line
from .formed_answers import read_formed


@dataclass(slots=True)
class Answers:
    """The blanks of an order, and the line of the form for each line of the order."""

    blanks: dict[str, Json] = field(default_factory=dict)
    lines: dict[str, Line] = field(default_factory=dict)


def read(filled: FilledForm) -> Answers | None:
    """Return the order in the fields; None if one is invalid, with an error at that field."""
    answers = Answers()
    faults = 0
    for part in filled.parts:
        if isinstance(part, Group):
            faults += _read_group(part, answers)
        elif isinstance(part, FormedGroups):
            faults += read_formed(part, answers.blanks, answers.lines)
        else:
            faults += read_field(part, answers.blanks)
    return None if faults else answers


def _read_group(group: Group, answers: Answers) -> int:
    rows: list[Json] = []
    faults = 0
    for line in group.lines:
        if not line.is_used:
            continue
        row: dict[str, Json] = {cell.name: cell.value for cell in _fixed_cells(group, line)}
        faults += sum(read_field(one, row) for one in line.fields)
        answers.lines[f"{group.blank.name}.{len(rows)}"] = line
        rows.append(row)
    if len(rows) < group.blank.least:
        group.errors.append(f"Fill at least {group.blank.least} of these.")
        faults += 1
    answers.blanks[group.blank.name] = rows
    return faults


def _fixed_cells(group: Group, line: Line) -> Iterable[Fixed]:
    number = int(line.name.rpartition(".")[2].partition("+")[0])
    return [cell for cell in group.blank.rows[number] if isinstance(cell, Fixed)]


def refuse(filled: FilledForm, answers: Answers, place: str, reason: str) -> bool:
    """Show the reason of a refusal next to its field; return whether there is such a field."""
    parts = place.removeprefix("blanks.").split(".")
    line = answers.lines.get(".".join(parts[:2]))
    if line is not None:
        _at(line.fields, parts[2:], line.errors).append(reason)
        return True
    for part in filled.parts:
        if isinstance(part, Group | FormedGroups) and parts[0] in _names(part):
            part.errors.append(reason)
            return True
        if isinstance(part, Field) and part.cell.name == parts[0]:
            part.errors.append(reason)
            return True
    return False


def _names(part: Group | FormedGroups) -> tuple[str, ...]:
    """Return the names of the order's blanks that a part of the form fills."""
    return (part.blank.name,) if isinstance(part, Group) else (part.blank.name, part.blank.alone)


def _at(fields: list[Field], names: list[str], otherwise: list[str]) -> list[str]:
    return next((one.errors for one in fields if names and one.cell.name == names[0]), otherwise)
