"""Descriptions of orders and plots."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from darkseas.engine.events import DiceRolled, OrderGiven
from darkseas.engine.hexes.board import label
from darkseas.engine.presentation.narration import NORMAL, QUIET, Narration, Working
from darkseas.engine.presentation.shared_events import HOUSE, dice_narration, purpose_words
from darkseas.engine.presentation.words import counted, joined
from darkseas.engine.stages import order_text
from darkseas.engine.stages.order_text import OrderText, OrderTexts
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name, side_names

from ..model import orders as o
from ..model import plot_events as p
from ..model.state import State
from .names import AREA_WORDS, FORMATION_WORDS, battery_words, depth_words, facing_words, ship_names
from .result_columns import depth_charge_column


def _ready(state: State, order: o.Ready) -> OrderText:
    return "begin the battle", (), ()


def _set_up(state: State, order: o.SetUp) -> OrderText:
    lines = tuple(
        Working(ship_name(state, placed.ship), f"{label(placed.hex)}, {facing_words(placed.facing)}", "ES-2")
        for placed in order.ships
    )
    formation = ""
    if order.hex:
        formation = (
            f" {FORMATION_WORDS[order.formation]} from {label(order.hex)}, {facing_words(order.facing)}"
        )
    below = f", boats at {depth_words(order.depth)} depth" if order.depth else ""
    return (
        f"set up on the {order.edge} edge{formation}{below}",
        lines,
        tuple(placed.ship for placed in order.ships),
    )


def _move(state: State, order: o.ShipMove) -> OrderText:
    if order.depth:
        where = "deeper" if order.depth > 0 else "up"
    else:
        where = f"to {label(order.way[-1])}" if order.way else "stays"
    parts = [f"{ship_name(state, order.ship)} {where}"]
    parts += ["evade"] if order.evade else []
    parts += [f"{order.smoke} smoke"] if order.smoke else []
    parts += ["ping"] if order.ping else []
    return ", ".join(parts), (), (order.ship, *(label(at) for at in order.way))


def _end_moves(state: State, order: o.EndMoves) -> OrderText:
    return "end the movement", (), ()


def _plan(state: State, order: o.PlanStrikes) -> OrderText:
    whole = [
        f"all planes of {ship_name(state, each.carrier)} at {ship_name(state, each.target)}"
        for each in order.carriers
    ]
    text, lines, about = strikes_text(state, order.strikes)
    groups = [_group_text(state, group) for group in order.groups]
    parts = [*whole, *groups, *([text] if order.strikes else [])]
    ships = tuple(key for each in order.carriers for key in (each.carrier, each.target))
    ships += tuple(key for group in order.groups for key in (*_carriers_of(group), group.target))
    return joined(parts) or "no strike", lines, (*ships, *about)


def _group_text(state: State, group: o.FlightGroup) -> str:
    """ "2 flights of Akagi and Kaga at Enterprise"."""
    flights = counted(len(group.flights), "flight")
    return f"{flights} of {ship_names(state, _carriers_of(group))} at {ship_name(state, group.target)}"


def _carriers_of(group: o.FlightGroup) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key.rpartition("/")[0] for key in group.flights))


def strikes_text(state: State, strikes: Iterable[o.Strike]) -> OrderText:
    """Describe strikes, with one line per group."""
    named: list[str] = []
    lines: list[Working] = []
    about: list[str] = []
    for strike in strikes:
        named.append(f"a strike of {ship_names(state, strike.carriers)}")
        about += strike.carriers
        for group in strike.groups:
            lines.append(Working(ship_name(state, group.target), counted(group.planes, "plane"), "ES-14"))
            about.append(group.target)
    return joined(named) or "no strike", tuple(lines), tuple(about)


def _attack_text(state: State, what: str, ships: Iterable[str], targets: Iterable[str]) -> str:
    """Name attackers and targets once each: "fire of Exeter at Admiral Graf Spee", "no torpedoes"."""
    by, at = (ship_names(state, dict.fromkeys(keys)) for keys in (ships, targets))
    return f"{what} of {by}{f' at {at}' if at else ''}" if by else f"no {what}"


def anti_aircraft_text(state: State, order: o.FireAntiAircraft | p.AntiAircraftPlotted) -> OrderText:
    """Describe anti-aircraft fire, with one line per ship."""
    lines = tuple(Working(ship_name(state, shot.ship), f"group {shot.group}", "ES-16") for shot in order.fire)
    ships = tuple(shot.ship for shot in order.fire)
    return _attack_text(state, "anti-aircraft fire", ships, ()), lines, ships


def guns_text(state: State, order: o.FireGuns | p.GunsPlotted) -> OrderText:
    """Describe gunnery, with one line per battery, or per ship for starshell."""
    lit = order.lit if isinstance(order, o.FireGuns) else ()
    lines = tuple(
        Working(
            battery_words(state, fire.ship, fire.battery),
            ("starshell over " if fire.starshell else "at ") + ship_name(state, fire.target),
            "ES-20",
        )
        for fire in order.fire
    )
    lines += tuple(
        Working(ship_name(state, each.ship), f"by starshell at {ship_name(state, each.target)}", "ES-X5")
        for each in lit
    )
    both = [(fire.ship, fire.target) for fire in order.fire] + [(each.ship, each.target) for each in lit]
    about = tuple(key for pair in both for key in pair)
    ships, targets = [ship for ship, _ in both], [target for _, target in both]
    return _attack_text(state, "fire", ships, targets), lines, about


def torpedoes_text(state: State, order: o.LaunchTorpedoes | p.TorpedoesPlotted) -> OrderText:
    """Describe torpedo attacks, with one line per ship."""
    lines = tuple(
        Working(ship_name(state, fire.ship), f"at {ship_names(state, fire.targets)}", "ES-27")
        for fire in order.torpedoes
    )
    about = tuple(key for fire in order.torpedoes for key in (fire.ship, *fire.targets))
    ships = [fire.ship for fire in order.torpedoes]
    targets = [key for fire in order.torpedoes for key in fire.targets]
    return _attack_text(state, "torpedoes", ships, targets), lines, about


def depth_charges_text(state: State, order: o.DropDepthCharges | p.DepthChargesPlotted) -> OrderText:
    """Describe depth charges, with one line per ship."""
    lines = tuple(
        Working(ship_name(state, each.ship), f"{label(each.hex)}, {depth_words(each.depth)}", "ES-30")
        for each in order.depth_charges
    )
    ships = tuple(each.ship for each in order.depth_charges)
    return _attack_text(state, "depth charges", ships, ()), lines, ships


def repairs_text(state: State, order: o.ControlDamage | p.RepairsPlotted) -> OrderText:
    """Describe repairs, with one line per roll, and abandoned ships."""
    rolls = o.each_roll(order.repairs)
    lines = tuple(
        Working(
            ship_name(state, each.ship),
            AREA_WORDS[each.area] + (", better of two" if each.pair else ""),
            "ES-33",
        )
        for each in rolls
    )
    left = f"; abandon {ship_names(state, order.abandon)}" if order.abandon else ""
    ships = tuple(dict.fromkeys([each.ship for each in rolls] + list(order.abandon)))
    return f"{counted(len(rolls), 'repair roll')}{left}", lines, ships


def transfers_text(state: State, order: o.MovePlanes | p.TransfersPlotted) -> OrderText:
    moved = [
        f"{counted(each.planes, 'plane')} of {ship_name(state, each.start)} to {ship_name(state, each.end)}"
        for each in order.transfers
    ]
    about = tuple(key for each in order.transfers for key in (each.start, each.end))
    return joined(moved) or "no planes transfer", (), about


CITATIONS: Mapping[type, tuple[str, ...]] = {
    o.Ready: ("ES-2",),
    o.SetUp: ("ES-2",),
    o.ShipMove: ("ES-5",),
    o.EndMoves: ("ES-5",),
    o.PlanStrikes: ("ES-14",),
    o.FireAntiAircraft: ("ES-16",),
    o.FireGuns: ("ES-20",),
    o.LaunchTorpedoes: ("ES-27",),
    o.DropDepthCharges: ("ES-30",),
    o.ControlDamage: ("ES-33",),
    o.MovePlanes: ("ES-31",),
    o.WithdrawPlot: ("ES-2",),
}
_TELLERS: Mapping[type, Callable[[State, Any], OrderText]] = {
    o.Ready: _ready,
    o.SetUp: _set_up,
    o.ShipMove: _move,
    o.EndMoves: _end_moves,
    o.PlanStrikes: _plan,
    o.FireAntiAircraft: anti_aircraft_text,
    o.FireGuns: guns_text,
    o.LaunchTorpedoes: torpedoes_text,
    o.DropDepthCharges: depth_charges_text,
    o.ControlDamage: repairs_text,
    o.MovePlanes: transfers_text,
    o.WithdrawPlot: order_text.plot_back,
}


def _each_once(_: State, keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


_TEXTS = OrderTexts(o.ORDERS, _TELLERS, CITATIONS, _each_once)


def order_given(state: State, event: OrderGiven) -> Narration | None:
    """Describe an EasyShips order; None for other orders, or if the stored blanks do not fit the order."""
    return order_text.order_given(_TEXTS, state, event)


# --- plots on record -------------------------------------------------------------------------------------


def _ready_text(state: State, event: p.ReadyPlotted) -> OrderText:
    return "ready", (), ()


def _strikes_plotted(state: State, event: p.StrikesPlotted) -> OrderText:
    return strikes_text(state, event.strikes)


_PLOT_TEXTS: Mapping[type, Callable[[State, Any], OrderText]] = {
    p.ReadyPlotted: _ready_text,
    p.StrikesPlotted: _strikes_plotted,
    p.AntiAircraftPlotted: anti_aircraft_text,
    p.GunsPlotted: guns_text,
    p.TorpedoesPlotted: torpedoes_text,
    p.DepthChargesPlotted: depth_charges_text,
    p.RepairsPlotted: repairs_text,
    p.TransfersPlotted: transfers_text,
}


def plotted(state: State, event: p.Plot) -> Narration:
    """Describe a side's own sealed plot."""
    text, lines, about = _PLOT_TEXTS[type(event)](state, event)
    name = side_name(state, event.side)
    focus = _each_once(state, about)
    return Narration(
        f"{name} plots: {text}.",
        (event.rule,),
        NORMAL if lines else QUIET,
        lines,
        focus=focus,
        side=event.side,
    )


# --- dice ------------------------------------------------------------------------------------------------

_DICE: Mapping[str, tuple[str, str]] = {
    "gunnery": ("the guns of", "ES-24"),
    "torpedoes": ("torpedoes of", "ES-28"),
    "repairs": ("repairs on", "ES-33"),
    "collision": ("the collision of", "ES-8"),
    "sonar": ("an answer to the sonar of", "ES-13"),
    "depth-charges": ("depth charges of", "ES-30"),
    "smoke": ("smoke of", "ES-10"),
}
#: The same for air strikes, whose purposes name a strike instead of a ship.
_BY_PLANES: Mapping[str, tuple[str, str]] = {
    "air": ("bombs and torpedoes of", "ES-17"),
    "fighters": ("fighters against", "ES-15"),
    "anti-aircraft": ("anti-aircraft fire at", "ES-16"),
}
#: Second and third part of the purpose when a submerged boat fires torpedoes; it does not name the boat.
_FROM_BELOW = ["torpedoes", "boat"]


def dice_rolled(state: State, event: DiceRolled) -> Narration:
    """Describe a roll by its purpose ("t3/gunnery/hood/0/0/0"), or quote a purpose that names no ship."""
    parts = event.purpose.split("/")
    if parts[1:3] == _FROM_BELOW and len(parts) > len(_FROM_BELOW) + 1:
        salvo = f"torpedoes from below at {ship_name(state, parts[3])}"
        return dice_narration(event, salvo, _DICE["torpedoes"][1])
    by_planes = _BY_PLANES.get(parts[1]) if len(parts) > 2 else None  # noqa: PLR2004 - as below
    if by_planes is not None and parts[2] in state.strikes:
        words, rule = by_planes
        flown = ship_names(state, state.strikes[parts[2]].carriers)
        return dice_narration(event, f"{words} planes from {flown}", rule)
    what = _DICE.get(parts[1]) if len(parts) > 2 else None  # noqa: PLR2004 - turn, kind and ship
    if what is not None and parts[2] in state.scenario.ships:
        words, rule = what
        told = dice_narration(event, f"{words} {ship_name(state, parts[2])}", rule)
        charges = parts[1] == "depth-charges"
        return replace(told, column=depth_charge_column(event.faces)) if charges else told
    return dice_narration(event, purpose_words(event.purpose, side_names(state.scenario)), HOUSE)
