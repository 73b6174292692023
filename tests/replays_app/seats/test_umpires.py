"""The umpire of a challenge: named to both sides, agreed to by both, and blind until then."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from darkseas.members.account_sections import delete_account
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import Battle, Challenge, Holding
from replays_app.recording.dice_schemes import FAIR, HOUSE, TABLE
from replays_app.seats import taking_seats, umpires, visitor_to_member, visitors
from replays_app.seats.viewer_seat import Holder, held_seat
from replays_app.simulation import verification
from scenarios_app.models import Scenario, Visibility
from tests.support.builders import toy_revision
from tests.support.every_case import every_case
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def coves() -> None:
    """A scenario to fight, and nothing counted yet."""
    cache.clear()
    toy_revision()


@pytest.fixture
def challenge() -> Challenge:
    """Ann's challenge, with a seat for an umpire."""
    body = {"scenario": "coves", "side": "red", "open": "lobby", "dice": "sha256-1", "umpire": "on"}
    logged_in("ann").post("/challenges/make/", body)
    return Challenge.objects.get()


def shown(challenge: Challenge, name: str) -> str:
    """The page of a challenge, as a member sees it."""
    return one_line(logged_in(name).get(f"/challenges/{challenge.token}/").content.decode())


def take(challenge: Challenge, client: Client) -> Any:
    """Take the umpire's link."""
    return client.post(f"/challenges/{challenge.umpire_token}/umpire/")


def accept(challenge: Challenge, name: str, umpire: str = "") -> Battle:
    """Accept a challenge whose page has shown this umpire."""
    logged_in(name).post(f"/challenges/{challenge.token}/accept/", {"umpire": umpire})
    return Battle.objects.get()


def answer(battle: Battle, name: str, umpire: str, word: str = "agree") -> int:
    """Answer the question whether somebody may be umpire."""
    body = {"umpire": umpire, "answer": word}
    return logged_in(name).post(f"/battles/{battle.pk}/seats/umpire/", body).status_code


def sitting(battle: Battle) -> list[str]:
    """Who sits in the umpire's seat."""
    seats = Holding.objects.filter(seat__battle=battle, seat__side="umpire", to_entry=None)
    return [one.member.username if one.member else "" for one in seats]


def sees_all(battle: Battle, name: str) -> bool:
    """Whether a member sees both sides of a battle that is fought."""
    lines = logged_in(name).get(f"/api/v1/battles/{battle.pk.hex}/lines?as=all")
    assert lines.status_code in (200, 404)
    return lines.status_code == 200


def test_maker_alone_has_the_link_and_others_read_that_the_seat_is_open(challenge: Challenge) -> None:
    link = f"/challenges/{challenge.umpire_token}/umpire/"
    assert link in shown(challenge, "ann")
    assert link not in shown(challenge, "bob")
    assert "seat open, by link from the challenger" in shown(challenge, "bob")


def test_who_accepts_with_the_umpires_name_before_them_agrees_to_them(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    assert not Holding.objects.exists()
    assert "jo, who sees both sides" in shown(challenge, "bob")
    assert 'name="umpire" value="jo"' in shown(challenge, "bob")
    battle = accept(challenge, "bob", "jo")
    assert sitting(battle) == ["jo"]
    assert sees_all(battle, "jo")
    take(challenge, logged_in("zoe"))
    assert sitting(battle) == ["jo"]


@every_case("is_named_before", [True, False])
def test_whom_the_other_side_has_not_read_of_sees_nothing_until_all_agree(
    challenge: Challenge, is_named_before: bool
) -> None:
    if is_named_before:  # while the page was open that said: the seat is open
        take(challenge, logged_in("jo"))
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    assert (sitting(battle), sees_all(battle, "jo")) == ([], False)
    for name in ("ann", "bob"):
        assert "jo wants to be umpire" in one_line(logged_in(name).get("/play/").content.decode())
        page = one_line(logged_in(name).get(f"/battles/{battle.pk}/seats/").content.decode())
        assert "<strong>jo</strong>wants to be umpire" in page
        assert not sees_all(battle, "jo")
        assert answer(battle, name, "jo") == 302
        assert "wants to be umpire" not in one_line(logged_in(name).get("/play/").content.decode())
    assert sitting(battle) == ["jo"]
    assert sees_all(battle, "jo")


def test_consent_is_to_a_name_and_only_of_who_holds_a_side(challenge: Challenge) -> None:
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    assert [answer(battle, name, "jo") for name in ("jo", "eve")] == [403, 403]
    for name in ("ann", "bob"):
        answer(battle, name, "zoe")
    assert sitting(battle) == []
    answer(battle, "ann", "jo")
    answer(battle, "bob", "jo", "decline")
    take(challenge, logged_in("zoe"))
    answer(battle, "bob", "zoe")
    assert sitting(battle) == []  # what ann has said of jo is no word for zoe
    answer(battle, "ann", "zoe")
    assert sitting(battle) == ["zoe"]


@pytest.mark.parametrize("agrees_first", [True, False])
def test_consent_that_meets_another_name_half_way_is_no_word_for_it(
    challenge: Challenge, monkeypatch: pytest.MonkeyPatch, *, agrees_first: bool
) -> None:
    """While ann's page still says jo, bob sends jo away and zoe takes the link."""
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    note = umpires.agree

    def note_overtaken(late: Challenge, *named: Any) -> None:
        monkeypatch.setattr(umpires, "agree", note)
        if agrees_first:
            answer(battle, "ann", "jo")
        answer(battle, "bob", "jo", "decline")
        take(challenge, logged_in("zoe"))
        note(late, *named)

    monkeypatch.setattr(umpires, "agree", note_overtaken)
    answer(battle, "ann", "jo")
    answer(battle, "bob", "zoe")
    assert sitting(battle) == []
    answer(battle, "ann", "zoe")
    assert sitting(battle) == ["zoe"]


def test_consent_to_who_deleted_their_account_is_no_word_for_the_next(challenge: Challenge) -> None:
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    answer(battle, "ann", "jo")
    visitor_to_member.forget(member("jo"))
    take(challenge, logged_in("zoe"))
    answer(battle, "bob", "zoe")
    assert sitting(battle) == []


def test_consent_of_a_former_holder_is_asked_of_the_next_one(challenge: Challenge) -> None:
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    answer(battle, "bob", "jo")
    taking_seats.change(Holding.objects.get(member=member("bob")), Holder(member=member("cy")), 1)
    answer(battle, "ann", "jo")
    assert sitting(battle) == []
    answer(battle, "cy", "jo")
    assert sitting(battle) == ["jo"]


def test_who_has_left_a_seat_agrees_to_no_umpire_any_more(challenge: Challenge) -> None:
    battle = accept(challenge, "bob")
    take(challenge, logged_in("jo"))
    challenge.refresh_from_db()
    seat = held_seat(Holder(member=member("bob")), battle.pk)
    assert seat is not None
    taking_seats.change(Holding.objects.get(member=member("bob")), Holder(member=member("cy")), 1)
    with pytest.raises(taking_seats.SeatGone):
        umpires.agree(challenge, "jo", [seat], log_store.length)
    assert not challenge.umpire_agreed.exists()


def test_no_visitor_is_umpire(challenge: Challenge) -> None:
    guest = Client()
    guest.cookies[settings.VISITOR_COOKIE_NAME] = visitors.new_key()
    for client in (guest, Client()):
        take(challenge, client)
        page = one_line(client.get(f"/challenges/{challenge.umpire_token}/umpire/").content.decode())
        assert "Only members can be umpire" in page
        assert "Take the umpire’s seat" not in page
    challenge.refresh_from_db()
    assert challenge.umpire is None


def test_who_has_made_accepted_or_held_a_side_is_no_umpire(challenge: Challenge) -> None:
    take(challenge, logged_in("ann"))
    challenge.refresh_from_db()
    assert challenge.umpire is None
    battle = accept(challenge, "bob")
    gone = Holding.objects.get(member=member("bob"))
    taking_seats.change(gone, Holder(member=member("cy")), 1)
    for name in ("ann", "bob", "cy"):
        take(challenge, logged_in(name))
    challenge.refresh_from_db()
    assert (challenge.umpire, sitting(battle)) == (None, [])


def test_who_is_to_be_umpire_cannot_accept_nor_sit_after_taking_a_side(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    logged_in("jo").post(f"/challenges/{challenge.token}/accept/", {"umpire": "jo"})
    assert not Battle.objects.exists()
    battle = accept(challenge, "bob")
    taking_seats.change(Holding.objects.get(member=member("bob")), Holder(member=member("jo")), 1)
    for name in ("ann", "jo"):
        answer(battle, name, "jo")
    challenge.refresh_from_db()
    assert (challenge.umpire, sitting(battle)) == (None, [])


def test_consents_that_a_member_takes_back_are_asked_for_anew(challenge: Challenge) -> None:
    """Somebody else may have given them in the member's name: whoever sets a forgotten password does so."""
    battle = accept(challenge, "bob")
    take(challenge, logged_in("cat"))
    answer(battle, "ann", "cat")
    ann = member("ann")
    assert [one.pk for one in umpires.consented_to_by(ann)] == [challenge.pk]
    umpires.take_consents_back(ann)
    assert not umpires.consented_to_by(ann).exists()
    answer(battle, "bob", "cat")
    assert sitting(battle) == []
    answer(battle, "ann", "cat")
    assert sitting(battle) == ["cat"]
    umpires.take_consents_back(ann)  # who sits already, sits
    assert sitting(battle) == ["cat"]


def test_who_may_not_see_the_scenario_is_no_umpire_and_reads_not_even_its_title(
    challenge: Challenge,
) -> None:
    take(challenge, logged_in("cat"))
    battle = accept(challenge, "bob")
    scenario = battle.revision.scenario
    scenario.owner, scenario.visibility = member("ann"), Visibility.PRIVATE
    scenario.save()
    for name in ("ann", "bob"):
        answer(battle, name, "cat")
    assert sitting(battle) == []
    page = logged_in("dan").get(f"/challenges/{challenge.umpire_token}/umpire/")
    assert (page.status_code, scenario.title in one_line(page.content.decode())) == (403, False)
    assert "Private scenario" in one_line(page.content.decode())
    take(challenge, logged_in("dan"))
    assert Challenge.objects.get().umpire is None


def test_umpire_rises_and_hands_the_seat_to_nobody(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    battle = accept(challenge, "bob", "jo")
    assert "Leave the umpire’s seat" in one_line(
        logged_in("jo").get(f"/battles/{battle.pk}/seats/").content.decode()
    )
    logged_in("jo").post(f"/battles/{battle.pk}/seats/offer/", {"to": "link"})
    assert (sitting(battle), sees_all(battle, "jo")) == ([], False)
    take(challenge, logged_in("zoe"))
    assert not sees_all(battle, "zoe")
    for name in ("ann", "bob"):
        answer(battle, name, "zoe")
    assert sitting(battle) == ["zoe"]


def test_seat_of_an_umpire_who_leaves_the_site_is_open_to_the_next(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    battle = accept(challenge, "bob", "jo")
    assert sitting(battle) == ["jo"]
    delete_account(member("jo"))
    assert sitting(battle) == []
    take(challenge, logged_in("zoe"))
    for name in ("ann", "bob"):
        answer(battle, name, "zoe")
    assert sitting(battle) == ["zoe"]
    assert verification.check(battle) == []


def test_table_of_two_may_have_an_umpire(challenge: Challenge) -> None:
    made = {"recorder": "red", "seen": "all", "umpire": "on"}
    offered = logged_in("ann").post("/scenarios/coves/table/", made)["Location"]
    table = Challenge.objects.get(token=offered.split("/")[-2])
    take(table, logged_in("jo"))
    battle = accept(table, "bob", "jo")
    assert sitting(battle) == ["jo"]


def test_who_deletes_their_account_is_to_be_umpire_no_more(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    visitor_to_member.forget(member("jo"))
    challenge.refresh_from_db()
    assert challenge.umpire is None


def test_h8_who_sees_both_sides_is_named_to_everybody_and_stays_on_record(challenge: Challenge) -> None:
    take(challenge, logged_in("jo"))
    battle = accept(challenge, "bob", "jo")
    page = f"/battles/{battle.pk}/seats/"
    for client in (logged_in("ann"), logged_in("bob"), Client()):
        assert rows(one_line(client.get(page).content.decode()))["Umpire"] == ["jo", "now"]
    logged_in("jo").post(f"{page}offer/")
    assert not sees_all(battle, "jo")
    assert rows(one_line(logged_in("ann").get(page).content.decode()))["Umpire"] == ["jo", "before"]


@every_case("scheme", [HOUSE, FAIR, TABLE])
def test_h8_no_token_opens_a_battle_in_which_people_sit(scheme: str) -> None:
    holders = {"red": Holder(member=member("ann")), "blue": Holder(member=member("bob"))}
    revision = Scenario.objects.get().current
    assert revision is not None
    battle = begin(revision, holders, scheme, has_umpire=True)
    assert [seat.token_hash for seat in battle.seats.all()] == [None] * 3


def rows(page: str) -> dict[str, list[str]]:
    """Who sits on each seat by the page of seats, and when."""
    found = re.findall(r"<tr>\s*<th scope=.*?</tr>", page, re.DOTALL)
    texts = [re.sub(r"<[^>]+>|\(you\)", " ", row).split() for row in found]
    return {text[0]: text[-2:] for text in texts}
