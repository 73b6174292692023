"""The picture of a fleet battle: cards in rows by group and tier, fire as lines, and the legend.

A chart is drawn from one state, full or a side's view, so it shows nothing else: sealed targets appear in
their own side's view only.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from darkseas.engine.presentation.chart import (
    Caption,
    CardRow,
    Chart,
    ChartSide,
    Figure,
    Ground,
    Piece,
    Stroke,
)
from darkseas.engine.presentation.words import capital, signed
from darkseas.engine.stages.stage import given_points

from ..combat.defence import defence_of
from ..combat.who_may_fire import has_targeted_carriers
from ..model.scenario import Card, RulesScenario, Ship, Side
from ..model.state import APART, BATTLE, CARRIER, UNKNOWN, ShipStatus, State
from ..narration.names import dice_words, faces_words, stage_words
from ..scenario.checks import cost_of
from ..tables.rules_tables import CARDS, FIXED, CardType

UP, OUT = "up", "out"
SUNK, MISSED = "sunk", "missed"

_ORIGINS: Mapping[str, str] = {
    "rulebook": "rulebook",
    "house": "house number",
    "scenario": "the scenario's own",
}


# --- rows ------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ground_of(scenario: RulesScenario) -> Ground:
    """Return the fixed part of the chart: the sides and the rows for their cards."""
    sides = tuple(
        ChartSide(side.key, side.name, side.navy, notch) for notch, side in enumerate(scenario.sides.values())
    )
    rows = tuple(row for side in scenario.sides.values() for row in _rows_of(scenario, side))
    return Ground("cards", None, sides, rows=rows)


def _rows_of(scenario: RulesScenario, side: Side) -> Iterator[CardRow]:
    """Yield rows from rear to front: escorts without a group, u-boats, carrier group, battle group."""
    types = [card for card in CARDS.values() if any(scenario.ships[key].type is card for key in side.ships)]
    if any(card.movable for card in types):
        yield CardRow(_row_key(side.key, UNKNOWN, 0), side.key, "Not yet in a group")
    for card in (card for card in types if not card.groups):
        yield CardRow(_row_key(side.key, APART, card.tier), side.key, capital(card.plural))
    for group in (CARRIER, BATTLE):
        for tier in sorted({card.tier for card in types if group in card.groups}):
            words = [card.plural for card in types if group in card.groups and card.tier == tier]
            title = f"{capital(group)} group, tier {tier}: {' and '.join(words)}"
            yield CardRow(_row_key(side.key, group, tier), side.key, title)


def _row_key(side: str, group: str, tier: int) -> str:
    if group == UNKNOWN:
        return f"{side}.waiting"
    return f"{side}.u-boats" if group == APART else f"{side}.{group}-{tier}"


@lru_cache(maxsize=64)
def _slots(scenario: RulesScenario) -> Mapping[tuple[str, str], int]:
    """Return each ship's slot in every row she may use, by ship and group.

    Slots never change: a lost or transferred card leaves a gap.
    """
    counts: dict[str, int] = {}
    slots = {}
    for ship in scenario.ships.values():
        for group in _groups_of(ship):
            row = _row_key(ship.side, group, ship.type.tier)
            slots[ship.key, group] = counts.get(row, 0)
            counts[row] = counts.get(row, 0) + 1
    return slots


def _groups_of(ship: Ship) -> tuple[str, ...]:
    """Return the groups a ship may be in; escorts also have a waiting row."""
    if not ship.type.groups:
        return (APART,)
    return (*ship.type.groups, UNKNOWN) if ship.type.movable else ship.type.groups


def place_of(state: State, ship: Ship) -> str:
    """Return a card's place: row and slot."""
    group = state.group_of(ship.key)
    return f"{_row_key(ship.side, group, ship.type.tier)}/{_slots(state.scenario)[ship.key, group]}"


# --- the whole -------------------------------------------------------------------------------------


def chart(state: State) -> Chart:
    """Draw a state, as far as that state knows."""
    pieces = tuple(_piece(state, ship) for ship in state.scenario.ships.values())
    return Chart(ground_of(state.scenario), pieces, tuple(_strokes(state)), captions=tuple(_captions(state)))


# --- cards -----------------------------------------------------------------------------------------


def _piece(state: State, ship: Ship) -> Piece:
    status = state.ship_status[ship.key]
    return Piece(
        ship.key,
        ship.side,
        place_of(state, ship),
        UP if status.afloat else OUT,
        ship.kind,
        ship.name,
        pips=1,
        marks=_marks(state, ship, status),
        note=_note(state, ship, status),
        figures=_figures(state, ship, status),
    )


def _marks(state: State, ship: Ship, status: ShipStatus) -> tuple[str, ...]:
    if not status.afloat:
        return ("sunk",)
    marks = []
    if ship.type.submerges:
        marks.append("submerged" if status.submerged else "surfaced")
    if ship.key in state.moving:
        marks.append("moving")
    if status.fired and status.fired == state.turn:
        marks.append("fired")
    if status.targeted and status.targeted == state.turn:
        marks.append("targeted")
    return tuple(marks)


def _note(state: State, ship: Ship, status: ShipStatus) -> str:
    title = capital(ship.type.key)
    if not status.afloat:
        return f"{title}; sunk in turn {status.sunk}, tier {status.tier}"
    to = state.moving.get(ship.key)
    return f"{title}; moves to the {to} group" if to else title


def _figures(state: State, ship: Ship, status: ShipStatus) -> tuple[Figure, ...]:
    figures = _printed(ship.card)
    if not status.afloat:
        return figures
    defence = defence_of(state, ship)
    lines = tuple(
        f"{line.label}: {signed(line.amount) if number else line.amount} ({line.rule})"
        for number, line in enumerate(defence.lines)
    )
    origin = _origin(ship.card, "submerged" if status.submerged else "defence")
    return (figures[0], Figure("Defence", str(defence.total), (*lines, origin)), *figures[1:])


# A battle is drawn at every step; the figures on a card do not change.
@lru_cache(maxsize=512)
def _printed(card: Card) -> tuple[Figure, ...]:
    """Return a card's figures with their origins: dice, dice against u-boats if different, and cost."""
    dice = (_origin(card, "dice"), *_special(card.type))
    figures = [Figure("Dice", dice_words(*card.dice), dice)]
    if card.type.small_die:
        small = dice_words(FIXED["dice_at_u_boats"], FIXED["sides_at_u_boats"])
        figures.append(Figure("Against u-boats", small, ("one die instead of her own (FB-19)",)))
    figures.append(Figure("Cost", str(card.cost), (_origin(card, "cost"),)))
    return tuple(figures)


def _special(card: CardType) -> Iterator[str]:
    if card.split:
        yield "each die may have its own target (FB-4)"
    if card.pairs:
        yield "two sixes together count as ten (FB-5)"


def _origin(card: Card, name: str) -> str:
    number = card.numbers[name]
    return f"card: {_ORIGINS[number.origin]} ({number.rule})"


# --- lines -----------------------------------------------------------------------------------------


def _strokes(state: State) -> Iterator[Stroke]:
    """Yield the last tier's fire, and targets that are named but have not been fired at yet."""
    fired = {(shot.ship, shot.target) for shot in state.shots}
    for shot in state.shots:
        sunk = shot.hit or shot.ship in state.sunk_now.get(shot.target, ())
        label = f"{faces_words(shot.faces)} against {shot.defence}: {'hit' if shot.hit else 'no hit'}"
        yield from _stroke(state, shot.ship, shot.target, label, SUNK if sunk else MISSED)
    for attacks in state.targets.values():
        for attack in attacks:
            if (attack.ship, attack.target) not in fired:
                label = f"die {attack.die}" if attack.die else ""
                yield from _stroke(state, attack.ship, attack.target, label, "")


def _stroke(state: State, ship: str, target: str, label: str, outcome: str) -> Iterator[Stroke]:
    firing, aim = state.scenario.ships.get(ship), state.scenario.ships.get(target)
    if firing is None or aim is None:
        return
    kind = "torpedo" if firing.type.submerges else "gunfire"
    yield Stroke(kind, firing.side, (place_of(state, firing), place_of(state, aim)), label, outcome=outcome)


# --- legend ----------------------------------------------------------------------------------------


def _captions(state: State) -> Iterator[Caption]:
    most = state.scenario.aims.turn_limit
    limit = f" of {most}" if most else ""
    yield Caption("Turn", f"{state.turn}{limit}" if state.turn else "before turn 1")
    yield Caption("Phase", "Battle over" if state.ended is not None else stage_words(state.stage))
    for side in state.scenario.sides.values():
        yield from _side_captions(state, side)


def _side_captions(state: State, side: Side) -> Iterator[Caption]:
    afloat = list(state.afloat(side.key))
    cost = sum(ship.card.cost for ship in afloat)
    given = given_points(state, side.key)
    yield Caption("Score", str(cost + given), side.key)
    if given:
        yield Caption("Points from the bid", str(given), side.key)
    losses = f"{len(afloat)} of {len(side.ships)}, cost {cost} of {cost_of(state.scenario, side)}"
    yield Caption("Afloat", losses, side.key)
    if state.has_lost_group(side.key):
        yield Caption("Battle group", "destroyed", side.key)
    enemies = state.afloat(state.scenario.enemy_of(side.key))
    lately = [ship.name for ship in enemies if has_targeted_carriers(state, ship.key)]
    if lately:
        yield Caption("Escorts may fire back", ", ".join(lately), side.key)
