"""Operations for seat holders."""

from functools import partial

from darkseas.web.openapi.operations import Answer, Operation, Operations, Parameter, Who
from replays_app.api.at_table import ConfirmationRequest, RulingRequest
from replays_app.api.orders import KEY, OrderRequest
from replays_app.api.preview import PreviewRequest
from replays_app.api.seat_extras.standing_orders import AnswerRequest
from replays_app.api.seat_extras.unsent_orders import UnsentRequest

from . import shapes

_KEY = Parameter(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^{KEY.pattern}$"},
    "A key for this order: repeating the request with it submits the order only once.",
    is_header=True,
    is_needed=True,
)

#: A filled order form.
_FILLED = {"order": "plot", "blanks": {"hide": 1, "shell": 2}}
#: Operations of plain Django views, called very often, and of views that negotiate `Accept` (406).
_plain_view = partial(Operation, who=Who.SEAT)
_api_view = partial(Operation, who=Who.SEAT, is_negotiated=True)

OPERATIONS: Operations = {
    ("battles-api:forms", "GET"): _plain_view(
        "List the possible orders",
        [Answer(shapes.FORMS)],
        "Order forms: each blank with its possible values. `length` is how many entries the side knows. No "
        "forms: another side is to move, or the battle is over.",
    ),
    ("battles-api:orders", "POST"): _api_view(
        "Submit an order",
        [
            Answer(
                shapes.ORDERED,
                201,
                "The results, as far as the seat may see them.",
                headers={"Idempotent-Replay": "`true` if this order was submitted before."},
            )
        ],
        "Fill `blanks` as the form says; `expected` is the `length` from the forms. `dice` are for dice "
        "rolled at the table, `nonce` is for `ds-dice-1`.",
        parameters=(_KEY,),
        body=OrderRequest,
        example={**_FILLED, "expected": 4},
        problems=(409,),
    ),
    ("battles-api:clock", "GET"): _plain_view(
        "Get the clocks",
        [Answer(shapes.CLOCK)],
        "In seconds. `other` is the most the other side can have left, to the minute, and null while your "
        "own orders are due. Null without a running clock.",
    ),
    ("battles-api:answers", "GET"): _api_view(
        "List standing orders",
        [Answer(shapes.STANDING_ANSWERS)],
        "Decisions that allow a standing order, and the seat's choices: `value`, or `cancelled` with the "
        "reason why one no longer applies. Visible only to this seat.",
    ),
    ("battles-api:answers", "PUT"): _api_view(
        "Set a standing order",
        [Answer(shapes.STANDING_ANSWERS)],
        "The site submits this order for the seat whenever it is due. An empty value removes it.",
        body=AnswerRequest,
        example={"order": "dark_seas.declare_evasion", "value": "hold"},
    ),
    ("battles-api:suggestion", "GET"): _plain_view(
        "Get the captain's suggested order",
        [Answer(shapes.SUGGESTION)],
        "Based only on what the seat knows, with reasons. 409: the seat has no orders due.",
        problems=(409,),
    ),
    ("battles-api:preview", "POST"): _api_view(
        "Preview an order",
        [Answer(shapes.PREVIEW)],
        "Odds based on what the seat knows, and warnings with their rules. Records nothing.",
        body=PreviewRequest,
        example=_FILLED,
        problems=(409,),
    ),
    ("battles-api:next-throw", "POST"): _api_view(
        "Get the dice an order still needs",
        [Answer(shapes.NEEDED)],
        "At a table: the next roll the order needs, null if it has all its dice. Records nothing.",
        body=OrderRequest,
        example={**_FILLED, "expected": 4, "dice": []},
        problems=(409,),
    ),
    ("battles-api:confirmations", "POST"): _api_view(
        "Confirm dice rolled at the table",
        [Answer(shapes.CONFIRMED)],
        "Confirms, as a witness, every roll of the other side that the seat knows. For running battles at a "
        "table with a recorder for each side.",
        body=ConfirmationRequest,
        example={"expected": 4},
        problems=(409,),
    ),
    ("battles-api:rulings", "GET"): _api_view(
        "List the possible rulings",
        [Answer(shapes.RULING_FORMS)],
        "For the umpire of any battle; at a table without an umpire also for the recorder of all sides.",
        problems=(409,),
    ),
    ("battles-api:rulings", "POST"): _api_view(
        "Make a ruling",
        [Answer(shapes.RULED, 201)],
        "Takes a filled form of a ruling and the reason; the log marks it as a ruling. For the umpire of any "
        "battle; at a table without an umpire also for the recorder of all sides.",
        parameters=(_KEY,),
        body=RulingRequest,
        example={"order": "turn_began", "blanks": {}, "reason": "It was late.", "expected": 4},
        problems=(409,),
    ),
    ("battles-api:unsent", "GET"): _api_view(
        "Get the unsent draft of an order",
        [Answer(shapes.UNSENT)],
    ),
    ("battles-api:unsent", "PUT"): _api_view(
        "Save the unsent draft of an order",
        [Answer(shapes.UNSENT)],
        "Visible only to the seat, in the page's own format; null deletes it.",
        body=UnsentRequest,
        example={"data": {"order": "plot", "blanks": {"hide": 1}}},
    ),
}
