"""Sentences about fire: targets, dice against defences, two sixes, losses (FB-1 to FB-5)."""

from collections.abc import Sequence

from darkseas.engine.presentation.narration import (
    NORMAL,
    QUIET,
    STRONG,
    Die,
    Narration,
    ResultColumn,
    ResultRow,
    Working,
)
from darkseas.engine.presentation.result_columns import span
from darkseas.engine.presentation.words import joined, number_word
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name

from ..combat.defence import defence_of
from ..combat.fire import dice_at
from ..combat.hit_probabilities import Throw, chance_to_sink
from ..model import events as e
from ..model.orders import Attack
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import MOST_NAMES, defence_workings, dice_words, faces_words, ship_names, verb


def targets_named(state: State, event: e.TargetsNamed) -> Narration:
    """List a side's targets, with dice and defences."""
    ships = (ship for attack in event.attacks for ship in (attack.ship, attack.target))
    return Narration(
        f"{side_name(state, event.side)}: {attacks_words(state, event.attacks)}.",
        (event.rule,),
        NORMAL,
        tuple(attack_line(state, attack) for attack in event.attacks),
        focus=tuple(dict.fromkeys(ships)),
        side=event.side,
    )


def attacks_words(state: State, attacks: Sequence[Attack]) -> str:
    """Return targets in a sentence: "Hood at Bismarck, Prince of Wales at Prinz Eugen"."""
    if not attacks:
        return "all hold fire"
    return joined([_attack(state, attack) for attack in attacks], MOST_NAMES)


def _attack(state: State, attack: Attack) -> str:
    die = f", die {attack.die}," if attack.die else ""
    return f"{ship_name(state, attack.ship)}{die} at {ship_name(state, attack.target)}"


def attack_line(state: State, attack: Attack) -> Working:
    """Return the full line of an attack: dice, and the number that they must reach."""
    ship, target = state.scenario.ships.get(attack.ship), state.scenario.ships.get(attack.target)
    if ship is None or target is None:
        return Working(_attack(state, attack), "", "FB-4")
    count, sides = dice_at(ship, target)
    dice = dice_words(1 if attack.die else count, sides)
    rule = "FB-19" if target.type.submerges and ship.type.small_die else "FB-1"
    return Working(_attack(state, attack), f"{dice}, needs {defence_of(state, target).total}", rule)


def attack_resolved(state: State, event: e.AttackResolved) -> Narration:
    """Narrate an attack: dice, defence line by line, and result."""
    name, target = ship_name(state, event.ship), ship_name(state, event.target)
    thrown, outcome = faces_words(event.faces), "a hit" if event.hit else "no hit"
    return Narration(
        f"{name} fires at {target}: {thrown} against {event.defence}, {outcome}.",
        event.rules,
        STRONG if event.hit else NORMAL,
        (
            *defence_workings(event.lines),
            Working("defence", str(event.defence), "FB-1"),
            Working("dice", dice_words(len(event.faces), event.sides), _dice_rule(event)),
            _compared(event),
            Working("outcome", outcome, "FB-1"),
        ),
        f"{thrown} against {event.defence}: {outcome}",
        tuple(Die(event.sides, face, f"{name} at {target}", "") for face in event.faces),
        (event.ship, event.target),
        event.side,
        dice_column(len(event.faces), event.sides, event.defence, event.hit),
    )


def _dice_rule(event: e.AttackResolved) -> str:
    return "FB-19" if "FB-19" in event.rules else "FB-1"


def _compared(event: e.AttackResolved) -> Working:
    if len(event.faces) > 1:
        return Working("best of the dice", str(max(event.faces)), "FB-B1")
    return Working("die", str(event.faces[0]) if event.faces else "none", "FB-1")


def dice_column(count: int, sides: int, defence: int, hit: bool | None) -> ResultColumn:
    """Return the possible results of one ship's dice against a defence (FB-1, FB-B1), without pairs of sixes.
    `hit` is the actual result.
    """
    chance = chance_to_sink((Throw(count, sides),), defence)
    rows = (
        ResultRow(span(1, min(sides, defence - 1)), "no hit", 1 - chance, hit is False),
        ResultRow(span(defence, sides), "a hit", chance, hit is True),
    )
    best = "best of " if count > 1 else ""
    title = f"{best}{dice_words(count, sides)} against {defence}"
    return ResultColumn(title, tuple(row for row in rows if row.chance))


def sixes_paired(state: State, event: e.SixesPaired) -> Narration:
    target = ship_name(state, event.target)
    outcome = "a hit" if event.hit else "no hit"
    six = FIXED["six"]
    workings = (
        Working("sixes", str(event.sixes), "FB-5"),
        Working("pairs", str(event.pairs), "FB-B2"),
        Working("a pair counts", str(event.worth), "FB-5"),
        Working("defence", str(event.defence), "FB-1"),
        Working("outcome", outcome, "FB-5"),
    )
    return Narration(
        f"Two sixes of {ship_names(state, event.ships)} count as {event.worth} against {event.defence} of "
        f"{target}: {outcome}.",
        event.rules,
        STRONG if event.hit else NORMAL,
        workings,
        f"{event.worth} against {event.defence}: {outcome}",
        tuple(Die(six, six, f"sixes at {target}", "") for _ in range(event.sixes)),
        (*event.ships, event.target),
        event.side,
    )


def carrier_group_targeted(state: State, event: e.CarrierGroupTargeted) -> Narration:
    """Say at whom escorts may fire back."""
    turns = state.scenario.options.memory_turns
    kept = f"this turn and {number_word(turns)} more" if turns else "this turn"
    who = f"{ship_names(state, event.ships)} {verb(len(event.ships), 'has', 'have')}"
    return Narration(
        f"{who} targeted the carrier group of {side_name(state, event.side)}: its escorts may fire back.",
        (event.rule, "FB-B10"),
        QUIET,
        (Working("they may do so for", kept, "FB-B10"),),
        focus=event.ships,
        side=event.side,
    )


def ship_sunk(state: State, event: e.ShipSunk) -> Narration:
    by = f" by {ship_names(state, event.by)}" if event.by else ""
    ship = state.scenario.ships.get(event.ship)
    lines = (
        (Working("type", ship.type.key, "FB-1"), Working("cost", str(ship.card.cost), "FB-1"))
        if ship is not None
        else ()
    )
    return Narration(
        f"{ship_name(state, event.ship)} is sunk{by}.",
        (event.rule, "FB-1"),
        STRONG,
        lines,
        focus=(event.ship, *event.by),
        side=event.side,
    )


def ship_restored(state: State, event: e.ShipRestored) -> Narration:
    group = " Her battle group no longer counts as destroyed." if event.regained else ""
    return Narration(
        f"{ship_name(state, event.ship)} is afloat: her loss did not happen.{group}",
        (event.rule,),
        STRONG,
        focus=(event.ship,),
        side=event.side,
    )
