"""EasyShips: battles of 1890 to 1945 on a hex map, ships with length and facing; rules by Mike Fischer."""

from darkseas.engine.stages.stage import result
from darkseas.engine.system import RulesSystem

from .bot import choose_order
from .bot.reasons import reasons
from .chart.chart import chart
from .companion import COMPANION
from .model.apply_events import SETTERS
from .model.events import EVENTS, SHAPES, UPCASTS, FiringResolved
from .model.orders import ORDERS
from .narration.describe import describe
from .narration.victory_conditions import aims_in_words
from .odds.attack_odds import odds
from .odds.expected_hits import fire_of, scored
from .order_guidance.preview import preview
from .order_guidance.values import words
from .result_points import points_of_fates, standing
from .scenario.author_advice import advice
from .scenario.derivation import derive
from .scenario.form import FORM
from .scenario.option_list import OPTIONS
from .scenario.points import cost
from .scenario.setup import initial_state
from .turn.decide import decide, legal_orders
from .turn.movement_ranges import legs
from .turn.phases import PHASES
from .turn.rulings import RULINGS

SYSTEM = RulesSystem(
    key="easyships",
    title="EasyShips",
    edition="revision 2.0, text of 15 February 2006",
    author="Mike Fischer",
    options=OPTIONS,
    orders=ORDERS,
    events=EVENTS,
    setters=SETTERS,
    shapes=SHAPES,
    upcasts=UPCASTS,
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
    firsts=(FiringResolved,),
    scored=scored,
    fire_of=fire_of,
    words=words,
    preview=preview,
    reasons=reasons,
    legs=legs,
    derive=derive,
    cost=cost,
    form=FORM,
    advice=advice,
    aims_in_words=aims_in_words,
    companion=COMPANION,
    rulings=RULINGS,
)
