"""Why the captain gives an order: the factors that decided it, in sentences.

Nothing is kept while battles are fought: the same judgement is made again, of the same view, when somebody
asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from darkseas.engine.orders import Given
from darkseas.engine.presentation.words import decimal

from ..combat.evasion import form as evasion_form
from ..model import orders as o
from ..model.state import State
from ..order_guidance.value_labels import title_of
from .assessment import Assessment, assess
from .attack_reasons import attack_reasons
from .declarations import evasion_balance
from .movement_reasons import deploy, move_blocks

_Teller = Callable[[State, str, Any], Iterable[str]]


def reasons(view: State, given: Given) -> tuple[str, ...]:
    """What led the captain to this order, from their own view; at least one sentence."""
    teller = _TELLERS.get(type(given.order))
    told = tuple(teller(view, given.side, given.order)) if teller is not None else ()
    return told or ("Nothing speaks for another order.",)


# --- dummies and sightings ------------------------------------------------------------------


def _place_dummies(view: State, side: str, order: o.PlaceDummies) -> Iterator[str]:
    for key in dict.fromkeys(dummy.beside for dummy in order.dummies):
        yield f"{title_of(view, key)} is the nearest to the enemy that a dummy may come back beside."


def _declare_sightings(view: State, side: str, order: o.DeclareSightings) -> Iterator[str]:
    yield "Every sighting stands: only who holds one may attack."
    for dummy in order.dummies:
        yield f"{title_of(view, dummy.block)} alone has seen an enemy; it says nothing, and is not found out."


# --- speeds and evasion --------------------------------------------------------------------------


def _set_speeds(view: State, side: str, order: o.SetSpeeds) -> Iterator[str]:
    yield "Full speed for all: where each of them goes can be settled as the turn goes on."
    assessment = assess(view, side)
    yield from (_evasion(assessment, key) for key in order.evading)


def _declare_evasion(view: State, side: str, order: o.DeclareEvasion) -> Iterator[str]:
    assessment = assess(view, side)
    able = [key for blank in evasion_form(view, side).blanks for key in getattr(blank, "values", ())]
    yield from (_evasion(assessment, key) for key in able)
    if not able:
        yield "No block has found an enemy, so none may evade."


def _evasion(assessment: Assessment, key: str) -> str:
    title, block = title_of(assessment.view, key), assessment.view.blocks[key]
    balance = evasion_balance(assessment, key)
    if not block.spotted:
        return f"{title} is not spotted, and has nothing to evade."
    if balance is None:
        return f"{title} has no turn to lose on its way off the map, and does not evade."
    if balance.spared <= balance.given_up:
        return f"{title} fires at full strength: evading would give up more than it spares."
    if not balance.given_up:
        return f"{title} evades: its own fire is worth nothing against what is near."
    times = decimal(balance.spared / balance.given_up, 1)
    return f"{title} evades: what that spares is worth {times} times the fire that it gives up."


_TELLERS: Mapping[type, _Teller] = {
    o.Deploy: deploy,
    o.PlaceDummies: _place_dummies,
    o.MoveBlocks: move_blocks,
    o.SetSpeeds: _set_speeds,
    o.DeclareSightings: _declare_sightings,
    o.DeclareEvasion: _declare_evasion,
    o.DeclareAttacks: attack_reasons,
}
