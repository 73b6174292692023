"""Preview sightings, evasion and attacks (§16 to §19, §22c)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from darkseas.engine.hexes.board import distance
from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import capital, counted, joined, mixed
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import PreviewLine, TargetOdds, Warned

from ..combat.evasion import SMOKE_MAKERS
from ..combat.gunnery import mounts_with
from ..model.attack_results import TORPEDOES
from ..model.orders import Attack, DeclareAttacks, DeclareEvasion, DeclareSightings, Mount
from ..model.queries import MERCHANT, ships_in
from ..model.state import UNSPOTTED, State
from ..narration.names import MOST_NAMES, hex_words, range_words, ship_names
from ..odds.attack_odds import can_be_counted, odds
from ..tables.rules_tables import FIXED, MULTIPLIERS, SPOTTING
from .value_labels import mount_title, title_of

# --- sightings and evasion -----------------------------------------------------------------------


def declare_sightings(view: State, side: str, order: DeclareSightings) -> Iterator[PreviewLine]:
    """Yield the sightings declared void, and the results for dummies."""
    for number, void in enumerate(order.void):
        text = f"{title_of(view, void.block)} gives up its sighting of {title_of(view, void.target)}."
        blind = Warned("It cannot attack what it has not sighted.", "§18a")
        yield PreviewLine(f"void.{number}", text, "§22c", warnings=(blind,))
    for number, dummy in enumerate(order.dummies):
        gone = "is removed from the map and may return from next turn"
        ends = gone if dummy.answer == "remove" else "stays, and its own sightings count for nothing"
        yield PreviewLine(f"dummies.{number}", f"{title_of(view, dummy.block)} {ends}.", "§22c")
    yield PreviewLine("", "All other sightings are kept and announced.", "DS-R17")


def declare_evasion(view: State, side: str, order: DeclareEvasion) -> Iterator[PreviewLine]:
    """The benefit and the cost of evading for each block."""
    if not order.blocks:
        yield PreviewLine("blocks", "No block evades.", "§17")
    for number, key in enumerate(order.blocks):
        yield evasion(view, key, f"blocks.{number}")


def evasion(view: State, key: str, blank: str) -> PreviewLine:
    """The benefit and the cost of evading for one block."""
    guns, torpedoes, own = (
        mixed(MULTIPLIERS[name].factor)
        for name in ("target_evading_guns", "target_evading_torpedoes", "attacker_evading")
    )
    text = (
        f"{title_of(view, key)} evades: guns at it count {guns}, torpedoes {torpedoes}; "
        f"its own guns count {own}."
    )
    return PreviewLine(blank, text, "§17", warnings=tuple(_of_evading(view, key)))


def _of_evading(view: State, key: str) -> Iterator[Warned]:
    yield Warned(f"Next turn it moves {FIXED['evaded_allowance_loss']} hex less.", "§15b")
    ships, at = ships_in(view, key), view.blocks[key].hex
    slow = [ship.key for ship in ships if ship.ratings.defence_class == MERCHANT]
    if slow:
        yield Warned(f"{ship_names(view, slow)} cannot evade.", "§17d")
    if not view.daylight and any(ship.ratings.defence_class in SMOKE_MAKERS for ship in ships):
        yield Warned(f"It lays smoke in {hex_words(view, at)}.", "§18l")


# --- attacks -------------------------------------------------------------------------------------

#: Attacks with more batteries are not searched for useless ones: each comparison computes odds.
MOST_COMPARED = 10
#: The same limit for batteries times possible targets of an order: more than any historical battle has.
MOST_PAIRS = 5_000
TOO_MANY = "There are too many possible draws to compute odds for these attacks together."


def declare_attacks(view: State, side: str, order: DeclareAttacks) -> Iterator[PreviewLine]:
    """Each attack with its odds, and warnings that the player may have overlooked."""
    if not order.attacks:
        yield PreviewLine("attacks", "Nobody attacks.", "§14c.ii")
    if not can_be_counted(view, side, order):
        yield PreviewLine("attacks", TOO_MANY, "DS-R19")
        return
    chances = odds(view, Given(side, order))
    pairs = sum(len(attack.mounts) * len(lot) for attack, lot in zip(order.attacks, chances, strict=True))
    for number, targets in enumerate(chances):
        attack = order.attacks[number]
        warnings = (
            *_of_friends(targets),
            *_of_effect(view, side, attack, targets, is_compared=pairs <= MOST_PAIRS),
            *_of_torpedoes(view, attack),
            *_of_being_seen(view, order, number),
        )
        text = _attack_text(view, attack, targets)
        yield PreviewLine(f"attacks.{number}", text, "§18f", targets, warnings)


def _attack_text(view: State, attack: Attack, targets: Sequence[TargetOdds]) -> str:
    origin = view.blocks[attack.block].hex
    at_range = range_words(distance(origin, attack.target)) if origin is not None else ""
    with_what = joined([mount_title(view, mount) for mount in attack.mounts], MOST_NAMES)
    enemies = counted(sum(not target.friendly for target in targets), "enemy ship")
    return (
        f"{title_of(view, attack.block)} attacks {hex_words(view, attack.target)} {at_range} "
        f"with {with_what}; {enemies} may be drawn."
    )


def _of_friends(targets: Sequence[TargetOdds]) -> Iterator[Warned]:
    friends = [target for target in targets if target.friendly]
    if friends:
        chance = sum((target.drawn for target in friends), Fraction(0))
        names = joined([target.name for target in friends])
        yield Warned(
            f"Friends may be hit: {names}, in {mixed(min(chance, Fraction(1)))} of all draws. "
            "They are in the hex or on the line to it.",
            "§18i",
        )


def _of_effect(
    view: State, side: str, attack: Attack, targets: Sequence[TargetOdds], *, is_compared: bool
) -> Iterator[Warned]:
    """Warn about an attack without effect (DS-R42), or about batteries that add nothing."""
    if not targets:
        yield Warned("No known ship there can be drawn: the attack finds no target.", "DS-R42")
        return
    if all(target.unhurt == 1 for target in targets):
        yield Warned("At these odds no roll has an effect; you may still attack.", "DS-R42")
        return
    mounts = attack.mounts
    idle = _idle(view, side, attack) if is_compared and 1 < len(mounts) <= MOST_COMPARED else []
    if idle:
        names = joined([mount_title(view, mount) for mount in idle])
        alone = "Without this battery" if len(idle) == 1 else "Without any one of these batteries"
        yield Warned(f"{alone} the odds are the same: {names}.", "DS-R22")


def _idle(view: State, side: str, attack: Attack) -> list[Mount]:
    """The batteries that could each be left out of an attack, taken alone, without changing its odds."""
    chances = _probabilities(view, side, attack)
    without = {
        mount: replace(attack, mounts=tuple(other for other in attack.mounts if other != mount))
        for mount in attack.mounts
    }
    return [mount for mount, less in without.items() if _probabilities(view, side, less) == chances]


def _probabilities(view: State, side: str, attack: Attack) -> list[tuple[str, Fraction, Fraction, Fraction]]:
    (targets,) = odds(view, Given(side, DeclareAttacks((attack,))))
    return [(target.ship, target.drawn, target.sunk, target.damaged) for target in targets]


def _of_torpedoes(view: State, attack: Attack) -> Iterator[Warned]:
    ships = view.scenario.ships
    firing = dict.fromkeys(mount.ship for mount in mounts_with(view, attack, TORPEDOES))
    for key in firing:
        carries = any(battery.reload for battery in ships[key].ratings.batteries)
        again = carries and not view.ship_status[key].salvoes
        after = "must reload her torpedoes" if again else "has no torpedoes left"
        yield Warned(f"{ship_name(view, key)} {after} after this.", "§18k.ii" if again else "§18k.i")


def _of_being_seen(view: State, order: DeclareAttacks, number: int) -> Iterator[Warned]:
    """Warn once for each block that the enemy has not spotted yet."""
    block = order.attacks[number].block
    is_first = all(attack.block != block for attack in order.attacks[:number])
    if is_first and view.blocks[block].spotted == UNSPOTTED:
        modifier = SPOTTING["attacked"]
        title = capital(title_of(view, block))
        yield Warned(f"{title} will be easier to spot by {modifier.amount} next turn.", modifier.rule)
