"""The planned positions of a side's blocks, and the cost of crowding them together.

Fire at a hex can hit friends there (DS-R21), so poorly trained task groups keep apart.
"""

from collections import Counter

from darkseas.engine.hexes.board import Hex

from ..combat.target_draws import blanks_for
from ..model.queries import level_of, ships_in
from ..model.state import State
from ..tables.rules_tables import capabilities
from .assessment import Assessment, harm, nearby
from .strengths import HUNDRED, Strength, own_strength

#: The cost in hundredths of a point per friendly ship at risk, if no enemy is expected yet.
CROWDED = 100


class Company:
    """The planned positions and targets of a side's blocks that hold ships.

    The bot fills it block by block, in the order in which it decides.
    """

    def __init__(self, view: State, side: str) -> None:
        self._places: dict[str, Hex] = {}
        self._by_hex: dict[Hex, dict[str, Strength]] = {}
        self._goals: dict[str, Hex] = {}
        self._hexes: dict[str, frozenset[Hex]] = {}
        for key, block in view.blocks.items():
            if block.side == side and block.hex is not None and ships_in(view, key):
                self._stand(key, own_strength(view, key), block.hex)

    def goes(self, key: str, strength: Strength, end: Hex | None, goal: Hex | None) -> None:
        """Record where a block ends its move (None: off the map) and its goal hex."""
        self._hexes.clear()
        before = self._places.pop(key, None)
        if before is not None:
            del self._by_hex[before][key]
        if end is not None and strength.ships:
            self._stand(key, strength, end)
            if goal is not None:
                self._goals[key] = goal

    def _stand(self, key: str, strength: Strength, at: Hex) -> None:
        self._places[key] = at
        self._by_hex.setdefault(at, {})[key] = strength

    def place_of(self, key: str) -> Hex | None:
        """Return the hex where a block that holds ships will be; None off the map."""
        return self._places.get(key)

    def hunters_of(self, key: str) -> Counter[Hex]:
        """Return how many other blocks head for each hex."""
        return Counter(goal for other, goal in self._goals.items() if other != key)

    def hexes_without(self, key: str) -> frozenset[Hex]:
        """Return the hexes where the other blocks will be."""
        hexes = self._hexes.get(key)
        if hexes is None:
            places = [place for other, place in self._places.items() if other != key]
            hexes = self._hexes[key] = frozenset(places)
        return hexes

    def in_hex(self, key: str, at: Hex) -> list[Strength]:
        """Return the other blocks that will be in a hex."""
        here = self._by_hex.get(at)
        return [strength for other, strength in here.items() if other != key] if here else []


def crowding(assessment: Assessment, company: Company, key: str, strength: Strength, at: Hex) -> int:
    """Return the cost of ending a move where friends may be hit, in weighted hundredths of points.

    Friends may be hit in the block's own hex, and in the hexes of enemies at which it would fire.
    """
    others = company.hexes_without(key)
    if not others or not strength.ships:
        return 0
    by_enemies = [(enemy, away) for enemy, away in nearby(assessment, at) if away and enemy.at in others]
    if at not in others and not by_enemies:
        return 0
    percent = capabilities(level_of(assessment.view, assessment.side)).friendly_fire_percent
    cost = sum([_beside(assessment, percent, strength, friend, at) for friend in company.in_hex(key, at)])
    for enemy, away in by_enemies:
        friends = company.in_hex(key, enemy.at)
        blanks = blanks_for(percent, sum(friend.ships for friend in friends) // HUNDRED)
        done = assessment.boldness * assessment.gain * harm(strength, enemy.strength, away, 0)
        cost += done * blanks // (blanks + max(1, enemy.strength.ships // HUNDRED))
    return cost


def _beside(assessment: Assessment, percent: int, strength: Strength, friend: Strength, at: Hex) -> int:
    blanks = blanks_for(percent, friend.ships // HUNDRED), blanks_for(percent, strength.ships // HUNDRED)
    here = [enemy.strength for enemy, away in nearby(assessment, at) if away == 0]
    enemies = sum(theirs.ships for theirs in here) // HUNDRED
    if not enemies:
        return CROWDED * sum(blanks)
    target = max(here, key=lambda theirs: theirs.points)
    cost = _lost(assessment, strength, friend, target, blanks[0], enemies)
    return cost + _lost(assessment, friend, strength, target, blanks[1], enemies)


def _lost(
    assessment: Assessment, firing: Strength, friend: Strength, target: Strength, blanks: int, enemies: int
) -> int:
    """Return the cost of blanks among the enemies: the wasted fire, plus the harm to a friend."""
    done = assessment.boldness * assessment.gain * harm(firing, target, 0, 0)
    return blanks * (done + assessment.loss * harm(firing, friend, 0, 0)) // (blanks + enemies)
