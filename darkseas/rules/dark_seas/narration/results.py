"""Sentences for the results of attacks: damage, losses, markers, torpedoes (§18k, §19, §20, DS-R24)."""

from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Narration, Working
from darkseas.engine.presentation.words import capital, counted, mixed
from darkseas.engine.stages.side_and_ship_names import ship_name

from ..model import events as e
from ..model.state import State
from .names import block_names, focus_on, hex_words, place, place_of, ship_names


def torpedoes_fired(state: State, event: e.TorpedoesFired) -> Narration:
    """Ships whose tubes are now empty."""
    ships = ship_names(state, event.ships)
    verb = "have" if len(event.ships) > 1 else "has"
    again = any(salvoes > 1 for salvoes in event.ships.values())
    side = next((state.scenario.ships[key].side for key in event.ships if key in state.scenario.ships), "")
    return Narration(
        f"{ships or 'No ship'} {verb} fired torpedoes.",
        ("§18k.i", "§18k.ii") if again else ("§18k.i",),
        NORMAL,
        tuple(
            Working(ship_name(state, key), f"salvo {salvoes}", "§18k.ii" if salvoes > 1 else "§18k.i")
            for key, salvoes in event.ships.items()
        ),
        focus=tuple(event.ships),
        side=side,
    )


def markers_placed(state: State, event: e.MarkersPlaced) -> Narration:
    """Blocks that attacked and were attacked."""
    attacked, targeted = len(event.attacked_blocks), len(event.targeted_blocks)
    return Narration(
        f"Markers: {counted(attacked, 'block')} attacked, {counted(targeted, 'block')} under attack.",
        ("§14c.iii",),
        QUIET,
        _marked(state, event),
        focus=focus_on(state, (*event.attacked_blocks, *event.targeted_blocks)),
    )


def _marked(state: State, event: e.MarkersPlaced) -> tuple[Working, ...]:
    return tuple(
        Working(label, names, "§14c.iii")
        for label, names in (
            ("attacked", block_names(state, event.attacked_blocks)),
            ("were attacked", block_names(state, event.targeted_blocks)),
        )
        if names
    )


def blocks_marked(state: State, event: e.BlocksMarked) -> Narration:
    """Markers that were removed with their ships, or returned with them."""
    blocks = [marks.block for marks in event.marks]
    return Narration(
        f"The markers of {block_names(state, blocks)} are those of the ships still afloat there.",
        (event.rule,),
        QUIET,
        tuple(
            Working(capital(block_names(state, (marks.block,))), _lying(state, marks), event.rule)
            for marks in event.marks
        ),
        focus=focus_on(state, blocks),
    )


def _lying(state: State, marks: e.BlockMarks) -> str:
    last = max(1, state.turn - 1)
    lying = [
        label
        for label, turn in (("attacked", marks.attacked), ("was attacked", marks.was_attacked))
        if turn >= last
    ]
    return " and ".join(lying) or "none"


def ship_damaged(state: State, event: e.ShipDamaged) -> Narration:
    return _struck(state, event.ship, event.block, f"{ship_name(state, event.ship)} is damaged.", event.rule)


def ship_sunk(state: State, event: e.ShipSunk) -> Narration:
    at = f" in {hex_words(state, event.hex)}" if event.hex is not None else ""
    sentence = f"{ship_name(state, event.ship)} is sunk{at}, turn {event.turn}."
    return _struck(state, event.ship, event.block, sentence, event.rule, place(event.hex))


def ship_restored(state: State, event: e.ShipRestored) -> Narration:
    """A ruling undoes damage or loss of a ship, fully or in part."""
    how = "damaged" if event.damaged else "undamaged"
    return _struck(state, event.ship, "", f"{ship_name(state, event.ship)} is afloat, {how}.", event.rule)


def _struck(state: State, key: str, block: str, sentence: str, rule: str, at: str = "") -> Narration:
    ship = state.scenario.ships.get(key)
    value = (
        (Working("her value in points", mixed(ship.ratings.points), "DS-R33"),) if ship is not None else ()
    )
    return Narration(
        capital(sentence),
        (rule,),
        STRONG,
        value,
        focus=tuple(text for text in (key, block, at or place_of(state, block)) if text),
        side=ship.side if ship is not None else "",
    )


def torpedoes_reloaded(state: State, event: e.TorpedoesReloaded) -> Narration:
    """Ships with a second salvo ready."""
    ships = ship_names(state, event.ships) or "No ship"
    verb = "have" if len(event.ships) > 1 else "has"
    return Narration(
        f"{ships} {verb} a second salvo of torpedoes ready.",
        (event.rule,),
        NORMAL,
        focus=event.ships,
        side=event.side,
    )
