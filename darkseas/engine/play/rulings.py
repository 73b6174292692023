"""Umpire's rulings, in the same way for all systems: their forms, and the events that they record.

A ruling can record an event at the table that the rules do not allow.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..events import EVERYONE, UMPIRE, BattleEnded, Fact, PhaseBegan, RulingMade, TurnBegan
from ..orders import Choice, IllegalOrder, Number, OrderForm, Rule, RuledEvent
from ..presentation.shared_events import RULING
from ..serialization.canonical_json import Json
from ..serialization.codec import FRACTION, BadShape, read, write
from ..system import RulesSystem

#: Shared events that may be ruled: the course of the turn, and the end.
_SHARED: Mapping[str, type] = {
    "turn_began": TurnBegan,
    "phase_began": PhaseBegan,
    "battle_ended": BattleEnded,
}
#: The ruling that ends the battle.
THE_END = "battle_ended"
WINNER = "winner"
_NOBODY = ""
#: The largest absolute number in a ruling, because pages show and draw such numbers.
MOST = 10_000


def decide(system: RulesSystem, side: str, order: Rule, state: Any) -> tuple[Fact, ...]:
    """Return the ruling and its events. Only the umpire may rule, must give a reason, and cannot rule after
    the battle has ended.
    """
    _check_may_rule(system, side, order, state)
    facts = [Fact(RulingMade(order.reason, order.rule), EVERYONE)]
    for place, ruled in enumerate(order.events):
        kind = system.events.get(ruled.kind) or _SHARED.get(ruled.kind)
        field = f"blanks.events.{place}"
        if kind is None:
            raise IllegalOrder(f"There is no event “{ruled.kind[:60]}”.", rule="ruling", field=field)
        if not _is_bounded(ruled.payload):
            reason = f"Numbers in a ruling must not exceed {MOST:,}."
            raise IllegalOrder(reason, rule="ruling", field=f"{field}.payload")
        try:
            event = read(kind, dict(ruled.payload))
        except BadShape as error:
            raise IllegalOrder(str(error), rule="ruling", field=f"{field}.payload") from None
        if isinstance(event, BattleEnded) and not has_sound_points(event):
            reason = f"Enter points as numbers such as 27 or 55/2, up to {MOST:,}."
            raise IllegalOrder(reason, rule="ruling", field=f"{field}.payload.scores")
        facts.append(Fact(event, ruled.audience))
    return tuple(facts)


def _check_may_rule(system: RulesSystem, side: str, order: Rule, state: Any) -> None:
    if system.result(state) is not None:
        reason = "The battle is over, so rulings are closed."
        raise IllegalOrder(reason, rule="ruling", field="order")
    if side != UMPIRE:
        raise IllegalOrder("Only the umpire may make a ruling.", rule="ruling", field="side")
    if not order.reason.strip():
        raise IllegalOrder("Give a reason for the ruling.", rule="ruling", field="blanks.reason")


def has_sound_points(ended: BattleEnded) -> bool:
    """Whether the recorded points of an ending can be parsed."""
    return all(
        FRACTION.fullmatch(points) and abs(Fraction(points)) <= MOST for points in ended.scores.values()
    )


def _is_bounded(value: Json) -> bool:
    """Whether no number in a value exceeds the limit for rulings."""
    if isinstance(value, Mapping):
        return all(map(_is_bounded, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_bounded, value))
    return not isinstance(value, int) or abs(value) <= MOST


def forms(system: RulesSystem, view: Any) -> tuple[OrderForm, ...]:
    """Return the forms for rulings that are possible now: the system's own, and the end of the battle. There
    are none after the end.
    """
    if system.result(view) is not None:
        return ()
    winners = (_NOBODY, *system.standing(view).scores)
    end = OrderForm(
        THE_END,
        "End the battle",
        RULING,
        (Choice(WINNER, "Winner", winners),),
        because="The battle was ended at the table, whatever the rules say.",
    )
    return (*system.rulings.forms(view), end)


def ruled_events(
    system: RulesSystem, state: Any, name: str, blanks: Mapping[str, Json]
) -> tuple[RuledEvent, ...]:
    """Return the events of a filled form. Raise IllegalOrder if no form allows them."""
    form = next((form for form in forms(system, state) if form.order == name), None)
    if form is None:
        raise IllegalOrder("You cannot rule this now.", rule=RULING, field="order")
    _check(form, blanks)
    facts = (_end(system, state, blanks),) if name == THE_END else system.rulings.facts(state, name, blanks)
    names = {kind: stored for stored, kind in (*_SHARED.items(), *system.events.items())}
    return tuple(RuledEvent(names[type(event)], write(event), audience) for event, audience in facts)


def _check(form: OrderForm, blanks: Mapping[str, Json]) -> None:
    for blank in form.blanks:
        value = blanks.get(blank.name)
        is_choice = isinstance(blank, Choice) and value in blank.values
        is_number = isinstance(blank, Number) and type(value) is int and blank.least <= value <= blank.most
        if not (is_choice or is_number):
            reason = f"Fill in “{blank.title}”."
            raise IllegalOrder(reason, rule=RULING, field=f"blanks.{blank.name}")


def _end(system: RulesSystem, state: Any, blanks: Mapping[str, Json]) -> Fact:
    scores = {side: str(points) for side, points in system.standing(state).scores.items()}
    winner = str(blanks[WINNER]) or None
    return Fact(BattleEnded(winner, "The umpire has ended it.", RULING, scores))
