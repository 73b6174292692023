"""Dark Seas, a block game of night actions in the Second World War, by Leonard R. Heinz."""

from darkseas.engine.stages.stage import result
from darkseas.engine.system import RulesSystem

from .author_advice.scenario_advice import advice
from .bot.choose_order import choose_order
from .bot.reasons import reasons
from .bot.standing_orders import STANDING_QUESTIONS
from .chart.chart import chart
from .companion.rules_companion import COMPANION
from .model.apply_events import SETTERS
from .model.events import EVENTS, AttackResolved, BlockSighted
from .model.orders import ORDERS
from .movement.movement import legs
from .narration.describe import describe
from .narration.victory_conditions import aims_in_words
from .odds.attack_odds import odds
from .odds.luck_of_fire import fire_of, scored
from .order_guidance.preview import preview
from .order_guidance.tutorial_circumstances import CIRCUMSTANCES
from .order_guidance.value_labels import words
from .scenario.derivation import derive
from .scenario.form import FORM
from .scenario.setup import OPTIONS, initial_state
from .score_so_far import points_of_fates, standing
from .tables.rules_tables import FIXED
from .turn.decide import decide, legal_orders
from .turn.rulings import RULINGS
from .turn.sequence import PHASES

SYSTEM = RulesSystem(
    key="dark_seas",
    title="Dark Seas",
    edition="rules of 2013",
    author="Leonard R. Heinz",
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
    turn_minutes=FIXED["minutes_a_turn"],
    firsts=(BlockSighted, AttackResolved),
    scored=scored,
    fire_of=fire_of,
    words=words,
    preview=preview,
    reasons=reasons,
    legs=legs,
    standing_questions=STANDING_QUESTIONS,
    derive=derive,
    form=FORM,
    advice=advice,
    aims_in_words=aims_in_words,
    companion=COMPANION,
    rulings=RULINGS,
    circumstances=CIRCUMSTANCES,
)
