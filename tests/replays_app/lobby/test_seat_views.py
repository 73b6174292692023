"""Who sits in a battle, and how a seat changes hands."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from darkseas.members.account_sections import delete_account
from darkseas.members.models import Member
from replays_app import projections
from replays_app.lobby import account_section, challenges, seat_taking
from replays_app.log import store as log_store
from replays_app.models import (
    Battle,
    Challenge,
    Clock,
    Handover,
    Holding,
    Holiday,
    Receipt,
    Seat,
    StandingAnswer,
    UnsentOrder,
)
from replays_app.recording import standing_orders, unsent_orders
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import clocks, handovers, taking_seats
from replays_app.seats.viewer_seat import Holder, held_seat
from scenarios_app.models import Scenario, Visibility
from tests.replays_app.clocked import HOUR, HOURS, set_back
from tests.replays_app.recording.table_battles import table_battle
from tests.support.builders import plot, seats_of, toy_revision, toy_started
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    """A battle between two members in which red has ordered."""
    cache.clear()
    return between("ann", "bob")


def test_nobody_is_left_standing_where_a_side_is_called_otherwise() -> None:
    with pytest.raises(LookupError, match="unknown side green"):
        seat_taking.begin(
            toy_revision(), {"red": Holder(member=member("ann")), "green": Holder(member=member("bob"))}
        )
    assert not Battle.objects.exists()


def between(red: str, blue: str) -> Battle:
    """A battle between two members, or a member and the captain, in which red has ordered."""
    battle = toy_started(seats=()).battle
    for side, name in (("red", red), ("blue", blue)):
        holder = Holder(bot="captain") if name == "captain" else Holder(member=member(name))
        taking_seats.sit(seats_of(battle)[side], holder, 0)
    plot(seats_of(battle)["red"])
    return battle


def offer(battle: Battle, by: str, to: str = "link") -> Handover:
    """Offer a seat."""
    logged_in(by).post(f"/battles/{battle.pk}/seats/offer/", {"to": to})
    return Handover.objects.latest("pk")


def agree(battle: Battle, by: str, made: Handover) -> int:
    """Agree, and return the status of the answer."""
    return logged_in(by).post(f"/battles/{battle.pk}/seats/{made.pk}/agree/").status_code


def holders_of(battle: Battle) -> dict[str, str]:
    """Who sits where now."""
    current = Holding.objects.filter(seat__battle=battle, to_entry=None).select_related("seat", "member")
    return {one.seat.side: one.member.username if one.member else one.bot for one in current}


def test_seat_changes_hands_with_the_other_sides_consent(battle: Battle) -> None:
    log = log_store.rows(battle.pk)
    made = offer(battle, "ann")
    link = f"/handovers/{made.token}/"
    assert link in one_line(logged_in("ann").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert link not in one_line(logged_in("bob").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert "has not agreed yet" in one_line(logged_in("cat").get(link).content.decode())
    logged_in("cat").post(link)
    assert holders_of(battle)["red"] == "ann"
    assert "Do you agree?" in one_line(logged_in("bob").get(f"/battles/{battle.pk}/seats/").content.decode())
    asked = [len(logged_in(name).get("/play/").context["handovers"]) for name in ("ann", "bob", "cat")]
    assert asked == [0, 1, 0]
    assert agree(battle, "bob", made) == 302
    assert not logged_in("bob").get("/play/").context["handovers"]
    assert logged_in("cat").post(link)["Location"] == f"/battles/{battle.pk}/play/"
    assert holders_of(battle) == {"red": "cat", "blue": "bob"}
    stretches = Holding.objects.filter(seat__side="red").values_list("from_entry", "to_entry")
    assert list(stretches) == [(0, 3), (3, None)]
    assert log_store.rows(battle.pk) == log
    page = one_line(logged_in("bob").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert page.index("ann") < page.index("cat")


def test_what_was_filled_and_not_sent_goes_with_its_giver(battle: Battle) -> None:
    unsent = f"/api/v1/battles/{battle.pk.hex}/unsent"
    for name in ("ann", "bob"):
        client = logged_in(name)
        client.put(unsent, {"data": {"mine": name}}, content_type="application/json")
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    cat = logged_in("cat")
    cat.post(f"/handovers/{made.token}/")
    assert cat.get(unsent).json() == {"data": None}
    assert logged_in("bob").get(unsent).json()["data"] == {"mine": "bob"}


def test_link_works_once(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    for name in ("cat", "dan"):
        logged_in(name).post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "cat"
    assert "no longer on offer" in one_line(
        logged_in("dan").get(f"/handovers/{made.token}/").content.decode()
    )


def test_who_knows_the_other_side_cannot_sit_on_this_one(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    logged_in("bob").post(f"/handovers/{made.token}/")
    assert holders_of(battle) == {"red": "ann", "blue": "bob"}


def test_who_takes_both_links_at_once_gets_one_side(battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    offers = {name: offer(battle, name) for name in ("ann", "bob")}
    agree(battle, "bob", offers["ann"])
    agree(battle, "ann", offers["bob"])
    cat = Holder(member=member("cat"))

    def after_the_other() -> AbstractContextManager[None]:
        """Begin what is done at one go after the other link, sent at the same time, was taken."""
        monkeypatch.undo()
        handovers.complete(offers["bob"], cat, lambda: 3, cat)
        return transaction.atomic()

    monkeypatch.setattr(handovers, "transaction", SimpleNamespace(atomic=after_the_other))
    with pytest.raises(handovers.HandoverRefused, match="another seat"):
        handovers.complete(offers["ann"], cat, lambda: 3, cat)
    assert holders_of(battle) == {"red": "ann", "blue": "cat"}


def test_seat_is_for_who_may_see_the_scenario_as_its_log_tells_all_of_it(battle: Battle) -> None:
    scenario = battle.revision.scenario
    scenario.owner, scenario.visibility = member("ann"), Visibility.PRIVATE
    scenario.save()
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    stranger = logged_in("stranger")
    page = stranger.get(f"/handovers/{made.token}/")
    assert (page.status_code, scenario.title in one_line(page.content.decode())) == (403, False)
    stranger.post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "ann"
    with pytest.raises(handovers.HandoverRefused, match="may not see"):
        seat_taking.change_holder(battle, made, Holder(member=member("stranger")))
    scenario.visibility = Visibility.UNLISTED
    scenario.save()
    stranger.post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "stranger"


def test_link_is_worth_nothing_after_the_end(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    Battle.objects.update(status=Battle.Status.FINISHED)
    answer = logged_in("cat").post(f"/handovers/{made.token}/", follow=True)
    assert "This battle is over." in one_line(answer.content.decode())
    assert holders_of(battle)["red"] == "ann"


def test_bot_consents_by_itself() -> None:
    battle = between("ann", "captain")
    made = offer(battle, "ann")
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "cat"


def test_seat_whose_holder_has_gone_is_not_waited_for(battle: Battle) -> None:
    Holding.objects.filter(seat__side="blue").update(member=None)
    made = offer(battle, "ann")
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "cat"


def test_who_agrees_while_the_offer_is_taken_back_is_told_so(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = offer(battle, "ann", "captain")
    note = handovers.agree

    def note_too_late(late: Handover, seat: Seat) -> None:
        handovers.withdraw(late)
        note(late, seat)

    monkeypatch.setattr(handovers, "agree", note_too_late)
    answer = logged_in("bob").post(f"/battles/{battle.pk}/seats/{made.pk}/agree/", follow=True)
    page = one_line(answer.content.decode())
    assert holders_of(battle) == {"red": "ann", "blue": "bob"}
    assert "is no longer on offer" in page


def test_member_leaves_the_site_though_somebody_takes_their_seat_at_that_moment(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Holding.objects.get(member=member("ann"))
    late = overtaken(seat_taking.leave_seat, seat, Holder(member=member("cat")))
    monkeypatch.setattr(account_section, "leave_seat", late)
    account_section.leave_all(member("ann"))
    assert holders_of(battle) == {"red": "cat", "blue": "bob"}
    assert not Holding.objects.filter(member=member("ann")).exists()


@pytest.mark.parametrize("gone", ["ann", "bob", "cat"])
def test_nobody_is_seated_who_is_leaving_the_site(battle: Battle, gone: str) -> None:
    """Cat takes ann's seat, and bob a challenge of hers, while one of them deletes the account."""
    cat, made = member("cat"), offer(battle, "ann")
    agree(battle, "bob", made)
    revision = battle.revision
    challenge = challenges.make(revision, Holder(member=member("ann")), challenges.Wanted(side="red"))
    Member.objects.filter(username=gone).update(is_active=False)
    taking = pytest.raises(handovers.HandoverRefused) if gone == "cat" else nullcontext()
    with taking:
        seat_taking.change_holder(battle, made, Holder(member=cat))
    accepting = pytest.raises(challenges.ChallengeRefused) if gone != "cat" else nullcontext()
    with accepting:
        challenges.accept(challenge, Holder(member=member("bob")))
    seated = Holding.objects.filter(member__username=gone, from_entry__gt=0).exists()
    assert not seated
    assert Battle.objects.count() == 1 + (gone == "cat")
    challenge.refresh_from_db()
    assert challenge.state == (Challenge.State.ACCEPTED if gone == "cat" else Challenge.State.OPEN)


def test_who_has_left_a_seat_acts_for_it_no_more_though_let_in_before(battle: Battle) -> None:
    """Requests that found bob in the seat, and go on once cat has it."""
    seat = held_seat(Holder(member=member("bob")), battle.pk)
    assert seat is not None
    assert seat.held_as is not None
    context = BattleContext.of(battle)
    (question,) = standing_orders.questions_for(context, seat)
    made = offer(battle, "ann")
    unsent_orders.keep(seat, {"order": "bob's"})
    taking_seats.change(Holding.objects.get(pk=seat.held_as), Holder(member=member("cat")), 1)
    length = log_store.length(battle.pk)
    acts: tuple[Callable[[], object], ...] = (
        lambda: unsent_orders.keep(seat, {"order": "bob's, later"}),
        lambda: standing_orders.put(context, seat, question.order, question.names[0]),
        lambda: plot(seat),
        lambda: handovers.agree(made, seat),
    )
    for act in acts:
        with pytest.raises(taking_seats.SeatGone):
            act()
    assert (log_store.length(battle.pk), UnsentOrder.objects.count()) == (length, 0)
    assert not StandingAnswer.objects.exists()
    assert not made.agreed.exists()
    plot(seats_of(battle)["blue"])
    assert log_store.length(battle.pk) > length


def test_consent_to_a_handover_goes_with_who_gave_it(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    taking_seats.change(Holding.objects.get(member=member("bob")), Holder(member=member("dan")), 1)
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle) == {"red": "ann", "blue": "dan"}
    agree(battle, "dan", made)
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle) == {"red": "cat", "blue": "dan"}


def test_next_holder_is_not_bound_by_dice_that_the_former_one_asked_for(battle: Battle) -> None:
    """What the former holder has given stays, with its answer."""
    seats = seats_of(battle)
    for seat in seats.values():
        for key in (f"{taking_seats.DICE_ASKED}after 1", "an order given"):
            Receipt.objects.create(seat=seat, key=key, request_hash=bytes(32), answer=bytes(32))
    taking_seats.change(Holding.objects.get(member=member("bob")), Holder(member=member("dan")), 1)
    left = set(Receipt.objects.filter(request_hash=bytes(32)).values_list("seat__side", "key"))
    assert left == {("red", "dice asked after 1"), ("red", "an order given"), ("blue", "an order given")}


def test_account_that_could_not_be_deleted_is_as_before(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Holding) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(account_section, "leave_seat", fail)
    with pytest.raises(ZeroDivisionError):
        delete_account(member("ann"))
    assert Member.objects.get(username="ann").is_active
    assert holders_of(battle)["red"] == "ann"


def overtaken(leave: Callable[[Holding], None], seat: Holding, by: Holder) -> Callable[[Holding], None]:
    """Leaving a seat that somebody else has just taken."""

    def late(holding: Holding) -> None:
        taking_seats.change(seat, by, 1)
        leave(holding)

    return late


def test_captain_takes_a_seat_over_when_the_other_side_agrees_and_orders_at_once(battle: Battle) -> None:
    made = offer(battle, "bob", "captain")
    assert made.token is None
    assert holders_of(battle)["blue"] == "bob"
    length = log_store.length(battle.pk)
    agree(battle, "ann", made)
    assert holders_of(battle) == {"red": "ann", "blue": "captain"}
    assert log_store.length(battle.pk) > length


def test_who_records_both_sides_at_a_table_hands_both_seats_over() -> None:
    battle = table_battle("first-night", "ann")
    made = offer(battle, "ann")
    page = one_line(logged_in("ann").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert page.count("(you)") == 2
    assert "Do you agree?" not in page
    assert logged_in("ann").get("/play/").context["handovers"].count() == 0
    offered = one_line(logged_in("cat").get(f"/handovers/{made.token}/").content.decode())
    assert "Take the seats" in offered
    assert "Japan" in offered
    assert "Allies" in offered
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle) == {"ijn": "cat", "allies": "cat"}
    assert logged_in("cat").get(f"/api/v1/battles/{battle.pk.hex}/outline?as=all").status_code == 200
    assert logged_in("ann").get(f"/api/v1/battles/{battle.pk.hex}/outline?as=all").status_code == 404


def test_who_records_one_side_at_a_table_hands_over_that_one_alone() -> None:
    battle = table_battle("first-night", "ann", "bob")
    made = offer(battle, "ann")
    assert [seat.side for seat in handovers.awaited(made)] == ["allies"]
    agree(battle, "bob", made)
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle) == {"ijn": "cat", "allies": "bob"}


def test_who_is_left_at_a_table_goes_on_for_both_when_the_other_leaves_the_site() -> None:
    battle = table_battle("first-night", "ann", "bob")
    delete_account(member("ann"))
    assert holders_of(battle) == {"ijn": "bob", "allies": "bob"}
    page = logged_in("bob").get(f"/battles/{battle.pk}/play/")
    assert page.status_code == 200
    delete_account(member("bob"))
    assert holders_of(battle) == {"ijn": "", "allies": ""}


def test_clock_at_a_table_has_stood_for_who_has_left_the_site() -> None:
    battle = table_battle("first-night", "ann", "bob")
    clock = Clock.objects.create(battle=battle, kind="each", allowance_s=10 * HOUR, at_zero="loss")
    projections.project(BattleContext.of(battle))
    seat, now = seats_of(battle)["ijn"], timezone.now()
    set_back(seat, 20)
    Holiday.objects.create(member=member("ann"), begins_at=now - 19 * HOURS, ends_at=now + HOURS)
    delete_account(member("ann"))
    assert not Holiday.objects.exists()
    assert 8 * HOUR < clocks.time_left(clock, seat, timezone.now()).seconds <= 9 * HOUR


def test_offer_is_taken_back(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    assert logged_in("bob").post(f"/battles/{battle.pk}/seats/withdraw/").status_code == 302
    made.refresh_from_db()
    assert made.state == "open"
    logged_in("ann").post(f"/battles/{battle.pk}/seats/withdraw/")
    logged_in("cat").post(f"/handovers/{made.token}/")
    assert holders_of(battle)["red"] == "ann"


def test_seat_is_offered_once_at_a_time(battle: Battle) -> None:
    offer(battle, "ann")
    offer(battle, "ann")
    assert Handover.objects.count() == 1


def test_others_neither_offer_nor_agree(battle: Battle) -> None:
    made = offer(battle, "ann")
    assert agree(battle, "ann", made) == 404
    assert agree(battle, "eve", made) == 403
    assert logged_in("eve").post(f"/battles/{battle.pk}/seats/offer/").status_code == 403
    assert Client().post(f"/battles/{battle.pk}/seats/offer/").status_code == 403
    assert made.agreed.count() == 0
    assert Client().get(f"/handovers/{'x' * 32}/").status_code == 404


def test_seats_of_a_battle_that_one_may_not_watch_are_not_there(battle: Battle) -> None:
    Scenario.objects.update(visibility="private")
    assert logged_in("eve").get(f"/battles/{battle.pk}/seats/").status_code == 404
    assert logged_in("eve").post(f"/battles/{battle.pk}/seats/offer/").status_code == 404
    assert logged_in("bob").get(f"/battles/{battle.pk}/seats/").status_code == 200


def test_s9_looking_at_seats_changes_nothing(battle: Battle) -> None:
    made = offer(battle, "ann")
    agree(battle, "bob", made)
    for page in (f"/battles/{battle.pk}/seats/", f"/handovers/{made.token}/"):
        for client in (logged_in("cat"), logged_in("ann"), Client()):
            assert client.get(page).status_code == 200
    for page in ("seats/offer/", "seats/withdraw/", f"seats/{made.pk}/agree/", "rematch/"):
        assert logged_in("ann").get(f"/battles/{battle.pk}/{page}").status_code == 405
    made.refresh_from_db()
    assert (made.state, holders_of(battle)) == ("open", {"red": "ann", "blue": "bob"})
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member("cat"))
    assert strict.post(f"/handovers/{made.token}/").status_code == 403


def test_page_of_a_battle_without_holders_says_so() -> None:
    page = one_line(Client().get(f"/battles/{toy_started().battle.pk}/seats/").content.decode())
    assert "No member or guest holds a seat" in page


@pytest.mark.parametrize("dice", ["house", "table"])
def test_offer_of_a_deleted_member_asks_for_consent_no_more(battle: Battle, dice: str) -> None:
    Battle.objects.update(dice_scheme="table" if dice == "table" else battle.dice_scheme)
    made = offer(battle, "ann")
    assert logged_in("bob").get("/play/").context["handovers"]
    delete_account(member("ann"))
    assert not logged_in("bob").get("/play/").context["handovers"]
    page = one_line(logged_in("bob").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert "Do you agree?" not in page
    assert agree(battle, "bob", made) == 404
    made.refresh_from_db()
    assert made.state == Handover.State.WITHDRAWN


def test_offer_ends_when_the_seat_goes_to_the_captain(battle: Battle) -> None:
    made = offer(battle, "ann")
    taking_seats.change(made.holding, Holder(bot="captain"), log_store.length(battle.pk))
    assert not handovers.open_in(battle.pk).exists()
