"""H-2 at the rules: each of these leaks, planted alone, is noticed by a twin; and no twin without one."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.events import Audience, DiceRolled
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.stages.stage import PlotSealed
from darkseas.rules.dark_seas.model import blocks
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    BlocksRegrouped,
    DetachmentsPlotted,
    FacesSet,
    SpottingWorked,
)
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.movement import movement
from tests.rules.dark_seas.leaks import worlds
from tests.rules.dark_seas.leaks.worlds import MakeTwin
from tests.rules.planted_leaks import Plant, recorded, to_everybody


def by_ships(state: State, event: BlocksRegrouped, audience: Audience) -> tuple[Any, Audience]:
    """Blocks are named in the order of their ships, not of their keys."""
    placed = sorted(event.placed, key=lambda one: state.contents[one.block].ships, reverse=True)
    return BlocksRegrouped(event.side, event.hex, event.gone, tuple(placed), event.rule), audience


def with_hex_mates(state: State, event: BlockSighted, audience: Audience) -> tuple[Any, Audience]:
    """A sighting counts the ships of all blocks in the hex."""
    there = [key for key, block in state.blocks.items() if block.hex == state.blocks[event.block].hex]
    ships = sum(len(state.contents[key].ships) for key in there)
    numbered = BlockSighted(
        event.block, event.by, event.range_hexes, event.level, ships, event.classes, event.rule
    )
    return numbered, audience


def face_up(state: State, event: BlockSighted, audience: Audience) -> tuple[Any, Audience]:
    """A task group is turned up like a single ship, her last ship on top."""
    return replace(event, ship=state.contents[event.block].ships[-1]), audience


def with_markers(state: State, event: PlotSealed, audience: Audience) -> tuple[Any, Audience]:
    """That a plot is sealed says how many blocks evade."""
    return PlotSealed(
        event.side, f"{event.phase} {sum(one.evading for one in state.blocks.values())}"
    ), audience


def kept_order(patch: pytest.MonkeyPatch) -> None:
    """Blocks get their keys in the order in which they were written down."""
    patch.setattr(blocks, "_order", lambda faces: tuple(range(len(faces))))


def counting_refusals(patch: pytest.MonkeyPatch) -> None:
    """A refusal says how many of the blocks are groups."""
    moves_made = movement.moves_made

    def leaky(state: State, *given: Any) -> Any:
        try:
            return moves_made(state, *given)
        except IllegalOrder as refusal:
            groups = sum(one.kind == "group" for one in state.contents.values())
            raise IllegalOrder(f"{refusal.reason} {groups}", rule=refusal.rule) from None

    patch.setattr(movement, "moves_made", leaky)


def called_when_due(patch: pytest.MonkeyPatch) -> None:
    """A side is called to move where a block of its is due, which nobody else can know."""
    patch.setattr(movement, "may_be_due", movement.is_due)


#: The leaks by name: how each is planted, and the twin that notices it.
PLANTED: dict[str, tuple[Plant, MakeTwin]] = {
    "sums of spotting": (to_everybody(SpottingWorked), worlds.sums_of_spotting),
    "blocks numbered as they were written down": (kept_order, worlds.order_of_a_set_up),
    "faces of a set-up": (to_everybody(FacesSet), worlds.ships_of_a_set_up),
    "dice of the mixing": (to_everybody(DiceRolled, "set-up"), worlds.order_of_a_set_up),
    "which block was which": (recorded(BlocksRegrouped, by_ships), worlds.ships_that_left),
    "dice of the mixing of ships that left": (to_everybody(DiceRolled, "regroup"), worlds.ships_that_left),
    "faces of ships that left": (to_everybody(FacesSet), worlds.ships_that_left),
    "a refusal that counts groups": (counting_refusals, worlds.refusals),
    "called because a block is due": (called_when_due, worlds.who_is_due),
    "the die of a blind draw": (to_everybody(DiceRolled, "/draw"), worlds.ship_drawn),
    "plotted detachments": (to_everybody(DetachmentsPlotted), worlds.plotted_detachment),
    "ships beside the sighted ones": (
        recorded(BlockSighted, with_hex_mates), worlds.block_beside_the_sighted_one,
    ),
    "a ship of a sighted group": (recorded(BlockSighted, face_up), worlds.ships_of_a_sighted_group),
    "how many blocks evade": (recorded(PlotSealed, with_markers), worlds.sealed_evasion),
}  # fmt: skip

MAKERS = list(dict.fromkeys(twin for _, twin in PLANTED.values()))


@pytest.mark.parametrize("twin", MAKERS)
def test_h2_without_a_leak_a_twin_tells_nothing(twin: MakeTwin) -> None:
    first, second = twin(0), twin(1)
    assert first.enemys == second.enemys
    assert first.enemys
    assert first.full != second.full


@pytest.mark.parametrize("leak", PLANTED)
def test_h2_planted_leak_is_noticed_by_its_twin(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, twin = PLANTED[leak]
    plant(monkeypatch)
    assert twin(0).enemys != twin(1).enemys
