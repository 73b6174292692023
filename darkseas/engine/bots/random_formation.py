"""Random formations: place every member once, within the form's limits."""

from collections.abc import Iterator

from ..dice.chooser import Chooser
from ..orders import Contingent, Formation
from ..serialization.canonical_json import Json

Members = list[Json]


def fill_formation(blank: Formation, chooser: Chooser, filled: dict[str, Json]) -> None:
    """Fill both blanks of a formation."""
    groups: list[Json] = []
    alone: list[Json] = []
    left = blank.most_groups
    for contingent in blank.contingents:
        formed, apart = _formed(contingent, left, chooser)
        left -= len(formed) * contingent.counts
        for members in formed:
            named: dict[str, Json] = {
                blank.group_name: f"Group {len(groups) + 1}",
                blank.group_members: members,
            }
            groups.append(named | dict(_placed(blank, contingent, chooser)))
        alone += ({blank.member: one} | dict(_placed(blank, contingent, chooser)) for one in apart)
    filled[blank.name], filled[blank.alone] = groups, alone


def _formed(contingent: Contingent, left: int, chooser: Chooser) -> tuple[list[Members], Members]:
    """Return the groups of a contingent (at most `left` of them) and the members that are in no group."""
    if contingent.how == "whole":
        return [list(contingent.members)], []
    groups: list[Members] = []
    apart: Members = []
    for member in contingent.members:
        open_groups = [group for group in groups if len(group) < contingent.most]
        may_begin = contingent.how == "free" and (not contingent.counts or len(groups) < left)
        picked = chooser.below(len(open_groups) + may_begin + 1) if contingent.how == "free" else 0
        if picked < len(open_groups):
            open_groups[picked].append(member)
        elif may_begin and picked == len(open_groups):
            groups.append([member])
        else:
            apart.append(member)
    return groups, apart


def _placed(blank: Formation, contingent: Contingent, chooser: Chooser) -> Iterator[tuple[str, Json]]:
    picked = chooser.below(len(contingent.places) + contingent.optional) if contingent.places else 0
    if picked < len(contingent.places):
        yield blank.place, contingent.places[picked]
