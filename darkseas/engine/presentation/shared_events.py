"""Narration of the events that all rules systems share (`SHARED_EVENTS`)."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..dice import client_seeds
from ..dice.ledger import SCHEME
from ..events import (
    UMPIRE,
    BattleAborted,
    BattleBegan,
    BattleEnded,
    BidsOpened,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    DrawDeclined,
    DrawOffered,
    OrderGiven,
    OrderWithdrawn,
    PhaseBegan,
    PlotsRevealed,
    RulingMade,
    SeedOpened,
    SideResigned,
    SideTimedOut,
    TableConfirmed,
    TableWitnessed,
    TurnBegan,
    TurnOpened,
)
from .ends import end_reason
from .narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from .words import capital, joined, points_text

#: Citation for requirements of this site that no rulebook mentions.
HOUSE = "house"
#: Citation for an umpire's ruling that names no rule.
RULING = "ruling"

#: Citation for an end by resignation, draw or clock.
ENDING = "ending"

SideNames = Mapping[str, str]
#: Narrates one event type from the state before it; None selects the shared sentence.
Teller = Callable[[Any, Any], Narration | None]
_Teller = Callable[[Any, SideNames, str], Narration]

_NO_CITATIONS: Mapping[type, str] = {}
_TURN_PREFIX = re.compile(r"t[0-9]+/")


def describe_shared(
    event: object, side_names: SideNames, citations: Mapping[type, str] = _NO_CITATIONS
) -> Narration | None:
    """Narrate a shared event; return None for a system's own event.

    `side_names` maps sides to names; an unknown side shows its key. `citations` gives the system's rule for
    event types that carry none; the default is `HOUSE`.
    """
    tell = _TELLERS.get(type(event))
    return None if tell is None else tell(event, side_names, citations.get(type(event), HOUSE))


def describe_by(
    tellers: Mapping[type, Teller],
    state: Any,
    event: object,
    side_names: SideNames,
    citations: Mapping[type, str] = _NO_CITATIONS,
) -> Narration:
    """Narrate an event with the system's function; if there is none, or it returns None, narrate a shared
    event.

    Raises KeyError for an unknown event.
    """
    tell = tellers.get(type(event))
    narration = tell(state, event) if tell is not None else None
    narration = narration or describe_shared(event, side_names, citations)
    if narration is None:
        raise KeyError(type(event).__name__)
    return narration


def name_of(side: str, side_names: SideNames) -> str:
    """Return the name of a side or the umpire; the key of an unknown side."""
    return side_names.get(side) or ("The umpire" if side == UMPIRE else side)


def order_words(order: str) -> str:
    """Return a stored order name as words: "dark_seas.declare_evasion" is "declare evasion"."""
    return order.rpartition(".")[2].replace("_", " ")


def purpose_words(purpose: str, side_names: SideNames) -> str:
    """Return the purpose of dice as words: "t3/spotting/ijn" is "spotting, Japan"."""
    parts = _TURN_PREFIX.sub("", purpose, count=1).split("/")
    return ", ".join(side_names.get(part) or part.replace("-", " ").replace("_", " ") for part in parts)


# --- the battle, its turns, its end --------------------------------------------------------------


def _battle_began(event: BattleBegan, names: SideNames, rule: str) -> Narration:
    workings = (
        Working("Rules system", event.system.replace("_", " ")),
        Working("Release", event.release),
        Working("Dice", str(event.dice.get("scheme", ""))),
        *(Working(f"Seat of {name_of(side, names)}", str(seat)) for side, seat in event.seats.items()),
    )
    title = event.scenario.get("title") or event.battle
    return Narration(
        f"The battle begins: {title}.", (rule,), STRONG, tuple(line for line in workings if line.amount)
    )


def _turn_began(event: TurnBegan, names: SideNames, rule: str) -> Narration:
    title = f": {event.title}" if event.title else ""
    return Narration(f"Turn {event.turn}{title}.", (rule,), STRONG)


def _phase_began(event: PhaseBegan, names: SideNames, rule: str) -> Narration:
    return Narration(f"{capital(event.title or event.phase)}.", (event.rule or rule,), NORMAL)


def _battle_ended(event: BattleEnded, names: SideNames, rule: str) -> Narration:
    sides = sorted(event.scores, key=lambda side: side != event.winner)
    scores = [points_text(event.scores[side]) for side in sides]
    verdict = f"Victory: {name_of(event.winner, names)}" if event.winner else "A draw"
    score = f"{' to '.join(scores)} points" if scores else ""
    reason = f" {end_reason(event, names)}" if event.reason else ""
    cited = event.rule or rule
    return Narration(
        f"The battle is over. {', '.join(filter(None, (verdict, score)))}.{reason}",
        (cited,),
        STRONG,
        tuple(
            Working(f"Points of {name_of(side, names)}", points, cited)
            for side, points in zip(sides, scores, strict=True)
        ),
        score,
        side=event.winner or "",
    )


def _battle_aborted(event: BattleAborted, names: SideNames, rule: str) -> Narration:
    waited_for = joined([name_of(side, names) for side in event.by])
    sentence = f"The battle is abandoned: {event.reason}"
    workings = (Working("Waited for", waited_for, rule),) if waited_for else ()
    return Narration(sentence, (rule,), STRONG, workings)


def _side_resigned(event: SideResigned, names: SideNames, rule: str) -> Narration:
    return Narration(f"{name_of(event.side, names)} resigns.", (ENDING,), STRONG, side=event.side)


def _side_timed_out(event: SideTimedOut, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)} ran out of time."
    return Narration(sentence, (ENDING,), STRONG, side=event.side)


def _draw_offered(event: DrawOffered, names: SideNames, rule: str) -> Narration:
    return Narration(f"{name_of(event.side, names)} offers a draw.", (ENDING,), NORMAL, side=event.side)


def _draw_declined(event: DrawDeclined, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)} declines the draw; the battle continues."
    return Narration(sentence, (ENDING,), NORMAL, side=event.side)


# --- orders and rulings --------------------------------------------------------------------------


def _order_given(event: OrderGiven, names: SideNames, rule: str) -> Narration:
    of_seed = _seed_words(event)
    if of_seed:
        sentence = f"{name_of(event.side, names)} {of_seed}."
        return Narration(sentence, (SCHEME,), QUIET, side=event.side)
    sentence = f"{name_of(event.side, names)}: order to {order_words(event.order)}."
    return Narration(sentence, (rule,), NORMAL, side=event.side)


def _seed_words(event: OrderGiven) -> str:
    """Return a phrase for a side's order about its dice seed; empty for other orders."""
    blanks = event.blanks.values()
    if event.order == client_seeds.COMMIT:
        keeps_out = client_seeds.NONE in blanks
        return "contributes no seed to the dice" if keeps_out else "seals its own seed for the dice"
    if event.order == client_seeds.OPEN:
        is_lost = client_seeds.LOST in blanks
        return "reports its dice seed as lost" if is_lost else "opens its seed for the dice"
    return ""


def _order_withdrawn(event: OrderWithdrawn, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)}: plot withdrawn ({order_words(event.order)})."
    return Narration(sentence, (rule,), NORMAL, side=event.side)


def _plots_revealed(event: PlotsRevealed, names: SideNames, rule: str) -> Narration:
    sides = joined([name_of(side, names) for side in event.sides])
    sentence = f"Plots revealed ({order_words(event.order)}): {sides or 'none'}."
    return Narration(sentence, (event.rule or rule,), NORMAL)


def _ruling_made(event: RulingMade, names: SideNames, rule: str) -> Narration:
    reason = event.reason if event.reason.endswith((".", "!", "?")) else f"{event.reason}."
    return Narration(f"The umpire rules: {reason}", (event.rule or RULING,), NORMAL, side=UMPIRE)


# --- dice and seeds ------------------------------------------------------------------------------


def _dice_rolled(event: DiceRolled, names: SideNames, rule: str) -> Narration:
    return dice_narration(event, purpose_words(event.purpose, names), rule)


def dice_narration(event: DiceRolled, what: str, rule: str) -> Narration:
    """Narrate a roll by its purpose, in the words of a system that knows its own purposes."""
    at_table = ", rolled at the table" if event.origin == "table" else ""
    noun = "Die" if len(event.faces) == 1 else "Dice"
    faces = joined([str(face) for face in event.faces])
    return Narration(
        f"{noun} for {what}: {faces} (D{event.sides}{at_table}).",
        (rule,),
        QUIET,
        dice=tuple(Die(event.sides, face, what, event.origin) for face in event.faces),
        side=event.scope.removeprefix("side:") if event.scope.startswith("side:") else "",
    )


def _table_witnessed(event: TableWitnessed, names: SideNames, rule: str) -> Narration:
    return Narration(f"Table dice: {witness_words(event, names)}.", (rule,), QUIET)


def _table_confirmed(event: TableConfirmed, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)}: we saw the dice entered so far, and the entries are correct."
    return Narration(sentence, (rule,), QUIET, side=event.side)


def witness_words(event: TableWitnessed, names: SideNames) -> str:
    """Return a phrase with the witnesses of the table dice."""
    seen = joined([name_of(side, names) for side in event.by])
    if event.afterwards:
        return f"entered afterwards, from the notes of {seen}" if seen else "entered afterwards"
    if not seen:
        return "seen only by the person who entered them"
    return f"both present, {seen}" if len(event.by) > 1 else f"one witness, {seen}"


def _bids_opened(event: BidsOpened, names: SideNames, rule: str) -> Narration:
    bids = [
        f"{name_of(side, names)} bid {event.bids[side]} for {name_of(wanted, names)}"
        for side, wanted in event.wanted.items()
    ]
    given = [
        f"{points} {'point counts' if points == 1 else 'points count'} for {name_of(side, names)}"
        for side, points in event.points.items()
    ]
    gain = f"{joined(given)} from the start" if given else "no points are given"
    return Narration(f"The bids are revealed: {joined(bids)}; {gain}.", (rule,), STRONG)


def _seed_opened(event: SeedOpened, names: SideNames, rule: str) -> Narration:
    # Also shown at a table, where real dice do not depend on a seed.
    sentence = "The site’s seed is published: every roll of the site can be verified."
    return Narration(sentence, (rule,), QUIET)


def _client_seed_committed(event: ClientSeedCommitted, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)}: seed for the dice sealed."
    return Narration(sentence, ("ds-dice-1",), QUIET, side=event.side)


def _client_seed_opened(event: ClientSeedOpened, names: SideNames, rule: str) -> Narration:
    sentence = f"{name_of(event.side, names)}: seed for the dice opened."
    return Narration(sentence, ("ds-dice-1",), QUIET, side=event.side)


def _turn_opened(event: TurnOpened, names: SideNames, rule: str) -> Narration:
    when = f"turn {event.turn}" if event.turn else "the set-up"
    sentence = f"The seeds of {when} are published: its rolls can be verified."
    return Narration(sentence, ("ds-dice-1",), QUIET)


_TELLERS: Mapping[type, _Teller] = {
    BattleBegan: _battle_began,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    OrderGiven: _order_given,
    OrderWithdrawn: _order_withdrawn,
    PlotsRevealed: _plots_revealed,
    DiceRolled: _dice_rolled,
    RulingMade: _ruling_made,
    BattleEnded: _battle_ended,
    SideResigned: _side_resigned,
    SideTimedOut: _side_timed_out,
    DrawOffered: _draw_offered,
    DrawDeclined: _draw_declined,
    SeedOpened: _seed_opened,
    ClientSeedCommitted: _client_seed_committed,
    ClientSeedOpened: _client_seed_opened,
    TurnOpened: _turn_opened,
    BattleAborted: _battle_aborted,
    TableWitnessed: _table_witnessed,
    TableConfirmed: _table_confirmed,
    BidsOpened: _bids_opened,
}
