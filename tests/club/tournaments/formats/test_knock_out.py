"""Knock-outs of which a result is put right after the next round was drawn: what was drawn was fought."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from darkseas.club.models import Pairing, Result, Round, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.results import store
from darkseas.club.tournaments import reports, rounds, tournament_states
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.formats.points_standings import places_in_bracket
from darkseas.club.tournaments.round_draw.brackets import bracket_key
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from tests.club.results.club_events import joined
from tests.club.tournaments.events import (
    SETTING,
    director_of,
    drawn,
    fought,
    open_pairings,
    planned,
    running,
    stronger,
)
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db
Kind, State, End = Tournament.Kind, Tournament.State, Pairing.End
BASE = "/clubs/ironclads/tournaments/"
FILES = (
    "",
    "?board",
    "?spoilers=hide",
    "?part=entrants",
    "standings.csv",
    "tournament.json",
    "tournament.trf",
)
PAGES = ("print/slips/", "print/certificates/", "print/certificates/?all")
ADDRESSES = (*FILES, *PAGES)
DIRECTORS = ("rounds/new/", "rounds/by-hand/", "change/", "rounds/1/results.csv", "rounds/1/bring/")
CLUBS = ("", "tournaments/", "records/", "results/", "calendar/", "results.atom")


def clients(tournament: Tournament) -> list[Client]:
    """A director, a member and a visitor."""
    director_of(tournament.club)
    if not tournament.club.players.filter(member__username="mary").exists():
        joined(tournament.club, "mary")
    return [logged_in("dora"), logged_in("mary"), Client()]


def all_answer(tournament: Tournament, addresses: tuple[str, ...] = ADDRESSES) -> None:
    """See that nobody is answered with a fault: a director anywhere, others on the pages themselves."""
    base = f"{BASE}{tournament.slug}/"
    director, member, visitor = clients(tournament)
    tables = [f"tables/{one.pk}/" for one in Pairing.objects.filter(round__tournament=tournament)]
    asked = [(director, base + one) for one in (*addresses, *tables[-2:], *DIRECTORS)]
    asked += [(who, base + one) for who in (member, visitor) for one in ("", *tables[-2:])]
    asked += [(visitor, f"/clubs/ironclads/{one}") for one in CLUBS]
    for client, address in asked:
        assert client.get(address, follow=True).status_code in (200, 403, 404, 422), address


def page_of(tournament: Tournament) -> str:
    """What a visitor is shown."""
    return " ".join(Client().get(f"{BASE}{tournament.slug}/").content.decode().split())


def table_of(tournament: Tournament, key: str) -> Pairing:
    """The newest pairing of this key of the bracket."""
    every = Pairing.objects.filter(round__tournament=tournament).select_related("result", "round")
    return [one for one in every.order_by("pk") if bracket_key(one) == key][-1]


def corrected(tournament: Tournament, key: str, turn: int = 2) -> None:
    """Let the other of the two have won a pairing; both at 1 for a draw."""
    pairing = table_of(tournament, key)
    assert pairing.result is not None
    facts = store.last_facts(pairing.result)
    sides = tuple(replace(side, score=(turn - side.score) if turn == 2 else 1) for side in facts.sides)
    store.correct(pairing.result, director_of(tournament.club), "Upside down.", replace(facts, sides=sides))


def voided(tournament: Tournament, key: str) -> None:
    """Make the result of a pairing void."""
    pairing = table_of(tournament, key)
    assert pairing.result is not None
    store.void(pairing.result, director_of(tournament.club), "It was another battle.")


def drawn_level(tournament: Tournament, key: str) -> None:
    """Let a result say that a pairing was a draw."""
    corrected(tournament, key, turn=1)


def ended(tournament: Tournament) -> list[str]:
    """Close a tournament, and return its places."""
    by = director_of(tournament.club)
    for void in Result.objects.filter(pairing__round__tournament=tournament, state=Result.State.VOID):
        store.decide(void, by, "It was that battle after all.")
    tournament_states.move(by, tournament, State.CLOSING)
    tournament_states.move(by, tournament, State.CLOSED)
    return places(tournament)


def places(tournament: Tournament) -> list[str]:
    """Who stands where."""
    found = read(tournament)
    return [f"{one.place_text} {found.name(one.entrant)}" for one in places_in_bracket(found)]


def weaker(pairing: Pairing) -> str:
    """The weaker of the two wins."""
    return reports.SECOND if stronger(pairing) == reports.FIRST else reports.FIRST


ENDS = (
    (End.FORFEIT, (0, 2)),
    (End.FORFEIT, (2, 0)),
    (End.DOUBLE_FORFEIT, (0, 0)),
    (End.ADJUDICATED, (1, 1)),
)
#: Where six come in of whom the stronger always wins.
SIX = ["1 guest 0", "2 guest 1", "3 guest 2", "4 guest 3", "5–6 guest 4", "5–6 guest 5"]
CHANGES = [corrected, voided, drawn_level]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("is_reported", [False, True])
def test_final_stands_whatever_becomes_of_a_semi_final(
    change: Callable[[Tournament, str], None], *, is_reported: bool
) -> None:
    made = running(4, Kind.KNOCK_OUT)
    fought(drawn(made))
    final = drawn(made)
    if is_reported:
        fought(final)
    change(made, "W1.1")
    all_answer(made)
    page = page_of(made)
    assert '<svg class="bracket"' in page
    assert "guest 0 (went on)" in page
    stands = "guest 3 has won" if change is corrected else "nobody has won"
    assert f"the later rounds stay as paired; by the current result {stands}." in page
    if not is_reported:
        fought(final)
    with pytest.raises(TournamentRefused, match="bracket is complete"):
        rounds.draw(director_of(made.club), made, SETTING)
    assert ended(made) == ["1 guest 0", "2 guest 1", "3–4 guest 2", "3–4 guest 3"]
    if is_reported:
        all_answer(made)


def test_forfeit_that_is_changed_after_the_next_round_was_drawn_leaves_it_standing() -> None:
    made = running(4, Kind.KNOCK_OUT, has_third_place=True)
    by, found = director_of(made.club), drawn(made)
    for pairing in open_pairings(found):
        reports.forfeit(by, pairing, weaker(pairing), "Did not come.")
    rounds.close(by, found)
    fought(drawn(made))
    assert "went on" not in page_of(made)
    is_told = []
    for end, marks in ENDS:
        for key in ("W1.1", "W1.2"):
            reports.change_end(by, table_of(made, key), end, marks, "The other one.")
        all_answer(made, FILES[:2])
        is_told.append("advanced, and the later rounds" in page_of(made))
    assert any(is_told[:2])
    assert all(is_told[2:])
    assert ended(made) == ["1 guest 0", "2 guest 1", "3 guest 2", "4 guest 3"]
    all_answer(made)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("key", ["W1.2", "W2.1", "L2.1", "L3.1"])
def test_double_elimination_goes_on_from_who_really_fought(
    change: Callable[[Tournament, str], None], key: str
) -> None:
    made = running(6, Kind.DOUBLE_ELIMINATION)
    assert running_to_end(made, change, key) == SIX
    if key == "L2.1":  # the pages of all of them are those of a bracket that went on
        all_answer(made, FILES)


def running_to_end(tournament: Tournament, change: Callable[[Tournament, str], None], key: str) -> list[str]:
    """Fight all; as soon as a later round is drawn than that of a pairing, its result is changed."""
    is_changed = False
    for _ in range(12):
        try:
            found = drawn(tournament)
        except TournamentRefused:
            break
        before = Pairing.objects.filter(round__tournament=tournament, round__number__lt=found.number)
        if not is_changed and key in {bracket_key(one) for one in before}:
            change(tournament, key)
            is_changed = True
            assert "advanced, and the later rounds" in page_of(tournament)
        fought(found)
    assert is_changed
    return ended(tournament)


def test_what_was_put_right_before_the_next_round_was_drawn_counts_in_it() -> None:
    made = running(4, Kind.KNOCK_OUT)
    fought(drawn(made))
    corrected(made, "W1.1")
    voided(made, "W1.2")
    again = drawn(made)
    assert [bracket_key(one) for one in open_pairings(again)] == ["W1.2"]
    fought(again)
    final = drawn(made)
    assert {str(name) for one in open_pairings(final) for name in (one.first, one.second)} == {
        "guest 1",
        "guest 3",
    }
    fought(final)
    assert ended(made)[0] == "1 guest 1"


def test_final_that_was_fought_again_was_lost_before() -> None:
    made = running(4, Kind.DOUBLE_ELIMINATION)
    while not any(bracket_key(one) == "F1" for one in Pairing.objects.all()):
        found = drawn(made)
        is_final = any(bracket_key(one) == "F1" for one in open_pairings(found))
        fought(found, weaker if is_final else stronger)
    last = drawn(made)
    corrected(made, "F1")
    assert "advanced, and the later rounds" in page_of(made)
    fought(last, weaker)
    assert ended(made)[:2] == ["1 guest 1", "2 guest 0"]
    all_answer(made, (*ADDRESSES, "print/standings.pdf"))


def test_round_by_hand_stands_in_the_bracket() -> None:
    made = running(4, Kind.KNOCK_OUT)
    by = director_of(made.club)
    keys = [str(one.pk) for one in made.entrants.order_by("number")]
    draft = [DraftPairing(keys[0], keys[1]), DraftPairing(keys[2], keys[3])]
    found = rounds.draw_by_hand(by, made, SETTING, draft, "They asked for it.")
    rounds.begin(by, found)
    fought(Round.objects.get(pk=found.pk))
    final = rounds.draw_by_hand(by, made, SETTING, [DraftPairing(keys[2], keys[0])], "The other side.")
    rounds.begin(by, final)
    fought(Round.objects.get(pk=final.pk))
    beside = rounds.draw_by_hand(by, made, SETTING, [DraftPairing(keys[1], keys[3])], "For fun.")
    rounds.begin(by, beside)
    fought(Round.objects.get(pk=beside.pk))
    all_answer(made)
    assert ended(made)[0] == "1 guest 0"


def test_what_is_fought_beside_the_bracket_lets_nobody_go() -> None:
    made = running(4, Kind.KNOCK_OUT)
    by = director_of(made.club)
    fought(drawn(made))
    keys = [str(one.pk) for one in made.entrants.order_by("number")]
    found = rounds.draw_by_hand(by, made, SETTING, [DraftPairing(keys[0], keys[3])], "For fun.")
    rounds.begin(by, found)
    fought(Round.objects.get(pk=found.pk), weaker)
    assert places(made)[:2] == ["1–2 guest 0", "1–2 guest 1"]
    fought(drawn(made))
    assert ended(made)[:2] == ["1 guest 0", "2 guest 1"]


def test_bracket_that_cannot_be_drawn_is_left_out_with_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    made = running(4, Kind.KNOCK_OUT)
    fought(drawn(made))
    pairing = Pairing.objects.order_by("pk")[0]
    pairing.reasons[0]["keys"][-1] = "X7.1"
    pairing.save()
    all_answer(made)
    page = page_of(made)
    assert "The results do not fit a bracket. The rounds list every table." in page
    assert '<svg class="bracket"' not in page
    assert f"The bracket of tournament {made.pk} cannot be drawn" in caplog.text
    with pytest.raises(TournamentRefused, match=r"no pairing X7\.1"):
        rounds.draw(director_of(made.club), made, SETTING)


@pytest.mark.parametrize("kind", [Kind.KNOCK_OUT, Kind.DOUBLE_ELIMINATION])
@pytest.mark.parametrize("count", [0, 1])
def test_knock_out_of_nobody_has_pages(kind: str, count: int) -> None:
    made = planned(kind)
    tournament_states.move(director_of(made.club), made, State.OPEN)
    if count:
        entries.enter(director_of(made.club), made, [director_of(made.club)])
    all_answer(made)
