"""The coves told and drawn: a sentence for every event, and the chart."""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine import events as shared
from darkseas.engine.presentation.chart import Caption, Chart, ChartSide, Crew, Ground, Piece
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Die, Narration, Working

from .toy_rules import HITS_TO_SINK, points_of
from .toy_state import CoveShelled, EnemyScouted, Plotted, ShipHit, ShipSunk, State, SwellFelt


def describe(state: State, event: object) -> Narration:
    """One sentence for every event, from the state before it."""
    return _SENTENCES[type(event)](state, event)


def _rolled(state: State, event: shared.DiceRolled) -> Narration:
    dice = tuple(Die(event.sides, face, event.purpose, event.origin) for face in event.faces)
    return Narration(f"Dice for {event.purpose}.", ("T-2",), QUIET, dice=dice)


def _hit(state: State, event: ShipHit) -> Narration:
    before = Working("hits before", str(state.hits[event.ship]), "T-2")
    workings = (before, Working("this hit", "1", "T-2"))
    return Narration(
        f"{event.ship} is hit.", ("T-2",), NORMAL, workings, str(event.hits), focus=(event.ship,)
    )


def _say(text: str, rule: str, weight: int = NORMAL) -> Callable[[State, Any], Narration]:
    def sentence(state: State, event: Any) -> Narration:
        side = getattr(event, "side", "")
        return Narration(text.format(e=event), (rule,), weight, side=side)

    return sentence


_SENTENCES: Mapping[type, Callable[[State, Any], Narration]] = {
    shared.BattleBegan: _say("The squadrons meet.", "T-1", STRONG),
    shared.TurnBegan: _say("Turn {e.turn} begins.", "T-1"),
    shared.PhaseBegan: _say("{e.title}.", "T-1", QUIET),
    shared.OrderGiven: _say("{e.side} gives the order: {e.order}.", "T-1", QUIET),
    shared.PlotsRevealed: _say("The plots are opened.", "T-1"),
    shared.DiceRolled: _rolled,
    shared.RulingMade: _say("The umpire rules: {e.reason}", "T-1"),
    shared.BattleEnded: _say("The battle is over: {e.reason}", "T-5", STRONG),
    shared.SeedOpened: _say("The seed is opened.", "T-2", QUIET),
    shared.ClientSeedCommitted: _say("{e.side} seals a seed.", "T-2", QUIET),
    shared.ClientSeedOpened: _say("{e.side} opens its seed.", "T-2", QUIET),
    shared.TurnOpened: _say("The seeds of turn {e.turn} are opened.", "T-2", QUIET),
    shared.TableWitnessed: _say("Dice fall at the table.", "T-2", QUIET),
    shared.TableConfirmed: _say("{e.side} saw these dice too.", "T-2", QUIET),
    shared.BattleAborted: _say("The battle is abandoned: {e.reason}", "T-5", STRONG),
    Plotted: _say("{e.side} hides in cove {e.hide} and will shell cove {e.shell}.", "T-1"),
    CoveShelled: _say("{e.side} shells cove {e.cove}.", "T-2"),
    ShipHit: _hit,
    ShipSunk: _say("{e.ship} sinks.", "T-2", STRONG),
    EnemyScouted: _say("{e.side} knows that the enemy was in cove {e.cove}.", "T-3"),
    SwellFelt: _say("The swell is {e.height}.", "T-4", QUIET),
}


def chart(state: State) -> Chart:
    """The ships, each in the cove that is known of her side."""
    sides = tuple(
        ChartSide(side.key, side.name, side.navies[0], notch)
        for notch, side in enumerate(state.scenario.sides)
    )
    pieces = tuple(
        _piece(state, side.key, row, ship)
        for row, side in enumerate(state.scenario.sides)
        for ship in side.ships
    )
    captions = tuple(Caption("Score", str(score), side) for side, score in points_of(state).items())
    return Chart(Ground("hexes", state.scenario.map, sides), pieces, captions=captions)


def _piece(state: State, side: str, row: int, ship: Any) -> Piece:
    is_lost = state.hits[ship.key] >= HITS_TO_SINK
    marks = ("sunk",) if is_lost else ("damaged",) if state.hits[ship.key] else ()
    crew = (Crew(ship.key, ship.name, ship.kind, "", marks),)
    cove = state.plots[side][0] if side in state.plots else 0
    return Piece(ship.key, side, f"{cove:02d}{row:02d}", "out" if is_lost else "up", ship.kind, crew=crew)
