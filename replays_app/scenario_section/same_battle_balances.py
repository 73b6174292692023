"""Bot battles of the same historical battle under several rules systems, compared with history.

A row is a side or a ship, a column a revision. Sides match by their first navy. Ships match by navy and by
name in plain letters, because scenarios use different keys.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.web.texts.without_accents import plain
from replays_app.models import Balance
from replays_app.simulation.balance import current as current_balance
from replays_app.simulation.bots_against_history import sunk_in_history
from scenarios_app.models import Revision
from scenarios_app.revisions.dates_and_system_titles import system_title

from .outcome_distribution import ShipShown, SideShown, SpreadShown, spread_shown
from .win_shares import Share, shares


@dataclass(slots=True)
class SideRow:
    """A side: its share of wins in each scenario, and its historical losses, if known."""

    name: str
    navy: str
    notch: int
    shares: list[Share | None]
    history: int | None = None


@dataclass(slots=True)
class ShipRow:
    """A ship, or several on one counter: the results in each scenario, and the historical result."""

    name: str
    navy: str
    notch: int
    fates: list[ShipShown | None]
    history: str = ""


@dataclass(frozen=True, slots=True)
class Fought:
    """A scenario: the title of its rules system, the number of bot battles, and the percentage of draws."""

    title: str
    system: str
    battles: int
    drawn: int


def same_battle(revisions: Sequence[tuple[Revision, ScenarioSpec]]) -> dict[str, Any]:
    """Return rows of sides and ships over all revisions, and the number of battles of each revision."""
    balances = [current_balance(revision) for revision, _ in revisions]
    specs = [spec for _, spec in revisions]
    return {
        "scenarios": [_fought(spec, balance) for spec, balance in zip(specs, balances, strict=True)],
        "sides": _side_rows(specs, balances),
        "ships": _ship_rows([spread_shown(spec, one) for spec, one in zip(specs, balances, strict=True)]),
    }


def _fought(spec: ScenarioSpec, balance: Balance | None) -> Fought:
    battles = balance.battles if balance else 0
    drawn = round(100 * balance.drawn / battles) if balance and battles else 0
    return Fought(spec.title, system_title(spec.system), battles, drawn)


def _side_rows(specs: Sequence[ScenarioSpec], balances: Sequence[Balance | None]) -> list[SideRow]:
    rows: dict[str, SideRow] = {}
    for column, (spec, balance) in enumerate(zip(specs, balances, strict=True)):
        fought = shares(spec, balance.wins, balance.battles, balance.losses) if balance else []
        by_side = {share.key: share for share in fought}
        for notch, side in enumerate(spec.sides):
            new = SideRow(side.name, side.navy, notch, [None] * len(specs))
            row = rows.setdefault(side.navy or plain(side.name), new)
            row.shares[column] = by_side.get(side.key)
            if row.history is None and spec.about.losses:
                row.history = sunk_in_history(spec, side.key)
    return list(rows.values())


def _ship_rows(spreads: Sequence[SpreadShown | None]) -> list[ShipRow]:
    """Return ships by side, in the order of the first scenario that has them."""
    rows: dict[tuple[str, str], ShipRow] = {}
    for column, spread in enumerate(spreads):
        for side, ship in _ships(spread):
            new = ShipRow(ship.name, side.navy, side.notch, [None] * len(spreads))
            row = rows.setdefault((side.navy, plain(ship.name)), new)
            row.fates[column] = ship
            row.history = row.history or ship.history
    return sorted(rows.values(), key=lambda row: row.notch)


def _ships(spread: SpreadShown | None) -> Iterator[tuple[SideShown, ShipShown]]:
    return ((side, ship) for side in (spread.sides if spread else ()) for ship in side.ships)
