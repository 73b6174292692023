"""Sentences for set-up, for stages, and for blocks placed and removed (§4, §7, §10, §22)."""

from collections.abc import Iterable

from darkseas.engine.presentation.narration import NORMAL, QUIET, Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, tally
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name
from darkseas.engine.stages.stage import PlotSealed, Stage, StageOpened

from ..model import events as e
from ..model.state import DUMMY, SINGLE, State
from .names import block_name, focus_on, hex_words, place, ship_names, stage_words


def stage_opened(state: State, event: StageOpened) -> Narration:
    """The sides with orders due."""
    title, rule = stage_words(Stage.of(event.phase))
    called = joined([side_name(state, side) for side in event.sides])
    calls = f"{called} to give orders" if called else "no orders needed"
    side = event.sides[0] if len(event.sides) == 1 else ""
    return Narration(f"{title}: {calls}.", (rule,), QUIET, side=side)


def plot_sealed(state: State, event: PlotSealed) -> Narration:
    title, rule = stage_words(Stage.of(event.phase))
    return Narration(
        f"{side_name(state, event.side)}: plot sealed ({title.lower()}).", (rule,), QUIET, side=event.side
    )


def blocks_set_up(state: State, event: e.BlocksSetUp) -> Narration:
    """How many blocks are in which hexes."""
    on_map = [placed for placed in event.blocks if placed.hex is not None]
    waiting = len(event.blocks) - len(on_map)
    to_come = f", {counted(waiting, 'block')} still to enter" if waiting else ""
    return Narration(
        f"{side_name(state, event.side)}: set up with {counted(len(on_map), 'block')} on the map{to_come}.",
        ("§7",),
        NORMAL,
        workings=tuple(
            Working(placed.block, hex_words(state, placed.hex) or "to come", "§7") for placed in event.blocks
        ),
        focus=_places(event.blocks),
        side=event.side,
    )


def faces_set(state: State, event: e.FacesSet) -> Narration:
    """The hidden faces."""
    left = (
        f" {capital(counted(event.dummies_left, 'dummy', 'dummies'))} off the map."
        if event.dummies_left
        else ""
    )
    return Narration(
        f"{side_name(state, event.side)}: {_kinds(event.faces)} behind the blocks.{left}",
        ("§4a", "§10"),
        QUIET,
        workings=tuple(_face(state, face) for face in event.faces),
        focus=tuple(face.block for face in event.faces),
        side=event.side,
    )


def blocks_regrouped(state: State, event: e.BlocksRegrouped) -> Narration:
    """Blocks taken up and placed again."""
    at = f"in {hex_words(state, event.hex)} " if event.hex is not None else ""
    regrouped = f"{side_name(state, event.side)}: {at}{counted(len(event.gone), 'block')} taken up"
    put_down = f"{counted(len(event.placed), 'block')} put down"
    alone = f"{side_name(state, event.side)}: {at}{put_down}."
    return Narration(
        f"{regrouped}, {put_down}; which is which stays hidden." if event.gone or not event.placed else alone,
        (event.rule,),
        NORMAL,
        focus=_places(event.placed),
        side=event.side,
    )


def detachments_plotted(state: State, event: e.DetachmentsPlotted) -> Narration:
    """Ships that will leave their task groups."""
    lines = [_detachment(state, detachment) for detachment in event.detachments]
    return Narration(
        f"{side_name(state, event.side)}: at the end of movement {joined(lines) or 'no ship leaves'}.",
        ("§10",),
        NORMAL,
        focus=focus_on(state, (detachment.block for detachment in event.detachments)),
        side=event.side,
    )


def detachments_lapsed(state: State, event: e.DetachmentsLapsed) -> Narration:
    """The planned detachments that a ruling has left possible."""
    lines = [_detachment(state, detachment) for detachment in event.left]
    return Narration(
        f"{side_name(state, event.side)}: after this ruling, at the end of movement "
        f"{joined(lines) or 'no ship leaves her task group'}.",
        (event.rule,),
        NORMAL,
        focus=focus_on(state, (detachment.block for detachment in event.left)),
        side=event.side,
    )


def dummy_removed(state: State, event: e.DummyRemoved) -> Narration:
    name = capital(block_name(state, event.block))
    known = event.block in state.contents
    removal = "is removed from the map" if known else "is a dummy and is removed from the map"
    return Narration(
        f"{name} {removal}.", (event.rule,), NORMAL, focus=focus_on(state, (event.block,)), side=event.side
    )


def block_lost(state: State, event: e.BlockLost) -> Narration:
    sentence = f"{capital(block_name(state, event.block))} has no ship left and is removed from the map."
    return Narration(sentence, ("§4",), NORMAL, focus=focus_on(state, (event.block,)), side=event.side)


# --- parts of sentences --------------------------------------------------------------------------


def _places(placed: Iterable[e.PlacedBlock]) -> tuple[str, ...]:
    places = dict.fromkeys(text for block in placed for text in (block.block, place(block.hex)))
    places.pop("", None)
    return tuple(places)


def _kinds(faces: tuple[e.BlockFace, ...]) -> str:
    dummies = sum(face.kind == DUMMY for face in faces)
    singles = sum(face.kind == SINGLE for face in faces)
    groups = len(faces) - dummies - singles
    parts = [
        counted(groups, "task group") if groups else "",
        counted(singles, "single ship") if singles else "",
        counted(dummies, "dummy", "dummies") if dummies else "",
    ]
    return joined([part for part in parts if part]) or "nothing"


def _face(state: State, face: e.BlockFace) -> Working:
    if face.kind == DUMMY:
        return Working(face.block, face.name or "Dummy", "§22")
    ships = ship_names(state, face.ships)
    if face.kind == SINGLE:
        return Working(face.block, f"{ships}, single ship", "§11")
    return Working(face.block, f"{face.name}, {tally(len(face.ships), 'ship')}: {ships}", "§10")


def _detachment(state: State, detachment: e.PlottedDetachment) -> str:
    ships = joined([ship_name(state, key) for key in detachment.ships])
    verb, apart = ("leave", "single ships") if len(detachment.ships) > 1 else ("leaves", "a single ship")
    return f"{ships} {verb} {block_name(state, detachment.block)} as {detachment.name or apart}"
