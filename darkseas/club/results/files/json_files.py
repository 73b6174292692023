"""Results as JSON, format darkseas-results/1: the same content as CSV, with lists of sides and players."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from darkseas.club.results.checks import MOST_SIDES

from .file_records import HEAD, MOST_RESULTS, OF_SIDE, BadFile, Fault, ResultRecord, SideRecord

FORMAT = "darkseas-results/1"


def read_json(text: str) -> list[ResultRecord]:
    """Parse a JSON file. Raise BadFile with the place."""
    try:
        document = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadFile(
            Fault("", "", "The file contains half a surrogate pair, such as \\ud800 alone. Replace it.")
        ) from None
    except (ValueError, RecursionError) as fault:
        raise BadFile(Fault("", "", f"This is not valid JSON: {fault}.")) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile(Fault("", "format", f"The format must be {FORMAT}."))
    results = document.get("results")
    if not isinstance(results, list) or len(results) > MOST_RESULTS:
        raise BadFile(Fault("", "results", f"This must be a list of at most {MOST_RESULTS} results."))
    return [_record(f"result {number}", one) for number, one in enumerate(results, 1)]


def write_json(club: str, records: Iterable[ResultRecord]) -> str:
    """Write results as JSON that `read_json` can read."""
    results = [record_json(record) for record in records]
    return json.dumps({"format": FORMAT, "club": club, "results": results}, ensure_ascii=False, indent=1)


def record_json(record: ResultRecord) -> dict[str, Any]:
    """Return one result as JSON."""
    sides = [
        {name: list(side.players) if name == "players" else getattr(side, name) for name in OF_SIDE}
        for side in record.sides
    ]
    return {**{name: getattr(record, name) for name in HEAD}, "sides": sides}


def _record(where: str, one: Any) -> ResultRecord:
    if not isinstance(one, dict):
        raise BadFile(Fault(where, "", "This must be an object."))
    _refuse_strange(where, "", one, {*HEAD, "sides"})
    sides = one.get("sides")
    if not isinstance(sides, list) or len(sides) > MOST_SIDES:
        raise BadFile(Fault(where, "sides", f"This must be a list of at most {MOST_SIDES} sides."))
    found = tuple(_side(where, number, side) for number, side in enumerate(sides, 1))
    return ResultRecord(where, found, **{name: _text(where, name, one.get(name)) for name in HEAD})


def _side(where: str, number: int, one: Any) -> SideRecord:
    if not isinstance(one, dict):
        raise BadFile(Fault(where, f"side {number}", "This must be an object."))
    _refuse_strange(where, f"_{number}", one, set(OF_SIDE))
    names = one.get("players", [])
    if not isinstance(names, list):
        raise BadFile(Fault(where, f"players_{number}", "This must be a list of names."))
    players = tuple(_text(where, f"players_{number}", name) for name in names)
    texts = {name: _text(where, f"{name}_{number}", one.get(name)) for name in OF_SIDE if name != "players"}
    return SideRecord(players=players, **texts)


def _refuse_strange(where: str, after: str, one: Mapping[str, Any], known: set[str]) -> None:
    strange = next((name for name in one if name not in known), None)
    if strange is not None:
        raise BadFile(Fault(where, f"{strange[:60]}{after}", "This field is unknown."))


def _text(where: str, name: str, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadFile(Fault(where, name, "This must be a text or a number."))
    if "\0" in value:
        raise BadFile(Fault(where, name, "Remove the NUL character."))
    return " ".join(value.split()) if name != "remarks" else value.strip()
