"""Narration of air strikes (ES-14 to ES-19)."""

from darkseas.engine.presentation.narration import NORMAL, STRONG, Narration, Working
from darkseas.engine.presentation.words import counted, joined
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name

from ..model import events as e
from ..model.orders import AttackGroup
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import dice, ship_names, side_of
from .result_columns import anti_aircraft_column, fighter_column


def strike_launched(state: State, event: e.StrikeLaunched) -> Narration:
    planes = counted(event.planes, "plane")
    sentence = f"{ship_names(state, event.carriers)}: {planes} in the air."
    return Narration(sentence, (event.rule,), STRONG, focus=event.carriers, side=event.side)


def groups_planned(state: State, event: e.GroupsPlanned) -> Narration:
    sentence = f"{side_name(state, event.side)} sends {_groups(state, event.groups)}."
    return _of_groups(state, sentence, event.groups, event.rule, event.side)


def targets_shown(state: State, event: e.TargetsShown) -> Narration:
    """Name the groups that are left; the targets of the others stay secret."""
    left = tuple(group for group in event.groups if group.planes)
    attack = f"The strike attacks: {_groups(state, left)}." if left else "Nothing of the strike is left."
    return _of_groups(state, attack, event.groups, event.rule, event.side)


def _groups(state: State, groups: tuple[AttackGroup, ...]) -> str:
    parts = [f"{counted(group.planes, 'plane')} at {ship_name(state, group.target)}" for group in groups]
    return joined(parts) or "nobody"


def _of_groups(
    state: State, sentence: str, groups: tuple[AttackGroup, ...], rule: str, side: str
) -> Narration:
    left = [(number, group) for number, group in enumerate(groups, 1) if group.planes]
    workings = tuple(
        [
            Working(f"group {number}, {ship_name(state, group.target)}", str(group.planes), rule)
            for number, group in left
        ]
    )
    focus = tuple(dict.fromkeys(group.target for _, group in left))
    return Narration(sentence, (rule,), NORMAL, workings, focus=focus, side=side)


def fighters_met(state: State, event: e.FightersMet) -> Narration:
    lost = sum(event.losses)
    name, planes = side_name(state, event.side), counted(lost, "plane")
    sentence = f"The fighters of {name} ({event.fighters}) shoot down {planes}."
    workings = (
        Working("fighters", str(event.fighters), "ES-15"),
        Working("planes in the strike", str(event.planes), "ES-A20"),
        Working("outnumbered two to one", "yes" if event.outnumbered else "no", "ES-15"),
        *(
            Working(f"group {number} loses", str(loss), "ES-15")
            for number, loss in enumerate(event.losses, 1)
        ),
    )
    weight = STRONG if lost else NORMAL
    column = fighter_column(state, event)
    return Narration(sentence, (event.rule,), weight, workings, str(lost), side=event.side, column=column)


def anti_aircraft_fired(state: State, event: e.AntiAircraftFired) -> Narration:
    name, planes = ship_name(state, event.ship), counted(event.planes, "plane")
    sentence = f"{name} fires at group {event.group + 1} and shoots down {planes}."
    return Narration(
        sentence,
        (event.rule,),
        STRONG if event.planes else NORMAL,
        (Working("each plane by", f"{event.least} or more", "ES-16"),),
        str(event.planes),
        dice(FIXED["die"], event.faces, f"anti-aircraft fire of {name}"),
        (event.ship,),
        side_of(state, event.ship),
        anti_aircraft_column(state, event),
    )


def planes_lost(state: State, event: e.PlanesLost) -> Narration:
    lost = sum(event.losses.values())
    sentence = f"The strike lands; it has cost {counted(lost, 'plane')}."
    workings = tuple(
        Working(ship_name(state, key), f"−{event.losses[key]}, {left} left", "ES-19")
        for key, left in event.left.items()
    )
    return Narration(sentence, (event.rule,), NORMAL, workings, focus=tuple(event.left), side=event.side)


def planes_moved(state: State, event: e.PlanesMoved) -> Narration:
    start, end = ship_name(state, event.start), ship_name(state, event.end)
    sentence = f"{start} sends {counted(event.planes, 'plane')} over to {end}."
    focus, side = (event.start, event.end), side_of(state, event.start)
    return Narration(sentence, (event.rule,), NORMAL, focus=focus, side=side)


def planes_burned(state: State, event: e.PlanesBurned) -> Narration:
    name, planes = ship_name(state, event.ship), counted(event.planes, "plane")
    sentence = f"{name} loses {planes} to fire; {event.left} left."
    return Narration(sentence, (event.rule,), STRONG, focus=(event.ship,), side=side_of(state, event.ship))
