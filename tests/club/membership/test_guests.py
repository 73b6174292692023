"""Guests are entered by a director, and become a member's record when a director agrees."""

import pytest
from pytest_django import DjangoAssertNumQueries

from darkseas.club.membership import guests, joining, merging
from darkseas.club.membership.merging import owners_of_records
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import (
    AuditLine,
    ClaimOfGuest,
    Club,
    Entrant,
    Player,
    Result,
    ResultPlayer,
    ResultSide,
    ResultStep,
    Tournament,
)
from darkseas.club.tournaments.entries import entry_lines
from tests.club.clubs import a_club, client_of, guest, player
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def result_of(club: Club, *players: Player) -> Result:
    """A result of these, each on a side of their own."""
    result = Result.objects.create(club=club, system="toy", scenario_text="A pond", day="2026-10-01")
    for place, someone in enumerate(players):
        side = ResultSide.objects.create(result=result, place=place, side=f"side {place}", score=1)
        ResultPlayer.objects.create(side=side, player=someone)
    return result


def entered(club: Club, *players: Player) -> Tournament:
    """A tournament that these have entered."""
    cup = Tournament.objects.create(
        club=club, slug="cup", title="Cup", kind="swiss", system="toy", lot_seed=b"", lot_hash=""
    )
    for number, someone in enumerate(players, 1):
        Entrant.objects.create(tournament=cup, name=str(someone), number=number).players.add(someone)
    return cup


def test_name_is_entered_once() -> None:
    club = a_club()
    by = player(club, "director")
    for name in ("Hornblower", " hornblower "):
        with pytest.raises(ClubRefused, match="has this name"):
            guests.add(by, name)
    # In the last two one letter is Cyrillic, and all that is Latin there is Greek.
    for name in ("Hornb1ower", "dırector", "dirеctor", "Ηornblοwer"):
        with pytest.raises(ClubRefused, match="a name that looks like this one"):
            guests.add(by, name)
    for name in ("director", " DIRECTOR", "ｄirecTor "):
        with pytest.raises(ClubRefused, match="The member director already has this name"):
            guests.add(by, name)
    assert [guests.add(by, name).name for name in ("Мария", "Ιωάννα")]
    with pytest.raises(ClubRefused, match="a name"):
        guests.add(by, "  ")
    client_of("director").post(f"/clubs/{club.slug}/members/guests/", {"name": "Jack Aubrey"})
    assert AuditLine.objects.filter(deed="guest.entered", subject=f"player:{guest(club, 'Jack Aubrey').pk}")


def test_record_of_a_guest_becomes_the_members_and_nothing_is_deleted() -> None:
    club = a_club()
    ours, known, other = player(club, "member"), guest(club), player(club, "umpire")
    first, second = result_of(club, known, other), result_of(club, other, known)
    cup = entered(club, known, other)
    counts = (Player.objects.count(), ResultPlayer.objects.count(), Entrant.objects.count())
    client_of("member").post(f"/clubs/{club.slug}/members/{known.pk}/claim/")
    claim = ClaimOfGuest.objects.get()
    assert not ResultPlayer.objects.filter(player=ours).exists()
    client_of("director").post(f"/clubs/{club.slug}/claims/{claim.pk}/", {"agree": "1"})
    known.refresh_from_db()
    assert (known.merged_into, known.left_at is not None, known.name) == (ours, True, "Hornblower")
    assert set(Result.objects.filter(sides__players__player=ours)) == {first, second}
    assert ours in cup.entrants.get(number=1).players.all()
    assert not ResultPlayer.objects.filter(player=known).exists()
    assert counts == (Player.objects.count(), ResultPlayer.objects.count(), Entrant.objects.count())
    line = AuditLine.objects.get(deed="guest.merged")
    assert line.after == {
        "player": ours.pk,
        "results": sorted([first.pk, second.pk]),
        "entrants": [cup.entrants.get(number=1).pk],
    }
    # Whoever has the guest's address is led to whom they are.
    answer = client_of("anonymous").get(f"/clubs/{club.slug}/members/{known.pk}/")
    assert answer.headers["Location"] == f"/clubs/{club.slug}/members/{ours.pk}/"


@pytest.mark.parametrize("where", ["result", "tournament"])
def test_two_who_met_are_two_people(where: str) -> None:
    club = a_club()
    ours, known = player(club, "member"), guest(club)
    (result_of if where == "result" else entered)(club, ours, known)
    claim = guests.claim(ours, known)
    with pytest.raises(ClubRefused, match="two people"):
        guests.decide(player(club, "director"), claim, agrees=True)
    claim.refresh_from_db()
    assert claim.state == "open"
    guests.decide(player(club, "director"), claim, agrees=False)
    known.refresh_from_db()
    assert known.left_at is None


def test_first_agreed_claim_refuses_the_others() -> None:
    club = a_club()
    known = guest(club)
    mine, theirs = (guests.claim(player(club, name), known) for name in ("member", "umpire"))
    with pytest.raises(ClubRefused, match="already claimed this record"):
        guests.claim(player(club, "member"), known)
    guests.decide(player(club, "owner"), theirs, agrees=True)
    mine.refresh_from_db()
    assert mine.state == "refused"
    with pytest.raises(ClubRefused):
        guests.decide(player(club, "owner"), mine, agrees=True)
    with pytest.raises(ClubRefused, match="no longer a guest"):
        guests.claim(player(club, "member"), known)


def test_claim_lapses_when_its_player_leaves() -> None:
    club = a_club()
    asking = player(club, "member")
    made = guests.claim(asking, guest(club, "Hornblower"))
    joining.leave(asking)
    made.refresh_from_db()
    assert (made.state, list(guests.waiting_in(club))) == (ClaimOfGuest.State.REFUSED, [])


def test_claim_of_another_club_is_not_there() -> None:
    club, other = a_club(), a_club("Harbour")
    claim = guests.claim(player(other, "member"), guest(other))
    address = f"/clubs/{club.slug}/claims/{claim.pk}/"
    assert client_of("director").post(address, {"agree": "1"}).status_code == 404
    with_foreign = f"/clubs/{club.slug}/members/{guest(other).pk}/"
    assert client_of("owner").get(with_foreign).status_code == 404


def test_two_guests_are_one_person_and_can_be_split_again() -> None:
    club = a_club()
    director, other = player(club, "director"), player(club, "umpire")
    neil, neill = guests.add(director, "O'Neil"), guests.add(director, "O'Neill")
    theirs, later = result_of(club, neil, other), result_of(club, other, neill)
    steps(theirs, neil, other)
    steps(later, other, neill)
    cup = entered(club, neil, other)
    client, here = client_of("director"), f"/clubs/{club.slug}/members/"
    assert f'<option value="{neill.pk}">' in client.get(f"{here}{neil.pk}/").content.decode()
    asked = client.get(f"{here}{neil.pk}/merge/", {"into": neill.pk}).content.decode()
    assert "1 result and 1 tournament entry" in one_line(asked)
    refused = client.post(f"{here}{neil.pk}/merge/", {"into": neill.pk, "reason": " "})
    assert (refused.status_code, ResultPlayer.objects.filter(player=neil).count()) == (422, 1)
    client.post(f"{here}{neil.pk}/merge/", {"into": neill.pk, "reason": "One hat."})
    assert set(Result.objects.filter(sides__players__player=neill)) == {theirs, later}
    assert neill in cup.entrants.get(number=1).players.all()
    shown = client.get(f"{here}{neill.pk}/").content.decode()
    assert ("One hat." in shown, "Split" in shown) == (True, True)
    assert "One hat." not in client_of("member").get(f"{here}{neill.pk}/").content.decode()
    # Who is another by now is led on to, whoever that is in the end.
    guests.decide(director, guests.claim(player(club, "member"), neill), agrees=True)
    assert owners_of_records(club) == dict.fromkeys([neil.pk, neill.pk], player(club, "member").pk)
    with pytest.raises(ClubRefused, match="changed in the meantime"):
        merging.split(director, neil, "Two hats.")
    merging.split(director, neill, "Not theirs.")
    assert set(Result.objects.filter(sides__players__player=neill)) == {theirs, later}
    client.post(f"{here}{neil.pk}/split/", {"reason": "Two hats."})
    assert list(Result.objects.filter(sides__players__player=neil)) == [theirs]
    assert list(Result.objects.filter(sides__players__player=neill)) == [later]
    assert list(cup.entrants.get(number=1).players.all()) == [neil]
    neil.refresh_from_db()
    assert (neil.left_at, neil.merged_into) == (None, None)
    deeds = AuditLine.objects.filter(subject=f"player:{neil.pk}").values_list("deed", "reason")
    assert list(deeds)[:2] == [("guest.split", "Two hats."), ("guest.merged", "One hat.")]


def steps(result: Result, *players: Player) -> None:
    """The step that a result of these begins with."""
    sides = [{"players": [someone.pk]} for someone in players]
    ResultStep.objects.create(result=result, number=1, kind="reported", facts={"sides": sides})


def test_many_guests_are_entered_together_or_none_and_what_is_known_is_read_once(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    club = a_club()
    by = player(club, "director")
    names = [f"Midshipman {number}" for number in range(100)]
    with django_assert_max_num_queries(len(names) + 12):
        assert [one.name for one in guests.add_all(by, names)] == names
    for wrong, said in (
        (["New", "midshipman 7"], "midshipman 7: A guest already has this name"),
        (["New", "new"], "new: A guest already has this name"),
        (
            ["New", "Midshipman l"],
            "Midshipman l: Somebody in the club already has a name that looks like this one",
        ),
        (["New", " "], "Give the guest a name"),
    ):
        with pytest.raises(ClubRefused, match=said):
            guests.add_all(by, wrong)
    assert not guests.guests_of(club).filter(name="New").exists()


def test_a_guest_is_one_person_however_the_name_is_composed() -> None:
    club = a_club()
    by = player(club, "director")
    assert guests.add(by, "Zoe\u0308\u00a0 O’Neill").name == "Zoë O’Neill"
    same = ("Zoë O'Neill", "zoë o’neill", "Zoe\u0308 O\u02bcNeill", "Zoë\u202fO’Neill", "Ｚｏë O’Neill")
    for name in same:
        with pytest.raises(ClubRefused, match="already has this name"):
            guests.add(by, name)
    Player.objects.create(club=club, name="Bjo\u0308rn")  # stored before names were composed
    with pytest.raises(ClubRefused, match="already has this name"):
        guests.add(by, "Björn")
    cup = entered(club)
    found = entry_lines.enter_lines(
        by, cup, "\n".join(("Björn; 1800", f"Pair: {same[2]} + Zoë O’Neill")), makes_guests=False
    )
    assert [str(one) for one in found.made] == ["Björn", "Pair"]
    assert found.made[1].players.count() == 1
