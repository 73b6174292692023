"""Balances of the library, computed in advance and stored in a file of the repository.

The file has one line per revision.
"""

import json
from pathlib import Path
from typing import Any

from django.db.models import F, QuerySet

from darkseas.rules import registry
from replays_app.models import Balance
from scenarios_app.models import Revision

FILE = Path(__file__).resolve().parent / "library" / "balances.json"


def load(path: Path = FILE) -> int:
    """Load the balances of the library's revisions from the file; return how many were new.

    A line applies only to its revision and release. A line with an outcome distribution replaces a stored
    balance without one.
    """
    if not path.exists():
        return 0
    lines = {line["digest"]: line for line in json.loads(path.read_text("utf-8"))}
    lines = {digest: line for digest, line in lines.items() if line["release"] == registry.RELEASE}
    kept = {balance.revision_id: balance for balance in _balances()}
    new = [
        Balance(revision=revision, **_numbers(line))
        for revision in _library().filter(digest__in=lines)
        if _is_news(line := lines[revision.digest], kept.get(revision.pk))
    ]
    Balance.objects.bulk_create(
        new,
        update_conflicts=True,
        unique_fields=["revision", "release"],
        update_fields=[*_NUMBERS, *_LATER],
    )
    return len(new)


def _is_news(line: dict[str, Any], kept: Balance | None) -> bool:
    return kept is None or ("spread" in line and not kept.spread)


def write(path: Path = FILE) -> None:
    """Write the balances of the library's current revisions to the file, one line each."""
    lines = []
    for balance in _balances().select_related("revision__scenario").order_by("revision__scenario__key"):
        numbers = {name: getattr(balance, name) for name in (*_NUMBERS, *_LATER)}
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
#: Fields that older lines do not have.
_LATER = ("spread",)


def _numbers(line: dict[str, Any]) -> dict[str, Any]:
    later = {name: line[name] for name in _LATER if name in line}
    return {**{name: line[name] for name in (*_NUMBERS, "release")}, **later}


def _balances() -> QuerySet[Balance]:
    return Balance.objects.filter(revision__in=_library(), release=registry.RELEASE)


def _library() -> QuerySet[Revision]:
    return Revision.objects.filter(origin="library", scenario__current=F("pk"))
