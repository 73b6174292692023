"""Freely formed groups as plain fields: each member selects a group, each group a name and place.

A field's name is its path in the form: `groups.0.1.name` is the name of the second group of the first
contingent, `groups.0.m3.group` the group of its fourth member.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from darkseas.engine.orders import Cell, Choice, Contingent, Formation
from darkseas.engine.serialization import canonical_json

from .form_fields import Field, FormedGroups, Line, Member, Name, Option, Slot

#: Form value of a member in no group.
ALONE = "alone"
MakeField = Callable[[Cell, str], Field]


def formed_groups(blank: Formation, make: MakeField, data: QueryDict) -> FormedGroups:
    """Return the lines of a formation with values; ``make`` builds the field of a cell with options."""
    builder = _Builder(blank, make, data)
    formed = FormedGroups(blank, [], [])
    for number in range(len(blank.contingents)):
        own = builder.slots(number, len(formed.slots))
        formed.slots += own
        formed.members += builder.members(number, own)
    return formed


@dataclass(frozen=True, slots=True)
class _Builder:
    """Builds the lines of one formation."""

    blank: Formation
    make: MakeField
    data: QueryDict

    def slots(self, number: int, before: int) -> list[Slot]:
        """Return the lines of a contingent's possible groups; ``before`` other groups come first."""
        contingent = self.blank.contingents[number]
        lines = []
        for slot in range(_slots(self.blank, contingent)):
            name = f"{self.blank.name}.{number}.{slot}"
            text = self.data.get(f"{name}.name", "")[: self.blank.longest_name + 1]
            fields = [Field(f"{name}.name", Name(self.blank.group_name, "Name", self.blank.longest_name))]
            fields[0].text = text
            fields += self._place(contingent, name, "Where to")
            together = f": {contingent.title}, together" if contingent.how == "whole" else ""
            title = f"Group {before + slot + 1}{together}"
            lines.append(Slot(number, Line(name, title, fields, has_box=False, is_used=True)))
        return lines

    def members(self, number: int, slots: list[Slot]) -> list[Member]:
        """Return the lines of a contingent's members, with the groups that they can join."""
        contingent = self.blank.contingents[number]
        # The field of the members' own blank has the title of each.
        called = self.make(self.blank.members_of(contingent), f"{self.blank.name}.{number}.members").options
        return [
            self._member(number, option, f"{self.blank.name}.{number}.m{place}", slots)
            for place, option in enumerate(called)
        ]

    def _member(self, number: int, option: Option, name: str, slots: list[Slot]) -> Member:
        contingent = self.blank.contingents[number]
        group = _group_field(name, slots, self.data) if contingent.how == "free" else None
        title = "Destination, if alone" if group else "Where to"
        places = [] if contingent.how == "whole" else self._place(contingent, name, title)
        fields = [*([group] if group else []), *places]
        line = Line(name, option.words, fields, has_box=False, is_used=True)
        return Member(number, option.value, line, group, places[0] if places else None)

    def _place(self, contingent: Contingent, name: str, title: str) -> list[Field]:
        """Return the field for a place, None if there is no choice."""
        if not contingent.places:
            return []
        cell = Choice(self.blank.place, title, contingent.places, contingent.optional, "place")
        return [self.make(cell, f"{name}.place")]


def _slots(blank: Formation, contingent: Contingent) -> int:
    """Return the maximum number of groups of a contingent."""
    if contingent.how != "free":
        return int(contingent.how == "whole")
    most = len(contingent.members)
    return min(most, blank.most_groups) if contingent.counts else most


def _group_field(name: str, slots: list[Slot], data: QueryDict) -> Field:
    """Return the field in which a member selects its group."""
    chosen = data.get(f"{name}.group", "")
    options = [
        Option(str(number), number, _called(slot.line), is_chosen=chosen == str(number))
        for number, slot in enumerate(slots)
    ]
    options.append(Option(ALONE, ALONE, "Alone", is_chosen=chosen == ALONE))
    return Field(f"{name}.group", Choice("group", "Goes with", (*range(len(slots)), ALONE)), options)


def _called(line: Line) -> str:
    """Return a group's number and current name."""
    return f"{line.title}, {line.fields[0].text}" if line.fields[0].text else line.title


# --- from an order to fields -----------------------------------------------------------------------


def suggested_data(blank: Formation) -> QueryDict:
    """Return the fields of a formation's suggested groups. Members outside these groups are alone."""
    groups = [
        {blank.group_name: group.name, blank.group_members: list(group.members)} for group in blank.suggested
    ]
    data = QueryDict(mutable=True)
    put_formation(blank, groups, [], data)
    return data


def put_formation(blank: Formation, groups: Iterable[Any], alone: Iterable[Any], data: QueryDict) -> int:
    """Put an order's groups and single members into fields; return how many no longer fit."""
    for number, contingent in enumerate(blank.contingents):
        for place, _ in enumerate(contingent.members):
            data[f"{blank.name}.{number}.m{place}.group"] = ALONE
    used: Counter[int] = Counter()
    lost = sum(not _put_group(blank, group, used, data) for group in groups)
    return lost + sum(not _put_alone(blank, line, data) for line in alone)


def _put_group(blank: Formation, group: Any, used: Counter[int], data: QueryDict) -> bool:
    """Put a group into its contingent's next free lines; return whether there is room."""
    members = group.get(blank.group_members) if isinstance(group, Mapping) else None
    number = _contingent_of(blank, members)
    if members is None or number is None or used[number] >= _slots(blank, blank.contingents[number]):
        return False
    base, slot = f"{blank.name}.{number}", used[number]
    used[number] += 1
    data[f"{base}.{slot}.name"] = str(group.get(blank.group_name, ""))
    _put_place(f"{base}.{slot}", group.get(blank.place), data)
    for member in members:
        data[f"{base}.m{blank.contingents[number].members.index(member)}.group"] = str(slot)
    return True


def _put_alone(blank: Formation, line: Any, data: QueryDict) -> bool:
    member = line.get(blank.member) if isinstance(line, Mapping) else None
    number = _contingent_of(blank, [member])
    if number is None:
        return False
    place = blank.contingents[number].members.index(member)
    _put_place(f"{blank.name}.{number}.m{place}", line.get(blank.place), data)
    return True


def _contingent_of(blank: Formation, members: Any) -> int | None:
    """Return the contingent of all these members, None if they share none."""
    if not isinstance(members, list) or not members:
        return None
    for number, contingent in enumerate(blank.contingents):
        if all(member in contingent.members for member in members):
            return number
    return None


def _put_place(name: str, place: Any, data: QueryDict) -> None:
    if isinstance(place, str):
        data[f"{name}.place"] = canonical_json.encode(place).decode()
