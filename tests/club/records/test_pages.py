"""Pages of records: what they show of whom, to whom, and with how many queries."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from darkseas.club.membership import guests
from darkseas.club.membership.account_section import forget
from darkseas.club.models import Club, Player, Result, Right, Tournament
from darkseas.club.ratings.battles import RatingTerms
from darkseas.club.records import rating_bounds, recomputation
from darkseas.club.records.honours import kept_honours
from darkseas.club.records.pages import record_views, shown_ratings
from darkseas.club.results import store
from darkseas.club.tournaments import tournament_states
from replays_app.models import Battle, ShipRecord, Summary
from scenarios_app.models import Visibility
from tests.club.records.books import follow
from tests.club.results.club_events import DAY, facts, guest, joined, new_club, reported
from tests.club.tournaments.events import director_of, drawn, fought, running
from tests.support.builders import register_toy, toy_battle
from tests.support.members import logged_in
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def people() -> tuple[Club, Player, Player]:
    """An open club that shows ratings from two battles on."""
    club = new_club(rated_from=2)
    return club, joined(club, "ann"), joined(club, "bob")


def confirmed(red: Player, blue: Player, winner: int | None = 0, days: int = 0) -> Result:
    """A result that counts, of so many days before the others."""
    by = red if red.member else blue
    found = store.report(red.club, by, facts(red, blue, winner, day=DAY - timedelta(days=days)))
    if red.member and blue.member:
        store.confirm(found, blue)
    else:
        store.decide(found, director_of(red.club), "Seen.")
    return found


def text(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, address
    return one_line(answer.content.decode())


def records_of(club: Club) -> str:
    return reverse("club-records", args=[club.slug])


def record_of(player: Player) -> str:
    return reverse("club-player-record", args=[player.club.slug, player.pk])


def test_ratings_are_shown_from_the_fewest_battles_on() -> None:
    club, ann, bob = people()
    confirmed(ann, bob)
    assert "being worked out" not in text(records_of(club))
    assert "Records update within two minutes" in text(records_of(club))
    recomputation.ask_where_changed()
    assert "<progress" in text(records_of(club))
    follow(club)
    assert "Nobody has a rating yet: 2 players have" in text(records_of(club))
    confirmed(ann, bob, days=40)
    follow(club)
    shown = text(records_of(club))
    assert shown.index(">ann</a>") < shown.index(">bob</a>")
    assert "<progress" not in shown
    assert "the records follow" not in shown
    assert "by 5.5 points" in shown


def test_long_lists_of_ratings_have_pages_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_ratings, "MOST_RATED", 1)
    monkeypatch.setattr(record_views, "RATINGS_A_PAGE", 1)
    club, ann, bob = people()
    for days in (0, 40):
        confirmed(ann, bob, days=days)
    follow(club)
    shown = text(records_of(club))
    assert "All 2 ratings" in shown
    assert ">bob</a>" not in shown
    second = text(f"{records_of(club)}?ratings=fleet_battle&page=2")
    assert '<td class="number">2</td><th scope="row" class="long">' in second
    assert 'href="?ratings=fleet_battle&amp;page=1"' in second
    assert Client().get(f"{records_of(club)}?ratings=none").status_code == 404


def test_rules_of_most_people_come_first_and_the_others_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up rules bury nobody: a few are shown whole, others by name, and what is not rated by a number."""
    monkeypatch.setattr(shown_ratings, "MOST_SHOWN", 1)
    monkeypatch.setattr(shown_ratings, "MOST_SYSTEMS", 3)
    monkeypatch.setattr(rating_bounds, "MOST_SYSTEMS", 3)
    club, ann, bob = people()
    confirmed(ann, bob)
    confirmed(joined(club, "cat"), bob)
    for number, results in enumerate((3, 2, 1, 1)):
        for _ in range(results):
            store.confirm(reported(ann, bob, system=f"Rules & {number}"), bob)
    follow(club)
    shown = text(records_of(club))
    assert shown.count('class="records-system"') == 1
    assert '<h2 id="system-1">Fleet Battle' in shown
    assert shown.index('href="?rules=Rules%20%26%200">Rules &amp; 0</a>') < shown.index("Rules &amp; 1</a>")
    assert "Rules &amp; 2" not in shown
    assert "2 results in 2 other rules systems are not rated. We rate 3 rules systems" in shown
    alone = text(f"{records_of(club)}?rules=Rules%20%26%200")
    assert ">ann</a>" in alone
    assert "Largest victories" in alone
    for wrong in ("", "none"):
        assert Client().get(f"{records_of(club)}?rules={wrong}").status_code == 404


def test_of_many_scenarios_those_most_fought_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_ratings, "MOST_SCENARIOS", 1)
    club, ann, bob = people()
    for title, battles in (("Cape", 2), ("Savo", 3), ("Sunda", 1)):
        for _ in range(battles):
            store.confirm(reported(ann, bob, scenario_text=title), bob)
    monkeypatch.setattr(recomputation, "terms_of", lambda _: RatingTerms(fewest_for_a_side=2))
    follow(club)
    shown = text(records_of(club))
    assert "<dt>Savo</dt>" in shown
    assert "<dt>Cape</dt>" not in shown
    assert 'href="?rules=fleet_battle">All 2 scenarios' in shown
    assert "1 more scenario with fewer than" in shown
    alone = text(f"{records_of(club)}?rules=fleet_battle")
    assert alone.index("<dt>Cape</dt>") < alone.index("<dt>Savo</dt>")
    assert "All 2 scenarios" not in alone


def test_page_tells_what_there_was_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recomputation, "rooms", lambda battles: dict.fromkeys(battles, 3))
    club, ann, bob = people()
    cat = joined(club, "cat")
    for title in ("Cape", "Savo"):
        for other in (bob, bob, cat):
            store.confirm(reported(ann, other, scenario_text=title), other)
    follow(club)
    shown = text(records_of(club))
    assert "1 player with the fewest battles counts as average and has no rating" in shown
    assert "1 scenario with the fewest battles counts as even" in shown
    assert ">ann</a>" in shown
    assert ">cat</a>" not in shown


def test_curve_says_the_same_to_eyes_and_ears() -> None:
    club, ann, bob = people()
    for days in (0, 40, 41):
        confirmed(ann, bob, days=days)
    follow(club)
    shown = text(record_of(ann))
    assert 'role="img" aria-labelledby="curve-title-1 curve-text-1"' in shown
    assert f"in {DAY - timedelta(days=40):%B %Y} to" in shown
    assert shown.count('<th scope="row">') == 2  # in the month between nobody fought
    assert "3 battles: 3 won, 0 drawn, 0 lost." in shown


def test_head_to_head_is_of_those_who_met() -> None:
    club, ann, bob = people()
    cat = joined(club, "cat")
    confirmed(ann, bob)
    confirmed(ann, bob, 1)
    confirmed(bob, cat)
    shown = text(f"{record_of(ann)}?against={bob.pk}")
    assert "2 battles</strong>: 1 won, 0 drawn, 1 lost; points 25 to 14, ships lost 2 to 6" in shown
    for wrong in (cat.pk, ann.pk, "bob", "9" * 400, "²"):
        assert Client().get(f"{record_of(ann)}?against={wrong}").status_code == 404


def test_who_deleted_their_account_stays_under_a_neutral_name() -> None:
    club, ann, bob = people()
    for days in range(3):
        confirmed(ann, bob, days=days)
    follow(club)
    member = bob.member
    assert member is not None
    forget(member)
    member.delete()
    for address in (records_of(club), record_of(ann), record_of(bob)):
        shown = text(address)
        assert f"Former member {bob.pk}" in shown
        assert ">bob<" not in shown


def test_record_of_a_guest_leads_to_the_member_who_was_it() -> None:
    club, ann, bob = people()
    nelson = guest(club, "Nelson")
    for days in range(2):
        confirmed(ann, nelson, days=days)
    follow(club)
    assert "Nelson" in text(records_of(club))
    guests.decide(director_of(club), guests.claim(bob, nelson), True)
    follow(club)
    assert Client().get(record_of(nelson)).headers["Location"] == record_of(bob)
    assert "2 battles: 0 won, 0 drawn, 2 lost." in text(record_of(bob))
    assert "Nelson" not in text(records_of(club))


def test_ratings_stand_on_the_page_of_a_player() -> None:
    club, ann, bob = people()
    confirmed(ann, bob)
    address = reverse("club-player", args=[club.slug, ann.pk])
    assert "Curves, opponents" not in text(address)
    follow(club)
    assert "no rating yet" in text(address)
    assert record_of(ann) in text(address)


def test_honours_come_from_closed_tournaments_and_seasons_that_are_over() -> None:
    event = running(3, Tournament.Kind.ROUND_ROBIN)
    club, by = event.club, director_of(event.club)
    season = club.seasons.create(
        name="1942", first_day=DAY.replace(year=2020), last_day=DAY.replace(year=2021)
    )
    now = club.seasons.create(name="Now", first_day=DAY.replace(year=2022), last_day=DAY.replace(year=2999))
    Tournament.objects.update(season=season)
    while event.rounds.count() < 3:
        fought(drawn(event))
    follow(club)
    assert "Autumn salvo" not in text(records_of(club))
    tournament_states.move(by, event, Tournament.State.CLOSING)
    tournament_states.move(by, event, Tournament.State.CLOSED)
    state = follow(club)
    kept = kept_honours(state.honours)
    names = {player.pk: player.name for player in club.players.all()}
    assert [names[one.player] for one in kept.tournaments[event.pk]] == ["guest 0", "guest 1", "guest 2"]
    assert [one.points for one in kept.seasons[season.pk]] == ["11", "8", "6"]
    assert kept.seasons[now.pk] == ()
    assert "Autumn salvo: 1; 1942: 1" in text(records_of(club))


def test_seasons_count_as_the_club_says() -> None:
    club, ann, bob = people()
    for winner in (0, 0, None):
        confirmed(ann, bob, winner)
    confirmed(joined(club, "cat"), bob)
    season = club.seasons.create(name="1942", first_day=DAY, last_day=DAY)
    client = logged_in(str(director_of(club)))
    rule = {"places": "5; 3", "taking_part": "0", "won": "3", "drawn": "1", "lost": "0.5", "fewest": "3"}

    def table() -> dict[str, str]:
        kept = kept_honours(follow(club).honours).seasons[season.pk]
        return {str(Player.objects.get(pk=one.player)): one.points for one in kept}

    assert table() == {"ann": "2½", "bob": "½", "cat": "1"}
    address = reverse("club-season-rule", args=[club.slug])
    assert 'value="10, 7, 5, 3, 2, 1"' in text(address, client)
    for wrong in (
        {"places": "3, 5"},
        {"places": "many"},
        {"places": "1e-999999999"},
        {"places": "NaN"},
        {"drawn": "4"},
        {"won": "-1"},
    ):
        assert client.post(address, {**rule, **wrong}).status_code == 200
    assert table() == {"ann": "2½", "bob": "½", "cat": "1"}
    for _ in range(2):
        assert client.post(address, rule).status_code == 302
    line = club.audit_lines.get(deed="season-rule.changed")
    said = [str(kept["won"]) for kept in (line.before, line.after) if kept is not None]
    assert said == ["1", "3"]
    assert table() == {"ann": "7", "bob": "2½"}
    assert "3 for winning a free battle and 1 for drawing one, ½ for losing one." in text(records_of(club))
    assert "at least 3 times" in text(records_of(club))


def linked(club: Club, ann: Player, bob: Player, battle: Battle) -> Result:
    plain = facts(ann, bob, 0, battle=battle.pk)
    sides = [replace(side, side=key) for side, key in zip(plain.sides, ("red", "blue"), strict=True)]
    found = store.report(club, ann, replace(plain, sides=tuple(sides)))
    store.confirm(found, bob)
    return found


def test_n22_career_of_a_ship_follows_the_battles_that_count() -> None:
    register_toy()
    club, ann, bob = people()
    first, second = toy_battle("1"), toy_battle("2")
    ShipRecord.objects.filter(battle=first, ship="red-1").update(fate="damaged")
    ShipRecord.objects.filter(battle=second, ship="red-1").update(fate="sunk")
    results = [linked(club, ann, bob, battle) for battle in (first, second)]
    address = reverse("club-ship", args=[club.slug, "Red-1"])
    shown = text(address)
    assert "2 battles: damaged in 1, sunk in 1." in shown
    for battle, result in zip((first, second), results, strict=True):
        assert reverse("replay", args=[battle.pk]) in shown
        assert reverse("club-result", args=[club.slug, result.pk]) in shown
    store.void(results[1], joined(club, "dora", Right.Kind.DIRECTOR), "Wrong night.")
    assert "1 battle: damaged in 1, never sunk." in text(address)
    assert "Red-2" in text(reverse("club-ships", args=[club.slug]))
    ships = reverse("club-ships", args=[club.slug])
    assert all("Red-2" in text(f"{ships}?q={words}") for words in ("red2", "RED 2", "Réd-2"))
    assert not any("Red-2" in text(f"{ships}?q={words}") for words in ("blue", "!!!", "鳥海", "red 3"))
    for wrong in ("Red", "Red-1/"):
        assert Client().get(f"/clubs/{club.slug}/records/ships/{wrong}/").status_code == 404


def test_of_a_battle_that_one_may_not_watch_not_even_the_ships_are_named() -> None:
    register_toy()
    club, ann, bob = people()
    battle = toy_battle()
    linked(club, ann, bob, battle)
    Summary.objects.update(turns=77)
    follow(club)
    assert "77 turns" in text(records_of(club))
    battle.revision.scenario.visibility = Visibility.PRIVATE
    battle.revision.scenario.save()
    assert "77 turns" not in text(records_of(club))
    assert "Red-1" not in text(reverse("club-ships", args=[club.slug]))
    assert Client().get(reverse("club-ship", args=[club.slug, "Red-1"])).status_code == 404


def test_number_of_queries_does_not_hang_on_the_number_of_rows() -> None:
    register_toy()
    club, ann, bob = people()
    linked(club, ann, bob, toy_battle("1"))
    confirmed(ann, bob)
    follow(club)
    client = logged_in("ann")
    pages = (
        records_of(club),
        record_of(ann),
        f"{record_of(ann)}?against={bob.pk}",
        reverse("club-ships", args=[club.slug]),
        reverse("club-ship", args=[club.slug, "Red-1"]),
        reverse("club-player", args=[club.slug, ann.pk]),
    )

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            text(address, client)
        return len(asked)

    text(records_of(club), client)  # a process reads the card of a scenario once
    few = {page: queries(page) for page in pages}
    linked(club, ann, bob, toy_battle("2"))
    for number in range(3):
        other = joined(club, f"sailor-{number}")
        for days in range(3):
            confirmed(ann, other, days=40 * days)
        store.confirm(reported(other, ann, system="dark_seas", scenario_text=f"Sea {number}"), ann)
    follow(club)
    many = {page: queries(page) for page in pages}
    assert many == few
    assert max(many.values()) <= 25
