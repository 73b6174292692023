"""Brackets and leagues through any sequence of deeds: no page is a fault, and no round goes wrong."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from darkseas.club.models import Pairing, Player, Result, Round, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.result_states import ResultConflict
from darkseas.club.tournaments import reports, rounds, tournament_states
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.formats.points_standings import places, places_in_bracket
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.brackets import THIRD_PLACE, bracket_key
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import key_of, read
from darkseas.engine.dice.chooser import Chooser
from tests.club.results.club_events import guest
from tests.club.tournaments.events import SETTING, director_of, planned
from tests.support.members import logged_in

pytestmark = pytest.mark.django_db
Kind, State, End = Tournament.Kind, Tournament.State, Pairing.End
ADDRESSES = ("", "?board", "standings.csv", "tournament.json", "tournament.trf", "print/slips/")
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (Kind.KNOCK_OUT, {"has_third_place": True}),
    (Kind.DOUBLE_ELIMINATION, {}),
    (Kind.LEAGUE, {"divisions": ("Upper", "Lower"), "moves": 1}),
)
ENDS = (
    (End.FORFEIT, (2, 0)),
    (End.FORFEIT, (0, 2)),
    (End.DOUBLE_FORFEIT, (0, 0)),
    (End.ADJUDICATED, (1, 1)),
)
DEEDS, BETWEEN, SAMPLE = 50, 16, 3
REFUSED = (TournamentRefused, ResultRefused, ResultConflict)


class Sequel:
    """One tournament, and what chance lets its director do."""

    def __init__(self, kind: str, terms: dict[str, Any], place: int) -> None:
        self.chance = Chooser(f"{kind} {place}".encode())
        self.tournament = planned(kind, **terms)
        self.by: Player = director_of(self.tournament.club)
        tournament_states.move(self.by, self.tournament, State.OPEN)
        for number in range(4 + self.chance.below(4)):
            group = ("Upper", "Lower")[number % 2] if "divisions" in terms else ""
            entries.enter(self.by, self.tournament, [self.guest()], strength=2000 - number, group=group)
        tournament_states.move(self.by, self.tournament, State.RUNNING)

    def guest(self) -> Player:
        """Somebody new."""
        return guest(self.tournament.club, f"guest {Player.objects.count()}")

    def pairings(self) -> Sequence[Pairing]:
        """All pairings of two."""
        every = Pairing.objects.filter(round__tournament=self.tournament, second__isnull=False)
        return list(every.select_related("round", "result", "first", "second").order_by("pk"))

    def some(self, every: Sequence[Pairing]) -> Pairing:
        """One of these pairings. Raises TournamentRefused where there is none."""
        if not every:
            raise TournamentRefused("There is none.")
        return self.chance.one_of(every)

    def result(self) -> Result:
        """One of the results."""
        found = self.some([one for one in self.pairings() if one.result]).result
        assert found is not None
        return found

    def newest(self) -> Round:
        """The newest round."""
        found = self.tournament.rounds.order_by("number").last()
        if found is None:
            raise TournamentRefused("There is none.")
        return found

    def report(self) -> None:
        """Report all that is open of a round, or decide it."""
        for pairing in self.pairings():
            if pairing.round.state == Round.State.RUNNING and not pairing.end and not pairing.result:
                won = self.chance.one_of((reports.FIRST, reports.SECOND))
                if self.chance.below(5):
                    reports.report(self.by, pairing, Reported(won))
                else:
                    reports.forfeit(self.by, pairing, won, "Did not come.")

    def draw(self) -> None:
        """Close the newest round, draw the next, and begin it."""
        if self.tournament.rounds.exists() and self.newest().state != Round.State.CLOSED:
            self.report()
            rounds.close(self.by, self.newest())
        still = self.still_in()
        drawn = rounds.draw(self.by, self.tournament, SETTING)
        rounds.begin(self.by, drawn)
        for one in drawn.pairings.all():
            if bracket_key(one) != THIRD_PLACE and one.second_id:
                assert still.issuperset({str(one.first_id), str(one.second_id)})

    def still_in(self) -> set[str]:
        """Who can be drawn: who is not out of a knock-out, and everybody in a league."""
        found = read(self.tournament)
        if self.tournament.kind == Kind.LEAGUE:
            return {key_of(one) for one in found.entrants}
        return {one.entrant for one in places_in_bracket(found) if one.is_in}

    def draw_by_hand(self) -> None:
        """Lay the next round out by hand, of some or of all."""
        keys = [str(one.pk) for one in self.tournament.entrants.order_by("number")]
        if self.chance.below(2):
            keys = keys[: 2 + 2 * self.chance.below(len(keys) // 2)]
        pairs = [DraftPairing(*keys[at : at + 2]) for at in range(0, len(keys), 2)]
        rounds.draw_by_hand(self.by, self.tournament, SETTING, pairs, "So it shall be.")

    def correct(self) -> None:
        """Let the other have won, or nobody."""
        result = self.result()
        facts, level = store.last_facts(result), self.chance.below(4) == 0
        sides = tuple(replace(one, score=1 if level else 2 - one.score) for one in facts.sides)
        store.correct(result, self.by, "Upside down.", replace(facts, sides=sides))

    def change_end(self) -> None:
        """Let a forfeit have ended otherwise."""
        pairing = self.some([one for one in self.pairings() if one.end])
        end, marks = self.chance.one_of(ENDS)
        reports.change_end(self.by, pairing, end, marks, "Otherwise.")

    def take_back_end(self) -> None:
        """Take a forfeit back."""
        reports.take_back_end(self.by, self.some([one for one in self.pairings() if one.end]), "He came.")

    def withdraw(self) -> None:
        """Let somebody leave."""
        entries.withdraw(self.by, self.chance.one_of(list(self.tournament.entrants.all())), "The last bus.")

    def come_back(self) -> None:
        """Let somebody come back."""
        entries.come_back(self.by, self.chance.one_of(list(self.tournament.entrants.all())))

    def enter(self) -> None:
        """Let somebody come late."""
        entries.enter(self.by, self.tournament, [self.guest()], strength=self.chance.below(3000))

    def substitute(self) -> None:
        """Let somebody go on for another."""
        one = self.chance.one_of(list(self.tournament.entrants.all()))
        entries.substitute(self.by, one, [self.guest()], "She is ill.")

    def move(self) -> None:
        """End it, or let it go on."""
        self.tournament.refresh_from_db()
        tournament_states.move(
            self.by, self.tournament, self.chance.one_of(tournament_states.moves_from(self.tournament)), "So."
        )
        self.tournament.refresh_from_db()

    def deeds(self) -> list[Callable[[], object]]:
        """What may be done, the usual more often."""
        return [
            *[self.draw] * 5,
            *[self.report] * 2,
            *[self.correct] * 2,
            lambda: store.void(self.result(), self.by, "It was another battle."),
            lambda: store.decide(self.result(), self.by, "It was that battle."),
            lambda: rounds.take_back(self.by, self.newest(), "Anew."),
            lambda: rounds.begin(self.by, self.newest()),
            lambda: rounds.close(self.by, self.newest()),
            lambda: rounds.reopen(self.by, self.newest(), "A slip was found."),
            self.draw_by_hand,
            self.change_end,
            self.take_back_end,
            self.withdraw,
            self.come_back,
            self.enter,
            self.substitute,
        ]

    def check(self) -> None:
        """See that everybody has one place, nobody meets twice in a round, and every page answers."""
        found = read(self.tournament)
        assert sorted(key for _, key in places(found)) == sorted(str(one.pk) for one in found.entrants)
        for one in found.rounds:
            tables = found.of_round(one.number)
            there = Counter(key for table in tables for key in (table.first_id, table.second_id) if key)
            assert set(there.values()) <= {1}
        base = f"/clubs/ironclads/tournaments/{self.tournament.slug}/"
        for client in (Client(), logged_in("dora")):
            for address in ADDRESSES:
                assert client.get(base + address).status_code in (200, 302), address
        for address in ("rounds/new/", "rounds/by-hand/"):
            assert logged_in("dora").get(base + address).status_code in (200, 302, 404, 409, 422), address


@pytest.mark.parametrize("place", range(SAMPLE))
@pytest.mark.parametrize(("kind", "terms"), KINDS)
def test_any_deeds_leave_pages_that_answer(kind: str, terms: dict[str, Any], place: int) -> None:
    sequel = Sequel(kind, terms, place)
    done = 0
    for number in range(1, DEEDS + 1):
        deed = sequel.move if number > DEEDS - 8 else sequel.chance.one_of(sequel.deeds())
        try:
            deed()
            done += 1
        except REFUSED:
            pass
        if number % BETWEEN == 0:
            sequel.check()
    sequel.check()
    assert done > DEEDS // 4
