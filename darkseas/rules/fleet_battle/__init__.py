"""Fleet Battle, the battle rules of Plunder Lands: ship cards without a map, firing simultaneously tier by
tier.
"""

from darkseas.engine.stages.stage import result
from darkseas.engine.system import RulesSystem

from .bot.choose_order import choose_order
from .bot.reasons import reasons
from .bot.standing_orders import STANDING_QUESTIONS
from .chart.chart import chart
from .companion.rules_companion import COMPANION
from .model.apply_events import SETTERS
from .model.events import EVENTS, AttackResolved
from .model.orders import ORDERS
from .model.phases import PHASES
from .narration.describe import describe
from .narration.victory_conditions import aims_in_words
from .odds.attack_odds import odds
from .odds.luck_of_fire import scored
from .order_guidance.preview import preview
from .order_guidance.tutorial_circumstances import CIRCUMSTANCES
from .order_guidance.value_labels import words
from .scenario.author_advice import advice
from .scenario.derivation import derive
from .scenario.form import FORM
from .scenario.setup import OPTIONS, initial_state
from .score_so_far import points_of_fates, standing
from .turn.decide import decide, legal_orders
from .turn.rulings import RULINGS

SYSTEM = RulesSystem(
    key="fleet_battle",
    title="Fleet Battle",
    edition="battle rules of Plunder Lands, undated",
    author="Mason Squared",
    options=OPTIONS,
    orders=ORDERS,
    events=EVENTS,
    setters=SETTERS,
    initial_state=initial_state,
    legal_orders=legal_orders,
    decide=decide,
    describe=describe,
    chart=chart,
    standing=standing,
    points_of_fates=points_of_fates,
    result=result,
    odds=odds,
    bot=choose_order,
    phases=PHASES,
    firsts=(AttackResolved,),
    scored=scored,
    words=words,
    preview=preview,
    reasons=reasons,
    standing_questions=STANDING_QUESTIONS,
    derive=derive,
    form=FORM,
    advice=advice,
    aims_in_words=aims_in_words,
    companion=COMPANION,
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
)
