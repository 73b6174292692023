"""History compared with the battles of a scenario on this site.

A battle is any row with `status`, `origin` and `summary`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.simulation.bots_against_history import sunk_in_history

from .win_shares import ENOUGH, Share, shares


@dataclass(frozen=True, slots=True)
class SideCompared:
    """A side: its ships, and how many were sunk in history and on average here.

    Its share of wins is present if there are enough battles.
    """

    name: str
    navy: str
    notch: int
    ships: int
    sunk: int | None
    average: str
    share: Share | None
    won: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """The number of finished battles between people, the draws among them, and the results of each side."""

    battles: int
    drawn: int
    is_enough: bool
    sides: tuple[SideCompared, ...]


def compared(spec: ScenarioSpec, battles: Iterable[Any]) -> Compared | None:
    """Compare history with members' battles; None if neither is known.

    Bot battles of the library and playtests do not count, because no person made decisions in them. Imported
    battles do not count either, because their players are unknown.
    """
    finished = [battle for battle in battles if battle.status == "finished"]
    ended = [battle.summary for battle in finished if battle.origin == "site"]
    has_history = not spec.about.hypothetical and bool(spec.about.losses or spec.about.winner)
    if not ended and not has_history:
        return None
    number = len(ended)
    wins = {side.key: sum(summary.winner == side.key for summary in ended) for side in spec.sides}
    lost = {side.key: sum(summary.losses.get(side.key, 0) for summary in ended) for side in spec.sides}
    share_by_side = {share.key: share for share in shares(spec, wins, number, lost)}
    sides = tuple(
        SideCompared(
            name=side.name,
            navy=side.navies[0] if side.navies else "",
            notch=notch,
            ships=sum(ship.count for ship in side.ships),
            sunk=sunk_in_history(spec, side.key) if has_history else None,
            average=f"{lost[side.key] / number:.1f}" if number else "",
            share=share_by_side.get(side.key),
            won=spec.about.winner == side.key,
        )
        for notch, side in enumerate(spec.sides)
    )
    return Compared(number, sum(summary.winner is None for summary in ended), number >= ENOUGH, sides)
