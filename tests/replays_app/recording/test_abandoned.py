"""Battles against bots that visitors have left: broken off once, out of the lists, with nothing deleted."""

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings as site_settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from darkseas.engine.events import BattleAborted, SeedOpened
from replays_app.log import store as log_store
from replays_app.models import Battle, Holding
from replays_app.recording import abandoning, unsent_orders
from replays_app.recording.dice_schemes import TABLE
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import taking_seats, visitor_to_member, visitors
from replays_app.seats.tokens import token_hash
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation import tasks, verification
from tests.support.builders import give, plot, seats_of, toy_started
from tests.support.every_case import every_case
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

DAYS = 7
KEY = "k" * 43
BOT = Holder(bot="captain")


@pytest.fixture(autouse=True)
def short(settings: Settings) -> None:
    """A week is long enough here."""
    settings.VISITOR_BATTLE_DAYS = DAYS


def visitor(key: str = KEY) -> Holder:
    """A visitor with this key in their cookie."""
    return Holder(visitor=token_hash(key))


def fought(red: Holder, blue: Holder = BOT, scheme: str = "sha256-1") -> Battle:
    """A battle between these two in which red has ordered."""
    battle = toy_started(seats=(), scheme=scheme).battle
    for seat, holder in zip(seats_of(battle).values(), (red, blue), strict=True):
        taking_seats.sit(seat, holder, 0)
    plot(seats_of(battle)["red"])
    return battle


def sweep(after_days: float = DAYS + 1) -> int:
    """Sweep as if so many days had passed."""
    return abandoning.break_off_abandoned(timezone.now() + timedelta(days=after_days))


def test_battle_that_a_visitor_left_is_broken_off_once_on_its_record() -> None:
    battle = fought(visitor())
    before = log_store.rows(battle.pk)
    assert sweep(DAYS - 1) == 0
    assert (sweep(), sweep()) == (1, 0)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.BROKEN_OFF
    assert log_store.rows(battle.pk)[: len(before)] == before
    *_, aborted, opened = [entry.event for entry in log_store.read(battle.pk)]
    assert aborted == BattleAborted(("blue",), f"no order came within {DAYS} days.")
    assert isinstance(opened, SeedOpened)
    assert verification.check(battle) == []
    assert log_store.verify(battle.pk) is None


def test_it_stands_in_its_visitors_lists_alone_and_stays_at_its_address() -> None:
    battle = fought(visitor())
    sweep()
    own = Client()
    own.cookies[site_settings.VISITOR_COOKIE_NAME] = KEY
    assert [row.battle for row in own.get("/play/").context["over"]] == [battle]
    assert own.get("/play/").context["running"] == []
    for client in (Client(), logged_in("eve")):
        assert str(battle.pk) not in one_line(client.get("/battles/").content.decode())
        assert battle.pk.hex not in one_line(client.get("/api/v1/battles").content.decode())
        assert client.get(f"/battles/{battle.pk}/").status_code == 200


def left_by_a_member() -> Battle:
    return fought(Holder(member=member("ann")))


def claimed() -> Battle:
    battle = fought(visitor())
    visitor_to_member.claim(member("ann"), token_hash(KEY))
    return battle


def between_two_visitors() -> Battle:
    return fought(visitor(), visitor("o" * 43))


def taken_over_from_a_member() -> Battle:
    battle = fought(Holder(member=member("ann")))
    taking_seats.change(Holding.objects.get(member=member("ann")), visitor(), 2)
    return battle


def recorded_at_a_table() -> Battle:
    return fought(visitor(), visitor(), TABLE)


def with_an_umpire() -> Battle:
    battle = toy_started(seats=("umpire",)).battle
    for side, holder in (("red", visitor()), ("blue", BOT), ("umpire", visitor("u" * 43))):
        taking_seats.sit(seats_of(battle)[side], holder, 0)
    return battle


def between_bots() -> Battle:
    return fought(BOT)


@every_case(
    "make",
    [
        left_by_a_member,
        claimed,
        between_two_visitors,
        taken_over_from_a_member,
        recorded_at_a_table,
        with_an_umpire,
        between_bots,
    ],
)
def test_other_battles_are_left_alone(make: Callable[[], Battle]) -> None:
    battle = make()
    length = log_store.length(battle.pk)
    assert sweep() == 0
    battle.refresh_from_db()
    assert (battle.status, log_store.length(battle.pk)) == (Battle.Status.RUNNING, length)


def test_order_that_is_being_filled_keeps_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = fought(visitor())
    later = timezone.now() + timedelta(days=DAYS)
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        unsent_orders.keep(seats_of(battle)["red"], {"order": "plot"})
    assert sweep(DAYS + 1) == 0
    assert sweep(2 * DAYS + 1) == 1


def test_order_that_comes_at_the_same_moment_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, other = fought(visitor()), fought(visitor("o" * 43))
    sound = abandoning._called

    def called(context: BattleContext) -> tuple[str, ...]:
        sides = sound(context)
        if context.battle.pk == battle.pk:
            plot(seats_of(battle)["blue"])
        return sides

    monkeypatch.setattr(abandoning, "_called", called)
    assert sweep() == 1
    battle.refresh_from_db()
    other.refresh_from_db()
    assert (battle.is_over, other.is_over) == (False, True)


def test_job_is_on_the_timetable_and_pages_say_how_long_one_may_stay_away() -> None:
    asked = [entry["task"] for entry in site_settings.CELERY_BEAT_SCHEDULE.values()]
    assert tasks.break_off_abandoned.name in asked
    tasks.break_off_abandoned()
    assert f"abandoned after {DAYS} days without orders" in one_line(Client().get("/play/").content.decode())
    fought(visitor())
    own = Client()
    own.cookies[site_settings.VISITOR_COOKIE_NAME] = KEY
    assert f"abandoned after {DAYS} days without orders" in one_line(own.get("/play/").content.decode())
    assert "is abandoned after" not in one_line(logged_in("ann").get("/play/").content.decode())
    assert visitors.KNOWN_S > DAYS * 24 * 3600


# --- what nobody sits in -----------------------------------------------------------------------


def ids_listed(client: Client) -> set[str]:
    """The battles that the list of the API shows."""
    return {line["battle"] for line in client.get("/api/v1/battles").json()["battles"]}


def test_battle_in_which_nobody_sits_ends_by_time_and_is_not_listed_unfinished() -> None:
    battle = toy_started().battle
    plot(seats_of(battle)["red"])
    assert ids_listed(Client()) == set()
    assert sweep(DAYS - 1) == 0
    before = log_store.rows(battle.pk)
    assert (sweep(), sweep()) == (1, 0)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.BROKEN_OFF
    assert log_store.rows(battle.pk)[: len(before)] == before
    assert verification.check(battle) == []
    assert ids_listed(Client()) == set()


def test_battle_of_nobody_is_listed_once_it_is_finished_or_somebody_sits_down() -> None:
    finished, taken, left = (toy_started().battle for _ in range(3))
    give(seats_of(finished)["red"], "resign", {}, expected=1)
    taking_seats.sit(seats_of(taken)["red"], visitor(), 0)
    assert ids_listed(Client()) == {finished.pk.hex, taken.pk.hex}
    assert Client().get(f"/battles/{left.pk}/").status_code == 200


def test_operator_puts_battles_away_and_back_and_nothing_of_them_changes() -> None:
    named, other = (fought(visitor(), visitor("o" * 43)) for _ in range(2))
    nobodys = toy_started().battle
    before = log_store.rows(named.pk)
    call_command("archive_battles", named.pk.hex, stdout=io.StringIO())
    call_command("archive_battles", "--of-nobody", "0", stdout=io.StringIO())
    assert set(Battle.objects.filter(put_away_at=None)) == {other}
    assert ids_listed(Client()) == ids_listed(logged_in("ann")) == {other.pk.hex}
    assert Client().get(f"/battles/{named.pk}/").status_code == 200
    pages = {f"/library/{each.revision.scenario.key}/" for each in (named, nobodys, other)}
    shown = "".join(one_line(Client().get(page).content.decode()) for page in pages)
    assert [str(each.pk) in shown for each in (named, nobodys, other)] == [False, False, True]
    mine = Client()
    mine.cookies[site_settings.VISITOR_COOKIE_NAME] = KEY
    assert ids_listed(mine) == {named.pk.hex, other.pk.hex}
    assert log_store.rows(named.pk) == before
    assert verification.check(named) == verification.check(nobodys) == []
    out = io.StringIO()
    call_command("archive_battles", named.pk.hex, "--back", stdout=out)
    assert out.getvalue() == "1 battles are back.\n"
    assert ids_listed(Client()) == {named.pk.hex, other.pk.hex}
    with pytest.raises(CommandError, match="Name the battles"):
        call_command("archive_battles")
