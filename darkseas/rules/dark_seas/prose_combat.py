"""The sentences of combat: evasion, attacks, draws, results, torpedoes (§17, §18, §19, DS-R19 to DS-R28)."""

from ...engine.narration import NORMAL, QUIET, STRONG, Die, Narration, Working
from ...engine.wording import capital, counted, joined, mixed, tally
from . import events as e
from .orders import Attack, Mount
from .prose_words import (
    MOST_NAMES,
    attacker_of,
    block_name,
    block_names,
    focus_on,
    odds,
    place,
    place_of,
    result_words,
    ship_name,
    ship_names,
    side_name,
)
from .state import State
from .tables import FIXED

#: A result or better needs a die of at most the odds in halves (damage) or in wholes (sinking), §18f.
HALVES = 2


# --- declarations --------------------------------------------------------------------------------


def evasion_declared(state: State, event: e.EvasionDeclared) -> Narration:
    """Which blocks evade."""
    names = block_names(state, event.blocks)
    verb = "evades" if len(event.blocks) == 1 else "evade"
    said = f"{capital(names)} {verb}." if names else f"{side_name(state, event.side)}: nothing evades."
    return Narration(said, (event.rule,), NORMAL, focus=focus_on(state, event.blocks), side=event.side)


def attacks_declared(state: State, event: e.AttacksDeclared) -> Narration:
    """All attacks of a side."""
    lines = [attack_words(state, attack) for attack in event.attacks]
    if not lines:
        said = "no attack declared"
    else:
        said = f"{counted(len(lines), 'attack')} declared: {joined(lines, MOST_NAMES)}"
    targets = tuple(place(attack.target) for attack in event.attacks)
    return Narration(
        f"{side_name(state, event.side)}: {said}.",
        (event.rule,),
        NORMAL,
        tuple(attack_line(state, attack) for attack in event.attacks),
        focus=focus_on(state, (attack.block for attack in event.attacks), *targets),
        side=event.side,
    )


def attack_words(state: State, attack: Attack) -> str:
    """A declared attack in a sentence: who on which hex."""
    return f"{block_name(state, attack.block)} on {place(attack.target)}"


def attack_line(state: State, attack: Attack) -> Working:
    """A declared attack in full: batteries, class group, how guns and torpedoes go together."""
    mounts = joined([_mount(state, mount) for mount in attack.mounts]) or "no battery"
    classes = f"; class {' or '.join(attack.classes)} only" if attack.classes else ""
    return Working(capital(attack_words(state, attack)), f"{mounts}{classes}", "DS-R19")


def _mount(state: State, mount: Mount) -> str:
    ship = state.sheet.ships.get(mount.ship)
    if ship is None or not 0 <= mount.battery < len(ship.ratings.batteries):
        return ship_name(state, mount.ship)
    return f"{ship.name} {ship.ratings.batteries[mount.battery].weapon}"


# --- draws ---------------------------------------------------------------------------------------


def target_drawn(state: State, event: e.TargetDrawn) -> Narration:
    """A blind draw, and on whom it fell."""
    attacker = attacker_of(state, event.side, event.attack)
    who = capital(block_name(state, attacker)) if attacker else side_name(state, event.side)
    pool = event.enemies + event.blanks
    name = ship_name(state, event.ship)
    if event.friendly:
        said = f"a blank, {event.face} of {pool}: the fire falls on {name}, a friend"
    elif pool == 1:
        said = f"{name}, the only ship to draw"
    else:
        said = f"{name}, {event.face} of {pool}"
    return Narration(
        f"{who}, {event.weapons}: draws {said}.",
        (event.rule, "§18i") if event.blanks else (event.rule,),
        NORMAL,
        _pool(event),
        f"pool of {pool}",
        _draws(event, pool),
        focus_on(state, (attacker,) if attacker else (), event.ship),
        event.side,
    )


def _pool(event: e.TargetDrawn) -> tuple[Working, ...]:
    lines = [Working("enemy ships", str(event.enemies), "DS-R20")]
    if event.blanks:
        lines.append(
            Working(f"blanks, {event.percent} % of friends at risk", str(event.blanks), "DS-R21")
        )
    if event.friendly:
        lines.append(Working("friends drawn from", str(event.at_risk), "§18i.iii"))
    return tuple(lines)


def _draws(event: e.TargetDrawn, pool: int) -> tuple[Die, ...]:
    dice = []
    if pool > 1:
        dice.append(Die(pool, event.face, "draw", ""))
    if event.friendly and event.at_risk > 1:
        dice.append(Die(event.at_risk, event.friendly_face, "draw among friends", ""))
    return tuple(dice)


# --- attacks -------------------------------------------------------------------------------------


def attack_resolved(state: State, event: e.AttackResolved) -> Narration:
    """Who fires on whom at which odds, the die and the result, and the whole sum behind it."""
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
    )


def _fire(state: State, event: e.AttackResolved) -> str:
    ships = tuple(dict.fromkeys(line.ship for line in event.lines))
    who = ship_names(state, ships) or capital(block_name(state, event.block))
    verb = "fire" if len(ships) > 1 else "fires"
    return f"{who} {verb} torpedoes at" if event.weapons == "torpedoes" else f"{who} {verb} on"


def _sum(state: State, event: e.AttackResolved) -> tuple[Working, ...]:
    lines: list[Working] = []
    for line in event.lines:
        battery = f"{ship_name(state, line.ship)} {line.weapon}"
        lines.append(Working(battery, str(line.factor), "§5"))
        if line.multipliers:
            lines += (Working(m.label, f"× {mixed(m.factor)}", m.rule) for m in line.multipliers)
            lines.append(Working(f"{battery} is worth", mixed(line.worth), "DS-R23"))
    return (
        *lines,
        Working("total", mixed(event.total), "DS-R22"),
        Working("defence", f"{event.defence} {event.defence_class}", "§18f"),
        Working("odds", odds(event.odds_halves), "§19"),
        Working("needs", _needs(event), "§18f"),
        Working("die", str(event.die), "§18f"),
        Working("result", result_words(event.result), "§19"),
    )


def _needs(event: e.AttackResolved) -> str:
    damages, sinks = event.odds_halves, event.odds_halves // HALVES
    if not damages:
        return "no roll succeeds"
    if not sinks:
        return f"{damages} damages, nothing sinks"
    return f"{_or_less(damages)} damages, {_or_less(sinks)} sinks"


def _or_less(face: int) -> str:
    highest = FIXED["attack_die"]
    if face >= highest:
        return "any roll"
    return f"{face} or less" if face > 1 else "1"


# --- what follows --------------------------------------------------------------------------------


def torpedoes_fired(state: State, event: e.TorpedoesFired) -> Narration:
    """Whose tubes are empty now."""
    ships = ship_names(state, event.ships)
    verb = "have" if len(event.ships) > 1 else "has"
    again = any(salvoes > 1 for salvoes in event.ships.values())
    found = next((state.sheet.ships[key].side for key in event.ships if key in state.sheet.ships), "")
    return Narration(
        f"{ships or 'No ship'} {verb} fired torpedoes.",
        ("§18k.i", "§18k.ii") if again else ("§18k.i",),
        NORMAL,
        tuple(
            Working(ship_name(state, key), f"salvo {salvoes}", "§18k.ii" if salvoes > 1 else "§18k.i")
            for key, salvoes in event.ships.items()
        ),
        focus=tuple(event.ships),
        side=found,
    )


def markers_placed(state: State, event: e.MarkersPlaced) -> Narration:
    """Who attacked and was attacked."""
    attacked, targeted = len(event.attacked_blocks), len(event.targeted_blocks)
    return Narration(
        f"Markers: {counted(attacked, 'block')} attacked, {counted(targeted, 'block')} under attack.",
        ("§14c.iii",),
        QUIET,
        _marked(state, event),
        focus=focus_on(state, (*event.attacked_blocks, *event.targeted_blocks)),
    )


def _marked(state: State, event: e.MarkersPlaced) -> tuple[Working, ...]:
    return tuple(
        Working(label, names, "§14c.iii")
        for label, names in (
            ("attacked", block_names(state, event.attacked_blocks)),
            ("were attacked", block_names(state, event.targeted_blocks)),
        )
        if names
    )


def ship_damaged(state: State, event: e.ShipDamaged) -> Narration:
    """A ship is damaged."""
    return _struck(state, event.ship, event.block, f"{ship_name(state, event.ship)} is damaged.", event.rule)


def ship_sunk(state: State, event: e.ShipSunk) -> Narration:
    """A ship goes down."""
    at = f" in {place(event.hex)}" if event.hex is not None else ""
    sentence = f"{ship_name(state, event.ship)} is sunk{at}, turn {event.turn}."
    return _struck(state, event.ship, event.block, sentence, event.rule, place(event.hex))


def _struck(state: State, key: str, block: str, sentence: str, rule: str, at: str = "") -> Narration:
    ship = state.sheet.ships.get(key)
    value = (
        (Working("her value", tally_points(state, key), "DS-R33"),) if ship is not None else ()
    )
    return Narration(
        sentence,
        (rule,),
        STRONG,
        value,
        focus=tuple(dict.fromkeys(text for text in (key, block, at or place_of(state, block)) if text)),
        side=ship.side if ship is not None else "",
    )


def tally_points(state: State, key: str) -> str:
    """What a ship is worth: "28 points"."""
    points = state.sheet.ships[key].ratings.points
    return f"{mixed(points)} {'point' if points == 1 else 'points'}"


def torpedoes_reloaded(state: State, event: e.TorpedoesReloaded) -> Narration:
    """Who has a second set ready."""
    ships = ship_names(state, event.ships) or "No ship"
    verb = "have" if len(event.ships) > 1 else "has"
    return Narration(
        f"{ships} {verb} a second set of torpedoes ready.",
        (event.rule,),
        NORMAL,
        tuple(Working(ship_name(state, key), tally(1, "set"), event.rule) for key in event.ships),
        focus=event.ships,
        side=event.side,
    )
