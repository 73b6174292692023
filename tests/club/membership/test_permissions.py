"""Each right is granted and taken by itself, with a line in the audit; a club always has an owner."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from darkseas.club.membership import joining, permissions
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import AuditLine, Player, Right
from tests.club.clubs import a_club, client_of, guest, joined, player, rights_now

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", Right.Kind.values)
def test_each_right_is_granted_and_taken_by_itself(kind: str) -> None:
    club = a_club()
    owner, other = player(club, "owner"), joined(club, "newcomer")
    permissions.take(owner, other, "member")
    permissions.grant(owner, other, kind)
    assert rights_now(other) == {kind}
    with pytest.raises(ClubRefused, match="already"):
        permissions.grant(owner, other, kind)
    permissions.take(owner, other, kind, "Enough of it.")
    assert rights_now(other) == set()
    with pytest.raises(ClubRefused, match="does not have"):
        permissions.take(owner, other, kind)
    subject = f"player:{other.pk}"
    lines = list(AuditLine.objects.filter(subject=subject, deed__startswith="right."))[:2]
    assert [(line.deed, line.before, line.after, line.by_id, line.reason) for line in lines] == [
        ("right.taken", kind, None, owner.pk, "Enough of it."),
        ("right.granted", None, kind, owner.pk, ""),
    ]


def test_guests_and_unknown_rights_are_refused_with_a_sentence() -> None:
    club = a_club()
    owner = player(club, "owner")
    with pytest.raises(ClubRefused, match="no account"):
        permissions.grant(owner, guest(club), "member")
    with pytest.raises(ClubRefused, match="listed permissions"):
        permissions.grant(owner, player(club, "member"), "king")


def test_who_has_left_meanwhile_gets_no_right() -> None:
    club = a_club()
    seen = player(club, "member")
    joining.leave(player(club, "member"))
    with pytest.raises(ClubRefused, match="members of the club"):
        permissions.grant(player(club, "owner"), seen, "owner")


def test_last_owner_neither_leaves_nor_loses_the_right() -> None:
    club = a_club()
    owner = player(club, "owner")
    deeds: list[Callable[[], None]] = [
        lambda: joining.leave(owner),
        lambda: joining.remove(owner, owner, "Why not."),
        lambda: permissions.take(owner, owner, "owner"),
    ]
    for deed in deeds:
        with pytest.raises(ClubRefused, match="at least one owner"):
            deed()
    client = client_of("owner")
    answer = client.post(f"/clubs/{club.slug}/leave/", follow=True)
    assert "A club needs at least one owner" in answer.content.decode()
    permissions.grant(owner, player(club, "member"), "owner")
    client.post(f"/clubs/{club.slug}/leave/")
    assert [one.member.username for one in permissions.owners(club) if one.member] == ["member"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["leave", "take-own", "take-each-others"])
def test_one_owner_stays_whoever_is_quickest(deed: str) -> None:
    """Both at the same moment: each alone might, the second must not."""
    club = a_club()
    owners = [player(club, "owner"), player(club, "director")]
    permissions.grant(owners[0], owners[1], "owner")
    gate = Barrier(2)

    def try_it(pair: tuple[Player, Player]) -> bool:
        own, other = pair
        gate.wait(timeout=30)
        try:
            if deed == "leave":
                joining.leave(own)
            else:
                permissions.take(own, own if deed == "take-own" else other, "owner")
        except ClubRefused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        done = sorted(pool.map(try_it, [(owners[0], owners[1]), (owners[1], owners[0])]))
    assert done == [False, True]
    assert permissions.owners(club).count() == 1
