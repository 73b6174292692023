"""Dark Seas, a block game of night actions in the Second World War, by Leonard R. Heinz."""

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
from .scoring import result
from .sequence import PHASES
from .setup import OPTIONS, initial_state

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
    result=result,
    odds=odds,
    captain=captain,
    phases=PHASES,
    derive=derive,
    form=FORM,
    advice=advice,
    aims_in_words=aims_in_words,
)
