"""Narration of damage: hits, fires, flooding, repairs and sinking (ES-26, ES-31 to ES-35)."""

from collections.abc import Iterator
from fractions import Fraction

from darkseas.engine.presentation.narration import (
    NORMAL,
    QUIET,
    STRONG,
    Narration,
    ResultColumn,
    ResultRow,
    Working,
)
from darkseas.engine.presentation.words import counted, joined, signed
from darkseas.engine.stages.side_and_ship_names import ship_name

from ..damage.repairs import change_of
from ..model import events as e
from ..model.state import State
from ..tables.rules_tables import FIXED, REPAIRS, row_of
from .names import AREA_WORDS, battery_words, critical_words, dice, faces_words, side_of

_CAUSES = {
    "magazine": "her magazines explode",
    "fire": "too many fires",
    "flooding": "too much flooding",
    "abandoned": "her crew abandons ship",
    "depth charge": "a depth charge destroys her",
    "ruling": "umpire ruling",
}


def effect_noted(state: State, event: e.EffectNoted) -> Narration:
    effect = event.effect
    by_torpedo = effect.cause == "torpedo"
    parts = [critical_words(effect.row, by_torpedo=by_torpedo)] if effect.row else []
    parts += [counted(effect.fires, "fire")] if effect.fires else []
    parts += [counted(effect.flooding, "level") + " of flooding"] if effect.flooding else []
    name = ship_name(state, effect.ship)
    sentence = f"A {effect.cause} will do this to {name}: {joined(parts) or 'nothing'}."
    rules = (event.rule, effect.rule)
    return Narration(sentence, rules, QUIET, focus=(effect.ship,), side=side_of(state, effect.ship))


def effects_taken(state: State, event: e.EffectsTaken) -> Narration:
    return Narration("All combat damage has been applied.", (event.rule,), QUIET)


def fires_set(state: State, event: e.FiresSet) -> Narration:
    name = ship_name(state, event.ship)
    sentence = (
        f"{counted(event.fires, 'fire').capitalize()} {'burns' if event.fires == 1 else 'burn'} on {name}."
    )
    status = state.ship_status.get(event.ship)
    before = status.fires if status is not None else 0
    workings = (Working("fires before", str(before), event.rule),)
    weight = STRONG if event.fires > before else NORMAL
    return Narration(
        sentence, (event.rule,), weight, workings, focus=(event.ship,), side=side_of(state, event.ship)
    )


def hull_damaged(state: State, event: e.HullDamaged) -> Narration:
    """Describe all damage to a ship other than fires."""
    lost = [
        Working(battery_words(state, event.ship, battery), f"−{guns}", "ES-26")
        for battery, guns in enumerate(event.guns_lost)
        if guns
    ]
    workings = (
        Working("flooding", str(event.flooding), "ES-32"),
        Working("moves lost", str(event.moves_lost), "ES-32"),
        *lost,
        *((Working("damage control this turn", "none", "ES-A15"),) if event.no_repairs else ()),
    )
    name = ship_name(state, event.ship)
    sentence = f"{name}: {', '.join(_hull_words(event)) or 'no flooding, and nothing lost'}."
    return Narration(
        sentence, (event.rule,), NORMAL, workings, focus=(event.ship,), side=side_of(state, event.ship)
    )


def _hull_words(event: e.HullDamaged) -> Iterator[str]:
    guns = sum(event.guns_lost)
    lost = [counted(event.moves_lost, "move")] if event.moves_lost else []
    lost += [counted(guns, "gun")] if guns else []
    if event.flooding:
        yield f"flooding {event.flooding}"
    if lost:
        yield f"{joined(lost)} lost"
    if event.no_repairs:
        yield "no damage control this turn"


def repair_rolled(state: State, event: e.RepairRolled) -> Narration:
    name, area = ship_name(state, event.ship), AREA_WORDS[event.area]
    neglected = " (compulsory)" if event.compulsory else ""
    change = signed(event.change) if event.change else "no change"
    workings = [Working("best die", str(max(event.faces)), event.rule)]
    workings += [Working("carrier", signed(event.added), "ES-33")] if event.added else []
    return Narration(
        f"{name}, {area}{neglected}: {faces_words(event.faces)}, {change}.",
        (event.rule,),
        STRONG if event.change else NORMAL,
        tuple(workings),
        change,
        dice(FIXED["die"], event.faces, f"{area} of {name}"),
        (event.ship,),
        side_of(state, event.ship),
        _column(state, event),
    )


def _column(state: State, event: e.RepairRolled) -> ResultColumn:
    """Return the possible results of a repair roll in this area, with their chances (ES-33)."""
    ship, sides, count = state.scenario.ships[event.ship], FIXED["die"], len(event.faces)
    rows = []
    for row in REPAIRS:
        faces = [face for face in range(1, sides + 1) if row_of(REPAIRS, face + event.added).roll == row.roll]
        ways = sum(face**count - (face - 1) ** count for face in faces)
        change = change_of(state, ship, event.area, row.roll)
        if event.compulsory:  # damage without a chosen repair roll can only grow (ES-34)
            change = max(0, change)
        if ways:
            result = signed(change) if change else "no change"
            rows.append(
                ResultRow(str(row.roll), result, Fraction(ways, sides**count), row.roll == event.roll)
            )
    title = f"{'better of two dice' if count > 1 else 'a die'} for {AREA_WORDS[event.area]}"
    return ResultColumn(title, tuple(rows))


def ship_sunk(state: State, event: e.ShipSunk) -> Narration:
    ship = state.scenario.ships.get(event.ship)
    workings = (Working("points", str(ship.points), "ES-36"),) if ship is not None else ()
    sentence = f"{ship_name(state, event.ship)} is sunk: {_CAUSES[event.cause]}."
    return Narration(sentence, (event.rule,), STRONG, workings, focus=(event.ship,), side=event.side)


def ship_restored(state: State, event: e.ShipRestored) -> Narration:
    hurt = "sound" if event.sound else "damaged, but neither burning nor flooding"
    sentence = f"{ship_name(state, event.ship)} is afloat, {hurt}."
    return Narration(sentence, (event.rule,), STRONG, focus=(event.ship,), side=side_of(state, event.ship))
