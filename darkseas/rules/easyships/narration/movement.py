"""Narration of deployment and movement (ES-2 to ES-13)."""

from collections.abc import Mapping

from darkseas.engine.hexes.board import label
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Narration, Working
from darkseas.engine.presentation.words import counted, joined
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name
from darkseas.engine.stages.stage import PlotSealed, Stage, StageOpened

from ..model import events as e
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import depth_words, dice, facing_words, hex_words, places, ship_names, side_of

#: The activity in each kind of stage, as a clause.
_ASKED: Mapping[str, str] = {
    "set-up": "both sides get ready",
    "deploy": "ships are set up",
    "move": "ships move",
    "air": "air strikes are planned",
    "anti-aircraft": "anti-aircraft fire is planned",
    "gunnery": "guns are laid",
    "torpedoes": "torpedoes are aimed",
    "depth-charges": "depth charges are set",
    "damage": "damage control is planned",
    "planes": "planes leave burning carriers",
}


def stage_opened(state: State, event: StageOpened) -> Narration:
    sides = joined([side_name(state, side) for side in event.sides])
    asked = _ASKED.get(Stage.of(event.phase).kind, event.phase)
    return Narration(f"Orders of {sides} are due: {asked}.", ("ES-2",), QUIET)


def plot_sealed(state: State, event: PlotSealed) -> Narration:
    name = side_name(state, event.side)
    return Narration(f"{name}: orders sealed.", ("ES-2",), QUIET, side=event.side)


def set_up_rolled(state: State, event: e.SetUpRolled) -> Narration:
    sentence = f"First to set up, by the lower die: {side_name(state, event.first)}."
    return _contest(state, sentence, event.dice, event.first, event.rule)


def initiative_taken(state: State, event: e.InitiativeTaken) -> Narration:
    name = side_name(state, event.side)
    if event.tied:
        sentence = f"The dice are equal; the initiative stays with {name}."
        return _contest(state, sentence, event.dice, event.side, "ES-A1")
    return _contest(
        state,
        f"Initiative: {name} (moves first and attacks first this turn).",
        event.dice,
        event.side,
        event.rule,
    )


def _contest(state: State, sentence: str, faces: Mapping[str, int], side: str, rule: str) -> Narration:
    workings = tuple(Working(side_name(state, key), str(face), rule) for key, face in faces.items())
    thrown = tuple(
        die for key, face in faces.items() for die in dice(FIXED["die"], (face,), side_name(state, key))
    )
    return Narration(sentence, (rule,), NORMAL, workings, dice=thrown, side=side)


def ships_placed(state: State, event: e.ShipsPlaced) -> Narration:
    ships = [placed.ship for placed in event.ships]
    where = f" on the {event.edge} edge" if event.edge else ""
    sentence = (
        f"{side_name(state, event.side)} sets up{where}: {ship_names(state, ships) or 'nobody in sight'}."
    )
    workings = tuple(
        Working(
            ship_name(state, placed.ship),
            f"{label(placed.hex)}, facing {facing_words(placed.facing)}, {depth_words(placed.depth)}",
            event.rule,
        )
        for placed in event.ships
    )
    focus = (*ships, *places(placed.hex for placed in event.ships))
    return Narration(sentence, (event.rule,), NORMAL, workings, focus=focus, side=event.side)


def ship_moved(state: State, event: e.ShipMoved) -> Narration:
    name = ship_name(state, event.ship)
    evading = " and evades" if event.evading else ""
    moves = f"moves to {label(event.way[-1])}" if event.way else "stays where she is"
    sentence = f"{name} {moves}{evading}."
    workings = (
        Working("hexes entered", str(len(event.way)), "ES-5"),
        Working("faces", facing_words(event.facing), "ES-4"),
    )
    rules = (event.rule, "ES-11") if event.evading else (event.rule,)
    weight = NORMAL if event.way or event.evading else QUIET
    focus = (event.ship, *places(event.way))
    side = side_of(state, event.ship)
    return Narration(sentence, rules, weight, workings, focus=focus, side=side)


def smoke_begun(state: State, event: e.SmokeBegun) -> Narration:
    left = counted(event.left, "hex", "hexes")
    sentence = f"{ship_name(state, event.ship)} makes {event.kind} smoke, with {left} left to fill."
    return _of_ship(state, event.ship, sentence, (event.rule, "ES-A26"))


def smoke_ended(state: State, event: e.SmokeEnded) -> Narration:
    wait = counted(FIXED["smoke_wait"], "turn")
    sentence = f"{ship_name(state, event.ship)} stops making smoke and must wait {wait}."
    return _of_ship(state, event.ship, sentence, (event.rule,))


def smoke_laid(state: State, event: e.SmokeLaid) -> Narration:
    sentence = f"Smoke of {ship_name(state, event.ship)} lies in {hex_words(event.hexes)}."
    focus = (event.ship, *places(event.hexes))
    return Narration(sentence, (event.rule,), NORMAL, focus=focus, side=side_of(state, event.ship))


def smoke_cleared(state: State, event: e.SmokeCleared) -> Narration:
    sentence = f"Smoke of {ship_name(state, event.ship)} clears in {hex_words(event.hexes)}."
    return Narration(sentence, (event.rule, "ES-A28"), QUIET, focus=places(event.hexes))


def ships_collided(state: State, event: e.ShipsCollided) -> Narration:
    mover, struck = ship_name(state, event.mover), ship_name(state, event.struck)
    workings = tuple(
        line
        for key in (event.mover, event.struck)
        for line in (
            Working(f"{ship_name(state, key)}, moves lost", str(event.speed[key]), "ES-8"),
            Working(f"{ship_name(state, key)}, flooding", str(event.flooding[key]), "ES-8"),
        )
    )
    focus = (event.mover, event.struck, label(event.hex))
    sentence = f"{mover} runs into {struck} at {label(event.hex)}; both end their movement."
    side = side_of(state, event.mover)
    return Narration(sentence, (event.rule, "ES-A3"), STRONG, workings, focus=focus, side=side)


def depth_changed(state: State, event: e.DepthChanged) -> Narration:
    sentence = f"{ship_name(state, event.ship)} is at {depth_words(event.depth)} depth in {label(event.hex)}."
    return _of_ship(state, event.ship, sentence, (event.rule,))


def boat_dived(state: State, event: e.BoatDived) -> Narration:
    return _of_ship(state, event.ship, f"{ship_name(state, event.ship)} dives.", (event.rule,))


def boat_surfaced(state: State, event: e.BoatSurfaced) -> Narration:
    sentence = f"{ship_name(state, event.ship)} surfaces in {label(event.hex)}."
    focus = (event.ship, label(event.hex))
    return Narration(sentence, (event.rule,), STRONG, focus=focus, side=side_of(state, event.ship))


def sonar_pinged(state: State, event: e.SonarPinged) -> Narration:
    where = f"searches {hex_words(event.hexes)}" if event.hexes else "searches beyond the map"
    sentence = f"{ship_name(state, event.ship)} {where} with sonar."
    focus = (event.ship, *places(event.hexes))
    return Narration(sentence, (event.rule,), NORMAL, focus=focus, side=side_of(state, event.ship))


def ping_answered(state: State, event: e.PingAnswered) -> Narration:
    found = [
        f"a boat in {label(boat.hex)}" + (f" at {depth_words(boat.depth)} depth" if boat.depth >= 0 else "")
        for boat in event.boats
    ]
    sentence = f"The sonar of {ship_name(state, event.ship)} finds {joined(found) or 'nothing'}."
    focus = (event.ship, *places(boat.hex for boat in event.boats))
    weight = STRONG if event.boats else NORMAL
    return Narration(sentence, (event.rule,), weight, focus=focus, side=side_of(state, event.ship))


def turn_over(state: State, event: e.TurnOver) -> Narration:
    return Narration(f"Turn {event.turn} is over.", (event.rule,), QUIET)


def _of_ship(state: State, key: str, sentence: str, rules: tuple[str, ...]) -> Narration:
    return Narration(sentence, rules, NORMAL, focus=(key,), side=side_of(state, key))
