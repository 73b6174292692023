"""How much there is to count through for an order of air strikes, and what is no more (ES-15 to ES-17)."""

from darkseas.engine.orders import Given
from darkseas.rules.easyships.model.orders import AttackGroup, PlanStrikes, Strike
from darkseas.rules.easyships.odds.air_strike_odds_parts import MOST_STEPS, shots_of_all, steps_to_count
from darkseas.rules.easyships.odds.attack_odds import odds
from darkseas.rules.easyships.odds.strike_odds import in_air
from darkseas.rules.easyships.order_guidance.preview import preview
from darkseas.rules.easyships.order_guidance.preview_air import TOO_MANY
from tests.rules.easyships.support import Table, a_battle, ship

CARRIERS = tuple(f"a{number}" for number in range(1, 13))


def armada(*, fighters: int = 0, defence: int = 10) -> Table:
    """Twelve carriers side by side, and a cruiser with a carrier beside her far away."""
    ours = dict.fromkeys(CARRIERS, ship("CV", air=100, hexes=1))
    enemies = {"b1": ship("CA", defence=defence, hexes=1), "b2": ship("CV", air=fighters, hexes=1)}
    at = {key: f"{5 + number % 4:02}{5 + number // 4:02}" for number, key in enumerate(CARRIERS)}
    return a_battle(ours, enemies, at={**at, "b1": "2020", "b2": "2023"}, sea={"year": 1942})


def steps(table: Table, order: PlanStrikes) -> int:
    """What there is to count for an order at one target."""
    state = in_air(table.state, "a", order.strikes)
    guns = shots_of_all(state, "b")
    return sum(steps_to_count(state, key, "b1", guns) for key in state.strikes)


def in_three_groups(carriers: int) -> PlanStrikes:
    """A strike of so many carriers each, in three groups of eight planes at the cruiser."""
    groups = (AttackGroup("b1", 8),) * 3
    return PlanStrikes(strikes=tuple(Strike((key,), groups) for key in CARRIERS[:carriers]))


def test_strikes_of_an_order_are_counted_together() -> None:
    """Each alone would be counted through, all of them are not: sixty carriers might launch at once."""
    table = armada(fighters=40)
    one, many = in_three_groups(1), in_three_groups(4)
    assert steps(table, one) <= MOST_STEPS < steps(table, many)
    assert odds(table.state, Given("a", one))
    assert odds(table.state, Given("a", many)) == ()


def test_planes_that_no_fighter_meets_are_counted_too() -> None:
    """Guns and bombs are as many numbers of planes to look at, though no die of fighters falls."""
    for planes, can_be in ((100, True), (1200, False)):
        table = armada(defence=80)
        order = PlanStrikes(strikes=(Strike(CARRIERS, (AttackGroup("b1", planes),)),))
        assert (steps(table, order) <= MOST_STEPS) is can_be
        assert bool(odds(table.state, Given("a", order))) is can_be


def test_guns_are_counted_by_their_dice() -> None:
    groups = (AttackGroup("b1", 100),)
    order = PlanStrikes(strikes=(Strike(CARRIERS[:1], groups),))
    weak, strong = (steps(armada(defence=defence), order) for defence in (8, 80))
    assert strong - weak == 9 * 101


def test_preview_says_why_there_are_no_odds() -> None:
    table = armada(fighters=40)
    assert preview(table.state, Given("a", in_three_groups(4))).lines[0].text == TOO_MANY
    assert TOO_MANY not in [line.text for line in preview(table.state, Given("a", in_three_groups(1))).lines]
