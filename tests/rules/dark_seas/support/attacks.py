"""Short ways to a fight: ships from their stickers, blocks that have sighted each other, attacks, dice.

usn = a_side("usn", sticker("helena", "D 8-6 / 3C"))
ijn = a_side("ijn", sticker("kako", "C 5-3-2-1, T 5-3-1-0R / 2C"))
scenario = a_scenario(usn, ijn)
state = in_sight(a_state(scenario, group("usn-1", "0505", "helena"), group("ijn-1", "0605", "kako")))
adjudication = fought(declared(state, "usn", an_attack(scenario, "usn-1", "0605", "helena D")), 3)
assert events(adjudication, AttackResolved)
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SEED_BYTES, SeededDice
from darkseas.engine.hexes.board import label, parse_label, ring
from darkseas.rules.dark_seas.combat import resolution
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.orders import Attack, DeclareSightings, Mount
from darkseas.rules.dark_seas.model.scenario import Battery, RulesScenario
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting import phase
from tests.rules.dark_seas.support.builders import (
    ShipPlan,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    dice_left,
    group,
    single,
)

_BATTERY = re.compile(r"([BCDT]) ([0-9]+(?:-[0-9]+){0,3})(R\*?)?")
_STICKER = re.compile(r"(.*?) ?/ ([0-9]+)([BCDMA])(?: R([123]))?")
_RANGES = 4


def sticker(key: str, text: str, *, speed: int = 3) -> ShipPlan:
    """A ship as her sticker has it: batteries with factors by range, then defence and radar.

    "C 5-3-2-1, T 5-3R* / 2C R1"; factors left out are 0.
    """
    found = _STICKER.fullmatch(text)
    assert found, f"not a sticker: {text}"
    batteries = [_battery(part) for part in found[1].split(", ") if part]
    return a_ship(key, found[3], *batteries, defence=int(found[2]), speed=speed, radar=int(found[4] or 0))


def _battery(text: str) -> Battery:
    found = _BATTERY.fullmatch(text)
    assert found, f"not a battery: {text}"
    factors = [int(part) for part in found[2].split("-")]
    return Battery(found[1], (*factors, *[0] * (_RANGES - len(factors))), found[3] or "")  # type: ignore[arg-type]


def in_sight(state: State, held: Mapping[str, Iterable[str]] | None = None) -> State:
    """The state after blocks have sighted enemies and the targets were announced.

    Without `held` every block that can spot holds every enemy block on the map.
    """
    if held is None:
        held = {
            key: [other.key for other in state.blocks.values() if other.side != block.side and other.hex]
            for key, block in state.blocks.items()
            if block.hex is not None
        }
    adjudication = an_adjudication(state)
    adjudication.state.sightings.update({key: tuple(targets) for key, targets in held.items()})
    phase.announce(adjudication)
    return adjudication.state


def mount(scenario: RulesScenario, text: str) -> Mount:
    """A battery as "granatiere T": the ship, and the first of her batteries of that weapon."""
    ship, weapon = text.split(" ")
    batteries = scenario.ships[ship].ratings.batteries
    return Mount(ship, next(place for place, battery in enumerate(batteries) if battery.weapon == weapon))


def an_attack(
    scenario: RulesScenario,
    block: str,
    target: str,
    *mounts: str,
    classes: str = "",
    together: bool = True,
    keep_out: bool = False,
) -> Attack:
    """An attack with batteries named as for `mount`."""
    named = tuple(mount(scenario, text) for text in mounts)
    return Attack(block, parse_label(target), named, classes, together, keep_out)


def declared(state: State, side: str, *attacks: Attack) -> State:
    """The state with these attacks of a side declared, whether it might declare them or not."""
    other = state.copy()
    other.attacks[side] = attacks
    return other


def fought(state: State, *faces: int) -> Adjudication[State]:
    """The declared attacks resolved with dice that fall as told; AssertionError when a die is left."""
    adjudication = an_adjudication(state, *faces)
    resolution.resolve(adjudication)
    assert dice_left(adjudication) == []
    return adjudication


# --- fights by chance ----------------------------------------------------------------------------

_WEAPONS, _CLASSES, _RELOADS = "BCDT", "BCDMA", ("", "R", "R*")
_MIDDLE = parse_label("0505")
_MOST_FACTORS = 12


def random_battle(seed: int, *, most_blocks: int = 3, most_ships: int = 3, **scenario: Any) -> State:
    """A small battle after its spotting phase, every part of it by chance but the same for the same seed.

    Up to `most_blocks` blocks a side with up to `most_ships` each, in one hex or up to four apart;
    further arguments are for `a_scenario` and replace what chance would say.
    """
    chooser = Chooser(seed.to_bytes(8, "big"))
    reach = chooser.below(3)
    places = [label(at) for out in range(reach + 1) for at in ring(_MIDDLE, out)]
    sides = {key: _random_blocks(key, chooser, most_blocks, most_ships) for key in ("usn", "ijn")}
    plans = [
        a_side(key, *(ship for ships in blocks for ship in ships), training=1 + chooser.below(6))
        for key, blocks in sides.items()
    ]
    chance: dict[str, Any] = {
        "visibility": 3,
        "light": chooser.one_of(("night", "day")),
        "ship_by_ship": bool(chooser.below(2)),
        "land": [place for place in places[1:] if not chooser.below(12)],
    }
    sea = [place for place in places if place not in chance["land"]]
    placed = [
        (single if len(ships) == 1 and chooser.below(2) else group)(
            f"{key}-{number}", chooser.one_of(sea), *(ship.key for ship in ships)
        )
        for key, blocks in sides.items()
        for number, ships in enumerate(blocks, 1)
    ]
    state = a_state(a_scenario(*plans, **(chance | scenario)), *placed, turn=2)
    _random_ship_status(state, chooser)
    return _after_spotting(state, seed)


def _random_blocks(side: str, chooser: Chooser, most_blocks: int, most_ships: int) -> list[list[ShipPlan]]:
    sizes = [1 + chooser.below(most_ships) for _ in range(1 + chooser.below(most_blocks))]
    return [
        [_random_ship(f"{side}-{number}-{place}", chooser) for place in range(size)]
        for number, size in enumerate(sizes)
    ]


def _random_ship(key: str, chooser: Chooser) -> ShipPlan:
    batteries = [
        Battery(
            chooser.one_of(_WEAPONS),  # type: ignore[arg-type]
            tuple(sorted((chooser.below(_MOST_FACTORS) for _ in range(_RANGES)), reverse=True)),
            chooser.one_of(_RELOADS),  # type: ignore[arg-type]
        )
        for _ in range(chooser.below(3))
    ]
    defence, radar = 1 + chooser.below(4), chooser.below(4)
    return a_ship(key, chooser.one_of(_CLASSES), *batteries, defence=defence, radar=radar)


def _random_ship_status(state: State, chooser: Chooser) -> None:
    for key, status in state.ship_status.items():
        salvoes = chooser.below(3)
        state.ship_status[key] = status._replace(
            damaged=not chooser.below(4), salvoes=salvoes, loaded=salvoes == 0 or not chooser.below(3)
        )


def _after_spotting(state: State, seed: int) -> State:
    adjudication = Adjudication(SETTERS, state, SeededDice(seed.to_bytes(SEED_BYTES, "big")))
    phase.begin(adjudication)
    for side in adjudication.state.called:
        phase.declare(adjudication, side, DeclareSightings())
    phase.announce(adjudication)
    return adjudication.state
