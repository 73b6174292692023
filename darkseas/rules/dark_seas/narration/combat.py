"""Sentences for combat: evasion, attacks, draws, results, torpedoes (§17, §18, §19, DS-R19 to DS-R28)."""

from darkseas.engine.presentation.narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from darkseas.engine.presentation.words import capital, counted, joined, mixed, number_word
from darkseas.engine.stages.side_and_ship_names import ship_name, side_name

from ..model import events as e
from ..model.orders import Attack, Mount
from ..model.state import State
from ..tables.rules_tables import FIXED
from .names import (
    MOST_NAMES,
    attacker_of,
    block_name,
    block_names,
    class_letters,
    focus_on,
    hex_words,
    is_many,
    odds,
    place,
    result_words,
    ship_names,
)
from .result_columns import attack_column, draw_column

#: The weapons of an attack, as its events name them.
TORPEDOES, BOTH = "torpedoes", "both"

#: Damage needs a roll of at most the odds in halves, sinking one of at most the whole odds (§18f).
HALVES = 2


# --- declarations --------------------------------------------------------------------------------


def evasion_declared(state: State, event: e.EvasionDeclared) -> Narration:
    names = block_names(state, event.blocks)
    is_one = len(event.blocks) == 1 and not is_many(state, event.blocks[0])
    verb = "evades" if is_one else "evade"
    sentence = f"{capital(names)} {verb}." if names else f"{side_name(state, event.side)}: nothing evades."
    return Narration(sentence, (event.rule,), NORMAL, focus=focus_on(state, event.blocks), side=event.side)


def attacks_declared(state: State, event: e.AttacksDeclared) -> Narration:
    lines = [attack_words(state, attack) for attack in event.attacks]
    if not lines:
        declared = "no attack declared"
    else:
        declared = f"{counted(len(lines), 'attack')} declared: {joined(lines, MOST_NAMES)}"
    targets = tuple(place(attack.target) for attack in event.attacks)
    return Narration(
        f"{side_name(state, event.side)}: {declared}.",
        (event.rule,),
        NORMAL,
        tuple(attack_line(state, attack) for attack in event.attacks),
        focus=focus_on(state, (attack.block for attack in event.attacks), *targets),
        side=event.side,
    )


def attack_words(state: State, attack: Attack) -> str:
    """A declared attack in a sentence: attacker and target hex."""
    return f"{block_name(state, attack.block)} on {hex_words(state, attack.target)}"


def attack_line(state: State, attack: Attack) -> Working:
    """A declared attack in full: batteries, class group, whether guns and torpedoes share a target."""
    mounts = joined([_mount(state, mount) for mount in attack.mounts]) or "no battery"
    classes = f"; only {class_letters(attack.classes)}" if attack.classes else ""
    return Working(capital(attack_words(state, attack)), f"{mounts}{classes}", "DS-R19")


def _mount(state: State, mount: Mount) -> str:
    ship = state.scenario.ships.get(mount.ship)
    if ship is None or not 0 <= mount.battery < len(ship.ratings.batteries):
        return ship_name(state, mount.ship)
    return f"{ship.name} {ship.ratings.batteries[mount.battery].weapon}"


# --- draws ---------------------------------------------------------------------------------------


def target_drawn(state: State, event: e.TargetDrawn) -> Narration:
    attacker = attacker_of(state, event.side, event.attack)
    who = block_name(state, attacker) if attacker else side_name(state, event.side)
    weapons = "guns and torpedoes" if event.weapons == BOTH else event.weapons
    pool = event.enemies + event.blanks
    name = ship_name(state, event.ship)
    if event.friendly:
        drawn = f"a blank from a pool of {number_word(pool)}: the fire falls on {name}, a friend"
    elif pool == 1:
        drawn = f"{name}, the only ship in the pool"
    else:
        drawn = f"{name} from a pool of {number_word(pool)}"
    return Narration(
        f"{capital(weapons)} of {who} draw {drawn}.",
        (event.rule, "§18i") if event.blanks else (event.rule,),
        NORMAL,
        _pool(event),
        f"pool of {pool}",
        focus=focus_on(state, (attacker,) if attacker else (), event.ship),
        side=event.side,
        column=draw_column(event),
    )


def _pool(event: e.TargetDrawn) -> tuple[Working, ...]:
    lines = [Working("enemy ships", str(event.enemies), "DS-R20")]
    if event.blanks:
        lines.append(Working(f"blanks, {event.percent} % of friends at risk", str(event.blanks), "DS-R21"))
    if event.friendly:
        lines.append(Working("friends drawn from", str(event.at_risk), "§18i.iii"))
    return tuple(lines)


# --- attacks -------------------------------------------------------------------------------------


def attack_lapsed(state: State, event: e.AttackLapsed) -> Narration:
    who = block_name(state, event.block)
    if event.why == "gone":
        sentence = (
            f"{capital(who)} is off the map; its attack on {hex_words(state, event.hex)} does not take place."
        )
    else:
        sentence = f"{capital(event.weapons)} of {who} find no target in {hex_words(state, event.hex)}."
    return Narration(
        sentence,
        (event.rule, "DS-H22"),
        NORMAL,
        (Working("enemy ships", "0", "DS-R20"),),
        focus=focus_on(state, (event.block,), place(event.hex)),
        side=event.side,
    )


def results_held(state: State, event: e.ResultsHeld) -> Narration:
    """A side has fired by day; its results are pending."""
    lines = tuple(
        Working(f"{shot.weapons} at {ship_name(state, shot.ship)}", result_words(shot.result), "§18f")
        for shot in event.shots
    )
    sentence = (
        f"{side_name(state, event.side)}: all attacks resolved; results take effect at the end of the phase."
    )
    return Narration(sentence, (event.rule, "DS-R24"), QUIET, lines, focus=_once_each(event), side=event.side)


def _once_each(event: e.ResultsHeld) -> tuple[str, ...]:
    return tuple(dict.fromkeys(shot.ship for shot in event.shots))


def attack_resolved(state: State, event: e.AttackResolved) -> Narration:
    """Attacker, target, odds, die and result, with the complete calculation."""
    result = result_words(event.result)
    target = ship_name(state, event.ship)
    own = ", a friend" if event.friendly else ""
    return Narration(
        f"{_fire(state, event)} {target}{own}: {odds(event.odds_halves, ' to ')}, "
        f"rolled {event.die} – {result}.",
        event.rules or ("§18f",),
        STRONG if event.result not in ("none", "") else NORMAL,
        _sum(state, event),
        f"{odds(event.odds_halves)}, rolled {event.die}: {result}",
        (Die(FIXED["attack_die"], event.die, f"{event.weapons} at {target}", ""),),
        focus_on(state, (event.block,), place(event.hex), event.ship),
        event.side,
        attack_column(state, event),
    )


def _fire(state: State, event: e.AttackResolved) -> str:
    ships = tuple(dict.fromkeys(line.ship for line in event.lines))
    who = ship_names(state, ships) or capital(block_name(state, event.block))
    verb = "fire" if len(ships) > 1 else "fires"
    return f"{who} {verb} torpedoes at" if event.weapons == TORPEDOES else f"{who} {verb} on"


def _sum(state: State, event: e.AttackResolved) -> tuple[Working, ...]:
    lines: list[Working] = []
    for line in event.lines:
        battery = f"{ship_name(state, line.ship)} {line.weapon}"
        lines.append(Working(battery, str(line.factor), "§5"))
        lines += (Working(m.label, f"× {mixed(m.factor)}", m.rule) for m in line.multipliers)
        lines.append(Working(f"{battery} is worth", mixed(line.worth), "DS-R23"))
    return (
        *lines,
        Working("total", mixed(event.total), "DS-R22"),
        Working("defence", f"{event.defence} {event.defence_class}", "§5"),
        *_daylight(state, event),
        Working("odds", odds(event.odds_halves), "§19"),
        _needs(state, event),
        Working("die", str(event.die), "§18f"),
        Working("result", result_words(event.result), event.rules[-1] if event.rules else "§18f"),
    )


def _daylight(state: State, event: e.AttackResolved) -> tuple[Working, ...]:
    if state.daylight and event.total and event.weapons != TORPEDOES:
        return (Working("daylight", "one step up", "§23b.v"),)
    return ()


def _needs(state: State, event: e.AttackResolved) -> Working:
    """The rolls that succeed, with the exceptions for destroyers, battleships and damaged ships."""
    damages, sinks = event.odds_halves, event.odds_halves // HALVES
    status = state.ship_status.get(event.ship)
    if not damages:
        return Working("needs", "no roll succeeds", "DS-R22")
    if event.with_d and event.defence_class == "B":
        return Working("needs", f"{_or_less(damages)} damages a sound ship, nothing sinks", "DS-R24")
    if event.weapons == TORPEDOES and event.defence_class == "D":
        return Working("needs", f"{_or_less(damages)} sinks", "§19")
    if status is not None and status.damaged:
        return Working("needs", f"{_or_less(damages)} sinks, already damaged", "§20")
    if not sinks:
        return Working("needs", f"{_or_less(damages)} damages, nothing sinks", "§18f")
    return Working("needs", f"{_or_less(damages)} damages, {_or_less(sinks)} sinks", "§18f")


def _or_less(face: int) -> str:
    highest = FIXED["attack_die"]
    if face >= highest:
        return "any roll"
    return f"{face} or less" if face > 1 else "1"
