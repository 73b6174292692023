"""The after-action report: a battle in Markdown (CommonMark 0.31), as one self-contained file."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.cache import cache

from darkseas.web.sending import compression
from replays_app.log import store as log_store
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.code_version import code_version
from replays_app.replay.headings import phase_titles, turn_title
from replays_app.replay.lines import MOST_LINES, lines_json
from replays_app.replay.response_cache import CACHED_S

#: Markdown's special characters, escaped with a backslash (CommonMark 2.4).
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def head_lines(title: str, address: str, head: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines above the report's text, without line ends.

    `address` is the replay's; `head` has more lines, each a label and a text. Text written by people is
    escaped, so that it never becomes a link, a heading or HTML.
    """
    yield f"# {_plain(title)}"
    yield ""
    yield from (f"- **{label}:** {_plain(text)}" for label, text in head.items() if text)
    yield f"- **On the map:** <{address}>"


def kept_tale(context: BattleContext, perspective: str) -> str | None:
    """Return the cached text of this log, or None if it must still be written."""
    packed: bytes | None = cache.get(_place(context, perspective))
    return None if packed is None else compression.unpacked(packed).decode()


def tell(context: BattleContext, perspective: str) -> str:
    """Return the text from one perspective; that of a finished battle is cached."""
    told = "".join(f"{line}\n" for line in _tale(context, perspective))
    if context.battle.is_over:
        cache.set(
            _place(context, perspective),
            compression.packed(told.encode(), compression.QUICK),
            CACHED_S,
        )
    return told


def _place(context: BattleContext, perspective: str) -> str:
    """Return the cache key. It depends on code version, battle, hash of the last entry, first entry that
    fails verification (if any), status and perspective.
    """
    battle = context.battle
    of = f"{log_store.head_of(battle.pk)}:{battle.broken_at}:{battle.status}"
    return f"tale:{code_version()}:{battle.pk.hex}:{of}:{perspective}"


def _tale(context: BattleContext, perspective: str) -> Iterator[str]:
    battle = context.battle
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
        yield from ("", "**The rest of this log cannot be verified. Everything above is sound.**")


def _lines(context: BattleContext, perspective: str) -> Iterator[dict[str, Any]]:
    first = 0
    while part := lines_json(context, perspective, first, MOST_LINES):
        yield from part
        first += len(part)


def _item(line: Mapping[str, Any]) -> str:
    """Return an entry as a list item: number, sentence with its dice, citations, and its modifiers."""
    rules = f" ({_plain(', '.join(line['rules']))})" if line.get("rules") else ""
    item = f"- `{line['n']}` {_plain(line['sentence'])}{rules}"
    workings = [f"{_plain(part['label'])} {_plain(part['amount'])}" for part in line.get("workings", ())]
    if line.get("total"):
        workings.append(f"makes {_plain(line['total'])}")
    return f"{item}  \n  _{'; '.join(workings)}_" if workings else item


def _plain(text: str) -> str:
    """Return a text escaped, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(str(text).split()))
