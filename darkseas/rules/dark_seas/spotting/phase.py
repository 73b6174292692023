"""The spotting phase (§14b, §16): dice, declarations, announcements.

`begin` rolls and computes every attempt. A side with a successful attempt then declares void sightings and
answers for its dummies (`declare`, §22c). `announce` publishes the remaining sightings. The queries at the
end of this file are for evasion and combat.
"""

from collections import defaultdict
from collections.abc import Iterable

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.orders import Blank, Choice, Fixed, OrderForm, Rows

from ..model.events import (
    BlockSighted,
    ConfinementLifted,
    ContactMade,
    DummyRemoved,
    SightingsHeld,
    SpottingAttempt,
    SpottingWorked,
)
from ..model.lines_of_sight_and_fire import fire_is_clear
from ..model.orders import DeclareSightings
from ..model.queries import MERCHANT, can_spot, is_dummy, is_single, ships_in, targeting, targeting_level
from ..model.scenario import FreedBy, Ship
from ..model.state import CONTACT, SIGHTED, Block, State
from ..movement import initiative
from ..tables.rules_tables import FIXED
from .attempts import radar_at, spots, spotting_attempts
from .sightings import judge, lone_attempts, of_ships, successes

Held = dict[str, tuple[str, ...]]


def begin(adjudication: Adjudication[State]) -> None:
    """Roll the spotting dice, take the initiative from them (§13) and compute each side's attempts.

    A side learns only its own sums. A side with a successful attempt must declare.
    """
    dice = initiative.roll(adjudication, "spotting")
    initiative.by_spotting(adjudication, dice)
    for side, die in dice.items():
        attempts = spotting_attempts(adjudication.state, side, die)
        if attempts:
            must_declare = any(attempt.outcome for attempt in attempts)
            adjudication.record(SpottingWorked(side, die, attempts, must_declare), (side,))


def declare(adjudication: Adjudication[State], side: str, order: DeclareSightings) -> None:
    """Record a side's declaration of its sightings (§22c, DS-R17); dummies never hold one.

    Raises IllegalOrder if the order names something not sighted, or omits a dummy that alone sighted a
    target.
    """
    verdict = judge(adjudication.state, side, order)
    held = [attempt for attempt in verdict.real if attempt not in verdict.void]
    void = tuple((attempt.block, attempt.target) for attempt in verdict.void)
    adjudication.record(
        SightingsHeld(side, _by_block(held, SIGHTED), _by_block(held, CONTACT), void), (side,)
    )
    for key in verdict.removed:
        adjudication.record(DummyRemoved(key, side, "§22c"))


def _by_block(attempts: Iterable[SpottingAttempt], outcome: str) -> Held:
    by_block: dict[str, list[str]] = defaultdict(list)
    for attempt in attempts:
        if attempt.outcome == outcome:
            by_block[attempt.block].append(attempt.target)
    return {key: tuple(targets) for key, targets in by_block.items()}


def declaration_form(view: State, side: str) -> OrderForm:
    """The sightings that may be declared void, and a question for each dummy that alone sighted a target."""
    attempts = successes(view, side)
    real = of_ships(view, attempts)
    lone = dict.fromkeys(attempt.block for attempt in lone_attempts(view, attempts))
    blanks: list[Blank] = []
    if real:
        rows = tuple(
            (Fixed("block", attempt.block, "piece"), Fixed("target", attempt.target, "piece"))
            for attempt in real
        )
        blanks.append(Rows("void", "Sightings declared void", rows))
    if lone:
        answer = Choice("answer", "Keep it or remove it", ("void", "remove"))
        dummies = tuple((Fixed("block", key, "piece"), answer) for key in lone)
        blanks.append(Rows("dummies", "Dummies that are the only spotters", dummies, least=len(dummies)))
    return OrderForm(
        "dark_seas.declare_sightings",
        "Declare sightings",
        "§22c",
        tuple(blanks),
        because="You have spotted the enemy. Choose sightings to declare void; usually there are none."
        + (" Sightings by a dummy alone count for nothing: choose whether it stays." if lone else ""),
        gives_up="A void sighting is lost: the target stays hidden, and the block cannot fire at it.",
    )


# --- announcing ----------------------------------------------------------------------------------


def announce(adjudication: Adjudication[State]) -> None:
    """Reveal every block that the other side has sighted or found by radar (§16b, DS-R15, DS-R16)."""
    if not adjudication.state.sightings and not adjudication.state.contacts:
        return
    for side in adjudication.state.scenario.sides:
        sighted = _ranges(adjudication.state, side, adjudication.state.sightings)
        contacts = _ranges(adjudication.state, side, adjudication.state.contacts)
        for target in tuple(adjudication.state.blocks):
            if target in sighted or target in contacts:
                _announce_block(adjudication, side, target, sighted.get(target), contacts.get(target, 0))


def _ranges(state: State, side: str, held: Held) -> dict[str, int]:
    """The enemy blocks that a side has found, each with the range in hexes of its nearest spotter."""
    ranges: dict[str, int] = {}
    for key, targets in held.items():
        own = state.blocks.get(key)
        if own is None or own.side != side or own.hex is None:
            continue
        for target in targets:
            seen = state.blocks.get(target)  # None if an umpire has since ruled its last ship sunk.
            if seen is not None and seen.hex is not None:
                away = distance(own.hex, seen.hex)
                ranges[target] = min(away, ranges.get(target, away))
    return ranges


def _announce_block(
    adjudication: Adjudication[State], side: str, target: str, sighted_at: int | None, contact_at: int
) -> None:
    state = adjudication.state
    if is_dummy(state, target):
        adjudication.record(DummyRemoved(target, state.blocks[target].side, "§22b"))
        return
    if sighted_at is None:
        adjudication.record(ContactMade(target, side, contact_at, "DS-R15"))
    else:
        adjudication.record(_report(state, side, target, sighted_at))
    lift_confinement(adjudication, side, "spotted")
    lift_confinement(adjudication, state.blocks[target].side, "was_spotted")


def _report(state: State, side: str, target: str, range_hexes: int) -> BlockSighted:
    """The owner's answer to the nearest spotter, whose targeting level is the best (DS-R16).

    A block of a single ship is turned face up instead, and her sticker becomes public (DS-R36).
    """
    level = targeting_level(state, side, range_hexes)
    groups = targeting(state, side, range_hexes).classes
    ships = ships_in(state, target)
    numbers = {group: sum(ship.ratings.defence_class in group for ship in ships) for group in groups}
    classes = {group: number for group, number in numbers.items() if number and len(groups) > 1}
    if ships and is_single(state, target):
        return BlockSighted(target, side, range_hexes, level, len(ships), classes, "DS-R36", ships[0].key)
    return BlockSighted(target, side, range_hexes, level, len(ships), classes, "DS-R16")


def lift_confinement(adjudication: Adjudication[State], side: str, why: FreedBy) -> None:
    """First contact: record once that a confined side may leave its area (DS-R40).

    `why` is the cause; nothing happens if the scenario frees the side only by other causes.
    """
    rules = adjudication.state.scenario.sides[side].rules
    if rules.confined_to and why in rules.freed_by and not adjudication.state.contact_made[side]:
        adjudication.record(ConfinementLifted(side, rules.confined_to, why))


# --- queries for evasion and combat --------------------------------------------------------------


def may_evade(view: State, block: str) -> bool:
    """Whether a block has itself spotted an enemy and holds a ship that is not a merchantman (§17d, §17f)."""
    return bool(view.sightings.get(block) or view.contacts.get(block)) and can_spot(view, block)


def may_attack_into(view: State, block: str, at: Hex) -> bool:
    """Whether a block on the map may fire into a hex: it has sighted an enemy there (§18a, §18b)."""
    own, blocks = view.blocks[block], view.blocks
    is_sighted = any(key in blocks and blocks[key].hex == at for key in view.sightings.get(block, ()))
    return is_sighted and _reaches(view, own, at)


def attackable(view: State, block: str) -> dict[Hex, tuple[str, ...]]:
    """Hexes that a block may fire into, with the enemy blocks there that it has sighted (§18a, §18b)."""
    own = view.blocks[block]
    by_hex: dict[Hex, list[str]] = defaultdict(list)
    for key in view.sightings.get(block, ()):
        at = view.blocks[key].hex if key in view.blocks else None
        if at is not None and _reaches(view, own, at):
            by_hex[at].append(key)
    return {at: tuple(keys) for at, keys in by_hex.items()}


def _reaches(view: State, own: Block, at: Hex) -> bool:
    if own.hex is None or distance(own.hex, at) > FIXED["longest_range"]:
        return False
    return fire_is_clear(view, own.side, own.hex, at)


def ships_able_to_attack(state: State, block: str, target: str) -> tuple[Ship, ...]:
    """The ships of a block that may attack an enemy block, as far as spotting goes (§18a, DS-R13).

    All ships afloat in it when it has sighted the target; with the option ship by ship (§16g, §18c) only
    those whose own radar is enough. Damage and ammunition are checked elsewhere.
    """
    if target not in state.sightings.get(block, ()):
        return ()
    ships = ships_in(state, block)
    if not state.scenario.options.ship_by_ship:
        return ships
    worked = state.spotting_sums[state.blocks[block].side]
    attempt = next(a for a in worked.looks if (a.block, a.target) == (block, target))
    return tuple(ship for ship in ships if _has_sighted(ship, attempt))


def _has_sighted(ship: Ship, attempt: SpottingAttempt) -> bool:
    """Whether an attempt would have succeeded with this ship's radar, not the block's best (§16e, §16g)."""
    if ship.ratings.defence_class == MERCHANT:
        return False
    if not attempt.addends:
        return True  # automatic in daylight (§23b.i)
    without_radar = attempt.value - attempt.addends.get("radar", 0)
    return spots(without_radar + radar_at(ship.ratings.radar, attempt.range_hexes))
