"""Promotion and relegation between the divisions of a league, from one season to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from .round_records import Plan, UnfitSituation
from .round_robin import round_robin

MoveKind: TypeAlias = Literal["promoted", "relegated", "fills_gap", "spared", "left", "new"]


class Division(NamedTuple):
    """A division and its entrants; at the end of a season in final order, best first."""

    name: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How many entrants are promoted and relegated between two divisions if nobody leaves."""

    moves: int = 2


class Move(NamedTuple):
    """One entrant's move. Entrants who stay in their division have none."""

    kind: MoveKind
    key: str
    before: str
    after: str

    @property
    def text(self) -> str:
        """The move as a sentence."""
        return _TEXTS[self.kind].format(key=self.key, before=self.before, after=self.after)


_TEXTS: dict[MoveKind, str] = {
    "promoted": "{key} goes up from {before} to {after}.",
    "relegated": "{key} goes down from {before} to {after}.",
    "fills_gap": "{key} goes up from {before} to {after}, because an entrant left that division.",
    "spared": "{key} stays in {after}, because an entrant left that division.",
    "left": "{key} leaves {before}.",
    "new": "{key} begins in {after}.",
}


class Season(NamedTuple):
    """The divisions of the next season, and the moves that lead to them."""

    divisions: tuple[Division, ...]
    moves: tuple[Move, ...]


def next_season(
    divisions: Sequence[Division],
    rules: LeagueRules,
    *,
    leaving: Sequence[str] = (),
    new: Sequence[str] = (),
) -> Season:
    """Return the divisions after promotion and relegation, highest first.

    Upper divisions keep their size as long as lower ones can fill them. A vacancy first saves an entrant from
    relegation, then promotes more. New entrants start in the lowest division. Raise UnfitSituation for a
    duplicate name, for a leaving entrant who is not in the league, and for divisions too small for the moves.
    """
    _check(divisions, rules, leaving, new)
    staying = [[key for key in one.keys if key not in leaving] for one in divisions]
    flows = _flows(divisions, staying, rules)
    moves = [Move("left", key, one.name, "") for one in divisions for key in one.keys if key in leaving]
    moves += _moves(divisions, staying, flows, rules)
    moves += [Move("new", key, "", divisions[-1].name) for key in new]
    return Season(_settled(divisions, staying, moves), tuple(moves))


def schedules(season: Season, *, cycles: int = 1, seed: bytes | None = None) -> dict[str, tuple[Plan, ...]]:
    """Return the rounds of each division by its name, a round robin each (`round_robin.py`)."""
    return {one.name: round_robin(one.keys, cycles=cycles, seed=seed) for one in season.divisions}


class _Flow(NamedTuple):
    """How many entrants are promoted to a division from the one below, and how many are relegated to the one
    below.
    """

    up: int
    down: int


def _flows(
    divisions: Sequence[Division], staying: Sequence[Sequence[str]], rules: LeagueRules
) -> list[_Flow]:
    flows: list[_Flow] = []
    lost = 0
    for place, division in enumerate(divisions[:-1]):
        lost += len(division.keys) - len(staying[place])
        up = min(max(rules.moves, lost), len(staying[place + 1]))
        left = len(staying[place]) - (flows[-1].up if flows else 0)
        flows.append(_Flow(up, max(0, min(up - lost, left))))
        lost = up - flows[-1].down
    return flows


def _moves(
    divisions: Sequence[Division],
    staying: Sequence[Sequence[str]],
    flows: Sequence[_Flow],
    rules: LeagueRules,
) -> list[Move]:
    moves: list[Move] = []
    gone_up = 0
    for place, flow in enumerate(flows):
        upper, lower = divisions[place].name, divisions[place + 1].name
        for rank, key in enumerate(staying[place + 1][: flow.up]):
            moves.append(Move("promoted" if rank < rules.moves else "fills_gap", key, lower, upper))
        last = list(staying[place][gone_up:])[-rules.moves :] if rules.moves else []
        spared = len(last) - flow.down
        moves += [Move("spared", key, upper, upper) for key in last[:spared]]
        moves += [Move("relegated", key, upper, lower) for key in last[spared:]]
        gone_up = flow.up
    return moves


def _settled(
    divisions: Sequence[Division], staying: Sequence[Sequence[str]], moves: Sequence[Move]
) -> tuple[Division, ...]:
    """Return the divisions. In each, relegated entrants come first, then those who stayed, then promoted and
    new ones.
    """
    gone = {(move.key, move.before) for move in moves if move.before != move.after}
    order: dict[MoveKind, int] = {"relegated": 0, "promoted": 2, "fills_gap": 2, "new": 3}
    settled = []
    for place, division in enumerate(divisions):
        parts: list[list[str]] = [[], [], [], []]
        parts[1] = [key for key in staying[place] if (key, division.name) not in gone]
        for move in moves:
            if move.after == division.name and move.before != division.name:
                parts[order[move.kind]].append(move.key)
        settled.append(Division(division.name, tuple(key for part in parts for key in part)))
    return tuple(settled)


def _check(
    divisions: Sequence[Division], rules: LeagueRules, leaving: Sequence[str], new: Sequence[str]
) -> None:
    if not divisions:
        raise UnfitSituation("A league needs at least one division.")
    keys = [*(key for one in divisions for key in one.keys), *new]
    if len(frozenset(keys)) < len(keys):
        raise UnfitSituation("An entrant is in two divisions. Remove them from one.")
    unknown = [key for key in leaving if key not in keys]
    if unknown:
        raise UnfitSituation(f"{unknown[0]} cannot leave, because they are not in any division.")
    for one in divisions[1:-1]:
        if len(one.keys) < 2 * rules.moves:
            raise UnfitSituation(
                f"{one.name} has fewer entrants than the {2 * rules.moves} that move up and down. Move fewer."
            )
