"""Endings that all systems share: resignation, draw and time-out."""

from collections.abc import Mapping
from typing import Any

from ..adjudication import Adjudication
from ..events import UMPIRE, BattleEnded, DrawDeclined, DrawOffered, SideResigned, SideTimedOut
from ..orders import AcceptDraw, DeclineDraw, Given, IllegalOrder, OfferDraw, OrderForm, Resign, TimeOut
from ..presentation.ends import RAN_OUT_OF_TIME, RESIGNED
from ..presentation.shared_events import ENDING
from ..system import RulesSystem

#: Stored name of the order that a clock submits, never a player.
TIME_OUT = "time_out"
#: Orders by stored name.
ENDING_ORDERS: Mapping[str, type] = {
    "resign": Resign,
    "offer_draw": OfferDraw,
    "accept_draw": AcceptDraw,
    "decline_draw": DeclineDraw,
    TIME_OUT: TimeOut,
}


def decide(system: RulesSystem, adjudication: Adjudication[Any], given: Given) -> None:
    """Record the results of such an order.

    Raises IllegalOrder if the giver is not a side, the battle is over, or there is no draw offer to answer.
    """
    side, order = given
    sides = tuple(system.standing(adjudication.state).scores)
    if side == UMPIRE or side not in sides:
        raise IllegalOrder("Only a side of the battle can end it this way.", rule=ENDING, field="side")
    if system.result(adjudication.state) is not None:
        raise IllegalOrder("The battle is over.", rule=ENDING, field="order")
    if isinstance(order, Resign):
        adjudication.record(SideResigned(side))
        _end(system, adjudication, _other(sides, side), RESIGNED)
    elif isinstance(order, TimeOut):
        adjudication.record(SideTimedOut(side))
        _end(system, adjudication, _other(sides, side), RAN_OUT_OF_TIME)
    else:
        _of_a_draw(system, adjudication, side, order)


def _of_a_draw(system: RulesSystem, adjudication: Adjudication[Any], side: str, order: object) -> None:
    offered_by = adjudication.draw_offer
    if isinstance(order, OfferDraw):
        if offered_by:
            raise IllegalOrder("A draw offer is open: answer it first.", rule=ENDING, field="order")
        adjudication.draw_offer = side
        adjudication.record(DrawOffered(side))
    elif not offered_by:
        raise IllegalOrder("There is no draw offer.", rule=ENDING, field="order")
    elif isinstance(order, DeclineDraw):
        adjudication.draw_offer = ""
        adjudication.record(DrawDeclined(side))
    elif offered_by == side:
        raise IllegalOrder("The other side must accept your draw offer.", rule=ENDING, field="order")
    else:
        _end(system, adjudication, None, "Both sides agreed to a draw.")


def _other(sides: tuple[str, ...], side: str) -> str | None:
    """Return the side that wins if this side gives up; None if several other sides remain."""
    others = [other for other in sides if other != side]
    return others[0] if len(others) == 1 else None


def _end(system: RulesSystem, adjudication: Adjudication[Any], winner: str | None, reason: str) -> None:
    points = system.standing(adjudication.state).scores
    scores = {side: str(value) for side, value in points.items()}
    adjudication.record(BattleEnded(winner, reason, ENDING, scores))


def forms(side: str, draw_offer: str, *, may_offer: bool = True) -> tuple[OrderForm, ...]:
    """Return the forms for resigning and for draw offers, for a side of a running battle. None of them is
    required. `draw_offer` is the offering side.

    `may_offer` is false if the side offered a draw recently (`free_actions.py`).
    """
    if draw_offer == side:
        why = "Your offer is open until the other side answers."
        return (_form("decline_draw", "Withdraw your draw offer", why), _resign())
    if draw_offer:
        why = "The other side offers a draw."
        return (
            _form("accept_draw", "Accept the draw", why),
            _form("decline_draw", "Decline the draw", why),
            _resign(),
        )
    if not may_offer:
        return (_resign(),)
    return (_form("offer_draw", "Offer a draw", "The battle ends without a winner if both agree."), _resign())


def _resign() -> OrderForm:
    return _form("resign", "Resign", "The battle ends now and the other side wins.")


def _form(order: str, title: str, because: str) -> OrderForm:
    return OrderForm(order, title, ENDING, pressing=False, because=because)
