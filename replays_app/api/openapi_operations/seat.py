"""Operations of who holds a seat."""

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
    "The order's own key: sent again with it, the order is given once.",
    is_header=True,
    is_needed=True,
)

#: An order, filled as one of its forms says.
_FILLED = {"order": "plot", "blanks": {"hide": 1, "shell": 2}}
#: What a seat asks of a plain view, very often, and of a view that minds `Accept` (406).
_plain_view = partial(Operation, who=Who.SEAT)
_api_view = partial(Operation, who=Who.SEAT, is_negotiated=True)

OPERATIONS: Operations = {
    ("battles-api:forms", "GET"): _plain_view(
        "What may be ordered now",
        [Answer(shapes.FORMS)],
        "Order forms: each blank with what may stand in it. `length` is how many entries the side knows. No "
        "form: another side is called, or the battle is over.",
    ),
    ("battles-api:orders", "POST"): _api_view(
        "Give an order",
        [
            Answer(
                shapes.ORDERED,
                201,
                "What followed, as far as the seat may know.",
                headers={"Idempotent-Replay": "`true` where the order was given before."},
            )
        ],
        "`blanks` are filled as the form says; `expected` is the `length` of the forms. `dice` are for dice "
        "of the table, `nonce` for `ds-dice-1`.",
        parameters=(_KEY,),
        body=OrderRequest,
        example={**_FILLED, "expected": 4},
        problems=(409,),
    ),
    ("battles-api:clock", "GET"): _plain_view(
        "What is left on the clocks",
        [Answer(shapes.CLOCK)],
        "In seconds. `other` is the most that the other side can have left, by the minute, and null while "
        "this side is called itself. No clock runs: null.",
    ),
    ("battles-api:answers", "GET"): _api_view(
        "What is answered beforehand",
        [Answer(shapes.STANDING_ANSWERS)],
        "The questions that may be answered so, and the seat's answers: `value`, or `cancelled`, why one "
        "holds no more. Nobody else is told.",
    ),
    ("battles-api:answers", "PUT"): _api_view(
        "Answer a question beforehand",
        [Answer(shapes.STANDING_ANSWERS)],
        "The order is given in the seat's name whenever it is asked for. An empty value takes it back.",
        body=AnswerRequest,
        example={"order": "dark_seas.declare_evasion", "value": "hold"},
    ),
    ("battles-api:suggestion", "GET"): _plain_view(
        "What the captain would order",
        [Answer(shapes.SUGGESTION)],
        "From what the seat knows alone, with his reasons. 409: nothing is asked of the seat now.",
        problems=(409,),
    ),
    ("battles-api:preview", "POST"): _api_view(
        "Look at an order before giving it",
        [Answer(shapes.PREVIEW)],
        "Odds as the seat knows them, and warnings with their rules. Nothing is recorded.",
        body=PreviewRequest,
        example=_FILLED,
        problems=(409,),
    ),
    ("battles-api:next-throw", "POST"): _api_view(
        "Which dice an order still needs",
        [Answer(shapes.NEEDED)],
        "At a table: the next throw that the order asks for, null where it has all its dice. Nothing is "
        "recorded.",
        body=OrderRequest,
        example={**_FILLED, "expected": 4, "dice": []},
        problems=(409,),
    ),
    ("battles-api:confirmations", "POST"): _api_view(
        "Confirm dice of the table",
        [Answer(shapes.CONFIRMED)],
        "What the other side typed in fell in front of this one too: every throw that the seat knows of. For "
        "a table at which each side records itself, while the battle is fought.",
        body=ConfirmationRequest,
        example={"expected": 4},
        problems=(409,),
    ),
    ("battles-api:rulings", "GET"): _api_view(
        "What may be ruled",
        [Answer(shapes.RULING_FORMS)],
        "For the umpire of any battle; at a table also for who records all sides, while no umpire sits.",
        problems=(409,),
    ),
    ("battles-api:rulings", "POST"): _api_view(
        "Rule what happened",
        [Answer(shapes.RULED, 201)],
        "A form of rulings, filled, and why it stands. The log marks it as a ruling. For the umpire of any "
        "battle; at a table also for who records all sides, while no umpire sits.",
        parameters=(_KEY,),
        body=RulingRequest,
        example={"order": "turn_began", "blanks": {}, "reason": "It was late.", "expected": 4},
        problems=(409,),
    ),
    ("battles-api:unsent", "GET"): _api_view(
        "What is filled and not sent",
        [Answer(shapes.UNSENT)],
    ),
    ("battles-api:unsent", "PUT"): _api_view(
        "Keep what is filled and not sent",
        [Answer(shapes.UNSENT)],
        "For the seat alone, as the page has it; null forgets it.",
        body=UnsentRequest,
        example={"data": {"order": "plot", "blanks": {"hide": 1}}},
    ),
}
