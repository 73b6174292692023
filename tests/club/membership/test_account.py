"""What clubs keep of a member is exported; who deletes their account leaves results under a neutral name."""

import json

import pytest

from darkseas.club.membership import guests, joining, permissions
from darkseas.club.models import Application, AuditLine, Player, ResultPlayer
from darkseas.members.account_sections import account_data, delete_account
from tests.club.clubs import a_club, client_of, guest, player, rights_now
from tests.club.membership.test_guests import entered, result_of
from tests.support.members import member

pytestmark = pytest.mark.django_db


def test_export_has_everything_that_clubs_keep_of_a_member() -> None:
    club, other = a_club(), a_club("Harbour")
    ours = player(club, "member")
    result_of(club, ours, guest(club))
    entered(club, ours)
    guests.claim(ours, guest(club))
    joining.leave(player(other, "member"))
    joining.apply_to(other, member("member"), "Let me back in.")
    kept = json.loads(client_of("member").get("/members/me/data/").content)["clubs"]
    first, left = sorted(kept["players"], key=lambda one: one["club"] != "Ironclads")
    assert (first["club"], first["rights"], first["left_at"]) == ("Ironclads", ["member"], None)
    assert [(one["scenario"], one["side"], one["half_points"]) for one in first["results"]] == [
        ("A pond", "side 0", 1)
    ]
    assert [one["tournament"] for one in first["tournaments"]] == ["Cup"]
    assert [(one["guest"], one["state"]) for one in first["claims"]] == [("Hornblower", "open")]
    assert {line["deed"] for line in first["audit"]} == {"guest.claimed", "player.invited"}
    assert left["left_at"] is not None
    assert kept["applications"][0]["text"] == "Let me back in."


def test_page_names_ones_clubs() -> None:
    a_club(is_closed=True)
    assert "Ironclads" in client_of("umpire").get("/members/me/").content.decode()
    assert "You are not a member of a club" in client_of("outsider").get("/members/me/").content.decode()


def test_deleted_account_leaves_results_under_a_neutral_name() -> None:
    club = a_club()
    ours, person = player(club, "member"), member("member")
    result = result_of(club, ours, guest(club))
    joining.apply_to(a_club("Harbour"), member("newcomer"))
    delete_account(member("newcomer"))
    delete_account(person)
    ours.refresh_from_db()
    assert (ours.member, ours.name, ours.left_at is not None) == (None, f"Former member {ours.pk}", True)
    assert rights_now(ours) == set()
    assert ResultPlayer.objects.filter(player=ours, side__result=result).exists()
    assert not Application.objects.exists()
    shown = client_of("anonymous").get(f"/clubs/{club.slug}/members/{ours.pk}/").content.decode()
    assert f"Former member {ours.pk}" in shown
    # Nobody can say that they were the one who has gone.
    assert not guests.guests_of(club).filter(pk=ours.pk).exists()
    assert account_data(person)["clubs"] == {"opinions": [], "players": [], "applications": []}


@pytest.mark.parametrize(
    ("gone", "heir"),
    [
        ([], "director"),
        (["director"], "umpire"),
        (["director", "umpire"], "scenario-editor"),
        (["director", "umpire", "scenario-editor"], "member"),
    ],
)
def test_club_of_the_last_owner_goes_to_who_has_most_to_say(gone: list[str], heir: str) -> None:
    club = a_club()
    for name in gone:
        joining.leave(player(club, name))
    delete_account(member("owner"))
    assert list(permissions.owners(club)) == [player(club, heir)]
    line = AuditLine.objects.filter(deed="right.granted").first()
    assert line is not None
    assert (line.by, line.after) == (None, "owner")


def test_club_without_anybody_stays_as_a_record() -> None:
    club = a_club()
    for name in ("director", "umpire", "scenario-editor", "member"):
        joining.leave(player(club, name))
    delete_account(member("owner"))
    assert not permissions.owners(club).exists()
    assert client_of("anonymous").get(f"/clubs/{club.slug}/").status_code == 200
    assert Player.objects.filter(club=club).count() == 6
