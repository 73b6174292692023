"""Battles as long as wanted: a real one, one of whose turns is fought again and again.

No scenario lasts for a hundred thousand entries, so from a battle between captains a whole turn is taken
in which nothing is sunk and no block comes or goes, and told as often as needed, each time under the next
turn's number. Every event in it folds on, and the state grows as little as in a real battle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count, islice, pairwise
from typing import Any

from darkseas.engine.events import BattleBegan, BattleEnded, DiceRolled, Entry, SeedOpened, TurnBegan

from . import battles

LOOKED_THROUGH = 12
#: Events after which a turn cannot be told a second time: a block or ship is no longer there.
_CHANGE_FOR_GOOD = {"BlockLost", "BlocksRegrouped", "DummyRemoved", "ShipSunk", "ShipsExited", "BlocksSetUp"}


def entries(length: int) -> list[Entry]:
    """Return a battle of so many entries."""
    before, turn = _parts()
    repeated = islice(_repeated(before, turn), length - 1)
    return [*(entry._replace(seq=seq) for seq, entry in enumerate(repeated)), _end(length, before)]


def _repeated(before: Sequence[Entry], turn: Sequence[Entry]) -> Iterator[Entry]:
    """Yield what comes before the turn, then the turn for ever, steps and turns numbered on."""
    yield from before
    began, step = turn[0].event, before[-1].step
    assert isinstance(began, TurnBegan)
    for number in count(began.turn):
        last = None
        for entry in turn:
            if entry.step != last:
                last, step = entry.step, step + 1
            yield Entry(0, step, _in_turn(entry.event, number), entry.audience)


def _in_turn(event: Any, number: int) -> Any:
    if isinstance(event, TurnBegan):
        return replace(event, turn=number)
    if isinstance(event, DiceRolled):
        return replace(event, turn=number, purpose=f"t{number}/{event.purpose.partition('/')[2]}")
    return event


def _end(length: int, before: Sequence[Entry]) -> Entry:
    scores = dict.fromkeys((side.key for side in battles.spec().sides), "0")
    return Entry(
        length - 1, length, BattleEnded(None, "It was long enough.", "§5", scores), before[0].audience
    )


@cache
def _parts() -> tuple[list[Entry], list[Entry]]:
    """Return what comes before the busiest turn that can be told again, and that turn."""
    whole_turns = []
    for battle in battles.between_bots(LOOKED_THROUGH):
        turns = [place for place, entry in enumerate(battle.entries) if isinstance(entry.event, TurnBegan)]
        for start, stop in pairwise(turns):
            turn = battle.entries[start:stop]
            if not any(type(entry.event).__name__ in _CHANGE_FOR_GOOD for entry in turn):
                whole_turns.append((len(turn), battle.entries[:start], turn))
    if not whole_turns:
        raise LookupError("no turn without losses")
    _, before, turn = max(whole_turns, key=lambda one: one[0])
    kept = [entry for entry in before if not isinstance(entry.event, SeedOpened)]
    if not isinstance(kept[0].event, BattleBegan):
        raise LookupError("the battle does not begin")
    return kept, list(turn)
