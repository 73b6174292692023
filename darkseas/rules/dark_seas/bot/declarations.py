"""The bot's declarations before combat: sightings and evasion."""

from fractions import Fraction
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import OrderForm, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.state import State
from ..tables.rules_tables import MULTIPLIERS
from .assessment import BOLDNESS, Assessment, assess, nearby, turns_to_spare
from .combat import fixed_value
from .strengths import own_strength

Answer = dict[str, Json]

_SPARED = {key: 1 - MULTIPLIERS[key].factor for key in ("target_evading_guns", "target_evading_torpedoes")}
_GIVEN_UP = 1 - MULTIPLIERS["attacker_evading"].factor


def declare_sightings(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Keep every sighting; a dummy that is the only spotter declares its sighting void."""
    answer: Answer = {}
    for blank in form.blanks:
        if isinstance(blank, Rows) and blank.name == "dummies":
            answer["dummies"] = [{"block": fixed_value(row, "block"), "answer": "void"} for row in blank.rows]
    return answer


def declare_evasion(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Evade with blocks that stand to lose more than their own fire is worth."""
    able = next(blank.values for blank in form.blanks if isinstance(blank, Several))
    assessment = assess(view, side)
    return {
        "blocks": [
            key for key in able if view.blocks[str(key)].spotted and should_evade(assessment, str(key))
        ]
    }


def should_evade(assessment: Assessment, key: str) -> bool:
    """Whether evading saves more than it costs in fire; never for a block that must hurry home."""
    balance = evasion_balance(assessment, key)
    return balance is not None and balance.spared > balance.given_up


class EvasionBalance(NamedTuple):
    """The loss that evading saves a block, and the value of the fire it gives up."""

    spared: Fraction
    given_up: Fraction


def evasion_balance(assessment: Assessment, key: str) -> EvasionBalance | None:
    """The effect of evading in weighted points; None for a block without ships or one that must hurry home.

    The bolder the side has to be, the more the lost fire counts.
    """
    block = assessment.view.blocks[key]
    own, at = own_strength(assessment.view, key), block.hex
    if at is None or not own.ships or turns_to_spare(assessment, key) <= 1:
        return None
    near = nearby(assessment, at)
    guns = sum(enemy.strength.guns[away] for enemy, away in near)
    torpedoes = sum(enemy.strength.torpedoes[away] for enemy, away in near)
    saved = guns * _SPARED["target_evading_guns"] + torpedoes * _SPARED["target_evading_torpedoes"]
    prize = max(
        (enemy.strength.points * own.guns[away] // enemy.strength.defence for enemy, away in near), default=0
    )
    keenness = 1 if assessment.plan.wins else Fraction(2 * assessment.boldness, BOLDNESS)
    return EvasionBalance(
        assessment.loss * saved * own.points / own.defence,
        assessment.gain * keenness * _GIVEN_UP * prize,
    )
