"""Analyses of the library's battles, made in advance and stored in files of the repository.

One file per battle, named like the battle's file. An analysis applies to its battle and release only.
"""

import json
from pathlib import Path
from uuid import UUID

from darkseas.rules import registry
from replays_app.models import Battle, BattleAnalysis

from . import battle_analysis

LIBRARY = Path(__file__).resolve().parents[1] / "library"
FOLDER = LIBRARY / "analyses"


def library_battle_ids(library: Path = LIBRARY) -> dict[str, UUID]:
    """Return the ids of the library's battles by the name of their file without its ending."""
    found = {}
    for path in sorted(library.glob("*.jsonl")):
        with path.open("rb") as file:
            found[path.stem] = UUID(json.loads(file.readline())["battle"])
    return found


def load(folder: Path = FOLDER) -> int:
    """Load the analyses of battles that have none; return how many were new."""
    files = {path.stem: path for path in folder.glob("*.json")}
    ids = {name: key for name, key in library_battle_ids().items() if name in files}
    here = Battle.objects.in_bulk(ids.values())
    known = set(BattleAnalysis.objects.filter(release=registry.RELEASE).values_list("battle_id", flat=True))
    new = 0
    for name, key in ids.items():
        if key not in here or key in known:
            continue
        stored = json.loads(files[name].read_text("utf-8"))
        if stored["release"] == registry.RELEASE:
            battle_analysis.store(here[key], stored["content"])
            new += 1
    return new


def write(name: str, analysis: BattleAnalysis, folder: Path = FOLDER) -> None:
    """Write the analysis of a library battle to its file."""
    folder.mkdir(exist_ok=True)
    stored = {"release": analysis.release, "content": analysis.content}
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
