"""Previews of guns, torpedoes and depth charges, with odds (ES-20 to ES-30)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from darkseas.engine.hexes.board import label
from darkseas.engine.orders import Fixed, Given, IllegalOrder
from darkseas.engine.presentation.words import capital, counted, percent, signed
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, TargetOdds, Warned

from ..combat import gunnery
from ..combat.gun_arithmetic import added, firings, guns_bearing, is_submerged_near, modifiers, most_range
from ..combat.line_of_sight import range_of, surface_of
from ..combat.starshell import all_fire
from ..combat.torpedoes import most_face, next_launch, shares
from ..model.firing_arcs import beam_of
from ..model.orders import DepthCharge, DropDepthCharges, FireGuns, GunFire, LaunchTorpedoes, TorpedoFire
from ..model.scenario import Ship
from ..model.ships import guns_left
from ..model.state import State
from ..narration.names import battery_words, depth_words, ship_names
from ..odds.attack_odds import odds, spread_fates
from ..tables.rules_tables import DEPTHS, FIXED, PERISCOPE
from ..turn.combat_forms import lit_rows, rows_of
from ..turn.phases import GUNNERY

# --- guns ------------------------------------------------------------------------------------------------


def fire_guns(view: State, side: str, order: FireGuns) -> Iterator[PreviewLine]:
    """Preview each battery's fire; the first line for a target carries the odds of all fire at it."""
    chances = {targets[0].ship: targets for targets in odds(view, Given(side, order))}
    by_light = {each.ship: f"lit.{number}" for number, each in enumerate(order.lit)}
    places = {(fire.ship, fire.battery): f"fire.{number}" for number, fire in enumerate(order.fire)}
    fires = all_fire(view, side, order)
    for fire in fires:
        blank = by_light.get(fire.ship) or places[fire.ship, fire.battery]
        if fire.starshell:
            text = f"{_guns(view, fire)} light {ship_name(view, fire.target)} with starshell."
            yield PreviewLine(blank, text, "ES-X5")
            continue
        lot = chances.pop(fire.target, ())
        yield PreviewLine(blank, _gun_text(view, fire), "ES-24", lot, tuple(_of_guns(view, fire, lot)))
    yield from _who_holds_fire(view, side, fires)
    yield from _who_cannot_fire(view, side)


def _guns(view: State, fire: GunFire) -> str:
    return capital(battery_words(view, fire.ship, fire.battery))


def _gun_text(view: State, fire: GunFire) -> str:
    """Describe the guns that bear, their firings and the modifier of each die."""
    aim = gunnery.aim_of(view, fire)
    guns = guns_bearing(view, fire.ship, fire.battery, fire.target)
    parts = [part for firing in firings(view.scenario.options, aim.size, guns) for part in firing]
    dice = counted(len(parts), "die", "dice")
    left = guns_left(view.scenario.ships[fire.ship], view.ship_status[fire.ship], fire.battery)
    beam = _beam(view, fire) if guns == left else ""
    more = added(modifiers(aim))
    return (
        f"{_guns(view, fire)}: {counted(guns, 'gun')}{beam} at {ship_name(view, fire.target)}, range "
        f"{aim.range_hexes}; {dice} of twenty sides, {signed(more)} to each, "
        f"{_what_hits(max(parts, default=0), more)}."
    )


def _what_hits(guns: int, more: int) -> str:
    """Describe the highest roll that hits; a natural 1 always hits (ES-24)."""
    if guns - more > 1:
        return f"{guns} or less hits"
    return f"only a natural 1 hits ({percent(Fraction(1, FIXED['gunnery_die']))})"


def _beam(view: State, fire: GunFire) -> str:
    """Return the beam she fires over when all guns bear."""
    own, aim = view.ship_status[fire.ship], view.ship_status[fire.target].bow
    if own.bow is None or aim is None:
        return ""
    return f", all to {beam_of(own.bow, own.facing, aim)},"


def _of_guns(view: State, fire: GunFire, lot: Sequence[TargetOdds]) -> Iterator[Warned]:
    aim = gunnery.aim_of(view, fire)
    left = guns_left(view.scenario.ships[fire.ship], view.ship_status[fire.ship], fire.battery)
    bearing = guns_bearing(view, fire.ship, fire.battery, fire.target)
    if bearing < left:
        text = f"Her target lies near the line of her bow or stern: {bearing} of {counted(left, 'gun')} bear."
        yield Warned(text, "ES-22")
    if aim.opening:
        yield Warned("It opens fire: the first turn on a target hits less often.", "ES-24")
    if aim.target_evades:
        yield Warned(f"{ship_name(view, fire.target)} evades, and is hit less often.", "ES-11")
    if lot and all(target.unhurt == 1 for target in lot):
        yield Warned("No roll can damage her: her armour is too thick.", "ES-26")


def _who_holds_fire(view: State, side: str, fires: Sequence[GunFire]) -> Iterator[PreviewLine]:
    """Yield ships that could fire and do not, wholly or with some batteries."""
    firing = {(fire.ship, fire.battery) for fire in fires}
    idle = dict.fromkeys(ship for ship, battery in _able(view, side) if (ship, battery) not in firing)
    shooting = {ship for ship, _ in firing}
    silent = [ship for ship in idle if ship not in shooting]
    partly = [ship for ship in idle if ship in shooting]
    if silent:
        verb = "holds" if len(silent) == 1 else "hold"
        yield PreviewLine("fire", f"{ship_names(view, silent)} {verb} fire.", "ES-20")
    if partly:
        verb = "leaves" if len(partly) == 1 else "leave"
        yield PreviewLine("fire", f"{ship_names(view, partly)} {verb} a battery silent.", "ES-20")
    if not idle and not fires:
        yield PreviewLine("fire", "Nobody fires.", "ES-20")


def _who_cannot_fire(view: State, side: str) -> Iterator[PreviewLine]:
    """Yield ships with an enemy in range of their largest guns but no line in the form, with the reason."""
    asked = {ship for ship, _ in _able(view, side)} | _able_by_light(view, side)
    surface = surface_of(view)
    for ship in view.afloat(side):
        near = _in_reach(view, ship) if ship.batteries and ship.key not in asked else []
        if near:
            try:
                gunnery.check_one(view, side, GunFire(ship.key, 0, near[0]), "", surface)
            except IllegalOrder as refusal:
                text = f"{ship.name} cannot fire at {ship_name(view, near[0])}. {refusal.reason}"
                yield PreviewLine("fire", text, refusal.rule)


def _in_reach(view: State, ship: Ship) -> list[str]:
    """Return enemies within range of a ship's largest guns, nearest first."""
    most = most_range(ship.batteries[0].size)
    there = [
        (range_of(view, ship.key, enemy.key), enemy.place, enemy.key)
        for enemy in view.afloat(view.scenario.enemy_of(ship.side))
        if view.ship_status[enemy.key].bow is not None and not view.ship_status[enemy.key].submerged
    ]
    return [key for away, _, key in sorted(there) if away <= most]


def _able(view: State, side: str) -> Iterator[tuple[str, int]]:
    """Yield the batteries with a target, as in the form."""
    for ship, battery, *_ in rows_of(view, side, GUNNERY):
        if isinstance(ship, Fixed) and isinstance(battery, Fixed):
            yield str(ship.value), int(str(battery.value))


def _able_by_light(view: State, side: str) -> set[str]:
    """Return the ships that can fire with starshell, as in the form."""
    return {str(cell.value) for row in lit_rows(view, side) for cell in row if isinstance(cell, Fixed)}


# --- torpedoes, depth charges ----------------------------------------------------------------------------


def launch_torpedoes(view: State, side: str, order: LaunchTorpedoes) -> Iterator[PreviewLine]:
    """Preview each ship's torpedoes; the first line for a target carries the odds of all attacks on it."""
    chances = {targets[0].ship: targets for targets in odds(view, Given(side, order))}
    for number, fire in enumerate(order.torpedoes):
        ship = view.scenario.ships[fire.ship]
        counts = shares(ship.ratings.torpedoes, len(fire.targets))
        for target, count in zip(fire.targets, counts, strict=True):
            lot = chances.pop(target, ())
            salvo = f"{ship.name} launches {counted(count, 'torpedo', 'torpedoes')}"
            text = f"{salvo} at {ship_name(view, target)}, {_salvo_chance(view, fire, target)}."
            warnings = tuple(_of_torpedoes(view, fire, target))
            yield PreviewLine(f"torpedoes.{number}", text, "ES-28", lot, warnings)
    if not order.torpedoes:
        yield PreviewLine("torpedoes", "No torpedoes are launched.", "ES-27")


def _salvo_chance(view: State, fire: TorpedoFire, target: str) -> str:
    """Describe the range, the number each torpedo needs, and the chance of at least one hit."""
    away, most = range_of(view, fire.ship, target), _most_face(view, fire, target)
    if most <= 0:
        return f"range {away}: none of them can hit"
    each = Fraction(most, FIXED["die"])
    any_hit = 1 - spread_fates(view, fire, target, once=view.ship_status[target].evading).unhurt
    faces = "a 1" if most == 1 else f"1 to {most}"
    return f"range {away}: each hits by {faces} ({percent(each)}), at least one of them in {percent(any_hit)}"


def _most_face(view: State, fire: TorpedoFire, target: str) -> int:
    """Return the highest die roll that is a torpedo hit; 0 or less if the torpedo cannot hit."""
    near = is_submerged_near(view.ship_status[fire.ship], range_of(view, fire.ship, target))
    return min(most_face(view, target, near=near), FIXED["die"])


def _of_torpedoes(view: State, fire: TorpedoFire, target: str) -> Iterator[Warned]:
    """Warn about the cost of launching, with the first target only."""
    if view.ship_status[target].evading:
        can_hit = _most_face(view, fire, target) > 0
        effect = "one torpedo hits her at most" if can_hit else "these torpedoes cannot hit her"
        yield Warned(f"{ship_name(view, target)} evades: {effect}.", "ES-11")
    if target != fire.targets[0]:
        return
    name = ship_name(view, fire.ship)
    due = _next_after(view, fire.ship)
    again = f"can launch again from turn {due}" if due else "has no torpedoes left after this"
    yield Warned(f"{name} {again}.", "ES-27")
    if fire.wake is not None:
        yield Warned(f"The enemy sees a wake in {label(fire.wake)}.", "ES-29")


def _next_after(view: State, key: str) -> int | None:
    """Return the first turn in which a ship can launch again after this launch."""
    after = view.copy()
    after.ship_status[key] = view.ship_status[key]._replace(torpedo_turn=view.turn)
    return next_launch(after, key)


def drop_depth_charges(view: State, side: str, order: DropDepthCharges) -> Iterator[PreviewLine]:
    if not order.depth_charges:
        yield PreviewLine("depth_charges", "No depth charges are dropped.", "ES-30")
    places = dict.fromkeys((each.hex, each.depth) for each in order.depth_charges)
    lots = dict(zip(places, odds(view, Given(side, order)), strict=True))
    for number, each in enumerate(order.depth_charges):
        dice = counted(DEPTHS[each.depth].dice, "die", "dice")
        text = (
            f"{ship_name(view, each.ship)} drops depth charges in {label(each.hex)}, set to "
            f"{depth_words(each.depth)}; {dice} must all show 1 to destroy a boat at that depth."
        )
        lot = lots.pop((each.hex, each.depth), ())
        warnings = tuple(_of_depth(view, side, each))
        yield PreviewLine(f"depth_charges.{number}", text, "ES-30", lot, warnings)


def _of_depth(view: State, side: str, order: DepthCharge) -> Iterator[Warned]:
    """Warn if sonar found a boat in this hex this turn at another depth."""
    enemy = view.scenario.enemy_of(side)
    for known in view.contacts:
        here = known.side == enemy and known.hex == order.hex and known.turn == view.turn
        if here and known.depth >= PERISCOPE and known.depth != order.depth:
            yield Warned(f"A boat was found there at {depth_words(known.depth)} depth.", "ES-13")
