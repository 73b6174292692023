"""Measure how well captains play against random and empty orders, from either side of a scenario.

Battles use the library's files and need no database, so several processes can share the work.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from typing import Literal

from darkseas.engine.bots.battle import fight
from darkseas.engine.bots.idle_bot import idle_order
from darkseas.engine.events import BattleEnded
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules import registry
from scenarios_app.library.loader import LIBRARY, read_file, scenario_files

from .. import bot_battles

Opponent = Literal["random", "idle"]
OPPONENTS: tuple[Opponent, ...] = ("random", "idle")
#: Battles that one process takes at a time. The number is small, so that all processes end together.
_SHARE = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """Results of one side's captain in a library scenario against one kind of opponent.

    `attacks` are rolls of the captain's fire, `on_friends` the attacks that hit the captain's own ships.
    """

    scenario: str
    side: str
    opponent: Opponent
    battles: int = 0
    won: int = 0
    lost: int = 0
    attacks: int = 0
    on_friends: int = 0

    def with_more(self, other: "Cell") -> "Cell":
        """Return a cell that adds the battles of another."""
        return Cell(
            self.scenario,
            self.side,
            self.opponent,
            self.battles + other.battles,
            self.won + other.won,
            self.lost + other.lost,
            self.attacks + other.attacks,
            self.on_friends + other.on_friends,
        )


@dataclass(frozen=True, slots=True)
class _Share:
    cell: Cell
    first: int
    last: int


def library_keys() -> tuple[str, ...]:
    return tuple(path.stem for path in scenario_files())


@cache
def spec_of(key: str) -> ScenarioSpec:
    """Return a scenario of the library, cached."""
    return read_file(LIBRARY / f"{key}.toml")


def measure(keys: Sequence[str], battles: int, processes: int) -> Iterator[tuple[Cell, ...]]:
    """Play this many battles per cell. Yield all cells each time another share of them is finished.

    Seeds start at "measured/1"; cells are in the order of scenarios, sides and opponents.
    """
    cells = {
        (key, side.key, opponent): Cell(key, side.key, opponent)
        for key in keys
        for side in spec_of(key).sides
        for opponent in OPPONENTS
    }
    with ProcessPoolExecutor(processes) as pool:
        shares = [
            _Share(cell, first, min(first + _SHARE, battles + 1))
            for first in range(1, battles + 1, _SHARE)
            for cell in cells.values()
        ]
        for done in as_completed([pool.submit(_fought, share) for share in shares]):
            cell = done.result()
            place = cell.scenario, cell.side, cell.opponent
            cells[place] = cells[place].with_more(cell)
            yield tuple(cells.values())


def _fought(share: _Share) -> Cell:
    cell = share.cell
    for number in range(share.first, share.last):
        cell = cell.with_more(_with_battle(cell, number))
    return cell


def _with_battle(cell: Cell, number: int) -> Cell:
    spec = spec_of(cell.scenario)
    system = registry.system(spec.system)
    bots = {cell.side: system.bot}
    if cell.opponent == "idle":
        bots |= {side.key: idle_order for side in spec.sides if side.key != cell.side}
    battle = fight(system, spec, bot_battles.seed_of(spec, f"measured/{number}"), bots=bots)
    ended = next(entry.event for entry in battle.entries if isinstance(entry.event, BattleEnded))
    fires = [fire for entry in battle.entries if (fire := system.fire_of(entry.event)) is not None]
    own = [fire for fire in fires if fire.side == cell.side]
    return Cell(
        cell.scenario,
        cell.side,
        cell.opponent,
        battles=1,
        won=int(ended.winner == cell.side),
        lost=int(ended.winner not in (cell.side, None)),
        attacks=len(own),
        on_friends=sum(fire.friendly for fire in own),
    )
