"""Explain why the bot's blocks attack or hold their fire."""

from collections.abc import Iterable, Iterator, Sequence

from darkseas.engine.orders import Row, Rows
from darkseas.engine.presentation.words import joined

from ..combat.declaration import form, why_nobody_attacks
from ..model.orders import DeclareAttacks
from ..model.state import State
from ..narration.names import class_plural, odds, place, place_words
from ..order_guidance.value_labels import title_of
from .assessment import Assessment, assess
from .combat import (
    GOOD_ODDS,
    TORPEDO_ODDS,
    AttackPlan,
    Shot,
    are_guns_enough,
    best_plan,
    fixed_value,
    is_last_chance,
    plan_of,
    worth_together,
)
from .strengths import HUNDRED, TORPEDO

_HALVES = 2


def attack_reasons(view: State, side: str, order: DeclareAttacks) -> Iterator[str]:
    """Return one or two sentences for each block that may attack."""
    by_block = _rows_by_block(view, side)
    if not by_block:
        yield why_nobody_attacks(view, side)
        return
    assessment = assess(view, side)
    for block, rows in by_block.items():
        yield from _of_block(assessment, block, rows)


def _rows_by_block(view: State, side: str) -> dict[str, list[Row]]:
    rows = (row for blank in form(view, side).blanks if isinstance(blank, Rows) for row in blank.rows)
    by_block: dict[str, list[Row]] = {}
    for row in rows:
        by_block.setdefault(str(fixed_value(row, "block")), []).append(row)
    return by_block


def _of_block(assessment: Assessment, block: str, rows: Sequence[Row]) -> Iterator[str]:
    view, title = assessment.view, title_of(assessment.view, block)
    plan = best_plan(plan_of(assessment, row) for row in rows)
    label = str(fixed_value(plan.row, "target"))
    target = place_words(view, label)
    if plan.promise <= 0:
        yield f"{title} holds fire at {target}: the expected loss of own ships outweighs the gain."
        return
    if plan.vain and not plan.masses:
        yield f"{title} holds fire at {target}: no die roll could hurt anybody there."
        return
    if any(own.side == assessment.side and place(own.hex) == label for own in view.blocks.values()):
        yield f"{title}: own ships in {target} may be hit too, but the expected gain outweighs the loss."
    whom = class_plural(plan.target.group) if plan.target.group else "the ships"
    if len(rows) > 1:
        yield f"{title} attacks {target}, the most promising of {len(rows)} hexes in range."
    guns = [mass for mass in plan.masses if mass[0].weapon != TORPEDO]
    if guns:
        reached = f"{title}: guns reach odds of about {_odds_of(plan, guns)} on {whom} in {target}"
        yield f"{reached}{_why_so_many(guns)}."
    yield from _of_torpedoes(view, plan, title)


def _odds_of(plan: AttackPlan, masses: Iterable[Sequence[Shot]]) -> str:
    """Return the estimated odds of batteries firing together at an average ship in the target hex."""
    texts = [odds(_HALVES * worth_together(mass) // max(1, plan.target.defence)) for mass in masses]
    return joined(list(dict.fromkeys(texts)))


def _why_so_many(guns: Sequence[Sequence[Shot]]) -> str:
    good = odds(_HALVES * GOOD_ODDS // HUNDRED)
    if len(guns) > 1:
        return f", in {len(guns)} attacks: {good} is enough for each"
    return f"; all guns fire in one attack, because an attack needs {good}" if len(guns[0]) > 1 else ""


def _of_torpedoes(view: State, plan: AttackPlan, title: str) -> Iterator[str]:
    tubes = [shot for shot in plan.shots if shot.weapon == TORPEDO]
    if not tubes:
        return
    asked = odds(_HALVES * TORPEDO_ODDS // HUNDRED)
    fired = [mass for mass in plan.masses if mass[0].weapon == TORPEDO]
    guns = [mass for mass in plan.masses if mass[0].weapon != TORPEDO]
    if not fired and are_guns_enough(guns, plan.target):
        yield f"{title}: torpedoes are kept, because the guns are enough for the ships there."
    elif not fired:
        reached = _odds_of(plan, [tubes])
        yield f"{title}: torpedoes would reach odds of about {reached}; they are kept until {asked}."
    elif is_last_chance(view):
        yield f"{title}: torpedoes are fired, because the battle is nearly over."
    else:
        reached = _odds_of(plan, fired)
        yield f"{title}: torpedoes reach odds of about {reached}; they fire from {asked} up."
