"""History among a balance's battles, as a scenario's page shows it."""

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from darkseas.rules.registry import RELEASE
from replays_app.models import Balance
from replays_app.scenario_section.outcome_distribution import Histogram, SpreadShown, spread_shown
from replays_app.simulation.outcome_distribution import ShipCount, Spread
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Revision
from scenarios_app.revisions.store import publish, spec_of
from tests.support.one_line import one_line

SPADA = "cape-spada"


@pytest.fixture
def spada(db: None) -> Revision:
    """Cape Spada."""
    return publish(read_file(LIBRARY / f"{SPADA}.toml"), origin="library")


def spread_json(**losses: dict[int, int]) -> Any:
    """A spread in which sides lost so many ships in so many battles, and made ten points a ship."""
    counted = {side: Counter({Fraction(n): b for n, b in known.items()}) for side, known in losses.items()}
    others = dict(zip(counted, reversed(counted.values()), strict=True))
    points = {
        side: Counter({10 * ships: battles for ships, battles in known.items()})
        for side, known in others.items()
    }
    ships = {"allies": {"sydney": ShipCount(25, 50, 10)}}
    return Spread(counted, points, points, ships).as_json()


def with_balance(revision: Revision, **losses: dict[int, int]) -> SpreadShown:
    """What the page shows of a hundred such battles."""
    balance = Balance.objects.create(
        revision=revision, release=RELEASE, battles=100, wins={}, spread=spread_json(**losses)
    )
    shown = spread_shown(spec_of(revision), balance)
    assert shown is not None
    return shown


def values_and_battles(histogram: Histogram) -> dict[str, int]:
    """Columns that have battles."""
    return {column.values: column.battles for column in histogram.columns if column.battles}


def test_columns_count_battles_and_history_stands_over_its_own(spada: Revision) -> None:
    """Colleoni was lost: in none of these battles that number is left out of the drawing."""
    shown = with_balance(spada, allies={0: 60, 2: 40}, italy={0: 30, 1: 20, 2: 50})
    italy = shown.sides[1]
    assert values_and_battles(italy.losses) == {"0": 30, "1": 20, "2": 50}
    column = next(column for column in italy.losses.columns if column.values == "1")
    assert italy.losses.history == column.middle
    assert max(column.height for column in italy.losses.columns) == italy.losses.columns[2].height
    assert "1 sunk in history: as many or more in 70 of 100 battles" in italy.losses.sentence
    assert "as many or fewer in 50" in italy.losses.sentence
    assert "percentile 40, within" in italy.losses.sentence
    assert shown.is_in


def test_history_beyond_all_battles_is_drawn_and_said(spada: Revision) -> None:
    shown = with_balance(spada, allies={3: 70, 5: 30}, italy={0: 100})
    allies, italy = (side.losses for side in shown.sides)
    assert [column.values for column in allies.columns] == ["0", "1", "2", "3", "4", "5"]
    assert allies.history == allies.columns[0].middle
    assert "percentile 0, below nearly all" in allies.sentence
    assert "percentile 100, above nearly all" in italy.sentence
    assert not shown.is_in


def test_a_single_column_does_not_fill_the_drawing(spada: Revision) -> None:
    (column,) = with_balance(spada, allies={0: 100}, italy={0: 100}).sides[0].losses.columns
    assert column.width < 60
    assert column.x + column.width / 2 == column.middle == 160


def test_many_values_share_columns(spada: Revision) -> None:
    wide = dict.fromkeys(range(100), 1)
    shown = with_balance(spada, allies=wide, italy=wide)
    losses = shown.sides[0].losses
    assert len(losses.columns) == 10
    assert [column.values for column in losses.columns][:2] == ["0 to 9", "10 to 19"]
    assert sum(column.battles for column in losses.columns) == 100
    assert max(column.x + column.width for column in losses.columns) <= 314


def test_ships_are_told_one_by_one_beside_history(spada: Revision) -> None:
    shown = with_balance(spada, allies={0: 100}, italy={0: 100})
    sydney = next(ship for ship in shown.sides[0].ships if ship.name == "Sydney")
    assert (sydney.history, sydney.sunk, sydney.damaged, sydney.exited) == ("damaged", 25, 50, 10)


def test_page_tells_it_without_a_script(spada: Revision, client: Client) -> None:
    with_balance(spada, allies={0: 60, 2: 40}, italy={0: 30, 1: 20, 2: 50})
    page = one_line(client.get(f"/library/{SPADA}/").content.decode())
    assert "as many or more in 70 of 100 battles" in page
    histograms = re.findall(r"<figure class=\"histogram\">.*?</figure>", page, re.DOTALL)
    assert len(histograms) == 4
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td class="number">(\d+)</td></tr>', histograms[2])
    assert rows == [("0", "30"), ("1", "20"), ("2", "50")]
    assert histograms[2].count('class="bar"') == 3
    assert all("100 bot battles." in one for one in histograms)
    assert "hatch-losses-1" in histograms[2]
    assert "url(#hatch" not in histograms[0]


def test_balance_of_former_days_shows_no_spread(spada: Revision, client: Client) -> None:
    Balance.objects.create(revision=spada, release=RELEASE, battles=100, wins={"allies": 50, "italy": 50})
    page = client.get(f"/library/{SPADA}/")
    assert "Captains (computer opponents) played this revision 100 times" in one_line(page.content.decode())
    assert "histogram" not in one_line(page.content.decode())
