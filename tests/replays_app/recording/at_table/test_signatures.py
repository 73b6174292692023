"""The record of a table is signed by both sides when the battle is over."""

import pytest
from django.test import Client

from replays_app.lobby.seat_taking import change_holder
from replays_app.log import store as log_store
from replays_app.models import Handover, Holding, Signature
from replays_app.seats.viewer_seat import Holder
from tests.replays_app.recording.table_battles import (
    end,
    table_battle,
)
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

SALVOES = "first-salvoes"


def test_nobody_signs_a_battle_that_is_still_fought() -> None:
    battle, ann = table_battle(SALVOES, "ann"), logged_in("ann")
    side = battle.seats.exclude(side="umpire").order_by("id")[0].side
    link = f"/signatures/{battle.signing_links.get(side=side).token}/"
    for client, page in ((ann, f"/battles/{battle.pk}/sign/"), (Client(), link)):
        assert "Sign for" not in client.get(page).content.decode()
        refused = client.post(page, {"side": side, "name": "Ann"})
        assert refused.status_code == 409
        assert "Its log is signed when it is over" in refused.content.decode()
    assert not Signature.objects.exists()
    end(battle)
    assert ann.post(f"/battles/{battle.pk}/sign/", {"side": side, "name": "Ann"}).status_code == 302
    assert Signature.objects.count() == 1


def test_both_sides_sign_one_of_them_by_link() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    page = f"/battles/{battle.pk}/sign/"
    assert "not signed yet" in client.get(page).content.decode()
    assert client.post(page, {"side": sides[0], "name": "  Ann   <b>  "}).status_code == 302
    link = battle.signing_links.get(side=sides[1])
    nobody = Client()
    assert "Sign for" in nobody.get(f"/signatures/{link.token}/").content.decode()
    assert nobody.post(f"/signatures/{link.token}/", {"name": ""}).status_code == 302
    assert nobody.post(f"/signatures/{link.token}/", {"name": "Bob"}).status_code == 302
    signatures, length = list(Signature.objects.filter(battle=battle)), log_store.length(battle.pk)
    assert [(one.side, one.name, one.entries) for one in signatures] == [
        (sides[0], "Ann <b>", length),
        (sides[1], "Bob", length),
    ]
    head = log_store.link_at(battle.pk, length - 1)
    assert head is not None
    assert {one.head for one in signatures} == {head.hex()}
    shown = client.get(f"/battles/{battle.pk}/").content.decode()
    assert "signed by both sides" in shown
    by_link = nobody.get(f"/signatures/{link.token}/").content.decode()
    assert head.hex()[:16] in by_link
    assert "Ann &lt;b&gt;" in by_link


def test_f10_only_who_holds_a_seat_signs_without_a_link_and_one_person_is_called_one() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    page = f"/battles/{battle.pk}/sign/"
    assert logged_in("eve").post(page, {"side": sides[0], "name": "Eve"}).status_code == 403
    assert "/signatures/" not in logged_in("eve").get(page).content.decode()
    for side in sides:
        client.post(page, {"side": side, "name": "Ann"})
        client.post(page, {"side": side, "name": "Ann again"})
    assert Signature.objects.count() == 2
    assert "signed for both sides by one person" in client.get(page).content.decode()


def test_who_holds_one_side_gets_no_link_for_the_other_until_nobody_holds_it() -> None:
    battle = end(table_battle(SALVOES, "ann", "bob"))
    ann, page = logged_in("ann"), f"/battles/{battle.pk}/sign/"
    shown = ann.get(page).content.decode()
    assert (shown.count("Sign for"), "/signatures/" in shown) == (1, False)
    theirs = battle.seats.exclude(side="umpire").get(holdings__member__username="bob").side
    assert ann.post(page, {"side": theirs, "name": "Bob"}).status_code == 403
    Holding.objects.filter(member__username="bob").update(member=None)
    link = battle.signing_links.get(side=theirs)
    left = ann.get(page).content.decode()
    assert (left.count("/signatures/"), f"/signatures/{link.token}/" in left) == (1, True)


def test_signature_by_link_is_told_from_one_of_a_holder() -> None:
    battle, client = end(table_battle(SALVOES, "ann")), logged_in("ann")
    ours, theirs = (seat.side for seat in battle.seats.exclude(side="umpire"))
    page = f"/battles/{battle.pk}/sign/"
    client.post(page, {"side": ours, "name": "Ann"})
    assert ">by link<" not in client.get(page).content.decode()
    Client().post(f"/signatures/{battle.signing_links.get(side=theirs).token}/", {"name": "Bob"})
    assert client.get(page).content.decode().count(">by link<") == 1
    by_link = Signature.objects.order_by("id").values_list("name", "is_by_link")
    assert list(by_link) == [("Ann", False), ("Bob", True)]


def test_links_to_sign_are_others_once_the_seats_have_changed_hands() -> None:
    battle = table_battle(SALVOES, "ann")
    sides = [seat.side for seat in battle.seats.exclude(side="umpire")]
    former = dict(battle.signing_links.values_list("side", "token"))
    held = Holding.objects.get(seat__battle=battle, seat__side=sides[0], to_entry=None)
    bob = Holder(member=member("bob"))
    change_holder(battle, Handover.objects.create(holding=held, token="bring-it"), bob)
    assert not {*battle.signing_links.values_list("token", flat=True)} & {*former.values()}
    end(battle)
    for token in former.values():
        assert Client().post(f"/signatures/{token}/", {"name": "Mallory"}).status_code == 404
