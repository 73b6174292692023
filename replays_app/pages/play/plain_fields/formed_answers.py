"""Read fields of freely formed groups, with errors for what the form does not allow."""

from darkseas.engine.orders import Contingent
from darkseas.engine.serialization.canonical_json import Json

from .faults import read_field
from .form_fields import FormedGroups, Line, Member, Slot
from .formation_fields import ALONE


def read_formed(part: FormedGroups, blanks: dict[str, Json], lines: dict[str, Line]) -> int:
    """Store the groups and single members in the blanks of an order; return the number of errors.

    ``lines`` receives the line of the form for each line of the order, keyed by its path there.
    """
    groups: list[Json] = []
    alone: list[Json] = []
    faults = counted = 0
    for number, contingent in enumerate(part.blank.contingents):
        own = [one for one in part.members if one.contingent == number]
        slots = [slot for slot in part.slots if slot.contingent == number]
        faults += sum(_choose_group(one) for one in own)
        for place, slot in enumerate(slots):
            inside = own if contingent.how == "whole" else [one for one in own if _goes_to(one) == place]
            if not inside:
                continue
            counted += contingent.counts
            lines[f"{part.blank.name}.{len(groups)}"] = slot.line
            faults += _read_group(part, contingent, slot, inside, groups)
        for one in own:
            if contingent.how == "alone" or _goes_to(one) == ALONE:
                lines[f"{part.blank.alone}.{len(alone)}"] = one.line
                row: dict[str, Json] = {part.blank.member: one.value}
                faults += read_field(one.place, row) if one.place else 0
                alone.append(row)
    if counted > part.blank.most_groups:
        part.errors.append(f"Form at most {part.blank.most_groups} groups; you have {counted}.")
        faults += 1
    blanks[part.blank.name], blanks[part.blank.alone] = groups, alone
    return faults


def _choose_group(one: Member) -> int:
    """Add an error to a member without a selected group; return whether the group is missing."""
    return read_field(one.group, {}) if one.group else 0


def _goes_to(one: Member) -> Json:
    return one.group.value() if one.group else None


def _read_group(
    part: FormedGroups, contingent: Contingent, slot: Slot, inside: list[Member], groups: list[Json]
) -> int:
    row: dict[str, Json] = {part.blank.group_members: [one.value for one in inside]}
    faults = sum(read_field(one, row) for one in slot.line.fields)
    if len(inside) > contingent.most:
        slot.line.errors.append(f"At most {contingent.most} can be in a group; this one has {len(inside)}.")
        faults += 1
    groups.append(row)
    return faults
