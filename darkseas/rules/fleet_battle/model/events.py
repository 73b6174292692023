"""The events of fleet battle. Every event says outcomes, so that a side that missed one still folds right."""

from collections.abc import Mapping

from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import StageOpened

from .orders import Attack, Transfer


@record
class PlotSealed:
    """A side's plot of this stage is in; what it says is known to that side alone.

    Stored with the name of the plot as `plot`, where the event of `engine/stages.py` has `phase`.
    """

    side: str
    plot: str


@record
class GroupsAssigned:
    """How a side has divided its fleet (FB-7)."""

    side: str
    battle: tuple[str, ...]
    carrier: tuple[str, ...]
    rule: str = "FB-7"


@record
class TransfersPlotted:
    """Ships of a side that change groups at the end of this turn and do not fire in it (FB-8).

    `leaving`: the side leaves the battle instead (FB-B18).
    """

    side: str
    transfers: tuple[Transfer, ...]
    leaving: bool = False
    rule: str = "FB-8"


@record
class TargetsNamed:
    """The targets that a side's ships of this tier have named (FB-4)."""

    side: str
    attacks: tuple[Attack, ...]
    rule: str = "FB-4"


@record
class DefenceLine:
    """One line of a ship's defence: its label, what it adds, its rule."""

    label: str
    amount: int
    rule: str


@record
class AttackResolved:
    """The dice of one ship at one target, against the target's defence at the start of the step.

    `lines` add up to `defence`. `combine` says how several dice were compared (any, sum). `could_sink`
    tells whether any throw of them, two sixes of destroyers included, would have been enough.
    """

    side: str
    ship: str
    target: str
    sides: int
    faces: tuple[int, ...]
    defence: int
    lines: tuple[DefenceLine, ...]
    combine: str
    hit: bool
    could_sink: bool
    rules: tuple[str, ...]


@record
class SixesPaired:
    """Two sixes among destroyers' dice at one target counted together (FB-5)."""

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
    """Enemy ships that targeted a side's carrier group this turn: its escorts may answer (FB-11)."""

    side: str
    ships: tuple[str, ...]
    turn: int
    rule: str = "FB-11"


@record
class ShipSunk:
    """A ship sank; `by` are the ships whose dice did it."""

    ship: str
    side: str
    by: tuple[str, ...]
    turn: int
    tier: int
    rule: str


@record
class ShipRestored:
    """It is ruled that a ship never sank; with `regained` her battle group is no longer destroyed."""

    ship: str
    side: str
    regained: bool
    rule: str


@record
class UBoatsSurfaced:
    """U-boats that fired stay on the surface until a new turn begins (FB-6)."""

    side: str
    ships: tuple[str, ...]
    rule: str = "FB-6"


@record
class UBoatsSubmerged:
    """At the start of a turn u-boats are under water again (FB-6)."""

    side: str
    ships: tuple[str, ...]
    rule: str = "FB-6"


@record
class BattleGroupLost:
    """A side has no battle group any more, and cannot form one again (FB-9, FB-12)."""

    side: str
    reason: str
    rule: str


@record
class TransfersMade:
    """Ships that have changed groups at the end of a turn (FB-8)."""

    side: str
    transfers: tuple[Transfer, ...]
    rule: str = "FB-8"


@record
class TransferLapsed:
    """A ship that was to join the battle group stays: it was lost meanwhile (FB-12)."""

    side: str
    ship: str
    rule: str = "FB-H5"


@record
class TurnEnded:
    """A turn is over; `idle` counts the latest turns without an attack that could have sunk (FB-B19)."""

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
