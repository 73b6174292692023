"""A director who is a party does not decide alone, unless nobody else in the club can."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from darkseas.club.models import AuditLine, Pairing, Player, Result, ResultNotice, ResultStep, Right, Round
from darkseas.club.results import store
from darkseas.club.results.answers.own_decisions import OWN_DECISION
from darkseas.club.results.checks import ResultRefused
from darkseas.club.tournaments import reports, rounds
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from tests.club.results.club_events import joined
from tests.support.members import logged_in

from .events import SETTING, open_pairings, peopled

pytestmark = pytest.mark.django_db
WHY = "Read the log."
ANOTHER = "somebody else must decide: dora"


def at_own_table() -> tuple[Player, Player, Pairing, Round]:
    """A director and a member who meet, beside another director, Dora, who runs the round."""
    made, (ann, bob) = peopled(2)
    Right.objects.create(player=ann, kind=Right.Kind.DIRECTOR)
    dora = Player.objects.get(member__username="dora")
    found = rounds.draw(dora, made, SETTING)
    rounds.begin(dora, found)
    found.refresh_from_db()
    [pairing] = open_pairings(found)
    return ann, bob, pairing, found


def nobody_else() -> None:
    """Dora leaves the others alone: she is a member like any other."""
    Right.objects.filter(player__member__username="dora").exclude(kind=Right.Kind.MEMBER).delete()


def disputed(ann: Player, bob: Player, pairing: Pairing) -> Result:
    return store.dispute(reports.report(bob, pairing, Reported(reports.FIRST)), ann, "It was a draw.")


def counted(ann: Player, bob: Player, pairing: Pairing) -> Result:
    return store.confirm(reports.report(bob, pairing, Reported(reports.FIRST)), ann)


Deed = Callable[[Player], object]


def of_result(kind: str, ann: Player, bob: Player, pairing: Pairing) -> Deed:
    result = (counted if kind == "correct" else disputed)(ann, bob, pairing)
    facts = store.last_facts(result)
    return {
        "decide": lambda by: store.decide(result, by, WHY),
        "correct": lambda by: store.correct(result, by, WHY, facts),
        "void": lambda by: store.void(result, by, WHY),
    }[kind]


def of_table(kind: str, ann: Player, bob: Player, pairing: Pairing) -> Deed:
    if kind in ("change", "open"):
        reports.forfeit(Player.objects.get(member__username="dora"), pairing, reports.FIRST, "Nobody came.")
    return {
        "forfeit": lambda by: reports.forfeit(by, pairing, reports.SECOND, WHY),
        "adjudicate": lambda by: reports.adjudicate(by, pairing, reports.FIRST, WHY),
        "change": lambda by: reports.change_end(by, pairing, Pairing.End.ADJUDICATED, (2, 0), WHY),
        "open": lambda by: reports.take_back_end(by, pairing, WHY),
    }[kind]


@pytest.mark.parametrize("kind", ["decide", "correct", "void", "forfeit", "adjudicate", "change", "open"])
def test_party_leaves_a_ruling_to_another_director_or_is_named_on_record(kind: str) -> None:
    ann, bob, pairing, found = at_own_table()
    made = (of_result if kind in ("decide", "correct", "void") else of_table)(kind, ann, bob, pairing)
    lines = AuditLine.objects.count()
    with pytest.raises((TournamentRefused, ResultRefused), match=ANOTHER):
        made(ann)
    assert AuditLine.objects.count() == lines
    nobody_else()
    made(ann)
    last = AuditLine.objects.order_by("-id")[0]
    assert (last.by, last.reason) == (ann, f"{OWN_DECISION} {WHY}")
    assert f"{OWN_DECISION} {WHY}" in {line.reason for line in record_of(read(found.tournament))}


@pytest.mark.parametrize("kind", ["decide", "correct", "void", "forfeit", "adjudicate", "change", "open"])
def test_other_director_rules_and_nothing_is_marked(kind: str) -> None:
    ann, bob, pairing, _ = at_own_table()
    made = (of_result if kind in ("decide", "correct", "void") else of_table)(kind, ann, bob, pairing)
    made(Player.objects.get(member__username="dora"))
    assert AuditLine.objects.order_by("-id")[0].reason == WHY


def test_report_of_a_party_waits_for_the_opponent_if_another_director_is_there() -> None:
    ann, bob, pairing, found = at_own_table()
    result = reports.report(ann, pairing, Reported(reports.FIRST))
    assert (result.state, result.is_ratified) == (Result.State.REPORTED, False)
    assert reports.accept_reported(ann, found) == 0
    assert store.confirm(result, bob).is_ratified


def test_opponent_who_is_a_director_accepts_as_an_opponent() -> None:
    ann, bob, pairing, found = at_own_table()
    result = reports.report(bob, pairing, Reported(reports.FIRST))
    assert reports.accept_reported(ann, found) == 1
    assert ResultStep.objects.filter(result=result).latest("number").kind == ResultStep.Kind.CONFIRMED


def test_own_report_is_withdrawn_without_anybody_else() -> None:
    ann, _, pairing, _ = at_own_table()
    result = reports.report(ann, pairing, Reported(reports.FIRST))
    assert store.void(result, ann, "Wrong table.").state == Result.State.VOID


def test_correction_that_names_the_director_is_for_another_one() -> None:
    """Dora decides between others and would put herself in their place."""
    ann, bob, pairing, _ = at_own_table()
    result = disputed(ann, bob, pairing)
    dora = Player.objects.get(member__username="dora")
    joined(dora.club, "otto", Right.Kind.OWNER)
    facts = store.last_facts(result)
    sides = (facts.sides[0], replace(facts.sides[1], players=(dora.pk,)))
    with pytest.raises(ResultRefused):
        store.decide(result, dora, WHY, replace(facts, sides=sides))


def test_pages_say_who_decides_and_letters_go_there() -> None:
    ann, bob, pairing, _ = at_own_table()
    result = disputed(ann, bob, pairing)
    asked = ResultNotice.objects.filter(about=ResultNotice.About.DECISION)
    assert [str(one.player) for one in asked] == ["dora"]
    client, here = logged_in("ann"), f"/clubs/ironclads/results/{result.pk}/"
    page = client.get(here).content.decode()
    assert (ANOTHER in page, "Decide the result" in page) == (True, False)
    for deed in ("decide", "correct"):
        assert client.get(f"{here}{deed}/").headers["location"] == here
    nobody_else()
    page = client.get(here).content.decode()
    assert ("are the club’s only director" in " ".join(page.split()), "Decide the result" in page) == (
        True,
        True,
    )
    table = f"/clubs/ironclads/tournaments/autumn-salvo/tables/{pairing.pk}/"
    assert client.get(table).status_code == 200
