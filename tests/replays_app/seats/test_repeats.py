"""Nobody keeps the other side from ordering by what costs nothing: offers of a draw, plots taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import DrawOffered, OrderWithdrawn
from darkseas.engine.orders import IllegalOrder, OrderForm
from darkseas.engine.play.free_actions import MOST
from darkseas.engine.system import RulesSystem
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Call, Clock, Seat
from replays_app.projections import running_clocks, whose_turn
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import clocks
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import verification
from scenarios_app.revisions.store import publish
from tests.replays_app.clocked import HOUR, clocked, open_spell, seats_and_clock, set_back
from tests.rules.conformance.bot_battles import SYSTEMS, scenarios
from tests.support.builders import fight_turns, forms_of, plot, seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.fair_battles import now
from tests.support.members import member

pytestmark = pytest.mark.django_db


def names_for(seat: Seat) -> set[str]:
    """The orders that a seat may give now."""
    return {form.order for form in forms_of(seat)[1]}


def offer_and_take_back(seat: Seat) -> None:
    """Both at once."""
    now(seat, "offer_draw", {})
    now(seat, "decline_draw", {})


def count_of(battle: Battle, kind: type) -> int:
    """How many events of a kind are on record."""
    return sum(isinstance(entry.event, kind) for entry in log_store.read(battle.pk))


def test_draw_is_offered_once_until_the_battle_goes_on() -> None:
    battle = toy_started().battle
    red, blue = seats_of(battle)["red"], seats_of(battle)["blue"]
    offer_and_take_back(red)
    assert "offer_draw" not in names_for(red)
    with pytest.raises(IllegalOrder, match="in the next phase or turn"):
        now(red, "offer_draw", {})
    now(blue, "offer_draw", {})
    now(red, "decline_draw", {})
    plot(red)  # in secret: whether the other side has ordered shows in no form
    assert "offer_draw" not in names_for(red) | names_for(blue)
    plot(blue)
    assert "offer_draw" in names_for(red) & names_for(blue)
    offer_and_take_back(red)
    assert verification.check(battle) == []


def test_who_is_to_move_looks_again_once_and_orders() -> None:
    battle = toy_started().battle
    red, blue = seats_of(battle)["red"], seats_of(battle)["blue"]
    length, _ = forms_of(red)
    offer_and_take_back(blue)
    with pytest.raises(LogConflict):
        plot(red, expected=length)
    length, _ = forms_of(red)
    with pytest.raises(IllegalOrder):
        now(blue, "offer_draw", {})
    plot(red, expected=length)


def test_battle_of_former_days_with_many_offers_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_started().battle
    fight_turns(battle, 1)
    red = seats_of(battle)["red"]
    with monkeypatch.context() as unbounded:
        unbounded.setitem(MOST, DrawOffered, 9)
        for _ in range(5):
            offer_and_take_back(red)
    assert count_of(battle, DrawOffered) == 5
    assert verification.check(battle) == []
    with pytest.raises(IllegalOrder, match="already offered a draw"):
        now(red, "offer_draw", {})


def order(seat: Seat) -> None:
    """Give an order of chance."""
    pressing = tuple([form for form in forms_of(seat)[1] if form.pressing])
    now(seat, *random_order(pressing, Chooser(b"repeats")))


def taking_back(seat: Seat) -> OrderForm | None:
    """The form by which a seat takes its plot back, where it may."""
    return next((form for form in forms_of(seat)[1] if form.order.endswith("withdraw_plot")), None)


def with_increments(system: str) -> tuple[Battle, Clock]:
    """A battle that has begun, ten hours for all orders and one more with each; and its clock."""
    spec = scenarios(system)[0]
    people = {side.key: Holder(member=member(side.key)) for side in spec.sides}
    clock = Clock.objects.create(kind="bank", allowance_s=10 * HOUR, increment_s=HOUR, at_zero="captain")
    return begin(publish(spec), people, clock=clock), clock


@every_case("system", SYSTEMS)
def test_plot_is_taken_back_so_often_and_then_stands(system: RulesSystem) -> None:
    """Nor does a plot that is given again bring another increment."""
    battle, clock = with_increments(system.key)
    first, second = seats_of(battle).values()
    order(first)
    left = clocks.time_left(clock, first, timezone.now()).seconds
    assert left > 10 * HOUR
    for _ in range(MOST[OrderWithdrawn]):
        form = taking_back(first)
        assert form is not None
        now(first, form.order, {})
        order(first)
    assert taking_back(first) is None
    with pytest.raises(IllegalOrder, match="withdrawn your plot"):
        now(first, f"{system.key}.withdraw_plot", {})
    assert count_of(battle, OrderWithdrawn) == MOST[OrderWithdrawn]
    assert clocks.time_left(clock, first, timezone.now()).seconds == pytest.approx(left, abs=60)
    order(second)
    assert verification.check(battle) == []


def test_calls_of_an_older_log_begin_no_spell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who offers a draw and orders at once would have the increment of the order twice."""
    battle, clock = with_increments("fleet_battle")
    first, second = seats_of(battle).values()
    context = BattleContext.of(battle)
    older = whose_turn._views(context, [first, second])
    order(first)
    with monkeypatch.context() as slow:
        slow.setattr(whose_turn, "_views", lambda *_: older)
        whose_turn.project(context)
    assert not clocks.time_left(clock, first, timezone.now()).is_on
    now(second, "offer_draw", {})
    left = clocks.time_left(clock, first, timezone.now())
    assert not left.is_on
    assert left.seconds == pytest.approx(11 * HOUR, abs=60)


def test_plot_is_taken_back_with_its_increment_though_a_draw_is_offered_before_clocks_follow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle, clock = with_increments("fleet_battle")
    first, _ = seats_of(battle).values()
    order(first)
    form = taking_back(first)
    assert form is not None
    with monkeypatch.context() as slow:
        slow.setattr(running_clocks, "follow", lambda *_: None)
        now(first, form.order, {})
    now(first, "offer_draw", {})
    assert clocks.time_left(clock, first, timezone.now()).seconds <= 10 * HOUR


def test_who_offers_a_draw_or_declines_one_is_called_since_as_long_as_before() -> None:
    """Else somebody who never gives an order could be called since just now for ever."""
    red, blue, _ = seats_and_clock(clocked())
    Call.objects.update(since=timezone.now() - timedelta(days=3))
    since = Call.objects.get(seat=red).since
    now(red, "offer_draw", {})
    now(blue, "decline_draw", {})
    assert set(Call.objects.values_list("since", flat=True)) == {since}
    plot(red)
    plot(blue)
    assert Call.objects.get(seat=red).since > since


def test_offer_of_a_draw_stops_no_clock() -> None:
    battle = clocked(kind="bank", increment_s=HOUR)
    red, _, clock = seats_and_clock(battle)
    set_back(red, 4)
    spell = open_spell(red)
    offer_and_take_back(red)
    assert open_spell(red) == spell
    assert clocks.time_left(clock, red, timezone.now()).seconds <= 6 * HOUR
