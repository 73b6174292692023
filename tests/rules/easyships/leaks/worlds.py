"""Twins: two battles of EasyShips that differ in one side's secret alone, each made as world 0 and world 1.

The enemy and those who watch are told the same in both; the owner of the secret is not. Dice hang on what
they are thrown for, as in every battle, so that a secret throw moves no other.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from darkseas.engine.dice.rolls import Roll
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.scenario.spec import GroupSpec, MapSpec, ScenarioSpec
from darkseas.rules.easyships import SYSTEM
from darkseas.rules.easyships.model import orders as o
from darkseas.rules.easyships.model.events import FightersMet
from darkseas.rules.easyships.model.orders import (
    AntiAircraftShot,
    AttackGroup,
    CarrierStrike,
    DepthCharge,
    GunFire,
    Placement,
    Repair,
    ShipMove,
    Strike,
    TorpedoFire,
)
from darkseas.rules.easyships.model.state import State
from tests.rules.alternatives import Alternative, Script, account_for
from tests.rules.easyships.support import a_side, a_spec, ship, way
from tests.rules.easyships.turn.random_battles import carriers, convoy

IDLE: Mapping[str, Callable[[], object]] = {
    "set-up": o.Ready,
    "move": o.EndMoves,
    "air": o.PlanStrikes,
    "anti-aircraft": o.FireAntiAircraft,
    "gunnery": o.FireGuns,
    "torpedoes": o.LaunchTorpedoes,
    "depth-charges": o.DropDepthCharges,
    "damage": o.ControlDamage,
    "planes": o.MovePlanes,
}


class Twin(NamedTuple):
    """What is told in a world: to the enemy, to those who watch, to the owner of the secret."""

    enemys: tuple[bytes, ...]
    watchers: tuple[bytes, ...]
    owners: tuple[bytes, ...]

    @property
    def others(self) -> tuple[tuple[bytes, ...], ...]:
        """What is told to all who may not know."""
        return self.enemys, self.watchers


MakeTwin = Callable[[int], Twin]


class DiceByPurpose:
    """Dice that hang on what they are thrown for; a purpose that is told shows the faces told."""

    def __init__(self, told: Mapping[str, tuple[int, ...]]) -> None:
        self._told = told

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The faces told, or those of the purpose."""
        faces = self._told.get(purpose) or tuple(
            1 + crc32(f"{purpose}/{number}".encode()) % sides for number in range(count)
        )
        assert len(faces) == count, f"{purpose} takes {count} dice"
        return Roll(purpose, sides, faces, "house", scope)


def idle(state: State, _side: str) -> object:
    """Nothing that need not be."""
    return IDLE[state.stage.kind]()


def begun(spec: ScenarioSpec, told: Mapping[str, tuple[int, ...]] | None = None) -> Alternative:
    """A battle in which the first side is Player 1 in every turn; other dice fall as told, or as ever."""
    first, second = (side.key for side in spec.sides)
    faces = {f"t{turn}/initiative/{first}": (6,) for turn in range(1, 9)}
    faces |= {f"t{turn}/initiative/{second}": (1,) for turn in range(1, 9)}
    return Alternative(SYSTEM, spec, DiceByPurpose({**faces, **(told or {})}))


def moved(battle: Alternative, turn: int, number: int, *moves: ShipMove) -> None:
    """In a turn the first or the second side to move moves so, and all its other ships stay."""
    phase = f"move-{number}"
    battle.run_to(phase, turn, idle)
    (side,) = battle.state.called
    for move in moves:
        battle.give(side, move)
    if str(battle.state.stage) == phase:
        battle.give(side, o.EndMoves())


def twin(battle: Alternative, owner: str) -> Twin:
    """What a battle told everybody."""
    enemy = battle.state.scenario.enemy_of(owner)
    return Twin(account_for(battle, enemy), account_for(battle, None), account_for(battle, owner))


# --- boats below the surface (ES-12, ES-13, ES-30) ----------------------------------------------------------


#: Two hexes beside the first boat of the convoy battle, one of them in the way of the escorts.
BESIDE = ("0906", "0805")


def _dived(told: Mapping[str, tuple[int, ...]] | None = None) -> Alternative:
    """A convoy whose first boat has dived in the first turn, before the escorts."""
    battle = begun(convoy(), told)
    moved(battle, 1, 1, ShipMove("u1", depth=1))
    return battle


def place_of_a_boat(which: int) -> Twin:
    """A boat below moves on, or aside."""
    battle = _dived()
    moved(battle, 2, 1, ShipMove("u1", way(BESIDE[which])))
    return twin(battle, "a")


def depth_of_a_boat(which: int) -> Twin:
    """A boat below goes deeper, or not."""
    battle = _dived()
    moved(battle, 2, 1, ShipMove("u1", depth=which))
    return twin(battle, "a")


def boats_set_up_below(which: int) -> Twin:
    """A boat begins below in one hex or in another."""
    spec = a_spec({"u1": ship("SS", torpedoes=4), "c1": ship("CL")}, {"b1": ship("DD")})
    battle = begun(spec, {"t0/set-up/a": (1,), "t0/set-up/b": (6,)})
    battle.run_to("deploy-1", 0, idle)
    boat = Placement("u1", parse_label(("1000", "1200")[which]), 4, 1)
    battle.give("a", o.SetUp("north", ships=(boat, Placement("c1", parse_label("2001"), 4))))
    return twin(battle, "a")


def ping_that_finds_nobody(which: int) -> Twin:
    """A boat lies elsewhere, or in the hexes that are searched and is not found; the die is her owner's."""
    battle = _dived({"t3/sonar/b1/0": ((6,), (1,))[which]})
    moved(battle, 2, 1, ShipMove("u1", depth=1))
    moved(battle, 2, 2, ShipMove("b1", way("1106")))
    moved(battle, 3, 1, ShipMove("u1", way("0906") if which else ()))
    moved(battle, 3, 2, ShipMove("b1", ping=True))
    return twin(battle, "a")


def _charged(battle: Alternative, depth: int) -> Twin:
    """An escort crosses the hex where the boat may be, and drops charges there set to this depth."""
    moved(battle, 2, 2, ShipMove("b1", way("1106", "1006", "0906")))
    battle.run_to("depth-charges-both", 2, idle)
    battle.give("b", o.DropDepthCharges((DepthCharge("b1", parse_label("0906"), depth),)))
    return twin(battle, "a")


def charges_on_nobody(which: int) -> Twin:
    """Charges are dropped where a boat lies at another depth, or nobody."""
    battle = _dived()
    moved(battle, 2, 1, ShipMove("u1", way(BESIDE[which])))
    return _charged(battle, 3)


def charges_that_nearly_hit(which: int) -> Twin:
    """A boat is nearly hit, which her owner alone is told where the scenario has it so, or not at all."""
    battle = _dived({"t2/depth-charges/b1/u1": ((2,), (6,))[which]})
    moved(battle, 2, 1, ShipMove("u1", way(BESIDE[0])))
    return _charged(battle, 1)


def boat_that_can_launch(which: int) -> Twin:
    """A boat below is so high that she can launch, or too deep: her side is called all the same."""
    battle = begun(convoy())
    for turn in (1, 2):
        moved(battle, turn, 1, ShipMove("u1", depth=1), ShipMove("u2", depth=1))
    moved(battle, 3, 1, ShipMove("u1", depth=-which))
    battle.run_to("torpedoes-both", 3, idle)
    return twin(battle, "a")


# --- plots (ES-2) -------------------------------------------------------------------------------------------


def _sealed(spec: ScenarioSpec, phase: str, order: object, script: Script = idle) -> Twin:
    """The first side has sealed its plot, the other has not."""
    battle = begun(spec)
    battle.run_to(phase, 1, script)
    assert battle.state.called == ("a", "b")
    battle.give("a", order)
    return twin(battle, "a")


def close_action(**options: Any) -> ScenarioSpec:
    """Two ships a side abeam of each other, within range of all that they have."""
    fast = {"armour": 2, "defence": 40, "moves": 4}
    sides = (
        a_side(
            "a",
            {key: ship("CA", guns=[(6, 8), (4, 4)], torpedoes=6, **fast) for key in ("a1", "a2")},
            (GroupSpec("a", "Line", ("a1", "a2"), {"hex": "1206", "facing": "E"}),),
        ),
        a_side(
            "b",
            {key: ship("CL", guns=[(8, 6)], torpedoes=6, **fast) for key in ("b1", "b2")},
            (GroupSpec("b", "Line", ("b1", "b2"), {"hex": "1209", "facing": "E"}),),
        ),
    )
    return a_spec({}, {}, sides=sides, map=MapSpec("sea", "Open sea", 24, 16), options=options)


def target_of_guns(which: int) -> Twin:
    """Guns are laid on one ship or on another."""
    return _sealed(close_action(), "gunnery-both", o.FireGuns((GunFire("a1", 0, ("b1", "b2")[which]),)))


def number_of_guns(which: int) -> Twin:
    """One battery fires, or two."""
    fire = (GunFire("a1", 0, "b1"), GunFire("a1", 1, "b1"))[: 1 + which]
    return _sealed(close_action(), "gunnery-both", o.FireGuns(fire))


def plot_taken_back(which: int) -> Twin:
    """A plot at one ship or another is taken back."""
    battle = begun(close_action())
    battle.run_to("gunnery-both", 1, idle)
    battle.give("a", o.FireGuns((GunFire("a1", 0, ("b1", "b2")[which]),)))
    battle.give("a", o.WithdrawPlot())
    return twin(battle, "a")


def target_of_torpedoes(which: int) -> Twin:
    """Torpedoes are meant for one ship or for another."""
    shot = TorpedoFire("a1", (("b1", "b2")[which],))
    return _sealed(close_action(), "torpedoes-both", o.LaunchTorpedoes((shot,)))


def target_of_a_strike(which: int) -> Twin:
    """Planes are sent at one carrier or at another."""
    return _sealed(carriers(), "air-both", o.PlanStrikes((CarrierStrike("a1", ("b1", "b2")[which]),)))


def target_of_a_group_shot_down(which: int) -> Twin:
    """Fighters shoot down all planes of a group that were sent at one carrier or at the other (ES-15)."""
    shot = {f"t1/fighters/a-1/0/{number}/group": (2,) for number in range(10)}
    shot |= {f"t1/fighters/a-1/0/{number}/planes": (6,) for number in range(10)}
    battle = begun(carriers(), shot)
    battle.run_to("air-both", 1, idle)
    groups = (AttackGroup("b1", 22), AttackGroup(("b1", "b2")[which], 8))
    battle.give("a", o.PlanStrikes(strikes=(Strike(("a1",), groups),)))
    battle.run_to("damage-both", 1, idle)
    assert battle.events(FightersMet)[0].losses == (0, 8)
    return twin(battle, "a")


def anti_aircraft_plotted(which: int) -> Twin:
    """Both sides are under attack from the air, and one ship fires or another."""

    def striking(state: State, side: str) -> object:
        if state.stage.kind == "air":
            return o.PlanStrikes((CarrierStrike(f"{side}1", f"{state.scenario.enemy_of(side)}1"),))
        return idle(state, side)

    order = o.FireAntiAircraft((AntiAircraftShot(("a1", "a2")[which], "b-1/0"),))
    return _sealed(carriers(), "anti-aircraft-both", order, striking)


# --- damage (ES-33, ES-A44) ---------------------------------------------------------------------------------


def _torpedoed(spec: ScenarioSpec, told: Mapping[str, tuple[int, ...]] | None = None) -> Alternative:
    """Both leaders have launched at each other and hit; both sides are asked what they repair."""
    one_hit = (1, 6, 6, 6, 6, 6)
    hits = {f"t1/torpedoes/{one}/{other}/0": one_hit for one, other in (("a1", "b1"), ("b1", "a1"))}
    battle = begun(spec, {**hits, **(told or {})})

    def launching(state: State, side: str) -> object:
        if state.stage.kind == "torpedoes":
            return o.LaunchTorpedoes((TorpedoFire(f"{side}1", (f"{state.scenario.enemy_of(side)}1",)),))
        return idle(state, side)

    battle.run_to("damage-both", 1, launching)
    return battle


def repairs_plotted(which: int) -> Twin:
    """A side pumps, or does not."""
    battle = _torpedoed(close_action())
    assert battle.state.called == ("a", "b")
    battle.give("a", o.ControlDamage((Repair("a1", "flooding"),) * which))
    return twin(battle, "a")


def repairs_that_are_secret(which: int) -> Twin:
    """Where the scenario keeps damage secret, pumping helps or not, by a die that the enemy does not see."""
    return twin(_pumped(which), "a")


def hulls_that_are_secret(which: int) -> Twin:
    """Where the scenario keeps damage secret, a side is called for repairs with water in its ship or none."""
    battle = _pumped(which)
    battle.run_to("damage-both", 2, idle)
    return twin(battle, "a")


def _pumped(which: int) -> Alternative:
    """Both dice of a ship that pumps make it worse, or make all well."""
    dice = {f"t1/repairs/a1/flooding/{number}": ((1,), (6,))[which] for number in (0, 1)}
    battle = _torpedoed(close_action(damage_known="owner"), dice)
    battle.give("a", o.ControlDamage((Repair("a1", "flooding"),) * 2))
    battle.give("b", o.ControlDamage())
    return battle


def water_fought_before_fires(which: int) -> Twin:
    """Where damage is secret, a ship that burns and floods pumps before she fights the fire, or does not."""
    burning = {"t1/torpedoes/b1/a1/0/hit/0": (3, 3)}
    battle = _torpedoed(close_action(damage_known="owner"), burning)
    battle.give("a", o.ControlDamage((*(Repair("a1", "flooding"),) * which, Repair("a1", "fires"))))
    battle.give("b", o.ControlDamage())
    return twin(battle, "a")
