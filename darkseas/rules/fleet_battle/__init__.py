"""A fleet battle of cards: tiers, simultaneous fire, no map; the battle rules of the game Plunder Lands."""

from ...engine.system import RulesSystem
from .advice import advice
from .aims_prose import aims_in_words
from .apply import SETTERS
from .captain import captain
from .chart import chart
from .decide import decide, legal_orders
from .derivation import derive
from .describe import describe
from .events import EVENTS
from .form import FORM
from .odds import odds
from .orders import ORDERS
from .sequence import PHASES
from .setup import OPTIONS, initial_state
from .verdict import result

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
    result=result,
    odds=odds,
    captain=captain,
    phases=PHASES,
    derive=derive,
    form=FORM,
    advice=advice,
    aims_in_words=aims_in_words,
)
