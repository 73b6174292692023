"""The pairing that is found costs the least: compared with all there are."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import replace

import pytest

from darkseas.club.pairing.positions import positions
from darkseas.club.pairing.round_records import Plan, Rules, Situation, Within
from darkseas.club.pairing.swiss.costs import Row, candidates
from darkseas.club.pairing.swiss.least_cost import Edge, by_cost, least_cost_matching, total
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.tournaments import Account, Tournament, entrants


def matchings(vertices: tuple[int, ...], edges: dict[Edge, int]) -> Iterator[tuple[Edge, ...]]:
    """Yield every perfect matching."""
    if not vertices:
        yield ()
        return
    one, *others = vertices
    for other in others:
        if (one, other) in edges:
            rest = tuple(vertex for vertex in others if vertex != other)
            for smaller in matchings(rest, edges):
                yield ((one, other), *smaller)


CHANCE = Chooser(b"costs")


def some_costs(count: int, chance: Chooser) -> dict[Edge, int]:
    """Return a graph with about two thirds of all edges, some costs huge."""
    return {
        (one, other): chance.below(20) * 10 ** (3 * chance.below(8))
        for one in range(count)
        for other in range(one + 1, count)
        if chance.below(3)
    }


def test_matching_costs_the_least_of_all() -> None:
    for count in [0, 2, 4, 6, 8, 10] * 12:
        costs = some_costs(count, CHANCE)
        sums = [total(matching, costs) for matching in matchings(tuple(range(count)), costs)]
        best = least_cost_matching(count, costs)
        if best is None:
            assert sums == []
        else:
            assert total(best, costs) == min(sums)


@pytest.mark.parametrize("count", [4, 6, 8])
def test_matchings_come_by_cost_and_each_once(count: int) -> None:
    chance = Chooser(b"order" + bytes([count]))
    for _ in range(6):
        costs = some_costs(count, chance)
        every = list(matchings(tuple(range(count)), costs))
        found = list(by_cost(count, costs))
        assert sorted(found) == sorted(every)
        assert [total(one, costs) for one in found] == sorted(total(one, costs) for one in every)


@pytest.mark.parametrize("within", ["halves", "neighbours", "lots"])
def test_plan_costs_the_least_that_its_round_can_cost(within: Within) -> None:
    for size in range(3, 11):
        check_cost(size, within)


def check_cost(size: int, within: Within) -> None:
    rules = Rules(min(4, size - 1), within=within, looks_ahead=False)
    for place in range(3):
        tournament = Tournament.of(entrants(size), rules, bytes([place]) * 32)
        chance = Chooser(bytes([size, place]))
        for _ in range(rules.rounds):
            before = tournament.situation
            rows = rows_by_hand(before)
            plan = tournament.fight(chance)
            assert cost_of(plan, before) == min(rows), (size, place)


def summed(rows: Iterable[Row]) -> Row:
    """Add up rows, column by column."""
    return tuple(sum(column) for column in zip(*rows, strict=True))


def cost_of(plan: Plan, situation: Situation) -> Row:
    """Return what a plan costs."""
    ranked = list(positions(situation).values())
    given = candidates(situation, ranked, len(plan.byes))
    places = {one.key: place for place, one in enumerate(ranked)}
    pairs = [sorted((places[one.first], places[one.second])) for one in plan.pairings]
    byes = [[places[one.key], len(ranked) + bye] for bye, one in enumerate(plan.byes)]
    return summed(given.rows[one, other] for one, other in [*pairs, *byes])


def rows_by_hand(situation: Situation) -> list[tuple[int, ...]]:
    """Return what each pairing of a round costs, those that keep everything if there are any."""
    ranked = list(positions(situation).values())
    given = candidates(situation, ranked, len(ranked) % 2)
    vertices = tuple(range(given.size))
    rows = given.unbarred()
    if not any(True for _ in matchings(vertices, dict.fromkeys(rows, 0))):
        rows = dict(given.rows)
    return [
        summed(rows[edge] for edge in matching) for matching in matchings(vertices, dict.fromkeys(rows, 0))
    ]


def test_points_are_as_close_as_can_be_and_the_lowest_has_the_bye() -> None:
    """Counted anew from the account, not from the code's own rows."""
    for place in range(6):
        tournament = Tournament.of(entrants(7), Rules(4, looks_ahead=False), bytes([place]) * 32)
        chance = Chooser(b"close" + bytes([place]))
        for _ in range(4):
            points = {key: one.points for key, one in positions(tournament.situation).items()}
            best = min(pairings_with_byes(list(points), points, tournament.account))
            plan = tournament.fight(chance)
            distance = sum((points[one.first] - points[one.second]) ** 2 for one in plan.pairings)
            assert (points[plan.byes[0].key], distance) == best


def pairings_with_byes(
    keys: list[str], points: dict[str, int], account: Account
) -> Iterator[tuple[int, int]]:
    """Yield points of who has the bye, and the distances squared, of every way that keeps everything."""
    if not keys:
        yield 0, 0
        return
    one, *others = keys
    for other in others:
        if account.may_meet(one, other):
            for bye, distance in pairings_with_byes([key for key in others if key != other], points, account):
                yield bye, distance + (points[one] - points[other]) ** 2
    if len(keys) % 2 and not account.byes[one]:
        for _, distance in pairings_with_byes(others, points, account):
            yield points[one], distance


def test_with_a_look_ahead_it_costs_the_least_of_those_that_lead_to_the_end() -> None:
    """Six entrants, four rounds: the second and third, against all ways to go on."""
    dearer = 0
    for place in range(8):
        tournament = Tournament.of(entrants(6), Rules(4), bytes([place]) * 32)
        chance = Chooser(b"ahead" + bytes([place]))
        for number in range(1, 5):
            situation, account = tournament.situation, deepcopy(tournament.account)
            plan = tournament.fight(chance)
            if number in (2, 3):
                best = least_that_leads_on(situation, account, 4 - number)
                assert cost_of(plan, situation) == best
                dearer += cost_of(plan, situation) > min(rows_by_hand(situation))
    assert dearer > 0


def least_that_leads_on(situation: Situation, account: Account, rounds: int) -> tuple[int, ...]:
    """Return the least cost of a pairing after which so many rounds can be fought."""
    ranked = [one.key for one in positions(situation).values()]
    given = candidates(situation, list(positions(situation).values()), 0)
    rows = given.unbarred()
    return min(
        summed(rows[edge] for edge in matching)
        for matching in matchings(tuple(range(6)), dict.fromkeys(rows, 0))
        if leads_on(account, [(ranked[one], ranked[other]) for one, other in matching], ranked, rounds)
    )


def leads_on(account: Account, pairs: list[tuple[str, str]], keys: list[str], rounds: int) -> bool:
    """Say whether some sides of these pairs leave a way through the rounds after them."""
    if not pairs:
        return rounds == 0 or any(
            leads_on(account, way, keys, rounds - 1) for way in pairings_of(keys, account)
        )
    (one, other), *rest = pairs
    return any(
        leads_on(after_pairing(account, first, second), rest, keys, rounds)
        for first, second in ((one, other), (other, one))
        if abs(account.balances[first] + 1) <= 1 and abs(account.balances[second] - 1) <= 1
    )


def after_pairing(account: Account, first: str, second: str) -> Account:
    """Return the account with one pairing more."""
    after = replace(account, met=account.met.copy(), balances=account.balances.copy())
    after.met[frozenset((first, second))] += 1
    after.balances[first] += 1
    after.balances[second] -= 1
    return after


def pairings_of(keys: list[str], account: Account) -> Iterator[list[tuple[str, str]]]:
    """Yield every way to pair these under opponents and sides."""
    if not keys:
        yield []
        return
    one, *others = keys
    for other in others:
        if account.may_meet(one, other):
            for rest in pairings_of([key for key in others if key != other], account):
                yield [(one, other), *rest]
