"""The orders of Fleet Battle. The side comes from the seat, not from the order."""

from collections.abc import Mapping

from darkseas.engine.serialization.records import record

from .scenario import GroupKey


@record
class AssignGroups:
    """A side's set-up (a plot): its destroyers and light cruisers with the carriers (FB-7).

    The others are in the battle group; all other types have no choice.
    """

    carrier_group: tuple[str, ...] = ()


@record
class Transfer:
    """A ship and the group she joins at the end of the turn."""

    ship: str
    to: GroupKey


@record
class PlotTransfers:
    """Ships that change groups this turn (FB-8), or the side leaves the battle (FB-B18). A plot."""

    transfers: tuple[Transfer, ...] = ()
    retreat: bool = False


@record
class Attack:
    """A ship and its target. `die` is one of its dice, from 1, if dice may be split; 0 means all of them."""

    ship: str
    target: str
    die: int = 0


@record
class NameTargets:
    """The targets of a side's ships of the firing tier (FB-4); ships not named hold fire. A plot."""

    attacks: tuple[Attack, ...] = ()


@record
class WithdrawPlot:
    """Withdraw a sealed plot while the other side's is missing."""


ORDERS: Mapping[str, type] = {
    "fleet_battle.assign_groups": AssignGroups,
    "fleet_battle.plot_transfers": PlotTransfers,
    "fleet_battle.name_targets": NameTargets,
    "fleet_battle.withdraw_plot": WithdrawPlot,
}

ORDER_NAMES: Mapping[type, str] = {kind: name for name, kind in ORDERS.items()}
