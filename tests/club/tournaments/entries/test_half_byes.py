"""Half-point byes on request: who may ask, until when, and what they are worth everywhere."""

from collections.abc import Callable

import pytest
from caissify_pairings.trf import TRFParser
from django.core.exceptions import PermissionDenied

from darkseas.club.models import Entrant, Pairing, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.standings.outcomes import Ending
from darkseas.club.standings.ranking import standings
from darkseas.club.tournaments import rounds
from darkseas.club.tournaments.entries import check_in, entries, half_byes
from darkseas.club.tournaments.files.fide_report import report_file
from darkseas.club.tournaments.formats.points_standings import competition_of
from darkseas.club.tournaments.pages.regulations_form import OF_TERMS
from darkseas.club.tournaments.regulations import DUTCH
from darkseas.club.tournaments.round_draw.pairing_input import situation_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from tests.club.tournaments.events import SETTING, director_of, drawn, fought, peopled, running
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db
BASE = "/clubs/ironclads/tournaments/autumn-salvo/"


def points(made: Tournament, entrant: Entrant) -> float:
    rows = standings(competition_of(read(made)))
    return float(next(row.points for row in rows if row.entrant == str(entrant.pk)))


def in_trf(made: Tournament, entrant: Entrant) -> dict[int, str]:
    players = TRFParser(report_file(read(made))).parse()["players"]
    player = next(one for one in players if one["starting_number"] == entrant.number)
    return {number: one["result"] for number, one in player["results"].items()}


@pytest.mark.parametrize("paired_by", ["least-cost", DUTCH])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_it_is_worth_a_draw_and_honoured_by_pairing_standings_and_files(
    paired_by: str, is_mirrored: bool
) -> None:
    made = running(6, rounds=4, paired_by=paired_by, is_mirrored=is_mirrored)
    by, asker = director_of(made.club), made.entrants.all()[0]
    half_byes.ask(by, asker, 2)
    if not is_mirrored:
        assert in_trf(made, asker) == {}  # no entry for a round after the next
    fought(drawn(made))
    before = points(made, asker)
    if not is_mirrored:
        assert in_trf(made, asker)[2] == "H"
        assert f" {before + 0.5} " in report_file(read(made)).splitlines()[6 + asker.number]
    second = drawn(made)
    own = second.pairings.get(first=asker)
    assert (own.end, own.second, own.table) == (Pairing.End.HALF_BYE, None, 4)
    assert second.pairings.filter(end=Pairing.End.BYE).count() == 1  # of the other five
    fought(second)
    worth = 1 if is_mirrored else 0.5
    assert points(made, asker) - before == worth
    past = next(one for one in situation_of(read(made)).past[-1].byes if one.was_asked_for)
    assert (past.key, past.points) == (str(asker.pk), 2 * worth)
    row = next(one for one in standings(competition_of(read(made))) if one.entrant == str(asker.pk))
    assert row.endings[Ending.HALF_BYE] == (2 if is_mirrored else 1)
    third = drawn(made)
    assert asker.pk in {key for one in third.pairings.all() for key in (one.first_id, one.second_id)}


def test_player_asks_within_the_regulations_until_the_round_is_paired() -> None:
    made, (ann, bob, *_) = peopled(4, rounds=4, half_byes=1)
    own, other = made.entrants.all()[:2]
    by, client = director_of(made.club), logged_in("ann")
    page = client.get(BASE).content.decode()
    assert ("Half-point byes: 0 of 1" in page, "Request half-point" in page) == (True, True)
    with pytest.raises(PermissionDenied):
        half_byes.ask(ann, other, 2)
    address = f"{BASE}entrants/{own.number}/"
    client.post(address, {"deed": "half-bye", "round": "2"})
    own.refresh_from_db()
    assert own.half_byes == [2]
    page = client.get(BASE).content.decode()
    assert ("half-point bye in round 2" in page, "Request half-point" in page) == (True, False)
    for number, why in (
        (2, "already has"),
        (3, "allow 1 half-point bye per"),
        (5, "not paired yet"),
        (0, "not"),
    ):
        with pytest.raises(TournamentRefused, match=why):
            half_byes.ask(ann, own, number)
    client.post(address, {"deed": "no-half-bye", "round": "2"})
    own.refresh_from_db()
    assert own.half_byes == []
    half_byes.ask(ann, own, 2)
    half_byes.ask(by, own, 3)  # a director is not bound by the number
    fought(drawn(made))
    second = rounds.draw(by, made, SETTING)
    tries: list[Callable[[], None]] = [
        lambda: half_byes.ask(ann, own, 2),
        lambda: half_byes.take_back(ann, own, 2),
        lambda: half_byes.ask(bob, other, 2),
    ]
    for late in tries:
        with pytest.raises(TournamentRefused, match="not paired yet"):
            late()
    rounds.take_back(by, second, "Once more.")
    half_byes.take_back(ann, own, 2)
    assert drawn(made).pairings.filter(second=None).count() == 0


def test_regulations_without_them_and_other_kinds_have_none() -> None:
    made, (ann, *_) = peopled(4)
    with pytest.raises(TournamentRefused, match="allow no half-point byes"):
        half_byes.ask(ann, made.entrants.all()[0], 2)
    assert "half_byes" in OF_TERMS
    assert "half-point" not in logged_in("ann").get(BASE).content.decode()
    Tournament.objects.update(kind=Tournament.Kind.ROUND_ROBIN)
    with pytest.raises(TournamentRefused, match="of a Swiss tournament"):
        half_byes.ask(director_of(made.club), made.entrants.all()[0], 2)


def test_who_has_withdrawn_gets_none_and_check_in_does_not_wait_for_who_has_one() -> None:
    made = running(6, rounds=4)
    by = director_of(made.club)
    asker, leaver, *_ = made.entrants.all()
    half_byes.ask(by, asker, 1)
    half_byes.ask(by, leaver, 1)
    assert asker not in check_in.absent(made, [asker])
    entries.withdraw(by, leaver, "The last bus.")
    first = drawn(made)
    assert {one.first for one in first.pairings.filter(end=Pairing.End.HALF_BYE)} == {asker}
    with pytest.raises(TournamentRefused, match="has withdrawn"):
        half_byes.ask(by, leaver, 2)


def test_round_by_hand_leaves_them_out_or_pairs_them_all_the_same() -> None:
    made = running(5, rounds=4)
    by = director_of(made.club)
    asker, *others = made.entrants.all()
    half_byes.ask(by, asker, 1)
    first = rounds.draw(by, made, SETTING)
    client = logged_in(str(by))
    shown = client.get(f"{BASE}rounds/by-hand/").content.decode()
    assert f'value="{asker.pk}" selected' not in shown
    pairs = [
        (str(others[0].pk), str(others[1].pk)),
        (str(others[2].pk), str(asker.pk)),
        (str(others[3].pk), None),
    ]
    made_by_hand = rounds.draw_by_hand(by, made, SETTING, [DraftPairing(*one) for one in pairs], "So.")
    assert first.pk != made_by_hand.pk
    assert made_by_hand.pairings.filter(end=Pairing.End.HALF_BYE).count() == 0
