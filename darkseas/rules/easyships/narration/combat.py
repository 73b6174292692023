"""Narration of guns, torpedoes and depth charges, with calculations and dice (ES-20 to ES-30)."""

from darkseas.engine.hexes.board import label
from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Narration, Working
from darkseas.engine.presentation.words import capital, counted, signed
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name

from ..model import events as e
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import (
    battery_words,
    critical_words,
    depth_words,
    dice,
    faces_words,
    modifier_workings,
    side_of,
)
from .result_columns import firing_column, torpedo_column


def firing_resolved(state: State, event: e.FiringResolved) -> Narration:
    who = "Bombs fall on" if event.battery < 0 else _fires(state, event)
    target = ship_name(state, event.target)
    outcome = counted(event.hits, "hit") if event.hits else "a near miss" if event.near_miss else "no hit"
    added = sum(line.amount for line in event.lines)
    workings = (
        Working("die", str(event.faces[0]), "ES-24"),
        *modifier_workings(event.lines),
        Working("hits up to", str(event.guns), "ES-24"),
    )
    extra = f", then {faces_words(event.faces[1:])}" if len(event.faces) > 1 else ""
    total = f"{event.faces[0] + added} against {event.guns}{extra}: {outcome}"
    focus = (event.ship, event.target) if event.ship else (event.target,)
    return Narration(
        f"{who} {target}: {outcome}.",
        event.rules,
        STRONG if event.hits else NORMAL,
        workings,
        total,
        dice(FIXED["gunnery_die"], event.faces, f"fire at {target}"),
        focus,
        event.side,
        firing_column(event),
    )


def _fires(state: State, event: e.FiringResolved) -> str:
    guns = battery_words(state, event.ship, event.battery)
    return f"{guns[0].upper()}{guns[1:]}, {event.guns} × {event.size}″, fire at"


def battery_fired(state: State, event: e.BatteryFired) -> Narration:
    guns = battery_words(state, event.ship, event.battery)
    sentence = f"{guns[0].upper()}{guns[1:]} are laid on {ship_name(state, event.target)}."
    focus = (event.ship, event.target)
    return Narration(sentence, (event.rule, "ES-A6"), QUIET, focus=focus, side=side_of(state, event.ship))


def hit_resolved(state: State, event: e.HitResolved) -> Narration:
    """Describe a shell or bomb against armour; the event of a bomb names no firing ship."""
    thing = "shell" if event.ship else "bomb"
    target = ship_name(state, event.target)
    attacker = event.attacker_die + event.size + event.plunging
    defender = event.defender_die + event.armour
    words = {
        "stopped": "the armour stops it",
        "superstructure": "it hits the superstructure",
        "pierced": f"it goes through: {critical_words(event.row)}",
    }
    workings = [
        Working("attacker's die", str(event.attacker_die), "ES-26"),
        Working("size", signed(event.size), "ES-26"),
        Working("plunging", signed(event.plunging), "ES-26"),
        Working("defender's die", f"−{event.defender_die}", "ES-26"),
        Working("armour", f"−{event.armour}", "ES-26"),
    ]
    thrown = (
        *dice(FIXED["die"], (event.attacker_die,), thing),
        *dice(FIXED["die"], (event.defender_die,), f"armour of {target}"),
    )
    return Narration(
        f"A {thing} hits {target}, and {words[event.outcome]}.",
        event.rules,
        STRONG if event.outcome == "pierced" else NORMAL,
        tuple(line for line in workings if line.amount != "0"),
        f"{attacker} against {defender}: {event.outcome}",
        thrown,
        (event.target,),
        event.side,
    )


def torpedoes_fired(state: State, event: e.TorpedoesFired) -> Narration:
    target = ship_name(state, event.target)
    who = ship_name(state, event.ship) if event.ship else side_name(state, event.side)
    outcome = counted(event.hits, "hit") if event.hits else "no hit"
    reach = f"1 to {event.most}" if event.most > 1 else "1" if event.most else "nothing"
    return Narration(
        f"{capital(counted(len(event.faces), 'torpedo', 'torpedoes'))} of {who} at {target}: {outcome}.",
        event.rules,
        STRONG if event.hits else NORMAL,
        (Working("each hits by", reach, "ES-28"),),
        f"{faces_words(event.faces)}: {outcome}",
        dice(FIXED["die"], event.faces, f"torpedoes at {target}"),
        tuple(key for key in (event.ship, event.target) if key),
        event.side,
        torpedo_column(state, event),
    )


def torpedo_hit(state: State, event: e.TorpedoHit) -> Narration:
    """Describe the effects of a torpedo hit other than flooding."""
    target = ship_name(state, event.target)
    does = critical_words(event.row, by_torpedo=True) if event.row else "nothing more than flooding"
    less = FIXED["torpedo_critical_less"]
    workings = (
        Working("two dice", str(sum(event.dice)), "ES-28"),
        Working("less", f"−{less}", "ES-28"),
    )
    return Narration(
        f"A torpedo floods {target}: {does}.",
        (event.rule,),
        STRONG,
        workings,
        str(sum(event.dice) - less),
        dice(FIXED["die"], event.dice, f"torpedo in {target}"),
        (event.target,),
        event.side,
    )


def tubes_emptied(state: State, event: e.TubesEmptied) -> Narration:
    sentence = f"The tubes of {ship_name(state, event.ship)} are empty."
    return Narration(sentence, (event.rule,), QUIET, focus=(event.ship,), side=side_of(state, event.ship))


def wake_seen(state: State, event: e.WakeSeen) -> Narration:
    sentence = f"The wakes begin in {label(event.hex)} or beside it."
    return Narration(sentence, (event.rule,), NORMAL, focus=(label(event.hex),), side=event.side)


def depth_charge_dropped(state: State, event: e.DepthChargeDropped) -> Narration:
    name, where = ship_name(state, event.ship), label(event.hex)
    sentence = f"{name} drops depth charges in {where}, set to {depth_words(event.depth)}."
    focus = (event.ship, where)
    return Narration(sentence, (event.rule,), NORMAL, focus=focus, side=side_of(state, event.ship))


def depth_charge_missed_nearly(state: State, event: e.DepthChargeMissedNearly) -> Narration:
    sentence = (
        f"{ship_name(state, event.ship)} is damaged: she rises one level a turn and can no longer dive."
    )
    return Narration(sentence, (event.rule,), STRONG, focus=(event.ship,), side=side_of(state, event.ship))
