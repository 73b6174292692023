"""Examples of rules: the best entry for every rule id that the library's battles cite."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from darkseas.engine.events import BattleBegan
from darkseas.engine.log import battle_file
from darkseas.engine.play.replay import set_facts
from darkseas.engine.presentation.companion import RuleExample
from darkseas.engine.presentation.narration import Narration
from replays_app.export.battle_files import check_file

_HEAD = """\
# Where each rule may be seen at work: an entry of a battle of the library. Written by
# `manage.py find_rule_examples --write`.
title = "Rules at work"
source = "the library's own battles"
origin = "house"
columns = ["id", "battle", "title", "entry"]
lines = [
"""
#: The preferred battle, because most readers have seen it.
_FIRST = "savo-island"


class Citation(NamedTuple):
    """An entry that cites a rule; a greater one is a better example."""

    in_sentence: bool
    has_column: bool
    weight: int
    example: RuleExample


def find(files: Iterable[Path]) -> dict[str, dict[str, RuleExample]]:
    """Return the best example of each id, by rules system. Raises BadBattleFile for an unsound file."""
    best: dict[str, dict[str, Citation]] = {}
    for path in sorted(files, key=lambda path: (path.stem != _FIRST, path.stem)):
        for system, citation in _citations(path):
            known = best.setdefault(system, {})
            other = known.get(citation.example.id)
            if other is None or citation[:3] > other[:3]:
                known[citation.example.id] = citation
    return {
        system: {key: citation.example for key, citation in sorted(known.items())}
        for system, known in best.items()
    }


def _citations(path: Path) -> Iterator[tuple[str, Citation]]:
    with path.open("rb") as file:
        checked = check_file(battle_file.read(file))
    system, state = checked.system, checked.system.initial_state(checked.spec)
    battle = str(UUID(checked.file.battle))
    for entry in checked.entries:
        narration = system.describe(state, entry.event)
        set_facts(system.setters, state, [entry.event])
        if isinstance(entry.event, BattleBegan):
            continue
        for rule in dict.fromkeys(cited(narration)):
            example = RuleExample(rule, battle, checked.spec.title, entry.seq)
            has_column = narration.column is not None
            in_sentence = rule in narration.rules
            yield system.key, Citation(in_sentence, has_column, narration.weight, example)


def cited(narration: Narration) -> Iterator[str]:
    """Yield every id that a narration cites, including those in its modifiers."""
    yield from narration.rules
    yield from (working.rule for working in narration.workings if working.rule)


def table_text(examples: Iterable[RuleExample]) -> str:
    """Return examples as the TOML table that a system's companion reads."""
    cells = ([one.id, one.battle, one.title, one.entry] for one in examples)
    return _HEAD + "".join(f"  {json.dumps(line, ensure_ascii=False)},\n" for line in cells) + "]\n"
