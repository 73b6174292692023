"""The words of a case, as records: whatever else stands in a file is refused with its place."""

import tomllib
from collections.abc import Mapping
from dataclasses import field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read
from darkseas.engine.serialization.records import record

FOLDER = Path(__file__).parent
ALL_WORDS = "what a case may say stands in tests/rules/dark_seas/cases/README.md"
#: Python keeps this word of an attack for itself.
_WITH, _AS_FIELD = "with", "with_"
#: How the strict reader refuses a word.
_NO_FIELD = "is not a field here"


class BadCase(AssertionError):
    """A case says what no case says; the sentence names the case, the place and the word."""

    def __init__(self, title: str, where: str, reason: str) -> None:
        super().__init__(f"case “{title}”, {where}: {reason}")


@record
class BlockWords:
    """A block: side, hex, and the stickers of its ships by name."""

    side: str
    hex: Hex
    ships: Mapping[str, str]
    single: bool = False


@record
class GivenWords:
    """What is given: the two sides, their blocks, what has happened before."""

    training: Mapping[str, int]
    sights: Mapping[str, tuple[str, ...]]
    blocks: Mapping[str, BlockWords]
    damaged: tuple[str, ...] = ()
    initiative: str = ""
    land: tuple[Hex, ...] = ()
    light: Literal["night", "day"] = "night"
    second_salvo: tuple[str, ...] = ()
    smoke: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    visibility: int = 3


@record
class AttackWords:
    """An attack; `with_` names batteries as "helena D"."""

    block: str
    target: Hex
    with_: tuple[str, ...]
    classes: str = ""
    keep_out: bool = False
    together: bool = True


@record
class OrderWords:
    """What is ordered: the blocks of each side that evade, then the attacks."""

    attack: tuple[AttackWords, ...] = ()
    evade: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@record
class RefusedWords:
    """The rule and the field that a refusal names."""

    rule: str
    field: str


@record
class MultiplierWords:
    """A multiplier as the sum of the last attack shows it."""

    label: str
    factor: str
    rule: str


@record
class Case:
    """A case of a file; `then` are events with the fields that are compared."""

    rule: str
    title: str
    given: GivenWords
    order: OrderWords
    dice: tuple[str, ...] = ()
    multipliers: tuple[MultiplierWords, ...] | None = None
    refused: RefusedWords | None = None
    then: tuple[Mapping[str, Json], ...] = ()


@record
class _CasesFile:
    case: tuple[Mapping[str, Json], ...]


@record
class _TableFile:
    rule: str
    columns: tuple[str, ...]
    lines: tuple[tuple[Json, ...], ...]


#: The parts of a case that have words of their own, by what they are called in a message and in the README.
PARTS: Mapping[str, type] = {
    "case": Case,
    "given": GivenWords,
    "block": BlockWords,
    "order": OrderWords,
    "attack": AttackWords,
    "refused": RefusedWords,
    "multiplier": MultiplierWords,
}


def words_of(kind: Any) -> list[str]:
    """The words of a part of a case, as they are written."""
    return [part.name.removesuffix("_") for part in fields(kind)]


def read_case(written: Mapping[str, Any]) -> Case:
    """A case as TOML has it; BadCase names the first word or value that no case has, and where."""
    try:
        case: Case = read(Case, _with_as_field(written))
    except BadShape as error:
        where = error.where.replace(_AS_FIELD, _WITH)
        reason = f"{error.reason}{_nearest(where) if error.reason == _NO_FIELD else ''}; {ALL_WORDS}"
        raise BadCase(str(written.get("title", "")), where, reason) from None
    return case


def _with_as_field(written: Mapping[str, Any]) -> dict[str, Any]:
    order = written.get("order")
    if not isinstance(order, dict) or not isinstance(order.get("attack"), list):
        return dict(written)
    attacks = [
        {_AS_FIELD if word == _WITH else word: value for word, value in attack.items()}
        if isinstance(attack, dict)
        else attack
        for attack in order["attack"]
    ]
    return {**written, "order": {**order, "attack": attacks}}


def _nearest(where: str) -> str:
    """What may have been meant, where a word is nearly one of ours."""
    last = where.rpartition(".")[2]
    words = sorted({word for kind in PARTS.values() for word in words_of(kind)})
    nearest = get_close_matches(last, words, 1)
    return f" (did you mean “{nearest[0]}”?)" if nearest else ""


def cases_in(path: Path) -> tuple[dict[str, Any], ...]:
    """The cases of a file as TOML has them, none where it goes through a table.

    BadCase for a word beside them.
    """
    written = tomllib.loads(path.read_text("utf-8"))
    is_table = "lines" in written
    try:
        file = read(_TableFile if is_table else _CasesFile, written)
    except BadShape as error:
        raise BadCase(path.name, error.where, f"{error.reason}; {ALL_WORDS}") from None
    return () if is_table else file.case


def lines_in(name: str) -> tuple[tuple[Any, ...], ...]:
    """The lines of a file that goes through a table."""
    file: _TableFile = read(_TableFile, tomllib.loads((FOLDER / name).read_text("utf-8")))
    return file.lines
