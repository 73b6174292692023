"""The after-action report: a battle in Markdown (CommonMark 0.31), one file that can be read alone."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from replays_app.replay.battle_context import BattleContext
from replays_app.replay.headings import phase_titles, turn_title
from replays_app.replay.lines import MOST_LINES, lines_json

#: What begins or ends something in Markdown; after a backslash it stands for itself (CommonMark 2.4).
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def report(context: BattleContext, perspective: str, address: str, head: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the report from one perspective, without their line ends.

    `address` is the replay's; `head` holds what else stands above the tale, a label and a text each. Text
    of people stands as it is: none of it becomes a link, a heading or HTML.
    """
    battle = context.battle
    yield f"# {_plain(battle.title)}"
    yield ""
    yield from (f"- **{label}:** {_plain(text)}" for label, text in head.items() if text)
    yield f"- **On the chart:** <{address}>"
    phases = phase_titles(battle.system)
    turn: int | None = None
    phase = ""
    for line in _lines(context, perspective):
        headings = []
        if line["turn"] != turn:
            turn, phase = line["turn"], ""
            headings.append(f"## {turn_title(line['turn'])}")
        if line["phase"] != phase:
            phase = line["phase"]
            headings.append(f"### {_plain(phases.get(phase, phase))}")
        yield from (part for heading in headings for part in ("", heading))
        if headings:
            yield ""
        yield _item(line)
    if battle.broken_at is not None:
        yield from ("", "**This log cannot be verified any further. What stands here is sound.**")


def _lines(context: BattleContext, perspective: str) -> Iterator[dict[str, Any]]:
    first = 0
    while part := lines_json(context, perspective, first, MOST_LINES):
        yield from part
        first += len(part)


def _item(line: Mapping[str, Any]) -> str:
    """Return an entry as an item of a list: number, sentence with its dice, citations, the sum behind it."""
    rules = f" ({_plain(', '.join(line['rules']))})" if line.get("rules") else ""
    item = f"- `{line['n']}` {_plain(line['sentence'])}{rules}"
    workings = [f"{_plain(part['label'])} {_plain(part['amount'])}" for part in line.get("workings", ())]
    if line.get("total"):
        workings.append(f"makes {_plain(line['total'])}")
    return f"{item}  \n  _{'; '.join(workings)}_" if workings else item


def _plain(text: str) -> str:
    """Return a text as it stands, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(str(text).split()))
