"""Lines of sight and of fire between two hexes: the effect of land and smoke (§16h, §18b, §18l, §23b).

Smoke in a hex belongs to the sides that made it (`State.smoke`). By night it comes with evasion, after
spotting, and only affects fire; by day it lasts from the movement phase to the end of the turn.
"""

from darkseas.engine.hexes.board import Hex
from darkseas.engine.hexes.lines import crosses, is_clear, line

from .state import State


def sight_is_clear(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Whether blocks of a side in hex a have a clear line of sight to hex b (§16h, DS-R12, §23b.iii).

    Nothing blocks sight within one hex, not even smoke (our ruling DS-H11). By night smoke never blocks it.
    """
    if a == b:
        return True
    if not is_clear(a, b, state.scenario.board.land):
        return False
    return not (state.smoke and state.daylight and _smoke_hides(state, side, a, b))


def _smoke_hides(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Daylight: smoke on the line, beside a hexside that it follows, or enemy smoke around the spotter."""
    if is_in_enemy_smoke(state, side, a):
        return True
    way = line(a, b)
    beside = (at for pair in way.sides for at in pair)
    return any(at in state.smoke for at in way.crossed) or any(at in state.smoke for at in beside)


def is_in_enemy_smoke(state: State, side: str, at: Hex) -> bool:
    """Whether the enemy has made smoke in a hex, alone or along with the side itself (our ruling DS-H12)."""
    return any(maker != side for maker in state.smoke.get(at, ()))


def fire_is_clear(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Whether blocks of a side in hex a can fire into hex b (§18b, DS-R12, DS-R28, §23b.iii).

    Smoke of either side stops fire through a hex, but not fire into it, out of it or along its edge. By day
    nobody fires out of enemy smoke, because nobody sees out of it (our ruling DS-H13).
    """
    if a == b:
        return True
    if not is_clear(a, b, state.scenario.board.land):
        return False
    if not state.smoke:
        return True
    if any(at in state.smoke for at in crosses(a, b)):
        return False
    return not (state.daylight and is_in_enemy_smoke(state, side, a))


def fire_halved_by_smoke(state: State, a: Hex, b: Hex) -> bool:
    """Daylight: whether guns firing from hex a into hex b are halved, once (§23b.iv, DS-R32).

    Fire within one hex goes neither into smoke nor out of it (our ruling DS-H14).
    """
    return a != b and bool(state.smoke) and state.daylight and (a in state.smoke or b in state.smoke)
