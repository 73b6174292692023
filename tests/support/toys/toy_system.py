"""A tiny rules system for tests of engine and site: two squadrons that hide in coves.

Each turn both sides plot in secret where to hide and which cove to shell (T-1). Then every shelled
cove that holds the enemy costs them a hit on 4 or more (T-2), each side scouts in secret (T-3), and the
umpire alone learns of the swell (T-4). Two hits sink a ship; after six turns points decide (T-5).
"""

from fractions import Fraction

from darkseas.engine.presentation.luck import Scored
from darkseas.engine.scenario.options import Option
from darkseas.engine.system import RulesSystem

from .toy_guidance import QUESTION, choose_order, preview, reasons
from .toy_presentation import chart, describe
from .toy_rules import decide, initial_state, legal_orders, result, standing
from .toy_state import (
    SETTERS,
    CoveShelled,
    EnemyScouted,
    Plot,
    Plotted,
    ShipHit,
    ShipSunk,
    Strike,
    SwellFelt,
)


def scored(state: object, event: object) -> Scored | None:
    """That a shelled cove is as good as a hit, which half of them are."""
    return Scored(event.side, 1, Fraction(1, 2)) if type(event) is CoveShelled else None


TOY = RulesSystem(
    key="toy",
    title="Coves",
    edition="first",
    author="nobody",
    options=(Option("coves", "Number of coves", (2, 3, 4), 3, "house", "T-1"),),
    orders={"plot": Plot, "strike": Strike},
    events={
        "toy.plotted": Plotted,
        "toy.cove_shelled": CoveShelled,
        "toy.ship_hit": ShipHit,
        "toy.ship_sunk": ShipSunk,
        "toy.enemy_scouted": EnemyScouted,
        "toy.swell_felt": SwellFelt,
    },
    setters=SETTERS,
    initial_state=initial_state,
    legal_orders=legal_orders,
    decide=decide,
    describe=describe,
    chart=chart,
    standing=standing,
    result=result,
    odds=lambda state, given: (),
    bot=choose_order,
    firsts=(CoveShelled,),
    scored=scored,
    phases={"fire": "Fire", "scout": "Scouting"},
    preview=preview,
    reasons=reasons,
    standing_questions=(QUESTION,),
)
