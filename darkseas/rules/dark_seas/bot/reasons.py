"""Explain an order of the bot: the factors that decided it, in sentences.

Nothing is stored during battles: the same assessment is repeated from the same view on request.
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
    """Why the bot gave this order, from its own view; at least one sentence."""
    teller = _TELLERS.get(type(given.order))
    told = tuple(teller(view, given.side, given.order)) if teller is not None else ()
    return told or ("No other order looked better.",)


# --- dummies and sightings ------------------------------------------------------------------


def _place_dummies(view: State, side: str, order: o.PlaceDummies) -> Iterator[str]:
    for key in dict.fromkeys(dummy.beside for dummy in order.dummies):
        yield f"{title_of(view, key)} is nearest to the enemy of the blocks beside which a dummy may return."


def _declare_sightings(view: State, side: str, order: o.DeclareSightings) -> Iterator[str]:
    yield "Every sighting is kept: only a block with a sighting may attack."
    for dummy in order.dummies:
        yield f"{title_of(view, dummy.block)} alone has seen an enemy; it stays silent and undetected."


# --- speeds and evasion --------------------------------------------------------------------------


def _set_speeds(view: State, side: str, order: o.SetSpeeds) -> Iterator[str]:
    yield "Full speed for all: destinations can be decided later in the turn."
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
        return f"{title} is not spotted, so it has no need to evade."
    if balance is None:
        return f"{title} has no turn to lose on its way off the map, so it does not evade."
    if balance.spared <= balance.given_up:
        return f"{title} fires at full strength: evading would give up more than it saves."
    if not balance.given_up:
        return f"{title} evades: its own fire is worth nothing against the enemies nearby."
    times = decimal(balance.spared / balance.given_up, 1)
    return f"{title} evades: the loss it saves is worth {times} times the fire it gives up."


_TELLERS: Mapping[type, _Teller] = {
    o.Deploy: deploy,
    o.PlaceDummies: _place_dummies,
    o.MoveBlocks: move_blocks,
    o.SetSpeeds: _set_speeds,
    o.DeclareSightings: _declare_sightings,
    o.DeclareEvasion: _declare_evasion,
    o.DeclareAttacks: attack_reasons,
}
