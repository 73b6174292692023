"""Blind draws: the possible targets in a hex, and the draw itself (§18g–j, DS-R20, DS-R21)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex, distance
from darkseas.engine.hexes.lines import crosses

from ..model.attack_results import BOTH, GUNS, TORPEDOES
from ..model.events import TargetDrawn
from ..model.orders import Attack
from ..model.queries import level_of, ships_in
from ..model.scenario import Ship
from ..model.state import State
from ..spotting.phase import ships_able_to_attack
from ..tables.rules_tables import capabilities

_PURPOSES = {GUNS: "guns", TORPEDOES: "torpedoes", BOTH: "both"}
_WHOLE = 100
_ROUND_HALF_UP = 50


class Target(NamedTuple):
    """A ship that a draw may hit, with her block and hex."""

    ship: Ship
    block: str
    hex: Hex


class Crowd(Sequence[Target]):
    """Ships that a draw may hit, by block. Most are only counted; the drawn ship is looked up."""

    __slots__ = ("_parts", "_size")

    def __init__(self, parts: Iterable[tuple[str, Hex, tuple[Ship, ...]]]) -> None:
        self._parts = tuple(parts)
        self._size = sum([len(ships) for _, _, ships in self._parts])

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> Target: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Target, ...]: ...

    def __getitem__(self, place: int | slice) -> Target | tuple[Target, ...]:
        return tuple(self)[place] if isinstance(place, slice) else self._at(place)

    def __iter__(self) -> Iterator[Target]:
        return (Target(ship, block, at) for block, at, ships in self._parts for ship in ships)

    def without(self, kept_out: Collection[str]) -> "Crowd":
        return Crowd(
            (block, at, tuple([ship for ship in ships if ship.key not in kept_out]))
            for block, at, ships in self._parts
        )

    def _at(self, place: int) -> Target:
        left = place
        for block, at, ships in self._parts:
            if 0 <= left < len(ships):
                return Target(ships[left], block, at)
            left -= len(ships)
        raise IndexError(place)


class Pool(NamedTuple):
    """The pool of an attack: enemy ships, and blanks that represent friendly ships at risk.

    `percent` is the percentage of the ships at risk for which blanks are added. A pool without an enemy ship
    has no blanks either: such an attack hits nobody (our ruling DS-H22). A pool never holds more ships than
    the battle; a draw can use dice of up to 256 sides.
    """

    enemies: Crowd
    at_risk: Crowd
    percent: int
    blanks: int

    @property
    def size(self) -> int:
        return len(self.enemies) + self.blanks


def origin_of(state: State, attack: Attack) -> Hex:
    """The hex an attack comes from; raise ValueError if its block is not on the map."""
    at = state.blocks[attack.block].hex
    if at is None:
        raise ValueError(f"block {attack.block} is not on the map")
    return at


def blocks_aimed_at(state: State, attack: Attack) -> tuple[str, ...]:
    """The blocks in the target hex that the attacker has sighted (DS-R20).

    Ship by ship (§16g, §18c), only the blocks that every firing ship can attack.
    """
    sighted = state.sightings.get(attack.block, ())
    blocks = state.blocks
    there = tuple([key for key in sighted if key in blocks and blocks[key].hex == attack.target])
    if not state.scenario.options.ship_by_ship:
        return there
    firing = dict.fromkeys(mount.ship for mount in attack.mounts)
    return tuple(key for key in there if _all_able(state, attack.block, key, firing))


def _all_able(state: State, block: str, target: str, firing: Collection[str]) -> bool:
    able = {ship.key for ship in ships_able_to_attack(state, block, target)}
    return all(ship in able for ship in firing)


def pool_of(state: State, side: str, attack: Attack, kept_out: Collection[str] = ()) -> Pool:
    """The pool of an attack, without the enemy ships that are kept out.

    Keeping out ends when it would leave no enemy: then all are in the pool again (our ruling DS-H21).
    """
    enemies = _in_group(state, attack.classes, blocks_aimed_at(state, attack))
    remaining = enemies.without(kept_out) if kept_out else enemies
    at_risk = friends_at_risk(state, side, attack)
    percent = friendly_fire_percent(state, side)
    blanks = blanks_for(percent, len(at_risk)) if enemies else 0
    return Pool(remaining or enemies, at_risk, percent, blanks)


def friends_at_risk(state: State, side: str, attack: Attack) -> Crowd:
    """Friendly ships that an attack may hit: in the target hex, and where its line crosses (§18i, §18j).

    Never ships of the firing block; with a class group only ships of that group (DS-R21).
    """
    hexes = (attack.target, *crosses(origin_of(state, attack), attack.target))
    own = [key for key, block in state.blocks.items() if block.side == side and block.hex in hexes]
    return _in_group(state, attack.classes, [key for key in own if key != attack.block])


def _in_group(state: State, classes: str, blocks: Iterable[str]) -> Crowd:
    parts = []
    for key in blocks:
        at = state.blocks[key].hex
        if at is not None:
            ships = ships_in(state, key)
            if classes:
                ships = tuple([ship for ship in ships if ship.ratings.defence_class in classes])
            parts.append((key, at, ships))
    return Crowd(parts)


def friendly_fire_percent(state: State, side: str) -> int:
    """The percentage of ships at risk for which blanks are added; range does not change it (DS-R21)."""
    return capabilities(level_of(state, side)).friendly_fire_percent


def blanks_for(percent: int, at_risk: int) -> int:
    """The number of blanks for a number of ships at risk, halves rounded up (§18i.i)."""
    return (percent * at_risk + _ROUND_HALF_UP) // _WHOLE


def draw(
    adjudication: Adjudication[State], side: str, number: int, weapons: str, drawn: Collection[str] = ()
) -> Target | None:
    """Draw the target of a side's attack number (from 1) and record it; None if there is no target.

    `weapons` is GUNS, TORPEDOES or BOTH, whichever fires at the drawn ship. `drawn` are the ships that
    attacks of the same block drew before in this resolution. A draw from one ship needs no die. A die face is
    a place in a roster, so it would reveal who else is in the pool: only the side whose ships are drawn from
    sees it.
    """
    state = adjudication.state
    attack = state.attacks[side][number - 1]
    pool = pool_of(state, side, attack, drawn if attack.keep_out else ())
    if not pool.enemies:
        return None
    purpose = f"combat/{side}/{number}/{_PURPOSES[weapons]}/draw"
    face = _face(adjudication, pool.size, purpose, state.scenario.enemy_of(side))
    if face <= len(pool.enemies):
        target = pool.enemies[face - 1]
    else:
        target = pool.at_risk[_face(adjudication, len(pool.at_risk), f"{purpose}/friend", side) - 1]
    adjudication.record(_drawn(number, side, weapons, pool, target, attack.target))
    return target


def _face(adjudication: Adjudication[State], size: int, purpose: str, owner: str) -> int:
    return adjudication.roll(1, size, purpose, (owner,))[0] if size > 1 else 1


def _drawn(number: int, side: str, weapons: str, pool: Pool, target: Target, aimed_at: Hex) -> TargetDrawn:
    friendly = target.ship.side == side
    rule = "§18h" if not friendly else "§18i.iii" if target.hex == aimed_at else "§18j"
    at_risk = len(pool.at_risk) if friendly else 0
    return TargetDrawn(
        number, side, weapons, len(pool.enemies), pool.blanks, pool.percent, target.ship.key, friendly,
        at_risk, rule,
    )  # fmt: skip


def range_to(state: State, attack: Attack, at: Hex) -> int:
    """Hexes from the attacker to a drawn ship (§18j.i)."""
    return distance(origin_of(state, attack), at)
