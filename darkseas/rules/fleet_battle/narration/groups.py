"""Sentences about set-up, transfers, groups and u-boats (FB-6 to FB-12)."""

from collections.abc import Sequence

from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, number_word
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name
from darkseas.engine.stages.stage import Stage, StageOpened

from ..model import events as e
from ..model.orders import Transfer
from ..model.state import CARRIER, SET_UP, TRANSFERS, State
from ..tables.rules_tables import FIXED
from .names import group_words, ship_names, stage_words, verb

_PLOTS = {str(SET_UP): "fleet divided", str(TRANSFERS): "transfers sealed", "targets": "targets sealed"}


def stage_opened(state: State, event: StageOpened) -> Narration:
    """Say whose orders are due."""
    sides = joined([side_name(state, side) for side in event.sides])
    stage = Stage.of(event.phase)
    rule = "FB-8" if stage == TRANSFERS else "FB-3"
    return Narration(f"{stage_words(stage)}: orders of {sides} are due.", (rule,), QUIET)


def plot_sealed(state: State, event: e.PlotSealed) -> Narration:
    plot = _PLOTS.get(event.plot, f"{event.plot} sealed")
    return Narration(f"{side_name(state, event.side)}: {plot}.", ("FB-3",), QUIET, side=event.side)


def groups_assigned(state: State, event: e.GroupsAssigned) -> Narration:
    name = side_name(state, event.side)
    battle = ship_names(state, event.battle) or "nobody"
    carrier = ship_names(state, event.carrier) or "nobody"
    lines = (
        *(Working(ship_name(state, key), "battle group", event.rule) for key in event.battle),
        *(Working(ship_name(state, key), "carrier group", event.rule) for key in event.carrier),
    )
    return Narration(
        f"{name}: {battle} in the battle group, {carrier} in the carrier group.",
        (event.rule,),
        NORMAL,
        lines,
        focus=(*event.battle, *event.carrier),
        side=event.side,
    )


def transfers_plotted(state: State, event: e.TransfersPlotted) -> Narration:
    """Say which ships will change groups, or that a side leaves."""
    name = side_name(state, event.side)
    if event.leaving:
        return Narration(f"{name}: the fleet will leave the battle.", ("FB-B18",), STRONG, side=event.side)
    ships = tuple(transfer.ship for transfer in event.transfers)
    if not ships:
        return Narration(f"{name}: no ship changes groups.", (event.rule,), QUIET, side=event.side)
    transfers = transfer_words(state, event.transfers)
    return Narration(
        f"{name}: {transfers} at the end of the turn; until then {verb(len(ships), 'it', 'they')} "
        f"{verb(len(ships), 'holds', 'hold')} fire.",
        (event.rule,),
        NORMAL,
        focus=ships,
        side=event.side,
    )


def transfer_words(state: State, transfers: Sequence[Transfer]) -> str:
    """Return transfers in a sentence: "Dewey moves to the carrier group, Phelps to the battle group"."""
    parts: list[str] = []
    for to in dict.fromkeys(transfer.to for transfer in transfers):
        ships = [transfer.ship for transfer in transfers if transfer.to == to]
        moves = f" {verb(len(ships), 'moves', 'move')}" if not parts else ""
        parts.append(f"{ship_names(state, ships)}{moves} to {group_words(to)}")
    return ", ".join(parts)


def transfers_made(state: State, event: e.TransfersMade) -> Narration:
    parts = [
        f"{ship_name(state, transfer.ship)} joins {group_words(transfer.to)}" for transfer in event.transfers
    ]
    ships = tuple(transfer.ship for transfer in event.transfers)
    return Narration(f"{joined(parts)}.", (event.rule,), NORMAL, focus=ships, side=event.side)


def transfer_lapsed(state: State, event: e.TransferLapsed) -> Narration:
    sentence = f"{ship_name(state, event.ship)} stays with the carriers: the battle group is lost."
    return Narration(sentence, (event.rule, "FB-12"), NORMAL, focus=(event.ship,), side=event.side)


def battle_group_lost(state: State, event: e.BattleGroupLost) -> Narration:
    """Say that a battle group is lost, and the consequence."""
    opened = " The carrier group is exposed." if _in_carrier_group(state, event.side) else ""
    name = side_name(state, event.side)
    sentence = f"{name}: the battle group counts as destroyed, {event.reason}.{opened}"
    rules = (event.rule, "FB-12") if event.rule == "FB-9" else (event.rule, "FB-9")
    return Narration(sentence, rules, STRONG, focus=_in_carrier_group(state, event.side), side=event.side)


def _in_carrier_group(state: State, side: str) -> tuple[str, ...]:
    return tuple(ship.key for ship in state.in_group(side, CARRIER)) if side in state.scenario.sides else ()


def u_boats_surfaced(state: State, event: e.UBoatsSurfaced) -> Narration:
    """Say which u-boats are on the surface, and what their defence is now."""
    lines = tuple(
        Working(ship_name(state, key), _surface_defence(state, key), event.rule) for key in event.ships
    )
    sentence = (
        f"{ship_names(state, event.ships)} {verb(len(event.ships), 'has', 'have')} fired and "
        f"{verb(len(event.ships), 'stays', 'stay')} on the surface for the rest of the turn."
    )
    return Narration(sentence, (event.rule,), NORMAL, lines, focus=event.ships, side=event.side)


def _surface_defence(state: State, key: str) -> str:
    ship = state.scenario.ships.get(key)
    return f"defence {ship.card.number('defence')}" if ship is not None else ""


def u_boats_submerged(state: State, event: e.UBoatsSubmerged) -> Narration:
    sentence = f"{ship_names(state, event.ships)} {verb(len(event.ships), 'submerges', 'submerge')}."
    return Narration(sentence, (event.rule,), QUIET, focus=event.ships, side=event.side)


def turn_ended(state: State, event: e.TurnEnded) -> Narration:
    """Say that a turn ended, and for how many turns nobody could sink a ship."""
    over = f"Turn {event.turn} is over."
    if not event.idle:
        return Narration(over, (event.rule,), QUIET)
    most = FIXED["deadlock_turns"]
    idle = counted(event.idle, "turn")
    lines = (
        Working("turns without an attack that could sink a ship", str(event.idle), "FB-B19"),
        Working("the battle is drawn after", str(most), "FB-B19"),
    )
    return Narration(
        f"{over} {capital(idle)} without an attack that could have sunk a ship; {number_word(most)} end "
        "the battle.",
        (event.rule, "FB-B19"),
        NORMAL,
        lines,
    )


def assignment_words(state: State, escorts: Sequence[str]) -> str:
    """Return an order to divide the fleet in words."""
    names = ship_names(state, escorts)
    rest = "all others with the battle group"
    return f"{names} with the carriers, {rest}" if names else f"no escort with the carriers, {rest}"
