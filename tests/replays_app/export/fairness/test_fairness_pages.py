"""The pages about dice: counts, sums, and the register of promises."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from darkseas.engine.events import DiceRolled
from replays_app.export.fairness import register, tallies
from replays_app.export.fairness.bar_plots import HEIGHT, WIDTH, bar_plot
from replays_app.export.fairness.tallies import HOUSE, LEAST_A_FACE, TABLE, Kind
from replays_app.log import store as log_store
from replays_app.models import Battle, DiceTally
from replays_app.recording import abandoning
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Visibility
from tests.support.builders import give, plot, seats_of, toy_battle, toy_started
from tests.support.fair_battles import fair_open, fair_started, fight_fair_turns
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def faces(battle: Battle) -> int:
    """How many dice a log holds."""
    events = [entry.event for entry in log_store.read(battle.pk)]
    return sum(len(event.faces) for event in events if isinstance(event, DiceRolled))


def at_the_table() -> Battle:
    """A battle that was fought with dice of the table and is over."""
    battle = toy_started(scheme="table").battle
    seats = seats_of(battle)
    plot(seats["red"], 1, 2)
    plot(seats["blue"], 3, 3, throws=[[2], [5], [3]])
    give(seats["red"], "strike", {}, expected=len([e for e in log_store.read(battle.pk) if may_know(e)]))
    battle.refresh_from_db()
    assert battle.is_over
    return battle


def may_know(entry: Any) -> bool:
    return entry.audience == ("everyone",) or "red" in entry.audience


def test_dice_of_house_and_table_are_counted_apart() -> None:
    house = [toy_battle("1"), toy_battle("2")]
    Battle.objects.update(origin="site")
    at_the_table()
    running = fair_open()
    fight_fair_turns(running, 3)
    kinds = tallies.of_all_battles()
    [by_house], [by_hand] = kinds[HOUSE], kinds[TABLE]
    assert (by_house.sides, by_house.total) == (6, sum(map(faces, house)))
    assert (by_hand.sides, list(by_hand.counts)) == (6, [0, 1, 1, 0, 1, 0])


def test_dice_of_a_running_battle_are_those_that_everybody_may_know() -> None:
    running = fair_open()
    fight_fair_turns(running, 3)
    [kind] = tallies.of_battle(running)[HOUSE]
    assert kind.total == 4
    assert set(DiceTally.objects.filter(battle=running).values_list("scope", flat=True)) == {"pub"}


def test_no_sum_is_told_below_the_sample() -> None:
    few = Kind(6, [LEAST_A_FACE] * 5 + [LEAST_A_FACE - 1])
    assert few.fit is None
    assert few.needed == 6 * LEAST_A_FACE
    assert Kind(6, [LEAST_A_FACE] * 6).fit is not None


def test_bars_fill_the_plot_and_stand_side_by_side() -> None:
    plot_of = bar_plot(Kind(4, [10, 20, 0, 10]))
    assert [bar.height for bar in plot_of.bars] == [37, 74, 0, 37]
    assert all(bar.y + bar.height == HEIGHT for bar in plot_of.bars)
    assert plot_of.even_y == HEIGHT - 37
    ends = [bar.x + bar.width for bar in plot_of.bars]
    assert all(end < bar.x for end, bar in zip(ends, plot_of.bars[1:], strict=False))
    assert ends[-1] < WIDTH


def test_page_says_how_many_and_that_they_are_too_few(client: Client) -> None:
    battle = toy_battle()
    Battle.objects.update(origin="site")
    page = one_line(client.get("/fairness/").content.decode())
    assert f"{faces(battle)} dice" in page
    assert "Not enough data: the test needs 180 dice" in page
    assert "No dice yet." in page
    assert 'href="/fairness/"' in one_line(client.get("/battles/").content.decode())


def test_page_of_a_battle_names_dice_that_are_too_few_in_one_sentence(client: Client) -> None:
    battle = toy_battle()
    page = one_line(client.get(f"/battles/{battle.pk}/dice/").content.decode())
    assert f"{faces(battle)} D6: too few dice. The test needs 30 for each face" in page
    assert "Not enough data" not in page
    [kind] = tallies.of_battle(battle)[HOUSE]
    assert ", ".join(f"{face}: {count}" for face, count in kind.fallen) in page


def test_page_of_a_battle_says_none_and_not_none_yet_when_it_is_over(client: Client) -> None:
    over, running = toy_battle(), toy_started(seats=()).battle
    page = one_line(client.get(f"/battles/{over.pk}/dice/").content.decode())
    assert "None in this battle." in page
    assert "No dice yet." not in page
    assert f'href="/battles/{over.pk}/prose/?sums=1"' in page
    page = one_line(client.get(f"/battles/{running.pk}/dice/").content.decode())
    assert "No dice yet." in page
    assert "Secret rolls, such as" in page


def test_page_tells_chi_square_where_there_are_enough(client: Client) -> None:
    battle = toy_battle()
    DiceTally.objects.filter(battle=battle).delete()
    DiceTally.objects.bulk_create(
        DiceTally(battle=battle, scope="pub", sides=6, face=face, count=count)
        for face, count in enumerate([50, 80, 90, 110, 100, 170], 1)
    )
    page = one_line(client.get(f"/battles/{battle.pk}/dice/").content.decode())
    assert "Chi-square 80.0 with 5 degrees of freedom, p &lt; 0.001" in page


def test_dice_of_a_battle_are_for_whoever_may_watch_it(client: Client) -> None:
    battle = toy_battle()
    assert client.get(f"/battles/{battle.pk}/dice/").status_code == 200
    hide(battle)
    assert client.get(f"/battles/{battle.pk}/dice/").status_code == 404


def test_dice_of_a_private_battle_are_for_both_holders() -> None:
    battle = toy_started(seats=()).battle
    for seat, name in zip(seats_of(battle).values(), ("ann", "bob"), strict=True):
        taking_seats.sit(seat, Holder(member=member(name)), 0)
    hide(battle)
    people = (logged_in("ann"), logged_in("bob"), logged_in("eve"), Client())
    statuses = [person.get(f"/battles/{battle.pk}/dice/").status_code for person in people]
    assert statuses == [200, 200, 404, 404]


def hide(battle: Battle) -> None:
    scenario = battle.revision.scenario
    scenario.visibility = Visibility.PRIVATE
    scenario.save()


def test_f9_register_shows_every_promise_and_what_became_of_it(client: Client) -> None:
    broken_off = fair_started()
    abandoning.break_off_overdue(timezone.now() + timedelta(days=4))
    waiting, running, finished = fair_started(), fair_open(), fair_open()
    fight_fair_turns(finished, 6)
    toy_started()
    told = register.lines(register.committed_battles(), AnonymousUser(), Holder())
    lines = {line["battle"].pk: line for line in told}
    states = {battle.pk: lines[battle.pk]["state"] for battle in (waiting, running, finished, broken_off)}
    assert list(states.values()) == [
        register.STATES[state] for state in ("committed", "running", "finished", "broken-off")
    ]
    assert len(lines) == 4
    page = one_line(client.get("/fairness/register/").content.decode())
    for battle in (waiting, running, finished, broken_off):
        link = log_store.link_at(battle.pk, 0)
        assert link is not None
        assert link.hex() in page
        assert str(battle.pk) in page


def test_register_names_a_private_battle_to_whoever_may_watch_it_and_its_promise_to_all(
    client: Client,
) -> None:
    battle = fair_started()
    taking_seats.sit(seats_of(battle)["red"], Holder(member=member("ann")), 0)
    assert battle.title in one_line(client.get("/fairness/register/").content.decode())
    hide(battle)
    link = log_store.link_at(battle.pk, 0)
    assert link is not None
    page = one_line(client.get("/fairness/register/").content.decode())
    assert [one for one in (battle.title, str(battle.pk), battle.pk.hex) if one in page] == []
    for words in ("A private battle", link.hex(), "is a private battle, listed only by commitment"):
        assert words in page
    own = one_line(logged_in("ann").get("/fairness/register/").content.decode())
    assert str(battle.pk) in own
    assert "private battle" not in own


def test_register_asks_as_much_for_many_battles_as_for_one(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        fair_started()
    with django_assert_max_num_queries(6):
        client.get("/fairness/register/")


def test_register_without_promises_says_so(client: Client) -> None:
    toy_battle()
    assert "No battle has committed dice yet." in one_line(client.get("/fairness/register/").content.decode())
