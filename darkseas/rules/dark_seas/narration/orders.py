"""Orders in words, by kind of order. The stored blanks are parsed back into the order's type."""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.events import OrderGiven
from darkseas.engine.presentation.narration import Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, tally
from darkseas.engine.stages import order_text
from darkseas.engine.stages.order_text import OrderText, OrderTexts
from darkseas.engine.stages.side_and_ship_names import ship_name

from ..model import orders as o
from ..model.state import State
from .combat import attack_line, attack_words
from .names import MOST_NAMES, block_name, block_names, focus_on, hex_words, place_words, ship_names

CITATIONS: Mapping[type, tuple[str, ...]] = {
    o.Deploy: ("§7", "§10"),
    o.PlaceDummies: ("§22d",),
    o.RemoveDummies: ("§22f",),
    o.MoveBlocks: ("§14a", "§15"),
    o.SetSpeeds: ("§23a.i", "DS-R31"),
    o.DeclareSightings: ("§22c", "DS-R17"),
    o.DeclareEvasion: ("§14c.i", "§17"),
    o.DeclareAttacks: ("§14c.ii", "DS-R19"),
    o.WithdrawPlot: ("DS-R29",),
}


def order_given(state: State, event: OrderGiven) -> Narration | None:
    """A Dark Seas order in a sentence; None for other orders, or for blanks that cannot be parsed."""
    return order_text.order_given(_TEXTS, state, event)


# --- set-up and dummies --------------------------------------------------------------------------


def _deploy(state: State, order: o.Deploy) -> OrderText:
    parts = [
        counted(len(order.groups), "task group"),
        counted(len(order.singles), "single ship") if order.singles else "",
        counted(len(order.dummies), "dummy", "dummies") if order.dummies else "",
    ]
    lines = [
        *(_formed(state, formed) for formed in order.groups),
        *(
            Working(ship_name(state, s.ship), _set_up_at(hex_words(state, s.hex)), "§11")
            for s in order.singles
        ),
        *(Working("Dummy", _set_up_at(hex_words(state, dummy.hex)), "§22") for dummy in order.dummies),
    ]
    return f"set up {joined([part for part in parts if part])}", tuple(lines), ()


def _formed(state: State, formed: o.FormedGroup) -> Working:
    ships = ship_names(state, formed.ships)
    at = _set_up_at(hex_words(state, formed.hex))
    return Working(formed.name, f"{at}, {tally(len(formed.ships), 'ship')}: {ships}", "§10")


def _set_up_at(label: str) -> str:
    return label or "to come"


def _place_dummies(state: State, order: o.PlaceDummies) -> OrderText:
    beside = tuple(dummy.beside for dummy in order.dummies)
    if not beside:
        return "no dummy returns", (), ()
    return f"{counted(len(beside), 'dummy', 'dummies')} back, beside {block_names(state, beside)}", (), beside


def _remove_dummies(state: State, order: o.RemoveDummies) -> OrderText:
    count = counted(len(order.blocks), "dummy", "dummies")
    return f"{count} off the map: {block_names(state, order.blocks)}", (), order.blocks


# --- movement ------------------------------------------------------------------------------------


def _move_blocks(state: State, order: o.MoveBlocks) -> OrderText:
    moves = [move for _, move in order.by_blank if move.path]
    parts = [joined([_move(state, move) for move in moves], MOST_NAMES)] if moves else ["no block moves"]
    parts += (_detach(state, detachment) for detachment in order.detachments)
    if order.smoke:
        parts.append(f"smoke by {block_names(state, order.smoke)}")
    lines = tuple(
        Working(
            capital(block_name(state, move.block)),
            " ".join(place_words(state, label) for label in move.path),
            "§15",
        )
        for move in moves
    )
    blocks = (
        *(move.block for move in moves),
        *(detachment.block for detachment in order.detachments),
        *order.smoke,
    )
    return "; ".join(parts), lines, tuple(dict.fromkeys(blocks))


def _move(state: State, move: o.Move) -> str:
    last = move.path[-1]
    name = block_name(state, move.block)
    return (
        f"{name} to {place_words(state, last)}" if last[:1].isdigit() else f"{name} off over the {last} edge"
    )


def _detach(state: State, detachment: o.Detachment) -> str:
    formed = f" to form {detachment.name}" if detachment.name else ""
    return f"{ship_names(state, detachment.ships)} to leave {block_name(state, detachment.block)}{formed}"


def _set_speeds(state: State, order: o.SetSpeeds) -> OrderText:
    lines = tuple(
        Working(capital(block_name(state, stated.block)), f"speed {stated.speed}", "DS-R31")
        for _, stated in order.by_blank
    )
    evading = f"; {block_names(state, order.evading)} to evade" if order.evading else ""
    blocks = tuple(dict.fromkeys((*(stated.block for _, stated in order.by_blank), *order.evading)))
    return f"speeds of {counted(len(lines), 'block')}{evading}", lines, blocks


# --- spotting and combat -------------------------------------------------------------------------


def _declare_sightings(state: State, order: o.DeclareSightings) -> OrderText:
    gone = [dummy.block for dummy in order.dummies if dummy.answer == "remove"]
    blind = [dummy.block for dummy in order.dummies if dummy.answer == "void"]
    parts = [
        f"{counted(len(order.void), 'sighting')} declared void" if order.void else "",
        f"sightings of {block_names(state, blind)} declared void" if blind else "",
        f"{block_names(state, gone)} off the map" if gone else "",
    ]
    lines = tuple(
        Working(
            capital(block_name(state, sighting.block)),
            f"does not see {block_name(state, sighting.target)}",
            "§22c",
        )
        for sighting in order.void
    )
    blocks = tuple(dict.fromkeys((*(sighting.block for sighting in order.void), *blind, *gone)))
    return joined([part for part in parts if part]) or "all sightings kept", lines, blocks


def _declare_evasion(state: State, order: o.DeclareEvasion) -> OrderText:
    names = block_names(state, order.blocks)
    return f"{names} to evade" if names else "nothing evades", (), order.blocks


def _declare_attacks(state: State, order: o.DeclareAttacks) -> OrderText:
    attacks = joined([attack_words(state, attack) for attack in order.attacks], MOST_NAMES)
    blocks = tuple(dict.fromkeys(attack.block for attack in order.attacks))
    lines = tuple(attack_line(state, attack) for attack in order.attacks)
    return f"{counted(len(lines), 'attack')}, {attacks}" if lines else "no attack", lines, blocks


_TELLERS: Mapping[type, Callable[[State, Any], OrderText]] = {
    o.Deploy: _deploy,
    o.PlaceDummies: _place_dummies,
    o.RemoveDummies: _remove_dummies,
    o.MoveBlocks: _move_blocks,
    o.SetSpeeds: _set_speeds,
    o.DeclareSightings: _declare_sightings,
    o.DeclareEvasion: _declare_evasion,
    o.DeclareAttacks: _declare_attacks,
    o.WithdrawPlot: order_text.plot_back,
}

_TEXTS = OrderTexts(o.ORDERS, _TELLERS, CITATIONS, focus_on)
