"""People come into a club by asking or by link, and go; what they fought stays."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from darkseas.club.membership import invitations, joining, permissions
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Application, AuditLine, Invitation, Player
from tests.club.clubs import a_club, client_of, guest, player, rights_now
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db


def test_who_asks_is_let_in_by_a_director() -> None:
    club = a_club()
    client = client_of("outsider")
    client.post(f"/clubs/{club.slug}/apply/", {"text": "I am Jack from Thursday."})
    waiting = Application.objects.get()
    assert "You have applied to join" in client.get(f"/clubs/{club.slug}/").content.decode()
    page = client_of("director").get(f"/clubs/{club.slug}/members/").content.decode()
    assert "I am Jack from Thursday." in page
    assert "Thursday" not in client_of("member").get(f"/clubs/{club.slug}/members/").content.decode()
    client_of("director").post(f"/clubs/{club.slug}/applications/{waiting.pk}/", {"agree": "1"})
    assert rights_now(player(club, "outsider")) == {"member"}
    line = AuditLine.objects.get(deed="player.admitted")
    assert (line.by, line.subject) == (
        player(club, "director"),
        f"player:{player(club, 'outsider').pk}",
    )


def test_who_is_refused_stays_out_and_may_ask_again() -> None:
    club = a_club()
    asked = joining.apply_to(club, member("outsider"))
    joining.answer_application(player(club, "owner"), asked, agrees=False)
    assert not Player.objects.filter(club=club, member=member("outsider")).exists()
    with pytest.raises(ClubRefused, match="already answered"):
        joining.answer_application(player(club, "owner"), asked, agrees=True)
    joining.apply_to(club, member("outsider"))
    with pytest.raises(ClubRefused, match="already applied"):
        joining.apply_to(club, member("outsider"))
    assert joining.withdraw_application(club, member("outsider"))


def test_closed_club_takes_no_applications() -> None:
    club = a_club(is_closed=True)
    with pytest.raises(ClubRefused, match="only by invitation"):
        joining.apply_to(club, member("outsider"))


def test_link_lets_as_many_in_as_it_says_and_is_shown_once() -> None:
    club = a_club()
    answer = client_of("director").post(f"/clubs/{club.slug}/links/", {"days": "3", "uses": "2"})
    assert answer.status_code == 201
    link = str(answer.context["link"])
    address = link.removeprefix("http://testserver")
    token = address.rstrip("/").rsplit("/", 1)[1]
    assert token not in client_of("director").get(f"/clubs/{club.slug}/members/").content.decode()
    assert Client().post(address).status_code == 403
    door = Client().get(address).content.decode()
    assert all(f'href="/{way}/?next={address}"' in door for way in ("login", "register"))
    for name in ("ann", "bob"):
        assert logged_in(name).post(address).headers["Location"] == f"/clubs/{club.slug}/"
    assert logged_in("cid").post(address).status_code == 404
    came = Player.objects.filter(club=club, member__username__in=["ann", "bob", "cid"])
    assert sorted(map(str, came)) == ["ann", "bob"]


def test_link_ends_with_its_day_its_maker_and_by_hand() -> None:
    club = a_club()
    by = player(club, "director")
    late, orphaned, withdrawn = (invitations.make(by, 7, 5) for _ in range(3))
    Invitation.objects.filter(token_hash=invitations.hash_of(late)).update(
        ends_at=timezone.now() - timedelta(seconds=1)
    )
    invitations.withdraw(by, Invitation.objects.get(token_hash=invitations.hash_of(withdrawn)).pk)
    assert invitations.invitation_of(orphaned) is not None
    permissions.take(player(club, "owner"), by, "director")
    permissions.grant(player(club, "owner"), by, "director")
    for token in (late, orphaned, withdrawn):
        with pytest.raises(ClubRefused, match="no longer valid"):
            invitations.accept(token, member("outsider"))


def test_who_is_of_the_club_uses_no_place_of_a_link() -> None:
    club = a_club()
    token = invitations.make(player(club, "owner"), 7, 1)
    invitations.accept(token, member("member"))
    assert invitations.accept(token, member("outsider")).member == member("outsider")


def test_who_leaves_comes_back_as_the_same_player_with_a_members_rights() -> None:
    club = a_club()
    before = player(club, "director")
    joining.leave(before)
    before.rights.create(kind="director")  # as a way of leaving would that forgets them
    before.refresh_from_db()
    assert (before.left_at is not None, rights_now(before)) == (True, {"director"})
    again = invitations.accept(invitations.make(player(club, "owner"), 7, 1), member("director"))
    assert (again.pk, again.left_at, rights_now(again)) == (before.pk, None, {"member"})


def test_removal_needs_a_reason_and_is_written_down() -> None:
    club = a_club()
    owner, other = player(club, "owner"), player(club, "umpire")
    with pytest.raises(ClubRefused, match="reason"):
        joining.remove(owner, other, " ")
    joining.remove(owner, other, "Asked us to.")
    line = AuditLine.objects.get(deed="player.removed")
    assert (line.by, line.reason) == (owner, "Asked us to.")
    assert client_of("umpire").get(f"/clubs/{club.slug}/leave/").status_code == 403


def test_who_was_removed_comes_back_by_no_link_that_was_made_before() -> None:
    club = a_club()
    owner, token = player(club, "owner"), invitations.make(player(club, "owner"), 7, 20)
    invitations.accept(token, member("outsider"))
    joining.remove(owner, player(club, "outsider"), "Dice of their own.")
    client = client_of("outsider")
    answer = client.post(f"/clubs/join/{token}/", follow=True)
    assert "You were removed from this club after this link was made." in answer.content.decode()
    assert player(club, "outsider").left_at is not None
    assert Invitation.objects.get().uses_left == 19
    assert not AuditLine.objects.filter(deed="player.invited", pk__gt=_removal().pk).exists()
    client.post(f"/clubs/join/{invitations.make(owner, 7, 1)}/")
    assert rights_now(player(club, "outsider")) == {"member"}


def test_who_left_comes_back_by_the_link_that_they_had() -> None:
    club = a_club()
    token = invitations.make(player(club, "owner"), 7, 20)
    joining.leave(player(club, "member"))
    assert invitations.accept(token, member("member")).left_at is None


def test_an_owner_keeps_off_the_books_who_left_before_they_were_removed() -> None:
    club = a_club()
    owner, token = player(club, "owner"), invitations.make(player(club, "owner"), 7, 20)
    gone = player(club, "member")
    joining.leave(gone)
    gone.refresh_from_db()
    address = f"/clubs/{club.slug}/members/{gone.pk}/"
    left_at, form = gone.left_at, "Bar member from the club"
    assert form in client_of("owner").get(address).content.decode()
    assert form not in client_of("director").get(address).content.decode()
    assert client_of("director").post(f"{address}remove/", {"reason": "Mine."}).status_code == 403
    answer = client_of("owner").post(f"{address}remove/", {"reason": "Dice of their own."}, follow=True)
    assert "member can no longer use links that were made before now." in answer.content.decode()
    gone.refresh_from_db()
    assert gone.left_at == left_at
    assert (_removal().by, _removal().reason) == (owner, "Dice of their own.")
    with pytest.raises(ClubRefused, match="removed"):
        invitations.accept(token, member("member"))
    assert invitations.accept(invitations.make(owner, 7, 1), member("member")).left_at is None
    hornblower = guest(club)
    joining.remove(owner, hornblower, "Nobody knows him.")
    known = f"/clubs/{club.slug}/members/{hornblower.pk}/"
    assert "off the books" not in client_of("owner").get(known).content.decode()
    assert client_of("owner").post(f"{known}remove/", {"reason": "Again."}).status_code == 404


def _removal() -> AuditLine:
    return AuditLine.objects.get(deed=joining.REMOVED)


def test_asking_is_bounded() -> None:
    club = a_club()
    cache.clear()
    client = client_of("outsider")
    statuses = [client.post(f"/clubs/{club.slug}/apply/").status_code for _ in range(31)]
    assert statuses == [302] * 30 + [429]
    cache.clear()
