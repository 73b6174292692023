"""What the companion of EasyShips works out is what the rules decide; each id of the digest has its entry."""

import pytest

from darkseas.rules.easyships.combat import gunnery
from darkseas.rules.easyships.companion import COMPANION
from darkseas.rules.easyships.model.events import FiringResolved, HitResolved
from darkseas.rules.easyships.model.orders import GunFire
from darkseas.rules.easyships.narration.describe import describe
from darkseas.rules.easyships.tables.rules_tables import FIRES, aircraft_of
from tests.rules.easyships.companion.test_coverage import RULE_IDS, RULING_IDS
from tests.rules.easyships.support import Table, a_battle, ship


def fired(away: int, dice: list[int]) -> Table:
    """Nine guns of eleven inches opened at so many hexes, the target abeam."""
    at = {"gs": "1010 NE", "wi": f"{10 + away}10"}
    table = a_battle({"gs": ship("BC", guns=[(9, 11)])}, {"wi": ship("CA", armour=4)}, at=at)
    table.play(gunnery.resolve, "a", (GunFire("gs", 0, "wi"),), dice=dice)
    return table


def test_every_rule_and_ruling_has_an_entry() -> None:
    entries = COMPANION.entries
    assert [rule for rule in (*RULE_IDS, *RULING_IDS) if rule not in entries] == []
    assert "A throw for each 10 of her defence" in entries["ES-33"].text


def test_entries_give_the_numbers_that_tables_and_options_have() -> None:
    """Each number stands where the rule says it, and follows from the table."""
    entries = COMPANION.entries
    faces = {year: aircraft_of(year).aa for year in (1900, 1942, 1943)}
    assert faces == {1900: 6, 1942: 6, 1943: 5}
    assert "Each 6 brings down a plane, from 1943 on each 5 too" in entries["ES-16"].text
    assert all((row.silent, row.level) in {(4, 2), (3, 3), (2, 4), (1, 5), (1, 6), (0, 1)} for row in FIRES)
    assert entries["ES-31"].text.startswith(
        "2 fires silence the fourth battery on her card, 3 also the third"
    )
    assert "within 5 hexes of its edge, unless the scenario sets 3 or 8" in entries["ES-A25"].text


@pytest.mark.parametrize(
    ("example", "away", "dice", "kind"),
    [("gunfire", 5, [7, 1, 6], FiringResolved), ("shell", 6, [1, 20, 2, 5], HitResolved)],
)
def test_worked_examples_have_the_sums_of_the_decider(
    example: str, away: int, dice: list[int], kind: type
) -> None:
    table, worked = fired(away, dice), COMPANION.worked[example]
    told = describe(table.state, table.only(kind))
    assert [line.amount for line in worked.workings] == [line.amount for line in told.workings]
    assert worked.total.partition(":")[0] == told.total.partition(":")[0]
    label = worked.total.partition(": ")[2]
    assert label in told.sentence or label == "a hit"
