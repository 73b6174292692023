"""The events of Fleet Battle. Each states an outcome, so that a side that missed one still folds
correctly.
"""

from collections.abc import Mapping

from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import StageOpened

from .orders import Attack, Transfer


@record
class PlotSealed:
    """A side has plotted in this stage. Only that side knows the content.

    Stored with the plot's name in `plot`, where the event in `engine/stages/stage.py` has `phase`.
    """

    side: str
    plot: str


@record
class GroupsAssigned:
    """A side divided its fleet (FB-7)."""

    side: str
    battle: tuple[str, ...]
    carrier: tuple[str, ...]
    rule: str = "FB-7"


@record
class TransfersPlotted:
    """Ships that change groups at the end of this turn and do not fire in it (FB-8).

    `leaving`: the side leaves the battle instead (FB-B18).
    """

    side: str
    transfers: tuple[Transfer, ...]
    leaving: bool = False
    rule: str = "FB-8"


@record
class TargetsNamed:
    """The targets of a side's ships of this tier (FB-4)."""

    side: str
    attacks: tuple[Attack, ...]
    rule: str = "FB-4"


@record
class DefenceLine:
    """A line of a ship's defence: label, amount and rule."""

    label: str
    amount: int
    rule: str


@record
class AttackResolved:
    """One ship's dice at one target, against the target's defence at the start of the step.

    `lines` add up to `defence`. `could_sink` says whether any roll, including two sixes of destroyers, could
    have sunk the target. `combine` is "any" (FB-B1); logs of earlier releases may say "sum".
    """

    side: str
    ship: str
    target: str
    sides: int
    faces: tuple[int, ...]
    defence: int
    lines: tuple[DefenceLine, ...]
    hit: bool
    could_sink: bool
    rules: tuple[str, ...]
    combine: str = "any"


@record
class SixesPaired:
    """Two sixes of destroyers at one target counted together (FB-5)."""

    side: str
    ships: tuple[str, ...]
    target: str
    sixes: int
    pairs: int
    worth: int
    defence: int
    hit: bool
    rules: tuple[str, ...]


@record
class CarrierGroupTargeted:
    """Enemy ships that targeted a side's carrier group this turn, so that its escorts may fire back
    (FB-11).
    """

    side: str
    ships: tuple[str, ...]
    turn: int
    rule: str = "FB-11"


@record
class ShipSunk:
    """A ship sank; `by` are the ships whose dice sank her."""

    ship: str
    side: str
    by: tuple[str, ...]
    turn: int
    tier: int
    rule: str


@record
class ShipRestored:
    """Ruled: the ship never sank. With `regained`, her battle group is no longer destroyed."""

    ship: str
    side: str
    regained: bool
    rule: str


@record
class UBoatsSurfaced:
    """U-boats that fired stay on the surface until the next turn (FB-6)."""

    side: str
    ships: tuple[str, ...]
    rule: str = "FB-6"


@record
class UBoatsSubmerged:
    """U-boats submerge at the start of a turn (FB-6)."""

    side: str
    ships: tuple[str, ...]
    rule: str = "FB-6"


@record
class BattleGroupLost:
    """A side lost its battle group and cannot form another (FB-9, FB-12)."""

    side: str
    reason: str
    rule: str


@record
class TransfersMade:
    """Ships changed groups at the end of a turn (FB-8)."""

    side: str
    transfers: tuple[Transfer, ...]
    rule: str = "FB-8"


@record
class TransferLapsed:
    """A ship stays in her group because the battle group was lost in the meantime (FB-12)."""

    side: str
    ship: str
    rule: str = "FB-H5"


@record
class TurnEnded:
    """A turn ended; `idle` counts the latest turns without an attack that could have sunk a ship (FB-B19)."""

    turn: int
    idle: int
    rule: str = "FB-2"


EVENTS: Mapping[str, type] = {
    "fleet_battle.stage_opened": StageOpened,
    "fleet_battle.plot_sealed": PlotSealed,
    "fleet_battle.groups_assigned": GroupsAssigned,
    "fleet_battle.transfers_plotted": TransfersPlotted,
    "fleet_battle.targets_named": TargetsNamed,
    "fleet_battle.attack_resolved": AttackResolved,
    "fleet_battle.sixes_paired": SixesPaired,
    "fleet_battle.carrier_group_targeted": CarrierGroupTargeted,
    "fleet_battle.ship_sunk": ShipSunk,
    "fleet_battle.ship_restored": ShipRestored,
    "fleet_battle.u_boats_surfaced": UBoatsSurfaced,
    "fleet_battle.u_boats_submerged": UBoatsSubmerged,
    "fleet_battle.battle_group_lost": BattleGroupLost,
    "fleet_battle.transfers_made": TransfersMade,
    "fleet_battle.transfer_lapsed": TransferLapsed,
    "fleet_battle.turn_ended": TurnEnded,
}
