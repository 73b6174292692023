"""The orders of fleet battle. A side is not part of an order: it comes from the seat that gives it."""

from collections.abc import Mapping

from darkseas.engine.serialization.records import record

from .scenario import GroupKey


@record
class AssignGroups:
    """The set-up of a side: which of its destroyers and light cruisers go with the carriers (FB-7). A plot.

    Those not named are in the battle group; all other types have no choice.
    """

    carrier_group: tuple[str, ...] = ()


@record
class Transfer:
    """A ship and the group that it moves to at the end of the turn."""

    ship: str
    to: GroupKey


@record
class PlotTransfers:
    """Ships that change groups this turn (FB-8), or that the side leaves the battle (FB-B18). A plot."""

    transfers: tuple[Transfer, ...] = ()
    retreat: bool = False


@record
class Attack:
    """A ship and its target. `die` is one of its dice, from 1 on, where dice may be split; 0: all of them."""

    ship: str
    target: str
    die: int = 0


@record
class NameTargets:
    """The targets of a side's ships of the tier that fires (FB-4). Who is not named holds fire. A plot."""

    attacks: tuple[Attack, ...] = ()


@record
class WithdrawPlot:
    """Take back a sealed plot that the other side's has not met yet."""


ORDERS: Mapping[str, type] = {
    "fleet_battle.assign_groups": AssignGroups,
    "fleet_battle.plot_transfers": PlotTransfers,
    "fleet_battle.name_targets": NameTargets,
    "fleet_battle.withdraw_plot": WithdrawPlot,
}

#: Stored names by type.
ORDER_NAMES: Mapping[type, str] = {kind: name for name, kind in ORDERS.items()}
