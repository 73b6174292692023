"""Lines of sight and of fire between two hexes: what land and smoke do to them (§16h, §18b, §18l, §23b).

Smoke lies in a hex for the sides that made it (`State.smoke`). By night it comes with evasion, after
spotting, and troubles fire alone; in daylight it lies from the movement phase to the end of the turn.
"""

from darkseas.engine.hexes.board import Hex
from darkseas.engine.hexes.lines import crosses, is_clear, line

from .state import State


def sight_is_clear(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Whether blocks of a side in hex a can see as far as hex b goes (§16h, DS-R12, §23b.iii).

    Within one hex nothing is in the way, smoke neither (our ruling DS-H11). By night smoke has no part in it.
    """
    if a == b:
        return True
    if not is_clear(a, b, state.scenario.board.land):
        return False
    return not (state.smoke and state.daylight and _smoke_hides(state, side, a, b))


def _smoke_hides(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Daylight: smoke on the way, on either side of a hexside on the way, or the enemy's around the eye."""
    if is_in_enemy_smoke(state, side, a):
        return True
    way = line(a, b)
    beside = (at for pair in way.sides for at in pair)
    return any(at in state.smoke for at in way.crossed) or any(at in state.smoke for at in beside)


def is_in_enemy_smoke(state: State, side: str, at: Hex) -> bool:
    """Whether the enemy has made smoke in a hex, alone or with the side itself (our ruling DS-H12)."""
    return any(maker != side for maker in state.smoke.get(at, ()))


def fire_is_clear(state: State, side: str, a: Hex, b: Hex) -> bool:
    """Whether blocks of a side in hex a can fire into hex b (§18b, DS-R12, DS-R28, §23b.iii).

    Smoke stops fire through a hex, whoever made it; into, out of and along it fire is open. In
    daylight nobody fires out of the enemy's smoke, since nobody sees out of it (our ruling DS-H13).
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
