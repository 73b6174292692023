"""A short summary of a battle: the winner, each side's losses, and the decisive moments.

It uses only the entries that one perspective may see, and the standing in that perspective's view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from darkseas.engine.events import BattleEnded
from darkseas.engine.presentation.ends import end_reason
from darkseas.engine.presentation.luck import luck_sentences
from darkseas.engine.presentation.standing import DAMAGED, EXITED, SUNK, Fate, Standing
from darkseas.engine.presentation.words import (
    capital,
    counted,
    joined,
    mixed,
    number_word,
    party,
    points_text,
)

from . import cursor_cache
from .battle_context import BattleContext
from .lines import lines_json
from .whole_battle_facts import Gathered


@dataclass(frozen=True, slots=True)
class SideInShort:
    """A side's points, and the names of its damaged and lost ships."""

    key: str
    name: str
    points: str
    sunk: tuple[str, ...]
    damaged: tuple[str, ...]
    exited: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisiveMoment:
    """A decisive event: entry `n` of the perspective, and its turn."""

    n: int
    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class InShort:
    """A battle in a few sentences and rows. `reason` is why it ended, "" while it is running."""

    sentences: tuple[str, ...]
    reason: str
    sides: tuple[SideInShort, ...]
    moments: tuple[DecisiveMoment, ...]


def in_short(context: BattleContext, perspective: str, gathered: Gathered) -> InShort:
    """Return the summary, from facts gathered from a perspective's entries."""
    names = {side.key: side.name for side in context.initial.spec.sides}
    standing = context.system.standing(cursor_cache.newest(context, perspective).state)
    sides = tuple(_side(standing, key, name) for key, name in names.items())
    sentences = (
        _outcome(gathered, sides),
        _waited_for(gathered, names),
        *standing.missed,
        *(_counted(standing, side) for side in sides),
        *map(_losses, sides),
        _lead(gathered, names),
        *(luck_sentences(gathered.scored, names) if gathered.ended else ()),
    )
    return InShort(
        tuple(filter(None, sentences)),
        end_reason(gathered.ended, names) if gathered.ended else "",
        sides,
        tuple(sorted((*_firsts(context, perspective, gathered), *_sinkings(gathered, names)), key=_number)),
    )


def _number(moment: DecisiveMoment) -> int:
    return moment.n


def _side(standing: Standing, key: str, name: str) -> SideInShort:
    def with_fate(fate: Fate) -> tuple[str, ...]:
        return tuple(ship.name for ship in standing.fates if ship.side == key and ship.fate == fate)

    points = mixed(standing.scores.get(key, Fraction(0)))
    return SideInShort(key, name, points, with_fate(SUNK), with_fate(DAMAGED), with_fate(EXITED))


def turn_at(gathered: Gathered, n: int) -> int:
    """Return the turn of an entry; entries before turn 1 are in turn 0."""
    return max((turn["turn"] for turn in gathered.turns if turn["first"] <= n), default=0)


# --- sentences -----------------------------------------------------------------------------------


def _outcome(gathered: Gathered, sides: tuple[SideInShort, ...]) -> str:
    turn, ended = turn_at(gathered, gathered.entries), gathered.ended
    when = f"in turn {turn}" if turn else "before turn 1"
    if gathered.aborted:
        return f"The battle was abandoned {when}, without a winner: {gathered.aborted.reason}"
    if ended is None:
        return f"So far, {when}: {joined([f'{party(side.name)} {side.points}' for side in sides])}."
    ordered = sorted(sides, key=lambda side: side.key != ended.winner)
    points = [points_text(ended.scores.get(side.key, side.points)) for side in ordered]
    score = f", by points {' to '.join(points)}" if any(map(Fraction, ended.scores.values())) else ""
    if _has_fewer(ended):
        score = f", with {points[0]} point{'' if points[0] == '1' else 's'} to {points[1]}"
    return f"{capital(party(ordered[0].name)) if ended.winner else 'Nobody'} won {when}{score}."


def _waited_for(gathered: Gathered, names: Mapping[str, str]) -> str:
    """Return a sentence that names the sides to move when the battle was abandoned; "" if it was not."""
    waited = [party(names.get(side, side)) for side in gathered.aborted.by] if gathered.aborted else []
    return f"It had been waiting for {joined(waited)}." if waited else ""


def _has_fewer(ended: BattleEnded) -> bool:
    """Return whether the winner has fewer points than another side, so that points did not decide."""
    scores = {side: Fraction(text) for side, text in ended.scores.items()}
    return ended.winner in scores and scores[ended.winner] < max(scores.values())


def _counted(standing: Standing, side: SideInShort) -> str:
    """Return a description of how a side's points add up; "" if they have a single source."""
    parts = [f"{mixed(part.points)} for {part.words}" for part in standing.counted if part.side == side.key]
    return f"Points of {party(side.name)}: {joined(parts)}." if len(parts) > 1 else ""


def _losses(side: SideInShort) -> str:
    who, damaged = capital(party(side.name)), len(side.damaged)
    if not side.sunk:
        rest = f"; {joined(side.damaged, 5)} survived with damage" if damaged else ""
        return f"{who} lost no ship{rest}."
    more = f"; {number_word(damaged)} more {'was' if damaged == 1 else 'were'} damaged" if damaged else ""
    return f"{who} lost {counted(len(side.sunk), 'ship')}, {joined(side.sunk, 5)}{more}."


def _lead(gathered: Gathered, names: Mapping[str, str]) -> str:
    """Return since when the winner led on points, in words; "" if the winner did not lead at the end."""
    winner = gathered.ended.winner if gathered.ended else None
    since = None
    for point in gathered.scores:
        scores = {side: Fraction(text) for side, text in point["scores"].items()}
        leads = (
            all(scores[winner] > other for side, other in scores.items() if side != winner)
            if winner in scores
            else False
        )
        since = (point["n"] if since is None else since) if leads else None
    if winner is None or since is None:
        return ""
    turn = turn_at(gathered, since)
    who = capital(party(names[winner]))
    return f"{who} took the lead in turn {turn} and kept it." if turn else f"{who} led from first to last."


# --- moments -------------------------------------------------------------------------------------


def _firsts(context: BattleContext, perspective: str, gathered: Gathered) -> list[DecisiveMoment]:
    return [
        DecisiveMoment(n, turn_at(gathered, n), f"For the first time: {line['sentence']}")
        for n in gathered.firsts.values()
        for line in lines_json(context, perspective, n, 1)
    ]


def _sinkings(gathered: Gathered, names: Mapping[str, str]) -> list[DecisiveMoment]:
    """Return the ships sunk, grouped by side and turn."""
    rows = [(turn_at(gathered, lost["n"]), lost["side"], lost) for lost in gathered.losses]
    moments = []
    for (turn, side), group in groupby(sorted(rows, key=lambda row: row[:2]), key=lambda row: row[:2]):
        lost = [row[2] for row in group]
        verb = "is" if len(lost) == 1 else "are"
        ships = joined([str(one["name"]) for one in lost])
        words = f"{ships} of {party(names.get(side, side))} {verb} sunk."
        moments.append(DecisiveMoment(int(lost[0]["n"]), turn, words))
    return moments
