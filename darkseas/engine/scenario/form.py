"""The system-specific fields of a scenario; editor and schema are built from them.

Names, types and defaults come from the records; a note adds help for the author.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from ..serialization.records import record
from .options import Option

#: What a text is the key or name of; empty for plain text.
NameOf = Literal["", "side", "area", "hex", "ship", "group"]


@record
class FieldNote:
    """How the editor presents a field of a system's record.

    `text` is one sentence of help, `unit` what a number counts ("hexes"), `least` and `most` its bounds.
    `names` says what a text is the key of. `words` has a label for each fixed value (for a mapping, for each
    key). `members` are titles for the members of a list of fixed length.
    """

    title: str
    text: str = ""
    rule: str = ""
    unit: str = ""
    least: int | None = None
    most: int | None = None
    names: NameOf = ""
    words: Mapping[str, str] = field(default_factory=dict)
    members: tuple[str, ...] = ()


@record
class ScenarioForm:
    """A system's records, by the part of the scenario they are read from.

    Parts are "sea", "aims", "options", "sides.rules", "groups.rules" and "ratings"; a part that the system
    does not read is left out. `notes` has a note for every field of every reachable record, under
    "Record.field". `has_map` says whether a scenario needs a hex map.
    """

    parts: Mapping[str, type]
    notes: Mapping[str, FieldNote]
    has_map: bool


def notes_of_options(
    options: Iterable[Option], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, FieldNote]:
    """Return the notes of a system's `Options` record from its list of options.

    `answers` maps an option's key to the labels of its fixed values.
    """
    return {
        f"Options.{option.key}": FieldNote(
            option.title, option.note, option.rule, words=answers.get(option.key, {})
        )
        for option in options
    }
