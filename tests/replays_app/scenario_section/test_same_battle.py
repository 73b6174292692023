"""One battle under two rules systems: what captains made of it in each, ship by ship beside history."""

from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.scenario_section.same_battle_balances import same_battle
from replays_app.simulation.outcome_distribution import ShipCount, Spread
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish, spec_of

pytestmark = pytest.mark.django_db


def published(key: str) -> Revision:
    """A scenario of the library."""
    return publish(read_file(LIBRARY / f"{key}.toml"), origin="library")


def fought(revision: Revision) -> None:
    """Keep a balance of a hundred battles: the raider won seventy and was lost in twenty."""
    none = {"germany": Counter({Fraction(0): 80, Fraction(1): 20}), "rn": Counter({Fraction(0): 100})}
    ships = {"germany": {"admiral-graf-spee": ShipCount(20, 75, 5)}}
    Balance.objects.create(
        revision=revision,
        release=RELEASE,
        battles=100,
        drawn=10,
        wins={"rn": 20, "germany": 70},
        losses={"rn": 0, "germany": 20},
        spread=Spread(none, none, none, ships).as_json(),
    )


def test_sides_and_ships_stand_in_one_row_each_with_a_column_for_each_scenario() -> None:
    revisions = [published("river-plate"), published("river-plate-easyships")]
    fought(revisions[1])
    shown = same_battle([(revision, spec_of(revision)) for revision in revisions])
    assert [(one.system, one.battles, one.drawn) for one in shown["scenarios"]] == [
        ("Dark Seas", 0, 0),
        ("EasyShips", 100, 10),
    ]
    germany = shown["sides"][1]
    assert (germany.name, germany.history, germany.shares[0]) == ("Germany", 0, None)
    assert (germany.shares[1].percent, germany.shares[1].losses) == (70, "0.2")
    assert [ship.name for ship in shown["ships"]] == ["Ajax", "Achilles", "Exeter", "Admiral Graf Spee"]
    raider = shown["ships"][3]
    assert (raider.history, raider.fates[0]) == ("damaged", None)
    assert (raider.fates[1].sunk, raider.fates[1].damaged, raider.fates[1].exited) == (20, 75, 5)


def test_page_shows_them_side_by_side(client: Client) -> None:
    published("river-plate")
    fought(published("river-plate-easyships"))
    page = client.get("/library/river-plate/").content.decode()
    assert "Bot battles under each rules system" in page
    assert "20 sunk<br>" in page
