"""Read uploaded scenario files strictly, with line numbers, and write scenarios as files.

A file is the JSON of a ScenarioSpec. Its size and depth are checked in the text before parsing.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from textwrap import fill
from typing import Any, NoReturn

from darkseas.engine.scenario.spec import BadScenario, Finding, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.engine.serialization.records import record
from scenarios_app.revisions.store import canonical, spec_from

from .json_positions import Place, line_at, line_of, places
from .json_size import MOST_BYTES, TooMuch, check_size

#: Largest integer that JavaScript represents exactly.
MOST_NUMBER = 2**53 - 1
#: Optional field naming the file's schema; text editors use it.
SCHEMA_FIELD = "$schema"
WIDTH = 100

_BOM = b"\xef\xbb\xbf"
#: First bytes of other file types, to name them in the error.
_OTHER_KINDS: Mapping[bytes, str] = {
    b"<": "a page or a picture (HTML, SVG or XML)",
    b"PK\x03\x04": "a ZIP archive",
    b"\x89PNG": "a picture (PNG)",
    b"%PDF": "a PDF document",
    b"\x1f\x8b": "a compressed file (gzip)",
}


@record
class Fault:
    """An error in a file: 1-based line, dotted path in the scenario, and how to fix it."""

    line: int
    where: str
    text: str
    remedy: str

    @property
    def sentence(self) -> str:
        """Return the error as one sentence for display."""
        at = f"Line {self.line}" + (f", {self.where}" if self.where else "")
        return f"{at}: {self.text} {self.remedy}"


class BadFile(ValueError):
    """The file is not a readable scenario; `fault` is the first error and its position."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


def read_scenario(data: bytes) -> ScenarioSpec:
    """Parse a scenario file. Raises BadFile with line and field of the first error."""
    text = _text_of(data)
    value = _value_of(text)
    if not isinstance(value, dict):
        raise _bad(1, "", "This is JSON, but not a scenario.", "A scenario file begins with “{”.")
    value.pop(SCHEMA_FIELD, None)
    try:
        spec = spec_from(value)
        canonical(spec)
    except BadScenario as refusal:
        raise _located(text, refusal.findings[0]) from None
    return spec


def to_file(spec: ScenarioSpec) -> bytes:
    """Return the scenario as a readable file; equal scenarios give equal bytes."""
    return (_laid_out(_in_order(spec, write(spec)), "") + "\n").encode()


def _bad(line: int, where: str, text: str, remedy: str) -> BadFile:
    return BadFile(Fault(line, where, text, remedy))


def _located(text: str, finding: Finding) -> BadFile:
    message = finding.text if finding.text.endswith(".") else f"{finding.text}."
    where = "" if finding.where == "scenario" else finding.where
    return _bad(line_of(text, where), where, message, finding.remedy or "Correct or remove it.")


# --- bytes to text -----------------------------------------------------------------------------------


def _text_of(data: bytes) -> str:
    data = data.removeprefix(_BOM)
    if len(data) > MOST_BYTES:
        size = f"{len(data) / 2**20:.1f} MiB"
        raise _bad(1, "", f"This file has {size}, a scenario at most 5.", "Check that it is the right file.")
    if not data.strip():
        raise _bad(1, "", "This file is empty.", "Download it again from the scenario’s page.")
    for beginning, kind in _OTHER_KINDS.items():
        if data.lstrip().startswith(beginning):
            raise _bad(1, "", f"This is {kind}, not a scenario file.", "Choose a .json file of a scenario.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise _bad(line, "", "Something here is not UTF-8.", "Save the file as UTF-8.") from None


# --- text to a value ---------------------------------------------------------------------------------


class _Unreadable(ValueError):
    """An unsupported number, as written in the file."""


def _value_of(text: str) -> Any:
    try:
        check_size(text)
    except TooMuch as fault:
        raise _bad(line_at(text, fault.at), "", str(fault), "Check that it is a scenario file.") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except json.JSONDecodeError as fault:
        remedy = "Look for a missing or extra comma, quotation mark or bracket."
        raise _bad(fault.lineno, "", f"This is not JSON ({fault.msg.lower()}).", remedy) from None
    except _Unreadable:
        raise _first_refused(text) from None
    _check_texts(text, value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Unreadable
    return members


def _whole(digits: str) -> int:
    if len(digits) > len(str(-MOST_NUMBER)) or abs(int(digits)) > MOST_NUMBER:
        raise _Unreadable
    return int(digits)


def _refuse(digits: str) -> NoReturn:
    raise _Unreadable


def _first_refused(text: str) -> BadFile:
    """Return the first duplicate key or unsupported number in the text."""
    for place in places(text):
        if place.is_twice:
            message = f"“{place.name[:80]}” appears twice."
            return _at(text, place, message, "Remove one of the two.")
        if place.raw in ("NaN", "Infinity", "-Infinity"):
            return _at(text, place, "This is not a number.", "Write a whole number.")
        if not place.raw or place.raw[0] not in "-0123456789":
            continue
        if not place.raw.lstrip("-").isdigit():
            remedy = "Write a whole number, or a fraction as text: “3/2”."
            return _at(text, place, "This number is not whole.", remedy)
        if len(place.raw) > len(str(-MOST_NUMBER)) or abs(int(place.raw)) > MOST_NUMBER:
            remedy = "Write a number under 9007199254740992."
            return _at(text, place, "This number is too large.", remedy)
    return _bad(1, "", "This is not JSON.", "Check that it is a scenario file.")


def _at(text: str, place: Place, message: str, remedy: str) -> BadFile:
    return _bad(line_at(text, place.at), place.where, message, remedy)


def _check_texts(text: str, value: Any) -> None:
    """Reject NUL characters and lone surrogates, which the database cannot store."""
    if _is_sound(json.dumps(value, ensure_ascii=False)):
        return
    for place in places(text):
        if not (_is_sound(place.name) and _is_sound(_string(place.raw))):
            message = "This text contains a NUL or an incomplete character."
            raise _at(text, place, message, "Type the text again.")
    raise _bad(1, "", "A text contains a NUL or an incomplete character.", "Type the texts again.")


def _is_sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text and "\\u0000" not in text


def _string(raw: str) -> str:
    return str(json.loads(raw)) if raw.startswith('"') else ""


# --- a spec to text ----------------------------------------------------------------------------------


def _in_order(value: Any, written: Json) -> Json:
    """Order record fields as declared and mapping keys alphabetically."""
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.name in written]
        return {name: _in_order(getattr(value, name), written[name]) for name in names}
    if isinstance(value, Mapping):
        return {name: _in_order(value[name], written[name]) for name in sorted(value)}
    if isinstance(value, list | tuple):
        return [_in_order(item, item_written) for item, item_written in zip(value, written, strict=True)]
    return written


def _laid_out(value: Json, margin: str) -> str:
    """Format JSON with short values on one line and long lists of words wrapped."""
    compact = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(compact) <= WIDTH or not isinstance(value, dict | list):
        return compact
    inner = f"{margin}  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if all(isinstance(item, str) and " " not in item for item in value):
        words = ", ".join(json.dumps(item, ensure_ascii=False) for item in value)
        filled = fill(
            words, WIDTH, initial_indent=inner, subsequent_indent=inner,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        return f"[\n{filled}\n{margin}]"
    return "[\n" + ",\n".join(f"{inner}{_laid_out(item, inner)}" for item in value) + f"\n{margin}]"
