"""Balances of the library: fought before, kept in a file of the tree, a line a revision."""

import json
from pathlib import Path
from typing import Any

from django.db.models import F, QuerySet

from darkseas.rules import registry
from replays_app.models import Balance
from scenarios_app.models import Revision

FILE = Path(__file__).resolve().parent / "library" / "balances.json"


def load(path: Path = FILE) -> int:
    """Give the library's revisions their balances from the file; return how many were new.

    A line counts only for the very revision and release that it was fought with.
    """
    if not path.exists():
        return 0
    known = {revision.digest: revision for revision in _library().filter(balances=None)}
    lines = json.loads(path.read_text("utf-8"))
    new = [
        Balance(revision=known[line["digest"]], **_numbers(line))
        for line in lines
        if line["digest"] in known and line["release"] == registry.RELEASE
    ]
    Balance.objects.bulk_create(new)
    return len(new)


def write(path: Path = FILE) -> None:
    """Write the balances of the library's current revisions to the file, a line each."""
    balances = Balance.objects.filter(revision__in=_library(), release=registry.RELEASE)
    lines = []
    for balance in balances.select_related("revision__scenario").order_by("revision__scenario__key"):
        numbers = {name: getattr(balance, name) for name in _NUMBERS}
        revision = balance.revision
        line = {
            "scenario": revision.scenario.key,
            "digest": revision.digest,
            "release": balance.release,
            **numbers,
        }
        lines.append(json.dumps(line, ensure_ascii=False))
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


_NUMBERS = ("battles", "wins", "drawn", "losses", "turns", "entries")


def _numbers(line: dict[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in (*_NUMBERS, "release")}


def _library() -> QuerySet[Revision]:
    return Revision.objects.filter(origin="library", scenario__current=F("pk"))
