"""What an author may say in the parts of a scenario that only one system reads, for forms and schemas.

The records themselves tell names, types and defaults; a note adds what a person needs beside them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from ..serialization.records import record
from .options import Option

#: What a text may be the key or the name of; nothing for text that stands for itself.
NameOf = Literal["", "side", "area", "hex", "ship", "group"]


@record
class FieldNote:
    """A field of a system's record as its author sees it.

    `text` is one sentence of help, `unit` what a number counts ("hexes"), `least` and `most` its bounds.
    `names` says what a text is the key of; `words` gives each fixed answer in words, of a mapping its keys.
    `members` are the titles of the members of a list that has so many of them.
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
    """The records of a system by the part of the scenario that they are read from.

    Parts are "sea", "aims", "options", "sides.rules", "groups.rules" and "ratings"; a part that a system
    does not read is left out. `notes` has a note for every field of every record that can be reached,
    under "Record.field". `has_map` tells whether a scenario needs a hex map.
    """

    parts: Mapping[str, type]
    notes: Mapping[str, FieldNote]
    has_map: bool


def notes_of_options(
    options: Iterable[Option], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, FieldNote]:
    """The notes of a system's record `Options`, which its list of options tells already.

    `answers` gives the words of fixed answers by the option's key.
    """
    return {
        f"Options.{option.key}": FieldNote(
            option.title, option.note, option.rule, words=answers.get(option.key, {})
        )
        for option in options
    }
