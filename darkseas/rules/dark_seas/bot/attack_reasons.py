"""Explain why the bot's blocks attack or hold their fire."""

from collections.abc import Iterable, Iterator, Sequence

from darkseas.engine.orders import Rows
from darkseas.engine.presentation.words import joined

from ..combat.declaration import form, why_nobody_attacks
from ..model.orders import DeclareAttacks
from ..model.state import State
from ..narration.names import class_plural, odds, place, place_words
from ..order_guidance.value_labels import title_of
from .assessment import Assessment, assess
from .combat import (
    GOOD_ODDS,
    SERVED,
    TORPEDO_ODDS,
    VAIN,
    AttackPlan,
    attack_plans,
    fixed_value,
    is_last_chance,
    worth_together,
)
from .strengths import HUNDRED, TORPEDO

_HALVES = 2


def attack_reasons(view: State, side: str, order: DeclareAttacks) -> Iterator[str]:
    """Return one or two sentences for each block that may attack."""
    offered = form(view, side)
    assessment = assess(view, side)
    plans = attack_plans(assessment, offered)
    if not plans:
        yield why_nobody_attacks(view, side)
    rows = [row for blank in offered.blanks if isinstance(blank, Rows) for row in blank.rows]
    for block, of_block in plans.items():
        hexes = sum(fixed_value(row, "block") == block for row in rows)
        yield from _of_block(assessment, block, of_block, hexes)


def _of_block(assessment: Assessment, block: str, plans: Sequence[AttackPlan], hexes: int) -> Iterator[str]:
    view, title = assessment.view, title_of(assessment.view, block)
    attacks = [plan for plan in plans if plan.mass]
    if not attacks:
        yield _why_held(view, title, plans[0])
        return
    for label in dict.fromkeys(plan.at for plan in attacks):
        if any(own.side == assessment.side and place(own.hex) == label for own in view.blocks.values()):
            where = place_words(view, label)
            yield f"{title}: own ships in {where} may be hit too, but the expected gain outweighs the loss."
    if hexes > 1:
        where = place_words(view, attacks[0].at)
        yield f"{title} attacks {where}, the most promising of {hexes} hexes in range."
    guns = [plan for plan in attacks if plan.mass[0].weapon != TORPEDO]
    for same in _by_target(guns):
        reached = f"{title}: guns reach odds of about {_odds_of(same)} on {_whom(view, same[0])}"
        yield f"{reached}{_why_so_many(same)}."
    yield from _of_torpedoes(view, plans, title)


def _why_held(view: State, title: str, plan: AttackPlan) -> str:
    target = place_words(view, plan.at)
    if plan.promise <= 0:
        return f"{title} holds fire at {target}: the expected loss of own ships outweighs the gain."
    if plan.held == VAIN:
        return f"{title} holds fire at {target}: no die roll could hurt anybody there."
    return _why_kept(plan, title)


def _by_target(plans: Iterable[AttackPlan]) -> list[list[AttackPlan]]:
    """Attacks on the same ships together, in the order in which they were decided."""
    found: dict[tuple[str, str], list[AttackPlan]] = {}
    for plan in plans:
        found.setdefault((plan.at, plan.target.group), []).append(plan)
    return list(found.values())


def _whom(view: State, plan: AttackPlan) -> str:
    whom = class_plural(plan.target.group) if plan.target.group else "the ships"
    return f"{whom} in {place_words(view, plan.at)}"


def _odds_of(plans: Iterable[AttackPlan]) -> str:
    """Return the estimated odds of attacks at an average ship in the target hex."""
    texts = [odds(_HALVES * worth_together(plan.mass) // max(1, plan.target.defence)) for plan in plans]
    return joined(list(dict.fromkeys(texts)))


def _why_so_many(guns: Sequence[AttackPlan]) -> str:
    good = odds(_HALVES * GOOD_ODDS // HUNDRED)
    if len(guns) > 1:
        return f", in {len(guns)} attacks: {good} is enough for each"
    return f"; the guns fire in one attack, because an attack needs {good}" if len(guns[0].mass) > 1 else ""


def _of_torpedoes(view: State, plans: Sequence[AttackPlan], title: str) -> Iterator[str]:
    tubes = [plan for plan in plans if plan.shots[0].weapon == TORPEDO]
    fired = [plan for plan in tubes if plan.mass]
    for same in _by_target(fired):
        whom = _whom(view, same[0])
        if is_last_chance(view):
            yield f"{title}: torpedoes are fired at {whom}, because the battle is nearly over."
        else:
            asked = odds(_HALVES * TORPEDO_ODDS // HUNDRED)
            reached = f"{title}: torpedoes reach odds of about {_odds_of(same)} on {whom}"
            yield f"{reached}; they fire from {asked} up."
    if tubes and not fired:
        yield _why_kept(tubes[0], title)


def _why_kept(plan: AttackPlan, title: str) -> str:
    if plan.held == SERVED:
        return f"{title}: torpedoes are kept, because other attacks are enough for the ships there."
    reached = odds(_HALVES * worth_together(plan.shots) // max(1, plan.target.defence))
    asked = odds(_HALVES * TORPEDO_ODDS // HUNDRED)
    return f"{title}: torpedoes would reach odds of about {reached}; they are kept until {asked}."
